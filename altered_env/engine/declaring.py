"""Declaring intent (5.1.2.c): candidates for a target, the cost of Tough, and whether a declaration
can be completed.

Under `declare_first` (2024.09) targets and modes are settled before costs, and a card without a
legal declaration cannot be played (5.1.2.b, 5.1.2.c of the seeds). Otherwise each target is chosen
just before its step (5.0 6.5.b).
"""

from . import sets
from .compiled import compiled
from .layout import CODE_WIDTH, FRAMES, SETS, F
from .objects import fail, ready_orbs
from .opcodes import OP
from .reading import jump, read, value
from .terms import ERROR, FRAME, RULE, C, Z, namespace


@namespace
class ASK:
    """Flags of the asking instructions."""

    TARGET = 1
    MAY = 2  # declining is an answer
    HIDDEN = 4
    REPEAT = 8
    SLOT = 16  # + 1 + number of the declared choice, shifted left by 16
    INTERNAL = 64  # declares a target of an internal action (5.2.3.g of the seeds)
    ORBS = 32  # Mana Orbs: another may be exhausted to ready this one (3.2.9.e)
    OTHER = 1 << 24  # another player than the controller picks the targets
    LONG = 128  # too many modes for one register: they take three
    PAIRED = 1 << 25  # another word of the same step targets something else (6.5.b)
    PAYABLE = 1 << 26  # cards to play now, all of which must be paid for (5.2.c)


@compiled
def tough_of(game, book, f, x):
    """Return the cost of choosing x as a target for the controller of frame f (7.4.7). Printed
    Tough works in play (1.2.4.d); granted Tough works wherever the object is."""
    controller = int(game.frame[f, F.CONTROLLER])
    tough = int(game.obj[x, C.TOUGH])
    if (1 << int(game.obj[x, C.ZONE])) & Z.PLAY_MASK == 0:
        tough -= int(book.card[game.obj[x, C.CARD]].tough)
    if tough <= 0:
        return 0
    if game.team[game.obj[x, C.SIDE]] == game.team[controller]:
        return 0
    if sets.has(game.targeted[f], x):
        return 0  # once per effect (7.4.7.f)
    if game.frame[f, F.FREE] != 0 and int(game.rules) & RULE.DECLARE_FIRST:
        return 0  # playing for free skips its costs, including Tough
    return tough


@compiled
def target_cost(game, book, f, x, tax):
    """Return the cost of choosing x as a target: Tough, and the ability's extra cost for some
    targets; `tax` is the set of these plus 256 times the extra cost."""
    cost = tough_of(game, book, f, x)
    if tax != 0 and sets.has(game.set[f, tax % 256], x):
        cost += tax // 256
    return cost


@compiled
def affordable(game, f):
    """Return the mana that frame f can still spend on Tough."""
    mana = ready_orbs(game, int(game.frame[f, F.CONTROLLER]))
    if game.frame[f, F.KIND] == FRAME.PLAY:
        mana += int(game.frame[f, F.BUDGET])  # the amount by which reductions still lower Tough
    return mana - int(game.frame[f, F.COST]) - int(game.frame[f, F.SPENT])


@compiled
def open_scratch(game, f):
    """Copy frame f into the first unused frame, for a trial."""
    t = int(game.depth)
    if t >= FRAMES:
        fail(game, ERROR.FRAMES, FRAMES)
        return f
    if t != f:
        for column in range(F.COUNT):
            game.frame[t, column] = game.frame[f, column]
        for k in range(SETS):
            sets.copy(game.set[t, k], game.set[f, k])
    return t


@compiled
def _leave_out(game, f, taken, row, least):
    """Exclude from the second target of a step the objects that the first must choose or has
    chosen: the two are different objects (6.5.b)."""
    settled = game.frame[f, F.STARTED] == taken + 1
    if settled or sets.size(game.set[f, taken]) <= least:
        x = sets.first(game.set[f, taken])
        while x >= 0:
            sets.remove(row, x)
            x = sets.after(game.set[f, taken], x)


@compiled
def _try_ask(game, book, f, pc):
    """Return whether the question has an answer. Later questions assume every possible answer."""
    code = book.code
    op = int(code[pc])
    if op == OP.ASK_OBJECTS:
        a = int(code[pc + 1])
        row = game.set[f, a]
        sets.copy(row, game.set[f, int(code[pc + 2])])
        if int(code[pc + 5]) & ASK.TARGET:
            limit = affordable(game, f)
            x = sets.first(row)
            while x >= 0:
                if target_cost(game, book, f, x, int(code[pc + 7])) > limit:
                    sets.remove(row, x)
                x = sets.after(row, x)
        need = value(game, f, int(code[pc + 3]))
        return sets.size(row) >= need
    if op == OP.EXCEPT:
        row = game.set[f, int(code[pc + 1])]
        _leave_out(game, f, int(code[pc + 2]), row, int(code[pc + 3]))
        return True
    if op == OP.ASK_PLACE:
        mask = value(game, f, int(code[pc + 2]))
        taken = value(game, f, int(code[pc + 5]))
        if taken & (taken - 1) == 0:
            mask &= ~taken  # another word of the same step needs this one
        game.frame[f, F.REGISTER + int(code[pc + 1])] = mask
        return mask != 0 or int(code[pc + 4]) & ASK.MAY != 0
    if op == OP.ASK_YES:
        game.frame[f, F.REGISTER + int(code[pc + 1])] = 1
        return True
    if op == OP.ASK_NUMBER:
        game.frame[f, F.REGISTER + int(code[pc + 1])] = value(game, f, int(code[pc + 2]))
        return value(game, f, int(code[pc + 2])) <= value(game, f, int(code[pc + 3]))
    return True


@compiled
def _possible(game, book, f, pc, stop):
    """Run a declaration from pc as a trial until `stop` or its end, skipping the modes inside."""
    code = book.code
    for _ in range(2000):
        if pc == stop or int(code[pc]) == OP.END:
            return True
        to = jump(game, f, code, pc)
        if to >= 0:
            pc = to
            continue
        if code[pc] == OP.SWITCH:
            pc += CODE_WIDTH * (1 + int(code[pc + 2]))
            continue
        if not read(game, book, f, pc) and not _try_ask(game, book, f, pc):
            return False
        pc += CODE_WIDTH
    fail(game, ERROR.STEPS, pc)
    return False


@compiled
def mode_possible(game, book, f, switch, mode):
    """Return whether mode `mode`, whose block the switch at `switch` leads to, can be declared."""
    t = open_scratch(game, f)
    return _possible(game, book, t, switch + CODE_WIDTH * (1 + mode), switch)


@compiled
def _declarable(game, book, f, pc, stop):
    """Run a declaration in frame f, the first unused one, as a trial until `stop` or its end; at
    least one of the modes must be possible."""
    code = book.code
    for _ in range(2000):
        op = int(code[pc])
        if pc == stop or op == OP.END:
            return True
        to = jump(game, f, code, pc)
        if to >= 0:
            pc = to
        elif op == OP.ASK_MODE:
            switch = int(code[pc + 4])
            count = int(code[pc + 3])
            depth = int(game.depth)
            any_mode = f + 1 >= FRAMES
            for mode in range(0 if any_mode else count):
                game.depth = f + 1
                t = open_scratch(game, f)
                if _possible(game, book, t, switch + CODE_WIDTH * (1 + mode), switch):
                    any_mode = True
                game.depth = depth
            if not any_mode and value(game, f, int(code[pc + 6])) > 0:
                return False
            pc = switch + CODE_WIDTH * (1 + count)
        elif read(game, book, f, pc) or _try_ask(game, book, f, pc):
            pc += CODE_WIDTH
        else:
            return False
    fail(game, ERROR.STEPS, pc)
    return False


@compiled
def leaves_another(game, book, f, pc, x):
    """Return whether the rest can be declared if the question at pc is answered with x."""
    if int(game.depth) >= FRAMES - 1:
        return True
    t = open_scratch(game, f)
    row = int(book.code[pc + 1])
    sets.add(game.set[t, row], x)
    game.frame[t, F.STARTED] = row + 1
    return _declarable(game, book, t, pc + CODE_WIDTH, -1)


@compiled
def can_declare_inside(game, book, f, pc, stop, cost):
    """Return whether the targets of an internal action in frame f can be declared at this cost."""
    t = open_scratch(game, f)
    game.frame[t, F.COST] = cost
    game.frame[t, F.SPENT] = 0
    game.frame[t, F.BUDGET] = 0
    return _declarable(game, book, t, pc, stop)


@compiled
def can_declare_reaction(game, book, f, pc):
    """Return whether the Reaction played in frame f has a legal declaration for its program at
    pc."""
    if int(game.depth) >= FRAMES - 1:
        return True
    t = open_scratch(game, f)
    game.frame[t, F.COST] = 0
    game.frame[t, F.SPENT] = 0
    game.frame[t, F.BUDGET] = 0
    return _declarable(game, book, t, pc, -1)


@compiled
def can_declare(game, book, pc, controller, me, cost, free, slack, options):
    """Return whether there is a legal declaration for the program at pc, with a play that costs
    `cost` mana, these alternative and optional costs, and reductions that lower Tough by another
    `slack`."""
    if pc < 0:
        return True
    f = int(game.depth)
    if f >= FRAMES - 1:
        return True
    for column in range(F.COUNT):
        game.frame[f, column] = 0
    game.frame[f, F.CONTROLLER] = controller
    game.frame[f, F.DOER] = controller
    game.frame[f, F.ME] = me
    game.frame[f, F.ME_NOW] = me
    game.frame[f, F.COST] = cost
    game.frame[f, F.FREE] = free
    game.frame[f, F.KIND] = FRAME.PLAY
    game.frame[f, F.BUDGET] = slack
    game.frame[f, F.OPTIONS] = options
    for k in range(SETS):
        sets.clear(game.set[f, k])
    return _declarable(game, book, f, pc, -1)
