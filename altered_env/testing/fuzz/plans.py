"""Which random games are played: everything in a game follows from the plan's seed and its number.

>>> plan = Plan(seed=7, games=100, formats="all")
>>> table_of(plan, 30).decks == table_of(plan, 30).decks
True
"""

from __future__ import annotations

import functools
import random
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from altered_env import formats
from altered_env.cards import Card, catalogue
from altered_env.decks import Deck, playable, pool, random_deck, themed_deck
from altered_env.engine.chance import seed_words
from altered_env.game.books import book_for, pool_book
from altered_env.language.book import Book
from altered_env.language.vocabulary import ATTRIBUTES, CALLS, WORDS
from altered_env.language.words import RULESETS

SHARED_DECKS: Final = 25
"""Consecutive games with the same decks: building decks takes longer than playing."""
ALL: Final = "all"
"""Every format, each as likely as any other."""
_BUILT: Final = ("standard", "free_for_all", "two_against_two")
"""Formats whose decks are built from all cards."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which games to play."""

    seed: int = 0
    first: int = 0
    games: int = 1000
    check: int = 50
    """The invariants are checked, and much else tried, in 1 of this many games; 0: in none."""
    keep: str = "."
    """The folder of replays of failures."""
    formats: str = "standard"
    """A format, several joined with commas, or `all`."""
    themed: float = 0.4
    """The share of decks full of cards that have a word in common."""
    theme: tuple[str, ...] = ()
    """Words of the notation of which cards of themed decks have one; without, a word is drawn for
    each deck."""
    cards: tuple[str, ...] = ()
    """Files of cards that decks are made of besides."""

    def __post_init__(self) -> None:
        if not 0 <= self.themed <= 1:
            raise ValueError(f"the share of themed decks must be from 0 to 1, found {self.themed}")
        for word in self.theme:
            if word not in CALLS and word not in WORDS and word not in ATTRIBUTES:
                raise ValueError(f"--theme: {word!r:.40} is not a word of the notation of cards")
        for name in () if self.formats == ALL else self.formats.split(","):
            formats.get(name)


@dataclass(frozen=True, slots=True)
class Table:
    """One numbered game before it begins."""

    number: int
    decks: tuple[Deck, ...]
    format: str
    rules: str
    seed: int
    rng: NDArray[np.int64]
    """The generator of the random players."""


def table_of(plan: Plan, number: int) -> Table:
    """The game of this number."""
    chance = random.Random(f"{plan.seed}/{number}")
    rules = chance.choice(list(RULESETS))
    seed, moves = chance.getrandbits(32), chance.getrandbits(64)
    format, dealt = _decks(plan, number // SHARED_DECKS)
    rng = np.array(seed_words(moves), dtype=np.int64)
    return Table(number, dealt, format, rules, seed, rng)


@functools.lru_cache(maxsize=4)
def _decks(plan: Plan, group: int) -> tuple[str, tuple[Deck, ...]]:
    """The format and the decks of a group of games."""
    chance = random.Random(f"{plan.seed}/decks/{group}")
    names = formats.names() if plan.formats == ALL else plan.formats.split(",")
    played = formats.get(chance.choice(sorted(names)))
    if played.name not in _BUILT:
        return played.name, tuple(chance.choices(played.pool(), k=played.players))
    _, cards = book_of_plan(plan.cards)
    made = []
    for _ in range(played.players):
        if chance.random() < plan.themed:
            made.append(themed_deck(chance, cards, plan.theme))
        else:
            made.append(random_deck(chance, cards, pool("starters")))
    return played.name, tuple(made)


@functools.lru_cache(maxsize=2)
def book_of_plan(files: tuple[str, ...]) -> tuple[Book, dict[str, list[Card]]]:
    """The book of the pool and of these files, and the cards of each faction to make decks of."""
    if not files:
        book = pool_book()
        return book, playable(catalogue().package, book.unsupported)
    pool = catalogue()
    added = [card for file in files for card in pool.add_file(file)]
    every = tuple({card.reference: card for card in (*pool.package, *added)}.values())
    book = book_for(every)
    return book, playable(every, book.unsupported)
