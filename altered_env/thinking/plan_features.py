"""Plan features of a network: of each card, each Expedition, and the plan for the mana.

A playable card is encoded with its own effect and with the best plan of `plan.py` that contains
it; an Expedition to choose with the card that goes there.
"""

from ..batch.layout import G, N
from ..engine.compiled import compiled
from ..engine.layout import PLAYERS
from ..engine.terms import Z
from .features import EDGES, GAME, OF, STEPS, TERRAINS
from .plan import CARD, END, PLAN, place_of


@compiled
def one_of(found, n, base, v, low, high):
    found[n] = base + min(max(v, low), high) - low
    return n + 1


@compiled
def _ahead(o, e, at):
    """The leader at an Expedition in a terrain that counts, with the statistics of the row at `at`,
    -1 for none: 1 this one, 2 the one facing it."""
    counted = int(o[G.COUNTED + e])
    found = 0
    for t in range(TERRAINS):
        if (counted >> t) & 1:
            gap = int(o[G.GAP + TERRAINS * e + t])
            if at >= 0:
                gap += int(o[at + N.FOREST + t])
            if gap > 0:
                found |= 1
            elif gap < 0:
                found |= 2
    return found


@compiled
def _by_itself(o, at, found, n):
    """The effect of a playable card of the viewer: mana, and each Expedition."""
    cost = int(o[at + N.HAND_COST])
    if o[at + N.ZONE] == Z.RESERVE:
        cost = int(o[at + N.RESERVE_COST])
    n = one_of(found, n, OF.MANA_LEFT, int(o[G.MANA_READY]) - cost, -4, 8)
    for e in range(2):
        counted = int(o[G.COUNTED + e])
        for t in range(TERRAINS):
            if (counted >> t) & 1:
                k = TERRAINS * e + t
                ahead = int(o[G.GAP + k]) + int(o[at + N.FOREST + t])
                n = one_of(found, n, OF.AHEAD_WITH_IT + 10 * k, ahead, -4, 5)
        before = _ahead(o, e, -1)
        after = _ahead(o, e, at)
        if after & 1:
            found[n] = OF.MOVES_WITH_IT + 3 * e
            n += 1
            if before & 1 == 0:
                found[n] = OF.MOVES_WITH_IT + 3 * e + 1
                n += 1
        if before & 2 and after & 2 == 0:
            found[n] = OF.MOVES_WITH_IT + 3 * e + 2
            n += 1
    return n


@compiled
def step_of(worth):
    """How much that is, in steps."""
    for k in range(STEPS):
        if worth < EDGES[k]:
            return k
    return STEPS


@compiled
def signed_step(worth):
    """A signed number in steps; `STEPS` is zero."""
    if worth < 0.0:
        return STEPS - step_of(-worth)
    return STEPS + step_of(worth)


@compiled
def bits_of(found, n, base, mask, bits):
    for b in range(bits):
        if (mask >> b) & 1:
            found[n] = base + b
            n += 1
    return n


@compiled
def _with_plan(seen, k, found, n):
    """The best plan with card k compared with the best of all, with none, and with the best without
    it."""
    here = seen.card[k]
    way = 0 if here[CARD.WITH] >= here[CARD.WITH + 1] else 1
    top = here[CARD.WITH + way]
    best = seen.plan[seen.best, PLAN.VALUE]
    n = one_of(found, n, OF.SPARED, step_of(best - here[CARD.WITHOUT]), 0, STEPS)
    if top < -1e8:
        return n
    n = one_of(found, n, OF.PLAN_LOSES, step_of(best - top), 0, STEPS)
    gain = signed_step(top - seen.plan[0, PLAN.VALUE])
    n = one_of(found, n, OF.PLAN_GAINS, gain, 0, 2 * STEPS)
    other = max(here[CARD.WITH + 1 - way], -1000.0)
    more = signed_step(top - other if way == 0 else other - top)
    n = one_of(found, n, OF.SIDE_OF_PLAN, more, 0, 2 * STEPS)
    n = bits_of(found, n, OF.END_OF_PLAN, int(here[CARD.END + way]), END.COUNT)
    n = one_of(found, n, OF.LEFT_BY_PLAN, int(here[CARD.LEFT + way]), 0, 5)
    return one_of(found, n, OF.PLAYED_BY_PLAN, int(here[CARD.PLAYED + way]), 1, 5)


@compiled
def of_card(o, at, row, seen, found, n):
    """The effect of a card of the viewer's hand or Reserve, alone and in a plan."""
    n = _by_itself(o, at, found, n)
    zone = int(o[at + N.ZONE])
    if zone == Z.LIMBO:
        return n
    cost = int(o[at + N.RESERVE_COST]) if zone == Z.RESERVE else int(o[at + N.HAND_COST])
    if 0 <= cost <= seen.mana:
        lost = seen.plan[seen.best, PLAN.VALUE] - seen.spending[seen.mana - cost]
        n = one_of(found, n, OF.PAYS_WITH, step_of(lost), 0, STEPS)
    k = place_of(seen, row)
    return _with_plan(seen, k, found, n) if k >= 0 else n


@compiled
def of_expedition(o, e, at, seen, row, found, n):
    """What an Expedition is that may be chosen, and with the card of this row, which lies at `at`,
    -1 for none, in it."""
    found[n] = OF.EXPEDITION_OF + e
    n += 1
    for t in range(TERRAINS):
        if (int(o[G.COUNTED + e]) >> t) & 1:
            gap = int(o[G.GAP + TERRAINS * e + t])
            n = one_of(found, n, OF.GAP_THERE + 12 * t, gap, -5, 6)
            if at >= 0:
                gap += int(o[at + N.FOREST + t])
                n = one_of(found, n, OF.GAP_WITH_IT + 12 * t, gap, -5, 6)
            found[n] = OF.TERRAIN_THERE + t
            n += 1
    moving = _ahead(o, e, -1) | (_ahead(o, e, at) << 2)
    n = bits_of(found, n, OF.MOVING_THERE, moving, 4)
    k = place_of(seen, row) if e < 2 else -1
    if k >= 0:
        here = seen.card[k]
        top = max(here[CARD.WITH], here[CARD.WITH + 1])
        n = one_of(found, n, OF.SIDE_LOSES, step_of(top - here[CARD.WITH + e]), 0, STEPS)
        n = bits_of(found, n, OF.END_OF_SIDE, int(here[CARD.END + e]), END.COUNT)
    n = one_of(found, n, OF.DISTANCE_THERE, int(o[G.DISTANCE + e]), 0, 10)
    if o[G.MOVED_TODAY + e]:
        found[n] = OF.STATE_THERE
        n += 1
    if o[G.BEHIND + e]:
        found[n] = OF.STATE_THERE + 1
        n += 1
    if o[G.CONTACT + e]:
        found[n] = OF.STATE_THERE + 2
        n += 1
    if o[G.ASCENDED + e]:
        found[n] = OF.STATE_THERE + 3
        n += 1
    return n


@compiled
def of_game(o, seen, found, n):
    """The moves of Expeditions in the current state, their distances, and the best plan."""
    for e in range(2):
        ahead = _ahead(o, e, -1)
        if ahead & 1:
            found[n] = GAME.MOVING + 2 * e
            n += 1
        if ahead & 2:
            found[n] = GAME.MOVING + 2 * e + 1
            n += 1
        for t in range(TERRAINS):
            if (int(o[G.COUNTED + e]) >> t) & 1:
                k = TERRAINS * e + t
                n = one_of(found, n, GAME.COUNTED_GAP + 12 * k, int(o[G.GAP + k]), -5, 6)
    for p in range(PLAYERS):
        far = int(o[G.DISTANCE + 2 * p]) + int(o[G.DISTANCE + 2 * p + 1])
        n = one_of(found, n, GAME.FAR + 17 * p, far, 0, 16)
    plan = seen.plan[seen.best]
    gain = signed_step(plan[PLAN.VALUE] - seen.plan[0, PLAN.VALUE])
    n = one_of(found, n, GAME.PLAN, gain, 0, 2 * STEPS)
    n = bits_of(found, n, GAME.PLANNED_END, int(plan[PLAN.END]), END.COUNT)
    n = bits_of(found, n, GAME.END_AS_IT_IS, int(seen.plan[0, PLAN.END]), END.COUNT)
    n = one_of(found, n, GAME.PLANNED_LEFT, int(plan[PLAN.LEFT]), 0, 8)
    return one_of(found, n, GAME.PLANNED_CARDS, int(plan[PLAN.PLAYED]), 0, 5)
