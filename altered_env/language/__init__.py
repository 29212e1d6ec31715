"""Card text: the ability model, its notation and its wording."""
