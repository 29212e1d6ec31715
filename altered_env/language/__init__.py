"""What a card says: the ability model, its notation and its wording."""
