"""Booster War: decks from a booster each, as it comes or in an order of the player's choice.

>>> from altered_env import Game, formats
>>> a, b = formats.boosters(2, "CORE", seed=5)
>>> game = Game.start(formats.simple_deck(a), formats.simple_deck(b), format="booster_war")
>>> game.day, game.view("A").players[0].hand_count
(1, 3)
"""

from __future__ import annotations

from collections.abc import Sequence

from altered_env.decks import Deck

from .boosters import Booster


def simple_deck(booster: Booster, *, name: str = "booster") -> Deck:
    """The deck of the simple variant: the Hero in play, the other cards as they come, to be
    shuffled (BW-03, BW-04)."""
    return Deck(name, booster.hero, booster.cards)


def ordered_deck(booster: Booster, order: Sequence[int], *, name: str = "booster") -> Deck:
    """The deck of the technical variant: the cards of the booster in this order, the first on top
    (BW-11). `order` names each place among `booster.cards` once.

    >>> from altered_env import formats
    >>> opened = formats.booster("CORE", seed=5)
    >>> ordered_deck(opened, range(10, -1, -1)).cards == opened.cards[::-1]
    True
    """
    size = len(booster.cards)
    if sorted(order) != list(range(size)):
        raise ValueError(
            f"an order must name each of 0 to {size - 1} once, found {list(order)!r:.80}"
        )
    return Deck(name, booster.hero, tuple(booster.cards[place] for place in order))
