"""Decks by name in the formats of first games, boosters and drafts.

>>> opened("CORE", seed=5, seat=1).hero.type
'hero'
"""

from __future__ import annotations

import functools
from pathlib import Path

from altered_env import decks
from altered_env.cards.printed_words import SETS
from altered_env.decks import Deck

from .boosters import boosters, ordered_deck, simple_deck
from .drafts import BOOSTERS, Draft, build_deck, pick_by_rating


def as_it_is(name: str | Path, seed: int = 0, seat: int = 0) -> Deck:
    """A starter deck, a public list, or the deck of a file."""
    return decks.load(name)


def first_game(name: str | Path, seed: int = 0, seat: int = 0) -> Deck:
    """The first game of a starter deck (ST-12); any other deck as it is.

    >>> len(first_game("lyra").cards)
    29
    """
    return decks.first_game(str(name)) if name in decks.names() else decks.load(name)


def opened(name: str | Path, seed: int = 0, seat: int = 0) -> Deck:
    """A booster of the set of this name, another for each seat; any other deck as it is."""
    if name not in SETS:
        return decks.load(name)
    return simple_deck(boosters(seat + 1, str(name), seed)[seat], name=str(name))


def opened_and_ordered(name: str | Path, seed: int = 0, seat: int = 0) -> Deck:
    """The same, the cards of the booster in order of their Hand Costs.

    >>> costs = [card.hand_cost for card in opened_and_ordered("CORE", seed=5).cards]
    >>> costs == sorted(costs)
    True
    """
    if name not in SETS:
        return decks.load(name)
    booster = boosters(seat + 1, str(name), seed)[seat]
    order = sorted(range(len(booster.cards)), key=lambda place: booster.cards[place].hand_cost)
    return ordered_deck(booster, order, name=str(name))


def drafted(name: str | Path, seed: int = 0, seat: int = 0) -> Deck:
    """The deck of this seat after a draft of eight who pick by rating, of boosters of the set of
    this name; any other deck as it is.

    >>> drafted("CORE", seed=1) == drafted("CORE", seed=1) != drafted("CORE", seed=1, seat=4)
    True
    """
    return _drafts(str(name), seed)[seat] if name in SETS else decks.load(name)


@functools.lru_cache(maxsize=64)
def _drafts(name: str, seed: int) -> tuple[Deck, ...]:
    draft, choose = Draft(seed, sets=(name,) * len(BOOSTERS)), pick_by_rating()
    while not draft.over:
        for player in draft.to_pick:
            draft.pick(player, choose(draft.pack(player), draft.picked(player)))
    return tuple(
        build_deck(draft.picked(player), name=f"{name} {player + 1}")
        for player in range(draft.players)
    )
