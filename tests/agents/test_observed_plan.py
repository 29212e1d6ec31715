"""Plan features of a network, against all plans computed from the rules."""

from itertools import combinations, product
from math import exp

import numpy as np
import pytest

from altered_env.agents.thoughts import entries_for
from altered_env.batch.layout import G, N, S
from altered_env.engine.compiled import JIT
from altered_env.engine.terms import KW, PHASE, STATUS, TYPE, Z
from altered_env.envs import make_vec
from altered_env.thinking.plan import CARD, MOST_CARDS, MOST_MANA, MOST_PLANS, PLAN, foresee
from altered_env.thinking.weights import JUDGEMENT, WEIGHTS

PLANS_OF = entries_for(2, "learning_entry").plans_of if JIT else foresee
WORTH = {name: value for name, (value, _) in WEIGHTS.items()} | JUDGEMENT
"""The weights of `rules`, by which a network reads plans."""


def rows_of(o):
    """A player's own cards, by row."""
    table = o[S.ENTITIES : S.EMBLEMS].reshape(-1, N.COUNT)[: o[G.ROWS]]
    return {r: row for r, row in enumerate(table) if row[N.SIDE] == 1 and row[N.CARD] > 0}


def stock(o, row):
    """The value of a card in hand and in Reserve."""
    hand, reserve, orbs = int(row[N.HAND_COST]), int(row[N.RESERVE_COST]), int(o[G.MANA])
    both = WORTH["cost"] * hand
    return (
        WORTH["hand"] + both - WORTH["dear"] * max(0, hand - orbs),
        WORTH["reserve"] + both - WORTH["dear"] * max(0, reserve - orbs),
    )


def statistics(row):
    return [int(row[N.FOREST + t]) for t in range(3)]


def threatened(o, t):
    """The most of a terrain that the opponent could still bring from Reserve."""
    table = o[S.ENTITIES : S.EMBLEMS].reshape(-1, N.COUNT)[: o[G.ROWS]]
    there = table[(table[:, N.SIDE] == 2) & (table[:, N.ZONE] == Z.RESERVE)]
    there = there[(there[:, N.TYPE] & TYPE.CHARACTER > 0) & (there[:, N.RESERVE_COST] >= 0)]
    there = there[there[:, N.STATUS] & STATUS.EXHAUSTED == 0]
    mana = 0 if o[G.PASSED + 1] else int(o[G.MANA_READY + 1])
    sets = (list(s) for n in range(len(there) + 1) for s in combinations(range(len(there)), n))
    paid = (s for s in sets if there[s, N.RESERVE_COST].sum() <= mana)
    return max(int(there[s, N.FOREST + t].sum()) for s in paid)


def worth_of(o, played):
    """The result of playing these cards, by row, each in one of the two Expeditions, and the
    Expeditions that then move at Dusk if nothing else happens (4.2.4)."""
    kept = []
    hand = 0.0
    rows = rows_of(o)
    for r, row in rows.items():
        into = played.get(r)
        here = stock(o, row)
        if row[N.ZONE] == Z.HAND:
            hand += here[0] if into is None else 0.0
            if into is not None:
                lacks = 0.9 * row[N.HAND_COST] - sum(statistics(row)) / 3
                hand += WORTH["text"] * max(0.0, lacks)
                kept.append(here[1])
        elif row[N.ZONE] == Z.RESERVE and into is None:
            kept.append(here[1])
        elif row[N.ZONE] == Z.EXPEDITION:
            stays = row[N.STATUS] & (STATUS.ANCHORED | STATUS.ASLEEP | STATUS.FLEETING)
            stays = stays or row[N.KEYWORDS] & KW.ETERNAL or row[N.TYPE] & TYPE.TOKEN
            if row[N.TYPE] & TYPE.CHARACTER and not stays and row[N.OWNER] == 1:
                kept.append(here[1])
    limit = max(0, int(o[G.RESERVE_LIMIT]))
    total = sum(kept)
    if len(kept) > limit:
        total *= (limit + WORTH["spare"] * (len(kept) - limit)) / len(kept)
    left = 0
    if o[G.PASSED + 1] == 0:
        left = min(int(o[G.MANA_READY + 1]), 3 * int(o[G.HAND + 1] + o[G.RESERVE + 1]))
    ways, end = [0.0, 0.0], 0
    threat = [threatened(o, t) for t in range(3)]
    for e in range(2):
        added = np.zeros(3, dtype=int)
        for r, way in played.items():
            if way == e or rows[r][N.KEYWORDS] & KW.GIGANTIC:
                added += statistics(rows[r])
        for side in range(2):
            ahead, answered = [], []
            for t in range(3):
                mine = int(o[G.FOREST + 4 * t + e]) + added[t]
                theirs = int(o[G.FOREST + 4 * t + e + 2])
                here, there = (mine, theirs) if side == 0 else (theirs, mine)
                if not (o[G.COUNTED + e + 2 * side] >> t) & 1:
                    continue
                gap = here - there + int(o[G.ASCENDED + e + 2 * side])
                if here > 0:
                    ahead.append(gap)
                if here + side * threat[t] > 0:
                    answered.append(gap + (threat[t] if side else -threat[t]))
            ways[side] += o[G.DISTANCE + e + 2 * side]
            if ahead and max(ahead) > -12:
                surely = WORTH["answer"] * left * (1 if side else -1)
                gap = (min(12, max(ahead)) - 0.5 + surely) / (
                    WORTH["doubt"] + WORTH["doubt_mana"] * left
                )
                ways[side] += 1 / (1 + exp(-gap))
            if ahead and max(ahead) > 0:
                end |= 1 << (e + 2 * side)
            if answered and max(answered) > 0:
                end |= 1 << (4 + e + 2 * side)
    value = [WORTH["region"] * (way + max(0.0, way - 4) ** 2) for way in ways]
    return value[0] - value[1] + hand + total, end


def cost_of(o, r):
    row = rows_of(o)[r]
    return int(row[N.HAND_COST if row[N.ZONE] == Z.HAND else N.RESERVE_COST])


def every_plan(o):
    """All sets of Characters that the mana pays for, each in either Expedition."""
    cards = []
    for r, row in rows_of(o).items():
        if row[N.ZONE] not in (Z.HAND, Z.RESERVE) or not row[N.TYPE] & TYPE.CHARACTER:
            continue
        if row[N.ZONE] == Z.RESERVE and row[N.STATUS] & STATUS.EXHAUSTED:
            continue
        cards.append((r, cost_of(o, r), bool(row[N.KEYWORDS] & KW.GIGANTIC)))
    mana = 0 if o[G.PASSED] else int(o[G.MANA_READY])
    for count in range(len(cards) + 1):
        for chosen in combinations(cards, count):
            if sum(cost for _, cost, _ in chosen) > mana:
                continue
            for ways in product(*[(0,) if both else (0, 1) for _, _, both in chosen]):
                yield {card[0]: way for card, way in zip(chosen, ways, strict=True)}


@pytest.mark.parametrize("seed", [1, 2])
def test_the_best_plan_is_the_best_of_all_and_each_card_knows_the_best_with_and_without_it(seed):
    vec = make_vec(8, "random:24:11", seed=seed, threads=1)
    rng = np.random.default_rng(seed)
    compared, moving = 0, set()
    for step in range(120):
        if step % 6 == 5:
            for o in vec.observation:
                if o[G.PHASE] != PHASE.AFTERNOON or o[G.MANA_READY] > 6:
                    continue
                plans = list(every_plan(o))
                if not 3 <= len(plans) <= MOST_PLANS:
                    continue
                compared += 1
                moving.add(compare(o, plans))
        vec.step((rng.random(vec.mask.shape) * vec.mask).argmax(axis=1))
    assert compared > 40
    assert len(moving) > 4  # of the ways in which a day may end


def compare(o, plans):
    room = np.zeros((MOST_CARDS + 1, CARD.COUNT)), np.zeros((MOST_PLANS, PLAN.COUNT))
    seen = PLANS_OF(o, *room, np.zeros(MOST_MANA + 1))
    worth = [worth_of(o, plan) for plan in plans]
    values = np.array([value for value, _ in worth])
    best = seen.plan[seen.best]
    assert best[PLAN.VALUE] == pytest.approx(values.max())
    assert seen.plan[0, PLAN.VALUE] == pytest.approx(values[0])
    ends = {end for value, end in worth if value > values.max() - 1e-9}
    assert int(best[PLAN.END]) in ends
    for card in seen.card[: seen.cards]:
        r = int(card[CARD.SLOT])
        without = max(v for v, plan in zip(values, plans, strict=True) if r not in plan)
        assert card[CARD.WITHOUT] == pytest.approx(without)
        for way in range(2):
            those = [v for v, plan in zip(values, plans, strict=True) if plan.get(r) == way]
            if those:
                assert card[CARD.WITH + way] == pytest.approx(max(those))
            else:
                assert card[CARD.WITH + way] < -1e8
    costs = [sum(cost_of(o, r) for r in plan) for plan in plans]
    for spent in range(seen.mana + 1):
        those = [v for v, cost in zip(values, costs, strict=True) if cost <= spent]
        assert seen.spending[spent] == pytest.approx(max(those))
    return int(best[PLAN.END])
