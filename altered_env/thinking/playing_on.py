"""How a game is played on from a leaf of the tree, before its end is evaluated."""

from __future__ import annotations

from ..engine.chance import below
from ..engine.compiled import compiled
from ..engine.layout import OBJECTS
from ..engine.table import random_action
from ..engine.terms import CODE, DECIDE, PHASE, TYPE, C, Z, namespace
from .planning import find_plan, new_begin
from .steps import answer, eager_action, running

__all__ = ["POLICY", "planned", "play_on"]

MOST = 2_000
"""So many decisions are a rollout, however the game goes."""
WAYS = 40
"""So many ways to use the mana left a plan tries here."""


@namespace
class POLICY:
    """Who plays on."""

    RANDOM = 0
    EAGER = 1  # random, but passes only where nothing else is on offer
    PLAN = 2  # plays what the plan for the Afternoon begins with


@compiled
def _besides(game, rng):
    """Something on offer that no plan thinks of, drawn: neither to play a Character nor to pass,
    which is offered last; -1 for none."""
    found = -1
    count = 0
    for k in range(int(game.offered) - 1):
        x = int(game.options[k])
        zone = int(game.obj[x, C.ZONE])
        if int(game.obj[x, C.TYPE]) & TYPE.CHARACTER and (zone == Z.HAND or zone == Z.RESERVE):
            continue
        count += 1
        if below(rng, count) == 0:
            found = x
    return found


@compiled
def planned(game, habits, begin, rng):
    """What a player with a plan would answer; half the time something that no plan thinks of, if
    it is on offer. `begin`, two numbers, is what the plan at the last turn began with: the card,
    -1 for none, and the Expedition."""
    kind = int(game.decision)
    p = int(game.decider)
    if kind == DECIDE.TURN:
        if game.arena:
            return eager_action(game, rng)
        x = _besides(game, rng)
        if x >= 0 and below(rng, 2) == 0:
            return x
        find_plan(game, p, habits, WAYS, begin)
        x = int(begin[0])
        if x >= 0 and game.mask[x] != 0:
            return x
        return OBJECTS + CODE.PASS
    if kind == DECIDE.USE and game.mask[OBJECTS + CODE.MODE] != 0:
        return OBJECTS + CODE.MODE
    if kind == DECIDE.EXPEDITION and begin[0] >= 0:
        a = OBJECTS + CODE.EXPEDITION + 2 * p + int(begin[1])
        if game.mask[a] != 0:
            return a
    return random_action(game, rng)


@compiled
def play_on(engine, games, i, book, last_day, policy, habits, rng):
    """Play on until the game is over, or the day after `last_day` has got to its Expand."""
    begin = new_begin()
    begin[0] = -1
    for _ in range(MOST):
        game = games[i]
        if not running(game):
            return
        if last_day > 0 and game.day > last_day:
            if game.decision == DECIDE.EXPAND or game.phase >= PHASE.NOON:
                return
        if policy == POLICY.PLAN:
            a = planned(game, habits, begin, rng)
        elif policy == POLICY.EAGER:
            a = eager_action(game, rng)
        else:
            a = random_action(game, rng)
        answer(engine, games, i, book, a, rng)
