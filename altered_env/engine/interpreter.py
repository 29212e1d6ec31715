"""The interpreter: effects as bytecode, one frame each.

It suspends by opening a decision and leaving the program counter on the question; after the
answer the same instruction is carried out again, and finds the answer.
"""

from __future__ import annotations

from altered_env.engine import sets
from altered_env.engine.choices import (
    answered,
    ask,
    offer,
    offer_numbers,
    offer_object,
    offer_places,
    take,
)
from altered_env.engine.compiled import compiled
from altered_env.engine.costs import can_play
from altered_env.engine.declaring import ASK, affordable, mode_possible, tough_of
from altered_env.engine.events import begin_step, continue_step, stage, stage_move
from altered_env.engine.layout import CODE_WIDTH, OBJECTS, F, M
from altered_env.engine.objects import counter, fail, take_top
from altered_env.engine.playing import AT, play_card
from altered_env.engine.reactions import new_emblem
from altered_env.engine.reading import column, read, value
from altered_env.engine.terms import (
    CAUSE,
    CODE,
    DECIDE,
    DURATION,
    ERROR,
    EV,
    FLAG,
    OP,
    C,
    Z,
)

__all__ = ["run"]


@compiled
def _picking(game, f):
    """Is this the first entry into a question of several picks? PICKED is picks plus one."""
    return int(game.frame[f, F.PICKED]) > 0


@compiled
def _swap_orb(game, x, cand):
    """3.2.9.e: exhaust one Mana Orb to ready another, so that x is as it must be."""
    y = sets.first(cand)
    if y >= 0 and not sets.has(cand, x):
        a = int(game.obj[x, C.STATUS])
        game.obj[x, C.STATUS] = game.obj[y, C.STATUS]
        game.obj[y, C.STATUS] = a
        sets.remove(cand, y)
        sets.add(cand, x)


@compiled
def _ask_objects(game, book, f, pc):
    code = book.code
    dst = int(code[pc + 1])
    cand = game.set[f, int(code[pc + 2])]
    least = value(game, f, int(code[pc + 3]))
    most = value(game, f, int(code[pc + 4]))
    flags = int(code[pc + 5])
    budget = value(game, f, int(code[pc + 6]))
    budget_column = (flags >> 8) & 0xFF
    slot = (flags >> 16) & 0xFF
    if slot and (int(game.frame[f, F.DECLARED]) >> slot) & 1:
        return True
    target = flags & ASK.TARGET
    row = game.set[f, dst]
    player = int(game.frame[f, F.CONTROLLER]) if target else int(game.frame[f, F.DOER])
    declaring = game.frame[f, F.KIND] == 1 and game.frame[f, F.STAGE] == AT.DECLARING
    if not _picking(game, f):
        sets.clear(row)
        game.frame[f, F.PICKED] = 1
        if not declaring:
            game.frame[f, F.SPENT] = 0
    while True:
        if answered(game):
            x = take(game)
            if x >= OBJECTS:
                if declaring and least > 0 and game.frame[f, F.USE] == 3:
                    game.frame[f, F.OPTIONS] = -1  # refuses to pay for a Tough target
                break
            if flags & ASK.ORBS:
                _swap_orb(game, x, cand)
            sets.add(row, x)
            game.frame[f, F.PICKED] = int(game.frame[f, F.PICKED]) + 1
            if target:
                game.frame[f, F.SPENT] = int(game.frame[f, F.SPENT]) + tough_of(game, f, x)
        picks = int(game.frame[f, F.PICKED]) - 1
        if picks >= most:
            break
        spent = 0
        if budget_column:
            x = sets.first(row)
            while x >= 0:
                spent += column(game, book, x, budget_column)
                x = sets.after(row, x)
        limit = affordable(game, f)
        count = 0
        tough = False
        x = sets.first(cand)
        while x >= 0:
            ok = not sets.has(row, x)
            if ok and target:
                cost = tough_of(game, f, x)
                ok = cost <= limit
                if ok and cost > 0:
                    tough = True
            if ok and budget_column:
                ok = spent + column(game, book, x, budget_column) <= budget
            if ok:
                offer_object(game, x)
                count += 1
            x = sets.after(cand, x)
        if count == 0:
            break
        if flags & ASK.ORBS:
            _widen_to_orbs(game, player, cand)
        if picks >= least or (flags & ASK.MAY and picks == 0):
            offer(game, CODE.DONE)
        elif tough and picks == 0 and (not declaring or game.frame[f, F.USE] == 3):
            offer(game, CODE.DONE)  # a Tough cost may always be declined (7.4.7.d)
        game.minimum = max(0, least - picks)
        game.maximum = most - picks
        me = int(game.frame[f, F.ME])
        if not ask(game, DECIDE.TARGET if target else DECIDE.OBJECTS, player, me):
            return False
    game.frame[f, F.PICKED] = 0
    if slot and declaring:
        game.frame[f, F.DECLARED] = int(game.frame[f, F.DECLARED]) | (1 << slot)
    if target and not declaring and game.frame[f, F.SPENT] > 0:
        n = int(game.frame[f, F.SPENT])
        game.frame[f, F.SPENT] = 0
        i = stage(game, EV.PAY, CAUSE.COST, -1, player, n, 0, 0)
        game.act[i, EV.DOER] = player
    return True


@compiled
def _widen_to_orbs(game, player, cand):
    x = sets.first(game.zone[Z.MANA, player])
    while x >= 0:
        offer_object(game, x)
        x = sets.after(game.zone[Z.MANA, player], x)


@compiled
def _ask_place(game, book, f, pc):
    code = book.code
    dst = F.REGISTER + int(code[pc + 1])
    mask = value(game, f, int(code[pc + 2]))
    kind = int(code[pc + 3])
    flags = int(code[pc + 4])
    slot = (flags >> 16) & 0xFF
    if slot and (int(game.frame[f, F.DECLARED]) >> slot) & 1:
        return True
    base = CODE.EXPEDITION
    what = DECIDE.EXPEDITION
    if kind == 1:
        base = CODE.PLAYER
        what = DECIDE.PLAYER
    elif kind == 2:
        base = CODE.REGION
        what = DECIDE.REGION
    elif kind == 3:
        base = CODE.TERRAIN
        what = DECIDE.TERRAIN
    elif kind == 4:
        base = CODE.MODE
        what = DECIDE.MODE
    if not answered(game):
        if mask == 0:
            game.frame[f, dst] = 0
            return True
        offer_places(game, base, mask)
        if flags & ASK.MAY:
            offer(game, CODE.DONE)
        player = int(game.frame[f, F.CONTROLLER])
        if flags & ASK.TARGET == 0:
            player = int(game.frame[f, F.DOER])
        if not ask(game, what, player, int(game.frame[f, F.ME])):
            return False
    a = take(game) - OBJECTS
    game.frame[f, dst] = 0 if a == CODE.DONE else 1 << (a - base)
    if slot and game.frame[f, F.KIND] == 1 and game.frame[f, F.STAGE] == AT.DECLARING:
        game.frame[f, F.DECLARED] = int(game.frame[f, F.DECLARED]) | (1 << slot)
    return True


@compiled
def _ask_mode(game, book, f, pc):
    """Choose modes: digits of a number, the first chosen lowest (6.5.g)."""
    code = book.code
    dst = F.REGISTER + int(code[pc + 1])
    picks = value(game, f, int(code[pc + 2]))
    count = int(code[pc + 3])
    switch = int(code[pc + 4])
    flags = int(code[pc + 5])
    slot = (flags >> 16) & 0xFF
    if slot and (int(game.frame[f, F.DECLARED]) >> slot) & 1:
        return True
    if not _picking(game, f):
        game.frame[f, dst] = 0
        game.frame[f, F.PICKED] = 1
    declaring = game.frame[f, F.KIND] == 1 and game.frame[f, F.STAGE] == AT.DECLARING
    while True:
        picked = int(game.frame[f, F.PICKED]) - 1
        if answered(game):
            mode = take(game) - OBJECTS - CODE.MODE
            shift = 4 * picked
            game.frame[f, dst] = int(game.frame[f, dst]) | ((mode + 1) << shift)
            game.frame[f, F.PICKED] = picked + 2
            continue
        if picked >= min(picks, 6):
            break
        offered = 0
        for mode in range(count):
            taken = False
            for k in range(picked):
                if (int(game.frame[f, dst]) >> (4 * k)) & 15 == mode + 1:
                    taken = True
            if taken and flags & ASK.REPEAT == 0:
                continue
            if declaring and not mode_possible(game, book, f, switch, mode):
                continue
            offer(game, CODE.MODE + mode)
            offered += 1
        if offered == 0:
            break
        player = int(game.frame[f, F.DOER])
        if not ask(game, DECIDE.MODE, player, int(game.frame[f, F.ME])):
            return False
    game.frame[f, F.PICKED] = 0
    if slot and declaring:
        game.frame[f, F.DECLARED] = int(game.frame[f, F.DECLARED]) | (1 << slot)
    return True


@compiled
def _question(game, book, f, pc, op):
    """The asking instructions; False while the answer is awaited."""
    code = book.code
    if op == OP.ASK_OBJECTS:
        return _ask_objects(game, book, f, pc)
    if op == OP.ASK_PLACE:
        return _ask_place(game, book, f, pc)
    if op == OP.ASK_MODE:
        return _ask_mode(game, book, f, pc)
    player = int(game.frame[f, F.DOER])
    dst = F.REGISTER + int(code[pc + 1])
    if op == OP.ASK_YES:
        if not answered(game):
            offer(game, CODE.YES)
            offer(game, CODE.NO)
            if not ask(game, DECIDE.YES_NO, player, int(game.frame[f, F.ME])):
                return False
        game.frame[f, dst] = 1 if take(game) == OBJECTS + CODE.YES else 0
        return True
    if not answered(game):
        offer_numbers(game, value(game, f, int(code[pc + 2])), value(game, f, int(code[pc + 3])))
        if not ask(game, DECIDE.NUMBER, player, int(game.frame[f, F.ME])):
            return False
        if not answered(game):
            game.frame[f, dst] = 0
            return True
    game.frame[f, dst] = take(game) - OBJECTS - CODE.NUMBER
    return True


@compiled
def _stage_set(game, book, f, pc, op):
    """Instructions that stage one atomic action for each object of a set."""
    code = book.code
    row = game.set[f, int(code[pc + 1])]
    b = int(code[pc + 2])
    doer = int(game.frame[f, F.DOER])
    x = sets.first(row)
    while x >= 0:
        if op == OP.MOVE:
            side = value(game, f, int(code[pc + 3]))
            mask = value(game, f, int(code[pc + 4]))
            zone = value(game, f, b)
            if zone == Z.EXPEDITION:
                e = -1
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
                elif mask != 0:
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
                if cause & CAUSE.SACRIFICE:
                    doer = int(game.obj[x, C.SIDE])
                stage_move(game, x, zone, side, -1, cause, doer, int(code[pc + 6]), depth)
        elif op == OP.STATUS:
            gains = int(code[pc + 3])
            stage(game, EV.GAIN if gains else EV.LOSE, 0, x, doer, 1, value(game, f, b), 0)
        elif op == OP.COUNTER:
            _stage_counter(game, f, pc, x, b, doer, code)
        elif op == OP.REVEAL:
            i = stage(game, EV.REVEAL, 0, x, doer, 1, value(game, f, b), 0)
            game.act[i, EV.DOER] = doer
        elif op == OP.GRANT:
            stage(game, EV.GRANT, 0, x, doer, 1, b, 0)
        elif op == OP.ACTIVATE:
            stage(game, EV.ACTIVATE, 0, x, doer, 1, b, 0)
        x = sets.after(row, x)


@compiled
def _stage_counter(game, f, pc, x, kind, doer, code):
    n = value(game, f, int(code[pc + 3]))
    how = int(code[pc + 4])
    most = value(game, f, int(code[pc + 5]))
    have = counter(game, x, kind)
    if how == 3:  # double (7.3.8)
        n = have
        how = 0
    if how == 0:
        if most >= 0:
            n = min(n, max(0, most - have))
        if n > 0:
            stage(game, EV.GAIN, 0, x, doer, n, 1000 + kind, 0)
    elif how == 1:
        stage(game, EV.LOSE, 0, x, doer, min(n, have), 1000 + kind, 0)
    elif how == 4:  # augment: one more of each kind asked for that it has (7.3.4)
        if have > 0:
            stage(game, EV.GAIN, 0, x, doer, 1, 1000 + kind, 0)


@compiled
def _stage_place(game, f, pc, op, code):
    """Instructions that stage one atomic action for each place of a mask."""
    mask = value(game, f, int(code[pc + 1]))
    b = value(game, f, int(code[pc + 2]))
    doer = int(game.frame[f, F.DOER])
    i = 0
    while mask >> i:
        if (mask >> i) & 1:
            if op == OP.ADVANCE:
                row = stage(game, EV.PROGRESS, 0, -1, doer, b, 0, 0)
                game.act[row, EV.TO] = i
                game.act[row, EV.DOER] = doer
            elif op == OP.ASCEND:
                row = stage(game, EV.PROGRESS, CAUSE.PUT, -1, doer, 0, 0, 0 if b else FLAG.DONE)
                game.act[row, EV.TO] = i
            elif op == OP.MARK:
                row = stage(game, EV.MARK, 0, -1, doer, 1, b, 0)
                game.act[row, EV.TO] = i
        i += 1


@compiled
def _stage_create(game, f, pc, code):
    """Create tokens: one atomic action each (6.1.e)."""
    card = value(game, f, int(code[pc + 1]))
    n = value(game, f, int(code[pc + 2]))
    mask = value(game, f, int(code[pc + 3]))
    players = value(game, f, int(code[pc + 4]))
    doer = int(game.frame[f, F.DOER])
    for _ in range(n):
        places = mask if mask != 0 else players
        i = 0
        while places >> i:
            if (places >> i) & 1:
                row = stage(game, EV.MOVE, CAUSE.CREATE, -1, doer, 1, card, 0)
                game.act[row, EV.FROM_SIDE] = -1
                if mask != 0:
                    game.act[row, EV.TO] = Z.EXPEDITION
                    game.act[row, EV.TO_SIDE] = i // 2
                    game.act[row, EV.TO_PRESENCE] = 1 << i
                else:
                    game.act[row, EV.TO] = Z.LANDMARK
                    game.act[row, EV.TO_SIDE] = i
            i += 1


@compiled
def _ongoing(game, f, pc, code):
    a = int(code[pc + 1])
    me = int(game.frame[f, F.ME_NOW])
    controller = int(game.frame[f, F.CONTROLLER])
    m = new_emblem(game, 2, a, controller, me, me, value(game, f, int(code[pc + 4])))
    if m >= 0:
        game.emblem[m, M.DURATION] = int(code[pc + 2])
        game.emblem[m, M.USES] = int(code[pc + 3])
        if int(code[pc + 5]) >= 0:
            sets.copy(game.emblem_set[m], game.set[f, int(code[pc + 5])])
        game.dirty = 1


@compiled
def _later(game, f, pc, code):
    """Steps that wait as a Reaction in Limbo, now or from the end of Rest on."""
    kind = 1 if int(code[pc + 2]) == 0 else 3
    me = int(game.frame[f, F.ME])
    now = int(game.frame[f, F.ME_NOW])
    controller = int(game.frame[f, F.CONTROLLER])
    n = value(game, f, int(code[pc + 3]))
    m = new_emblem(game, kind, int(code[pc + 1]), controller, me, now, n)
    if m >= 0:
        if kind == 3:
            game.emblem[m, M.DURATION] = DURATION.REST
        if int(code[pc + 4]) >= 0:
            sets.copy(game.emblem_set[m], game.set[f, int(code[pc + 4])])


@compiled
def _act(game, book, f, pc, op):
    """The instructions that stage actions, and the few that act at once."""
    code = book.code
    doer = int(game.frame[f, F.DOER])
    if op in (OP.MOVE, OP.STATUS, OP.COUNTER, OP.REVEAL, OP.GRANT, OP.ACTIVATE):
        _stage_set(game, book, f, pc, op)
    elif op in (OP.ADVANCE, OP.ASCEND, OP.MARK):
        _stage_place(game, f, pc, op, code)
    elif op == OP.CREATE:
        _stage_create(game, f, pc, code)
    elif op == OP.PAY:
        n = value(game, f, int(code[pc + 1]))
        if n > 0:
            i = stage(game, EV.PAY, CAUSE.COST, -1, doer, n, 0, 0)
            game.act[i, EV.DOER] = doer
    elif op == OP.ROLL:
        i = stage(game, EV.ROLL, 0, -1, doer, value(game, f, int(code[pc + 1])), 0, 0)
        game.act[i, EV.WHAT] = value(game, f, int(code[pc + 2]))
    elif op == OP.PASS:
        stage(game, EV.PASS, 0, -1, doer, 1, 0, 0)
    elif op == OP.TURN:
        stage(game, EV.TURN, 0, -1, doer, 1, int(code[pc + 1]), 0)
    elif op == OP.FIRST or op == OP.WIN:
        mask = value(game, f, int(code[pc + 1]))
        player = 0
        while mask >> player and (mask >> player) & 1 == 0:
            player += 1
        if mask != 0:
            stage(game, EV.TURN, 0, -1, player, 1, 3 if op == OP.FIRST else 4, 0)
    elif op == OP.ONGOING:
        _ongoing(game, f, pc, code)
    elif op == OP.LATER:
        _later(game, f, pc, code)
    elif op == OP.TOP:
        row = game.set[f, int(code[pc + 1])]
        sets.clear(row)
        mask = value(game, f, int(code[pc + 2]))
        n = value(game, f, int(code[pc + 3]))
        for player in range(int(game.players)):
            if (mask >> player) & 1:
                take_top(game, book, player, n, int(code[pc + 4]), row)
    elif op == OP.DOER:
        mask = value(game, f, int(code[pc + 1]))
        if mask <= 0:
            game.frame[f, F.DOER] = game.frame[f, F.CONTROLLER]
        else:
            player = 0
            while (mask >> player) & 1 == 0:
                player += 1
            game.frame[f, F.DOER] = player
    elif op == OP.RESULT:
        kind = int(code[pc + 1])
        if kind == 0:
            game.frame[f, F.REGISTER + int(code[pc + 2])] = game.frame[f, F.RESULT]
        elif kind == 1:
            game.frame[f, F.REGISTER + int(code[pc + 2])] = game.frame[f, F.STARTED]
        else:
            sets.copy(game.set[f, int(code[pc + 2])], game.set[f, 1])
    elif op == OP.READ:
        row = game.act[game.modified_act]
        game.frame[f, F.REGISTER + int(code[pc + 1])] = int(row[int(code[pc + 2])])
    elif op == OP.WRITE:
        game.act[game.modified_act, int(code[pc + 1])] = value(game, f, int(code[pc + 2]))
    elif op == OP.DROP:
        game.act[game.modified_act, EV.KIND] = EV.NONE
    elif op == OP.FILTER_PLAYABLE:
        row = game.set[f, int(code[pc + 1])]
        free = int(code[pc + 2])
        less = value(game, f, int(code[pc + 3]))
        x = sets.first(row)
        while x >= 0:
            if not can_play(game, book, doer, x, free, less, -1):
                sets.remove(row, x)
            x = sets.after(row, x)
    else:
        fail(game, ERROR.OPCODE, op)


@compiled
def _play(game, book, f, pc):
    """Play a card as part of an effect (5.2.b); False where none can be."""
    code = book.code
    x = sets.first(game.set[f, int(code[pc + 1])])
    free = int(code[pc + 2])
    less = value(game, f, int(code[pc + 3]))
    doer = int(game.frame[f, F.DOER])
    sets.clear(game.set[f, 1])
    game.frame[f, F.RESULT] = 0
    game.frame[f, F.STARTED] = 0
    if x < 0 or game.obj[x, C.LIFE] != 1 or not can_play(game, book, doer, x, free, less, -1):
        return False
    play_card(game, doer, x, free, less)
    return True


@compiled
def _end(game, f):
    """The program is done: the play goes on, or the frame goes."""
    kind = int(game.frame[f, F.KIND])
    if kind == 1:
        game.frame[f, F.PC] = -1
        return
    if kind == 2:  # what a modifier put in is not modified by it again (6.2.j, 6.2.k)
        used = int(game.frame[f, F.SPENT])
        for i in range(int(game.frame[f, F.BUDGET]), int(game.acts)):
            game.act[i, EV.USED] = int(game.act[i, EV.USED]) | used
    game.depth = f
    for col in range(F.COUNT):
        game.frame[f, col] = 0


@compiled
def run(game, book):
    """Carry out the top frame until it ends, a decision opens, or another frame is on top."""
    f = int(game.depth) - 1
    code = book.code
    steps = 0
    while game.error == ERROR.NONE:
        pc = int(game.frame[f, F.PC])
        op = int(code[pc])
        steps += 1
        if steps > 200_000:
            fail(game, ERROR.STEPS, pc)
            return
        if op == OP.END:
            _end(game, f)
            return
        if op == OP.JMP:
            game.frame[f, F.PC] = code[pc + 1]
            continue
        if op == OP.JZ or op == OP.JNZ:
            zero = value(game, f, int(code[pc + 1])) == 0
            taken = zero == (op == OP.JZ)
            game.frame[f, F.PC] = int(code[pc + 2]) if taken else pc + CODE_WIDTH
            continue
        if op == OP.SWITCH:
            r = F.REGISTER + int(code[pc + 1])
            digits = int(game.frame[f, r])
            game.frame[f, r] = digits >> 4
            mode = (digits & 15) - 1
            if mode < 0:
                mode = int(code[pc + 2])
            game.frame[f, F.PC] = pc + CODE_WIDTH * (1 + mode)
            continue
        if read(game, book, f, pc):
            game.frame[f, F.PC] = pc + CODE_WIDTH
            continue
        if OP.ASK_OBJECTS <= op <= OP.ASK_MODE:
            if not _question(game, book, f, pc, op):
                return
            game.frame[f, F.PC] = pc + CODE_WIDTH
            continue
        if op == OP.COMMIT:
            game.frame[f, F.PC] = pc + CODE_WIDTH
            depth = int(game.depth)
            if game.acts == 0:
                sets.clear(game.set[f, 1])
                game.frame[f, F.RESULT] = 0
                game.frame[f, F.STARTED] = 0
                continue
            begin_step(game, int(game.frame[f, F.CONTROLLER]))
            if not continue_step(game, book) or game.depth != depth:
                return
            continue
        if op == OP.PLAY:
            game.frame[f, F.PC] = pc + CODE_WIDTH
            if _play(game, book, f, pc):
                return
            continue
        _act(game, book, f, pc, op)
        game.frame[f, F.PC] = pc + CODE_WIDTH
