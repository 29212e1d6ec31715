"""The decks of each task of Altered-Bench 1, and those to train on.

>>> len(bench_pool("T2")), len(bench_pool("T5"))
(1000, 24)
>>> len(bench_pool("T3-train")) > len(bench_pool("T3-train-without-spells"))
True
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from altered_env._runtime.suggestions import did_you_mean
from altered_env.cards import catalogue

from .. import library
from ..deck import Deck
from ..deck_names import fault_of_name
from ..generating import random
from ..legality import constructed
from .frozen_files import TRAINING, checked, frozen_text
from .withheld import trainable_cards, withheld_in

BENCH: Final = "bench1"
"""The prefix of its pools among `altered_env.decks.POOLS`."""
TASKS: Final = ("T1", "T2", "T3", "T4", "T5")
TRAIN: Final = "-train"
WITHOUT: Final = "-without-"
HELD: Final = "held"
"""The mark of constructed decks reserved for tests: the field of T5."""
RANDOM: Final = 3000
"""The number of random decks to train on."""
SEED: Final = 4_601


@dataclass(frozen=True, slots=True)
class Listed:
    """A deck of a task and its marks, such as its archetype."""

    deck: Deck
    marks: tuple[str, ...] = ()


def written(decks: Iterable[Listed]) -> str:
    """Decks as text, one a line: name, marks, cards. Raises `ValueError` for a name that would
    break the line.

    >>> text = written([Listed(library.starter("axiom"), ("held",))])
    >>> written(read(text)) == text
    True
    """
    lines = []
    for one in decks:
        if wrong := fault_of_name(one.deck.name):
            raise ValueError(wrong)
        cards = ", ".join(f"{n} {card.reference}" for card, n in one.deck.counted.items())
        lines.append("\t".join((one.deck.name, " ".join(one.marks), cards)))
    return "".join(f"{line}\n" for line in lines)


def read(text: str) -> tuple[Listed, ...]:
    """The decks of a text that `written` made. Raises `LookupError` or `ValueError` for another."""
    cards = catalogue()
    found = []
    for line in text.splitlines():
        parts = line.split("\t")
        if len(parts) != 3:
            raise ValueError(f"expected a name, marks and cards between tabs, found {line!r:.40}")
        name, marks, listed = parts
        if wrong := fault_of_name(name):
            raise ValueError(wrong)
        each = [part.split(" ") for part in listed.split(", ")]
        hero, *rest = [cards[reference] for n, reference in each for _ in range(int(n))]
        found.append(Listed(Deck(name, hero, tuple(rest)), tuple(marks.split())))
    return tuple(found)


@functools.cache
def task_decks(task: str) -> tuple[Listed, ...]:
    """The decks that a task is played with; of T5, the field. Raises `ValueError` if they are not
    the frozen ones."""
    if task == "T5":
        return tuple(one for one in task_decks("T3") if HELD in one.marks)
    return read(frozen_text(task))


@functools.cache
def training_decks() -> tuple[Deck, ...]:
    """The decks to train on for every task but the first: the starters, the legal public lists
    without a withheld card, and random decks. Raises `ValueError` if they are not the frozen ones.
    """
    found = generated_decks()
    checked(TRAINING, written(map(Listed, found)))
    return found


def generated_decks() -> tuple[Deck, ...]:
    """These decks as this package generates them."""
    listed = [*map(library.starter, library.names()), *map(library.public, library.lists())]
    cards = trainable_cards()
    generated = [random(SEED * RANDOM + k, curve=True, cards=cards) for k in range(RANDOM)]
    listed = [deck for deck in listed if not (withheld_in(deck.every_card) or constructed(deck))]
    return tuple(dict.fromkeys((*listed, *generated)))


def bench_pool(name: str) -> tuple[Deck, ...]:
    """The decks of a task (`T2`), or those to train on for it (`T2-train`), for T3 without one
    archetype (`T3-train-without-spells`). Raises `LookupError` for another name."""
    task, train, without = name.partition(TRAIN)
    archetype = without.removeprefix(WITHOUT)
    known = known_pools()
    if name not in known:
        hint = did_you_mean(name, known) or f", there are {', '.join(known)}"
        raise LookupError(f"Altered-Bench 1 has no decks called {name[:60]!r}{hint}")
    if not train or task == "T1":
        return tuple(one.deck for one in task_decks(task))
    if task != "T3":
        return training_decks()
    constructed = [
        one.deck
        for one in task_decks(task)
        if HELD not in one.marks and (not without or archetype not in one.marks)
    ]
    return (*training_decks(), *constructed)


def known_pools() -> list[str]:
    """The names of all pools."""
    train = [f"{task}{TRAIN}" for task in TASKS]
    return [*TASKS, *train, *(f"T3{TRAIN}{WITHOUT}{name}" for name in archetypes())]


@functools.cache
def archetypes() -> tuple[str, ...]:
    """The archetypes of constructed decks: a player of T3 is trained without one of them.

    >>> archetypes()
    ('spells', 'landmarks', 'tokens', 'boosts', 'reserve', 'asleep')
    """
    marks = (mark for one in task_decks("T3") for mark in one.marks if mark != HELD)
    return tuple(dict.fromkeys(marks))
