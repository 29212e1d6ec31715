"""Copies observations from the slots into other arrays: only the rows in use, clearing those in use
before. Most rows of most tables are empty, so this is a fifth of an observation."""

from ..engine.compiled import compiled, entry
from .flattening import PART, flatten_row
from .layout import G, N, S, V, X
from .observing import observe


@compiled
def _copy(o, out, start, count, stale):
    for k in range(start, start + count):
        out[k] = o[k]
    for k in range(start + count, start + stale):
        out[k] = 0


@compiled
def _copy_one(o, out, used):
    """Copy an observation; `used` are the rows of each table that `out` holds, and then those of
    this one."""
    rows = int(o[G.ROWS])
    emblems = int(o[G.EMBLEMS])
    events = int(o[G.EVENTS])
    _copy(o, out, 0, S.ENTITIES, 0)
    _copy(o, out, S.ENTITIES, rows * N.COUNT, int(used[0]) * N.COUNT)
    _copy(o, out, S.EMBLEMS, emblems * X.COUNT, int(used[1]) * X.COUNT)
    _copy(o, out, S.EVENTS, events * V.COUNT, int(used[2]) * V.COUNT)
    used[0] = rows
    used[1] = emblems
    used[2] = events


@entry
def copy_seen(slots, first, last, out, used):
    """The observations of these slots, raw."""
    for i in range(first, last):
        _copy_one(slots[i].observation, out[i], used[i])


@entry
def flatten_seen(slots, first, last, parts, field, scale, empty, out, used):
    """The observations of these slots as floats (`flattening.py`)."""
    for i in range(first, last):
        o = slots[i].observation
        row = out[i]
        flatten_row(o, 0, field, scale, parts[0], row, parts[0, PART.TO])
        for p in range(1, parts.shape[0]):
            count = int(o[G.ROWS] if p == 1 else (o[G.EMBLEMS] if p == 2 else o[G.EVENTS]))
            width = parts[p, PART.WIDTH]
            spread = parts[p, PART.SPREAD]
            at = parts[p, PART.AT]
            to = parts[p, PART.TO]
            for r in range(count):
                flatten_row(o, at + r * width, field, scale, parts[p], row, to + r * spread)
            for k in range(to + count * spread, to + int(used[i, p - 1]) * spread):
                row[k] = empty[k]
            used[i, p - 1] = count


@compiled
def _pack(o, start, width, first, last, out):
    at = start
    for r in range(first, last):
        for k in range(width):
            out[r, k] = o[at + k]
        at += width


@entry
def pack_seen(slots, first, last, starts, game, entities, emblems, events):
    """The observations of these slots, the rows of each table concatenated over games; those of
    slot i are from `starts[i]` to before `starts[i + 1]`."""
    for i in range(first, last):
        o = slots[i].observation
        for k in range(S.ENTITIES):
            game[i, k] = o[k]
        _pack(o, S.ENTITIES, N.COUNT, starts[i, 0], starts[i + 1, 0], entities)
        _pack(o, S.EMBLEMS, X.COUNT, starts[i, 1], starts[i + 1, 1], emblems)
        _pack(o, S.EVENTS, V.COUNT, starts[i, 2], starts[i + 1, 2], events)


@entry
def finals_seen(games, kept, book, slots, k, of, seats, out):
    """The final observations of these seats in the last games of the slots `of`, which are kept
    from place `kept` on. Slot k is overwritten."""
    for n in range(len(of)):
        observe(games[kept + of[n]], book[0], slots[k], seats[n])
        o = slots[k].observation
        for column in range(S.COUNT):
            out[n, column] = o[column]
