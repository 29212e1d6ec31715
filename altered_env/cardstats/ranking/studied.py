"""The cards of a ranking: studied cards, fillers and the reference card, and the file that stores
them.

>>> reference_card("axiom").name
'plain Character 3/3 3/3/3'
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.input_files import LINES, read_text
from altered_env._runtime.json_text import parsed
from altered_env.cards import Card, catalogue
from altered_env.cards.home import is_there
from altered_env.cards.printed_words import FACTION_CODES, FACTIONS
from altered_env.decks.generating import playable

COMPANY = 60
"""A faction with fewer studied cards is filled with cards of the package."""
PLAIN = 3
"""Costs and statistics of the reference card."""


@functools.cache
def reference_card(faction: str) -> Card:
    """Return the plain Character of Hand Cost 3 of this faction, the zero of all worths."""
    code = {name: code for code, name in FACTION_CODES.items()}[faction]
    return Card(
        reference=f"CORE_{code}_00_PLAIN",
        name=f"plain Character {PLAIN}/{PLAIN} {PLAIN}/{PLAIN}/{PLAIN}",
        faction=faction,
        rarity="common",
        type="character",
        hand_cost=PLAIN,
        reserve_cost=PLAIN,
        forest=PLAIN,
        mountain=PLAIN,
        water=PLAIN,
    )


def pool_cards() -> list[Card]:
    """Return the cards of the package that a deck may hold besides its Hero."""
    pool = playable(catalogue().package)
    return [card for name in sorted(pool) for card in pool[name] if card.type != "hero"]


@functools.cache
def heroes_of(faction: str) -> tuple[Card, ...]:
    """Return the package's Heroes of a faction."""
    pool = playable(catalogue().package)
    return tuple(card for card in pool[faction] if card.type == "hero")


def always_dealt() -> list[Card]:
    """Return every faction's Heroes and reference card, which every book of a ranking holds."""
    return [card for of in FACTIONS for card in (*heroes_of(of), reference_card(of))]


@dataclass(frozen=True)
class Studied:
    """The cards that are dealt, by number: the first `ranked` of them are studied, the others are
    fillers."""

    cards: tuple[Card, ...]
    ranked: int
    tokens: tuple[Card, ...] = ()
    """The tokens that the cards create and the catalogue does not know."""

    @classmethod
    def of(cls, cards: Iterable[Card], tokens: Iterable[Card] = ()) -> Studied:
        """Return these cards, with fillers for factions that have few.

        Raises `ValueError` if there are none, for a card that no deck can hold, and for two cards
        with one reference.
        """
        mine = tuple(sorted(dict.fromkeys(cards), key=lambda card: card.reference))
        if not mine:
            raise ValueError("no card to rank: name a file of cards, or --pool-cards")
        twice = [name for name, n in Counter(c.reference for c in mine).items() if n > 1]
        if twice:
            raise ValueError(f"{twice[0]} stands for two different cards")
        for card in mine:
            if card.token or card.type in ("hero", "mana") or card.faction not in FACTIONS:
                raise ValueError(f"{card} ({card.reference}) is not a card for decks")
        count = Counter(card.faction for card in mine)
        there = {card.reference for card in mine}
        company = [
            card
            for card in pool_cards()
            if 0 < count[card.faction] < COMPANY and card.reference not in there
        ]
        new = {token.reference: token for token in tokens}
        return cls((*mine, *company), len(mine), tuple(new[word] for word in sorted(new)))

    @functools.cached_property
    def digest(self) -> str:
        """Return a short hash of the cards and everything printed on them."""
        return hashlib.sha256(_lines(self)).hexdigest()[:16]

    @functools.cached_property
    def factions(self) -> NDArray[np.int64]:
        """Return the number of each card's faction."""
        return np.array([FACTIONS.index(card.faction) for card in self.cards])

    def known(self) -> None:
        """Add the cards to the catalogue, so that books can contain them."""
        pool = catalogue()
        pool.add([c for c in (*self.tokens, *self.cards) if not is_there(c, pool)])


_FIELDS = [field.name for field in fields(Card) if field.name != "source"]


def _lines(studied: Studied) -> bytes:
    head = {"ranked": studied.ranked, "tokens": len(studied.tokens)}
    lines = [json.dumps(head)]
    for card in (*studied.cards, *studied.tokens):
        facts = asdict(card)
        lines.append(json.dumps({name: facts[name] for name in _FIELDS}, separators=(",", ":")))
    return ("\n".join(lines) + "\n").encode()


def write(studied: Studied, file: Path) -> None:
    """Write the cards to a file, a line for each."""
    write_atomically(file, _lines(studied))


def read(file: Path) -> Studied:
    """Read the cards of a folder. Raises `ValueError` that names the file if it is damaged."""
    return _read(file, file.stat().st_mtime_ns)


@functools.lru_cache(maxsize=4)
def _read(file: Path, _changed: int) -> Studied:
    found: dict[str, Card] = {}
    line = 1
    try:
        head, *rows = read_text(file, LINES).splitlines() or [""]
        ranked, tokens = (_object(head)[name] for name in ("ranked", "tokens"))
        for row in rows:
            line += 1
            card = _card(_object(row))
            if card.reference in found:
                raise ValueError(f"{card.reference} occurs twice")
            found[card.reference] = card
        line, every = 1, tuple(found.values())
        count = len(every) - tokens
        if not 0 < ranked <= count <= len(every):
            raise ValueError(f"it ranks {ranked} of {count} cards")
        return Studied(every[:count], ranked, every[count:])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError(
            f"{file} is damaged: line {line}: {error}; rank into another folder, or restore it"
        ) from None


def _object(line: str) -> dict[str, Any]:
    row = parsed(line)
    if not isinstance(row, dict):
        raise ValueError(f"expected an object, found {row!r:.40}")
    return row


def _card(row: dict[str, Any]) -> Card:
    facts: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in row.items()}
    card = Card(**facts)
    pool = catalogue()
    if card.reference not in pool:
        return card
    known = pool[card.reference]
    return known if replace(known, source="") == card else card


def names(cards: Sequence[Card], most: int = 3) -> str:
    """Return a few names of cards, for a message."""
    said = ", ".join(card.reference for card in cards[:most])
    return f"{said} and {len(cards) - most:,} more" if len(cards) > most else said
