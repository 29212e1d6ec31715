"""Games of people as they are kept: who played is a pseudonym that nobody can trace."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from altered_env.cards import UnknownCardError, catalogue
from altered_env.decks import share_code
from altered_env.formats.variants import short_reference

NAMED: Final = 3
"""The number of places to name for each reason why something is left out."""

Counted = tuple[tuple[int, str], ...]
"""Numbers of copies and references, in the order of the references."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's part in a game, or their record in a tournament."""

    player: str
    """A pseudonym, the same in all files of an import; empty if unknown."""
    hero: str
    """The name of the Hero; empty if unknown."""
    deck: Counted
    """The cards of the deck besides the Hero; none if unknown."""
    played: Counted
    """The cards played in the game; none if unknown."""
    wins: float
    losses: float


@dataclass(frozen=True, slots=True)
class Played:
    """A game or a match of two seats, or the record of one."""

    key: str
    event: str
    format: str
    day: str
    """In the form 2026-09-30; empty if unknown."""
    seats: tuple[Seat, ...]


@dataclass(slots=True)
class Left:
    """What is left out, by reason."""

    places: dict[str, list[str]] = field(default_factory=dict)

    def add(self, why: str, where: str) -> None:
        """Leave out what stands there."""
        self.places.setdefault(why, []).append(where)

    def remarks(self) -> Iterator[str]:
        """A sentence for each reason."""
        for why, places in self.places.items():
            few = ", ".join(places[:NAMED]) + (", ..." if len(places) > NAMED else "")
            yield f"{len(places):,} left out: {why} ({few})"


class Pseudonyms:
    """Pseudonyms of an import: a keyed hash, whose random key is never written."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)

    def of(self, name: Any) -> str:
        """The pseudonym of a name or number; empty for none.

        >>> hidden = Pseudonyms()
        >>> hidden.of("Ada") == hidden.of("Ada") != Pseudonyms().of("Ada"), hidden.of(None)
        (True, '')
        """
        if name is None or name == "":
            return ""
        return f"p{hmac.new(self._key, str(name).encode(), 'sha256').hexdigest()[:12]}"


def counted(cards: Iterable[tuple[int, str]]) -> tuple[str, Counted]:
    """The Hero's name, and the other cards by reference. Raises `ValueError` for two Heroes."""
    pool, heroes, found = catalogue(), [], dict[str, int]()
    for count, reference in cards:
        try:
            card = pool[reference]
        except UnknownCardError:
            known = short_reference(reference) or reference
        else:
            if card.type == "hero":
                heroes.append(card.name)
                continue
            known = card.reference
        found[known] = found.get(known, 0) + count
    if len(heroes) > 1:
        raise ValueError("a list with two Heroes")
    return heroes[0] if heroes else "", tuple((found[name], name) for name in sorted(found))


def of_code(code: Any) -> tuple[str, Counted]:
    """The Hero and the cards of a share code; nothing for none. Raises `ValueError`."""
    if code is None or code == "":
        return "", ()
    if not isinstance(code, str):
        raise ValueError(f"a deck code must be a text, found {code!r:.30}")
    return counted(share_code.read_code(code))


def hero_called(text: Any) -> str:
    """The full name of a Hero, from a name, its first word or a reference; empty if unknown.

    >>> hero_called("Rin"), hero_called("ALT_CORE_B_MU_03_C"), hero_called("Gandalf")
    ('Rin & Orchid', 'Rin & Orchid', '')
    """
    wanted = str(text or "").strip().lower()
    if not wanted:
        return ""
    names: dict[str, str] = {}
    for card in catalogue():
        if card.type == "hero":
            for known in (card.name, card.name.split(" & ")[0], card.reference):
                names.setdefault(known.lower(), card.name)
    return names.get(wanted) or names.get(short_reference(str(text).strip()).lower(), "")
