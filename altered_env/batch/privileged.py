"""Privileged information for a critic in training, never for an agent: hidden cards with their
places, and face-down regions.
"""

from ..engine import sets
from ..engine.compiled import compiled
from ..engine.layout import OBJECTS, REGIONS
from ..engine.terms import C, Z
from .layout import E, H
from .rows import player_meant, region_seen


@compiled
def _write_card(game, slot, out, n, seen, zone, x, depth):
    at = E.COUNT + n * H.COUNT
    out[at + H.SIDE] = 1 + seen
    out[at + H.ZONE] = zone
    out[at + H.CARD] = 1 + int(game.obj[x, C.CARD])
    out[at + H.DEPTH] = depth
    out[at + H.ROW] = int(slot.row[x]) + 1
    return n + 1


@compiled
def _write_zone(game, slot, out, n, seen, zone, row):
    x = sets.first(row)
    while x >= 0 and n < OBJECTS:
        n = _write_card(game, slot, out, n, seen, zone, x, 0)
        x = sets.after(row, x)
    return n


@compiled
def write_privileged(game, slot, viewer, out):
    """The full state in the layout of the viewer, whose rows are those of the slot."""
    for k in range(len(out)):
        out[k] = 0
    for r in range(REGIONS):
        up = game.face_up[r] != 0
        at = region_seen(game, r, viewer)
        out[E.TERRAIN + at] = int(game.terrain_now[r]) if up else int(game.terrain[r])
    n = 0
    for seen in range(int(game.players)):
        side = player_meant(seen, viewer)
        n = _write_zone(game, slot, out, n, seen, Z.HAND, game.zone[Z.HAND, side])
        size = int(game.deck_size[side])
        for i in range(size):
            if n < OBJECTS:
                x = int(game.deck[side, size - 1 - i])
                n = _write_card(game, slot, out, n, seen, Z.DECK, x, i + 1)
        n = _write_zone(game, slot, out, n, seen, Z.MANA, game.zone[Z.MANA, side])
    out[E.ROWS] = n
