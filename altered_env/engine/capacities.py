"""Capacities of a game: fill levels, and the end of a game that exceeds one.

One loop of a hundred repetitions a day (1.4.6) fits; several on one day may not (`altered fuzz
--themed` searches for other cases). A game that exceeds a capacity ends without a winner, and names
the capacity; a fault of the engine is still an error.
"""

from __future__ import annotations

from typing import Final

from . import sets
from .choices import close
from .compiled import compiled
from .layout import (
    DECK_MAX,
    EMBLEMS,
    FRAMES,
    GAINED,
    GRANTS,
    KEPT,
    LOG,
    MARKERS,
    MODIFIERS,
    OBJECTS,
    PASSIVES,
    PASTS,
    STEP_ACTIONS,
    M,
)
from .terms import ABILITY, ERROR, C

CAPACITIES: Final = {
    "objects": OBJECTS,
    "frames": FRAMES,
    "emblems": EMBLEMS,
    "grants": GRANTS,
    "gained sub-types": GAINED,
    "actions of a step": STEP_ACTIONS,
    "log of a day": LOG,
    "passives": PASSIVES,
    "markers": MARKERS,
    "kept": KEPT,
    "pasts": PASTS,
    "modifiers of a step": MODIFIERS,
    "deck": DECK_MAX,
}
"""The capacities of a game, in the order in which `measure` writes them."""

_FAULTS = (1 << ERROR.OPCODE) | (1 << ERROR.CODE) | (1 << ERROR.STEPS) | (1 << ERROR.CARDS)
"""Errors that no play can cause: faults of the engine or of a book."""


@compiled
def end_overfull(game):
    """End a game that has exceeded a capacity, without a winner."""
    error = int(game.error)
    if error == ERROR.NONE or (_FAULTS >> error) & 1:
        return
    game.overfull = error
    game.error = ERROR.NONE
    game.over = 1
    game.winner = -1
    close(game)


@compiled
def _most(peaks, k, now):
    if now > peaks[k]:
        peaks[k] = now


@compiled
def _passives(game, book):
    count = 0
    x = sets.first(game.stating)
    while x >= 0:
        card = book.card[game.obj[x, C.CARD]]
        for a in range(int(card.first), int(card.last)):
            if book.ability[a].kind == ABILITY.HAVE:
                count += 1
        x = sets.after(game.stating, x)
    for i in range(int(game.grants)):
        if book.ability[game.grant_ability[i]].kind == ABILITY.HAVE:
            count += 1
    return count


@compiled
def measure(game, book, peaks):
    """Update the highest fill levels. Passives of cards and grants count in any zone, since they
    are collected and dropped within one evaluation."""
    _most(peaks, 0, OBJECTS - sets.size(game.free))
    _most(peaks, 1, int(game.depth))
    _most(peaks, 2, int(game.emblems))
    _most(peaks, 3, int(game.grants))
    _most(peaks, 4, int(game.gained))
    _most(peaks, 5, max(int(game.acts), int(game.events)))
    _most(peaks, 6, max(int(game.logged), int(game.uses)))
    _most(peaks, 7, _passives(game, book))
    _most(peaks, 8, int(game.markers))
    for m in range(int(game.emblems)):
        _most(peaks, 9, int(game.emblem[m, M.KEPT]))
    _most(peaks, 10, int(game.pasts))
    _most(peaks, 11, int(game.modifiers))
    for player in range(int(game.players)):
        _most(peaks, 12, int(game.deck_size[player]))
