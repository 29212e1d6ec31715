"""Reading an observation into the features, rows and options of `sight.py`, one after the other.

A position lies in flat arrays between its own start and that of the next: nothing of what is not
in use is written. The same arrays are what a network is asked by and what it later learns from.

>>> packed = new_packed(2)
>>> packed.start.shape, len(packed.feature) == 2 * MOST_FEATURES
((3, 4), True)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..batch.layout import CHOICES, G, N, S, V, X
from ..engine.compiled import compiled
from ..engine.layout import ACTIONS, EMBLEMS, EXPEDITIONS, OBJECTS, PLAYERS
from ..engine.terms import CODE, Z, namespace
from .sight import (
    EMBLEMS_READ,
    EVENTS_READ,
    FEATURES,
    FIELDS,
    GAME,
    GAME_READ,
    LATEST,
    OF,
    ROW_CODES,
    ROWS_READ,
    TERRAINS,
)

__all__ = [
    "MOST_FEATURES",
    "MOST_FIELDS",
    "MOST_OPTIONS",
    "MOST_ROWS",
    "START",
    "Packed",
    "has_room",
    "new_packed",
    "read",
]


@namespace
class START:
    """The columns of where a position begins."""

    FEATURE = 0
    ROW = 1
    FIELD = 2
    OPTION = 3
    COUNT = 4


@namespace
class PLACE:
    """Groups of rows: a zone of a side, and those behind."""

    COMPANION = 10
    OF_SIDE = 11
    EMBLEMS = PLAYERS * OF_SIDE
    EVENTS = EMBLEMS + PLAYERS
    SOURCE = EVENTS + 1
    SUBJECT = EVENTS + 2
    NONE = -1


MOST_ROWS: int = OBJECTS + EMBLEMS + LATEST + 2 + EXPEDITIONS + CHOICES
MOST_FEATURES: int = 80 * MOST_ROWS
MOST_FIELDS: int = FIELDS
MOST_OPTIONS: int = ACTIONS


class Packed(NamedTuple):
    """Positions, one after the other."""

    start: np.ndarray
    """Where each begins: its features, rows, fields, options; one more row than positions."""
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


def new_packed(count: int, share: float = 1.0) -> Packed:
    """Room for so many positions, each using that share of the most that one may."""

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
    )


@compiled
def has_room(packed, p):
    """Is there room for one more position, whatever it is?"""
    start = packed.start
    if p + 1 >= len(start):
        return False
    if start[p, START.FEATURE] + MOST_FEATURES > len(packed.feature):
        return False
    if start[p, START.ROW] + MOST_ROWS > len(packed.size):
        return False
    if start[p, START.FIELD] + MOST_FIELDS > len(packed.field):
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
def _one_of(found, n, base, v, low, high):
    found[n] = base + min(max(v, low), high) - low
    return n + 1


@compiled
def _ahead(o, e, at):
    """Who is ahead at an Expedition in a terrain that counts, with the statistics of the row at
    `at`, -1 for none: 1 this one, 2 the one facing it."""
    counted = int(o[G.COUNTED + e])
    found = 0
    for t in range(TERRAINS):
        if (counted >> t) & 1:
            gap = int(o[G.GAP + TERRAINS * e + t])
            if at >= 0:
                gap += int(o[at + N.FOREST + t])
            if gap > 0:
                found |= 1
            elif gap < 0:
                found |= 2
    return found


@compiled
def _prospects(o, at, found, n):
    """What a card of the viewer that may be played would change: mana, and each Expedition."""
    cost = int(o[at + N.HAND_COST])
    if o[at + N.ZONE] == Z.RESERVE:
        cost = int(o[at + N.RESERVE_COST])
    n = _one_of(found, n, OF.MANA_LEFT, int(o[G.MANA_READY]) - cost, -4, 8)
    for e in range(2):
        counted = int(o[G.COUNTED + e])
        for t in range(TERRAINS):
            if (counted >> t) & 1:
                k = TERRAINS * e + t
                ahead = int(o[G.GAP + k]) + int(o[at + N.FOREST + t])
                n = _one_of(found, n, OF.AHEAD_WITH_IT + 10 * k, ahead, -4, 5)
        before = _ahead(o, e, -1)
        after = _ahead(o, e, at)
        if after & 1:
            found[n] = OF.MOVES_WITH_IT + 3 * e
            n += 1
            if before & 1 == 0:
                found[n] = OF.MOVES_WITH_IT + 3 * e + 1
                n += 1
        if before & 2 and after & 2 == 0:
            found[n] = OF.MOVES_WITH_IT + 3 * e + 2
            n += 1
    return n


@compiled
def _entity(o, at, found, n):
    """The features of a row of the entity table."""
    card = int(o[at + N.CARD])
    if card > 0:
        found[n] = FEATURES + card
        n += 1
    n = _numbers(o, at, ROWS_READ, found, n)
    zone = int(o[at + N.ZONE])
    if card > 0 and o[at + N.SIDE] == 1:
        if zone == Z.HAND or zone == Z.RESERVE or zone == Z.LIMBO:
            n = _prospects(o, at, found, n)
    return n


@compiled
def _expedition(o, e, at, found, n):
    """What an Expedition is that may be chosen, and with the row at `at`, -1 for none, in it."""
    found[n] = OF.EXPEDITION_OF + e
    n += 1
    for t in range(TERRAINS):
        if (int(o[G.COUNTED + e]) >> t) & 1:
            gap = int(o[G.GAP + TERRAINS * e + t])
            n = _one_of(found, n, OF.GAP_THERE + 12 * t, gap, -5, 6)
            if at >= 0:
                gap += int(o[at + N.FOREST + t])
                n = _one_of(found, n, OF.GAP_WITH_IT + 12 * t, gap, -5, 6)
            found[n] = OF.TERRAIN_THERE + t
            n += 1
    moving = _ahead(o, e, -1) | (_ahead(o, e, at) << 2)
    for b in range(4):
        if (moving >> b) & 1:
            found[n] = OF.MOVING_THERE + b
            n += 1
    n = _one_of(found, n, OF.DISTANCE_THERE, int(o[G.DISTANCE + e]), 0, 10)
    if o[G.MOVED_TODAY + e]:
        found[n] = OF.STATE_THERE
        n += 1
    if o[G.BEHIND + e]:
        found[n] = OF.STATE_THERE + 1
        n += 1
    if o[G.CONTACT + e]:
        found[n] = OF.STATE_THERE + 2
        n += 1
    if o[G.ASCENDED + e]:
        found[n] = OF.STATE_THERE + 3
        n += 1
    return n


@compiled
def _game(o, found, n):
    """The features of the game as a whole."""
    n = _numbers(o, 0, GAME_READ, found, n)
    for e in range(2):
        ahead = _ahead(o, e, -1)
        if ahead & 1:
            found[n] = GAME.MOVING + 2 * e
            n += 1
        if ahead & 2:
            found[n] = GAME.MOVING + 2 * e + 1
            n += 1
        for t in range(TERRAINS):
            if (int(o[G.COUNTED + e]) >> t) & 1:
                k = TERRAINS * e + t
                n = _one_of(found, n, GAME.COUNTED_GAP + 12 * k, int(o[G.GAP + k]), -5, 6)
    for p in range(PLAYERS):
        far = int(o[G.DISTANCE + 2 * p]) + int(o[G.DISTANCE + 2 * p + 1])
        n = _one_of(found, n, GAME.FAR + 17 * p, far, 0, 16)
    return n


@compiled
def _group(o, at):
    side = max(1, int(o[at + N.SIDE])) - 1
    zone = int(o[at + N.ZONE])
    if zone == Z.EXPEDITION and o[at + N.EXPEDITION] == 2:
        zone = PLACE.COMPANION
    return side * PLACE.OF_SIDE + zone


@compiled
def _about(o):
    """Where the row lies that the decision is about; -1 for none."""
    row = int(o[G.SUBJECT])
    if row == 0:
        row = int(o[G.SOURCE_ROW])
    return S.ENTITIES + (row - 1) * N.COUNT if row > 0 else -1


@compiled
def read(desk, packed, p):
    """Write position p, what is seen at the desk, behind the one before."""
    o = desk.observation
    found = packed.feature
    start = packed.start
    n = int(start[p, START.FEATURE])
    first = int(start[p, START.ROW])
    r = first
    at = S.ENTITIES
    for _ in range(int(o[G.ROWS])):
        before = n
        n = _entity(o, at, found, n)
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
        n = _one_of(found, n + 1, OF.SOURCE_ABILITY, int(o[G.SOURCE_ABILITY]), 0, 8)
        packed.size[r] = n - before
        packed.group[r] = PLACE.SOURCE
        r += 1
    if o[G.SUBJECT] > 0:
        before = n
        n = _entity(o, S.ENTITIES + (int(o[G.SUBJECT]) - 1) * N.COUNT, found, n)
        packed.size[r] = n - before
        packed.group[r] = PLACE.SUBJECT
        r += 1
    k = int(start[p, START.OPTION])
    mask = desk.mask
    for a in range(ACTIONS):
        if mask[a] == 0:
            continue
        packed.action[k] = a
        code = a - OBJECTS
        if code < 0:
            packed.row[k] = a
            packed.code[k] = int(o[G.DECISION])
        elif code < CODE.EMBLEM:
            before = n
            packed.row[k] = -1
            packed.code[k] = ROW_CODES + code
            if CODE.EXPEDITION <= code < CODE.PLAYER:
                n = _expedition(o, code - CODE.EXPEDITION, _about(o), found, n)
            elif CODE.MODE <= code < CODE.NUMBER:
                n = _choice(o, G.CHOICES + 3 * (code - CODE.MODE), found, n)
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
    start[p + 1, START.FIELD] = _game(o, packed.field, int(start[p, START.FIELD]))


@compiled
def _choice(o, at, found, n):
    """What one of a list stands for: an object, an ability of a card."""
    before = n
    if o[at] > 0:
        n = _entity(o, S.ENTITIES + (int(o[at]) - 1) * N.COUNT, found, n)
    elif o[at + 1] > 0:
        found[n] = FEATURES + int(o[at + 1])
        n += 1
    if n > before or o[at + 2] != 0:
        n = _one_of(found, n, OF.CHOICE_ABILITY, int(o[at + 2]), 0, 15)
    return n
