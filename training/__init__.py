"""Training players, rating them, and measuring with them what cards and decks are worth."""

import altered_env as altered_env  # a command takes hold of signals before it imports what is large
