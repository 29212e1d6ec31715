"""The rows of a view: the objects visible to a player, in an order that reveals nothing else.

Slots reveal where a card has been, so players refer to rows instead. These are sorted by public
information: first the viewer's objects, then those of the others, clockwise, zone by zone, each
zone by timestamp.
"""

from ..engine import sets
from ..engine.adventure import region_at
from ..engine.compiled import compiled
from ..engine.knowing import knows
from ..engine.layout import (
    ACTIONS,
    BITS,
    EMBLEMS,
    EXPEDITIONS,
    LENGTH,
    OBJECTS,
    PLAYERS,
    REGION_CODE,
    WORDS,
    M,
)
from ..engine.terms import CODE, DECIDE, EMBLEM, C, Z


@compiled
def player_seen(player, viewer):
    """A player as the viewer sees it: the viewer is 0, and the others follow clockwise."""
    return (player - viewer) & (PLAYERS - 1)


@compiled
def player_meant(seen, viewer):
    """The player that the viewer sees as this number."""
    return (seen + viewer) & (PLAYERS - 1)


@compiled
def expedition_seen(expedition, viewer):
    """An Expedition as the viewer sees it: the viewer's come first, then those of the others."""
    return (expedition - 2 * viewer) & (EXPEDITIONS - 1)


@compiled
def expedition_meant(seen, viewer):
    """The Expedition that the viewer sees as this number."""
    return (seen + 2 * viewer) & (EXPEDITIONS - 1)


@compiled
def region_seen(game, region, viewer):
    """A region as the viewer sees it, and back: 0 to 7 are those that the viewer's Hero Expedition
    passes through; with four players 8 to 15 are the others, in the same order."""
    if PLAYERS == 2 or game.arena:
        return region
    along = region % LENGTH
    own = region_at(2 * viewer, along) // LENGTH
    return along + LENGTH * ((region // LENGTH) ^ own)


@compiled
def _insert(game, slot, start, n, x):
    """Add x to the rows from `start` to before n, which are sorted by timestamp."""
    stamp = game.timestamp[x]
    at = n
    while at > start and stamp < game.timestamp[slot.slot[at - 1]]:
        slot.slot[at] = slot.slot[at - 1]
        at -= 1
    slot.slot[at] = x


@compiled
def _lay_zone(game, slot, side, zone, n):
    """Add the members of a zone. They are read from the highest slot on, which is nearly their
    order."""
    start = n
    last = -1  # the latest timestamp so far
    for k in range(WORDS):
        w = WORDS - 1 - k
        left = int(game.zone[zone, side, w])
        while left != 0:
            bit = sets.highest(left)
            left ^= 1 << bit
            x = w * BITS + bit
            stamp = int(game.timestamp[x])
            if stamp >= last:
                slot.slot[n] = x
                last = stamp
            else:
                _insert(game, slot, start, n, x)
            n += 1
    return n


@compiled
def _lay_expedition(game, slot, side, expedition, n):
    """Add the members of one Expedition."""
    start = n
    for w in range(WORDS):
        left = int(game.zone[Z.EXPEDITION, side, w])
        while left != 0:
            x = w * BITS + sets.lowest(left)
            left &= left - 1
            if game.obj[x, C.EXPEDITION] == expedition:
                _insert(game, slot, start, n, x)
                n += 1
    return n


@compiled
def _lay_hand(game, slot, viewer, side, known, n):
    """Add those cards of another player's hand that the viewer knows, or those it does not know."""
    start = n
    x = sets.first(game.zone[Z.HAND, side])
    while x >= 0:
        if knows(game, x, viewer) == known:
            _insert(game, slot, start, n, x)
            n += 1
        x = sets.after(game.zone[Z.HAND, side], x)
    return n


@compiled
def _has_seen(game, zone, side):
    """Return whether a zone holds a card that was seen by a player who usually does not see it."""
    for w in range(WORDS):
        if int(game.zone[zone, side, w]) & int(game.hidden_seen[w]) != 0:
            return True
    return False


@compiled
def _is_offered_of_deck(game, side, viewer):
    """Return whether the viewer may choose a card of this Deck."""
    if game.decision != DECIDE.NONE and game.decider == viewer:
        for k in range(int(game.offered)):
            x = int(game.options[k])
            if x < OBJECTS and sets.has(game.zone[Z.DECK, side], x):
                return True
    return False


@compiled
def _lay_deck(game, slot, viewer, side, n):
    """Of a Deck, the cards that the viewer knows or may choose, from the top."""
    asked = game.decision != DECIDE.NONE and game.decider == viewer
    deck = game.deck[side]
    for i in range(int(game.deck_size[side]) - 1, -1, -1):
        x = int(deck[i])
        known = sets.has(game.hidden_seen, x) and knows(game, x, viewer)
        if known or (asked and game.mask[x] != 0):
            slot.slot[n] = x
            n += 1
    return n


@compiled
def lay_rows(game, slot, viewer):
    """The object of each row, for this viewer."""
    for x in range(OBJECTS):
        slot.row[x] = -1
    n = 0
    for i in range(int(game.players)):
        side = player_meant(i, viewer)
        n = _lay_zone(game, slot, side, Z.HERO, n)
        n = _lay_expedition(game, slot, side, 2 * side, n)
        n = _lay_expedition(game, slot, side, 2 * side + 1, n)
        n = _lay_zone(game, slot, side, Z.LANDMARK, n)
        n = _lay_zone(game, slot, side, Z.LIMBO, n)
        n = _lay_zone(game, slot, side, Z.RESERVE, n)
        if side == viewer or not _has_seen(game, Z.HAND, side):
            n = _lay_zone(game, slot, side, Z.HAND, n)
        else:
            n = _lay_hand(game, slot, viewer, side, True, n)
            n = _lay_hand(game, slot, viewer, side, False, n)
        n = _lay_zone(game, slot, side, Z.MANA, n)
    for i in range(int(game.players)):
        side = player_meant(i, viewer)
        if _has_seen(game, Z.DECK, side) or _is_offered_of_deck(game, side, viewer):
            n = _lay_deck(game, slot, viewer, side, n)
        n = _lay_zone(game, slot, side, Z.DISCARD, n)
    slot.rows = n
    for r in range(n):
        slot.row[slot.slot[r]] = r
    m = 0
    for k in range(min(EMBLEMS, int(game.emblems))):
        if game.emblem[k, M.KIND] != EMBLEM.NONE:
            slot.emblem[m] = k
            m += 1
    slot.emblems = m


@compiled
def write_mask(game, slot, viewer):
    """The legal actions of the viewer; none where the decision is another's."""
    for a in range(ACTIONS):
        slot.mask[a] = 0
    if game.decision == DECIDE.NONE or game.decider != viewer:
        return
    left = int(game.offered)
    for k in range(int(game.offered)):
        seen = action_seen(game, slot, int(game.options[k]), viewer)
        if seen >= 0:
            slot.mask[seen] = 1
            left -= 1
    if left != 0:
        slot.lost = left


@compiled
def action_seen(game, slot, action, viewer):
    """The viewer's action for one of the engine's; -1 if it has no row."""
    if action < OBJECTS:
        return int(slot.row[action])
    code = action - OBJECTS
    if code >= CODE.COUNT:
        return OBJECTS + REGION_CODE + region_seen(game, code - REGION_CODE, viewer)
    if code < CODE.EMBLEM:
        return OBJECTS + _as_seen(code, viewer)
    for m in range(int(slot.emblems)):
        if slot.emblem[m] == code - CODE.EMBLEM:
            return OBJECTS + CODE.EMBLEM + m
    return -1


@compiled
def _as_seen(code, viewer):
    """A code that names an Expedition or a player, as the viewer sees them; others as they are."""
    if CODE.EXPEDITION <= code < CODE.PLAYER:
        return CODE.EXPEDITION + expedition_seen(code - CODE.EXPEDITION, viewer)
    if CODE.PLAYER <= code < CODE.REGION:
        return CODE.PLAYER + player_seen(code - CODE.PLAYER, viewer)
    return code


@compiled
def _as_meant(code, viewer):
    """The code that the viewer sees as this one."""
    if CODE.EXPEDITION <= code < CODE.PLAYER:
        return CODE.EXPEDITION + expedition_meant(code - CODE.EXPEDITION, viewer)
    if CODE.PLAYER <= code < CODE.REGION:
        return CODE.PLAYER + player_meant(code - CODE.PLAYER, viewer)
    return code


@compiled
def slot_action(game, slot, action, viewer):
    """The engine's action for one that the viewer chose among those of `write_mask`."""
    if action < OBJECTS:
        return int(slot.slot[action])
    code = action - OBJECTS
    if code >= CODE.COUNT:
        return OBJECTS + REGION_CODE + region_seen(game, code - REGION_CODE, viewer)
    if code >= CODE.EMBLEM:
        return OBJECTS + CODE.EMBLEM + int(slot.emblem[code - CODE.EMBLEM])
    return OBJECTS + _as_meant(code, viewer)
