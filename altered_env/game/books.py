"""Books: cards compiled for the engine.

All games with the cards of the package share the book of the pool, in which the number of a card is
the same in every game: it is compiled once for these cards and rules, and cached. A game with other
cards has its own book, in the order of their references. So the same cards always have the same
numbers in a saved game.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from altered_env.cards import Card, catalogue
from altered_env.cards.catalogue import files_of, names_of
from altered_env.cards.loading import KIND as CARDS
from altered_env.cards.loading import as_bytes, inputs_of, load_files
from altered_env.engine import cache
from altered_env.game.errors import UnsupportedCardError, listed
from altered_env.language.kinds import KNOWN, Names
from altered_env.native import shipped

if TYPE_CHECKING:
    from altered_env.language.book import Book

KIND = "book"
LEAST_POOL = 1000
"""The least number of cards in a book that decks are drawn from: four decks have fewer."""
PACKAGE = Path(__file__).parents[1]


def pool_book(more: Iterable[Card] = ()) -> Book:
    """The book of every card and token of the package, followed by `more` cards. One with another
    text of a card of the package takes its place.

    >>> from altered_env import cards
    >>> book = pool_book()
    >>> book.cards[book.index["CORE_AX_16_C"]].name
    'Foundry Armorer'
    >>> book is pool_book()
    True
    """
    extra = dict.fromkeys(more)
    if not extra:
        return _pool()
    first = catalogue().package
    known = set(first)
    others = {c.reference: c for c in _of_one_text(extra) if c not in known}
    if not others:
        return _pool()
    in_place = tuple(others.pop(card.reference, card) for card in first)  # earlier texts
    return _shared((*in_place, *(others[name] for name in sorted(others))), catalogue().names)


def _of_one_text(cards: Iterable[Card]) -> tuple[Card, ...]:
    """These cards, once each. Raises `ValueError` for two texts of one card."""
    texts: dict[str, Card] = {}
    for card in dict.fromkeys(cards):
        if texts.setdefault(card.reference, card) != card:
            raise ValueError(
                f"two texts of {card} ({card.reference}) in one game: the decks are of different"
                " dates"
            )
    return tuple(texts.values())


@functools.cache
def _pool() -> Book:
    package = catalogue().package
    return _shared(package, names_of(package))


def book_for(cards: Iterable[Card]) -> Book:
    """The book for a game with these cards: the pool's, or its own.

    >>> from altered_env import decks
    >>> book_for(decks.starter("axiom").every_card) is pool_book()
    True
    """
    cards = tuple(cards)
    pool = _pool()
    rows = (pool.index.get(card.reference) for card in cards)
    if all(
        row is not None and pool.cards[row] == card for row, card in zip(rows, cards, strict=True)
    ):
        return pool
    return book_of(cards)


def book_of(cards: Iterable[Card], *, apart: bool = False) -> Book:
    """The book of these cards and the tokens they create, and of nothing else; equal lines share
    their programs, unless `apart`.

    >>> from altered_env import cards
    >>> book = book_of([cards.find("Foundry Armorer C")])
    >>> sorted(card.name for card in book.cards)
    ['Brassbug', 'Foundry Armorer']
    """
    unique = tuple(sorted(_of_one_text(cards), key=lambda card: card.reference))
    pool = catalogue()
    tokens = pool.tokens
    # Numbers of the counter kinds on these cards, regardless of the rest of the catalogue.
    names = replace(pool.names, counters=names_of((*unique, *tokens.values())).counters)
    return _build(unique, tuple(sorted(tokens.items())), names, apart)


@functools.lru_cache(maxsize=16)
def _build(
    cards: tuple[Card, ...], tokens: tuple[tuple[str, Card], ...], names: Names, apart: bool
) -> Book:
    from altered_env.language.compiler import build_book

    return build_book(cards, dict(tokens), names, apart=apart)


@functools.lru_cache(maxsize=4)
def _shared(cards: Sequence[Card], names: Names = KNOWN) -> Book:
    """The book of all these cards, tokens included, from the cache or compiled."""
    from altered_env.language.book import read_book, write_book

    inputs = _inputs(cards, names)
    if inputs is not None:
        kept = shipped.fetch(KIND, inputs) or cache.fetch(KIND, _key(inputs))
        if kept is not None:
            return read_book(kept, {card.reference: card for card in cards})
    from altered_env.language.compiler import build_book

    book = build_book(cards, {card.reference: card for card in cards if card.token}, names)
    if inputs is not None and inputs == _inputs(
        cards, names
    ):  # the compiler was not edited meanwhile
        cache.keep(KIND, _key(inputs), write_book(book))
    return book


def ship_pool(place: Path) -> list[Path]:
    """Write the cards of the package and their book where they are found when the package is
    installed; the files. Raises `RuntimeError` where a source was edited meanwhile."""
    from altered_env.language.book import write_book

    package = catalogue().package
    inputs = _inputs(package, names_of(package)), inputs_of(files_of())
    if None in inputs:
        raise RuntimeError("a source of the cards was edited meanwhile: begin again")
    of_book, of_cards = inputs
    assert of_book is not None and of_cards is not None
    return [
        shipped.ship(KIND, of_book, write_book(pool_book()), place),
        shipped.ship(CARDS, of_cards, as_bytes(load_files(files_of())), place),
    ]


def _key(inputs: tuple[bytes | str, ...]) -> str:
    """The cache key of the book."""
    return cache.key_of(np.__version__, *inputs)


def _inputs(cards: Sequence[Card], names: Names = KNOWN) -> tuple[bytes | str, ...] | None:
    """What the book is made from; None if that is not known."""
    try:
        program = cache.sources(*(PACKAGE / name for name in ("engine", "language", "cards")))
    except OSError:
        return None  # the package is not installed as files in folders
    if program is None:
        return None
    words = repr([sorted(part) for part in (names.tokens, names.counters, names.subtypes)])
    return program, words, as_bytes(cards)


def tells_decks(book: Book) -> bool:
    """Does a book tell the decks of its game, because it has no more cards than decks may hold?

    >>> tells_decks(pool_book())
    False
    """
    return len(book.cards) < LEAST_POOL


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
    from altered_env.language.book import write_book

    found = hashlib.sha256(write_book(book)).hexdigest()[:16]
    if len(_digests) >= 32:
        _digests.clear()
    _digests[id(book)] = (book, found)
    return found
