"""Plan search: which cards to play with the mana left this Afternoon, in which Expeditions.

A plan is an affordable set of Characters, each in one of the two Expeditions. It is valued by the
chances of Expeditions to move, by the hand, and by Reserve: a card from hand goes there at Rest,
where there is room for few; a card from Reserve is gone. The other player's unspent mana counts as
an estimate of their answer.

`find_plan` reads a record, for players that look ahead: depth first, up to a number of plans, by
any weights. `foresee` reads an observation, for the features of networks: small plans first, as
many as there is room for, by the weights of `rules`. For each card it notes the best plan with it,
in either Expedition, and the best without it; for each amount of mana, the best plan that costs no
more. Both share the tables of cards and plans and the step from one plan to the next. Their orders
and roundings differ for good: `rules@1` never changes, and the released networks were trained on
these numbers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..batch.layout import G, N, S
from ..engine import sets
from ..engine.adventure import region_of
from ..engine.compiled import compiled
from ..engine.dusk import statistics
from ..engine.layout import EXPEDITIONS, PLAYERS
from ..engine.objects import ready_orbs
from ..engine.stack_arrays import counts, floats
from ..engine.terms import DECIDE, KW, PHASE, STATUS, TYPE, C, Z, namespace
from .chances import odds, on_the_way, unspent
from .elementary import exp
from .material import in_hand, in_reserve, kept, of_hand, of_reserve, reserved
from .weights import JUDGEMENT, W, weights_of

MOST_CARDS = 10
MOST_PLAYED = 5
MOST_PLANS = 256
MOST_MANA = 15
"""The maximum mana that `foresee` plans with."""
FAR = 12
"""Gap beyond which `foresee` sees no difference."""
WEIGHTS = weights_of(JUDGEMENT)
"""Weights of `foresee`: those of `rules`."""


@namespace
class CARD:
    """Columns of a card to plan with; those from `WITH` on are filled by `foresee`."""

    SLOT = 0  # in a record; in an observation its row
    COST = 1
    STATISTIC = 2  # three
    BOTH = 5  # it is present in both Expeditions (7.4.4)
    HAND = 6  # the worth of the hand, once it is played
    KEPT = 7  # the value of cards kept in Reserve
    COUNT_KEPT = 8  # how many cards are kept
    TEXT = 9
    WITH = 10  # the best plan with it in the one Expedition, in the other
    WITHOUT = 12  # the best without it
    END = 13  # of the best plan with it in the one, in the other: who moves (`END`)
    LEFT = 15  # the mana that it leaves
    PLAYED = 17  # the cards that it plays
    COUNT = 19


@namespace
class PLAN:
    """Columns of a plan; those from `LAST` on are filled by `foresee`."""

    LEFT = 0  # mana
    HAND = 1
    KEPT = 2
    COUNT_KEPT = 3
    TEXT = 4
    STATISTIC = 5  # three of each of one's Expeditions
    BARE = 11
    LAST = 11  # the card that it plays last
    CARDS = 12  # those it plays, as a mask: of the one Expedition, then of the other
    PLAYED = 13  # how many
    CHANCE = 14  # of each own Expedition to move, and of those that face them
    END = 18  # as a mask (`END`)
    VALUE = 19
    COUNT = 20


@namespace
class END:
    """Who moves at Dusk: a bit for each own Expedition, and for each that faces one."""

    MINE = 0
    THEIRS = 2
    STILL_MINE = 4  # even if all of their Reserve that they can pay for goes there
    THEIRS_THEN = 6  # or only then
    COUNT = 8


new_begin = counts(2)
new_cards = floats(MOST_CARDS + 1, CARD.COUNT)
new_sums = floats(MOST_PLAYED + 1, PLAN.BARE)
new_played = counts(MOST_PLAYED + 1)
new_table = floats(EXPEDITIONS, 3)
new_side = floats(3)
new_plans = floats(MOST_PLANS, PLAN.COUNT)
new_spending = floats(MOST_MANA + 1)
new_chance = floats(2, 2 * FAR + 1)
new_threat = counts(2, 3)
new_most = counts(MOST_MANA + 1)


@compiled
def _text(cost, forest, mountain, water):
    """The estimated value of a card's text, from low statistics for its cost."""
    return max(0.0, 0.9 * cost - (forest + mountain + water) / 3.0)


@compiled
def _play(card, way, before, after):
    """The plan `before` and one card more, in one Expedition or in both."""
    for k in range(len(before)):
        after[k] = before[k]
    after[PLAN.LEFT] -= card[CARD.COST]
    after[PLAN.HAND] += card[CARD.HAND]
    after[PLAN.KEPT] += card[CARD.KEPT]
    after[PLAN.COUNT_KEPT] += card[CARD.COUNT_KEPT]
    after[PLAN.TEXT] += card[CARD.TEXT]
    for side in range(2):
        if side == way or card[CARD.BOTH] > 0:
            for t in range(3):
                after[PLAN.STATISTIC + 3 * side + t] += card[CARD.STATISTIC + t]


@compiled
def _candidates(game, p, orbs, weights, card):
    """The Characters that the player could play, into `card`; how many."""
    n = 0
    for zone in (Z.HAND, Z.RESERVE):
        row = game.zone[zone, p]
        x = sets.first(row)
        while x >= 0:
            column = C.HAND_COST if zone == Z.HAND else C.RESERVE_COST
            cost = int(game.obj[x, column])
            playable = int(game.obj[x, C.TYPE]) & TYPE.CHARACTER and cost >= 0
            if zone == Z.RESERVE and int(game.obj[x, C.STATUS]) & STATUS.EXHAUSTED:
                playable = False
            if playable and n < MOST_CARDS:
                here = card[n]
                here[CARD.SLOT] = x
                here[CARD.COST] = cost
                for t in range(3):
                    here[CARD.STATISTIC + t] = int(game.obj[x, C.FOREST + t])
                stays = in_reserve(game, x, orbs, weights)
                if zone == Z.HAND:
                    here[CARD.HAND] = -in_hand(game, x, orbs, weights)
                    here[CARD.KEPT] = stays
                    here[CARD.COUNT_KEPT] = 1
                    here[CARD.TEXT] = _text(
                        cost, game.obj[x, C.FOREST], game.obj[x, C.MOUNTAIN], game.obj[x, C.WATER]
                    )
                else:
                    here[CARD.HAND] = 0
                    here[CARD.KEPT] = -stays
                    here[CARD.COUNT_KEPT] = -1
                    here[CARD.TEXT] = 0.0
                here[CARD.BOTH] = int(game.obj[x, C.KEYWORDS]) & KW.GIGANTIC
                n += 1
            x = sets.after(row, x)
    return n


@compiled
def _move(game, e, forward, back, doubt):
    """The probability that Expedition e moves, with these statistics against those."""
    best = -100.0
    for t in range(3):
        if (int(game.terrain_now[region_of(game, e)]) >> t) & 1 and forward[t] > 0:
            tied = 1.0 if (int(game.ascended) >> e) & 1 else 0.0
            best = max(best, forward[t] - back[t] - 0.5 + tied)
    return odds(best / doubt)


@compiled
def _worth(game, p, weights, now, so_far, mine, theirs, answer, doubt):
    """The value of a plan: Expeditions of both sides, hand, Reserve."""
    way = 0.0
    against = 0.0
    for e in range(2 * p, 2 * p + 2):
        d = int(game.facing[e])
        for t in range(3):
            mine[t] = now[e, t] + so_far[PLAN.STATISTIC + 3 * (e % 2) + t]
            theirs[t] = now[d, t] + answer
        way += int(game.progress[e]) + _move(game, e, mine, theirs, doubt)
        against += int(game.progress[d]) + _move(game, d, theirs, mine, doubt)
    value = on_the_way(way, weights) - on_the_way(against, weights)
    limit = max(0, int(game.reserve_limit[p]))
    value += so_far[PLAN.HAND] + weights[W.TEXT] * so_far[PLAN.TEXT]
    return value + reserved(so_far[PLAN.KEPT], int(so_far[PLAN.COUNT_KEPT]), limit, weights)


@compiled
def best_plan(game, p, weights):
    """The worth of a player's cards and Expeditions, less that of the Expeditions against them,
    after the best use of the mana left that was found."""
    begin = new_begin()
    return find_plan(game, p, weights, weights[W.PLAN], begin)


@compiled
def find_plan(game, p, weights, most, begin):
    """The value of the best plan of at most this many; its first card goes to `begin`, -1 for none,
    with the player's Expedition it is played to."""
    begin[0] = -1
    orbs = sets.size(game.zone[Z.MANA, p])
    card = new_cards()
    so_far = new_sums()
    took = new_played()
    now = new_table()
    mine = new_side()
    theirs = new_side()
    for e in range(EXPEDITIONS):
        now[e, 0], now[e, 1], now[e, 2] = statistics(game, e)
    x = sets.first(game.zone[Z.HAND, p])
    while x >= 0:
        so_far[0, PLAN.HAND] += in_hand(game, x, orbs, weights)
        x = sets.after(game.zone[Z.HAND, p], x)
    worth, count = kept(game, p, orbs, weights)
    so_far[0, PLAN.KEPT] = worth
    so_far[0, PLAN.COUNT_KEPT] = count
    # of those whose Expeditions face the player's: between two players that is one
    theirs_left = max(
        unspent(game, int(game.facing[2 * p]) // 2), unspent(game, int(game.facing[2 * p + 1]) // 2)
    )
    answer = weights[W.ANSWER] * theirs_left
    doubt = weights[W.DOUBT] + weights[W.DOUBT_MANA] * theirs_left
    best = _worth(game, p, weights, now, so_far[0], mine, theirs, answer, doubt)
    if (int(game.passed) >> p) & 1:
        return best
    so_far[0, PLAN.LEFT] = ready_orbs(game, p)
    n = _candidates(game, p, orbs, weights, card)
    tried = 0
    depth = 0
    option = 0
    while True:
        while option < 2 * n and card[option // 2, CARD.COST] > so_far[depth, PLAN.LEFT]:
            option += 2 - option % 2
        if option < 2 * n and depth < MOST_PLAYED and tried < most:
            took[depth] = option
            here = card[option // 2]
            _play(here, option % 2, so_far[depth], so_far[depth + 1])
            depth += 1
            tried += 1
            worth = _worth(game, p, weights, now, so_far[depth], mine, theirs, answer, doubt)
            if worth > best:
                best = worth
                begin[0] = int(card[took[0] // 2, CARD.SLOT])
                begin[1] = took[0] % 2
            option = 2 * (option // 2) + 2
        elif depth == 0:
            return best
        else:
            depth -= 1
            option = took[depth] + 1


class Foresight(NamedTuple):
    """The results."""

    card: np.ndarray
    """The cards that could be played, with the columns `CARD`."""
    cards: int
    """How many."""
    plan: np.ndarray
    """The plans, with the columns `PLAN`; the first is to play nothing."""
    best: int
    """The best of them."""
    mana: int
    """The mana that is planned with."""
    spending: np.ndarray
    """The best plan that spends at most this much."""


@compiled
def _unspent(o, p):
    """The mana that a player may still turn into statistics before Dusk."""
    phase = int(o[G.PHASE])
    if phase == PHASE.DUSK:
        return 0
    if phase == PHASE.AFTERNOON:
        if o[G.PASSED + p] != 0:
            return 0
        return min(int(o[G.MANA_READY + p]), 3 * (int(o[G.HAND + p]) + int(o[G.RESERVE + p])))
    return int(o[G.MANA + p])


@compiled
def _to_spend(o):
    """The mana available to a plan: of this Afternoon, or of the next."""
    if o[G.PHASE] == PHASE.AFTERNOON:
        return min(MOST_MANA, _unspent(o, 0))
    if o[G.DECISION] == DECIDE.FIRST_MANA:
        return 3
    more = 1 if o[G.DECISION] == DECIDE.EXPAND or o[G.PHASE] > PHASE.AFTERNOON else 0
    return min(MOST_MANA, int(o[G.MANA]) + more)


@compiled
def _kept(o, at, orbs):
    """The value of a card in Reserve."""
    return of_reserve(int(o[at + N.HAND_COST]), int(o[at + N.RESERVE_COST]), orbs, WEIGHTS)


@compiled
def _will_be_kept(o, at):
    """Will this object of an Expedition go to its owner's Reserve at Rest (4.2.5.b)?"""
    kind = int(o[at + N.TYPE])
    if kind & TYPE.CHARACTER == 0 or kind & TYPE.TOKEN or o[at + N.OWNER] != 1:
        return False
    if int(o[at + N.STATUS]) & (STATUS.ANCHORED | STATUS.ASLEEP | STATUS.FLEETING):
        return False
    return int(o[at + N.KEYWORDS]) & KW.ETERNAL == 0


@compiled
def _gather(o, card, plan):
    """List the playable cards, and write what is kept to the plan that plays nothing; return their
    number."""
    orbs = int(o[G.MANA])
    n = 0
    at = S.ENTITIES
    for r in range(int(o[G.ROWS])):
        zone = int(o[at + N.ZONE])
        if o[at + N.SIDE] == 1 and o[at + N.CARD] > 0:
            here = card[n]
            if zone == Z.HAND:
                worth = of_hand(int(o[at + N.HAND_COST]), orbs, WEIGHTS)
                plan[PLAN.HAND] += worth
                here[CARD.COST] = int(o[at + N.HAND_COST])
                cost = here[CARD.COST]
                says = _text(cost, o[at + N.FOREST], o[at + N.MOUNTAIN], o[at + N.WATER])
                here[CARD.HAND] = WEIGHTS[W.TEXT] * says - worth
                here[CARD.KEPT] = _kept(o, at, orbs)
                here[CARD.COUNT_KEPT] = 1.0
            elif zone == Z.RESERVE:
                worth = _kept(o, at, orbs)
                plan[PLAN.KEPT] += worth
                plan[PLAN.COUNT_KEPT] += 1
                here[CARD.COST] = int(o[at + N.RESERVE_COST])
                here[CARD.HAND] = 0.0
                here[CARD.KEPT] = -worth
                here[CARD.COUNT_KEPT] = -1.0
                if int(o[at + N.STATUS]) & STATUS.EXHAUSTED:
                    here[CARD.COST] = -1.0
            elif zone == Z.EXPEDITION and _will_be_kept(o, at):
                plan[PLAN.KEPT] += _kept(o, at, orbs)
                plan[PLAN.COUNT_KEPT] += 1
            if zone == Z.HAND or zone == Z.RESERVE:
                if int(o[at + N.TYPE]) & TYPE.CHARACTER and here[CARD.COST] >= 0:
                    here[CARD.SLOT] = r
                    for t in range(3):
                        here[CARD.STATISTIC + t] = int(o[at + N.FOREST + t])
                    here[CARD.BOTH] = int(o[at + N.KEYWORDS]) & KW.GIGANTIC
                    if n < MOST_CARDS:
                        n += 1
        at += N.COUNT
    return n


@compiled
def _facing(o, e):
    """The Expedition that faces one's own."""
    if PLAYERS > 2:
        return int(o[G.FACING + e]) - 1
    return e + 2


@compiled
def _most(o, p, t, mana):
    """The maximum of a statistic that a player could add from Reserve with this mana."""
    most = new_most()
    at = S.ENTITIES
    for _ in range(int(o[G.ROWS])):
        if o[at + N.SIDE] == p + 1 and o[at + N.ZONE] == Z.RESERVE:
            cost = int(o[at + N.RESERVE_COST])
            ready = int(o[at + N.STATUS]) & STATUS.EXHAUSTED == 0
            if int(o[at + N.TYPE]) & TYPE.CHARACTER and ready and 0 <= cost <= mana:
                for left in range(mana, cost - 1, -1):
                    brings = most[left - cost] + int(o[at + N.FOREST + t])
                    most[left] = max(most[left], brings)
        at += N.COUNT
    return most[mana]


@compiled
def _look(o, e, plan, chance, threat):
    """Write to the plan the probabilities that Expedition e and the one facing it move."""
    f = _facing(o, e)
    mine = -FAR
    theirs = -FAR
    still = False
    then = False
    for t in range(3):
        added = int(plan[PLAN.STATISTIC + 3 * e + t])
        gap = int(o[G.GAP + 3 * e + t]) + added
        there = int(o[G.FOREST + EXPEDITIONS * t + e]) + added
        if (int(o[G.COUNTED + e]) >> t) & 1 and there > 0:
            mine = max(mine, gap + int(o[G.ASCENDED + e]))
            still = still or gap + int(o[G.ASCENDED + e]) > threat[e, t]
        if (int(o[G.COUNTED + f]) >> t) & 1:
            facing = int(o[G.FOREST + EXPEDITIONS * t + f])
            ahead = int(o[G.ASCENDED + f]) - gap
            if facing > 0:
                theirs = max(theirs, ahead)
            then = then or (facing + threat[e, t] > 0 and ahead + threat[e, t] > 0)
    plan[PLAN.CHANCE + e] = chance[0, min(max(mine, -FAR), FAR) + FAR]
    plan[PLAN.CHANCE + 2 + e] = chance[1, min(max(theirs, -FAR), FAR) + FAR]
    end = int(plan[PLAN.END]) & ~(0b1010101 << e)
    if mine > 0:
        end |= 1 << (END.MINE + e)
    if theirs > 0:
        end |= 1 << (END.THEIRS + e)
    if still:
        end |= 1 << (END.STILL_MINE + e)
    if then:
        end |= 1 << (END.THEIRS_THEN + e)
    plan[PLAN.END] = end


@compiled
def _value(plan, way, against, limit):
    """Write the result of a plan into it."""
    mine = way + plan[PLAN.CHANCE] + plan[PLAN.CHANCE + 1]
    theirs = against + plan[PLAN.CHANCE + 2] + plan[PLAN.CHANCE + 3]
    kept = plan[PLAN.KEPT]
    count = plan[PLAN.COUNT_KEPT]
    if count > limit:
        kept *= (limit + WEIGHTS[W.SPARE] * (count - limit)) / count
    plan[PLAN.VALUE] = (
        on_the_way(mine, WEIGHTS) - on_the_way(theirs, WEIGHTS) + plan[PLAN.HAND] + kept
    )


@compiled
def _extend(before, card, k, way, after):
    """The plan `before` and card k more, in one Expedition."""
    _play(card[k], way, before, after)
    after[PLAN.LAST] = k
    after[PLAN.CARDS] += 1 << (k + MOST_CARDS * way)
    after[PLAN.PLAYED] += 1


@compiled
def _note(card, n, plan, value):
    """Note a plan at the cards that it plays, and at those that it does not."""
    played = int(plan[PLAN.CARDS])
    for k in range(n):
        here = card[k]
        out = True
        for way in range(2):
            if (played >> (k + MOST_CARDS * way)) & 1:
                out = False
                if value > here[CARD.WITH + way]:
                    here[CARD.WITH + way] = value
                    here[CARD.END + way] = plan[PLAN.END]
                    here[CARD.LEFT + way] = plan[PLAN.LEFT]
                    here[CARD.PLAYED + way] = plan[PLAN.PLAYED]
        if out and value > here[CARD.WITHOUT]:
            here[CARD.WITHOUT] = value


@compiled
def foresee(o, card, plan, spending):
    """The plans of the player to move, from visible information, in the given buffers."""
    plan[0] = 0.0
    plan[0, PLAN.LAST] = -1
    n = _gather(o, card, plan[0])
    mana = _to_spend(o)
    plan[0, PLAN.LEFT] = mana
    theirs_left = _unspent(o, _facing(o, 0) // 2)
    doubt = WEIGHTS[W.DOUBT] + WEIGHTS[W.DOUBT_MANA] * theirs_left
    answer = WEIGHTS[W.ANSWER] * theirs_left
    chance = new_chance()
    for gap in range(1, 2 * FAR + 1):  # the first plays none
        chance[0, gap] = 1.0 / (1.0 + exp(-(gap - FAR - 0.5 - answer) / doubt))
        chance[1, gap] = 1.0 / (1.0 + exp(-(gap - FAR - 0.5 + answer) / doubt))
    way = 1.0 * int(o[G.DISTANCE]) + int(o[G.DISTANCE + 1])
    against = 1.0 * int(o[G.DISTANCE + _facing(o, 0)]) + int(o[G.DISTANCE + _facing(o, 1)])
    limit = 1.0 * max(0, int(o[G.RESERVE_LIMIT]))
    threat = new_threat()
    for e in range(2):
        if e == 1 and _facing(o, 0) // 2 == _facing(o, 1) // 2:
            for t in range(3):
                threat[1, t] = threat[0, t]
        else:
            p = _facing(o, e) // 2
            for t in range(3):
                threat[e, t] = _most(o, p, t, min(MOST_MANA, _unspent(o, p)))
    for e in range(2):
        _look(o, e, plan[0], chance, threat)
    _value(plan[0], way, against, limit)
    for k in range(n):
        card[k, CARD.WITH] = -1e9
        card[k, CARD.WITH + 1] = -1e9
        card[k, CARD.WITHOUT] = plan[0, PLAN.VALUE]
    for spent in range(MOST_MANA + 1):
        spending[spent] = plan[0, PLAN.VALUE]
    best = 0
    made = 1
    at = 0
    while at < made:
        before = plan[at]
        for k in range(int(before[PLAN.LAST]) + 1, n):
            if card[k, CARD.COST] > before[PLAN.LEFT]:
                continue
            for side in range(2):
                if made == MOST_PLANS or (side == 1 and card[k, CARD.BOTH] > 0):
                    continue
                after = plan[made]
                _extend(before, card, k, side, after)
                _look(o, side, after, chance, threat)
                if card[k, CARD.BOTH] > 0:
                    _look(o, 1 - side, after, chance, threat)
                _value(after, way, against, limit)
                value = after[PLAN.VALUE]
                _note(card, n, after, value)
                spent = mana - int(after[PLAN.LEFT])
                spending[spent] = max(spending[spent], value)
                if value > plan[best, PLAN.VALUE]:
                    best = made
                made += 1
        at += 1
    for spent in range(MOST_MANA):
        spending[spent + 1] = max(spending[spent], spending[spent + 1])
    return Foresight(card, n, plan, best, mana, spending)


@compiled
def place_of(seen, row):
    """The playable card in this row; -1 for none."""
    for k in range(seen.cards):
        if seen.card[k, CARD.SLOT] == row:
            return k
    return -1
