"""Deck lists: reading, writing, legality, statistics, and ready decks.

>>> from altered_env import decks
>>> decks.names()
('axiom', 'bravos', 'lyra', 'muna', 'ordis', 'yzmir')
>>> decks.load("axiom") == decks.starter("axiom")
True
>>> decks.constructed(decks.random(7, faction="lyra"))
[]
>>> decks.stats(decks.starter("axiom")).types["character"]
25
"""

from .archetypes import Hint, archetypes, roles_of
from .deck import Deck
from .errors import DeckFileError
from .generating import playable, random, random_deck, themed_deck
from .legality import RULESETS, Violation, constructed, limited, standard
from .library import first_game, lists, load, named, names, public, starter
from .pools import POOLS, pool
from .stats import DeckStats, TerrainStats, stats

__all__ = [
    "POOLS",
    "RULESETS",
    "Deck",
    "DeckFileError",
    "DeckStats",
    "Hint",
    "TerrainStats",
    "Violation",
    "archetypes",
    "constructed",
    "first_game",
    "limited",
    "lists",
    "load",
    "named",
    "names",
    "playable",
    "pool",
    "public",
    "random",
    "random_deck",
    "roles_of",
    "standard",
    "starter",
    "stats",
    "themed_deck",
]
