"""A deck, and its text form: a line a card, `3 Foundry Armorer C`."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from altered_env.cards import (
    AmbiguousCardError,
    Card,
    Catalogue,
    UnknownCardError,
    catalogue,
)

__all__ = ["Deck", "DeckFileError"]

MAX_BYTES = 100_000
MAX_LINES = 1_000
MAX_COPIES = 99
MAX_CARDS = 255

_LINE = re.compile(r"(?:(?P<count>[0-9]+)\s*[xX]?\s+)?(?P<card>.+)")


class DeckFileError(ValueError):
    """A deck list says something that it must not: `file:line: what was found, what is right`."""

    def __init__(self, file: str, problem: str, line: int | None = None) -> None:
        self.file = file
        self.line = line
        self.problem = problem
        super().__init__(f"{file}: {problem}" if line is None else f"{file}:{line}: {problem}")

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.file, self.problem, self.line))


@dataclass(frozen=True, slots=True)
class Deck:
    """A Hero, or none, and the other cards, each in the version that is played.

    >>> from altered_env import decks
    >>> deck = decks.starter("axiom")
    >>> deck.hero.name, len(deck.cards)
    ('Sierra & Oddball', 39)
    """

    name: str
    hero: Card | None
    cards: tuple[Card, ...]

    @classmethod
    def from_text(
        cls, text: str, *, name: str = "deck", file: str = "deck", pool: Catalogue | None = None
    ) -> Deck:
        """The deck that `text` lists.

        A line is a number and a card: `3 CORE_AX_16_C`, `3 ALT_CORE_B_AX_16_C` or
        `3 Foundry Armorer C`; without a number it is one. The version may be left out only where
        there is a single one, since versions of a card differ (1.1.4.e, remark). What follows
        `#` is a comment. Cards are looked up in `pool`, which is the whole catalogue unless told.

        Raises `DeckFileError` naming `file` and the line. Whether the deck is legal is another
        question: see `altered_env.decks.legality`.
        """
        pool = catalogue() if pool is None else pool
        if len(text) > MAX_BYTES:
            raise DeckFileError(file, f"over {MAX_BYTES:,} letters, this is no deck list")
        lines = text.splitlines()
        if len(lines) > MAX_LINES:
            raise DeckFileError(file, f"{len(lines):,} lines, at most {MAX_LINES:,} are read")
        hero: Card | None = None
        cards: list[Card] = []
        for number, line in enumerate(lines, start=1):
            line = line.partition("#")[0].strip().removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
            if not line:
                continue
            count, card = _read_line(line, pool, file, number)
            if card.type == "hero":
                if hero is not None or count > 1:
                    problem = f"{card.name} is a second Hero, a deck has one"
                    raise DeckFileError(file, problem, number)
                hero = card
                continue
            cards += [card] * count
            if len(cards) > MAX_CARDS:
                raise DeckFileError(file, f"over {MAX_CARDS} cards, no deck is so large", number)
        return cls(name, hero, tuple(cards))

    @classmethod
    def from_file(cls, path: str | Path, *, pool: Catalogue | None = None) -> Deck:
        """The deck that the file at `path` lists; its name is the file's."""
        path = Path(path)
        try:
            if path.stat().st_size > MAX_BYTES:
                raise DeckFileError(str(path), f"over {MAX_BYTES:,} bytes, this is no deck list")
            text = path.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise DeckFileError(str(path), f"not text in UTF-8 (byte {error.start})") from None
        except OSError as error:
            raise DeckFileError(str(path), error.strerror or "cannot be read") from None
        return cls.from_text(text, name=path.stem, file=str(path), pool=pool)

    def to_text(self) -> str:
        """The list, to be read back with `from_text`; each reference is followed by its name."""
        lines = [f"# {self.name}" if self.name.isprintable() else "#"]
        if self.hero is not None:
            lines.append(f"1 {self.hero.reference}  # {self.hero.name}")
        lines += [f"{n} {card.reference}  # {card}" for card, n in Counter(self.cards).items()]
        return "\n".join(lines) + "\n"

    @property
    def every_card(self) -> tuple[Card, ...]:
        """The Hero, if there is one, and the other cards."""
        return self.cards if self.hero is None else (self.hero, *self.cards)


def _read_line(line: str, pool: Catalogue, file: str, number: int) -> tuple[int, Card]:
    match = _LINE.fullmatch(line)
    assert match is not None  # a line that is not empty always matches
    written = match["count"] or "1"
    wanted = match["card"]
    # A card whose name starts with a number, with no count before it.
    if match["count"] and not _is_card(wanted, pool) and _is_card(line, pool):
        written, wanted = "1", line
    if len(written) > 3 or not 1 <= int(written) <= MAX_COPIES:
        raise DeckFileError(file, f"{written[:20]} copies, expected 1 to {MAX_COPIES}", number)
    try:
        card = pool.find(wanted)
    except (AmbiguousCardError, UnknownCardError) as error:
        raise DeckFileError(file, str(error), number) from None
    if card.token:
        raise DeckFileError(file, f"{card.name} is a token, tokens are in no deck", number)
    versions = pool.versions(wanted)
    if len(versions) > 1:
        choices = ", ".join(version.version for version in versions)
        problem = f"which {card.name}? say the version behind the name: {choices}"
        raise DeckFileError(file, problem, number)
    return int(written), card


def _is_card(text: str, pool: Catalogue) -> bool:
    try:
        pool.find(text)
    except AmbiguousCardError:
        return True
    except UnknownCardError:
        return False
    return True
