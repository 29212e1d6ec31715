"""A preview of a token about to be created, for filters of modifiers and prohibitions while there
is no object yet."""

from .compiled import compiled
from .objects import empty_slot, settle
from .terms import ACT, C, Z


@compiled
def foresee(game, book, row):
    """Return a free slot with the token that `row`, an action of a step, would create; it is in no
    zone, and lacks what abilities will give it. `dismiss` it before anything else happens."""
    x = empty_slot(game)
    if x < 0:
        return -1
    side = int(row[ACT.TO_SIDE])
    expedition = -1
    if row[ACT.TO] == Z.EXPEDITION:
        expedition = 0
        while (int(row[ACT.TO_PRESENCE]) >> expedition) & 1 == 0:
            expedition += 1
    game.obj[x, C.LIFE] = 1
    game.obj[x, C.CARD] = row[ACT.WHAT]
    game.obj[x, C.ZONE] = row[ACT.TO]
    game.obj[x, C.OWNER] = side
    game.obj[x, C.SIDE] = side
    game.obj[x, C.EXPEDITION] = expedition
    settle(game, book, x)
    return x


@compiled
def dismiss(game, x):
    """Free the slot again."""
    if x >= 0:
        for column in range(C.COUNT):
            game.obj[x, column] = 0
        game.subtypes[x] = 0
