"""The Adventure: regions, terrains, and where Expeditions stand to each other."""

from __future__ import annotations

from .compiled import compiled
from .layout import REGIONS
from .terms import INFO

__all__ = [
    "between",
    "expeditions_ahead",
    "expeditions_at",
    "expeditions_behind",
    "expeditions_in",
    "expeditions_in_contact",
    "expeditions_of",
    "expeditions_tied",
    "facing_of",
    "other_of",
    "region_of",
    "regions_where",
    "reveal_up_to",
]


@compiled
def region_of(game, expedition):
    """The region an Expedition is in (7.5.8.a): 0 the Hero region, 7 the Companion region."""
    if game.arena:
        return 0
    distance = int(game.progress[expedition])
    return distance if expedition % 2 == 0 else REGIONS - 1 - distance


@compiled
def expeditions_of(players):
    """The Expeditions of a mask of players, as a mask."""
    mask = 0
    player = 0
    while players >> player:
        if (players >> player) & 1:
            mask |= 3 << (2 * player)
        player += 1
    return mask


@compiled
def facing_of(game, mask):
    result = 0
    for e in range(2 * int(game.players)):
        if (mask >> e) & 1:
            result |= 1 << int(game.facing[e])
    return result


@compiled
def other_of(game, mask):
    """The other Expedition of the same player; of both together, none (7.4.4.l)."""
    result = 0
    for player in range(int(game.players)):
        pair = (mask >> (2 * player)) & 3
        if pair == 1:
            result |= 2 << (2 * player)
        elif pair == 2:
            result |= 1 << (2 * player)
    return result


@compiled
def expeditions_behind(game):
    """Expeditions closer to their start than the one facing them (7.5.2.b)."""
    result = int(game.behind_as)
    if game.arena:
        return result
    for e in range(2 * int(game.players)):
        if game.progress[e] < game.progress[game.facing[e]]:
            result |= 1 << e
    return result


@compiled
def expeditions_ahead(game):
    result = 0
    if game.arena:
        return result
    for e in range(2 * int(game.players)):
        if game.progress[e] > game.progress[game.facing[e]]:
            result |= 1 << e
    return result & ~int(game.behind_as)  # considered behind, it is not ahead


@compiled
def expeditions_tied(game):
    everyone = (1 << (2 * int(game.players))) - 1
    return everyone & ~expeditions_behind(game) & ~expeditions_ahead(game)


@compiled
def expeditions_in_contact(game):
    """Expeditions in the same region as one of another player (7.5.9)."""
    result = int(game.contact_as)
    n = 2 * int(game.players)
    for e in range(n):
        for d in range(n):
            if d // 2 != e // 2 and region_of(game, e) == region_of(game, d):
                result |= 1 << e
    return result


@compiled
def expeditions_in(game, terrains):
    """Expeditions in a region that has one of these terrains (7.5.8.b)."""
    result = 0
    for e in range(2 * int(game.players)):
        if int(game.terrain_now[region_of(game, e)]) & terrains:
            result |= 1 << e
    return result


@compiled
def expeditions_at(game, regions):
    """Expeditions in one of these regions, as masks (7.5.8.a)."""
    result = 0
    for e in range(2 * int(game.players)):
        if (regions >> region_of(game, e)) & 1:
            result |= 1 << e
    return result


@compiled
def between(game, mask):
    """How many regions lie between the Expeditions of a mask, those they are in not counted."""
    low = REGIONS
    high = -1
    for e in range(2 * int(game.players)):
        if (mask >> e) & 1:
            low = min(low, region_of(game, e))
            high = max(high, region_of(game, e))
    return max(0, high - low - 1)


@compiled
def regions_where(game, what, a):
    """The regions that are so, as a mask: `what` is one of INFO.REGIONS.., `a` its operand.

    A region that is face-down has no terrain; the Arena is the only region there is (4.3.a), and
    no starting one.
    """
    result = 0
    for r in range(1 if game.arena else REGIONS):
        terrains = int(game.terrain_now[r])
        so = what == INFO.REGIONS
        if what == INFO.REGIONS_VISIBLE:
            so = game.face_up[r] != 0
        elif what == INFO.REGIONS_STARTING:
            so = game.arena == 0 and (r == 0 or r == REGIONS - 1)
        elif what == INFO.REGIONS_WITH:
            so = terrains & a != 0
        elif what == INFO.REGIONS_ONLY:
            so = terrains == a
        elif what == INFO.REGIONS_COUNTED:
            so = (terrains & 1) + ((terrains >> 1) & 1) + ((terrains >> 2) & 1) == a
        if so:
            result |= 1 << r
    return result


@compiled
def reveal_up_to(game, expedition, distance):
    """Turn face-up the Tumult cards an Expedition moves into or past (7.3.25.b)."""
    for d in range(int(game.progress[expedition]) + 1, distance + 1):
        region = d if expedition % 2 == 0 else REGIONS - 1 - d
        if 0 < region < REGIONS - 1 and game.face_up[region] == 0:
            start = region - (region - 1) % 2
            game.face_up[start] = 1
            game.face_up[start + 1] = 1
            game.dirty = 1
