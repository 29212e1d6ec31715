"""Official card data: the checked fields of each entry of a file.

An entry has the flat fields of the reference data (`hand_cost`, `main_text`) or the shape of the
official site's export (`elements.MAIN_COST`, `elements.MAIN_EFFECT`). An invalid entry is one error
that names it; the others are read. Sets and sub-types may be new.

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
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from altered_env.language.kinds import PRINTED_TYPES

from .._runtime.suggestions import did_you_mean
from .card import Card
from .entry_fields import EntryFields, WrongEntryError, listed, word_of
from .export_entries import plain, short
from .printed_words import FACTION_CODES, NEUTRAL, RARITY_CODES, REPRINTS, SUBTYPES, is_taken
from .reader import SUBTYPE_WORD, TOKEN_WORD

NO_SUBTYPES = "sub-types are missing"
"""The remark on an entry without sub-types, as in lists of the site."""

MAX_NAME = 100
MAX_TEXT = 5_000
TYPES: Mapping[str, tuple[str, bool]] = {
    **{word.upper(): (word, False) for word in PRINTED_TYPES},
    "PERMANENT": ("landmark_permanent", False),  # set CORE has no others
    "TOKEN": ("character", True),
    "TOKEN_CHARACTER": ("character", True),
    "TOKEN_LANDMARK_PERMANENT": ("landmark_permanent", True),
    "TOKEN_EXPEDITION_PERMANENT": ("expedition_permanent", True),
    "TOKEN_MANA": ("mana", False),
}
"""The official types: our word, and whether it is a token."""

_REFERENCE = re.compile(
    r"(?:ALT_)?(?P<set>[A-Z][A-Z0-9]{0,15})(?:_(?P<product>[A-Z]))?"
    r"_(?P<code>[A-Z]{2})_(?P<number>[0-9]{1,4})_(?P<rarity>C|R1|R2|F|E|U_[0-9]{1,9})"
    r"(?P<serial>_(?:[0-9]{1,9}|XXX))?"  # in some promotions, each with another picture
)
_FORM = "a reference such as ALT_CORE_B_AX_16_C"
_COSTS = ("hand_cost", "reserve_cost")
_STATISTICS = ("forest", "mountain", "ocean")
_LIMITS = ("reserve_limit", "landmark_limit")


@dataclass(frozen=True, slots=True)
class OfficialCard:
    """A card with its official wording, before parsing."""

    reference: str
    """The short reference of the catalogue: `CORE_AX_16_C`."""
    printed: str
    """The reference with the letter of the product: `CORE_B_AX_16_C`."""
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
    """Notes for the reader of the file: missing fields and assumptions."""
    source: str = ""
    """The file, and the position of the entry in it."""

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
        """Return whether only one copy is printed."""
        return self.rarity == "unique"

    def card(
        self,
        abilities: tuple[str, ...] = (),
        support: tuple[str, ...] = (),
        counters: tuple[str, ...] = (),
    ) -> Card:
        """Return the card with these abilities, which introduce these kinds of counter."""
        return Card(
            token_word(self.name) if self.token else self.reference,
            self.name,
            self.faction,
            None if self.token else self.rarity,
            self.type,
            self.subtypes,
            *self.numbers,
            abilities,
            support,
            self.token,
            self.suspended and not self.token,
            () if self.token else self.prints,
            counters,
            self.source,
        )


def token_word(name: str) -> str:
    """Return the word for a token in abilities.

    >>> token_word("Mana Moth")
    'mana_moth'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")


def read_entry(value: Any, key: str = "", source: str = "") -> OfficialCard:
    """Read the card of an entry; `key` is its key in the file. Raises `WrongEntryError`."""
    if not isinstance(value, dict):
        raise WrongEntryError("", f"found {short(value)}, expected an object with a reference")
    entry = EntryFields(value, key)
    try:
        return _card(entry, source)
    except WrongEntryError as error:
        error.reference = plain(entry.reference)
        raise


def _card(entry: EntryFields, source: str) -> OfficialCard:
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
        raise WrongEntryError(name_field, f"{problem}, expected 1 to {MAX_NAME} characters")
    kind, token = _type(entry)
    if token and (is_taken(token_word(name)) or not TOKEN_WORD.fullmatch(token_word(name))):
        raise WrongEntryError(name_field, f"found {short(name)}, which is not a name for a token")
    _check_set(entry, match["set"])
    _check_rarity(entry, rarity, token)
    remarks: list[str] = []
    tail = f"{code}_{int(match['number']):02d}_{rarity_code}"
    main, support = _texts(entry)
    if token and support:
        raise WrongEntryError("echo_text", "found a text, but a token is never in Reserve")
    return OfficialCard(
        reference=f"{set_name}_{tail}",
        printed=f"{match['set']}_{match['product'] or 'B'}_{tail}{match['serial'] or ''}",
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
    """Match the parts of a reference."""
    if not found:
        raise WrongEntryError(field, f"missing, expected {_FORM}")
    match = _REFERENCE.fullmatch(found) if isinstance(found, str) else None
    if match is None:
        raise WrongEntryError(field, f"found {short(found)}, expected {_FORM}")
    return match


def _type(entry: EntryFields) -> tuple[str, bool]:
    field, word = entry.word("cardType", "type")
    if word.upper() not in TYPES:
        problem = f"found {short(word)}" if word else "missing"
        hint = did_you_mean(word, TYPES) or f", expected one of {', '.join(TYPES)}"
        raise WrongEntryError(field, problem + hint)
    return TYPES[word.upper()]


def _check_set(entry: EntryFields, set_name: str) -> None:
    field, word = entry.word("cardSet", "set")
    if word and not (word.startswith(set_name) or set_name.startswith(word)):
        raise WrongEntryError(field, f"found {short(word)}, the reference says {set_name}")


def _check_rarity(entry: EntryFields, rarity: str, token: bool) -> None:
    field, word = entry.word("rarity")
    if word and word.lower() != rarity and not token:
        raise WrongEntryError(field, f"found {short(word)}, the reference says {rarity.upper()}")


def _faction(entry: EntryFields, printed: str, rarity_code: str, token: bool) -> str:
    field, word = entry.word("mainFaction", "faction")
    if not word:
        if rarity_code[0] in "CE" or rarity_code == "R1":
            return printed
        raise WrongEntryError(field, "missing, and not known from the reference")
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


def _subtypes(entry: EntryFields, kind: str, remarks: list[str]) -> tuple[str, ...]:
    field, found = entry.first("cardSubTypes", "cardSubtypes", "subtypes")
    if found is None:
        if kind not in ("hero", "mana"):
            remarks.append(NO_SUBTYPES)
        return ()
    words: list[str] = []
    for item in listed(field, found):
        given = word_of(field, item)
        word = given.lower().replace(" ", "_").replace("-", "_")
        if not SUBTYPE_WORD.fullmatch(word):
            raise WrongEntryError(field, f"found {short(given)}, expected words such as ENGINEER")
        if word == "landmark" and kind == "landmark_permanent":
            continue  # CORE's name for its Permanents
        if is_taken(word):
            raise WrongEntryError(
                field, f"found {short(given)}, a word of abilities, not a sub-type"
            )
        if word not in SUBTYPES:
            remarks.append(f"a new sub-type, {word}{did_you_mean(word, SUBTYPES, 0.8)}")
        if word not in words:
            words.append(word)
    return tuple(words)


def _numbers(
    entry: EntryFields, kind: str, token: bool, remarks: list[str]
) -> tuple[int, int, int, int, int, int, int]:
    """Return the costs, statistics and limits of a card of this kind."""
    costs = kind not in ("hero", "mana") and not token
    hand, reserve = (entry.number(f) if costs else _none(entry, f, kind) for f in _COSTS)
    if token:  # a token created in Reserve is played from there
        reserve = entry.number("reserve_cost", least=0)
    statistics = kind == "character"
    forest, mountain, water = (
        entry.number(f) if statistics else _none(entry, f, kind) for f in _STATISTICS
    )
    limits = [0, 0]
    if kind == "hero":
        if entry.exported and all(entry.element(field)[1] is None for field in _LIMITS):
            remarks.append("limits are missing: 2 and 2 are assumed")
            limits = [2, 2]
        else:
            limits = [entry.number(field) for field in _LIMITS]
    return hand, reserve, forest, mountain, water, limits[0], limits[1]


def _none(entry: EntryFields, field: str, kind: str) -> int:
    """Return a number that cards of this kind do not have: it must be missing, or 0."""
    found = entry.number(field, least=0)
    if found and field in _STATISTICS:
        kind = kind.replace("_", " ")
        raise WrongEntryError(entry.element(field)[0], f"found {found}, but a {kind} has none")
    return 0


def _texts(entry: EntryFields) -> tuple[str, str]:
    if not entry.exported and "main_text" not in entry.value:
        raise WrongEntryError("main_text", "missing, expected text, or null for a card without")
    main, support = (
        entry.text(*entry.element(field), MAX_TEXT).strip() for field in ("main_text", "echo_text")
    )
    return main, support


def _aliases(entry: EntryFields) -> tuple[str, ...]:
    field, found = entry.first("aliases")
    prints = []
    for item in [] if found is None else listed(field, found):
        match = _match(field, item)
        if match["product"] is None or match["code"] not in FACTION_CODES:
            raise WrongEntryError(field, f"found {short(item)}, expected {_FORM}")
        rarity = match["rarity"].replace("F", "R2")
        start = f"{match['set']}_{match['product']}_{match['code']}"
        prints.append(f"{start}_{int(match['number']):02d}_{rarity}")
    return tuple(dict.fromkeys(prints))
