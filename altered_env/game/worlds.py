"""Other worlds that a player cannot tell from the one at hand (`engine/worlds.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from altered_env.engine.chance import seed_words
from altered_env.engine.table import resample_game
from altered_env.engine.terms import C, Z
from altered_env.game.view import members

if TYPE_CHECKING:
    from altered_env.language.book import Book

__all__ = ["hidden_from", "resample"]


def hidden_from(record: Any, player: int) -> list[int]:
    """The slots of the cards whose faces the player does not know.

    Cards in the own hand and own Mana Orbs are known (3.2.5.b, 3.2.9.d), the own Deck is not.
    """
    obj = record["obj"]
    found = []
    for who in range(int(record["players"])):
        for zone in (Z.DECK, Z.HAND, Z.MANA):
            if who == player and zone != Z.DECK:
                continue
            for slot in members(record["zone"][zone, who]):
                if not (int(obj[slot, C.KNOWN]) >> player) & 1:
                    found.append(slot)
    return found


def resample(games: NDArray[np.void], book: Book, player: int, seed: int) -> None:
    """Make the game in place 0 another world that `player` cannot tell apart; in place."""
    resample_game(games, 0, book.record, player, np.array(seed_words(seed), dtype=np.int64))
