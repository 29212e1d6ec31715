"""Boosters: their contents, random boosters, and the decks of Booster War, each of one booster.

>>> from altered_env import Game, formats
>>> booster = formats.booster("CORE", seed=3)
>>> booster.hero.type, len(booster.cards), booster == formats.booster("CORE", seed=3)
('hero', 11, True)
>>> a, b = formats.boosters(2, "CORE", seed=5)
>>> game = Game.start(formats.simple_deck(a), formats.simple_deck(b), format="booster_war")
>>> game.day, game.view("A").players[0].hand_count
(1, 3)
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from altered_env._runtime.seeds import fresh_seed
from altered_env._runtime.suggestions import did_you_mean
from altered_env.cards import Card, catalogue
from altered_env.cards.printed_words import SETS
from altered_env.decks import Deck


@dataclass(frozen=True, slots=True)
class Contents:
    """The number of cards of each kind in a booster.

    The glossary only says that a booster holds a Hero, and that twelve cards are a deck of Booster
    War; the rest is our assumption, open to correction.
    """

    heroes: int = 1
    commons: int = 8
    rares: int = 3
    unique_one_in: int = 8
    """One booster in this many has a unique in place of a rare; 0: none. Uniques must be given: the
    package has none."""
    exalted_one_in: int = 8
    """One booster in this many has an exalted card in place of a rare, in sets that have some."""

    @property
    def size(self) -> int:
        """The cards of a booster, without the token that comes with it."""
        return self.heroes + self.commons + self.rares


CONTENTS: Final = Contents()
HEROES_OF: Final = "CORE"
"""The set whose Heroes are in the boosters of a set without Heroes."""


@dataclass(frozen=True, slots=True)
class Booster:
    """An opened booster, the token card removed (BD-03)."""

    set: str
    hero: Card | None
    cards: tuple[Card, ...]

    @property
    def every_card(self) -> tuple[Card, ...]:
        """All cards, the Hero first."""
        return self.cards if self.hero is None else (self.hero, *self.cards)


def booster(
    set: str = "CORE",
    seed: int | None = None,
    *,
    contents: Contents = CONTENTS,
    uniques: Iterable[Card] = (),
) -> Booster:
    """A random booster of a set, the same for the same seed.

    It has no card twice. `uniques` are the unique cards that it may contain.
    """
    return boosters(1, set, seed, contents=contents, uniques=uniques)[0]


def boosters(
    count: int,
    set: str = "CORE",
    seed: int | None = None,
    *,
    contents: Contents = CONTENTS,
    uniques: Iterable[Card] = (),
) -> tuple[Booster, ...]:
    """A number of random boosters of a set; no unique card is in two of them. Without a seed they
    are unpredictable.

    >>> from altered_env import formats
    >>> [len(booster.every_card) for booster in formats.boosters(2, "EOLE")]
    [12, 12]
    """
    if set not in SETS:
        hint = did_you_mean(set, SETS) or f", there are {', '.join(SETS)}"
        raise ValueError(f"there are no boosters of a set {set[:40]!r}{hint}")
    chance = Random(f"boosters {set} {fresh_seed() if seed is None else seed}")
    left = [card for card in uniques if card.set == set and card.rarity == "unique"]
    chance.shuffle(left)
    return tuple(_open(chance, set, contents, left) for _ in range(count))


@functools.cache
def _sheet(set: str) -> dict[str, list[Card]]:
    """The cards of a set that boosters hold, by their slot in a booster."""
    found: dict[str, list[Card]] = {"hero": [], "common": [], "rare": [], "exalted": []}
    for card in catalogue().package:
        if card.token or card.type == "mana":
            continue
        kind = "hero" if card.type == "hero" else card.rarity
        if card.set == (set if kind != "hero" else _set_of_heroes(set)) and kind in found:
            found[kind].append(card)
    return found


@functools.cache
def _set_of_heroes(set: str) -> str:
    own = any(card.type == "hero" and card.set == set for card in catalogue().package)
    return set if own else HEROES_OF


def _open(chance: Random, set: str, contents: Contents, uniques: list[Card]) -> Booster:
    sheet = _sheet(set)
    heroes = chance.sample(sheet["hero"], contents.heroes)
    commons = chance.sample(sheet["common"], contents.commons)
    rares = chance.sample(sheet["rare"], contents.rares)
    if rares and _one_in(chance, contents.exalted_one_in) and sheet["exalted"]:
        rares[0] = chance.choice(sheet["exalted"])
    if rares and _one_in(chance, contents.unique_one_in) and uniques:
        rares[-1] = uniques.pop()
    hero = heroes.pop() if heroes else None
    return Booster(set, hero, (*heroes, *commons, *rares))


def _one_in(chance: Random, number: int) -> bool:
    return number > 0 and chance.randrange(number) == 0


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
