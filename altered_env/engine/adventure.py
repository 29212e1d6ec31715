"""The Adventure: regions, terrains, and where Expeditions stand to each other."""

from .compiled import compiled
from .initiative import playing
from .layout import LENGTH, PLAYERS, REGIONS
from .opcodes import INFO

CROSSING = 5
"""Of four players, those who share a Hero region share the way from there to behind the central
Tumult card; from here on they share it with the neighbour on their other side."""


@compiled
def region_at(expedition, distance):
    """The region in which an Expedition is that is so far from its start.

    Regions lie in lines: 0 the Hero region, 7 the Companion region, and 8 to 15 the same once
    more for four players. B goes along the first and D along the second; A changes from the first
    to the second, and C from the second to the first (MP-10).
    """
    along = distance if expedition % 2 == 0 else LENGTH - 1 - distance
    if PLAYERS == 2:
        return along
    player = expedition // 2
    line = player // 2 if along < CROSSING else 1 - ((player + 1) // 2) % 2
    return along + LENGTH * line


@compiled
def tumult_at(k):
    """The first of the two regions of a Tumult card."""
    return 1 + 2 * (k % 3) + LENGTH * (k // 3)


@compiled
def region_of(game, expedition):
    """The region an Expedition is in (7.5.8.a)."""
    if game.arena:
        return 0
    return region_at(expedition, int(game.progress[expedition]))


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
    """The Expeditions facing these; none faces one whose opponent has left (FFA-07)."""
    result = 0
    for e in range(2 * int(game.players)):
        if (mask >> e) & 1:
            result |= 1 << int(game.facing[e])
    return result & expeditions_of(playing(game))


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
def is_behind(game, e):
    """Is Expedition e closer to its start than the one facing it (7.5.2.b)?"""
    if (int(game.behind_as) >> e) & 1:
        return True
    return game.arena == 0 and game.progress[e] < game.progress[game.facing[e]]


@compiled
def is_ahead(game, e):
    """Is Expedition e farther from its start than the one facing it? Not while it is considered
    behind."""
    if game.arena or (int(game.behind_as) >> e) & 1:
        return False
    return game.progress[e] > game.progress[game.facing[e]]


@compiled
def expeditions_behind(game):
    result = 0
    for e in range(2 * int(game.players)):
        if is_behind(game, e):
            result |= 1 << e
    return result


@compiled
def expeditions_ahead(game):
    result = 0
    for e in range(2 * int(game.players)):
        if is_ahead(game, e):
            result |= 1 << e
    return result


@compiled
def expeditions_tied(game):
    everyone = (1 << (2 * int(game.players))) - 1
    return everyone & ~expeditions_behind(game) & ~expeditions_ahead(game)


@compiled
def is_in_contact(game, e):
    """Is Expedition e in the same region as one of another player (7.5.9)?"""
    if (int(game.contact_as) >> e) & 1:
        return True
    region = region_of(game, e)
    for d in range(2 * int(game.players)):
        if d // 2 != e // 2 and region_of(game, d) == region:
            return True
    return False


@compiled
def expeditions_in_contact(game):
    result = 0
    for e in range(2 * int(game.players)):
        if is_in_contact(game, e):
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
    low = LENGTH
    high = -1
    for e in range(2 * int(game.players)):
        if (mask >> e) & 1:
            along = region_of(game, e) % LENGTH
            low = min(low, along)
            high = max(high, along)
    return max(0, high - low - 1)


@compiled
def is_region_so(game, r, terrains, what, a):
    """Is region r, having these terrains, as one of INFO.REGIONS.. with operand `a` says?

    A region that is face-down has no terrain; the Arena is the only region there is (4.3.a), and
    no starting one.
    """
    if what == INFO.REGIONS_VISIBLE:
        return game.face_up[r] != 0
    if what == INFO.REGIONS_STARTING:
        return game.arena == 0 and (r % LENGTH == 0 or r % LENGTH == LENGTH - 1)
    if what == INFO.REGIONS_WITH:
        return terrains & a != 0
    if what == INFO.REGIONS_ONLY:
        return terrains == a
    if what == INFO.REGIONS_COUNTED:
        return (terrains & 1) + ((terrains >> 1) & 1) + ((terrains >> 2) & 1) == a
    return what == INFO.REGIONS


@compiled
def regions_where(game, what, a):
    """The regions that are so, as a mask: `what` is one of INFO.REGIONS.., `a` its operand."""
    result = 0
    for r in range(1 if game.arena else REGIONS):
        if is_region_so(game, r, int(game.terrain_now[r]), what, a):
            result |= 1 << r
    return result


@compiled
def _turn_up(game, region):
    """Turn the Tumult card of a region face-up; of the two central ones both (MP-09)."""
    start = region - (region - 1) % 2
    game.face_up[start] = 1
    game.face_up[start + 1] = 1
    if PLAYERS > 2 and start % LENGTH == tumult_at(1):
        start = (start + LENGTH) % REGIONS
        game.face_up[start] = 1
        game.face_up[start + 1] = 1
    game.dirty = 1


@compiled
def reveal_up_to(game, expedition, distance):
    """Turn face-up the Tumult cards an Expedition moves into or past (7.3.25.b)."""
    for d in range(int(game.progress[expedition]) + 1, distance + 1):
        region = region_at(expedition, d)
        if 0 < d < LENGTH - 1 and game.face_up[region] == 0:
            _turn_up(game, region)
