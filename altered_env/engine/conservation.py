"""Conservation of cards: each is in one zone, and each owner has as many as at the start.

Nothing in the game changes the owner of a card (1.1.3.c). `end_game` checks this whenever a game
ends, and `night.py` when players leave; a violation is an error, never a result.
"""

from . import sets
from .compiled import compiled
from .copying import objects_in_use
from .layout import BITS, DECK_MAX, EVERY_BIT, PLAYERS, WORDS
from .objects import fail
from .terms import ERROR, C, Z

_SHARED = (1 << Z.EXPEDITION) | (1 << Z.LANDMARK) | (1 << Z.LIMBO)
"""Zones in which a player may have another's objects; all others are personal (3.1.2.c)."""

_COUNT = 10
"""The number of bits for the number of a player's cards; one word holds those of all players."""


@compiled
def end_game(game, book, winner):
    """End the game; `winner` is -1 if there is none."""
    game.winner = winner
    game.over = 1
    check_cards(game, book)


@compiled
def check_cards(game, book):
    """Stop the game with an error if a card is lost, duplicated or in an impossible place."""
    counts = 0
    for p in range(PLAYERS):
        for zone in range(Z.COUNT):
            row = game.zone[zone, p]
            x = sets.first(row)
            while x >= 0:
                if not _may_lie(game, x, zone, p):
                    fail(game, ERROR.CARDS, x)
                    return
                if book.card[game.obj[x, C.CARD]].token == 0:
                    counts += 1 << (_COUNT * int(game.obj[x, C.OWNER]))
                x = sets.after(row, x)
        _check_deck(game, p)
    _check_slots(game)
    for p in range(PLAYERS):
        count = (counts >> (_COUNT * p)) & ((1 << _COUNT) - 1)
        owned = 0 if (int(game.out) >> p) & 1 else int(game.owned[p])
        if count != owned:
            fail(game, ERROR.CARDS, -1 - (p << (2 * _COUNT)) - (owned << _COUNT) - count)


@compiled
def _may_lie(game, x, zone, side):
    """Return whether x may be in this player's part of this zone, and its own record agrees."""
    if zone == Z.NOWHERE or game.obj[x, C.LIFE] != 1:
        return False
    if game.obj[x, C.ZONE] != zone or game.obj[x, C.SIDE] != side:
        return False
    owner = int(game.obj[x, C.OWNER])
    if owner < 0 or owner >= game.players or (owner != side and (_SHARED >> zone) & 1 == 0):
        return False
    if int(game.out) & (1 << owner | 1 << side):
        return False  # a player who left took everything along
    expedition = int(game.obj[x, C.EXPEDITION])
    presence = int(game.obj[x, C.PRESENCE])
    if zone != Z.EXPEDITION:
        return expedition == -1 and presence == 0
    there = expedition >= 0 and expedition // 2 == side and (presence >> expedition) & 1 != 0
    return there and presence & ~(3 << (2 * side)) == 0


@compiled
def _check_deck(game, p):
    """Check that an ordered Deck holds each card of the Deck zone once."""
    row = game.zone[Z.DECK, p]
    n = int(game.deck_size[p])
    if n > DECK_MAX or n != sets.size(row):
        fail(game, ERROR.CARDS, int(game.deck[p, 0]))
        return
    met = game.keep  # free between steps
    for i in range(n):
        x = int(game.deck[p, i])
        if not sets.has(row, x) or sets.has(met, x):
            fail(game, ERROR.CARDS, x)
        sets.add(met, x)
    sets.clear(met)


@compiled
def _check_slots(game):
    """Check that each slot is free, gone or in exactly one zone, as its object records."""
    for w in range(WORDS):
        free = int(game.free[w])
        gone = int(game.gone[w])
        there = 0
        for zone in range(Z.COUNT):
            for p in range(PLAYERS):
                there |= int(game.zone[zone, p, w])
        twice = (free & gone) | (free & there) | (gone & there)
        wrong = twice | (EVERY_BIT & ~(free | gone | there))
        if wrong != 0:
            fail(game, ERROR.CARDS, w * BITS + sets.lowest(wrong))
    for x in range(objects_in_use(game)):
        life = int(game.obj[x, C.LIFE])
        if sets.has(game.free, x) != (life == 0) or sets.has(game.gone, x) != (life == 2):
            fail(game, ERROR.CARDS, x)
