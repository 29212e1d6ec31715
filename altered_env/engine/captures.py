"""What an effect that lasts or waits speaks of: the numbers, players, Expeditions and objects that
were bound as it was said.

An emblem names a row of `kept_number` and `kept_set`; emblems that keep the same share it. The
programs of its ability find the numbers in their registers, the objects in their sets, from 2 on.
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
    """The i-th number that the next emblem keeps."""
    game.kept_number[KEPT, i] = max(-30000, min(30000, n))


@compiled
def note_set(game, k, row):
    """The k-th set of objects that the next emblem keeps."""
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
    """Give what was noted a row, for the emblem made next; returns its number plus one."""
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
    """An emblem that kept this is gone: nothing of it stays unless another keeps it."""
    if kept > 0 and not _referred(game, kept):
        _clear(game, kept - 1)


@compiled
def load_kept(game, f, kept):
    """Put what an emblem keeps where the programs of its ability look for it in frame f."""
    if kept == 0:
        return
    for i in range(KEPT_NUMBERS):
        game.frame[f, F.REGISTER + FIRST + i] = game.kept_number[kept - 1, i]
    for k in range(KEPT_SETS):
        sets.copy(game.set[f, FIRST + k], game.kept_set[kept - 1, k])
