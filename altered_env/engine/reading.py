"""Reading the table: read-only instructions, and programs made of them.

Conditions, filters, amounts and the subjects of passive abilities are such programs. They run in
the frame above the one in use, so they can be evaluated at any point.

The file is long but has one subject: the branches of `read`, one for each instruction.
"""

from . import sets
from .adventure import (
    between,
    expeditions_ahead,
    expeditions_at,
    expeditions_behind,
    expeditions_in,
    expeditions_in_contact,
    expeditions_of,
    expeditions_tied,
    facing_of,
    other_of,
    region_of,
    regions_where,
)
from .chance import below
from .columns import column, compare, over_set, relation
from .compiled import compiled
from .initiative import next_player, nth_expedition, playing
from .last_known import past_expeditions, past_regions
from .layout import BITS, CODE_WIDTH, CODE_WORDS, FRAMES, OBJECTS, PLAYERS, STEP_ACTIONS, WORDS, F
from .objects import fail, ready_orbs
from .opcodes import ALU, INFO, OP
from .terms import ABILITY, ACT, DURATION, ERROR, NOTED, PHASE, C, Z

REGISTER_BASE = 1 << 20
"""The first operand that refers to a register; smaller ones are numbers."""

MAX_STEPS = 100_000
LAST_JUMP = OP.JNZ
assert sorted((OP.END, OP.JMP, OP.JZ, OP.JNZ)) == [*range(LAST_JUMP + 1)]

ROLLED = 64
"""The factor of a roll's result in the amount of the event."""

PAID_LESS = 0xFFFFF
"""In the options of a play: its optional reductions, one bit each."""


@compiled
def value(game, f, operand):
    """Return the value of an operand: a number, or a register of frame f."""
    if operand >= REGISTER_BASE:
        return int(game.frame[f, F.REGISTER + operand - REGISTER_BASE])
    return int(operand)


@compiled
def _expeditions_where(game, what, a):
    """Return the Expeditions that meet a condition, as a mask, with pasts that met it."""
    if what == INFO.BEHIND:
        result = expeditions_behind(game)
    elif what == INFO.AHEAD:
        result = expeditions_ahead(game)
    elif what == INFO.TIED:
        result = expeditions_tied(game)
    elif what == INFO.IN_CONTACT:
        result = expeditions_in_contact(game)
    elif what == INFO.IN_TERRAIN:
        result = expeditions_in(game, a)
    elif what == INFO.ASCENDED:
        result = int(game.ascended)
    else:
        result = expeditions_at(game, a)
    return result | past_expeditions(game, what, a)


@compiled
def _info(game, book, f, what, a):
    if what == INFO.FIRST_PLAYER:  # in a team, both are (MP-17)
        if PLAYERS == 2:
            return 1 << int(game.first_player)
        result = 0
        for player in range(int(game.players)):
            if game.team[player] == game.team[game.first_player]:
                result |= 1 << player
        return result
    if what == INFO.TURN_PLAYER:
        return (1 << int(game.turn_player)) if game.turn_player >= 0 else 0
    if what == INFO.DAY:
        return int(game.day)
    if what == INFO.PHASE:
        return 1 << int(game.phase)
    if INFO.BEHIND <= what <= INFO.ASCENDED or what == INFO.EXPEDITIONS_AT:
        return _expeditions_where(game, what, a)
    if what == INFO.FACING_OF:
        return facing_of(game, a)
    if what == INFO.OTHER_OF:
        return other_of(game, a)
    if what == INFO.EXPEDITIONS_OF:
        return expeditions_of(a & playing(game))
    if what == INFO.OPPONENTS:
        result = 0
        for player in range(int(game.players)):
            if (a >> player) & 1:
                for other in range(int(game.players)):
                    if game.team[other] != game.team[player]:
                        result |= 1 << other
        return result & playing(game)
    if what == INFO.SIGNATURE:
        x = sets.first(game.zone[Z.HERO, int(game.frame[f, F.DOER])])
        return int(book.card[game.obj[x, C.CARD]].signature) - 1 if x >= 0 else -1
    if what == INFO.PLAYERS:
        return playing(game)
    if what == INFO.CAN_PASS:
        return 1 - (int(game.passed) >> int(game.frame[f, F.DOER])) % 2
    if what == INFO.READY_MANA:
        a &= (1 << int(game.players)) - 1
        return ready_orbs(game, sets.lowest(a)) if a != 0 else 0
    if what == INFO.NUMBER_OF:
        return sets.lowest(a) if a != 0 else -1
    if what == INFO.CAN_PAY:
        return 1 if ready_orbs(game, int(game.frame[f, F.CONTROLLER])) >= a else 0
    if what == INFO.CONTROLLERS_OF:
        result = 0
        for e in range(2 * int(game.players)):
            if (a >> e) & 1:
                result |= 1 << (e // 2)
        return result
    if what == INFO.REGION_OF:
        result = 0
        for e in range(2 * int(game.players)):
            if (a >> e) & 1:
                result |= 1 << region_of(game, e)
        return result
    if what == INFO.REGIONS_VISIBLE or INFO.REGIONS <= what <= INFO.REGIONS_COUNTED:
        return regions_where(game, what, a) | past_regions(game, what, a)
    if what == INFO.REGIONS_AMONG:
        return a | past_regions(game, what, a)
    if what == INFO.BETWEEN:
        return between(game, a)
    if what == INFO.COUNT_BITS:
        count = 0
        while a != 0:
            a &= a - 1
            count += 1
        return count
    if what == INFO.NEXT_EXPEDITION:
        for i in range(2 * int(game.players)):
            e = nth_expedition(game, i)
            if (a >> e) & 1:
                return 1 << e
        return 0
    if what == INFO.MOVED_TODAY:
        return int(game.moved_today)
    if what == INFO.NEXT_PLAYER:
        return next_player(game, a)
    if what == INFO.PAID_LESS:
        return int(game.frame[f, F.OPTIONS]) & PAID_LESS
    if what == INFO.RESULT:
        return int(game.frame[f, F.N]) // ROLLED
    if what == INFO.DICE:
        return int(game.frame[f, F.N]) % ROLLED
    if what == INFO.MATCHED_AMOUNT:
        return int(game.frame[f, F.N])
    if what == INFO.ORIGIN:
        return int(game.frame[f, F.ORIGIN])
    if what == INFO.DECLARED:
        return (int(game.frame[f, F.DECLARED]) >> a) & 1
    if what == INFO.DOER:
        return 1 << int(game.frame[f, F.DOER])
    if what == INFO.YOU:
        return 1 << int(game.frame[f, F.CONTROLLER])
    if what == INFO.PLAY_PLACE:
        return int(game.act[STEP_ACTIONS - 1, ACT.TO_PRESENCE])
    if what == INFO.BIT:
        return 1 << a
    if what == INFO.RULE:
        return 1 if int(game.rules) & a else 0
    if what == INFO.IT_PLACE:
        return max(0, -2 - int(game.frame[f, F.BEFORE]))
    if what == INFO.MARKED:
        result = 0
        for k in range(int(game.markers)):
            if game.marker_terrains[k] == a:
                result |= 1 << int(game.marker_region[k])
        return result
    if what == INFO.SPENT:
        return int(game.frame[f, F.SPENT])
    return 0


SUBTYPE = 1 << 16
"""In the types of a query on the log: the factor of a sub-type's bit number plus one."""


@compiled
def _is_kind(book, logged, types):
    """Return whether a card of the log has one of these types, and the sub-type. A card played as a
    Temple is logged as -1 - its card."""
    card = book.card[logged if logged >= 0 else -1 - logged]
    kind = int(card.type)
    subtypes = int(card.subtypes)
    if logged < 0:
        for a in range(int(card.first), int(card.last)):
            if book.ability[a].kind == ABILITY.TEMPLE:
                kind = int(book.ability[a].property)
                subtypes = 1 << int(book.ability[a].floor)
    if types % SUBTYPE != 0 and kind & types % SUBTYPE == 0:
        return False
    return types < SUBTYPE or (subtypes >> (types // SUBTYPE - 1)) & 1 != 0


@compiled
def history(game, book, kind, cause, players, scope, types, places):
    """Return how often such an event happened this turn, afternoon or day; `places` are the zones
    of origin, those of the acting player shifted by Z.COUNT."""
    count = 0
    for i in range(int(game.logged)):
        if game.log[i, NOTED.KIND] != kind or (
            cause != 0 and int(game.log[i, NOTED.CAUSE]) & cause == 0
        ):
            continue
        if players != 0 and (players >> int(game.log[i, NOTED.PLAYER])) & 1 == 0:
            continue
        if scope == DURATION.TURN and game.log[i, NOTED.TURN] != game.turn:
            continue
        if scope == DURATION.AFTERNOON and game.log[i, NOTED.PHASE] != PHASE.AFTERNOON:
            continue
        if types != 0 and not _is_kind(book, int(game.log[i, NOTED.CARD]), types):
            continue
        if places != 0 and (places >> int(game.log[i, NOTED.PLACE])) & 1 == 0:
            continue
        count += int(game.log[i, NOTED.TIMES])
    return count


@compiled
def _zone_set(game, row, zones, players):
    sets.clear(row)
    while zones != 0:
        zone = sets.lowest(zones)
        zones &= zones - 1
        for player in range(int(game.players)):
            if (players >> player) & 1:
                for w in range(WORDS):
                    row[w] = int(row[w]) | int(game.zone[zone, player, w])


@compiled
def _read_more(game, book, f, pc):
    """Execute one of the rarer read-only instructions; return False for any other."""
    code = book.code
    op = int(code[pc])
    a = int(code[pc + 1])
    b = int(code[pc + 2])
    c = int(code[pc + 3])
    d = int(code[pc + 4])
    regs = game.frame[f]
    if op == OP.ATTR:
        regs[F.REGISTER + a] = over_set(game, book, game.set[f, b], c, d)
    elif op == OP.REL:
        regs[F.REGISTER + a] = relation(game, game.set[f, b], c)
    elif op == OP.INFO:
        regs[F.REGISTER + a] = _info(game, book, f, b, value(game, f, c))
    elif op == OP.HIST:
        regs[F.REGISTER + a] = history(
            game,
            book,
            b,
            c,
            value(game, f, d),
            int(code[pc + 5]),
            int(code[pc + 6]),
            int(code[pc + 7]),
        )
    elif op == OP.FILTER:
        y = value(game, f, d)
        for w in range(WORDS):
            left = int(game.set[f, a, w])
            kept = left
            while left != 0:
                bit = left & -left
                left ^= bit
                if not compare(c, column(game, book, w * BITS + sets.lowest(bit), b), y):
                    kept ^= bit
            game.set[f, a, w] = kept
    elif op == OP.FILTER_SUBTYPE:
        for w in range(WORDS):
            left = int(game.set[f, a, w])
            kept = left
            while left != 0:
                bit = left & -left
                left ^= bit
                if (int(game.subtypes[w * BITS + sets.lowest(bit)]) >> b) & 1 == 0:
                    kept ^= bit
            game.set[f, a, w] = kept
    elif op == OP.SUB:
        for w in range(WORDS):
            game.set[f, a, w] = int(game.set[f, b, w]) & ~int(game.set[f, c, w])
    elif op == OP.IT:
        sets.copy(game.set[f, a], game.set[f, 0])
    elif op == OP.POP:
        x = sets.first(game.set[f, b])
        sets.clear(game.set[f, a])
        if x >= 0:
            sets.remove(game.set[f, b], x)
            sets.add(game.set[f, a], x)
    elif op == OP.EXTREME:
        row = game.set[f, a]
        best = over_set(game, book, row, b, c)
        x = sets.first(row)
        while x >= 0:
            if column(game, book, x, b) != best:
                sets.remove(row, x)
            x = sets.after(row, x)
    elif op == OP.RANDOM:
        row = game.set[f, a]
        n = max(0, value(game, f, b))
        size = sets.size(row)
        while size > n:
            skip = below(game.rng, size)
            x = sets.first(row)
            while skip > 0:
                x = sets.after(row, x)
                skip -= 1
            sets.remove(row, x)
            size -= 1
    else:
        return False
    return True


@compiled
def read(game, book, f, pc):
    """Execute a read-only instruction; return False for any other.

    The most frequent ones are here, the rest in `_read_more`: a function sets up for all its
    callees whenever it is entered.
    """
    if pc < 0 or pc > CODE_WORDS - CODE_WIDTH or f < 0 or f >= FRAMES:
        return False  # never happens: tells the compiler that no index is negative
    code = book.code
    op = int(code[pc])
    a = int(code[pc + 1])
    b = int(code[pc + 2])
    c = int(code[pc + 3])
    d = int(code[pc + 4])
    regs = game.frame[f]
    if op == OP.SET:
        regs[F.REGISTER + a] = value(game, f, b)
    elif op == OP.CMP:
        regs[F.REGISTER + a] = 1 if compare(b, value(game, f, c), value(game, f, d)) else 0
    elif op == OP.ALU:
        x = value(game, f, c)
        y = value(game, f, d)
        if b == ALU.ADD:
            x = x + y
        elif b == ALU.SUB:
            x = x - y
        elif b == ALU.MUL:
            x = x * y
        elif b == ALU.AND:
            x = x & y
        elif b == ALU.OR:
            x = x | y
        elif b == ALU.ANDNOT:
            x = x & ~y
        elif b == ALU.MIN:
            x = min(x, y)
        elif b == ALU.MAX:
            x = max(x, y)
        regs[F.REGISTER + a] = max(-1_000_000_000, min(1_000_000_000, x))
    elif op == OP.ZONE:
        _zone_set(game, game.set[f, a], b, value(game, f, c))
    elif op == OP.FILTER_BITS:
        y = value(game, f, c)
        for w in range(WORDS):
            left = int(game.set[f, a, w])
            kept = left
            while left != 0:
                bit = left & -left
                left ^= bit
                x = w * BITS + sets.lowest(bit)
                marks = int(game.obj[x, b]) if b < C.HAND_COST else column(game, book, x, b)
                if marks & y == 0:
                    kept ^= bit
            game.set[f, a, w] = kept
    elif op == OP.OR:
        for w in range(WORDS):
            game.set[f, a, w] = int(game.set[f, b, w]) | int(game.set[f, c, w])
    elif op == OP.AND:
        for w in range(WORDS):
            game.set[f, a, w] = int(game.set[f, b, w]) & int(game.set[f, c, w])
    elif op == OP.CLEAR:
        sets.clear(game.set[f, a])
    elif op == OP.SIZE:
        regs[F.REGISTER + a] = sets.size(game.set[f, b])
    elif op == OP.COPY:
        sets.copy(game.set[f, a], game.set[f, b])
    elif op == OP.ME:
        sets.clear(game.set[f, a])
        x = int(regs[F.ME])
        if b == 1:
            x = int(regs[F.ME_NOW])
        elif b == 2:
            x = int(regs[F.BEFORE])
        if x >= 0:
            sets.add(game.set[f, a], x)
    else:
        return _read_more(game, book, f, pc)
    return True


@compiled
def evaluate(game, book, program, controller, me, it, n):
    """Run a program of reading instructions in the frame above. Return register 0.

    `it` is one object or -1. Set 0 holds `it` at the start; a program about a set leaves it in set
    1.
    """
    f = int(game.depth)
    if f >= FRAMES:
        fail(game, ERROR.FRAMES, FRAMES)
        return 0
    sets.clear(game.set[f, 0])
    if it >= 0:
        sets.add(game.set[f, 0], it)
    return evaluate_with(game, book, f, program, controller, me, n)


@compiled
def open_program(game, f, controller, me, n):
    """Prepare frame f for a read-only program; its set 0 is unchanged."""
    game.frame[f, F.CONTROLLER] = controller
    game.frame[f, F.DOER] = controller
    game.frame[f, F.ME] = me
    game.frame[f, F.ME_NOW] = me
    game.frame[f, F.N] = n
    game.frame[f, F.OPTIONS] = 0
    game.frame[f, F.ORIGIN] = int(game.obj[me, C.ORIGIN]) if me >= 0 else 0
    game.frame[f, F.REGISTER] = 0


@compiled
def jump(game, f, code, pc):
    """Return the target of a jump; -1 for any other instruction."""
    op = int(code[pc])
    if op == OP.JMP:
        return int(code[pc + 1])
    if op == OP.JZ:
        taken = value(game, f, int(code[pc + 1])) == 0
        return int(code[pc + 2]) if taken else pc + CODE_WIDTH
    if op == OP.JNZ:
        taken = value(game, f, int(code[pc + 1])) != 0
        return int(code[pc + 2]) if taken else pc + CODE_WIDTH
    return -1


@compiled
def evaluate_with(game, book, f, program, controller, me, n):
    """Evaluate like `evaluate`, with set 0 of frame f already filled."""
    open_program(game, f, controller, me, n)
    pc = int(program)
    code = book.code
    for _ in range(MAX_STEPS):
        if code[pc] == OP.END:
            return int(game.frame[f, F.REGISTER])
        if code[pc] <= LAST_JUMP:
            pc = jump(game, f, code, pc)
        elif read(game, book, f, pc):
            pc += CODE_WIDTH
        else:
            fail(game, ERROR.OPCODE, int(code[pc]))
            return 0
    fail(game, ERROR.STEPS, pc)
    return 0


assert OBJECTS < REGISTER_BASE
