"""The book: compiled cards for the engine, with names and lines for people.

A book is serialised without its cards, which the catalogue has. The reader passes the cards it was
compiled from, and the cache key names them too.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from altered_env.engine.layout import ability_t, card_t, new_book

_HEAD = struct.Struct("<I")


@dataclass(frozen=True, slots=True)
class AbilityInfo:
    """The card and line from which an ability of the book comes."""

    reference: str
    index: int
    line: str


@dataclass(slots=True)
class Book:
    """The compiled cards: `record` for the engine, the rest for people."""

    record: np.ndarray
    index: dict[str, int]
    cards: list[Any]
    counters: list[str]
    abilities: dict[int, AbilityInfo]
    unsupported: dict[str, str]
    subtypes: list[str]

    def __post_init__(self) -> None:
        """Make the record read-only: agents receive the book with which the game is played."""
        self.record = self.record[:]
        self.record.setflags(write=False)

    def unknown(self, cards: Iterable[Any]) -> list[Any]:
        """Return these cards that it lacks or holds in another version, once each."""
        return [
            card
            for card in dict.fromkeys(cards)
            if (row := self.index.get(card.reference)) is None or self.cards[row] != card
        ]


def write_book(book: Book) -> bytes:
    """Serialise a book, its cards by reference."""
    record = book.record[0]
    rows = np.array(sorted(book.abilities), dtype=np.int32)
    facts = {
        "cards": [card.reference for card in book.cards],
        "counters": book.counters,
        "unsupported": book.unsupported,
        "subtypes": book.subtypes,
        "abilities": int(record["abilities"]),
        "rows": rows.tolist(),
        "lines": [
            (book.index[info.reference], info.index)
            for info in (book.abilities[row] for row in rows.tolist())
        ],
        "length": int(record["length"]),
    }
    head = json.dumps(facts, separators=(",", ":")).encode()
    parts = (
        record["card"][: len(book.cards)].tobytes(),
        record["ability"][rows].tobytes(),
        record["code"][: int(record["length"])].tobytes(),
    )
    return _HEAD.pack(len(head)) + head + b"".join(parts)


def read_book(data: bytes, cards: Mapping[str, Any]) -> Book:
    """Read the bytes of `write_book`; `cards` are at least those of the book, by reference."""
    (size,) = _HEAD.unpack_from(data)
    start = _HEAD.size + size
    facts = json.loads(data[_HEAD.size : start])
    holds = [cards[reference] for reference in facts["cards"]]
    rows = facts["rows"]
    books = new_book()
    record = books[0]
    record["cards"], record["abilities"] = len(holds), facts["abilities"]
    record["length"] = facts["length"]
    parts: list[tuple[str, np.dtype[Any], int]] = [
        ("card", card_t, len(holds)),
        ("ability", ability_t, len(rows)),
        ("code", np.dtype(np.int32), facts["length"]),
    ]
    for field, kind, count in parts:
        part = np.frombuffer(data, dtype=kind, count=count, offset=start)
        record[field][rows if field == "ability" else slice(count)] = part
        start += part.nbytes
    abilities = {}
    for row, (number, index) in zip(rows, facts["lines"], strict=True):
        card = holds[number]
        abilities[row] = AbilityInfo(card.reference, index, (*card.abilities, *card.support)[index])
    return Book(
        books,
        {card.reference: number for number, card in enumerate(holds)},
        holds,
        facts["counters"],
        abilities,
        facts["unsupported"],
        facts["subtypes"],
    )
