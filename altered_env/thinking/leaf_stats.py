"""Statistics of a leaf position for a player, in integers.

>>> LEAF.COUNT, len(CHANGES) == LEAF.COUNT - LEAF.ORBS
(28, True)
"""

from ..engine import sets
from ..engine.adventure import region_of
from ..engine.compiled import compiled
from ..engine.dusk import statistics
from ..engine.objects import ready_orbs
from ..engine.terms import STATUS, TYPE, C, Z, namespace
from .material import goes_to_reserve, stays

NOT_COUNTED = -99
"""The gap in a terrain that does not count."""


@namespace
class LEAF:
    """The columns of the statistics; "theirs" is the player facing the first Expedition."""

    OVER = 0  # 1 won, 2 lost, 3 neither
    DAY = 1
    PHASE = 2
    MINE = 3  # is the decision the player's?
    WAY = 4  # the regions moved by each own Expedition, by each that faces one
    GAP = 8  # by how much each own one is ahead in each terrain
    MOVES = 14  # as a mask, those of `WAY` that would move at Dusk (4.2.4.j)
    MANA = 15  # ready
    ORBS = 16  # mine, theirs; so too what follows
    HAND = 18
    RESERVE = 20
    KEPT = 22  # what will go to Reserve at Rest
    STAYS = 24  # Characters that will stay where they are, not Asleep
    LASTING = 26  # Permanents
    COUNT = 28


CHANGES = [
    f"{what} of {whose}"
    for what in ("orbs", "hand", "reserve", "kept", "staying", "permanents")
    for whose in ("mine", "theirs")
]
"""The statistics of both sides, in order."""


@compiled
def _table(game, p, into, side):
    """Count the objects of a player in play."""
    row = game.zone[Z.EXPEDITION, p]
    x = sets.first(row)
    while x >= 0:
        if int(game.obj[x, C.TYPE]) & TYPE.CHARACTER:
            if goes_to_reserve(game, x):
                into[LEAF.KEPT + side] += 1
            elif stays(game, x) and int(game.obj[x, C.STATUS]) & STATUS.ASLEEP == 0:
                into[LEAF.STAYS + side] += 1
        else:
            into[LEAF.LASTING + side] += 1
        x = sets.after(row, x)
    into[LEAF.LASTING + side] += sets.size(game.zone[Z.LANDMARK, p])
    into[LEAF.ORBS + side] = sets.size(game.zone[Z.MANA, p])
    into[LEAF.HAND + side] = sets.size(game.zone[Z.HAND, p])
    into[LEAF.RESERVE + side] = sets.size(game.zone[Z.RESERVE, p])


@compiled
def _moves(game, e, d, gap):
    """Would Expedition e, and d, which faces it, move at Dusk in the current state? Writes the lead
    of e in each terrain that counts for it to `gap`."""
    mine = int(game.terrain_now[region_of(game, e)])
    theirs = int(game.terrain_now[region_of(game, d)])
    ours = statistics(game, e)
    others = statistics(game, d)
    found = 0
    for t in range(3):
        gap[t] = NOT_COUNTED
        if ((mine | theirs) >> t) & 1 == 0:
            continue
        here = ours[t]
        there = others[t]
        if (mine >> t) & 1:
            gap[t] = here - there
            if here > 0 and here + ((int(game.ascended) >> e) & 1) > there:
                found |= 1
        if (theirs >> t) & 1:
            if there > 0 and there + ((int(game.ascended) >> d) & 1) > here:
                found |= 2
    return found


@compiled
def measure_leaf(game, player, into):
    """Write the statistics of a position for a player to a row of `LEAF`."""
    into[:] = 0
    if game.over:
        if game.winner < 0:
            into[LEAF.OVER] = 3
        else:
            into[LEAF.OVER] = 1 if game.team[game.winner] == game.team[player] else 2
    into[LEAF.DAY] = game.day
    into[LEAF.PHASE] = game.phase
    into[LEAF.MINE] = 1 if game.decider == player else 0
    for way in range(2):
        e = 2 * player + way
        d = int(game.facing[e])
        into[LEAF.WAY + way] = game.progress[e]
        into[LEAF.WAY + 2 + way] = game.progress[d]
        at = LEAF.GAP + 3 * way
        found = _moves(game, e, d, into[at : at + 3])
        into[LEAF.MOVES] |= ((found & 1) << way) | ((found >> 1) << (2 + way))
    into[LEAF.MANA] = ready_orbs(game, player)
    _table(game, player, into, 0)
    _table(game, int(game.facing[2 * player]) // 2, into, 1)
