"""The forms of a collection: the card of each piece of a text, with its place.

>>> [(item.count, item.reference) for item in items_in('{"ALT_CORE_B_AX_16_C": 2}')]
[(2, 'CORE_AX_16_C')]
>>> rows = "reference;quantity\\nALT_CORE_B_AX_16_C;3\\n"
>>> [(item.count, item.reference, item.place) for item in items_in(rows)]
[(3, 'CORE_AX_16_C', 'line 2')]
"""

from __future__ import annotations

import contextlib
import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from altered_env._runtime.json_text import parsed
from altered_env.cards import Card, Catalogue, catalogue
from altered_env.cards.entry_fields import WrongEntryError
from altered_env.cards.export_entries import entries_of, short
from altered_env.cards.official import OfficialCard, read_entry
from altered_env.cardstats.collection.card_texts import text_blocks
from altered_env.cardstats.collection.phrases import GIVE, Phrases
from altered_env.decks.json_form import looks_like_json
from altered_env.decks.reading_lists import (
    card_meant,
    card_part,
    copies_and_card,
    title_in,
    without_bullet,
)
from altered_env.decks.share_code import looks_like_code, read_code
from altered_env.formats.variants import REFERENCE, short_reference

COUNTS = ("quantity", "count", "copies", "qty", "n", "owned", "inMyCollection")
NAMES = ("reference", "cardReference", "card", "ref", "id", "name")
TEXTS = ("main_text", "echo_text", "elements", "hand_cost", "mainCost")
LISTS = (
    *("cards", "deck", "list", "collection", "deckCards", "deckCardsByType", "deckUserListCard"),
    *("hydra:member", "member", "items", "data", "results"),
)
LANGUAGES = ("main_text", "echo_text")
FACTS = frozenset(
    {
        *("reference", "name", "set", "faction", "rarity", "type", "subtypes", "quantity", "count"),
        *("hand_cost", "reserve_cost", "forest", "mountain", "ocean", *LANGUAGES),
    }
)
"""The columns of a table of texts."""
_ELEMENTS = ("MAIN_EFFECT", "ECHO_EFFECT")
MOST_COPIES = 999
NO_PAGES = "web pages are not opened here: copy the list or the deck code from there"
DEEPEST = 8
LONGEST = 200
"""The maximum length of a line with the name of a card."""
PATIENCE = 40
"""The number of unknown names for which a similar one is looked up, which takes time."""
_NUMBER = r"(?P<count>[-\u2212+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?)"
"""A number as people write it, so that one that is no count of copies is not overlooked."""
_BEFORE = re.compile(rf"^\s*{_NUMBER}\s*[xX\u00d7]?[\s,;:]+\S")
_BEHIND = re.compile(rf"(?:[xX\u00d7]\s*|[\s,;:(]){_NUMBER}\)?\s*$")
_SPLIT = re.compile(r"[/|,;]\s*")


@dataclass(frozen=True, slots=True)
class Found:
    """A piece of a collection: a reference, a card or a text; or the reason why it is none."""

    place: str
    count: int = 1
    reference: str = ""
    card: Card | None = None
    official: OfficialCard | None = None
    why: str = ""


def items_in(text: str, phrases: Phrases | None = None) -> Iterator[Found]:
    """Yield what a text names, in any form; see the module."""
    text = text.lstrip("\N{ZERO WIDTH NO-BREAK SPACE}")
    if looks_like_json(text):
        yield from _in_json(text, phrases)
    elif (head := _csv_head(text)) is not None:
        yield from _in_csv(text, head, phrases)
    else:
        yield from _in_lines(text, phrases)


# JSON


def _in_json(text: str, phrases: Phrases | None) -> Iterator[Found]:
    try:
        value = parsed(text)
    except ValueError:
        for entry in entries_of(text):  # objects in lines, or a damaged file
            place = f"entry {entry.number}"
            if entry.problem:
                yield Found(f"line {entry.line}", why=entry.problem)
            else:
                yield from _of_value(entry.value, place, entry.key, phrases, 0)
        return
    yield from _of_value(value, "", "", phrases, 0)


def _of_value(
    value: Any, place: str, key: str, phrases: Phrases | None, depth: int
) -> Iterator[Found]:
    """Yield what a JSON value names: a card, a pair, or the cards of a list or deck."""
    place = place or "the whole"
    if depth > DEEPEST:
        yield Found(place, why="nested too deeply")
    elif isinstance(value, str):
        yield _named(value, 1, place)
    elif isinstance(value, list):
        if len(value) == 2 and {type(part) for part in value} == {int, str}:
            count, name = value if isinstance(value[0], int) else reversed(value)
            yield _named(name, count, place)
            return
        above = "" if place == "the whole" else f"{place}, "
        for number, part in enumerate(value, start=1):
            yield from _of_value(part, f"{above}entry {number}", key, phrases, depth + 1)
    elif isinstance(value, dict):
        yield from _of_object(value, place, key, phrases, depth)
    else:
        yield Found(place, why=f"found {short(value)}, expected a card")


def _of_object(
    value: Mapping[str, Any], place: str, key: str, phrases: Phrases | None, depth: int
) -> Iterator[Found]:
    if any(name in value for name in TEXTS):
        yield _official(dict(value), key, place, phrases)
        return
    inner = [name for name in LISTS if isinstance(value.get(name), list | dict)]
    if inner:
        if value.get("hero"):
            yield from _of_value(value["hero"], f"{place}, hero", key, phrases, depth + 1)
        for name in inner:
            yield from _of_value(value[name], f"{place}, {name}", key, phrases, depth + 1)
        return
    name = next((n for n in NAMES if isinstance(value.get(n), str | dict)), "")
    if name:
        count = next((value[one] for one in COUNTS if value.get(one) is not None), 1)
        if isinstance(value[name], dict):  # an entry of a collection with the card inside
            for one in _of_value(value[name], place, key, phrases, depth + 1):
                yield _times(one, count)
            return
        yield _named(value[name], count, place)
        return
    if value and all(type(part) in (int, float) for part in value.values()):
        for named, count in value.items():
            yield _named(named, count, f"{place}, {short(named)}")
        return
    if value and all(isinstance(part, list | dict) for part in value.values()):
        for named, part in value.items():
            yield from _of_value(part, short(named), named, phrases, depth + 1)
        return
    have = ", ".join(map(str, value))[:60] or "nothing"
    yield Found(place, why=f"found an object with {have}; expected a card with a reference")


def _times(found: Found, count: Any) -> Found:
    wrong = _wrong_count(count)
    if wrong or found.why:
        return Found(found.place, why=found.why or wrong)
    return Found(found.place, int(count), found.reference, found.card, found.official)


def _wrong_count(count: Any) -> str:
    if isinstance(count, str) and count.strip().isdecimal() and len(count) < 6:
        count = int(count)
    if type(count) is int and 1 <= count <= MOST_COPIES:
        return ""
    return f"found {short(count)} copies, expected 1 to {MOST_COPIES}"


def _named(text: str, count: Any, place: str) -> Found:
    """Return what a reference, an address or a name means."""
    wrong = _wrong_count(count)
    if wrong:
        return Found(place, why=wrong)
    if match := REFERENCE.search(text.strip().upper()):
        return Found(place, int(count), short_reference(match.group()))
    try:
        return Found(place, int(count), card=card_meant(text.strip(), catalogue()))
    except LookupError as error:
        return Found(place, why=str(error))


def _official(value: dict[str, Any], key: str, place: str, phrases: Phrases | None) -> Found:
    """Return the card of an entry of official data."""
    count = next((value[one] for one in COUNTS if value.get(one) is not None), 1)
    if wrong := _wrong_count(count):
        return Found(place, why=wrong)
    try:
        if phrases is not None:
            _translate(value, phrases)
        official = read_entry(value, key, place)
    except WrongEntryError as error:
        named = f"{error.reference}: " if error.reference else ""
        give = f"; {GIVE}" if phrases is None and _has_no_english(value) else ""
        return Found(place, why=f"{named}{error}{give}")
    except ValueError as error:
        return Found(place, why=f"{short(value.get('reference', ''))}: {error}")
    return Found(place, int(count), official.reference, official=official)


def _texts_of(value: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], str, Any]]:
    """Yield the texts of an entry, each with its place."""
    for fields in (value, value.get("elements")):
        if isinstance(fields, dict):
            for name in (*LANGUAGES, *_ELEMENTS):
                yield fields, name, fields.get(name)


def _has_english(text: Mapping[str, Any]) -> bool:
    return any(code in text for code in ("en", "en-us", "en-gb"))


def _has_no_english(value: Mapping[str, Any]) -> bool:
    """Return whether a text is there in other languages only."""
    texts = [text for _, _, text in _texts_of(value) if isinstance(text, dict) and text]
    return any(not _has_english(text) for text in texts)


def _translate(value: dict[str, Any], phrases: Phrases) -> None:
    """Put English in place of texts of the phrases' language. Raises `ValueError`."""
    for fields, name, text in _texts_of(value):
        if isinstance(text, dict):
            if _has_english(text):
                continue
            text = next((t for c, t in text.items() if c[:2].lower() == phrases.code), None)
            if isinstance(text, str) and text.strip():
                fields[name] = phrases.english(text)
        elif isinstance(text, str) and text.strip():
            with contextlib.suppress(ValueError):  # then it is English
                fields[name] = phrases.english(text)


# CSV


def _csv_head(text: str) -> csv.Dialect | None:
    """Return how the columns of a text are separated; None if it has no head with a card."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    for mark in ("\t", ";", ","):
        names = [part.strip().strip('"').casefold() for part in first.split(mark)]
        if len(names) > 1 and {name.casefold() for name in NAMES} & set(names):

            class Columns(csv.excel):
                delimiter = mark

            return Columns()
    return None


def _in_csv(text: str, dialect: csv.Dialect, phrases: Phrases | None) -> Iterator[Found]:
    rows = csv.DictReader(io.StringIO(text), dialect=dialect)
    known = {name.casefold(): name for name in (*NAMES, *COUNTS, *TEXTS, *LANGUAGES)}
    try:
        rows.fieldnames = [
            known.get((name or "").strip().casefold(), (name or "").strip().lower())
            for name in rows.fieldnames or ()
        ]
        for row in rows:
            place = f"line {rows.line_num}"
            value = {name: part for name, part in row.items() if name and part}
            name = next((n for n in NAMES if value.get(n)), "")
            if not name:
                if value:
                    yield Found(place, why="no reference and no name in this line")
                continue
            if any(column in row for column in LANGUAGES):
                yield _official(_from_columns(row), "", place, phrases)
                continue
            count = next((value[one] for one in COUNTS if value.get(one)), 1)
            yield _named(str(value[name]), count, place)
    except csv.Error as error:
        yield Found(f"line {rows.line_num}", why=f"no CSV: {error}")


def _from_columns(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of a table as an entry of official data."""
    value: dict[str, Any] = {name: part for name, part in row.items() if name in FACTS and part}
    value["main_text"] = row.get("main_text") or ""
    if isinstance(listed := value.get("subtypes"), str):
        value["subtypes"] = [part for part in _SPLIT.split(listed) if part]
    return value


# lines


def _in_lines(text: str, phrases: Phrases | None) -> Iterator[Found]:
    pool = catalogue()
    names = _Names(pool)
    lines = text.splitlines()
    for first, last, block in text_blocks(lines):
        if block is None:
            for number in range(first, last):
                yield from _of_line(lines[number], f"line {number + 1}", names)
        else:
            yield _official(dict(block), "", f"line {first + 1}", phrases)


def _of_line(whole: str, place: str, names: _Names) -> Iterator[Found]:
    """Yield what a line names: cards by reference or link, a deck code, or a card by name."""
    found = list(REFERENCE.finditer(whole.upper()))
    if found:
        before = _BEFORE.match(whole) or _BEHIND.search(whole[found[-1].end() :])
        count = before["count"] if before is not None and len(found) == 1 else "1"
        if wrong := _wrong_count(count):
            yield Found(place, why=wrong)
            return
        for match in found:
            yield Found(place, int(count), short_reference(match.group()))
        return
    line = without_bullet(re.split(r"#|(?<!:)//", whole)[0])
    if len(line) <= LONGEST:
        title = title_in(line)
        if title is not None:
            line = title if looks_like_code(title) else ""
        line = card_part(line, catalogue())
    if not line:
        return
    if looks_like_code(line):
        try:
            pairs = read_code(line)
        except ValueError as error:
            yield Found(place, why=str(error))
            return
        for count, reference in pairs:
            yield Found(place, count, short_reference(reference))
        return
    yield names.card(line, place)


class _Names:
    """Names of cards in lines; beyond some unknown ones no similar names are looked up."""

    def __init__(self, pool: Catalogue) -> None:
        self._pool = pool
        self._unknown = 0

    def card(self, line: str, place: str) -> Found:
        """Return the card that a line names."""
        if line.startswith(("http://", "https://")):
            return Found(place, why=f"{short(line, 60)}: a link without a reference; {NO_PAGES}")
        if len(line) > LONGEST:
            return Found(place, why=f"{short(line)} is neither a card nor a deck code")
        if self._unknown >= PATIENCE and not self._pool.versions(_bare(line)):
            return Found(place, why=f"no card is called {short(line)}")
        try:
            written, wanted = copies_and_card(line, self._pool)
            card = card_meant(wanted, self._pool)
        except LookupError as error:
            self._unknown += 1
            return Found(place, why=str(error))
        if wrong := _wrong_count(written):
            return Found(place, why=wrong)
        return Found(place, int(written), card=card)


def _bare(line: str) -> str:
    """Return a line without counts and a version."""
    line = re.sub(r"^\d+\s*[xX\u00d7]?\s+|\s+[xX\u00d7]\s*\d+$", "", line)
    return re.sub(r"\s+\(?(?:C|R[12]?|F|E|U|common|rare|exalted)\)?$", "", line, flags=re.I)
