"""Visibility of card faces to a player. Determinizations, observations and, through
`altered_env/game/visibility.py`, views all follow this module."""

from .compiled import compiled
from .terms import C, Z


@compiled
def face_known(zone, side, known, player):
    """Does the player know the face of a card in this zone, on this side, that the players of the
    mask `known` have seen? A visible zone shows it; a Mana Orb is face-down (3.2.9). Cards in the
    own hand and own Mana Orbs are known (3.2.5.b, 3.2.9.d), the own Deck is not."""
    if zone != Z.DECK and zone != Z.HAND and zone != Z.MANA:
        return True
    if zone != Z.DECK and side == player:
        return True
    return (known >> player) & 1 != 0


@compiled
def knows(game, x, player):
    """Does the player know the face of this card?"""
    row = game.obj[x]
    return face_known(int(row[C.ZONE]), int(row[C.SIDE]), int(row[C.KNOWN]), player)
