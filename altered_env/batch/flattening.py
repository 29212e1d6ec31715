"""Observations as floats: masks multi-hot, kinds one-hot, numbers scaled.

The layout is a plan (`spaces.gym_spaces`). Most rows of a table are empty; they are copied from an
empty observation.
"""

from ..engine.compiled import compiled, entry
from ..engine.terms import namespace


@namespace
class PART:
    """Columns of the plan of a part: the globals, or a table."""

    AT = 0  # where its first row begins in the observation
    ROWS = 1
    WIDTH = 2  # numbers of a row
    TO = 3  # where its first row begins in the flat view
    SPREAD = 4  # floats of a row
    FIRST = 5  # its fields in the plan of fields
    LAST = 6
    COUNT = 7


@namespace
class COLUMN:
    """Columns of the plan of a field, and how it is spread."""

    HOW = 0
    AT = 1  # within the row
    WIDTH = 2
    SPREAD = 3  # floats for each of its numbers
    TO = 4  # within the row of the flat view
    COUNT = 5
    KIND = 0
    BITS = 1
    NUMBER = 2


@compiled
def flatten_row(numbers, start, field, scale, part, out, to):
    """Write the row of a part that begins at `start` as floats from `to` on."""
    for k in range(to, to + part[PART.SPREAD]):
        out[k] = 0.0
    for k in range(part[PART.FIRST], part[PART.LAST]):
        plan = field[k]
        how = plan[COLUMN.HOW]
        spread = plan[COLUMN.SPREAD]
        source = start + plan[COLUMN.AT]
        at = to + plan[COLUMN.TO]
        for w in range(plan[COLUMN.WIDTH]):
            value = int(numbers[source + w])
            if how == COLUMN.NUMBER:
                out[at] = max(-4.0, min(4.0, value / scale[k]))
            elif how == COLUMN.KIND:
                if 0 <= value < spread:
                    out[at + value] = 1.0
            else:
                for c in range(spread):
                    out[at + c] = (value >> c) & 1
            at += spread


@entry
def flatten(observations, parts, field, scale, empty, out):
    """Write the flat view of each observation; `empty` is that of an observation of zeros."""
    for i in range(observations.shape[0]):
        for k in range(len(empty)):
            out[i, k] = empty[k]
        for p in range(parts.shape[0]):
            width = parts[p, PART.WIDTH]
            to = parts[p, PART.TO]
            for row in range(parts[p, PART.ROWS]):
                start = parts[p, PART.AT] + row * width
                k = 0
                while k < width and observations[i, start + k] == 0:
                    k += 1
                if k < width:
                    at = to + row * parts[p, PART.SPREAD]
                    flatten_row(observations[i], start, field, scale, parts[p], out[i], at)
