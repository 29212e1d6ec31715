"""Visibility of card faces to a player. Determinizations, observations and, through
`altered_env/game/visibility.py`, views all follow this module."""

from .compiled import compiled
from .layout import BITS, PLAYERS
from .terms import C, Z


@compiled
def face_known(zone, side, known, player):
    """Return whether the player knows the face of a card in this zone and on this side that the
    players of the mask `known` have seen. A visible zone shows it; a Mana Orb is face-down (3.2.9).
    Players know their own hand and Mana Orbs (3.2.5.b, 3.2.9.d), but not their own Deck."""
    if zone != Z.DECK and zone != Z.HAND and zone != Z.MANA:
        return True
    if zone != Z.DECK and side == player:
        return True
    return (known >> player) & 1 != 0


@compiled
def knows(game, x, player):
    """Return whether the player knows the face of this card."""
    row = game.obj[x]
    return face_known(int(row[C.ZONE]), int(row[C.SIDE]), int(row[C.KNOWN]), player)


@compiled
def reveal_to(game, x, players):
    """Let the players of a mask know the face of this card. Most cards of Decks and of other hands
    are never seen: `hidden_seen` holds the others, so that observations need not look at each."""
    row = game.obj[x]
    known = int(row[C.KNOWN]) | players
    row[C.KNOWN] = known
    known &= (1 << PLAYERS) - 1
    if row[C.ZONE] == Z.HAND:
        known &= ~(1 << int(row[C.SIDE]))
    if known != 0 and (row[C.ZONE] == Z.DECK or row[C.ZONE] == Z.HAND):
        w = x // BITS  # as `sets.add`, which is compiled only
        game.hidden_seen[w] = int(game.hidden_seen[w]) | (1 << (x - w * BITS))
