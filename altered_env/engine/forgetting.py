"""Reuse of the slots of gone objects once nothing refers to them, without leaving any of their
state to the next object (1.4.4, 2.1.d)."""

from . import sets
from .compiled import compiled
from .last_known import forget_pasts
from .layout import HELD, KEPT_SETS, SETS, WORDS, F, M
from .terms import ACT, EMBLEM, C


@compiled
def _mark_pinned(game, keep):
    for f in range(int(game.depth)):
        for k in range(SETS):
            for w in range(WORDS):
                keep[w] = int(keep[w]) | int(game.set[f, k, w])
        for w in range(WORDS):
            keep[w] = int(keep[w]) | int(game.targeted[f, w])
        for column in (F.ME, F.ME_NOW, F.SLOT, F.BEFORE):
            x = int(game.frame[f, column])
            if x >= 0:
                sets.add(keep, x)
    for m in range(int(game.emblems)):
        if game.emblem[m, M.KIND] != EMBLEM.NONE:
            for w in range(WORDS):
                keep[w] = int(keep[w]) | int(game.emblem_set[m, w])
            kept = int(game.emblem[m, M.KEPT])
            if kept > 0:
                for k in range(KEPT_SETS):
                    for w in range(WORDS):
                        keep[w] = int(keep[w]) | int(game.kept_set[kept - 1, k, w])
            for column in (M.ME, M.ME_NOW, M.BEFORE):
                x = int(game.emblem[m, column])
                if x >= 0:
                    sets.add(keep, x)
    for e in range(int(game.events)):
        for column in (ACT.OBJECT, ACT.AFTER):
            x = int(game.event[e, column])
            if x >= 0:
                sets.add(keep, x)
    for e in range(int(game.acts)):
        x = int(game.act[e, ACT.OBJECT])
        if x >= 0:
            sets.add(keep, x)
    if game.holding:
        for e in range(int(game.held[HELD + 3, 0])):
            x = int(game.held[e, ACT.OBJECT])
            if x >= 0:
                sets.add(keep, x)
    for w in range(WORDS):
        keep[w] = int(keep[w]) | int(game.result[w])


@compiled
def forget_uses(game):
    """Drop the limits of use of gone objects: a new object in the same slot starts fresh (1.4.4,
    1.4.6)."""
    kept = 0
    for i in range(int(game.uses)):
        x = int(game.use_object[i])
        if x < 0 or game.obj[x, C.LIFE] == 1:
            if kept < i:
                game.use_object[kept] = x
                game.use_ability[kept] = game.use_ability[i]
                game.use_count[kept] = game.use_count[i]
            kept += 1
    for i in range(kept, int(game.uses)):
        game.use_object[i] = 0
        game.use_ability[i] = 0
        game.use_count[i] = 0
    game.uses = kept


@compiled
def _forget_gained(game):
    """Drop what gone objects had gained permanently, so that the next one does not inherit it."""
    kept = 0
    for i in range(int(game.grants)):
        if game.obj[game.grant_object[i], C.LIFE] == 1:
            game.grant_object[kept] = game.grant_object[i]
            game.grant_ability[kept] = game.grant_ability[i]
            game.grant_source[kept] = game.grant_source[i]
            kept += 1
    for i in range(kept, int(game.grants)):
        game.grant_object[i] = 0
        game.grant_ability[i] = 0
        game.grant_source[i] = 0
    game.grants = kept
    kept = 0
    for i in range(int(game.gained)):
        if game.obj[game.gained_object[i], C.LIFE] == 1:
            game.gained_object[kept] = game.gained_object[i]
            game.gained_subtypes[kept] = game.gained_subtypes[i]
            kept += 1
    for i in range(kept, int(game.gained)):
        game.gained_object[i] = 0
        game.gained_subtypes[i] = 0
    game.gained = kept


@compiled
def forget(game):
    """Free the slots of gone objects to which nothing refers, with all state that a new object in
    the slot would inherit."""
    if sets.is_empty(game.gone):
        return
    keep = game.keep
    sets.clear(keep)
    _mark_pinned(game, keep)
    x = sets.first(game.gone)
    while x >= 0:
        if not sets.has(keep, x):
            sets.remove(game.gone, x)
            sets.add(game.free, x)
            sets.remove(game.hidden_seen, x)
            for column in range(C.COUNT):
                game.obj[x, column] = 0
            game.subtypes[x] = 0
            game.timestamp[x] = 0
        x = sets.after(game.gone, x)
    sets.clear(keep)
    if game.pasts > 0:
        forget_pasts(game)
    if game.uses > 0:
        forget_uses(game)
    if game.grants > 0 or game.gained > 0:
        _forget_gained(game)
