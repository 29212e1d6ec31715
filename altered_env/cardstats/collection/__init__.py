"""Collections of cards: their forms, and their values."""
