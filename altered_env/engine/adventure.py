"""The Adventure: regions, terrains, and where Expeditions stand to each other."""

from .compiled import compiled
from .initiative import playing
from .layout import LENGTH, PLAYERS, REGIONS
from .opcodes import INFO

CROSSING = 5
"""In games of four, players who share a Hero region share the path from there to behind the
central Tumult card; beyond it they share it with the neighbour on their other side."""


@compiled
def region_at(expedition, distance):
    """Return the region of an Expedition at this distance from its start.

    Regions lie in lines: 0 the Hero region, 7 the Companion region, and 8 to 15 a second line for
    four players. B follows the first and D the second; A changes from the first to the second, and
    C from the second to the first (MP-10).
    """
    along = distance if expedition % 2 == 0 else LENGTH - 1 - distance
    if PLAYERS == 2:
        return along
    player = expedition // 2
    line = player // 2 if along < CROSSING else 1 - ((player + 1) // 2) % 2
    return along + LENGTH * line


@compiled
def tumult_at(k):
    """Return the first of the two regions of a Tumult card."""
    return 1 + 2 * (k % 3) + LENGTH * (k // 3)


@compiled
def region_of(game, expedition):
    """Return the region of an Expedition (7.5.8.a)."""
    if game.arena:
        return 0
    return region_at(expedition, int(game.progress[expedition]))


@compiled
def expeditions_of(players):
    """Return the Expeditions of a mask of players, as a mask."""
    mask = 0
    player = 0
    while players >> player:
        if (players >> player) & 1:
            mask |= 3 << (2 * player)
        player += 1
    return mask


@compiled
def facing_of(game, mask):
    """Return the Expeditions facing these; none faces one whose opponent has left (FFA-07)."""
    result = 0
    for e in range(2 * int(game.players)):
        if (mask >> e) & 1:
            result |= 1 << int(game.facing[e])
    return result & expeditions_of(playing(game))


@compiled
def other_of(game, mask):
    """Return the other Expedition of the same player; for both together, none (7.4.4.l)."""
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
    """Return whether Expedition e is closer to its start than the one facing it (7.5.2.b)."""
    if (int(game.behind_as) >> e) & 1:
        return True
    return game.arena == 0 and game.progress[e] < game.progress[game.facing[e]]


@compiled
def is_ahead(game, e):
    """Return whether Expedition e is farther from its start than the one facing it. It is not while
    considered behind."""
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
    """Return whether Expedition e shares a region with one of another player (7.5.9)."""
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
    """Return Expeditions in a region that has one of these terrains (7.5.8.b)."""
    result = 0
    for e in range(2 * int(game.players)):
        if int(game.terrain_now[region_of(game, e)]) & terrains:
            result |= 1 << e
    return result


@compiled
def expeditions_at(game, regions):
    """Return Expeditions in one of these regions, as masks (7.5.8.a)."""
    result = 0
    for e in range(2 * int(game.players)):
        if (regions >> region_of(game, e)) & 1:
            result |= 1 << e
    return result


@compiled
def between(game, mask):
    """Return the number of regions strictly between the Expeditions of a mask."""
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
    """Return whether region r, with these terrains, meets INFO.REGIONS.. `what` with operand `a`.

    A face-down region has no terrain; the Arena is the only region once it is there (4.3.a), and
    not a starting one.
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
    """Return the regions that meet INFO.REGIONS.. `what` with operand `a`, as a mask."""
    result = 0
    for r in range(1 if game.arena else REGIONS):
        if is_region_so(game, r, int(game.terrain_now[r]), what, a):
            result |= 1 << r
    return result


@compiled
def _turn_up(game, region):
    """Turn the Tumult card of a region face-up; for the central one, both (MP-09)."""
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
