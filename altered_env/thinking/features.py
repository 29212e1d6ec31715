"""The feature spec of compiled networks: the numbers of a position and their features.

A position is rows (objects in zones, emblems, events, choices), each a list of features and a group
that it is summed in; a list of features of the whole game; and the legal actions. A feature is a
row of an embedding table. Numbers are one-hot, masks multi-hot; zero has no feature. Cards follow
the other features of rows, by their numbers in the book.

The tables below are the definition. Compiled code reads by the numbers made of them
(`thinking/encode.py`), and a network is written down with the names of its features, so
that one of an earlier layout still finds its own.

>>> FEATURES > 100, names_of(ROW_COLUMNS)[:2]
(True, ['side=0', 'side=1'])
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import accumulate
from types import ModuleType

import numpy as np

from ..batch.layout import EMBLEM_FIELDS, ENTITY_FIELDS, EVENT_FIELDS, GLOBALS, Field
from ..engine.layout import EXPEDITIONS, PLAYERS, REGIONS
from ..engine.terms import CODE, DECIDE, TERRAIN, Z, kinds_of, namespace, terms

TERRAINS = len(terms(TERRAIN))
LATEST = 8
"""The number of latest events to read."""


EDGES = np.array([0.25, 0.75, 1.5, 2.5, 3.5, 5.0, 7.0, 9.5, 12.5, 16.5, 22.0])
"""Where the steps of the worth of plans end."""
STEPS = len(EDGES)


@namespace
class READ:
    """The columns of a number's encoding."""

    AT = 0
    KIND = 1
    LOW = 2
    HIGH = 3
    BASE = 4
    STEP = 5
    COUNT = 6
    ONE = 0  # one of several
    BITS = 1  # a feature for each bit


@dataclass(frozen=True, slots=True)
class Column:
    """A number and its features: one for each step from `low` to `high`, the outermost including
    numbers beyond; or one for each of `high` bits of a mask."""

    name: str
    at: int
    low: int
    high: int
    bits: bool = False
    step: int = 1
    base: int = 0

    @property
    def count(self) -> int:
        """The number of features."""
        return self.high if self.bits else self.high - self.low + 1

    @property
    def features(self) -> list[str]:
        """Their names."""
        sign = "&" if self.bits else "="
        step = f"/{self.step}" if self.step > 1 else ""
        return [f"{self.name}{step}{sign}{self.low + k}" for k in range(self.count)]

    @property
    def row(self) -> list[int]:
        """How compiled code reads it."""
        kind = READ.BITS if self.bits else READ.ONE
        return [self.at, kind, self.low, self.high, self.base, self.step]


def _one(name: str, at: int, low: int, high: int, count: int = 1, step: int = 1) -> list[Column]:
    names = [name] if count == 1 else [f"{name} {k}" for k in range(count)]
    return [Column(n, at + k, low, high, step=step) for k, n in enumerate(names)]


def _mask(name: str, at: int, bits: int, count: int = 1) -> list[Column]:
    names = [name] if count == 1 else [f"{name} {k}" for k in range(count)]
    return [Column(n, at + k, 0, bits, True) for k, n in enumerate(names)]


def _fields(fields: Iterable[Field], of: str = "") -> list[Column]:
    """The columns of the fields of a table, as these say that networks read them."""
    found = []
    for field in fields:
        reads, name = field.reads, of + field.name
        count = field.width if reads.featured is None else reads.featured
        if reads.bits:
            found += _mask(name, field.at, reads.high, count)
        elif count:
            found += _one(name, field.at, reads.low, reads.high, count, reads.step)
    return found


def _laid(columns: list[Column], first: int = 0) -> tuple[Column, ...]:
    """The columns with their features one after the other."""
    bases = accumulate((c.count for c in columns), initial=first)
    return tuple(replace(c, base=base) for c, base in zip(columns, bases, strict=False))


def _after(columns: tuple[Column, ...]) -> int:
    return columns[-1].base + columns[-1].count


def names_of(columns: tuple[Column, ...]) -> list[str]:
    """The names of all features of these columns."""
    return [name for column in columns for name in column.features]


def _spec(columns: tuple[Column, ...]) -> np.ndarray:
    return np.array([column.row for column in columns], dtype=np.int64)


# the rows of the entity table

ROW_COLUMNS = _laid(
    _fields(sorted(ENTITY_FIELDS, key=lambda field: field.name not in ("side", "owner")))
)
"""First whose it is: the order in which released networks sum these features, to the last bit."""
_EMBLEM = _laid(_fields(EMBLEM_FIELDS, "emblem "), _after(ROW_COLUMNS))
_EVENT = _laid(_fields(EVENT_FIELDS, "event "), _after(_EMBLEM))
# computed features: `at` is the index of the kind instead of a place in a table
_COMPUTED = _laid(
    [
        *_one("source ability", 0, 0, 8),
        *_one("choice ability", 0, 0, 15),
        *_one("mana left", 0, -4, 8),
        *_one("ahead with it", 0, -4, 5, 2 * TERRAINS),
        *_mask("moves with it", 0, 6),
        *_one("expedition of", 0, 0, EXPEDITIONS - 1),
        *_one("gap there", 0, -5, 6, TERRAINS),
        *_one("gap with it", 0, -5, 6, TERRAINS),
        *_mask("terrain there", 0, TERRAINS),
        *_mask("moving there", 0, 4),
        *_one("distance there", 0, 0, 10),
        *_mask("state there", 0, 4),
        *_one("plan loses", 0, 0, STEPS),
        *_one("plan gains", 0, 0, 2 * STEPS),
        *_one("spared", 0, 0, STEPS),
        *_one("side of plan", 0, 0, 2 * STEPS),
        *_mask("end of plan", 0, 8),
        *_one("left by plan", 0, 0, 5),
        *_one("played by plan", 0, 1, 5),
        *_one("pays with", 0, 0, STEPS),
        *_one("side loses", 0, 0, STEPS),
        *_mask("end of side", 0, 8),
    ],
    _after(_EVENT),
)
_ROW_TABLES = (ROW_COLUMNS, _EMBLEM, _EVENT, _COMPUTED)
FEATURES: int = _after(_COMPUTED)
"""The number of features of rows besides cards."""


def _bases(columns: tuple[Column, ...]) -> dict[str, int]:
    """The start of computed features, by name; of several, the first."""
    found: dict[str, int] = {}
    for column in columns:
        name = column.name
        if name[-1].isdigit():
            name = name.rpartition(" ")[0]
        found.setdefault(name.upper().replace(" ", "_"), column.base)
    return found


def _module(name: str, says: str, numbers: dict[str, int]) -> ModuleType:
    module = ModuleType(name, says)
    for key, number in numbers.items():
        setattr(module, key, number)
    return module


OF = _module("OF", "Where the features of what is computed of rows begin.", _bases(_COMPUTED))

# the game as a whole

GAME_COLUMNS = _laid(_fields(GLOBALS))
_OF_GAME = _laid(
    [
        *_mask("moving", 0, 4),
        *_one("counted gap", 0, -5, 6, 2 * TERRAINS),
        *_one("far", 0, 0, 16, PLAYERS),
        *_one("plan", 0, 0, 2 * STEPS),
        *_mask("planned end", 0, 8),
        *_mask("end as it is", 0, 8),
        *_one("planned left", 0, 0, 8),
        *_one("planned cards", 0, 0, 5),
    ],
    _after(GAME_COLUMNS),
)
FIELDS: int = _after(_OF_GAME)
"""The number of features of the game as a whole."""
LISTS = ("own deck", "unseen of others")
"""What is read of deck lists (`unseen.py`): each card is so many features of the game, which follow
those."""
GAME = _module("GAME", "Where the features computed of the game begin.", _bases(_OF_GAME))

# the afterstate of an option

_OF_OUTCOME = _laid(
    [
        *_one("over", 0, 1, 3),
        *_one("worth less", 0, 0, STEPS),
        *_one("worth gained", 0, 0, 2 * STEPS),
        *_one("then", 0, 0, 11),
        *_mask("next day", 0, 1),
        *_one("moved", 0, -2, 3, 4),
        *_one("gap then", 0, -5, 6, 2 * TERRAINS),
        *_one("gap gained", 0, -5, 6, 2 * TERRAINS),
        *_mask("moves then", 0, 4),
        *_mask("move gained", 0, 4),
        *_mask("move lost", 0, 4),
        *_one("mana then", 0, 0, 8),
        *_one("gained", 0, -3, 3, 12),
    ]
)
AFTERSTATE_FEATURES: int = _after(_OF_OUTCOME)
"""The number of features of an afterstate."""
AFTERSTATE = _module("AFTERSTATE", "Where the features of an outcome begin.", _bases(_OF_OUTCOME))

# actions

ROW_CODES: int = kinds_of(DECIDE)
"""The codes of actions that point at a row: one for each kind of decision."""
CODES: int = ROW_CODES + CODE.EMBLEM + 1 + (REGIONS if PLAYERS > 2 else 0)
"""Kinds of action: rows by decision, the codes up to emblems, emblems, regions of four."""

# groups in which rows are summed

_PLACES = (
    *("hero expedition" if zone == Z.EXPEDITION else zone.name.lower() for zone in terms(Z)),
    "companion expedition",
)


def group_names() -> list[str]:
    """The groups by name, in order."""
    zones = [f"{place} {side}" for side in range(1, PLAYERS + 1) for place in _PLACES]
    emblems = [f"emblems {side}" for side in range(1, PLAYERS + 1)]
    return [*zones, *emblems, "events", "source", "subject"]


GROUPS = len(group_names())


def row_names() -> list[str]:
    """The features of rows by name, in order."""
    return [name for table in _ROW_TABLES for name in names_of(table)]


def field_names() -> list[str]:
    """The features of the game by name, in order."""
    return names_of(GAME_COLUMNS) + names_of(_OF_GAME)


def afterstate_names() -> list[str]:
    """The features of an afterstate by name, in order."""
    return names_of(_OF_OUTCOME)


def code_names() -> list[str]:
    """The kinds of action by name, in order."""
    regions = [f"region {k}" for k in range(CODES - ROW_CODES - CODE.EMBLEM - 1)]
    codes = [f"code {k}" for k in range(CODE.EMBLEM)]
    return [f"row of {k}" for k in range(ROW_CODES)] + codes + ["emblem"] + regions


ROW_MOST: int = 34 + sum(column.high if column.bits else 1 for column in ROW_COLUMNS)
"""Room for the features of a row: all of its fields, and as many computed ones."""

ROWS_READ = _spec(ROW_COLUMNS)
EMBLEMS_READ = _spec(_EMBLEM)
EVENTS_READ = _spec(_EVENT)
GAME_READ = _spec(GAME_COLUMNS)
