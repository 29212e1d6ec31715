"""Costs of playing (5.1.2.d-f): increases, decreases, floors; alternative and optional costs."""

from . import sets
from .captures import load_kept
from .compiled import compiled
from .emblems import use_emblem
from .in_force import OF_EMBLEMS, emblem_of, next_in_force
from .layout import CODE_WIDTH, FRAMES, F, M
from .matching import matches
from .objects import fail
from .opcodes import OP
from .play_preview import AT_HAND_COST, ROW, SCOUTED, TEMPLED, erase, sketch
from .prohibitions import allow
from .reading import MAX_STEPS, evaluate_with, jump, open_program, read
from .terms import ABILITY, COST, ERROR, FN, TERMS, C, Z

NO_COST = -1
FREED = -2
"""The value of a cost that an alteration has made free, while alterations are applied."""


@compiled
def _amount(game, book, a, controller, me, kept, it):
    f = int(game.depth)
    if f >= FRAMES:
        fail(game, ERROR.FRAMES, FRAMES)
        return 0
    load_kept(game, f, kept)
    sets.clear(game.set[f, 0])
    if it >= 0:
        sets.add(game.set[f, 0], it)
    return evaluate_with(game, book, f, int(book.ability[a].amount), controller, me, 0)


@compiled
def _alter(game, book, a, me, controller, kept, x, stage, cost):
    """Apply cost alteration a to `cost` if it belongs to this stage of 5.1.2.f. A free card has no
    cost to which a minimum could apply (7.3.26)."""
    if cost == FREED:
        return cost
    kind = int(book.ability[a].property)
    floor = int(book.ability[a].floor)
    if kind == COST.LESS and floor > 0:
        kind = COST.LESS_TO_A_MINIMUM
    if kind == COST.FREE:
        if stage == COST.LESS and matches(game, book, a, me, controller, kept, game.act, ROW):
            return FREED
        return cost
    if kind != stage:
        return cost
    if not matches(game, book, a, me, controller, kept, game.act, ROW):
        return cost
    n = _amount(game, book, a, controller, me, kept, x)
    if kind == COST.MORE:
        return cost + n
    if kind == COST.AT_LEAST:
        return max(cost, n)
    return _lower(cost, n, floor)


@compiled
def _lower(cost, n, floor):
    """Return a cost reduced by n, down to a minimum."""
    return cost if cost <= floor else max(floor, cost - n)


@compiled
def _stages(game, book, card, x):
    """Return the stages of 5.1.2.f in which anything may alter this card's cost, as a mask."""
    stages = 0
    k = -1
    while True:
        k, a, _, _, _ = next_in_force(game, book, ABILITY.COST, k, x)
        if k < 0:
            break
        stages |= 1 << int(book.ability[a].property)
    if (int(card.statements) >> ABILITY.COST) & 1:
        for a in range(int(card.first), int(card.last)):
            if book.ability[a].kind == ABILITY.COST:
                stages |= 1 << int(book.ability[a].property)
    if (stages >> COST.FREE) & 1:
        stages |= 1 << COST.LESS
    if (stages >> COST.LESS) & 1:
        stages |= 1 << COST.LESS_TO_A_MINIMUM
    return stages


@compiled
def own_cost(card, origin):
    """Return the unmodified cost of a card from this zone; negative if it has none (5.1.2.e)."""
    return int(card.reserve_cost) if origin == Z.RESERVE else int(card.hand_cost)


@compiled
def play_cost(game, book, play, tough):
    """Return the mana that a play would cost, with `tough` for its targets; -1 if the card has no
    such cost (5.1.2.e)."""
    x, options, less = play.card, play.options, play.less
    card = book.card[game.obj[x, C.CARD]]
    cost = own_cost(card, play.origin)
    if options & AT_HAND_COST:
        cost = int(card.hand_cost)
    if options & (SCOUTED | TEMPLED):
        cost = NO_COST
        kind = ABILITY.SCOUT if options & SCOUTED else ABILITY.TEMPLE
        for a in range(int(card.first), int(card.last)):
            if book.ability[a].kind == kind:
                cost = int(book.ability[a].value)
    if cost < 0:
        return NO_COST
    cost += tough + max(0, -less)
    least = play.terms // TERMS.LEAST
    own = (int(card.statements) >> ABILITY.COST) & 1
    if (int(game.listening) >> ABILITY.COST) & 1 == 0 and own == 0:
        return max(0, _lower(cost, less, least)) if less > 0 else cost
    stages = _stages(game, book, card, x)
    sketch(game, play)
    for stage in (COST.MORE, COST.LESS_TO_A_MINIMUM, COST.LESS, COST.AT_LEAST):
        if less > 0 and stage == (COST.LESS_TO_A_MINIMUM if least > 0 else COST.LESS):
            cost = _lower(cost, less, least)
        if (stages >> stage) & 1 == 0:
            continue
        k = -1
        while True:
            k, a, me, side, kept = next_in_force(game, book, ABILITY.COST, k, x)
            if k < 0:
                break
            cost = _alter(game, book, a, me, side, kept, x, stage, cost)
        if own:
            optional = 0
            for a in range(int(card.first), int(card.last)):
                if book.ability[a].kind != ABILITY.COST:
                    continue
                if int(book.ability[a].works) & FN.HAND == 0:
                    continue
                if book.ability[a].optional != 0:
                    taken = (options >> optional) & 1
                    optional += 1
                    if not taken:
                        continue
                if gate_open(game, book, a, play.player, x):
                    cost = _alter(game, book, a, x, play.player, 0, x, stage, cost)
    erase(game)
    return max(0, cost)


@compiled
def tough_slack(game, book, play, cost):
    """Return the part of a Tough cost that the reductions of this play would still remove (2024.09:
    it is part of the cost of the play)."""
    card = book.card[game.obj[play.card, C.CARD]]
    if (int(game.listening) | int(card.statements)) >> ABILITY.COST & 1 == 0 and play.less == 0:
        return 0
    most = 100
    return cost + most - play_cost(game, book, play, most)


@compiled
def spend_emblems(game, book, play):
    """Use up cost alterations for "the next" card when the card is played."""
    sketch(game, play)
    k = OF_EMBLEMS
    while True:
        k, a, me, side, kept = next_in_force(game, book, ABILITY.COST, k, play.card)
        if k < 0:
            break
        m = emblem_of(k)
        if game.emblem[m, M.USES] > 0:
            if matches(game, book, a, me, side, kept, game.act, ROW):
                use_emblem(game, m)
    erase(game)


@compiled
def check_cost(game, book, program, player, me):
    """Run a cost's check. Return the mana it costs, or -1 if it cannot be paid."""
    f = int(game.depth)
    if f >= FRAMES:
        fail(game, ERROR.FRAMES, FRAMES)
        return NO_COST
    sets.clear(game.set[f, 0])
    game.frame[f, F.REGISTER + 1] = 0
    open_program(game, f, player, me, 0)
    code = book.code
    pc = int(program)
    for _ in range(MAX_STEPS):
        if code[pc] == OP.END:
            payable = game.frame[f, F.REGISTER] != 0
            return int(game.frame[f, F.REGISTER + 1]) if payable else NO_COST
        to = jump(game, f, code, pc)
        if to >= 0:
            pc = to
            continue
        if code[pc] == OP.ALLOW:
            game.depth = f + 1  # queries of prohibitions run in frames above this
            allow(game, book, f, pc)
            game.depth = f
        elif not read(game, book, f, pc):
            fail(game, ERROR.OPCODE, int(code[pc]))
            return NO_COST
        pc += CODE_WIDTH
    fail(game, ERROR.STEPS, pc)
    return NO_COST


@compiled
def reduction_payable(game, book, player, x, number):
    """Return the mana in the cost of the card's optional reduction; -1 if it cannot be paid."""
    card = book.card[game.obj[x, C.CARD]]
    optional = 0
    for a in range(int(card.first), int(card.last)):
        if book.ability[a].kind == ABILITY.COST and book.ability[a].optional != 0:
            if int(book.ability[a].works) & FN.HAND:
                if optional == number:
                    if not gate_open(game, book, a, player, x):
                        return NO_COST
                    check = int(book.ability[a].cost_check)
                    if check < 0:
                        return 0
                    # it is paid while the card is in Limbo (5.1.2.h)
                    row = game.zone[game.obj[x, C.ZONE], game.obj[x, C.SIDE]]
                    sets.remove(row, x)
                    mana = check_cost(game, book, check, player, x)
                    sets.add(row, x)
                    return mana
                optional += 1
    return NO_COST


@compiled
def gate_open(game, book, a, player, x):
    gate = int(book.ability[a].gate)
    if gate < 0:
        return True
    f = int(game.depth)
    sets.clear(game.set[f, 0])
    return evaluate_with(game, book, f, gate, player, x, 0) != 0


@compiled
def quick_cost(game, book, player, x, a):
    """Return the mana that quick action a of x costs; -1 if its cost cannot be paid."""
    return check_cost(game, book, int(book.ability[a].cost_check), player, x)
