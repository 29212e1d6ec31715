"""The numbers of a book: cards, names, tokens, counters, sub-types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from altered_env.engine.layout import CARDS, SUBTYPES
from altered_env.language.compiler.program import NotSupportedError
from altered_env.language.compiler.words import MARKERS, SUBTYPE_WORDS
from altered_env.language.kinds import COUNTER_KINDS, Names


class CardLike(Protocol):
    """The compiler's view of a card; `altered_env.cards.Card` is one."""

    @property
    def reference(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def faction(self) -> str: ...
    @property
    def rarity(self) -> str | None: ...
    @property
    def type(self) -> str: ...
    @property
    def subtypes(self) -> tuple[str, ...]: ...
    @property
    def hand_cost(self) -> int: ...
    @property
    def reserve_cost(self) -> int: ...
    @property
    def forest(self) -> int: ...
    @property
    def mountain(self) -> int: ...
    @property
    def water(self) -> int: ...
    @property
    def reserve_limit(self) -> int: ...
    @property
    def landmark_limit(self) -> int: ...
    @property
    def abilities(self) -> tuple[str, ...]: ...
    @property
    def support(self) -> tuple[str, ...]: ...
    @property
    def token(self) -> bool: ...
    @property
    def source(self) -> str: ...


class BookFullError(ValueError):
    """The capacity of a book is exceeded; the message names it (`engine/layout.py`)."""

    def __init__(self, capacity: str, most: int, what: str) -> None:
        super().__init__(f"the book is full: it holds {most:,} {what} ({capacity})")


class Numbering:
    """Assigns numbers to the cards, tokens and effects of a book in the order it meets them."""

    def __init__(self, tokens: Mapping[str, CardLike], names: Names) -> None:
        self.tokens = tokens
        self.known = names
        self.cards: list[CardLike] = []
        self.index: dict[str, int] = {}
        """The cards' numbers by reference."""
        self.waiting: list[CardLike] = []
        """Cards that are not compiled yet."""
        self.names: dict[str, int] = {}
        self.subtypes = list(SUBTYPE_WORDS)
        self.counters = list(COUNTER_KINDS)
        self.counters += sorted(names.counters.difference(COUNTER_KINDS))

    def add(self, card: CardLike) -> int:
        """Return the number of a card, adding it to the book if necessary."""
        number = self.index.get(card.reference)
        if number is None:
            number = len(self.cards)
            if number >= CARDS:
                raise BookFullError("CARDS", CARDS, "cards")
            self.cards.append(card)
            self.index[card.reference] = number
            self.waiting.append(card)
        return number

    def token(self, word: str) -> int:
        """Return the card of a token, adding it to the book if necessary."""
        if word not in self.tokens:
            raise NotSupportedError(f"the token '{word}'")
        return self.add(self.tokens[word])

    def name(self, name: str) -> int:
        """Return the number of a name."""
        return self.names.setdefault(name, len(self.names) + 1)

    def name_of(self, card: int) -> int:
        return self.name(self.cards[card].name)

    def counter(self, name: str) -> int | None:
        """Return the kind of a counter by its name; None if there is none."""
        if name == "boosts":
            return 0
        return self.counters.index(name) if name in self.counters else None

    def counter_kinds(self, name: str) -> list[int]:
        """Return the kinds a word may mean: `counter` is any, `marker` any Terrain Marker."""
        if name == "counter":
            return list(range(len(self.counters)))
        if name == "marker":
            return [self.counters.index(marker) for marker in MARKERS]
        kind = self.counter(name)
        if kind is None:
            raise NotSupportedError(f"the counter '{name}'")
        return [kind]

    def is_subtype(self, word: str) -> bool:
        """Return whether a word is a sub-type of the pool."""
        return word in self.known.subtypes

    def subtype(self, word: str) -> int:
        """Return the bit of a sub-type; cards may introduce new ones."""
        if word not in self.subtypes:
            if len(self.subtypes) >= SUBTYPES:
                raise BookFullError("SUBTYPES", SUBTYPES, "sub-types")
            self.subtypes.append(word)
        return self.subtypes.index(word)
