"""Books: the cards of a game compiled for the engine, made once for each set of cards.

A book holds the cards in the order of their references, so the same cards give the same book
and the same numbers in a saved game.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from altered_env.cards import Card, catalogue
from altered_env.play.errors import UnsupportedCardError, listed

if TYPE_CHECKING:
    from altered_env.language.compiler import Book

__all__ = ["book_of", "digest", "refuse_unsupported"]


def book_of(cards: Iterable[Card]) -> Book:
    """The book of these cards and of the tokens that they make.

    >>> from altered_env import cards
    >>> book = book_of([cards.find("Foundry Armorer C")])
    >>> sorted(card.name for card in book.cards)
    ['Brassbug', 'Foundry Armorer']
    """
    unique = tuple(sorted(set(cards), key=lambda card: card.reference))
    return _build(unique, tuple(sorted(catalogue().tokens.items())))


@functools.lru_cache(maxsize=16)
def _build(cards: tuple[Card, ...], tokens: tuple[tuple[str, Card], ...]) -> Book:
    from altered_env.language.compiler import build_book

    return build_book(cards, dict(tokens))


def refuse_unsupported(book: Book, cards: Iterable[Card]) -> None:
    """Raise `UnsupportedCardError` if any of the cards is not understood."""
    reasons = [
        f"{card} ({card.reference}): {book.unsupported[card.reference]}"
        for card in dict.fromkeys(cards)
        if card.reference in book.unsupported
    ]
    if reasons:
        raise UnsupportedCardError(f"cards that cannot be played yet: {listed(reasons)}")


_digests: dict[int, tuple[Book, str]] = {}


def digest(book: Book) -> str:
    """A short hash of everything compiled in the book: equal books play alike.

    >>> from altered_env import cards
    >>> len(digest(book_of([cards.find("Foundry Armorer C")])))
    16
    """
    known = _digests.get(id(book))
    if known is not None and known[0] is book:
        return known[1]
    record = book.record[0]
    found = hashlib.sha256()
    found.update(record["card"][: int(record["cards"])].tobytes())
    for row in sorted(book.abilities):
        found.update(b"%d:" % row + record["ability"][row].tobytes())
    found.update(record["code"][: int(record["length"])].tobytes())
    if len(_digests) >= 32:
        _digests.clear()
    _digests[id(book)] = (book, found.hexdigest()[:16])
    return _digests[id(book)][1]
