"""What the mana left could still do, from what is seen: plans for the cards of who is to act.

`planning.py` asks the same of a game, for a player that looks ahead. Here it is asked once of an
observation, for a network to read: plans are sets of Characters in hand and in Reserve that the
mana pays for, each in either Expedition, the small ones first and as many as there is room for.
Of each card is noted how good the best plan with it is, in the one Expedition or in the other,
and the best without it; of each amount of mana, the best plan that leaves it. How good a plan is
follows from the chances of Expeditions to move and from what the cards are worth kept, by the
weights below; a network learns what to make of that.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

import numpy as np

from ..batch.layout import G, N, S
from ..engine.compiled import compiled
from ..engine.layout import EXPEDITIONS, LENGTH, PLAYERS
from ..engine.room import counts, floats
from ..engine.terms import DECIDE, KW, PHASE, STATUS, TYPE, Z, namespace

__all__ = [
    "CARD",
    "END",
    "MOST_CARDS",
    "MOST_MANA",
    "Foresight",
    "foresee",
    "new_cards",
    "new_plans",
    "new_spending",
    "place_of",
]

MOST_CARDS = 10
MOST_PLANS = 256
MOST_MANA = 15
"""More than so much is planned with as if it were so much."""
FAR = 12
"""A gap beyond that is as good as this one."""

# what is worth how much (`weights.py` says what each is; these are those of `rules`)
REGION, GOAL, HAND, RESERVE, SPARE = 10.0, 1.0, 1.5, 1.0, 0.3
COST, DEAR, TEXT, ANSWER, DOUBT, DOUBT_MANA = 0.2, 0.6, 0.3, 0.45, 0.3, 0.2


@namespace
class CARD:
    """The columns of a card to plan with."""

    ROW = 0
    COST = 1
    FOREST = 2  # three statistics
    BOTH = 5  # it is present in both Expeditions (7.4.4)
    HAND = 6  # the worth of the hand, once it is played
    KEPT = 7  # the worth of what is kept in Reserve
    COUNT_KEPT = 8
    WITH = 9  # the best plan with it in the one Expedition, in the other
    WITHOUT = 11  # the best without it
    END = 12  # of the best plan with it in the one, in the other: who moves (`END`)
    LEFT = 14  # the mana that it leaves
    PLAYED = 16  # the cards that it plays
    COUNT = 18


@namespace
class PLAN:
    """The columns of a plan."""

    LEFT = 0  # mana
    LAST = 1  # the card that it plays last
    CARDS = 2  # those it plays, as a mask: of the one Expedition, then of the other
    PLAYED = 3  # how many
    STATISTIC = 4  # three of each Expedition
    HAND = 10
    KEPT = 11
    COUNT_KEPT = 12
    CHANCE = 13  # of each own Expedition to move, and of those that face them
    END = 17  # as a mask (`END`)
    VALUE = 18
    COUNT = 19


@namespace
class END:
    """Who moves at Dusk: a bit for each own Expedition, and for each that faces one."""

    MINE = 0
    THEIRS = 2
    STILL_MINE = 4  # even if all of their Reserve that they can pay for goes there
    THEIRS_THEN = 6  # or only then
    COUNT = 8


new_cards = floats(MOST_CARDS + 1, CARD.COUNT)
new_plans = floats(MOST_PLANS, PLAN.COUNT)
new_spending = floats(MOST_MANA + 1)
new_chance = floats(2, 2 * FAR + 1)
new_threat = counts(2, 3)
new_most = counts(MOST_MANA + 1)


class Foresight(NamedTuple):
    """What was found."""

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
    """The best plan that spends so much at most."""


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
    """The mana of who is to act that a plan is for: of this Afternoon, or of the next."""
    if o[G.PHASE] == PHASE.AFTERNOON:
        return min(MOST_MANA, _unspent(o, 0))
    if o[G.DECISION] == DECIDE.FIRST_MANA:
        return 3
    more = 1 if o[G.DECISION] == DECIDE.EXPAND or o[G.PHASE] > PHASE.AFTERNOON else 0
    return min(MOST_MANA, int(o[G.MANA]) + more)


@compiled
def _in_reserve(o, at, orbs):
    dear = max(0, int(o[at + N.RESERVE_COST]) - orbs)
    return RESERVE + COST * int(o[at + N.HAND_COST]) - DEAR * dear


@compiled
def _in_hand(o, at, orbs):
    cost = int(o[at + N.HAND_COST])
    return HAND + COST * cost - DEAR * max(0, cost - orbs)


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
    """The cards that could be played, and into the plan to play nothing what is kept so; how many
    cards."""
    orbs = int(o[G.MANA])
    n = 0
    at = S.ENTITIES
    for r in range(int(o[G.ROWS])):
        zone = int(o[at + N.ZONE])
        if o[at + N.SIDE] == 1 and o[at + N.CARD] > 0:
            here = card[n]
            if zone == Z.HAND:
                worth = _in_hand(o, at, orbs)
                plan[PLAN.HAND] += worth
                here[CARD.COST] = int(o[at + N.HAND_COST])
                mean = (o[at + N.FOREST] + o[at + N.MOUNTAIN] + o[at + N.WATER]) / 3.0
                says = TEXT * max(0.0, 0.9 * here[CARD.COST] - mean)
                here[CARD.HAND] = says - worth
                here[CARD.KEPT] = _in_reserve(o, at, orbs)
                here[CARD.COUNT_KEPT] = 1.0
            elif zone == Z.RESERVE:
                worth = _in_reserve(o, at, orbs)
                plan[PLAN.KEPT] += worth
                plan[PLAN.COUNT_KEPT] += 1
                here[CARD.COST] = int(o[at + N.RESERVE_COST])
                here[CARD.HAND] = 0.0
                here[CARD.KEPT] = -worth
                here[CARD.COUNT_KEPT] = -1.0
                if int(o[at + N.STATUS]) & STATUS.EXHAUSTED:
                    here[CARD.COST] = -1.0
            elif zone == Z.EXPEDITION and _will_be_kept(o, at):
                plan[PLAN.KEPT] += _in_reserve(o, at, orbs)
                plan[PLAN.COUNT_KEPT] += 1
            if zone == Z.HAND or zone == Z.RESERVE:
                if int(o[at + N.TYPE]) & TYPE.CHARACTER and here[CARD.COST] >= 0:
                    here[CARD.ROW] = r
                    for t in range(3):
                        here[CARD.FOREST + t] = int(o[at + N.FOREST + t])
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
    """The most of a statistic that a player could bring from Reserve with so much mana."""
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
    """How likely Expedition e and the one facing it are to move with this plan, into it."""
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
def _on_the_way(way):
    late = max(0.0, way - (LENGTH - 4))
    return REGION * (way + GOAL * late * late)


@compiled
def _judge(plan, way, against, limit):
    """What a plan comes to, into it."""
    mine = way + plan[PLAN.CHANCE] + plan[PLAN.CHANCE + 1]
    theirs = against + plan[PLAN.CHANCE + 2] + plan[PLAN.CHANCE + 3]
    kept = plan[PLAN.KEPT]
    count = plan[PLAN.COUNT_KEPT]
    if count > limit:
        kept *= (limit + SPARE * (count - limit)) / count
    plan[PLAN.VALUE] = _on_the_way(mine) - _on_the_way(theirs) + plan[PLAN.HAND] + kept


@compiled
def _extend(before, card, k, way, after):
    """The plan `before` and card k more, in one Expedition."""
    for c in range(PLAN.COUNT):
        after[c] = before[c]
    here = card[k]
    after[PLAN.LEFT] -= here[CARD.COST]
    after[PLAN.LAST] = k
    after[PLAN.CARDS] += 1 << (k + MOST_CARDS * way)
    after[PLAN.PLAYED] += 1
    after[PLAN.HAND] += here[CARD.HAND]
    after[PLAN.KEPT] += here[CARD.KEPT]
    after[PLAN.COUNT_KEPT] += here[CARD.COUNT_KEPT]
    for side in range(2):
        if side == way or here[CARD.BOTH] > 0:
            for t in range(3):
                after[PLAN.STATISTIC + 3 * side + t] += here[CARD.FOREST + t]


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
    """The plans of who is to act, by what they see, in the room that is given for them."""
    plan[0] = 0.0
    plan[0, PLAN.LAST] = -1
    n = _gather(o, card, plan[0])
    mana = _to_spend(o)
    plan[0, PLAN.LEFT] = mana
    theirs_left = _unspent(o, _facing(o, 0) // 2)
    doubt = DOUBT + DOUBT_MANA * theirs_left
    chance = new_chance()
    for gap in range(1, 2 * FAR + 1):  # the first is that of none
        chance[0, gap] = 1.0 / (1.0 + exp(-(gap - FAR - 0.5 - ANSWER * theirs_left) / doubt))
        chance[1, gap] = 1.0 / (1.0 + exp(-(gap - FAR - 0.5 + ANSWER * theirs_left) / doubt))
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
    _judge(plan[0], way, against, limit)
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
                _judge(after, way, against, limit)
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
    """Which of the cards that could be played lies in this row; -1 none."""
    for k in range(seen.cards):
        if seen.card[k, CARD.ROW] == row:
            return k
    return -1
