"""Players meet: many games at once, whoever plays, and ratings of what came of it."""
