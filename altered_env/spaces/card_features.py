"""Features of every printed card, as numbers: one table indexed by the card numbers of
observations.

A network that reads a card from its row can play unseen cards: a card outside the pool has a row
with the same columns, derived from its text.

>>> table = card_features()
>>> row = table.values[table.number("CORE_AX_16_C")]
>>> row[table.names.index("hand_cost")]
np.float32(3.0)
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from altered_env.cards import Card, catalogue
from altered_env.cards.printed_words import FACTIONS, NEUTRAL, RARITIES, TYPES
from altered_env.game.books import pool_book
from altered_env.language.book import Book

TOKENS = 160
"""The maximum number of tokens of a card's abilities; no card of the pool has more."""

_NUMBERS = (
    "hand_cost",
    "reserve_cost",
    "forest",
    "mountain",
    "water",
    "reserve_limit",
    "landmark_limit",
)
_TOKEN = re.compile(r"[A-Za-z_]+|\d+|[^\sA-Za-z_\d]")
PAD, OTHER = "<pad>", "<other>"
WORD = "word "
"""The prefix of the names of word columns."""


def tokens_of(card: Card) -> list[str]:
    """The tokens of a card's abilities: each line ends with `;`, Support abilities follow
    `support`.

    >>> from altered_env import cards
    >>> tokens_of(cards.find("Foundry Armorer C"))[:3]
    ['R', ':', 'create']
    """
    found: list[str] = []
    for line in card.abilities:
        found += [*_TOKEN.findall(line), ";"]
    for line in card.support:
        found += ["support", *_TOKEN.findall(line), ";"]
    return found


@functools.cache
def vocabulary() -> tuple[str, ...]:
    """The tokens that the cards of the package use, in order; a word that is not among them is
    `<other>`."""
    words = {word for card in catalogue().package for word in tokens_of(card)}
    return (PAD, OTHER, *sorted(words))


@functools.cache
def _subtypes() -> tuple[str, ...]:
    return tuple(sorted({word for card in catalogue().package for word in card.subtypes}))


def digest_of(references: Iterable[str]) -> str:
    """A short hash of cards in order: observations with the same one mean the same by a number.

    >>> digest_of(["CORE_AX_16_C"]) == digest_of(["CORE_AX_16_R1"])
    False
    """
    return hashlib.sha256("\n".join(references).encode()).hexdigest()[:8]


@dataclass(frozen=True, eq=False)
class CardFeatures:
    """The table. Row 0 is an unknown card; card `c` of the book is row `c + 1`, its number in
    observations."""

    names: tuple[str, ...]
    """The columns of `values`."""
    values: NDArray[np.float32]
    """Costs, statistics, limits; type, faction, rarity and sub-types, one-hot; counts of the words
    of the vocabulary in its abilities."""
    tokens: NDArray[np.int16]
    """The abilities as token numbers (`vocabulary`), padded with 0."""
    references: tuple[str, ...]
    """The reference of the card of each row; empty for row 0."""

    @property
    def digest(self) -> str:
        """A short hash of the cards in order (`digest_of`)."""
        return digest_of(self.references[1:])

    def number(self, reference: str) -> int:
        """The row of a card by its reference."""
        try:
            return self.references.index(reference)
        except ValueError:
            raise LookupError(f"no card of this table is called {reference[:40]!r}") from None


def cards_of(book: Book | None = None) -> str:
    """The digest of the cards of a book, by default the pool's."""
    known = pool_book() if book is None else book
    return digest_of(card.reference for card in known.cards)


def card_features(book: Book | None = None) -> CardFeatures:
    """The table of the cards of a book, by default the pool's. That of an env is
    `env.card_features`."""
    return _table(tuple((pool_book() if book is None else book).cards))


@functools.lru_cache(maxsize=4)
def _table(cards: tuple[Card, ...]) -> CardFeatures:
    words = {word: k for k, word in enumerate(vocabulary())}
    columns = column_names()
    where = {name: k for k, name in enumerate(columns)}
    values = np.zeros((1 + len(cards), len(columns)), dtype=np.float32)
    tokens = np.zeros((1 + len(cards), TOKENS), dtype=np.int16)
    for row, card in enumerate(cards, 1):
        for name in _NUMBERS:
            values[row, where[name]] = getattr(card, name)
        for name in _flags(card):
            if name in where:
                values[row, where[name]] = 1
        read = tokens_of(card)
        if len(read) > TOKENS:
            raise ValueError(
                f"{card} ({card.reference}): {len(read)} words of abilities; the table has room "
                f"for "
                f"{TOKENS}"
            )
        for k, word in enumerate(read):
            tokens[row, k] = words.get(word, words[OTHER])
            values[row, where[WORD + (word if word in words else OTHER)]] += 1
    return CardFeatures(columns, values, tokens, ("", *(card.reference for card in cards)))


def column_names() -> tuple[str, ...]:
    """The names of the columns of every table."""
    flags: Iterable[str] = (
        "token",
        *(f"type {word}" for word in TYPES),
        *(f"faction {word}" for word in (*FACTIONS, NEUTRAL)),
        *(f"rarity {word}" for word in RARITIES),
        *(f"subtype {word}" for word in _subtypes()),
    )
    return (*_NUMBERS, *flags, *(WORD + word for word in vocabulary()[1:]))


def _flags(card: Card) -> list[str]:
    found = [f"type {card.type}", f"faction {card.faction}"]
    found += [f"subtype {word}" for word in card.subtypes]
    if card.rarity is not None:
        found.append(f"rarity {card.rarity}")
    if card.token:
        found.append("token")
    return found
