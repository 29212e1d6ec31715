"""Rollouts from a leaf of the tree, before the evaluation."""

from ..engine.chance import below
from ..engine.compiled import compiled
from ..engine.layout import OBJECTS
from ..engine.table import random_action
from ..engine.terms import CODE, DECIDE, PHASE, TYPE, C, Z, namespace
from .plan import find_plan, new_begin
from .steps import answer, eager_action, running

MOST = 2_000
"""The maximum length of a rollout in decisions."""
WAYS = 40
"""The number of plans for the remaining mana to try here."""


@namespace
class POLICY:
    """The rollout policy."""

    RANDOM = 0
    EAGER = 1  # random, but passes only if nothing else is legal
    PLAN = 2  # plays the first card of the plan for the Afternoon


@compiled
def _besides(game, rng):
    """A random legal action outside any plan: neither playing a Character nor passing, which is
    last; -1 for none."""
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
    """The answer of a player with a plan; half the time something outside the plan, if legal.
    `begin`, two numbers, is the start of the plan of the last turn: the card, -1 for none, and the
    Expedition."""
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
