"""Reading an observation into the features, rows and options of `features.py`, one after the other.

A position occupies flat arrays from its start to that of the next, with rows in use only. The same
arrays serve inference and learning.

>>> packed = new_packed(2)
>>> packed.start.shape, len(packed.feature) == 2 * MOST_FEATURES
((3, 5), True)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..batch.layout import CHOICES, G, N, S, V, X
from ..engine.compiled import compiled
from ..engine.layout import ACTIONS, EMBLEMS, EXPEDITIONS, OBJECTS, PLAYERS
from ..engine.terms import CODE, Z, namespace
from .features import (
    EMBLEMS_READ,
    EVENTS_READ,
    FEATURES,
    FIELDS,
    GAME_READ,
    LATEST,
    OF,
    ROW_CODES,
    ROW_MOST,
    ROWS_READ,
)
from .plan import foresee, new_cards, new_plans, new_spending
from .plan_features import of_card, of_expedition, of_game, one_of


@namespace
class START:
    """The columns of where a position begins."""

    FEATURE = 0
    ROW = 1
    FIELD = 2
    OPTION = 3
    AFTERSTATE = 4
    COUNT = 5


@namespace
class PLACE:
    """Groups of rows: a zone of a side, and those behind."""

    COMPANION = Z.COUNT
    OF_SIDE = Z.COUNT + 1
    EMBLEMS = PLAYERS * OF_SIDE
    EVENTS = EMBLEMS + PLAYERS
    SOURCE = EVENTS + 1
    SUBJECT = EVENTS + 2
    NONE = -1


MOST_ROWS: int = OBJECTS + EMBLEMS + LATEST + 2 + EXPEDITIONS + CHOICES
MOST_FEATURES: int = ROW_MOST * MOST_ROWS
MOST_FIELDS: int = FIELDS + OBJECTS
MOST_OPTIONS: int = ACTIONS
MOST_OUTCOMES: int = 48 * MOST_OPTIONS


class Packed(NamedTuple):
    """Positions, one after the other."""

    start: np.ndarray
    """The starts of each: features, rows, fields, options and afterstates; one more row than
    positions."""
    feature: np.ndarray
    """The features of rows."""
    size: np.ndarray
    """How many features each row has."""
    group: np.ndarray
    """The group each row is summed in; -1 none."""
    field: np.ndarray
    """The features of the game as a whole."""
    row: np.ndarray
    """The row of its position that each option points at; -1 none."""
    code: np.ndarray
    """The kind of each option."""
    action: np.ndarray
    """The action that each option is."""
    told: np.ndarray
    """The number of afterstate features of each option."""
    outcome: np.ndarray
    """And these; none unless a network looks (`afterstates.py`)."""


def new_packed(count: int, share: float = 1.0) -> Packed:
    """Buffers for this many positions, each with that share of the maximum size."""

    def room(most: int) -> np.ndarray:
        return np.zeros(max(most, int(count * most * share)), dtype=np.int16)

    rows, options = room(MOST_ROWS), room(MOST_OPTIONS)
    return Packed(
        np.zeros((count + 1, START.COUNT), dtype=np.int64),
        room(MOST_FEATURES),
        rows,
        np.zeros_like(rows),
        room(MOST_FIELDS),
        options,
        np.zeros_like(options),
        np.zeros_like(options),
        np.zeros_like(options),
        room(MOST_OUTCOMES),
    )


@compiled
def has_room(packed, p):
    """Is there room for one more position of any size?"""
    start = packed.start
    if p + 1 >= len(start):
        return False
    if start[p, START.FEATURE] + MOST_FEATURES > len(packed.feature):
        return False
    if start[p, START.ROW] + MOST_ROWS > len(packed.size):
        return False
    if start[p, START.FIELD] + MOST_FIELDS > len(packed.field):
        return False
    if start[p, START.AFTERSTATE] + MOST_OUTCOMES > len(packed.outcome):
        return False
    return start[p, START.OPTION] + MOST_OPTIONS <= len(packed.code)


@compiled
def _numbers(o, at, spec, found, n):
    """The features of the numbers from `at` on, as the spec reads them."""
    for c in range(len(spec)):
        v = int(o[at + spec[c, 0]])
        if v == 0:
            continue
        low = int(spec[c, 2])
        high = int(spec[c, 3])
        base = int(spec[c, 4])
        if spec[c, 1] == 1:
            for b in range(high):
                if (v >> b) & 1:
                    found[n] = base + b
                    n += 1
            continue
        if spec[c, 5] > 1:
            v = v // int(spec[c, 5])
        found[n] = base + min(max(v, low), high) - low
        n += 1
    return n


@compiled
def _entity(o, row, seen, found, n):
    """The features of a row of the entity table."""
    at = S.ENTITIES + row * N.COUNT
    card = int(o[at + N.CARD])
    if card > 0:
        found[n] = FEATURES + card
        n += 1
    n = _numbers(o, at, ROWS_READ, found, n)
    zone = int(o[at + N.ZONE])
    if card > 0 and o[at + N.SIDE] == 1:
        if zone == Z.HAND or zone == Z.RESERVE or zone == Z.LIMBO:
            n = of_card(o, at, row, seen, found, n)
    return n


@compiled
def _game(o, seen, found, n):
    """The features of the game as a whole."""
    n = _numbers(o, 0, GAME_READ, found, n)
    return of_game(o, seen, found, n)


@compiled
def _group(o, at):
    side = max(1, int(o[at + N.SIDE])) - 1
    zone = int(o[at + N.ZONE])
    if zone == Z.EXPEDITION and o[at + N.EXPEDITION] == 2:
        zone = PLACE.COMPANION
    return side * PLACE.OF_SIDE + zone


@compiled
def _about(o):
    """The row that the decision is about; -1 for none."""
    row = int(o[G.SUBJECT])
    return row - 1 if row > 0 else int(o[G.SOURCE_ROW]) - 1


@compiled
def read(slot, packed, p):
    """Append position p, the slot's observation, without its afterstates."""
    o = slot.observation
    found = packed.feature
    start = packed.start
    n = int(start[p, START.FEATURE])
    first = int(start[p, START.ROW])
    r = first
    seen = foresee(o, new_cards(), new_plans(), new_spending())
    at = S.ENTITIES
    for row in range(int(o[G.ROWS])):
        before = n
        n = _entity(o, row, seen, found, n)
        packed.size[r] = n - before
        packed.group[r] = _group(o, at)
        at += N.COUNT
        r += 1
    emblems = r - first
    at = S.EMBLEMS
    for _ in range(int(o[G.EMBLEMS])):
        before = n
        if o[at + X.CARD] > 0:
            found[n] = FEATURES + int(o[at + X.CARD])
            n += 1
        n = _numbers(o, at, EMBLEMS_READ, found, n)
        packed.size[r] = n - before
        packed.group[r] = PLACE.EMBLEMS + max(1, int(o[at + X.SIDE])) - 1
        at += X.COUNT
        r += 1
    at = S.EVENTS
    for _ in range(min(LATEST, int(o[G.EVENTS]))):
        before = n
        if o[at + V.CARD] > 0:
            found[n] = FEATURES + int(o[at + V.CARD])
            n += 1
        n = _numbers(o, at, EVENTS_READ, found, n)
        packed.size[r] = n - before
        packed.group[r] = PLACE.EVENTS
        at += V.COUNT
        r += 1
    if o[G.SOURCE] > 0:
        before = n
        found[n] = FEATURES + int(o[G.SOURCE])
        n = one_of(found, n + 1, OF.SOURCE_ABILITY, int(o[G.SOURCE_ABILITY]), 0, 8)
        packed.size[r] = n - before
        packed.group[r] = PLACE.SOURCE
        r += 1
    if o[G.SUBJECT] > 0:
        before = n
        n = _entity(o, int(o[G.SUBJECT]) - 1, seen, found, n)
        packed.size[r] = n - before
        packed.group[r] = PLACE.SUBJECT
        r += 1
    k = int(start[p, START.OPTION])
    mask = slot.mask
    for a in range(ACTIONS):
        if mask[a] == 0:
            continue
        packed.action[k] = a
        packed.told[k] = 0
        code = a - OBJECTS
        if code < 0:
            packed.row[k] = a
            packed.code[k] = int(o[G.DECISION])
        elif code < CODE.EMBLEM:
            before = n
            packed.row[k] = -1
            packed.code[k] = ROW_CODES + code
            if CODE.EXPEDITION <= code < CODE.PLAYER:
                row = _about(o)
                about = S.ENTITIES + row * N.COUNT if row >= 0 else -1
                n = of_expedition(o, code - CODE.EXPEDITION, about, seen, row, found, n)
            elif CODE.MODE <= code < CODE.NUMBER:
                n = _choice(o, G.CHOICES + 3 * (code - CODE.MODE), seen, found, n)
            if n > before:
                packed.row[k] = r - first
                packed.size[r] = n - before
                packed.group[r] = PLACE.NONE
                r += 1
        elif code < CODE.COUNT:
            packed.row[k] = emblems + code - CODE.EMBLEM
            packed.code[k] = ROW_CODES + CODE.EMBLEM
        else:
            packed.row[k] = -1
            packed.code[k] = ROW_CODES + CODE.EMBLEM + 1 + code - CODE.COUNT
        k += 1
    start[p + 1, START.FEATURE] = n
    start[p + 1, START.ROW] = r
    start[p + 1, START.OPTION] = k
    start[p + 1, START.AFTERSTATE] = start[p, START.AFTERSTATE]
    start[p + 1, START.FIELD] = _game(o, seen, packed.field, int(start[p, START.FIELD]))


@compiled
def _choice(o, at, seen, found, n):
    """The meaning of a list item: an object, an ability of a card."""
    before = n
    if o[at] > 0:
        n = _entity(o, int(o[at]) - 1, seen, found, n)
    elif o[at + 1] > 0:
        found[n] = FEATURES + int(o[at + 1])
        n += 1
    if n > before or o[at + 2] != 0:
        n = one_of(found, n, OF.CHOICE_ABILITY, int(o[at + 2]), 0, 15)
    return n
