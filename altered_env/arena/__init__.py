"""Arenas: many games between any agents at once, and ratings."""
