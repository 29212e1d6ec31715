"""The fields of an entry of official data, under any of their names.

The reference data has flat fields (`hand_cost`); the official site keeps most of them among
`elements`, with numbers as text, and writes words as objects with a reference.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .export_entries import short
from .reader import MAX_NUMBER

MAX_WORDS = 200
"""The maximum number of sub-types or other prints in an entry."""

_ENGLISH = ("en", "en-us", "en-gb")
_LANGUAGE = re.compile(r"[a-z]{2}(?:[-_][A-Za-z]{2})?")
_NUMBER = re.compile(r"-?[0-9]{1,12}")
_UNREADABLE = re.compile("[\udc80-\udcff]")
_CONTROL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")

_IN_ELEMENTS = {
    "hand_cost": "MAIN_COST",
    "reserve_cost": "RECALL_COST",
    "forest": "FOREST_POWER",
    "mountain": "MOUNTAIN_POWER",
    "ocean": "OCEAN_POWER",
    "reserve_limit": "RESERVE",
    "landmark_limit": "PERMANENT",
    "main_text": "MAIN_EFFECT",
    "echo_text": "ECHO_EFFECT",
}
"""The names of the flat fields in the site's export."""


class WrongEntryError(ValueError):
    """An invalid value in an entry. The message reads `field: found, expected`."""

    def __init__(self, field: str, problem: str, reference: str = "") -> None:
        self.field = field
        self.problem = problem
        self.reference = reference
        super().__init__(f"{field}: {problem}" if field else problem)


class EntryFields:
    """The fields of an entry, under any of their names."""

    def __init__(self, value: Mapping[str, Any], key: str) -> None:
        self.value = value
        elements = value.get("elements", {})
        if elements == []:
            elements = {}  # the site's form of an object without fields
        self.elements: Mapping[str, Any] | None = elements if isinstance(elements, dict) else None
        self.exported = "elements" in value
        found = self.first("reference", "id")[1]
        self.reference = found if isinstance(found, str) else key
        if self.first("reference")[1] is None and not self.reference.startswith("ALT_"):
            self.reference = key

    def first(self, *fields: str) -> tuple[str, Any]:
        """Return the first field with a value, and the value; otherwise the field to report
        missing."""
        for field in fields:
            if self.value.get(field) is not None:
                return field, self.value[field]
        return fields[0 if self.exported else -1], None

    def element(self, field: str) -> tuple[str, Any]:
        """Return a field that the export keeps among the elements."""
        name = _IN_ELEMENTS[field]
        if self.elements is None:
            raise WrongEntryError(
                "elements", f"found {short(self.value['elements'])}, expected an object"
            )
        if self.elements.get(name) is not None or (self.exported and field not in self.value):
            return f"elements.{name}", self.elements.get(name)
        return field, self.value.get(field)

    def word(self, *fields: str) -> tuple[str, str]:
        """Return a word in capitals, given as text or as an object with a reference."""
        field, found = self.first(*fields)
        return field, "" if found is None else word_of(field, found)

    def number(self, field: str, least: int | None = None) -> int:
        """Return a number from 0 to the highest on a card; `least` if there is none."""
        name, found = self.element(field)
        if isinstance(found, str):
            found = found.strip(" #\t\n\xa0")
            found = int(found) if _NUMBER.fullmatch(found) else found or None
        if isinstance(found, float) and found.is_integer():
            found = int(found)
        if found is None and least is not None:
            return least
        form = f"expected a number from 0 to {MAX_NUMBER}"
        if found is None:
            raise WrongEntryError(name, f"missing, {form}")
        if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found <= MAX_NUMBER:
            raise WrongEntryError(name, f"found {short(found)}, {form}")
        return found

    def text(self, field: str, found: Any, most: int) -> str:
        """Return English text, or an empty string."""
        if isinstance(found, dict):
            found = _english(field, found)
        if found is None:
            return ""
        if not isinstance(found, str):
            raise WrongEntryError(field, f"found {short(found)}, expected text")
        if len(found) > most:
            raise WrongEntryError(field, f"{len(found):,} characters, expected at most {most:,}")
        if _UNREADABLE.search(found):
            raise WrongEntryError(field, f"{short(found)} is not text in UTF-8")
        if letter := _CONTROL.search(found):
            raise WrongEntryError(field, f"holds U+{ord(letter[0]):04X}, which is not a letter")
        return found

    def flag(self, field: str) -> bool:
        """Return a truth value; False if it is missing."""
        found = self.value.get(field)
        if found is not None and not isinstance(found, bool):
            raise WrongEntryError(field, f"found {short(found)}, expected true or false")
        return bool(found)


def _english(field: str, found: Mapping[str, Any]) -> Any:
    """Return the English of a text in several languages."""
    by_language = {str(key).casefold().replace("_", "-"): text for key, text in found.items()}
    for language in _ENGLISH:
        if language in by_language:
            return by_language[language]
    have = ", ".join(key for key in list(found)[:8] if _LANGUAGE.fullmatch(key)) or "no language"
    raise WrongEntryError(field, f"no English text: found {have}, expected en")


def word_of(field: str, found: Any) -> str:
    if isinstance(found, dict):
        found = found.get("reference")
    if not isinstance(found, str) or not found.strip():
        problem = f"found {short(found)}, expected a word or an object with a reference"
        raise WrongEntryError(field, problem)
    return found.strip()


def listed(field: str, found: Any) -> list[Any]:
    if not isinstance(found, list):
        raise WrongEntryError(field, f"found {short(found)}, expected a list")
    if len(found) > MAX_WORDS:
        raise WrongEntryError(field, f"{len(found):,} entries, expected at most {MAX_WORDS}")
    return found
