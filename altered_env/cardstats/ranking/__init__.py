"""Rankings of all cards: a randomised experiment shared by many cards, and its analysis."""
