"""Deck lists as inputs of a network: the cards that a player has not seen yet, as rows of a
position.

Of the player's own list these are in its Deck; of another's in the Deck, the hand or the Mana zone.
They follow from the lists and the cards seen, as `unseen_cards` of the compact view does: their
order and their places are never read. Each card is one row, which has its feature once for each
copy, so that the sum of a group's rows is that of its cards. The rows are in the order of the
cards' numbers, so that not even the last bit of a sum depends on what is hidden.
"""

from ..engine import sets
from ..engine.compiled import compiled
from ..engine.knowing import knows
from ..engine.stack_arrays import counts
from ..engine.terms import RULE, C, Z
from .encode import MOST_UNSEEN, PLACE, START
from .features import FEATURES

_new_cards = counts(MOST_UNSEEN)
_new_copies = counts(MOST_UNSEEN)


@compiled
def _count(card, cards, copies, n):
    """Count a card among the first n different ones, in the order of their numbers; return how many
    there are then. If there is no room, the highest number is left out."""
    at = n
    while at > 0 and cards[at - 1] >= card:
        at -= 1
    if at < n and cards[at] == card:
        copies[at] += 1
        return n
    if at == MOST_UNSEEN:
        return n
    last = min(n, MOST_UNSEEN - 1)
    for k in range(last, at, -1):
        cards[k] = cards[k - 1]
        copies[k] = copies[k - 1]
    cards[at] = card
    copies[at] = 1
    return last + 1


@compiled
def _write(game, viewer, owner, group, packed, p):
    """Append the cards of an owner that the viewer has not seen to position p."""
    cards = _new_cards()
    copies = _new_copies()
    n = 0
    for zone in (Z.DECK, Z.HAND, Z.MANA):
        if zone != Z.DECK and owner == viewer:
            continue
        x = sets.first(game.zone[zone, owner])
        while x >= 0:
            if not knows(game, x, viewer):
                n = _count(int(game.obj[x, C.CARD]), cards, copies, n)
            x = sets.after(game.zone[zone, owner], x)
    at = int(packed.start[p + 1, START.FEATURE])
    r = int(packed.start[p + 1, START.ROW])
    for k in range(n):
        for _ in range(int(copies[k])):
            packed.feature[at] = FEATURES + 1 + cards[k]
            at += 1
        packed.size[r] = copies[k]
        packed.group[r] = group
        r += 1
    packed.start[p + 1, START.FEATURE] = at
    packed.start[p + 1, START.ROW] = r


@compiled
def encode_unseen(game, viewer, closed, packed, p):
    """Append the unseen cards to position p, which was just packed; with closed lists, only those
    of the viewer's own."""
    _write(game, viewer, viewer, PLACE.OWN_DECK, packed, p)
    if closed != 0 or int(game.rules) & RULE.LISTS_CLOSED != 0:
        return
    for owner in range(int(game.players)):
        if owner != viewer:
            _write(game, viewer, owner, PLACE.UNSEEN, packed, p)
