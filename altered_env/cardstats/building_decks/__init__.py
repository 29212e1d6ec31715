"""Building a deck for a field: candidates by worth, races of lists, swaps by expected gain."""
