"""Abilities that an object gains permanently once a condition becomes true (`since`)."""

from . import sets
from .compiled import compiled
from .passives import ability_works
from .reading import evaluate
from .terms import ABILITY, C, Z


@compiled
def latch(game, book):
    """Check the "since" conditions after an event: once one has held, its abilities work for as
    long as the object exists."""
    for side in range(int(game.players)):
        for zone in (Z.HERO, Z.EXPEDITION, Z.LANDMARK, Z.RESERVE):
            row = game.zone[zone, side]
            x = sets.first(row)
            while x >= 0:
                card = book.card[game.obj[x, C.CARD]]
                if (int(card.statements) >> ABILITY.SINCE) & 1:
                    for a in range(int(card.first), int(card.last)):
                        if book.ability[a].kind == ABILITY.SINCE:
                            _try(game, book, x, a, side)
                x = sets.after(row, x)


@compiled
def _try(game, book, x, a, side):
    bit = int(book.ability[a].value)
    if int(game.obj[x, C.LATCHED]) & bit or not ability_works(game, book, x, a):
        return
    if evaluate(game, book, int(book.ability[a].condition), side, x, -1, 0) != 0:
        game.obj[x, C.LATCHED] = int(game.obj[x, C.LATCHED]) | bit
        game.dirty = 1
