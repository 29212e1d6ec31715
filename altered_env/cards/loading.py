"""Reading card files, with a cache.

The key covers the contents and names of the files and the program that reads them, so the cached
result equals a fresh one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from pathlib import Path
from typing import Any

import yaml

from altered_env._runtime.input_files import CARDS, Kind, read_bytes
from altered_env.engine import cache
from altered_env.native import shipped

from .card import Card
from .reader import read_cards, read_tokens

KIND = "cards"
WORTH_KEEPING = 20_000
"""The minimum size in bytes for caching; smaller files are read as fast as a cache entry."""

_FIELDS = tuple(field.name for field in fields(Card))
_VALUES = attrgetter(*_FIELDS)


@dataclass(frozen=True, slots=True)
class File:
    """A card file: its path, its name in messages, and the owner of its cards."""

    path: Path
    label: str
    set_name: str = ""
    faction: str | None = None
    tokens: bool = False
    kind: Kind = CARDS

    def read(self) -> list[Card]:
        """Return the cards of the file. Raises `CardFileError`."""
        if self.tokens:
            return read_tokens(self.path, self.label)
        return read_cards(self.path, self.label, self.set_name, self.faction, self.kind)


def load_files(files: Sequence[File]) -> list[Card]:
    """Return the cards of the files, in order. Raises `CardFileError` for any fault.

    >>> from altered_env.cards.catalogue import HERE
    >>> tokens = load_files([File(HERE / "tokens.yaml", "tokens.yaml", tokens=True)])
    >>> "Brassbug" in {token.name for token in tokens}
    True
    """
    inputs = inputs_of(files)
    if inputs is not None:
        kept = shipped.fetch(KIND, inputs) or cache.fetch(KIND, _key(inputs))
        if kept is not None:
            return _from_bytes(kept)
    cards = [card for file in files for card in file.read()]
    if inputs is not None and inputs == inputs_of(files):  # not edited meanwhile
        cache.keep(KIND, _key(inputs), as_bytes(cards))
    return cards


def _key(inputs: tuple[bytes | str, ...]) -> str:
    """Return the cache key of the cards."""
    return cache.key_of(yaml.__version__, *inputs)


def inputs_of(files: Iterable[File]) -> tuple[bytes | str, ...] | None:
    """Return the inputs of the cards; None if caching does not pay or is not possible."""
    parts: list[bytes | str] = []
    size = 0
    try:
        for file in files:
            data = read_bytes(file.path, file.kind)
            size += len(data)
            parts += [repr((file.label, file.set_name, file.faction, file.tokens)), data]
        program = cache.sources(Path(__file__).parent) if size >= WORTH_KEEPING else None
        return None if program is None else (program, *parts)
    except OSError:
        return None  # reading it reports the fault


def as_bytes(cards: Iterable[Card]) -> bytes:
    """Return everything that is printed on the cards, as bytes."""
    return json.dumps([_VALUES(card) for card in cards], separators=(",", ":")).encode()


def _from_bytes(data: bytes) -> list[Card]:
    rows: list[list[Any]] = json.loads(data)
    for row in rows:
        row[:] = [tuple(value) if type(value) is list else value for value in row]
    return [Card(*row) for row in rows]
