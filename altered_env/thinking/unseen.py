"""Deck lists as inputs of a network: the cards that a player has not seen yet.

Of the player's own list these are in its Deck; of another's in the Deck, the hand or the Mana zone.
They follow from the lists and the cards seen, as `unseen_cards` of the compact view does: their
order and their places are never read. Each copy is a feature of the game as a whole. The features
are in the order of the cards' numbers, so that not even the last bit of a sum depends on what is
hidden.

What a card adds to the first layer is its embedding times a matrix for each of `LISTS`. Since that
does not depend on the position, it is computed once for all cards of a book.
"""

from ..engine import sets
from ..engine.compiled import compiled
from ..engine.knowing import knows
from ..engine.layout import DECK_MAX
from ..engine.stack_arrays import counts
from ..engine.terms import RULE, C, Z
from .encode import START
from .features import FIELDS, LISTS

_new_cards = counts(DECK_MAX)
OWN_DECK, UNSEEN = range(len(LISTS))


@compiled
def _append(game, viewer, owner, of, packed, p):
    """Append the cards of an owner that the viewer has not seen to position p."""
    cards = _new_cards()
    n = 0
    for zone in (Z.DECK, Z.HAND, Z.MANA):
        if zone != Z.DECK and owner == viewer:
            continue
        x = sets.first(game.zone[zone, owner])
        while x >= 0:
            if n < DECK_MAX and not knows(game, x, viewer):
                card = int(game.obj[x, C.CARD])
                at = n
                while at > 0 and cards[at - 1] > card:
                    cards[at] = cards[at - 1]
                    at -= 1
                cards[at] = card
                n += 1
            x = sets.after(game.zone[zone, owner], x)
    at = int(packed.start[p + 1, START.FIELD])
    for k in range(n):
        packed.field[at + k] = FIELDS + len(LISTS) * (1 + cards[k]) + of
    packed.start[p + 1, START.FIELD] = at + n


@compiled
def encode_unseen(game, viewer, closed, packed, p):
    """Append the unseen cards to position p, which was just packed; with closed lists, only those
    of the viewer's own."""
    _append(game, viewer, viewer, OWN_DECK, packed, p)
    if closed != 0 or int(game.rules) & RULE.LISTS_CLOSED != 0:
        return
    for owner in range(int(game.players)):
        if owner != viewer:
            _append(game, viewer, owner, UNSEEN, packed, p)
