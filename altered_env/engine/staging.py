"""Staging a step: imminent atomic actions, and the frames of effects."""

from . import sets
from .compiled import compiled
from .layout import FRAMES, HELD, LOG, STEP_ACTIONS, F
from .objects import fail
from .terms import ABILITY, ACT, AS, ERROR, EV, FLAG, NOTED, STATUS, STEP, C, Z


@compiled
def stage(game, kind, cause, x, doer, amount, what, flags):
    """Add an atomic action to the step being prepared. Return its row."""
    i = int(game.acts)
    if i >= STEP_ACTIONS:
        fail(game, ERROR.ACTIONS, STEP_ACTIONS)
        return STEP_ACTIONS - 1
    game.acts = i + 1
    for column in range(ACT.COLUMNS):
        game.act[i, column] = 0
    game.act[i, ACT.KIND] = kind
    game.act[i, ACT.CAUSE] = cause
    game.act[i, ACT.OBJECT] = x
    game.act[i, ACT.AFTER] = -1
    game.act[i, ACT.AMOUNT] = max(-30000, min(30000, amount))
    game.act[i, ACT.WHAT] = what
    game.act[i, ACT.FLAGS] = flags
    if doer < 0 and x >= 0:
        doer = int(game.obj[x, C.SIDE])  # 1.4.7.d
    game.act[i, ACT.DOER] = doer
    if x >= 0:
        game.act[i, ACT.FROM] = game.obj[x, C.ZONE]
        game.act[i, ACT.FROM_SIDE] = game.obj[x, C.SIDE]
        game.act[i, ACT.FROM_PRESENCE] = game.obj[x, C.PRESENCE]
        if kind != EV.MOVE:
            game.act[i, ACT.TO] = game.obj[x, C.ZONE]
            game.act[i, ACT.TO_SIDE] = game.obj[x, C.SIDE]
            game.act[i, ACT.TO_PRESENCE] = game.obj[x, C.PRESENCE]
    else:
        game.act[i, ACT.FROM_SIDE] = -1
    return i


@compiled
def stage_move(game, x, zone, side, expedition, cause, doer, flags, depth):
    """Stage a move of x; `expedition` is -1 outside the Expedition zone."""
    i = stage(game, EV.MOVE, cause, x, doer, depth, 0, flags)
    if zone == Z.RESERVE and game.obj[x, C.ZONE] == Z.EXPEDITION:
        if int(game.obj[x, C.STATUS]) & STATUS.FLEETING:
            zone = Z.DISCARD  # 2.4.7.d
            game.act[i, ACT.FLAGS] = flags | FLAG.FLEES
    if zone != Z.EXPEDITION and zone != Z.LANDMARK and zone != Z.LIMBO:
        side = int(game.obj[x, C.OWNER])
    game.act[i, ACT.TO] = zone
    game.act[i, ACT.TO_SIDE] = side
    game.act[i, ACT.TO_PRESENCE] = (1 << expedition) if expedition >= 0 else 0
    return i


@compiled
def stage_ascension(game, e, doer, gains):
    """Stage a gain or loss of Ascended by Expedition e (7.3.3)."""
    kind = EV.GAIN if gains else EV.LOSE
    i = stage(game, kind, 0, -1, doer, 1, STATUS.ASCENDED, 0)
    game.act[i, ACT.TO] = Z.EXPEDITION
    game.act[i, ACT.TO_SIDE] = e // 2
    game.act[i, ACT.TO_PRESENCE] = 1 << e


@compiled
def push_effect(game, pc, controller, me, now, n, kind):
    """Push a frame that executes the program at pc with an empty set 0. Return the frame."""
    f = int(game.depth)
    if f >= FRAMES - 1:
        fail(game, ERROR.FRAMES, FRAMES)
        return f - 1
    for column in range(F.COUNT):
        game.frame[f, column] = 0
    for k in range(game.set.shape[1]):
        sets.clear(game.set[f, k])
    game.frame[f, F.KIND] = kind
    game.frame[f, F.PC] = pc
    game.frame[f, F.CONTROLLER] = controller
    game.frame[f, F.DOER] = controller
    game.frame[f, F.ME] = me
    game.frame[f, F.ME_NOW] = now
    game.frame[f, F.N] = n
    game.frame[f, F.SLOT] = -1
    game.frame[f, F.EXPEDITION] = -1
    game.frame[f, F.BEFORE] = -1
    game.frame[f, F.ABILITY] = -1
    game.depth = f + 1
    return f


@compiled
def hold(game):
    """Suspend the modified step: its modifier acts at once and continues with the result (a
    roll)."""
    n = int(game.acts)
    if n > HELD or game.holding:
        fail(game, ERROR.ACTIONS, HELD)
        return
    for i in range(n):
        for column in range(ACT.COLUMNS):
            game.held[i, column] = game.act[i, column]
            game.act[i, column] = 0
    for k in range(16):
        game.held[HELD, k] = game.modifier_slot[k]
        game.held[HELD + 1, k] = game.modifier_ability[k]
        game.held[HELD + 2, k] = game.otherwise[k]
        game.modifier_slot[k] = 0
        game.modifier_ability[k] = 0
        game.otherwise[k] = 0
    game.held[HELD + 3, 0] = n
    game.held[HELD + 3, 1] = game.modifiers
    game.held[HELD + 3, 2] = game.otherwises
    game.held[HELD + 3, 3] = game.modified_act
    game.held[HELD + 3, 4] = game.commit_depth
    game.held[HELD + 3, 5] = game.commit_controller
    game.held[HELD + 3, 6] = game.modified_whole
    game.acts = 0
    game.holding = 1


@compiled
def release(game):
    """Resume the suspended step."""
    n = int(game.held[HELD + 3, 0])
    for i in range(n):
        for column in range(ACT.COLUMNS):
            game.act[i, column] = game.held[i, column]
    for k in range(16):
        game.modifier_slot[k] = game.held[HELD, k]
        game.modifier_ability[k] = game.held[HELD + 1, k]
        game.otherwise[k] = game.held[HELD + 2, k]
    game.acts = n
    game.modifiers = game.held[HELD + 3, 1]
    game.otherwises = game.held[HELD + 3, 2]
    game.modified_act = game.held[HELD + 3, 3]
    game.commit_depth = game.held[HELD + 3, 4]
    game.commit_controller = game.held[HELD + 3, 5]
    game.modified_whole = game.held[HELD + 3, 6]
    game.commit = STEP.MODIFIED
    game.modifier_now = -1
    game.holding = 0
    for i in range(HELD + 4):
        for column in range(ACT.COLUMNS):
            game.held[i, column] = 0


@compiled
def begin_step(game, controller):
    """Begin the step of the staged actions; `controller` is -1 for a step without one."""
    game.commit = STEP.MODIFIED
    game.commit_depth = game.depth
    game.commit_controller = controller
    game.modifiers = 0
    game.otherwises = 0
    game.modified_whole = 0
    game.modifier_now = -1
    game.dice_count = 0


@compiled
def record(game, book, kind, cause, player, x, zone, side):
    """Log today's event (`happened`, `nth`) with its zone and player. Events that no query can
    distinguish share one line with a count, so that loops do not fill the log."""
    if (int(game.listening) >> ABILITY.VOLATILE) & 1:
        game.dirty = 1
    n = int(game.logged)
    player = max(0, player)
    card = int(game.obj[x, C.CARD]) if x >= 0 else 0
    if x >= 0 and game.obj[x, C.PLAYED_AS] == AS.TEMPLE:
        card = -1 - card
    place = zone + Z.COUNT * int(side == player)
    for i in range(n - 1, -1, -1):
        if game.log[i, NOTED.TURN] != game.turn or game.log[i, NOTED.PHASE] != game.phase:
            break
        if (
            game.log[i, NOTED.KIND] == kind
            and game.log[i, NOTED.CAUSE] == cause
            and game.log[i, NOTED.PLAYER] == player
        ):
            if game.log[i, NOTED.CARD] == card and game.log[i, NOTED.PLACE] == place:
                game.log[i, NOTED.TIMES] = min(30000, int(game.log[i, NOTED.TIMES]) + 1)
                return
    if n >= LOG:
        fail(game, ERROR.LOG, LOG)
        return
    game.log[n, NOTED.KIND] = kind
    game.log[n, NOTED.CAUSE] = cause
    game.log[n, NOTED.PLAYER] = player
    game.log[n, NOTED.CARD] = card
    game.log[n, NOTED.PLACE] = place
    game.log[n, NOTED.TURN] = game.turn
    game.log[n, NOTED.PHASE] = game.phase
    game.log[n, NOTED.TIMES] = 1
    game.logged = n + 1
