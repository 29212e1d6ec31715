"""Training and evaluation of players. There is nothing here yet."""
