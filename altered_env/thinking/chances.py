"""The probability that an Expedition moves at the next Dusk, in the current state, and its
value."""

from ..engine import sets
from ..engine.adventure import region_of
from ..engine.compiled import compiled
from ..engine.dusk import statistics
from ..engine.layout import LENGTH
from ..engine.objects import ready_orbs
from ..engine.terms import PHASE, Z
from .elementary import exp
from .weights import W


@compiled
def unspent(game, p):
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
def odds(gap):
    """Convert a gap to a probability: 0 is even."""
    if gap > 30.0:
        return 1.0
    if gap < -30.0:
        return 0.0
    return 1.0 / (1.0 + exp(-gap))


@compiled
def chance_to_move(game, e, weights):
    """The probability that Expedition e moves forward at the next Dusk, in the current state
    (4.2.4)."""
    d = int(game.facing[e])
    mine_left = unspent(game, e // 2)
    theirs_left = unspent(game, d // 2)
    doubt = weights[W.DOUBT] + weights[W.DOUBT_MANA] * (mine_left + theirs_left)
    terrains = int(game.terrain_now[region_of(game, e)])
    best = -100.0
    ours = statistics(game, e)
    others = statistics(game, d)
    for t in range(3):
        if (terrains >> t) & 1:
            mine = ours[t]
            theirs = others[t]
            if mine <= 0 and mine_left == 0:
                continue
            gap = mine - theirs - 0.5
            if (int(game.ascended) >> e) & 1:
                gap += 1.0
            gap += weights[W.THREAT] * (mine_left - theirs_left)
            best = max(best, gap / doubt)
    return odds(best)


@compiled
def on_the_way(way, weights):
    """The value of a player's two Expeditions by the number of regions moved."""
    late = max(0.0, way - (LENGTH - 4))
    return weights[W.REGION] * (way + weights[W.GOAL] * late * late)
