"""The context that a deck gives its cards: Hero, archetype and curve.

>>> from altered_env import decks
>>> archetype_of(decks.pool("constructed:landmarks")[0])
'landmarks'
"""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from altered_env.decks import Deck
from altered_env.decks.constructing import ARCHETYPES, lists, serves

Floats = NDArray[np.float64]


def _served(deck: Deck) -> Floats:
    """The share of a deck's cards that serve each archetype."""
    size = max(1, len(deck.cards))
    return np.array([sum(serves(card, name) for card in deck.cards) / size for name in ARCHETYPES])


@functools.cache
def middles() -> tuple[Floats, Floats]:
    """The mean shares of the package's constructed lists of each archetype, and their spread."""
    rows = np.array([_served(one.deck) for one in lists()])
    kinds = np.array([one.archetype for one in lists()])
    means = np.array([rows[kinds == name].mean(axis=0) for name in ARCHETYPES])
    return means, rows.std(axis=0)


def archetype_of(deck: Deck) -> str:
    """The archetype whose constructed lists the deck is most like, by the cards that serve each."""
    means, spread = middles()
    apart = (((means - _served(deck)) / spread) ** 2).sum(axis=1)
    return tuple(ARCHETYPES)[int(np.argmin(apart))]
