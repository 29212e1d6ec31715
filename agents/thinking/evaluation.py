"""What a position is worth to a player, as one number, from what that player may know.

A value is that of the player's side less that of the other: regions moved, the chance to move
at the next Dusk, cards, mana, and what stays on the table. With the weight `plan`, the player's
cards and Expeditions are valued together, by the best use of the mana left this Afternoon.
"""

from __future__ import annotations

from agents.thinking.belongings import cards, table
from agents.thinking.chances import chance_to_move, odds, on_the_way, unspent
from agents.thinking.planning import best_plan
from agents.thinking.weights import W
from altered_env.engine import sets
from altered_env.engine.compiled import compiled
from altered_env.engine.dusk import statistic
from altered_env.engine.terms import PHASE, STAGE, Z

__all__ = ["WIN", "evaluate"]

WIN = 1000.0
"""What a game won is worth; one lost as much less than nothing."""


@compiled
def _way(game, p, weights):
    """What the Expeditions of one side are worth, with their chances to move."""
    way = 0.0
    # what moves at Dusk has moved by Night; a plan is for one day and no further
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
    """What stays: Mana Orbs, and what is on the table."""
    return weights[W.ORB] * sets.size(game.zone[Z.MANA, p]) + table(game, p, weights)


@compiled
def _arena(game, player, weights):
    """The tiebreaker: who is ahead in more terrains, over both Expeditions (4.3.e)."""
    other = 1 - player
    left = unspent(game, player) - unspent(game, other)
    doubt = weights[W.DOUBT] + weights[W.DOUBT_MANA] * (
        unspent(game, player) + unspent(game, other)
    )
    total = 0.0
    for t in range(3):
        gap = 0.0
        for way in range(2):
            gap += statistic(game, 2 * player + way, t) - statistic(game, 2 * other + way, t)
        total += odds((gap + 2.0 * weights[W.THREAT] * left) / doubt) - 0.5
    return 6.0 * weights[W.REGION] * total


@compiled
def evaluate(game, player, weights):
    """What the position is worth to the player, of two."""
    other = 1 - player
    if game.over:
        if game.winner < 0:
            return 0.0
        return WIN if game.winner == player else -WIN
    value = _stock(game, player, weights) - _stock(game, other, weights)
    value -= cards(game, other, False, weights)
    if game.arena:
        return value + cards(game, player, True, weights) + _arena(game, player, weights)
    if weights[W.PLAN] > 0 and game.phase == PHASE.AFTERNOON:
        return value + best_plan(game, player, weights)
    value += cards(game, player, True, weights)
    return value + _way(game, player, weights) - _way(game, other, weights)
