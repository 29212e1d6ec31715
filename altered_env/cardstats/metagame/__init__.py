"""The metagame of a field of decks: who beats whom, what to play, and what a ban would change."""
