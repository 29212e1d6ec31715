"""Training players, rating them, and measuring with them what cards and decks are worth."""
