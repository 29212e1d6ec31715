"""Statistics of cards and decks from game datasets: metrics, models, studies and reports."""
