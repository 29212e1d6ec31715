"""The table before set-up, with only Heroes and Decks on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.decks import Deck
from altered_env.engine.chance import seed_words
from altered_env.engine.knowing import reveal_to
from altered_env.engine.terms import RULE, Z
from altered_env.game.engine_api import open_game, put_object
from altered_env.language.book import Book
from altered_env.language.words import whole

_reveal_to: Any = getattr(reveal_to, "py_func", reveal_to)


def lay_out(
    games: NDArray[np.void], i: int, book: Book, dealt: Iterable[Deck], seed: int, mask: int
) -> None:
    """Put Heroes and Decks on an empty table in place i; `mask` holds the ruleset switches. If
    decks are not shuffled, a deck's first card is on top, and its owner knows the order.
    """
    in_order, seated = bool(mask & RULE.DECKS_IN_ORDER), tuple(dealt)
    words = np.array(seed_words(whole(seed, "seed")), dtype=np.int64)
    open_game(games, i, book.record, words, len(seated), mask)
    for player, deck in enumerate(seated):
        if deck.hero is not None:
            row = book.index[deck.hero.reference]
            put_object(games, i, book.record, row, player, Z.HERO, player, -1)
        for card in reversed(deck.cards) if in_order else deck.cards:
            row = book.index[card.reference]
            slot = put_object(games, i, book.record, row, player, Z.DECK, player, -1)
            if in_order:
                _reveal_to(games[i], slot, 1 << player)
