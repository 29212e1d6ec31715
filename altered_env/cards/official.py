"""Official card data: what each entry of a file says of its card, checked.

An entry has the flat fields of the reference data (`hand_cost`, `main_text`) or the shape of the
official site's export (`elements.MAIN_COST`, `elements.MAIN_EFFECT`). An entry that says something
wrong is one error, which names it; the others are read. Sets and sub-types may be new.

>>> card = read_entry({
...     "reference": "ALT_CORE_B_AX_16_C", "name": "Foundry Armorer", "mainFaction": "AX",
...     "cardType": {"reference": "CHARACTER"}, "cardSubTypes": [{"reference": "ENGINEER"}],
...     "elements": {"MAIN_COST": "3", "RECALL_COST": "3", "FOREST_POWER": "#2#",
...                  "MOUNTAIN_POWER": "2", "OCEAN_POWER": "2", "MAIN_EFFECT": {"en": "{R} ..."}}})
>>> card.reference, card.hand_cost, card.subtypes, card.main_text
('CORE_AX_16_C', 3, ('engineer',), '{R} ...')
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .card import Card
from .entries import plain, short
from .errors import did_you_mean
from .reader import MAX_NUMBER, SUBTYPE_WORD
from .vocabulary import FACTION_CODES, NEUTRAL, RARITY_CODES, REPRINTS, SUBTYPES

__all__ = ["OfficialCard", "WrongEntryError", "read_entry"]

MAX_NAME = 100
MAX_TEXT = 5_000
MAX_WORDS = 200
"""How many sub-types or other prints an entry may list."""

TYPES: Mapping[str, tuple[str, bool]] = {
    "CHARACTER": ("character", False),
    "HERO": ("hero", False),
    "SPELL": ("spell", False),
    "PERMANENT": ("landmark_permanent", False),  # set CORE has no other
    "LANDMARK_PERMANENT": ("landmark_permanent", False),
    "EXPEDITION_PERMANENT": ("expedition_permanent", False),
    "TOKEN": ("character", True),
    "TOKEN_CHARACTER": ("character", True),
    "TOKEN_LANDMARK_PERMANENT": ("landmark_permanent", True),
    "TOKEN_EXPEDITION_PERMANENT": ("expedition_permanent", True),
    "TOKEN_MANA": ("mana", False),
}
"""The official types: ours, and whether it is a token."""

_REFERENCE = re.compile(
    r"(?:ALT_)?(?P<set>[A-Z][A-Z0-9]{0,15})(?:_(?P<product>[A-Z]))?"
    r"_(?P<code>[A-Z]{2})_(?P<number>[0-9]{1,4})_(?P<rarity>C|R1|R2|F|E|U_[0-9]{1,9})(?:_[0-9X]{3})?"
)
_FORM = "a reference such as ALT_CORE_B_AX_16_C"
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
"""What the flat fields are called in the site's export."""
_COSTS = ("hand_cost", "reserve_cost")
_STATISTICS = ("forest", "mountain", "ocean")
_LIMITS = ("reserve_limit", "landmark_limit")


class WrongEntryError(ValueError):
    """An entry says something that it must not. The message reads `field: found, expected`."""

    def __init__(self, field: str, problem: str, reference: str = "") -> None:
        self.field = field
        self.problem = problem
        self.reference = reference
        super().__init__(f"{field}: {problem}" if field else problem)


@dataclass(frozen=True, slots=True)
class OfficialCard:
    """A card with its official wording, not yet understood."""

    reference: str
    """Short, as the catalogue has it: `CORE_AX_16_C`."""
    printed: str
    """With the letter of the product: `CORE_B_AX_16_C`."""
    name: str
    faction: str
    rarity: str
    type: str
    subtypes: tuple[str, ...]
    numbers: tuple[int, int, int, int, int, int, int]
    """Hand and Reserve Cost, forest, mountain, water, Reserve and Landmark limit."""
    main_text: str
    support_text: str
    token: bool = False
    suspended: bool = False
    prints: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    """What the reader of the file should know: what was missing and assumed."""
    source: str = ""
    """The file, and where in it the entry stands."""

    @property
    def hand_cost(self) -> int:
        """The Hand Cost."""
        return self.numbers[0]

    @property
    def set(self) -> str:
        """The set of the reference."""
        return self.reference.split("_", 1)[0]

    @property
    def unique(self) -> bool:
        """Is it printed once in the world?"""
        return self.rarity == "unique"

    def card(self, abilities: tuple[str, ...] = (), support: tuple[str, ...] = ()) -> Card:
        """The card with these abilities."""
        return Card(
            self.reference,
            self.name,
            self.faction,
            None if self.token else self.rarity,
            self.type,
            self.subtypes,
            *self.numbers,
            abilities,
            support,
            self.token,
            self.suspended,
            self.prints,
            self.source,
        )


def read_entry(value: Any, key: str = "", source: str = "") -> OfficialCard:
    """What an entry says; `key` is what it stands under. Raises `WrongEntryError`."""
    if not isinstance(value, dict):
        raise WrongEntryError("", f"found {short(value)}, expected an object with a reference")
    entry = _Entry(value, key)
    try:
        return _card(entry, source)
    except WrongEntryError as error:
        error.reference = plain(entry.reference)
        raise


class _Entry:
    """The fields of an entry, under whichever of their names they stand."""

    def __init__(self, value: Mapping[str, Any], key: str) -> None:
        self.value = value
        elements = value.get("elements", {})
        if elements == []:
            elements = {}  # how the site writes an object without fields
        self.elements: Mapping[str, Any] | None = elements if isinstance(elements, dict) else None
        self.exported = "elements" in value
        found = self.first("reference", "id")[1]
        self.reference = found if isinstance(found, str) else key
        if self.first("reference")[1] is None and not _REFERENCE.fullmatch(self.reference):
            self.reference = key

    def first(self, *fields: str) -> tuple[str, Any]:
        """The first of the fields that says something, and what; otherwise the name to miss."""
        for field in fields:
            if self.value.get(field) is not None:
                return field, self.value[field]
        return fields[0 if self.exported else -1], None

    def element(self, field: str) -> tuple[str, Any]:
        """A field that the export keeps among the elements."""
        name = _IN_ELEMENTS[field]
        if self.elements is None:
            raise WrongEntryError(
                "elements", f"found {short(self.value['elements'])}, expected an object"
            )
        if self.elements.get(name) is not None or (self.exported and field not in self.value):
            return f"elements.{name}", self.elements.get(name)
        return field, self.value.get(field)

    def word(self, *fields: str) -> tuple[str, str]:
        """A word in capitals, written as such or as an object with a reference."""
        field, found = self.first(*fields)
        return field, "" if found is None else _word(field, found)

    def number(self, field: str, least: int | None = None) -> int:
        """A number from 0 to the highest that a card has; `least` if there is none."""
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
        """English text, or none."""
        if isinstance(found, dict):
            found = _english(field, found)
        if found is None:
            return ""
        if not isinstance(found, str):
            raise WrongEntryError(field, f"found {short(found)}, expected text")
        if len(found) > most:
            raise WrongEntryError(field, f"{len(found):,} letters, expected at most {most:,}")
        if _UNREADABLE.search(found):
            raise WrongEntryError(field, f"{short(found)} is not text in UTF-8")
        if letter := _CONTROL.search(found):
            raise WrongEntryError(field, f"holds U+{ord(letter[0]):04X}, which is no letter")
        return found

    def flag(self, field: str) -> bool:
        """True or false; false if it says nothing."""
        found = self.value.get(field)
        if found is not None and not isinstance(found, bool):
            raise WrongEntryError(field, f"found {short(found)}, expected true or false")
        return bool(found)


def _english(field: str, found: Mapping[str, Any]) -> Any:
    """The English of a text in several languages."""
    by_language = {str(key).casefold().replace("_", "-"): text for key, text in found.items()}
    for language in _ENGLISH:
        if language in by_language:
            return by_language[language]
    have = ", ".join(key for key in list(found)[:8] if _LANGUAGE.fullmatch(key)) or "no language"
    raise WrongEntryError(field, f"no English text: found {have}, expected en")


def _word(field: str, found: Any) -> str:
    if isinstance(found, dict):
        found = found.get("reference")
    if not isinstance(found, str) or not found.strip():
        problem = f"found {short(found)}, expected a word or an object with a reference"
        raise WrongEntryError(field, problem)
    return found.strip()


def _listed(field: str, found: Any) -> list[Any]:
    if not isinstance(found, list):
        raise WrongEntryError(field, f"found {short(found)}, expected a list")
    if len(found) > MAX_WORDS:
        raise WrongEntryError(field, f"{len(found):,} of them, expected at most {MAX_WORDS}")
    return found


def _card(entry: _Entry, source: str) -> OfficialCard:
    match = _match("reference", entry.first("reference")[1] or entry.reference)
    code, rarity_code = match["code"], match["rarity"].replace("F", "R2")
    if code not in FACTION_CODES:
        known = ", ".join(FACTION_CODES)
        raise WrongEntryError("reference", f"unknown faction {code}, expected one of {known}")
    rarity = RARITY_CODES[rarity_code.split("_")[0]]
    set_name = match["set"]
    if rarity != "unique":
        set_name = REPRINTS.get(set_name, set_name)
    name_field, name = entry.first("name")
    name = " ".join(entry.text(name_field, name, MAX_NAME).split())
    if not name or not name.isprintable() or name.startswith("$"):
        problem = "missing" if not name else f"found {short(name)}"
        raise WrongEntryError(name_field, f"{problem}, expected 1 to {MAX_NAME} letters")
    kind, token = _type(entry)
    _check_set(entry, match["set"])
    _check_rarity(entry, rarity, token)
    remarks: list[str] = []
    tail = f"{code}_{int(match['number']):02d}_{rarity_code}"
    main, support = _texts(entry)
    return OfficialCard(
        reference=f"{set_name}_{tail}",
        printed=f"{match['set']}_{match['product'] or 'B'}_{tail}",
        name=name,
        faction=_faction(entry, FACTION_CODES[code], rarity_code, token),
        rarity=rarity,
        type=kind,
        subtypes=_subtypes(entry, kind, remarks),
        numbers=_numbers(entry, kind, token, remarks),
        main_text=main,
        support_text=support,
        token=token,
        suspended=entry.flag("suspended"),
        prints=_aliases(entry),
        remarks=tuple(remarks),
        source=source,
    )


def _match(field: str, found: Any) -> re.Match[str]:
    """The parts of a reference."""
    if not found:
        raise WrongEntryError(field, f"missing, expected {_FORM}")
    match = _REFERENCE.fullmatch(found) if isinstance(found, str) else None
    if match is None:
        raise WrongEntryError(field, f"found {short(found)}, expected {_FORM}")
    return match


def _type(entry: _Entry) -> tuple[str, bool]:
    field, word = entry.word("cardType", "type")
    if word.upper() not in TYPES:
        problem = f"found {short(word)}" if word else "missing"
        hint = did_you_mean(word, TYPES) or f", expected one of {', '.join(TYPES)}"
        raise WrongEntryError(field, problem + hint)
    return TYPES[word.upper()]


def _check_set(entry: _Entry, set_name: str) -> None:
    field, word = entry.word("cardSet", "set")
    if word and not (word.startswith(set_name) or set_name.startswith(word)):
        raise WrongEntryError(field, f"found {short(word)}, the reference says {set_name}")


def _check_rarity(entry: _Entry, rarity: str, token: bool) -> None:
    field, word = entry.word("rarity")
    if word and word.lower() != rarity and not token:
        raise WrongEntryError(field, f"found {short(word)}, the reference says {rarity.upper()}")


def _faction(entry: _Entry, printed: str, rarity_code: str, token: bool) -> str:
    field, word = entry.word("mainFaction", "faction")
    if not word:
        if rarity_code[0] in "CE" or rarity_code == "R1":
            return printed
        raise WrongEntryError(field, "missing: it is not the one in the reference")
    found = FACTION_CODES.get(word.upper(), word.lower())
    if found not in FACTION_CODES.values():
        known = ", ".join(FACTION_CODES)
        raise WrongEntryError(field, f"found {short(word)}, expected one of {known}")
    if token:
        return NEUTRAL if found == printed else found
    if (rarity_code in ("C", "R1", "E") and found != printed) or (
        rarity_code == "R2" and found == printed
    ):
        other = "another faction than" if rarity_code == "R2" else "the faction"
        raise WrongEntryError(field, f"found {short(word)}, expected {other} {printed}")
    return found


def _subtypes(entry: _Entry, kind: str, remarks: list[str]) -> tuple[str, ...]:
    field, found = entry.first("cardSubTypes", "cardSubtypes", "subtypes")
    if found is None:
        if kind not in ("hero", "mana"):
            remarks.append("it says nothing of sub-types")
        return ()
    words: list[str] = []
    for item in _listed(field, found):
        given = _word(field, item)
        word = given.lower().replace(" ", "_").replace("-", "_")
        if not SUBTYPE_WORD.fullmatch(word):
            raise WrongEntryError(field, f"found {short(given)}, expected words such as ENGINEER")
        if word == "landmark" and kind == "landmark_permanent":
            continue  # what CORE called its Permanents
        if word not in SUBTYPES:
            remarks.append(f"a new sub-type, {word}{did_you_mean(word, SUBTYPES)}")
        if word not in words:
            words.append(word)
    return tuple(words)


def _numbers(
    entry: _Entry, kind: str, token: bool, remarks: list[str]
) -> tuple[int, int, int, int, int, int, int]:
    """Costs, statistics and limits: those that a card of this kind has."""
    costs = kind not in ("hero", "mana") and not token
    hand, reserve = (entry.number(f) if costs else _none(entry, f, kind) for f in _COSTS)
    statistics = kind == "character"
    forest, mountain, water = (
        entry.number(f) if statistics else _none(entry, f, kind) for f in _STATISTICS
    )
    limits = [0, 0]
    if kind == "hero":
        if entry.exported and all(entry.element(field)[1] is None for field in _LIMITS):
            remarks.append("it says nothing of limits: 2 and 2 are assumed")
            limits = [2, 2]
        else:
            limits = [entry.number(field) for field in _LIMITS]
    return hand, reserve, forest, mountain, water, limits[0], limits[1]


def _none(entry: _Entry, field: str, kind: str) -> int:
    """A number that a card of this kind does not have: nothing, or 0."""
    found = entry.number(field, least=0)
    if found and field in _STATISTICS:
        kind = kind.replace("_", " ")
        raise WrongEntryError(entry.element(field)[0], f"found {found}, a {kind} has none")
    return 0


def _texts(entry: _Entry) -> tuple[str, str]:
    if not entry.exported and "main_text" not in entry.value:
        raise WrongEntryError("main_text", "missing, expected text, or null for a card without")
    main, support = (
        entry.text(*entry.element(field), MAX_TEXT).strip() for field in ("main_text", "echo_text")
    )
    return main, support


def _aliases(entry: _Entry) -> tuple[str, ...]:
    field, found = entry.first("aliases")
    prints = []
    for item in [] if found is None else _listed(field, found):
        match = _match(field, item)
        if match["product"] is None or match["code"] not in FACTION_CODES:
            raise WrongEntryError(field, f"found {short(item)}, expected {_FORM}")
        rarity = match["rarity"].replace("F", "R2")
        start = f"{match['set']}_{match['product']}_{match['code']}"
        prints.append(f"{start}_{int(match['number']):02d}_{rarity}")
    return tuple(dict.fromkeys(prints))
