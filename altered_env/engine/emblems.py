"""Emblems in Limbo (2.2.2.m): pending Reactions and Ongoing Emblems."""

from . import sets
from .captures import let_go
from .compiled import compiled
from .layout import EMBLEMS, M
from .objects import fail
from .terms import EMBLEM, ERROR


@compiled
def new_emblem(game, kind, a, controller, me, now, n):
    """Create an emblem in Limbo with a new timestamp. Return its slot, -1 on error."""
    m = 0
    while m < game.emblems and game.emblem[m, M.KIND] != EMBLEM.NONE:
        m += 1
    if m == EMBLEMS:
        fail(game, ERROR.EMBLEMS, EMBLEMS)
        return -1
    if m >= game.emblems:
        game.emblems = m + 1
    game.emblem[m, M.KIND] = kind
    game.emblem[m, M.ABILITY] = a
    game.emblem[m, M.CONTROLLER] = controller
    game.emblem[m, M.ME] = me
    game.emblem[m, M.ME_NOW] = now
    game.emblem[m, M.N] = max(-30000, min(30000, n))
    game.emblem[m, M.DURATION] = 0
    game.emblem[m, M.USES] = 0
    game.emblem[m, M.BEFORE] = -1
    game.emblem[m, M.KEPT] = 0
    game.stamp += 1
    game.emblem_stamp[m] = game.stamp
    sets.clear(game.emblem_set[m])
    if kind == EMBLEM.REACTION:
        game.reactions += 1
    return m


@compiled
def end_emblem(game, m):
    """Remove an emblem."""
    if game.emblem[m, M.KIND] == EMBLEM.REACTION:
        game.reactions -= 1
    if game.emblem[m, M.KIND] == EMBLEM.ONGOING:
        game.dirty = 1
    kept = int(game.emblem[m, M.KEPT])
    for column in range(M.COUNT):
        game.emblem[m, column] = 0
    game.emblem_stamp[m] = 0
    sets.clear(game.emblem_set[m])
    let_go(game, kept)
    while game.emblems > 0 and game.emblem[game.emblems - 1, M.KIND] == EMBLEM.NONE:
        game.emblems -= 1


@compiled
def use_emblem(game, m):
    """Use an Ongoing Emblem once; the last use ends it. Return True if it has ended."""
    uses = int(game.emblem[m, M.USES])
    if uses == 0:
        return False
    game.emblem[m, M.USES] = uses - 1
    if uses == 1:
        end_emblem(game, m)
    return uses == 1


@compiled
def expire(game, duration):
    """Remove Ongoing Emblems of this duration (2.2.15)."""
    for m in range(int(game.emblems) - 1, -1, -1):
        if game.emblem[m, M.KIND] == EMBLEM.ONGOING and game.emblem[m, M.DURATION] == duration:
            end_emblem(game, m)
