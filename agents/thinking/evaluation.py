"""What a position is worth to a player, as one number, from what that player may know.

The weights come in a row, so that each player has its own; `docs/agents.md` explains them.
A value is that of the player's side less that of the other: regions moved, the chance to move
at the next Dusk, cards, mana, and what stays on the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

import numpy as np
from numpy.typing import NDArray

from altered_env.engine import sets
from altered_env.engine.adventure import region_of
from altered_env.engine.compiled import compiled
from altered_env.engine.dusk import statistic
from altered_env.engine.layout import REGIONS
from altered_env.engine.objects import ready_orbs
from altered_env.engine.terms import KW, PHASE, STAGE, STATUS, TYPE, C, Z, namespace

__all__ = ["DEFAULT", "WEIGHTS", "WIN", "W", "chance_to_move", "evaluate", "weights_of"]

WIN = 1000.0
"""What a game won is worth; one lost as much less than nothing."""


@namespace
class W:
    """The columns of the weights."""

    REGION = 0
    GOAL = 1
    HAND = 2
    RESERVE = 3
    SPARE = 4
    COST = 5
    DEAR = 6
    ORB = 7
    PERMANENT = 8
    STAYS = 9
    COUNTER = 10
    THREAT = 11
    DOUBT = 12
    DOUBT_MANA = 13
    COUNT = 14


WEIGHTS = {
    "region": (10.0, "a region that an Expedition has moved"),
    "goal": (1.0, "more for those after the fourth, by the square: the game is about to end"),
    "hand": (3.0, "a card in hand"),
    "reserve": (2.5, "a card in Reserve, or a Character that will go there at Rest"),
    "spare": (0.3, "the share of that which a card beyond the Reserve limit is worth"),
    "cost": (0.2, "more for a card, by the mana of its Hand Cost: costly cards are strong"),
    "dear": (0.6, "less for a card, by the mana that it costs beyond what the player has"),
    "orb": (3.0, "a Mana Orb"),
    "permanent": (1.5, "a Permanent, by its Hand Cost and one"),
    "stays": (2.0, "a Character that stays at Rest, by its mean statistic"),
    "counter": (0.5, "a counter on a Hero or a Permanent"),
    "threat": (0.45, "the statistic that a mana still unspent may bring to an Expedition"),
    "doubt": (0.3, "how much statistics decide: the less, the more surely"),
    "doubt_mana": (0.2, "how much less surely, by the mana that both have still unspent"),
}
"""The weights by name, each with its default and what it is the worth of."""

DEFAULT: NDArray[np.float64] = np.array([value for value, _ in WEIGHTS.values()])
assert len(DEFAULT) == W.COUNT


def weights_of(chosen: Mapping[str, float]) -> NDArray[np.float64]:
    """The weights by default, but for those that are chosen by name.

    >>> weights_of({"hand": 7.0})[W.HAND]
    np.float64(7.0)
    """
    weights = DEFAULT.copy()
    for name, value in chosen.items():
        if name not in WEIGHTS:
            raise ValueError(f"no weight is called {name!r}, there are {', '.join(WEIGHTS)}")
        weights[list(WEIGHTS).index(name)] = value
    return weights


@compiled
def _unspent(game, p):
    """The mana that a player may still turn into statistics before Dusk."""
    if game.phase == PHASE.DUSK:
        return 0
    if game.phase == PHASE.AFTERNOON:
        if (int(game.passed) >> p) & 1:
            return 0
        cards = sets.size(game.zone[Z.HAND, p]) + sets.size(game.zone[Z.RESERVE, p])
        return min(ready_orbs(game, p), 3 * cards)
    return sets.size(game.zone[Z.MANA, p])


@compiled
def _odds(gap):
    """From a gap to a chance: 0 is even."""
    if gap > 30.0:
        return 1.0
    if gap < -30.0:
        return 0.0
    return 1.0 / (1.0 + exp(-gap))


@compiled
def chance_to_move(game, e, weights):
    """How likely Expedition e is to move forward at the next Dusk, as things stand (4.2.4)."""
    d = int(game.facing[e])
    mine_left = _unspent(game, e // 2)
    theirs_left = _unspent(game, d // 2)
    doubt = weights[W.DOUBT] + weights[W.DOUBT_MANA] * (mine_left + theirs_left)
    terrains = int(game.terrain_now[region_of(game, e)])
    best = -100.0
    for t in range(3):
        if (terrains >> t) & 1:
            mine = statistic(game, e, t)
            theirs = statistic(game, d, t)
            if mine <= 0 and mine_left == 0:
                continue
            gap = mine - theirs - 0.5
            if (int(game.ascended) >> e) & 1:
                gap += 1.0
            gap += weights[W.THREAT] * (mine_left - theirs_left)
            best = max(best, gap / doubt)
    return _odds(best)


@compiled
def _cards(game, p, known, weights):
    """Hand, Reserve and what will go there; the other's hand is counted, not read."""
    orbs = sets.size(game.zone[Z.MANA, p])
    total = 0.0
    x = sets.first(game.zone[Z.HAND, p])
    while x >= 0:
        total += weights[W.HAND]
        if known:
            cost = int(game.obj[x, C.HAND_COST])
            total += weights[W.COST] * cost - weights[W.DEAR] * max(0, cost - orbs)
        x = sets.after(game.zone[Z.HAND, p], x)
    kept = 0.0
    count = 0
    for zone in (Z.RESERVE, Z.EXPEDITION):
        row = game.zone[zone, p]
        x = sets.first(row)
        while x >= 0:
            if zone == Z.RESERVE or _goes_to_reserve(game, x):
                count += 1
                kept += weights[W.RESERVE] + weights[W.COST] * int(game.obj[x, C.HAND_COST])
                dear = int(game.obj[x, C.RESERVE_COST]) - orbs
                kept -= weights[W.DEAR] * max(0, dear)
            x = sets.after(row, x)
    limit = max(0, int(game.reserve_limit[p]))
    if count > limit:
        kept *= (limit + weights[W.SPARE] * (count - limit)) / count
    return total + kept


@compiled
def _goes_to_reserve(game, x):
    """Will this object of the Expedition zone go to its owner's Reserve at Rest (4.2.5.b)?"""
    leaves = int(game.obj[x, C.TYPE]) & TYPE.CHARACTER and not _stays(game, x)
    whole = int(game.obj[x, C.TYPE]) & TYPE.TOKEN == 0
    fleeting = int(game.obj[x, C.STATUS]) & STATUS.FLEETING
    return leaves and whole and not fleeting and game.obj[x, C.OWNER] == game.obj[x, C.SIDE]


@compiled
def _stays(game, x):
    return (
        int(game.obj[x, C.STATUS]) & (STATUS.ANCHORED | STATUS.ASLEEP)
        or int(game.obj[x, C.KEYWORDS]) & KW.ETERNAL
    )


@compiled
def _table(game, p, weights):
    """What stays on the table: Permanents, Characters that do not rest, counters."""
    total = 0.0
    for zone in (Z.EXPEDITION, Z.LANDMARK, Z.HERO):
        row = game.zone[zone, p]
        x = sets.first(row)
        while x >= 0:
            kind = int(game.obj[x, C.TYPE])
            if kind & TYPE.CHARACTER:
                if _stays(game, x):
                    both = game.obj[x, C.FOREST] + game.obj[x, C.MOUNTAIN] + game.obj[x, C.WATER]
                    total += weights[W.STAYS] * int(both) / 3.0
            else:
                if kind & TYPE.PERMANENT:
                    cost = max(0, int(game.obj[x, C.HAND_COST]))
                    total += weights[W.PERMANENT] * (1 + cost)
                for k in range(3):
                    number = min(8, int(game.obj[x, C.COUNTER_NUMBER + k]))
                    total += weights[W.COUNTER] * number
            x = sets.after(row, x)
    return total


@compiled
def _side(game, p, known, weights):
    """What one side is worth by itself."""
    total = weights[W.ORB] * sets.size(game.zone[Z.MANA, p])
    total += _cards(game, p, known, weights)
    total += _table(game, p, weights)
    if game.arena == 0:
        way = 0.0
        # what moves at Dusk has moved by Night
        coming = game.phase != PHASE.NIGHT or game.stage <= STAGE.PROGRESS
        for e in range(2 * p, 2 * p + 2):
            way += int(game.progress[e])
            if coming:
                way += chance_to_move(game, e, weights)
        total += weights[W.REGION] * way
        late = max(0.0, way - (REGIONS - 4))
        total += weights[W.GOAL] * weights[W.REGION] * late * late
    return total


@compiled
def _arena(game, player, weights):
    """The tiebreaker: who is ahead in more terrains, over both Expeditions (4.3.e)."""
    other = 1 - player
    left = _unspent(game, player) - _unspent(game, other)
    doubt = weights[W.DOUBT] + weights[W.DOUBT_MANA] * (
        _unspent(game, player) + _unspent(game, other)
    )
    total = 0.0
    for t in range(3):
        gap = 0.0
        for way in range(2):
            gap += statistic(game, 2 * player + way, t) - statistic(game, 2 * other + way, t)
        total += _odds((gap + 2.0 * weights[W.THREAT] * left) / doubt) - 0.5
    return 6.0 * weights[W.REGION] * total


@compiled
def evaluate(game, player, weights):
    """What the position is worth to the player, of two."""
    if game.over:
        if game.winner < 0:
            return 0.0
        return WIN if game.winner == player else -WIN
    value = _side(game, player, True, weights) - _side(game, 1 - player, False, weights)
    if game.arena:
        value += _arena(game, player, weights)
    return value
