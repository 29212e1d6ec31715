"""Prohibitions: actions that an ability forbids do not happen (1.4.1)."""

from . import sets
from .compiled import compiled
from .in_force import next_in_force
from .layout import LENGTH, PLAYERS, STEP_ACTIONS, F
from .matching import ASCENSION, TIED, matches
from .passives import ability_works
from .terms import ABILITY, ACT, EV, KW, PHASE, TERRAIN, C, Z


@compiled
def _defended(game, expedition):
    """Return whether a Defender keeps the Expedition from moving forward during Dusk (7.4.2.b)."""
    if game.phase != PHASE.DUSK:
        return False
    row = game.zone[Z.EXPEDITION, expedition // 2]
    x = sets.first(row)
    while x >= 0:
        if (int(game.obj[x, C.PRESENCE]) >> expedition) & 1:
            if int(game.obj[x, C.KEYWORDS]) & KW.DEFENDER:
                return True
        x = sets.after(row, x)
    return False


@compiled
def _may_anyway(game, book, e):
    """Return whether an ability lets an Expedition move although a Defender is in it."""
    row = game.zone[Z.EXPEDITION, e // 2]
    x = sets.first(row)
    while x >= 0:
        card = book.card[game.obj[x, C.CARD]]
        if (int(card.statements) >> ABILITY.CAN) & 1 and (int(game.obj[x, C.PRESENCE]) >> e) & 1:
            for a in range(int(card.first), int(card.last)):
                if book.ability[a].kind == ABILITY.CAN and book.ability[a].event == EV.PROGRESS:
                    if ability_works(game, book, x, a):
                        return True
        x = sets.after(row, x)
    return False


@compiled
def stuck(game, book, i):
    """Return whether action i would put something into the place of a player who has left (FFA-07),
    or move an Expedition that cannot move there: in the Arena (4.3.d), at the end of its way, or
    held by a Defender (7.4.2.b)."""
    if game.act[i, ACT.KIND] != EV.PROGRESS:
        if PLAYERS == 2 or game.out == 0 or game.act[i, ACT.KIND] != EV.MOVE:
            return False
        return (int(game.out) >> int(game.act[i, ACT.TO_SIDE])) & 1 != 0
    e = int(game.act[i, ACT.TO])
    n = int(game.act[i, ACT.AMOUNT])
    if game.arena or n == 0 or (n < 0 and game.progress[e] == 0):
        return True
    if n < 0:
        return False
    if game.progress[e] == LENGTH - 1:
        return True
    return _defended(game, e) and not _may_anyway(game, book, e)


@compiled
def _strikes(game, book, a, i):
    """Return whether the whole action is removed. A terrain by which an Expedition cannot move
    forward is only ignored (4.2.4.c, 4.2.4.d)."""
    what = int(book.ability[a].what) & 15
    if game.act[i, ACT.KIND] != EV.PROGRESS or what == 0 or game.act[i, ACT.WHAT] == 0:
        return True
    left = int(game.act[i, ACT.WHAT]) & ~(what | (what & TERRAIN.ALL) << TIED)
    if left >> TIED == 0:
        left &= ~ASCENSION
    game.act[i, ACT.WHAT] = left
    return left & TERRAIN.ALL == 0


@compiled
def forbidden(game, book, i):
    """Return whether a prohibition matches action i of the step (1.4.1)."""
    k = -1
    while True:
        k, a, me, side, kept = next_in_force(game, book, ABILITY.CANT, k, -1)
        if k < 0:
            break
        if matches(game, book, a, me, side, kept, game.act, i):
            if _strikes(game, book, a, i):
                return True
    return False


@compiled
def cannot_activate(game, book, x, a):
    """Return whether an ability says that Reaction a of object x cannot activate (7.3.1.e)."""
    symbol = int(book.ability[a].symbol)
    if symbol == 0 or (int(game.listening) >> ABILITY.CANT) & 1 == 0:
        return False
    i = STEP_ACTIONS - 1  # a row outside the step
    for column in range(ACT.COLUMNS):
        game.act[i, column] = 0
    game.act[i, ACT.KIND] = EV.ACTIVATE
    game.act[i, ACT.OBJECT] = x
    game.act[i, ACT.AFTER] = -1
    game.act[i, ACT.WHAT] = symbol
    game.act[i, ACT.DOER] = game.obj[x, C.SIDE]
    result = forbidden(game, book, i)
    for column in range(ACT.COLUMNS):
        game.act[i, column] = 0
    return result


@compiled
def allow(game, book, f, pc):
    """Keep the objects of a set to which an action can happen: an impossible cost cannot be paid
    (1.4.1.b), and one object pays one cost."""
    code = book.code
    row = game.set[f, int(code[pc + 1])]
    for k in range(int(game.acts)):
        x = int(game.act[k, ACT.OBJECT])
        if x >= 0 and game.act[k, ACT.KIND] == code[pc + 2] and sets.has(row, x):
            status = int(code[pc + 5])
            if code[pc + 2] == EV.MOVE or (status < 1000 and game.act[k, ACT.WHAT] == status):
                sets.remove(row, x)
    if (int(game.listening) >> ABILITY.CANT) & 1 == 0:
        return
    i = STEP_ACTIONS - 1
    x = sets.first(row)
    while x >= 0:
        for column in range(ACT.COLUMNS):
            game.act[i, column] = 0
        game.act[i, ACT.KIND] = int(code[pc + 2])
        game.act[i, ACT.CAUSE] = int(code[pc + 3])
        game.act[i, ACT.OBJECT] = x
        game.act[i, ACT.AFTER] = -1
        game.act[i, ACT.DOER] = game.frame[f, F.DOER]
        game.act[i, ACT.FROM] = game.obj[x, C.ZONE]
        game.act[i, ACT.FROM_SIDE] = game.obj[x, C.SIDE]
        game.act[i, ACT.FROM_PRESENCE] = game.obj[x, C.PRESENCE]
        game.act[i, ACT.TO] = int(code[pc + 4])
        game.act[i, ACT.TO_SIDE] = game.obj[x, C.OWNER]
        game.act[i, ACT.AMOUNT] = 1
        game.act[i, ACT.WHAT] = int(code[pc + 5])
        if forbidden(game, book, i):
            sets.remove(row, x)
        x = sets.after(row, x)
    for column in range(ACT.COLUMNS):
        game.act[i, column] = 0
