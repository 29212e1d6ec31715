"""Afterstates: features of each option's consequences.

The effect of a card's text on a target, the moves at Dusk and the resources left for tomorrow
follow from the rules, not from the position alone. So each option is followed to the end of the
action, as in `lookahead.py`, in one determinization. From the best leaf found, valued with the best
plan for the remaining mana (`plan.py`), the network reads its value and statistics: the turn,
the lead and move of each Expedition, gains and losses.

Answers are tried in the order of their numbers, as when the released networks were trained.
"""

from ..batch.rows import slot_action
from ..engine.compiled import compiled
from ..engine.copying import copy_in_use
from ..engine.layout import ACTIONS
from .encode import START
from .evaluation import evaluate
from .features import AFTERSTATE, STEPS, TERRAINS
from .leaf_stats import LEAF, NOT_COUNTED, measure_leaf
from .lookahead import ORDER, look_ahead
from .neural import NET
from .plan_features import bits_of, one_of, signed_step, step_of
from .steps import COMMAND
from .weights import JUDGEMENT, weights_of

WAYS = 30.0
"""The number of plans for the remaining mana to try at each leaf."""
WEIGHTS = weights_of({**JUDGEMENT, "plan": WAYS})
NOBODY = -1
"""In place of `LEAF.OVER`: this option was not followed."""


@compiled
def _read(now, then, found, n):
    """The features of an end, next to how it stood before."""
    if then[LEAF.OVER] > 0:
        return one_of(found, n, AFTERSTATE.OVER, int(then[LEAF.OVER]), 1, 3)
    n = one_of(found, n, AFTERSTATE.THEN, 2 * int(then[LEAF.PHASE]) + int(then[LEAF.MINE]), 0, 11)
    if then[LEAF.DAY] > now[LEAF.DAY]:
        found[n] = AFTERSTATE.NEXT_DAY
        n += 1
    for k in range(4):
        moved = int(then[LEAF.WAY + k]) - int(now[LEAF.WAY + k])
        if moved != 0:
            n = one_of(found, n, AFTERSTATE.MOVED + 6 * k, moved, -2, 3)
    for k in range(2 * TERRAINS):
        gap = int(then[LEAF.GAP + k])
        before = int(now[LEAF.GAP + k])
        if gap != NOT_COUNTED:
            n = one_of(found, n, AFTERSTATE.GAP_THEN + 12 * k, gap, -5, 6)
            if before != NOT_COUNTED and gap != before:
                n = one_of(found, n, AFTERSTATE.GAP_GAINED + 12 * k, gap - before, -5, 6)
    before = int(now[LEAF.MOVES])
    after = int(then[LEAF.MOVES])
    n = bits_of(found, n, AFTERSTATE.MOVES_THEN, after, 4)
    n = bits_of(found, n, AFTERSTATE.MOVE_GAINED, after & ~before, 4)
    n = bits_of(found, n, AFTERSTATE.MOVE_LOST, before & ~after, 4)
    n = one_of(found, n, AFTERSTATE.MANA_THEN, int(then[LEAF.MANA]), 0, 8)
    for k in range(LEAF.COUNT - LEAF.ORBS):
        gained = int(then[LEAF.ORBS + k]) - int(now[LEAF.ORBS + k])
        if gained != 0:
            n = one_of(found, n, AFTERSTATE.GAINED + 7 * k, gained, -3, 3)
    return n


@compiled
def encode_afterstates(engine, game, places, free, book, buffers, k, player, slot, packed, p, rng):
    """Append afterstate features to the options of position p, which was just packed from the slot;
    none if network k does not use them or there is just one option. Places from `free` on are
    overwritten."""
    budget = int(buffers.nets[k, NET.AFTERSTATES])
    start = packed.start
    first = int(start[p, START.OPTION])
    last = int(start[p + 1, START.OPTION])
    if budget == 0 or last - first < 2:
        return
    now = buffers.stands[ACTIONS]
    measure_leaf(game, player, now)
    copy_in_use(game, places[free])
    engine(places, free, free + 1, book, COMMAND.RESAMPLE, player, 0, 0, 0, 0, rng)
    for o in range(first, last):
        a = slot_action(game, slot, int(packed.action[o]), player)
        buffers.worths[a] = 0.0
        buffers.stands[a, LEAF.OVER] = NOBODY
    look_ahead(
        engine, places, free, book, player, WEIGHTS, None, -1, budget, ORDER.NUMBERS,
        buffers.cursor,
        buffers.worths, rng, buffers.stands,
    )  # fmt: skip
    top = -1e9
    for o in range(first, last):
        a = slot_action(game, slot, int(packed.action[o]), player)
        if buffers.stands[a, LEAF.OVER] != NOBODY:
            top = max(top, buffers.worths[a])
    worth = evaluate(game, player, WEIGHTS)
    found = packed.outcome
    n = int(start[p, START.AFTERSTATE])
    for o in range(first, last):
        before = n
        a = slot_action(game, slot, int(packed.action[o]), player)
        if buffers.stands[a, LEAF.OVER] != NOBODY:
            there = buffers.worths[a]
            n = one_of(found, n, AFTERSTATE.WORTH_LESS, step_of(top - there), 0, STEPS)
            n = one_of(found, n, AFTERSTATE.WORTH_GAINED, signed_step(there - worth), 0, 2 * STEPS)
            n = _read(now, buffers.stands[a], found, n)
        packed.told[o] = n - before
    start[p + 1, START.AFTERSTATE] = n
