"""Evaluation of a position for a player, as one number, from visible information.

The value is that of the player's side minus the opponent's: regions moved, the chance to move at
the next Dusk, cards, mana, and lasting objects. With four players, the opponents' sides count on
average, and a teammate's in part. With the weight `plan`, the player's cards and Expeditions are
valued together, by the best use of the mana left this Afternoon.
"""

from ..engine import sets
from ..engine.compiled import compiled
from ..engine.dusk import statistic, statistics
from ..engine.layout import PLAYERS
from ..engine.stack_arrays import floats
from ..engine.terms import PHASE, STAGE, Z
from .chances import chance_to_move, odds, on_the_way, unspent
from .material import cards, table
from .plan import best_plan
from .weights import W

WIN = 1000.0
"""The value of a won game; a lost one has the opposite value."""
ALLY = 0.5
"""The weight of a teammate's side: either of the two may win for both."""

new_gaps = floats(3)


@compiled
def _way(game, p, weights):
    """The value of one side's Expeditions, with their chances to move."""
    way = 0.0
    # moves at Dusk are done by Night; a plan is for one day only
    coming = game.phase != PHASE.NIGHT or game.stage <= STAGE.PROGRESS
    if weights[W.PLAN] > 0 and game.phase == PHASE.MORNING:
        coming = False
    for e in range(2 * p, 2 * p + 2):
        way += int(game.progress[e])
        if coming:
            way += chance_to_move(game, e, weights)
    return on_the_way(way, weights)


@compiled
def _stock(game, p, weights):
    """Lasting resources: Mana Orbs and objects in play."""
    return weights[W.ORB] * sets.size(game.zone[Z.MANA, p]) + table(game, p, weights)


@compiled
def _arena(game, player, weights):
    """The tiebreaker: the lead in more terrains, over both Expeditions (4.3.e)."""
    other = 1 - player
    left = unspent(game, player) - unspent(game, other)
    doubt = weights[W.DOUBT] + weights[W.DOUBT_MANA] * (
        unspent(game, player) + unspent(game, other)
    )
    total = 0.0
    mine = statistics(game, 2 * player)
    mine_too = statistics(game, 2 * player + 1)
    theirs = statistics(game, 2 * other)
    theirs_too = statistics(game, 2 * other + 1)
    for t in range(3):
        gap = 1.0 * (mine[t] + mine_too[t] - theirs[t] - theirs_too[t])
        total += odds((gap + 2.0 * weights[W.THREAT] * left) / doubt) - 0.5
    return 6.0 * weights[W.REGION] * total


@compiled
def _arena_of_four(game, player, weights):
    """The tiebreaker among four: the player's team against the best of the others in each
    terrain (4.3.e, MP-15, FFA-07)."""
    left = 0.0
    theirs_left = 0.0
    gaps = new_gaps()
    for p in range(PLAYERS):
        if game.team[p] == game.team[player]:
            left += unspent(game, p)
        else:
            theirs_left = max(theirs_left, 1.0 * unspent(game, p))
    doubt = weights[W.DOUBT] + weights[W.DOUBT_MANA] * (left + theirs_left)
    for t in range(3):
        best = 0.0
        for team in range(PLAYERS):
            total = 0.0
            for p in range(PLAYERS):
                if game.team[p] == team:
                    total += statistic(game, 2 * p, t) + statistic(game, 2 * p + 1, t)
            if team == game.team[player]:
                gaps[t] += total
            else:
                best = max(best, total)
        gaps[t] -= best
    value = 0.0
    for t in range(3):
        gap = gaps[t] + 2.0 * weights[W.THREAT] * (left - theirs_left)
        value += odds(gap / doubt) - 0.5
    return 6.0 * weights[W.REGION] * value


@compiled
def _among_four(game, player, weights):
    """The value of the position to the player: their own side minus the mean of the opponents'."""
    planned = weights[W.PLAN] > 0 and game.phase == PHASE.AFTERNOON and game.arena == 0
    value = 0.0
    against = 0.0
    opponents = 0
    for p in range(PLAYERS):
        if (int(game.out) >> p) & 1:
            continue
        side = _stock(game, p, weights)
        if p == player and planned:
            side += best_plan(game, p, weights)
        else:
            side += cards(game, p, p == player, weights)
            if game.arena == 0:
                side += _way(game, p, weights)
        if p == player:
            value += side
        elif game.team[p] == game.team[player]:
            value += ALLY * side
        else:
            against += side
            opponents += 1
    if opponents > 0:
        value -= against / opponents
    if game.arena:
        value += _arena_of_four(game, player, weights)
    return value


@compiled
def _of_two(game, player, weights):
    """The value of the position to the player, with two players."""
    other = 1 - player
    value = _stock(game, player, weights) - _stock(game, other, weights)
    value -= cards(game, other, False, weights)
    if game.arena:
        return value + cards(game, player, True, weights) + _arena(game, player, weights)
    if weights[W.PLAN] > 0 and game.phase == PHASE.AFTERNOON:
        return value + best_plan(game, player, weights)
    value += cards(game, player, True, weights)
    return value + _way(game, player, weights) - _way(game, other, weights)


@compiled
def evaluate(game, player, weights):
    """The value of the position to the player."""
    if game.over:
        if game.winner < 0:
            return 0.0
        return WIN if game.team[game.winner] == game.team[player] else -WIN
    if PLAYERS > 2:
        return _among_four(game, player, weights)
    return _of_two(game, player, weights)
