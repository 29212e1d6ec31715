"""Afterstates: features of each option's consequences.

The effect of a card's text on a target, the moves at Dusk and the resources left for tomorrow
follow from the rules, not from the position alone. So each option is followed to the end of the
action, as in `looking.py`, in one determinization. From the best leaf found, valued with the best
plan for the remaining mana (`planning.py`), the network reads its value and statistics: the turn,
the lead and move of each Expedition, gains and losses.
"""

from __future__ import annotations

from ..batch.rows import slot_action
from ..engine.compiled import compiled
from ..engine.layout import ACTIONS
from .ends import NOT_COUNTED, STAND, stand
from .evaluation import evaluate
from .looking import look_ahead
from .neural import NET
from .prospects import bits_of, one_of, signed_step, step_of
from .reading import START
from .sight import OUTCOME, STEPS, TERRAINS
from .steps import COMMAND
from .weights import JUDGEMENT, weights_of

__all__ = ["foretell"]

WAYS = 30.0
"""The number of plans for the remaining mana to try at each leaf."""
WEIGHTS = weights_of({**JUDGEMENT, "plan": WAYS})
NOBODY = -1
"""In place of `STAND.OVER`: this option was not followed."""


@compiled
def _read(now, then, found, n):
    """The features of an end, next to how it stood before."""
    if then[STAND.OVER] > 0:
        return one_of(found, n, OUTCOME.OVER, int(then[STAND.OVER]), 1, 3)
    n = one_of(found, n, OUTCOME.THEN, 2 * int(then[STAND.PHASE]) + int(then[STAND.MINE]), 0, 11)
    if then[STAND.DAY] > now[STAND.DAY]:
        found[n] = OUTCOME.NEXT_DAY
        n += 1
    for k in range(4):
        moved = int(then[STAND.WAY + k]) - int(now[STAND.WAY + k])
        if moved != 0:
            n = one_of(found, n, OUTCOME.MOVED + 6 * k, moved, -2, 3)
    for k in range(2 * TERRAINS):
        gap = int(then[STAND.GAP + k])
        before = int(now[STAND.GAP + k])
        if gap != NOT_COUNTED:
            n = one_of(found, n, OUTCOME.GAP_THEN + 12 * k, gap, -5, 6)
            if before != NOT_COUNTED and gap != before:
                n = one_of(found, n, OUTCOME.GAP_GAINED + 12 * k, gap - before, -5, 6)
    before = int(now[STAND.MOVES])
    after = int(then[STAND.MOVES])
    n = bits_of(found, n, OUTCOME.MOVES_THEN, after, 4)
    n = bits_of(found, n, OUTCOME.MOVE_GAINED, after & ~before, 4)
    n = bits_of(found, n, OUTCOME.MOVE_LOST, before & ~after, 4)
    n = one_of(found, n, OUTCOME.MANA_THEN, int(then[STAND.MANA]), 0, 8)
    for k in range(STAND.COUNT - STAND.ORBS):
        gained = int(then[STAND.ORBS + k]) - int(now[STAND.ORBS + k])
        if gained != 0:
            n = one_of(found, n, OUTCOME.GAINED + 7 * k, gained, -3, 3)
    return n


@compiled
def foretell(engine, game, places, free, book, mind, k, player, desk, packed, p, rng):
    """Append afterstate features to the options of position p, which was just packed from the desk;
    none if network k does not use them or there is just one option. Places from `free` on are
    overwritten."""
    budget = int(mind.nets[k, NET.LOOKS])
    start = packed.start
    first = int(start[p, START.OPTION])
    last = int(start[p + 1, START.OPTION])
    if budget == 0 or last - first < 2:
        return
    now = mind.stands[ACTIONS]
    stand(game, player, now)
    places[free] = game
    engine(places, free, free + 1, book, COMMAND.RESAMPLE, player, 0, 0, 0, 0, rng)
    for o in range(first, last):
        a = slot_action(game, desk, int(packed.action[o]), player)
        mind.worths[a] = 0.0
        mind.stands[a, STAND.OVER] = NOBODY
    look_ahead(
        engine, places, free, book, player, WEIGHTS, None, -1, budget, mind.cursor, mind.worths,
        rng, mind.stands,
    )  # fmt: skip
    top = -1e9
    for o in range(first, last):
        a = slot_action(game, desk, int(packed.action[o]), player)
        if mind.stands[a, STAND.OVER] != NOBODY:
            top = max(top, mind.worths[a])
    worth = evaluate(game, player, WEIGHTS)
    found = packed.outcome
    n = int(start[p, START.OUTCOME])
    for o in range(first, last):
        before = n
        a = slot_action(game, desk, int(packed.action[o]), player)
        if mind.stands[a, STAND.OVER] != NOBODY:
            there = mind.worths[a]
            n = one_of(found, n, OUTCOME.WORTH_LESS, step_of(top - there), 0, STEPS)
            n = one_of(found, n, OUTCOME.WORTH_GAINED, signed_step(there - worth), 0, 2 * STEPS)
            n = _read(now, mind.stands[a], found, n)
        packed.told[o] = n - before
    start[p + 1, START.OUTCOME] = n
