"""The header of a saved game: JSON in which every entry is checked before use.

>>> read_header(b'{"engine": "x"')
Traceback (most recent call last):
...
altered_env.game.errors.SaveError: the header of the saved game cannot be read: it is not JSON
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from altered_env.cards import Card
from altered_env.cards.printed_words import FACTION_CODES, FACTIONS, NEUTRAL, RARITIES, TYPES
from altered_env.game.errors import SaveError
from altered_env.language.words import RULESETS

FORMAT = 2
"""The format in which saved games and replays are written."""
READ = (1, FORMAT)
"""The formats that can be read."""

MOST_DAYS = 1_000_000
"""The maximum day limit of a game."""

_MOST_TEXT = 2_000
_MOST_NUMBER = 30_000
_REFERENCE = re.compile(r"[A-Z0-9]{1,20}_[A-Z]{2}_[0-9]{1,9}_[A-Z0-9_]{1,20}")
_TOKEN = re.compile(r"[a-z][a-z0-9_]{0,39}")


@dataclass(frozen=True, slots=True)
class Header:
    """Metadata of a saved game."""

    engine: str
    book: str
    pool: bool
    """Is it played with the book of the pool, possibly with additional cards?"""
    cards: tuple[str | Card, ...]
    """The cards of its book: by reference, or in full if the catalogue does not have them."""
    seen: str
    decks: tuple[Mapping[str, Any], ...] | None
    seed: int
    rules: str
    actions: tuple[int, ...] | None
    format: str = "standard"
    day_limit: int | None = None
    opponent: str = ""

    @property
    def told(self) -> bool:
        """Does it have a history from which the game can be replayed?"""
        return self.decks is not None and self.actions is not None


def read_header(data: bytes, version: int = FORMAT) -> Header:
    """The header in these bytes, of a saved game of this format. Raises `SaveError`, which names
    the fault."""
    try:
        found = json.loads(data.decode())
    except RecursionError:
        raise SaveError("the header of the saved game cannot be read: nested too deeply") from None
    except ValueError:
        raise SaveError("the header of the saved game cannot be read: it is not JSON") from None
    if not isinstance(found, dict):
        raise SaveError(f"the header of the saved game is not an object, found {_kind(found)}")
    read = {name: part(f"{name}", found[name]) for name, part in _ENTRIES.items() if name in found}
    missing = [name for name in _NEEDED if name not in read]
    if missing:
        raise SaveError(f"the header of the saved game lacks {', '.join(missing)}")
    return Header(**{**read, "seed": seed_now(read["seed"], version)})


def seed_now(seed: int, version: int) -> int:
    """The seed that a game of this format is played with now. In format 1, larger seeds were folded
    into 64 bits.

    >>> seed_now(2**64 + 5, 1) == 5 ^ 0x9E3779B97F4A7C15
    True
    >>> seed_now(2**64 + 5, 2) == 2**64 + 5 and seed_now(5, 1) == 5
    True
    """
    if version > 1 or seed < 0:
        return seed
    mask = (1 << 64) - 1
    return (seed & mask) ^ ((seed >> 64) * 0x9E3779B97F4A7C15 & mask)


def card_from(entry: Any, where: str = "a card") -> Card:
    """A card from its fields, as `dataclasses.asdict` gives them. Raises `SaveError`."""
    if not isinstance(entry, Mapping):
        raise SaveError(f"{where}: expected a card, found {_kind(entry)}")
    known = {name: part for name, part in _CARD.items() if name in entry}
    values = {name: part(f"{where}.{name}", entry[name]) for name, part in known.items()}
    for name in ("reference", "name", "faction", "rarity", "type"):
        if name not in values:
            raise SaveError(f"{where}: a card needs a {name}, found none")
    pattern = _TOKEN if values.get("token") else _REFERENCE
    reference = values["reference"]
    if not pattern.fullmatch(reference):
        raise SaveError(f"{where}.reference: {reference!r:.60} is not a reference")
    if not values.get("token") and reference.split("_")[1] not in FACTION_CODES:
        raise SaveError(f"{where}.reference: {reference!r:.60} has no faction")
    return Card(**values)


def _kind(value: Any) -> str:
    return f"{value!r:.40}"


def _text(where: str, value: Any) -> str:
    if not isinstance(value, str) or len(value) > _MOST_TEXT:
        raise SaveError(f"{where}: expected a text, found {_kind(value)}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise SaveError(f"{where}: a text that cannot be encoded, {value!a:.40}") from None
    return value


def _switch(where: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise SaveError(f"{where}: expected true or false, found {_kind(value)}")
    return value


def _number(where: str, value: Any, most: int | None = None) -> int:
    if type(value) is not int or value < 0 or (most is not None and value > most):
        wanted = "a whole number" if most is None else f"a number from 0 to {most:,}"
        raise SaveError(f"{where}: expected {wanted}, found {_kind(value)}")
    return value


def _list(where: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise SaveError(f"{where}: expected a list, found {_kind(value)}")
    return value


def _texts(where: str, value: Any) -> tuple[str, ...]:
    return tuple(_text(f"{where}[{at}]", one) for at, one in enumerate(_list(where, value)))


def _one_of(words: Callable[[], Any]) -> Callable[[str, Any], Any]:
    def read(where: str, value: Any) -> Any:
        choices = tuple(words())
        if not isinstance(value, str | None) or value not in choices:
            listed = ", ".join(map(str, choices))
            raise SaveError(f"{where}: expected one of {listed}; found {_kind(value)}")
        return value

    return read


def _cards(where: str, value: Any) -> tuple[str | Card, ...]:
    found: list[str | Card] = []
    for at, one in enumerate(_list(where, value)):
        place = f"{where}[{at}]"
        found.append(_text(place, one) if isinstance(one, str) else card_from(one, place))
    return tuple(found)


def _decks(where: str, value: Any) -> tuple[Mapping[str, Any], ...] | None:
    if value is None:
        return None
    found = []
    for at, one in enumerate(_list(where, value)):
        place = f"{where}[{at}]"
        if not isinstance(one, dict) or not {"name", "hero", "cards"} <= set(one):
            raise SaveError(f"{place}: expected a deck with name, hero and cards")
        hero = one["hero"]
        deck = {
            "name": _text(f"{place}.name", one["name"]),
            "hero": None if hero is None else _text(f"{place}.hero", hero),
            "cards": _texts(f"{place}.cards", one["cards"]),
        }
        found.append(deck)
    return tuple(found)


def _actions(where: str, value: Any) -> tuple[int, ...] | None:
    if value is None:
        return None
    return tuple(_number(f"{where}[{at}]", one) for at, one in enumerate(_list(where, value)))


def _days(where: str, value: Any) -> int | None:
    if value is None:
        return None
    if _number(where, value, MOST_DAYS) == 0:
        raise SaveError(f"{where}: expected a number from 1 to {MOST_DAYS:,} or null, found 0")
    return int(value)


def _printed(where: str, value: Any) -> int:
    return _number(where, value, _MOST_NUMBER)


_ENTRIES: dict[str, Callable[[str, Any], Any]] = {
    "engine": _text,
    "book": _text,
    "pool": _switch,
    "cards": _cards,
    "seen": _text,
    "decks": _decks,
    "seed": _number,
    "rules": _one_of(lambda: RULESETS),
    "actions": _actions,
    "format": _text,
    "day_limit": _days,
    "opponent": _text,
}
_NEEDED = ("engine", "book", "pool", "cards", "seen", "decks", "seed", "rules", "actions")
_CARD: dict[str, Callable[[str, Any], Any]] = {
    "reference": _text,
    "name": _text,
    "faction": _one_of(lambda: (*FACTIONS, NEUTRAL)),
    "rarity": _one_of(lambda: (*RARITIES, None)),
    "type": _one_of(lambda: TYPES),
    "subtypes": _texts,
    "hand_cost": _printed,
    "reserve_cost": _printed,
    "forest": _printed,
    "mountain": _printed,
    "water": _printed,
    "reserve_limit": _printed,
    "landmark_limit": _printed,
    "abilities": _texts,
    "support": _texts,
    "token": _switch,
    "suspended": _switch,
    "prints": _texts,
    "counters": _texts,
    "source": _text,
}
assert set(_CARD) == {field.name for field in fields(Card)}
