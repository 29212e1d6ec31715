"""Last known places of gone objects (2.1.h): the former state of regions and Expeditions.

Effects ask about the former place of an object that ceased to exist: was it in {V}, was it behind?
By then the region may have other terrains, since passive abilities are evaluated without the
departed object, and the Expedition may be elsewhere. So its region's terrains and its Expedition's
position are recorded when it leaves: a past. Objects that left the same place in the same state
share one.

A past has a bit after those of the regions in each mask of regions, and one after those of the
Expeditions in each mask of Expeditions: `in_(forest)` returns both regions and pasts, and a gone
object is looked up among the pasts. No bit of a past is a possible destination.
"""

from . import sets
from .adventure import is_ahead, is_behind, is_in_contact, is_region_so, region_of
from .compiled import compiled
from .layout import PASTS, REGIONS
from .opcodes import INFO
from .terms import C

FIRST = 8
"""The bit of the first past in a mask of Expeditions."""
BEHIND = 8
AHEAD = 16
CONTACT = 32
ASCENDED = 64
IN_USE = 128


@compiled
def forget_pasts(game):
    """Release the pasts to which no gone object refers."""
    used = 0
    x = sets.first(game.gone)
    while x >= 0:
        used |= int(game.obj[x, C.STOOD])
        x = sets.after(game.gone, x)
    for k in range(int(game.pasts)):
        if (used >> k) & 1 == 0:
            game.past_region[k] = 0
            game.past_state[k] = 0
    while game.pasts > 0 and game.past_state[game.pasts - 1] == 0:
        game.pasts -= 1


@compiled
def _find(game, region, state):
    """Return the past with this state, added if it is new; -1 if there is no room."""
    for k in range(int(game.pasts)):
        if game.past_state[k] == state and game.past_region[k] == region:
            return k
    for k in range(PASTS):
        if game.past_state[k] == 0:
            game.past_region[k] = region
            game.past_state[k] = state
            game.pasts = max(int(game.pasts), k + 1)
            return k
    return -1


@compiled
def note_past(game, x):
    """Record the place of x, which leaves play. Return False if there is no room."""
    mask = 0
    for e in range(2 * int(game.players)):
        if (int(game.obj[x, C.PRESENCE]) >> e) & 1 == 0:
            continue
        region = region_of(game, e)
        state = IN_USE | int(game.terrain_now[region])
        if is_behind(game, e):
            state |= BEHIND
        if is_ahead(game, e):
            state |= AHEAD
        if is_in_contact(game, e):
            state |= CONTACT
        if (int(game.ascended) >> e) & 1:
            state |= ASCENDED
        k = _find(game, region, state)
        if k < 0:
            forget_pasts(game)
            k = _find(game, region, state)
            if k < 0:
                return False
        mask |= 1 << k
        game.obj[x, C.STOOD] = mask
    return True


@compiled
def past_expeditions(game, what, a):
    """Return the pasts in which an Expedition met a condition, as bits of a mask of Expeditions;
    `what` and `a` as in `INFO`."""
    result = 0
    for k in range(int(game.pasts)):
        state = int(game.past_state[k])
        so = False
        if state == 0:
            continue
        if what == INFO.BEHIND:
            so = state & BEHIND != 0
        elif what == INFO.AHEAD:
            so = state & AHEAD != 0
        elif what == INFO.TIED:
            so = state & (BEHIND | AHEAD) == 0
        elif what == INFO.IN_CONTACT:
            so = state & CONTACT != 0
        elif what == INFO.ASCENDED:
            so = state & ASCENDED != 0
        elif what == INFO.IN_TERRAIN:
            so = state & 7 & a != 0
        elif what == INFO.EXPEDITIONS_AT:
            so = (a >> (REGIONS + k)) & 1 != 0
        if so:
            result |= 1 << (FIRST + k)
    return result


@compiled
def past_regions(game, what, a):
    """Return the pasts in which a region met a condition, as bits of a mask of regions; for
    REGIONS_AMONG, those of the regions of mask `a`."""
    result = 0
    if what == INFO.REGIONS:
        return result
    for k in range(int(game.pasts)):
        region = int(game.past_region[k])
        if game.past_state[k] == 0:
            continue
        if what == INFO.REGIONS_AMONG:
            so = (a >> region) & 1 != 0
        elif what == INFO.REGIONS_VISIBLE:
            so = True  # a region that contains an Expedition is face-up
        else:
            so = is_region_so(game, region, int(game.past_state[k]) & 7, what, a)
        if so:
            result |= 1 << (REGIONS + k)
    return result


@compiled
def regions_then(game, x):
    """Return the former regions of a gone object, as a mask."""
    result = 0
    for k in range(int(game.pasts)):
        if (int(game.obj[x, C.STOOD]) >> k) & 1:
            result |= 1 << int(game.past_region[k])
    return result
