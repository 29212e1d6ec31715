"""Values captured by lasting and waiting effects: the numbers, players, Expeditions and objects
that were bound when the effect was created.

An emblem refers to a row of `kept_number` and `kept_set`; emblems with the same captures share it.
The programs of its ability find the numbers in their registers, and the objects in their sets, from
2 on.
"""

from . import sets
from .compiled import compiled
from .layout import KEPT, KEPT_NUMBERS, KEPT_SETS, WORDS, F, M
from .objects import fail
from .terms import EMBLEM, ERROR

FIRST = 2
"""The first register and the first set of the captures."""


@compiled
def note_number(game, i, n):
    """Record the i-th number for the next emblem."""
    game.kept_number[KEPT, i] = max(-30000, min(30000, n))


@compiled
def note_set(game, k, row):
    """Record the k-th set of objects for the next emblem."""
    sets.copy(game.kept_set[KEPT, k], row)


@compiled
def _equal(game, r):
    for i in range(KEPT_NUMBERS):
        if game.kept_number[r, i] != game.kept_number[KEPT, i]:
            return False
    for k in range(KEPT_SETS):
        for w in range(WORDS):
            if game.kept_set[r, k, w] != game.kept_set[KEPT, k, w]:
                return False
    return True


@compiled
def _clear(game, r):
    for i in range(KEPT_NUMBERS):
        game.kept_number[r, i] = 0
    for k in range(KEPT_SETS):
        sets.clear(game.kept_set[r, k])


@compiled
def _referred(game, kept):
    for m in range(int(game.emblems)):
        if game.emblem[m, M.KIND] != EMBLEM.NONE and game.emblem[m, M.KEPT] == kept:
            return True
    return False


@compiled
def keep(game):
    """Move the recorded values to a row for the next emblem; return its number plus one."""
    row = -1
    for r in range(KEPT - 1, -1, -1):
        if _equal(game, r):
            row = r
    if row < 0:
        row = 0
        while row < KEPT and _referred(game, row + 1):
            row += 1
        if row == KEPT:
            fail(game, ERROR.KEPT, KEPT)
            _clear(game, KEPT)
            return 0
        for i in range(KEPT_NUMBERS):
            game.kept_number[row, i] = game.kept_number[KEPT, i]
        for k in range(KEPT_SETS):
            sets.copy(game.kept_set[row, k], game.kept_set[KEPT, k])
    _clear(game, KEPT)
    return row + 1


@compiled
def let_go(game, kept):
    """Release the captures of a removed emblem unless another one shares them."""
    if kept > 0 and not _referred(game, kept):
        _clear(game, kept - 1)


@compiled
def load_kept(game, f, kept):
    """Load an emblem's captures into the registers and sets of frame f."""
    if kept == 0:
        return
    for i in range(KEPT_NUMBERS):
        game.frame[f, F.REGISTER + FIRST + i] = game.kept_number[kept - 1, i]
    for k in range(KEPT_SETS):
        sets.copy(game.set[f, FIRST + k], game.kept_set[kept - 1, k])
