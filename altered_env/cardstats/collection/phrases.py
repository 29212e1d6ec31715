"""Texts of unique cards in another language, translated phrase by phrase.

Unique cards are made of a closed list of phrases, so a table of these and the English ones is all
that it takes. The table is a file of the user: tab-separated, with a column for the language, named
after it, and a column `english`.

>>> french = Phrases({"piochez une carte.": "Draw a card.", "{j}": "{J}"}, "french")
>>> french.english("{J} Piochez une carte.")
'{J} Draw a card.'
>>> french.english("{J} Dormez.")
Traceback (most recent call last):
ValueError: no phrase of the table is 'Dormez.'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from altered_env._runtime.input_files import PHRASES, InputFileError, read_text
from altered_env.cards.export_entries import short
from altered_env.cards.home import card_folder

FILE = "phrases.tsv"
"""The name of a table of phrases in `$ALTERED_HOME`."""
GIVE = (
    "a text that is not English needs the phrases of its language: --elements FILE, or"
    f" {FILE} in $ALTERED_HOME (docs/strength.md)"
)
ENGLISH = "english"
APART = frozenset({"kind", "uses", "wording_found_in", ENGLISH})
"""Columns that are no language."""
CODES = {"french": "fr", "german": "de", "italian": "it", "spanish": "es"}
_SPACE = re.compile(r"[\s\u00a0\u202f\u2009]+")
_REMINDER = re.compile(r"\([^()]*\)")
_FOREIGN = re.compile(
    r"\b(?:une|les|des|vous|votre|vos|cartes?|dans|piochez|personnages?|eine[nrms]?|karten?|deine?"
    r"|una|gli|della|tuo|tua|los|las|cartas|roba)\b",
    re.IGNORECASE,
)
"""Words of texts of cards in the other printed languages, none of which is English."""
_SIGNS = str.maketrans(
    {"\u2019": "'", "\u2018": "'", "\u2013": "\u2014", "[": "", "]": "", "#": ""}
)


@dataclass(frozen=True)
class Phrases:
    """The phrases of a language in their plain form, each with the English one."""

    table: Mapping[str, str]
    language: str
    _lengths: dict[str, list[int]] = field(init=False, default_factory=dict, repr=False)
    """The lengths of the phrases by their first letters, the longest first."""

    def __post_init__(self) -> None:
        for phrase in self.table:
            self._lengths.setdefault(phrase[:3], []).append(len(phrase))
        for start, lengths in self._lengths.items():
            self._lengths[start] = sorted(set(lengths), reverse=True)

    @property
    def code(self) -> str:
        """Return the two letters of the language in official data."""
        return CODES.get(self.language, self.language[:2])

    def english(self, text: str) -> str:
        """Return the text in English. Raises `ValueError` that names an unknown part."""
        plain = _plain(text)
        low = plain.lower()
        at, found = 0, []
        while at < len(low):
            if low[at] == " ":
                at += 1
                continue
            length = self._longest(low, at)
            if not length:
                end = low.find(". ", at)
                part = plain[at : len(plain) if end < 0 else end + 1]
                raise ValueError(f"no phrase of the table is {short(part, 80)}")
            found.append(self.table[low[at : at + length]])
            at += length
        return " ".join(found)

    def _longest(self, low: str, at: int) -> int:
        """Return the length of the longest phrase that begins here; 0 if there is none."""
        for start in (low[at : at + 3], low[at : at + 2], low[at : at + 1]):
            for length in self._lengths.get(start, ()):
                if low[at : at + length] in self.table:
                    return length
        return 0


def _plain(text: str) -> str:
    """Return a text without reminders, brackets and unusual spaces and signs."""
    text = text.translate(_SIGNS)
    for _ in range(3):
        text = _REMINDER.sub(" ", text)
    return _SPACE.sub(" ", text).strip()


def is_foreign(text: str) -> bool:
    """Return whether a text looks as if it were in another language than English.

    >>> is_foreign("{J} Piochez une carte."), is_foreign("{J} Draw a card.")
    (True, False)
    """
    return _FOREIGN.search(text) is not None


def own_phrases(path: str | Path | None = None) -> Phrases | None:
    """Return the phrases of a file, or else those in `$ALTERED_HOME`; None without any. Raises like
    `read_phrases`."""
    if path is not None:
        return read_phrases(path)
    own = card_folder().parent / FILE
    return read_phrases(own) if own.exists() else None


def read_phrases(path: str | Path) -> Phrases:
    """Read a table of phrases. Raises `ValueError` that names the file, the line and the fault."""
    rows = [line.split("\t") for line in read_text(path, PHRASES).splitlines()]
    head = rows[0] if rows else []
    languages = [name for name in head if name not in APART]
    if ENGLISH not in head or len(languages) != 1:
        found = ", ".join(head)[:80] or "nothing"
        raise InputFileError(
            str(path),
            f"found the columns {found}; expected a tab-separated table with a column '{ENGLISH}'"
            " and one for another language, such as 'french'",
        )
    mine, english = head.index(languages[0]), head.index(ENGLISH)
    table = {}
    for number, row in enumerate(rows[1:], start=2):
        if len(row) <= max(mine, english):
            if any(part.strip() for part in row):
                raise InputFileError(
                    str(path), f"line {number} has {len(row)} columns, expected {len(head)}"
                )
            continue
        if phrase := _plain(row[mine]).lower():
            table[phrase] = row[english].strip()
    return Phrases(table, languages[0])
