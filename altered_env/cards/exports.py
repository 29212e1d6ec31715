"""A parsed file of official card data: its cards, and the faults of the other entries.

Several prints are one card here: promotions, alternative pictures and reprints in later sets are
added to the first print as `prints`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from altered_env.cards.entry_fields import WrongEntryError

from .errors import CardFileError
from .export_entries import Entry, entries_of, read_text
from .official import OfficialCard, read_entry
from .printed_words import SETS

_ALL_WRONG = 1_000
"""The number of entries to examine if none is a card."""
_TOO_FEW = 5
"""The number of cards below which all of them may lack text."""


@dataclass(frozen=True, slots=True)
class EntryError:
    """The fault of one entry of a file."""

    file: str
    number: int
    line: int
    reference: str
    problem: str

    def __str__(self) -> str:
        card = f", {self.reference}" if self.reference else ""
        return f"{self.file}:{self.line}, entry {self.number}{card}: {self.problem}"


@dataclass(frozen=True, slots=True)
class OfficialFile:
    """The cards of a file, in its order, and the entries that are not cards."""

    cards: tuple[OfficialCard, ...]
    errors: tuple[EntryError, ...]
    entries: int
    remarks: tuple[str, ...] = ()


def read_official(path: str | Path, progress: Callable[[int], None] | None = None) -> OfficialFile:
    """Read a file of official card data, or every `.json` and `.jsonl` below a folder.

    `progress` is called for every entry. Raises `CardFileError` only if the file cannot be read at
    all.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
    ...     _ = file.write('[{"reference": "ALT_CORE_B_AX_16_C", "rarity": "RARE"}, 7]')
    ...     file.flush()
    ...     errors = read_official(file.name).errors
    >>> [error.problem for error in errors]
    ['name: missing, expected 1 to 100 characters', 'found 7, expected an object with a reference']
    """
    path = Path(path)
    cards: list[OfficialCard] = []
    errors: list[EntryError] = []
    seen: dict[str, str] = {}
    number = 0
    for file, entry in _entries(path):
        number += 1
        reference, problem = "", entry.problem
        if not problem:
            try:
                card = read_entry(entry.value, entry.key, f"{file.name}:{entry.line}")
                reference = f"ALT_{card.printed}"
                if card.printed in seen:
                    problem = f"reference: occurs twice, first in {seen[card.printed]}"
            except WrongEntryError as error:
                reference, problem = error.reference, str(error)
        if problem:
            errors.append(EntryError(file.name, entry.number, entry.line, reference, problem))
        else:
            where = "" if file == path else f"{file.name}, "
            seen[card.printed] = f"{where}entry {entry.number}"
            cards.append(card)
        if progress is not None:
            progress(number)
        if len(errors) == _ALL_WRONG and not cards:
            problem = f"reading stopped: none of the first {_ALL_WRONG:,} entries is a card"
            errors.append(EntryError(file.name, entry.number, entry.line, "", problem))
            break
    remarks = []
    if number == 0:
        remarks.append("there are no cards in this file")
    if len(cards) >= _TOO_FEW and not any(card.main_text or card.support_text for card in cards):
        remarks.append("no card of this file has a text: is a field missing from the export?")
    return OfficialFile(tuple(_joined(cards)), tuple(errors), number, tuple(remarks))


def _entries(path: Path) -> Iterator[tuple[Path, Entry]]:
    """Yield every entry of a file, or of the files of a folder, with its file."""
    if not path.is_dir():
        yield from ((path, entry) for entry in entries_of(read_text(path)))
        return
    files = [file for file in sorted(path.rglob("*")) if file.suffix.lower() in (".json", ".jsonl")]
    if not files:
        raise CardFileError(str(path), "a folder without .json or .jsonl files")
    for file in files:
        yield from ((file, entry) for entry in entries_of(read_text(file)))


def _joined(cards: Iterable[OfficialCard]) -> list[OfficialCard]:
    """Return the cards with their prints, in the order of their first print."""
    by_number: dict[str, list[OfficialCard]] = {}
    for card in cards:
        by_number.setdefault(card.reference, []).append(card)
    by_game: dict[object, list[OfficialCard]] = {}
    for prints in by_number.values():
        card = _as_one(prints)
        by_game.setdefault(_in_game(card), []).append(card)
    return [_as_one(prints) for prints in by_game.values()]


def _in_game(card: OfficialCard) -> object:
    """Return what two prints of a card have in common."""
    if card.unique or card.token:
        return card.reference
    texts = tuple(re.sub(r"[#\[\]\s]", "", t).lower() for t in (card.main_text, card.support_text))
    return (
        card.name,
        card.faction,
        card.rarity,
        card.type,
        frozenset(card.subtypes),
        card.numbers,
        texts,
    )


def _as_one(prints: list[OfficialCard]) -> OfficialCard:
    """Merge prints into one card: that of the earliest set's booster, if there is one."""
    first = min(prints, key=_lateness)
    others = [p for card in prints for p in (card.printed, *card.prints) if p != first.printed]
    return replace(first, prints=tuple(dict.fromkeys(others)))


def _lateness(card: OfficialCard) -> tuple[bool, bool, int]:
    set_name, product, *_ = card.printed.split("_")
    known = SETS.index(card.set) if card.set in SETS else len(SETS)
    return product != "B", set_name != card.set, known
