"""Asking instructions: picks, places, modes, yes or no, numbers."""

from . import sets
from .choices import answered, ask, offer, offer_numbers, offer_object, offer_places, take
from .columns import column
from .compiled import compiled
from .declaring import ASK, affordable, leaves_another, mode_possible, target_cost
from .knowing import reveal_to
from .layout import EXPEDITIONS, OBJECTS, PLAYERS, REGION_CODE, REGIONS, F
from .objects import counter, fail, reshuffle
from .opcodes import OP
from .playable import can_play_beside
from .playing import AT
from .reading import value
from .staging import stage
from .terms import ACT, CAUSE, CODE, DECIDE, ERROR, EV, FRAME, PHASE, RULE, TERRAIN, USE, C, Z


@compiled
def _picking(game, f):
    """Return whether a question of several picks is entered for the first time (PICKED is picks +
    1)."""
    return int(game.frame[f, F.PICKED]) > 0


@compiled
def _swap_orb(game, x, cand, picked):
    """Exhaust one Mana Orb to ready another, so that x is in the required state (3.2.9.e)."""
    y = sets.first(cand)
    while y >= 0 and sets.has(picked, y):
        y = sets.after(cand, y)
    if y >= 0 and not sets.has(cand, x):
        a = int(game.obj[x, C.STATUS])
        game.obj[x, C.STATUS] = game.obj[y, C.STATUS]
        game.obj[y, C.STATUS] = a
        sets.remove(cand, y)
        sets.add(cand, x)


@compiled
def _show_hands(game, player, cand):
    """Show another player's Hand to a player who chooses a card of it (3.2.5.c)."""
    for side in range(int(game.players)):
        x = sets.first(game.zone[Z.HAND, side])
        chosen_from = False
        while x >= 0 and side != player:
            if sets.has(cand, x):
                chosen_from = True
            x = sets.after(game.zone[Z.HAND, side], x)
        if chosen_from:
            x = sets.first(game.zone[Z.HAND, side])
            while x >= 0:
                reveal_to(game, x, 1 << player)
                x = sets.after(game.zone[Z.HAND, side], x)


@compiled
def _declinable(game, f, declaring, playing, picks, free):
    """Return whether a required target that costs something may be declined. It may not while there
    are `free` ones (7.4.7.d, 6.5.b); before 5.0 a Reaction may be declared without being paid for
    (5.5.d)."""
    if not declaring or int(game.rules) & RULE.DECLARE_FIRST == 0:
        return free == 0
    return playing and picks == 0 and game.frame[f, F.USE] == USE.REACTION


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
    tax = int(code[pc + 7])
    if slot and (int(game.frame[f, F.DECLARED]) >> slot) & 1:
        return True
    target = flags & ASK.TARGET
    row = game.set[f, dst]
    player = int(game.frame[f, F.DOER])
    if target and flags & ASK.OTHER == 0:
        player = int(game.frame[f, F.CONTROLLER])
    playing = game.frame[f, F.KIND] == FRAME.PLAY and game.frame[f, F.STAGE] == AT.DECLARING
    declaring = playing or flags & ASK.INTERNAL != 0
    if not _picking(game, f):
        _show_hands(game, player, cand)
        sets.clear(row)
        game.frame[f, F.PICKED] = 1
        if not declaring:
            game.frame[f, F.SPENT] = 0
    while True:
        if answered(game):
            x = take(game)
            if x >= OBJECTS:
                if playing and least > 0 and game.frame[f, F.USE] == USE.REACTION:
                    game.frame[f, F.OPTIONS] = -1  # declines to pay for a Tough target
                break
            if flags & ASK.ORBS:
                _swap_orb(game, x, cand, row)
            sets.add(row, x)
            game.frame[f, F.PICKED] = int(game.frame[f, F.PICKED]) + 1
            if target:
                game.frame[f, F.SPENT] = int(game.frame[f, F.SPENT]) + target_cost(
                    game, book, f, x, tax
                )
                sets.add(game.targeted[f], x)
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
        free = 0
        x = sets.first(cand)
        while x >= 0:
            ok = not sets.has(row, x)
            cost = 0
            if ok and target:
                cost = target_cost(game, book, f, x, tax)
                ok = cost <= limit
            if ok and budget_column:
                ok = spent + column(game, book, x, budget_column) <= budget
            if ok and flags & ASK.PAIRED and playing:
                ok = leaves_another(game, book, f, pc, x)
            if ok and flags & ASK.PAYABLE:
                terms = value(game, f, tax)
                less = value(game, f, int(code[pc + 6]))
                ok = can_play_beside(game, book, player, x, terms, less, row)
            if ok:
                offer_object(game, x)
                count += 1
                if cost == 0:
                    free += 1
            x = sets.after(cand, x)
        if count == 0:
            break
        if flags & ASK.ORBS:
            _widen_to_orbs(game, player, row)
        if picks >= least or (flags & ASK.MAY and picks == 0):
            offer(game, CODE.DONE)
        elif free < count and _declinable(game, f, declaring, playing, picks, free):
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
        game.act[i, ACT.DOER] = player
    return True


@compiled
def _widen_to_orbs(game, player, picked):
    x = sets.first(game.zone[Z.MANA, player])
    while x >= 0:
        if not sets.has(picked, x):
            offer_object(game, x)
        x = sets.after(game.zone[Z.MANA, player], x)


PLACES = (
    (1 << EXPEDITIONS) - 1,
    (1 << PLAYERS) - 1,
    (1 << REGIONS) - 1,
    TERRAIN.ALL,
    (1 << (CODE.NUMBER - CODE.MODE)) - 1,
)
"""Possible choices as masks: Expeditions, players, regions, terrains, modes."""


@compiled
def _ask_place(game, book, f, pc):
    code = book.code
    dst = F.REGISTER + int(code[pc + 1])
    mask = value(game, f, int(code[pc + 2])) & ~value(game, f, int(code[pc + 5]))
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
        base = REGION_CODE
        what = DECIDE.REGION
    elif kind == 3:
        base = CODE.TERRAIN
        what = DECIDE.TERRAIN
    elif kind == 4:
        base = CODE.MODE
        what = DECIDE.MODE
    mask &= PLACES[kind]
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
    declaring = game.frame[f, F.KIND] == FRAME.PLAY and game.frame[f, F.STAGE] == AT.DECLARING
    if slot and (declaring or flags & ASK.INTERNAL):
        game.frame[f, F.DECLARED] = int(game.frame[f, F.DECLARED]) | (1 << slot)
    return True


DIGITS = 7
"""The number of modes in one register, 4 bits each, the first chosen lowest."""


@compiled
def _mode(game, f, r, k):
    """Return the k-th chosen mode, plus one; 0 if there is none."""
    return (int(game.frame[f, r + k // DIGITS]) >> (4 * (k % DIGITS))) & 15


@compiled
def next_mode(game, f, r, long):
    """Take the next of the chosen modes in register r, and two more if `long`; -1: none."""
    mode = _mode(game, f, r, 0) - 1
    game.frame[f, r] = int(game.frame[f, r]) >> 4
    if long:
        for i in range(2):
            digit = _mode(game, f, r + i + 1, 0)
            last = 4 * (DIGITS - 1)
            game.frame[f, r + i] = int(game.frame[f, r + i]) | (digit << last)
            game.frame[f, r + i + 1] = int(game.frame[f, r + i + 1]) >> 4
    return mode


@compiled
def _ask_mode(game, book, f, pc):
    """Choose modes, in the order in which they are executed (6.5.g)."""
    code = book.code
    dst = F.REGISTER + int(code[pc + 1])
    picks = value(game, f, int(code[pc + 2]))
    count = int(code[pc + 3])
    switch = int(code[pc + 4])
    flags = int(code[pc + 5])
    least = value(game, f, int(code[pc + 6]))
    slot = (flags >> 16) & 0xFF
    if slot and (int(game.frame[f, F.DECLARED]) >> slot) & 1:
        return True
    most = 3 * DIGITS if flags & ASK.LONG else DIGITS
    if not _picking(game, f):
        for i in range(most // DIGITS):
            game.frame[f, dst + i] = 0
        game.frame[f, F.PICKED] = 1
    declaring = game.frame[f, F.KIND] == FRAME.PLAY and game.frame[f, F.STAGE] == AT.DECLARING
    declaring = declaring or flags & ASK.INTERNAL != 0
    while True:
        picked = int(game.frame[f, F.PICKED]) - 1
        if answered(game):
            mode = take(game) - OBJECTS - CODE.MODE
            if mode < 0:  # done
                break
            r = dst + picked // DIGITS
            digit = (mode + 1) << (4 * (picked % DIGITS))
            game.frame[f, r] = int(game.frame[f, r]) | digit
            game.frame[f, F.PICKED] = picked + 2
            continue
        if picked >= picks:
            break
        if picked >= most:
            fail(game, ERROR.MODES, most)
            return False
        offered = 0
        for mode in range(count):
            taken = False
            for k in range(picked):
                if _mode(game, f, dst, k) == mode + 1:
                    taken = True
            if taken and flags & ASK.REPEAT == 0:
                continue
            if declaring and not mode_possible(game, book, f, switch, mode):
                continue
            offer(game, CODE.MODE + mode)
            offered += 1
        if offered == 0:
            break
        if picked >= least:
            offer(game, CODE.DONE)
        player = int(game.frame[f, F.DOER])
        if not ask(game, DECIDE.MODE, player, int(game.frame[f, F.ME])):
            return False
    game.frame[f, F.PICKED] = 0
    if slot and declaring:
        game.frame[f, F.DECLARED] = int(game.frame[f, F.DECLARED]) | (1 << slot)
    return True


@compiled
def ask_counter(game, f, pc, code):
    """Choose a kind of counter of an object, into a register; -1: none. Counters already taken by
    the current step are excluded."""
    dst = F.REGISTER + int(code[pc + 1])
    x = sets.first(game.set[f, int(code[pc + 2])])
    kinds = int(code[pc + 3])  # those with a lower number
    if x < 0:
        game.frame[f, dst] = -1
        return True
    if not answered(game):
        for place in range(4):
            kind = int(game.obj[x, C.COUNTER_KIND + place - 1]) if place > 0 else 0
            if place > 0 and (kind == 0 or kind >= kinds):
                continue
            have = counter(game, x, kind)
            for i in range(int(game.acts)):
                if game.act[i, ACT.KIND] == EV.LOSE and game.act[i, ACT.OBJECT] == x:
                    if game.act[i, ACT.WHAT] == 1000 + kind:
                        have -= int(game.act[i, ACT.AMOUNT])
            if have > 0:
                offer(game, CODE.MODE + place)
        if game.offered == 0:
            game.frame[f, dst] = -1
            return True
        if int(code[pc + 4]) & ASK.MAY:
            offer(game, CODE.DONE)
        if not ask(game, DECIDE.COUNTER, int(game.frame[f, F.DOER]), x):
            return False
    place = take(game) - OBJECTS - CODE.MODE
    game.frame[f, dst] = -1
    if place >= 0:
        game.frame[f, dst] = int(game.obj[x, C.COUNTER_KIND + place - 1]) if place > 0 else 0
    return True


@compiled
def asks(op):
    """Return whether this instruction asks a question, and is executed by `question`."""
    return (
        op == OP.ASK_OBJECTS
        or op == OP.ASK_PLACE
        or op == OP.ASK_YES
        or op == OP.ASK_NUMBER
        or op == OP.ASK_MODE
    )


@compiled
def question(game, book, f, pc, op):
    """Execute an asking instruction. Return False while waiting for the answer."""
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
def reshuffle_first(game, book, f, pc):
    """Under 5.0, in the Morning, let a player who draws or Resupplies more cards than the Deck has
    shuffle the Discard pile back (7.3.9.c, 7.3.31.b). Return False while waiting for the answer."""
    code = book.code
    verb = int(code[pc + 4])
    if game.phase != PHASE.MORNING or verb == 0:
        return True
    if int(game.rules) & RULE.RESHUFFLE_ON_DEMAND:
        return True
    mask = value(game, f, int(code[pc + 2]))
    count = value(game, f, int(code[pc + 3]))
    for player in range(int(game.players)):
        if (mask >> player) & 1 == 0 or game.deck_size[player] >= count:
            continue
        if game.deck_size[player] == 0 and verb == CAUSE.RESUPPLY:
            continue  # shuffled back anyway (7.3.31.c)
        if sets.is_empty(game.zone[Z.DISCARD, player]):
            continue
        if not answered(game):
            offer(game, CODE.YES)
            offer(game, CODE.NO)
            if not ask(game, DECIDE.RESHUFFLE, player, -1):
                return False
        if take(game) == OBJECTS + CODE.YES:
            reshuffle(game, book, player)
    return True
