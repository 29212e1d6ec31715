"""Instructions that stage atomic actions, and a few that act at once."""

from . import sets
from .activating import keep_activatable, stage_activation
from .captures import keep, note_number, note_set
from .compiled import compiled
from .declaring import can_declare_inside
from .emblems import new_emblem
from .initiative import nth_expedition, nth_player
from .knowing import reveal_to
from .layout import EXPEDITIONS, OBJECTS, PLAYERS, REGIONS, STEP_ACTIONS, F, M
from .objects import counter, fail, take_bottom, take_top
from .opcodes import OP
from .passives import refresh
from .playable import can_play
from .prohibitions import allow
from .reading import value
from .staging import hold, release, stage, stage_ascension, stage_move
from .terms import (
    ACT,
    CAUSE,
    DURATION,
    EMBLEM,
    ERROR,
    EV,
    FLAG,
    FN,
    FRAME,
    PHASE,
    STATUS,
    TERRAIN,
    C,
    Z,
    bits_of,
)

EVERY_EXPEDITION = (1 << EXPEDITIONS) - 1
STATUSES = (1 << bits_of(STATUS)) - 1
"""Every status of an object."""


@compiled
def _stage_set(game, book, f, pc, op):
    """Stage one atomic action for each object of a set."""
    code = book.code
    row = game.set[f, int(code[pc + 1])]
    b = int(code[pc + 2])
    doer = int(game.frame[f, F.DOER])
    x = sets.first(row)
    while x >= 0:
        if op == OP.MOVE:
            side = value(game, f, int(code[pc + 3]))
            mask = value(game, f, int(code[pc + 4])) & EVERY_EXPEDITION
            zone = value(game, f, b)
            place = -1
            if zone < 0 or zone >= Z.COUNT or side >= game.players:
                return
            if side == -4:  # to the place of the object in another set (7.3.12)
                other = sets.first(game.set[f, int(code[pc + 4])])
                if game.obj[other, C.LIFE] != 1:
                    return  # one of them is nowhere (7.3.12.b)
                zone = int(game.obj[other, C.ZONE])
                side = int(game.obj[other, C.SIDE])
                place = int(game.obj[other, C.EXPEDITION])
            if zone == Z.EXPEDITION:
                e = place
                if side == -2:  # to the other Expedition of the same player (7.3.39)
                    e = int(game.obj[x, C.EXPEDITION])
                    if e >= 0:
                        e = e ^ 1
                        side = e // 2
                elif side == -3:  # to the Expedition facing it (7.3.6, 7.4.4.i)
                    e = int(game.obj[x, C.EXPEDITION])
                    if e >= 0:
                        e = int(game.facing[e])
                        side = e // 2
                elif e < 0 and mask != 0:
                    e = 0
                    while (mask >> e) & 1 == 0:
                        e += 1
                    side = e // 2
                if e >= 0:
                    cause = int(code[pc + 5])
                    stage_move(game, x, zone, side, e, cause, doer, int(code[pc + 6]), 0)
            else:
                if side < 0:
                    side = int(game.obj[x, C.OWNER])
                if zone != Z.LANDMARK:
                    side = int(game.obj[x, C.OWNER])
                depth = value(game, f, int(code[pc + 7]))
                cause = int(code[pc + 5])
                # only objects of the acting player are sacrificed (7.3.36.a)
                if cause & CAUSE.SACRIFICE == 0 or game.obj[x, C.SIDE] == doer:
                    stage_move(game, x, zone, side, -1, cause, doer, int(code[pc + 6]), depth)
        elif op == OP.STATUS:
            kind = EV.GAIN if int(code[pc + 3]) else EV.LOSE
            statuses = value(game, f, b) & STATUSES
            while statuses != 0:  # separately: a modifier may be about one of them
                stage(game, kind, 0, x, doer, 1, statuses & -statuses, 0)
                statuses &= statuses - 1
        elif op == OP.COUNTER:
            _stage_counter(game, book, f, pc, x, value(game, f, b), doer)
        elif op == OP.REVEAL:
            i = stage(game, EV.REVEAL, 0, x, doer, 1, value(game, f, b), 0)
            game.act[i, ACT.DOER] = doer
            if game.frame[f, F.KIND] == FRAME.MODIFIER:  # it may choose among revealed cards
                reveal_to(game, x, value(game, f, b))
        elif op == OP.GRANT:
            stage(game, EV.GRANT, 0, x, doer, 1, b, 0)
        elif op == OP.GAIN_SUBTYPES:
            source = sets.first(game.set[f, b])
            if source >= 0:
                stage(game, EV.GRANT, 0, x, doer, 1, 0, source + 1)
        elif op == OP.ACTIVATE:
            bearer = sets.first(game.set[f, int(code[pc + 3])]) if code[pc + 3] >= 0 else -1
            stage_activation(game, book, x, b, bearer, doer)
        x = sets.after(row, x)


@compiled
def _support_of(game, book, f, x):
    """Return whether the effect of frame f is that of a Support ability of x."""
    a = int(game.frame[f, F.ABILITY])
    return a >= 0 and book.ability[a].works == FN.RESERVE and game.frame[f, F.ME_NOW] == x


@compiled
def _stage_counter(game, book, f, pc, x, kind, doer):
    code = book.code
    n = value(game, f, int(code[pc + 3]))
    how = int(code[pc + 4])
    most = value(game, f, int(code[pc + 5]))
    have = counter(game, x, kind)
    if how == 3:  # double (7.3.8)
        n = have
        how = 0
    if how == 0:
        if most >= 0:
            if game.obj[x, C.BEYOND] != 0 and _support_of(game, book, f, x):
                most += int(game.obj[x, C.BEYOND])
            n = min(n, max(0, most - have))
        if n > 0:
            stage(game, EV.GAIN, 0, x, doer, n, 1000 + kind, 0)
    elif how == 1:
        stage(game, EV.LOSE, 0, x, doer, min(n, have), 1000 + kind, 0)
    elif how == 5:
        stage(game, EV.LOSE, CAUSE.SPEND, x, doer, min(n, have), 1000 + kind, 0)


@compiled
def _modified_move(game, expedition):
    """Return the modified moves of this Expedition: several if they are those of a Gigantic
    object's Expedition."""
    for i in range(int(game.acts)):
        if int(game.act[i, ACT.FLAGS]) & FLAG.MODIFIED and game.act[i, ACT.TO] == expedition:
            return i
    return int(game.modified_act)


@compiled
def _stage_place(game, f, pc, op, code):
    """Stage one atomic action for each Expedition of a mask."""
    mask = value(game, f, int(code[pc + 1]))
    b = value(game, f, int(code[pc + 2]))
    doer = int(game.frame[f, F.DOER])
    for i in range(2 * int(game.players)):
        e = nth_expedition(game, i)
        if (mask >> e) & 1 == 0:
            continue
        if op == OP.ADVANCE:
            due = 0
            used = 0
            n = b
            if game.frame[f, F.KIND] == FRAME.MODIFIER:  # its cause is unchanged
                was = _modified_move(game, e)
                due = int(game.act[was, ACT.WHAT])
                if code[pc + 3]:  # added to the original distance
                    n += int(game.act[was, ACT.AMOUNT]) - int(game.frame[f, F.N])
                used = int(game.act[was, ACT.USED])
            row = stage(game, EV.PROGRESS, 0, -1, doer, n, due, 0)
            game.act[row, ACT.USED] = used
            game.act[row, ACT.TO] = e
            game.act[row, ACT.DOER] = doer
        else:
            stage_ascension(game, e, doer, b)


@compiled
def _stage_mark(game, f, pc, code):
    """Stage a Terrain Marker in each region of a mask."""
    mask = value(game, f, int(code[pc + 1]))
    doer = int(game.frame[f, F.DOER])
    for r in range(REGIONS):
        if (mask >> r) & 1:
            terrains = value(game, f, int(code[pc + 2])) & TERRAIN.ALL
            row = stage(game, EV.MARK, 0, -1, doer, 1, terrains, 0)
            game.act[row, ACT.TO] = r
            game.act[row, ACT.FROM] = value(game, f, int(code[pc + 3]))


@compiled
def _stage_create(game, book, f, pc, code):
    """Stage the creation of tokens, one atomic action each (6.1.e), in Expeditions or players'
    zones."""
    card = value(game, f, int(code[pc + 1]))
    if card < 0 or card >= book.cards:
        return  # the Signature token of a Hero that has none
    n = value(game, f, int(code[pc + 2]))
    mask = value(game, f, int(code[pc + 3]))
    players = value(game, f, int(code[pc + 4]))
    doer = int(game.frame[f, F.DOER])
    zone = value(game, f, int(code[pc + 6])) if mask == 0 else Z.EXPEDITION
    if zone < 0 or zone >= Z.COUNT:
        return
    for _ in range(min(n, STEP_ACTIONS + 1)):
        for i in range(2 * int(game.players)):
            e = nth_expedition(game, i)
            there = (mask >> e) & 1
            if mask == 0 and e % 2 == 0:
                there = (players >> (e // 2)) & 1
            if there:
                row = stage(game, EV.MOVE, CAUSE.CREATE, -1, doer, 1, card, 0)
                game.act[row, ACT.FLAGS] = int(code[pc + 5])
                game.act[row, ACT.TO_SIDE] = e // 2
                game.act[row, ACT.TO] = zone
                if mask != 0:
                    game.act[row, ACT.TO_PRESENCE] = 1 << e


@compiled
def _stage_again(game, n):
    """Stage n tokens like that of the modified action, in the same place."""
    for _ in range(min(n, STEP_ACTIONS + 1)):
        i = stage(game, EV.MOVE, CAUSE.CREATE, -1, 0, 1, 0, 0)
        for column in range(ACT.COLUMNS):
            game.act[i, column] = game.act[game.modified_act, column]
        game.act[i, ACT.KIND] = EV.MOVE
        game.act[i, ACT.USED] = 0


@compiled
def _is_over(game, duration):
    """Return whether an Ongoing Emblem of this duration can no longer exist (2.2.15.d,
    2.2.15.e)."""
    if duration == DURATION.TURN:
        return game.turn_player < 0
    return duration == DURATION.AFTERNOON and game.phase > PHASE.AFTERNOON


@compiled
def _ongoing(game, f, pc, code):
    if _is_over(game, int(code[pc + 2])):
        return
    a = int(code[pc + 1])
    me = int(game.frame[f, F.ME_NOW])
    controller = int(game.frame[f, F.CONTROLLER])
    m = new_emblem(game, EMBLEM.ONGOING, a, controller, me, me, 0)
    if m >= 0:
        game.emblem[m, M.DURATION] = int(code[pc + 2])
        game.emblem[m, M.USES] = value(game, f, int(code[pc + 3]))
        if int(code[pc + 4]):
            game.emblem[m, M.KEPT] = keep(game)
        game.dirty = 1


@compiled
def _later(game, f, pc, code):
    """Create steps that wait as a Reaction in Limbo, now or from the end of Rest."""
    kind = EMBLEM.REACTION if int(code[pc + 2]) == 0 else EMBLEM.LATER
    me = int(game.frame[f, F.ME])
    now = int(game.frame[f, F.ME_NOW])
    controller = int(game.frame[f, F.CONTROLLER])
    n = int(game.frame[f, F.N])
    m = new_emblem(game, kind, int(code[pc + 1]), controller, me, now, n)
    if m >= 0:
        if kind == EMBLEM.LATER:
            game.emblem[m, M.DURATION] = DURATION.REST
        elif (
            game.frame[f, F.KIND] == FRAME.MODIFIER
            and game.act[game.modified_act, ACT.KIND] == EV.ROLL
        ):
            game.emblem[m, M.USES] = -1  # its amount is the result of the next roll
        if int(code[pc + 3]):
            game.emblem[m, M.KEPT] = keep(game)


@compiled
def _as_they_were(game, before, after):
    """Return the last known state of objects that a step has just moved out of play (2.1.h)."""
    sets.clear(before)
    x = sets.first(after)
    while x >= 0:
        last = x
        if (1 << int(game.obj[x, C.ZONE])) & Z.PLAY_MASK == 0:
            y = sets.first(game.gone)
            while y >= 0:
                if game.obj[y, C.NEXT] == x:
                    last = y
                y = sets.after(game.gone, y)
        sets.add(before, last)
        x = sets.after(after, x)


@compiled
def _as_they_are(game, after, before):
    """Return the current objects of a paid cost: what the moved ones became, and the others."""
    sets.clear(after)
    x = sets.first(before)
    while x >= 0:
        y = x
        if game.obj[x, C.LIFE] == 2:
            y = int(game.obj[x, C.NEXT])
        sets.add(after, y if y >= 0 else x)
        x = sets.after(before, x)


@compiled
def _show(game, row):
    """Reveal the cards of a set that are in hidden zones (3.1.3.f remark)."""
    x = sets.first(row)
    while x >= 0:
        if (Z.HIDDEN_MASK >> int(game.obj[x, C.ZONE])) & 1:
            reveal_to(game, x, (1 << int(game.players)) - 1)
        x = sets.after(row, x)


@compiled
def _write(game, column, number):
    """Change a column of the modified action, unless the value refers to nothing."""
    least = -30000
    most = 30000
    if column == ACT.OBJECT or column == ACT.AFTER:
        least = -1
        most = OBJECTS - 1
    elif column == ACT.FROM_SIDE or column == ACT.DOER:
        least = -1
        most = PLAYERS - 1
    elif column == ACT.KIND:
        least = 0
        most = EV.SPARED
    elif column == ACT.FROM_PRESENCE or column == ACT.TO_PRESENCE:
        least = 0
        most = EVERY_EXPEDITION
    if least <= number <= most:
        game.act[game.modified_act, column] = number


@compiled
def act(game, book, f, pc, op):
    """Execute an instruction that stages actions, or one of the few that act at once."""
    code = book.code
    doer = int(game.frame[f, F.DOER])
    if op in (OP.MOVE, OP.STATUS, OP.COUNTER, OP.REVEAL, OP.GRANT, OP.ACTIVATE):
        _stage_set(game, book, f, pc, op)
    elif op == OP.GAIN_SUBTYPES:
        _stage_set(game, book, f, pc, op)
    elif op == OP.EXCEPT:  # not a reading instruction: trial declarations implement it themselves
        x = sets.first(game.set[f, int(code[pc + 2])])
        while x >= 0:
            sets.remove(game.set[f, int(code[pc + 1])], x)
            x = sets.after(game.set[f, int(code[pc + 2])], x)
    elif op == OP.NOW:
        _as_they_are(game, game.set[f, int(code[pc + 1])], game.set[f, int(code[pc + 2])])
    elif op in (OP.ADVANCE, OP.ASCEND):
        _stage_place(game, f, pc, op, code)
    elif op == OP.MARK:
        _stage_mark(game, f, pc, code)
    elif op == OP.CREATE:
        _stage_create(game, book, f, pc, code)
    elif op == OP.PAY:
        n = value(game, f, int(code[pc + 1]))
        if n > 0:
            i = stage(game, EV.PAY, CAUSE.COST, -1, doer, n, 0, 0)
            game.act[i, ACT.DOER] = doer
    elif op == OP.ROLL:
        i = stage(game, EV.ROLL, 0, -1, doer, value(game, f, int(code[pc + 1])), 0, 0)
        game.act[i, ACT.WHAT] = value(game, f, int(code[pc + 2]))
    elif op == OP.PASS:
        stage(game, EV.PASS, 0, -1, doer, 1, 0, 0)
    elif op == OP.TURN:
        stage(game, EV.TURN, 0, -1, doer, 1, int(code[pc + 1]), 0)
    elif op == OP.FIRST or op == OP.WIN:
        mask = value(game, f, int(code[pc + 1])) & ((1 << int(game.players)) - 1)
        player = 0
        while mask >> player and (mask >> player) & 1 == 0:
            player += 1
        if mask != 0:
            stage(game, EV.TURN, 0, -1, player, 1, 3 if op == OP.FIRST else 4, 0)
    elif op == OP.ONGOING:
        _ongoing(game, f, pc, code)
        refresh(game, book)
    elif op == OP.LATER:
        _later(game, f, pc, code)
    elif op == OP.KEEP_NUMBER:
        note_number(game, int(code[pc + 1]), value(game, f, int(code[pc + 2])))
    elif op == OP.KEEP_SET:
        note_set(game, int(code[pc + 1]), game.set[f, int(code[pc + 2])])
    elif op == OP.TOP:
        row = game.set[f, int(code[pc + 1])]
        sets.clear(row)
        mask = value(game, f, int(code[pc + 2]))
        n = value(game, f, int(code[pc + 3]))
        for i in range(int(game.players)):
            player = nth_player(game, i)
            if (mask >> player) & 1:
                if int(code[pc + 5]):
                    take_bottom(game, player, n, row)
                else:
                    take_top(game, book, player, n, int(code[pc + 4]), row)
    elif op == OP.DOER:
        mask = value(game, f, int(code[pc + 1]))
        game.frame[f, F.DOER] = game.frame[f, F.CONTROLLER]
        for i in range(int(game.players) - 1, -1, -1):  # the first of several by initiative
            player = nth_player(game, i)
            if mask > 0 and (mask >> player) & 1:
                game.frame[f, F.DOER] = player
    elif op == OP.RESULT:
        kind = int(code[pc + 1])
        if kind == 0:
            game.frame[f, F.REGISTER + int(code[pc + 2])] = game.frame[f, F.RESULT]
        elif kind == 1:
            game.frame[f, F.REGISTER + int(code[pc + 2])] = game.frame[f, F.STARTED]
        elif kind == 3:
            _as_they_were(game, game.set[f, int(code[pc + 2])], game.set[f, int(code[pc + 3])])
        else:
            sets.copy(game.set[f, int(code[pc + 2])], game.set[f, 1])
    elif op == OP.CAN_DECLARE:
        r = F.REGISTER + int(code[pc + 1])
        cost = value(game, f, int(code[pc + 4]))
        can = can_declare_inside(game, book, f, int(code[pc + 2]), int(code[pc + 3]), cost)
        game.frame[f, r] = 1 if can else 0
    elif op == OP.SHOW:
        _show(game, game.set[f, int(code[pc + 1])])
    elif op == OP.HOLD:
        hold(game)
    elif op == OP.RELEASE:
        release(game)
    elif op == OP.ALLOW:
        allow(game, book, f, pc)
    elif op == OP.PROMISE:
        game.frame[f, F.COST] = value(game, f, int(code[pc + 1]))
        game.frame[f, F.SPENT] = 0
    elif op == OP.DECLARED:
        game.frame[f, F.DECLARED] = int(game.frame[f, F.DECLARED]) | (1 << int(code[pc + 1]))
    elif op == OP.READ:
        row = game.act[game.modified_act]
        game.frame[f, F.REGISTER + int(code[pc + 1])] = int(row[int(code[pc + 2])])
    elif op == OP.WRITE:
        _write(game, int(code[pc + 1]), value(game, f, int(code[pc + 2])))
    elif op == OP.AGAIN:
        _stage_again(game, value(game, f, int(code[pc + 1])))
    elif op == OP.DROP:
        game.act[game.modified_act, ACT.KIND] = EV.NONE
    elif op == OP.FILTER_ACTIVATABLE:
        keep_activatable(game, book, f, pc)
    elif op == OP.FILTER_PLAYABLE:
        row = game.set[f, int(code[pc + 1])]
        terms = value(game, f, int(code[pc + 2]))
        less = value(game, f, int(code[pc + 3]))
        x = sets.first(row)
        while x >= 0:
            if game.obj[x, C.LIFE] != 1 or not can_play(game, book, doer, x, terms, less, -1):
                sets.remove(row, x)
            x = sets.after(row, x)
    else:
        fail(game, ERROR.OPCODE, op)
