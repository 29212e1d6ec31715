"""What playing costs (5.1.2.d-f): increases, decreases, floors; alternative and optional
costs; and whether a card or quick action can be played now."""

from __future__ import annotations

from . import sets
from .compiled import compiled
from .declaring import can_declare
from .emblems import use_emblem
from .in_force import OF_EMBLEMS, emblem_of, next_in_force
from .keeping import load_kept
from .layout import CODE_WIDTH, FRAMES, STEP_ACTIONS, F, M
from .matching import matches
from .objects import as_temple, fail, ready_orbs
from .passives import ability_works
from .prohibitions import allow, cannot_activate
from .reactions import times_used
from .reading import MAX_STEPS, evaluate_with, jump, open_program, read
from .terms import (
    ABILITY,
    AS,
    COST,
    ERROR,
    EV,
    FN,
    OP,
    RULE,
    STATUS,
    TERMS,
    TYPE,
    C,
    Z,
)

__all__ = [
    "AT_HAND_COST",
    "SCOUTED",
    "TEMPLED",
    "can_be_temple",
    "can_play",
    "can_play_beside",
    "can_use",
    "check_cost",
    "erase",
    "feasible",
    "origin_of",
    "place_allowed",
    "play_cost",
    "quick_cost",
    "reduction_payable",
    "sketch",
    "spend_emblems",
    "tough_slack",
]

NO_COST = -1
FREED = -2
"""What a cost is while alterations are applied, once one of them made the card free."""
SCOUTED = 1 << 20
"""In the options of a play: the Scout cost is paid instead of the Hand Cost (7.4.5)."""
TEMPLED = 1 << 22
"""In the options of a play: the Temple cost is paid, and it is a Landmark Permanent."""
AT_HAND_COST = 1 << 21
"""In the options of a play: the Hand Cost is paid instead of the Reserve Cost (5.1.2.e)."""
ROW = STEP_ACTIONS - 1
PLAYABLE = TYPE.CHARACTER | TYPE.EXPEDITION_PERMANENT | TYPE.LANDMARK_PERMANENT | TYPE.SPELL
"""The types of card whose playing the rules describe (5.2.1 to 5.2.4)."""


@compiled
def origin_of(game, x, terms):
    """The zone from which playing x on these terms counts as being."""
    return Z.HAND if terms & TERMS.AS_HAND else int(game.obj[x, C.ZONE])


@compiled
def place_allowed(terms, expedition):
    """Do the terms of a play let the card be played in this Expedition?"""
    places = (terms // TERMS.PLACE) & 255
    return places == 0 or (expedition >= 0 and (places >> expedition) & 1 != 0)


@compiled
def sketch(game, player, x, origin, expedition):
    """Write the play of x into the last row of the staging area, to match patterns with."""
    for column in range(EV.COLUMNS):
        game.act[ROW, column] = 0
    game.act[ROW, EV.KIND] = EV.PLAY
    game.act[ROW, EV.OBJECT] = x
    game.act[ROW, EV.AFTER] = x
    game.act[ROW, EV.DOER] = player
    game.act[ROW, EV.FROM] = origin
    if expedition >= 0:
        game.act[ROW, EV.TO_PRESENCE] = 1 << expedition


@compiled
def erase(game):
    """Nothing of a sketch stays."""
    for column in range(EV.COLUMNS):
        game.act[ROW, column] = 0


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
    """Let cost alteration a change `cost` if it belongs to this stage of 5.1.2.f. What is free has
    no cost at all, to which a minimum could apply (7.3.26)."""
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
    """A cost that is n less, down to a minimum."""
    return cost if cost <= floor else max(floor, cost - n)


@compiled
def _stages(game, book, card, x):
    """Which stages of 5.1.2.f anything around or about this card may alter costs in, a mask."""
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
def play_cost(game, book, player, x, origin, expedition, options, tough, terms, less):
    """The mana that playing x would cost, with `tough` for its targets, where an effect lets it
    be played for `less` on these `terms`; -1 when it has no such cost (5.1.2.e)."""
    card = book.card[game.obj[x, C.CARD]]
    cost = int(card.hand_cost)
    if origin == Z.RESERVE and options & AT_HAND_COST == 0:
        cost = int(card.reserve_cost)
    if options & (SCOUTED | TEMPLED):
        cost = NO_COST
        kind = ABILITY.SCOUT if options & SCOUTED else ABILITY.TEMPLE
        for a in range(int(card.first), int(card.last)):
            if book.ability[a].kind == kind:
                cost = int(book.ability[a].value)
    if cost < 0:
        return NO_COST
    cost += tough + max(0, -less)
    least = terms // TERMS.LEAST
    own = (int(card.statements) >> ABILITY.COST) & 1
    if (int(game.listening) >> ABILITY.COST) & 1 == 0 and own == 0:
        return max(0, _lower(cost, less, least)) if less > 0 else cost
    stages = _stages(game, book, card, x)
    sketch(game, player, x, origin, expedition)
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
                if _gate(game, book, a, player, x):
                    cost = _alter(game, book, a, x, player, 0, x, stage, cost)
    erase(game)
    return max(0, cost)


@compiled
def tough_slack(game, book, player, x, origin, expedition, options, cost, terms, less):
    """How much of a Tough cost the reductions of this play would still take off (2024.09: it
    is part of what the play costs)."""
    card = book.card[game.obj[x, C.CARD]]
    if (int(game.listening) | int(card.statements)) >> ABILITY.COST & 1 == 0 and less == 0:
        return 0
    most = 100
    high = play_cost(game, book, player, x, origin, expedition, options, most, terms, less)
    return cost + most - high


@compiled
def spend_emblems(game, book, player, x, origin, expedition):
    """The card is being played: cost alterations for "the next" card are used up."""
    sketch(game, player, x, origin, expedition)
    k = OF_EMBLEMS
    while True:
        k, a, me, side, kept = next_in_force(game, book, ABILITY.COST, k, x)
        if k < 0:
            break
        m = emblem_of(k)
        if game.emblem[m, M.USES] > 0:
            if matches(game, book, a, me, side, kept, game.act, ROW):
                use_emblem(game, m)
    erase(game)


@compiled
def check_cost(game, book, program, player, me):
    """Run a cost's check: the mana it asks for, or -1 when it cannot be paid."""
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
            game.depth = f + 1  # what prohibitions ask is asked above this
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
    """Can the cost of the card's optional reduction be paid? The mana in it, or -1."""
    card = book.card[game.obj[x, C.CARD]]
    optional = 0
    for a in range(int(card.first), int(card.last)):
        if book.ability[a].kind == ABILITY.COST and book.ability[a].optional != 0:
            if int(book.ability[a].works) & FN.HAND:
                if optional == number:
                    if not _gate(game, book, a, player, x):
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
def _prohibited(game, book, player, x, origin, expedition):
    """Does a prohibition match this play (1.4.1)?"""
    card = book.card[game.obj[x, C.CARD]]
    if ((int(game.listening) | int(card.statements)) >> ABILITY.CANT) & 1 == 0:
        return False
    result = False
    if (int(card.statements) >> ABILITY.CANT) & 1:
        sketch(game, player, x, origin, expedition)
        for a in range(int(card.first), int(card.last)):
            if book.ability[a].kind == ABILITY.CANT and book.ability[a].event == EV.PLAY:
                if int(book.ability[a].works) & FN.HAND and not result:
                    if _gate(game, book, a, player, x):
                        result = matches(game, book, a, x, player, 0, game.act, ROW)
    if (int(game.listening) >> ABILITY.CANT) & 1 and not result:
        sketch(game, player, x, origin, expedition)
        k = -1
        while not result:
            k, a, me, side, kept = next_in_force(game, book, ABILITY.CANT, k, x)
            if k < 0:
                break
            result = matches(game, book, a, me, side, kept, game.act, ROW)
    erase(game)
    return result


@compiled
def _gate(game, book, a, player, x):
    gate = int(book.ability[a].gate)
    if gate < 0:
        return True
    f = int(game.depth)
    sets.clear(game.set[f, 0])
    return evaluate_with(game, book, f, gate, player, x, 0) != 0


@compiled
def feasible(game, book, player, x, origin, expedition, options, terms, less, mana):
    """Can the play of x be completed with these choices (6.4.c, 5.1.2.g)? For its Temple cost it
    is played as what it would be."""
    if options & TEMPLED == 0 or game.obj[x, C.PLAYED_AS] == AS.TEMPLE:
        return _feasible(game, book, player, x, origin, expedition, options, terms, less, mana)
    kind = int(game.obj[x, C.TYPE])
    subtypes = int(game.subtypes[x])
    forest = int(game.obj[x, C.FOREST])
    mountain = int(game.obj[x, C.MOUNTAIN])
    water = int(game.obj[x, C.WATER])
    as_temple(game, book, x)
    result = _feasible(game, book, player, x, origin, expedition, options, terms, less, mana)
    game.obj[x, C.TYPE] = kind
    game.subtypes[x] = subtypes
    game.obj[x, C.FOREST] = forest
    game.obj[x, C.MOUNTAIN] = mountain
    game.obj[x, C.WATER] = water
    return result


@compiled
def _feasible(game, book, player, x, origin, expedition, options, terms, less, mana):
    cost = play_cost(game, book, player, x, origin, expedition, options, 0, terms, less)
    if cost < 0:
        return False
    whole = cost
    free = terms & TERMS.FREE
    extra = 0
    for k in range(int(book.card[game.obj[x, C.CARD]].reductions)):
        if (options >> k) & 1:
            part = reduction_payable(game, book, player, x, k)
            if part < 0:
                return False
            extra += part
    if free:
        cost = 0
    if cost + extra > mana:
        return False
    if _prohibited(game, book, player, x, origin, expedition):
        return False
    if int(game.rules) & RULE.DECLARE_FIRST and int(game.obj[x, C.TYPE]) & TYPE.SPELL:
        a = int(book.card[game.obj[x, C.CARD]].spell)
        if a >= 0:
            declare = int(book.ability[a].declare)
            slack = 0
            if declare >= 0:
                slack = tough_slack(
                    game, book, player, x, origin, expedition, options, whole, terms, less
                )
            return can_declare(game, book, declare, player, x, cost + extra, free, slack, options)
    return True


@compiled
def _permitted(game, book, player, x, expedition):
    """Does an ability let this exhausted card in Reserve be played (2.4.6.d)?"""
    if (int(game.listening) >> ABILITY.CAN) & 1 == 0:
        return False
    sketch(game, player, x, Z.RESERVE, expedition)
    result = False
    k = -1
    while not result:
        k, a, me, side, kept = next_in_force(game, book, ABILITY.CAN, k, -1)
        if k < 0:
            break
        if int(book.ability[a].even) & STATUS.EXHAUSTED:
            result = matches(game, book, a, me, side, kept, game.act, ROW)
    erase(game)
    return result


@compiled
def can_be_temple(game, book, x, terms):
    """May x be played for a Temple cost, on these terms? Not where it must join an Expedition."""
    if (int(book.card[game.obj[x, C.CARD]].statements) >> ABILITY.TEMPLE) & 1 == 0:
        return False
    return place_allowed(terms, -1)


@compiled
def can_play(game, book, player, x, terms, less, expedition):
    """Could the player play x from where it is on these terms, in this Expedition (-1: any)?"""
    mana = ready_orbs(game, player)
    return can_play_with(game, book, player, x, terms, less, expedition, mana)


@compiled
def can_play_beside(game, book, player, x, terms, less, others):
    """Could the player play x as well as the cards of a set? All of them must be paid for
    (5.2.c)."""
    mana = ready_orbs(game, player)
    y = sets.first(others)
    while y >= 0:
        cost = 0
        while cost < mana and not can_play_with(game, book, player, y, terms, less, -1, cost):
            cost += 1
        mana -= cost
        y = sets.after(others, y)
    return can_play_with(game, book, player, x, terms, less, -1, mana)


@compiled
def can_play_with(game, book, player, x, terms, less, expedition, mana):
    """Could the player play x on these terms, in this Expedition (-1: any), for so much mana?"""
    origin = origin_of(game, x, terms)
    kind = int(game.obj[x, C.TYPE])
    if kind & PLAYABLE == 0:
        return False  # a Hero, a Mana Orb, and a card that is of no type until it is one
    exhausted = int(game.obj[x, C.STATUS]) & STATUS.EXHAUSTED and game.obj[x, C.ZONE] == Z.RESERVE
    placed = kind & (TYPE.CHARACTER | TYPE.EXPEDITION_PERMANENT)
    card = int(game.obj[x, C.CARD])
    count = int(book.card[card].reductions)
    other = 0  # an alternative cost: Scout's from Hand, the Hand Cost from Reserve
    if origin == Z.HAND and (int(book.card[card].statements) >> ABILITY.SCOUT) & 1:
        other = SCOUTED
    elif origin == Z.RESERVE and terms & TERMS.HAND_COST:
        other = AT_HAND_COST
    if expedition < 0 and can_be_temple(game, book, x, terms):
        if not exhausted or _permitted(game, book, player, x, -1):
            for options in range(1 << count):
                chosen = options | TEMPLED
                if feasible(game, book, player, x, origin, -1, chosen, terms, less, mana):
                    return True
    for way in range(2):
        e = -1
        if placed:
            e = 2 * player + way
            if (expedition >= 0 and e != expedition) or not place_allowed(terms, e):
                continue
        elif way == 1:
            continue
        if exhausted and not _permitted(game, book, player, x, e):
            continue
        for paid in range(2 if other else 1):
            for options in range(1 << count):
                chosen = options | (other if paid else 0)
                if feasible(game, book, player, x, origin, e, chosen, terms, less, mana):
                    return True
        heard = int(game.listening) | int(book.card[card].statements)
        if heard & ((1 << ABILITY.COST) | (1 << ABILITY.CANT)) == 0:
            if not exhausted:
                break  # the other Expedition would be the same
    return False


@compiled
def quick_cost(game, book, player, x, a):
    """The mana quick action a of x asks for; -1 when its cost cannot be paid."""
    return check_cost(game, book, int(book.ability[a].cost_check), player, x)


@compiled
def can_use(game, book, player, x, a):
    """Could the player play quick action a of x now (5.3)?"""
    if book.ability[a].kind != ABILITY.QUICK or not ability_works(game, book, x, a):
        return False
    if times_used(game, x, a) >= 100 or cannot_activate(game, book, x, a):
        return False  # 1.4.6.b, 1.4.1
    cost = quick_cost(game, book, player, x, a)
    if cost < 0 or cost > ready_orbs(game, player):
        return False
    declare = int(book.ability[a].declare)
    if int(game.rules) & RULE.DECLARE_FIRST and declare >= 0:
        return can_declare(game, book, declare, player, x, cost, 0, 0, 0)
    return True
