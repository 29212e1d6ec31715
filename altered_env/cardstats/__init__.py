"""What games say about cards and decks: datasets, metrics, studies, models, plots and reports."""
