"""Parsing deck lists: one card per line, in any of the usual notations.

>>> from altered_env.cards import catalogue
>>> lines = '''
... Hero: Sierra & Oddball
... Characters (5)
... 3x Foundry Armorer (Common)
... Foundry Armorer Rare x2
... '''
>>> [(count, str(card)) for count, card, _ in read_list(lines, catalogue()).entries]
[(1, 'Sierra & Oddball C'), (3, 'Foundry Armorer C'), (2, 'Foundry Armorer R1')]
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from altered_env._runtime.input_files import DECK, InputFileError, Kind, read_text
from altered_env.cards import AmbiguousCardError, Card, Catalogue, UnknownCardError
from altered_env.cards.printed_words import FACTIONS

from .errors import MOST, DeckFileError, refuse_all

MAX_LINES = 1_000
MAX_COPIES = 99

_BULLET = re.compile(r"^[-*\u2022]\s+")
_COUNT = re.compile(
    r"(?P<count>\d+)(?P<card>\s+.+|[xX\u00d7]\s.+)|\((?P<closed>\d+)\)\s*(?P<rest>.+)"
)
_TIMES = re.compile(r"[xX\u00d7]\s+(?P<card>.+)")
_COUNT_BEHIND = re.compile(r"(?P<card>.+?\S)\s*(?:\s[xX\u00d7]\s?|\s\()(?P<count>\d+)\)?")
_TITLE = re.compile(r"(?:name|title|deck)\s*:\s*(?P<name>.*)", re.IGNORECASE)
_LABEL = re.compile(rf"hero\s*:\s*(?P<card>.+?)(?:\s+\((?:{'|'.join(FACTIONS)})\))?", re.IGNORECASE)
_SUMMARY = re.compile(r"(?P<name>.+): \d+ cards")
"""The first line of `altered decks show`."""
_ROW = re.compile(r"(?P<count>\d+) .+ {2,}(?P<reference>[A-Z0-9]+_(?:B_|A_|P_)?[A-Z]{2}_\S+)")
"""A card there: its name, its numbers and its reference."""
HEADING = re.compile(
    r"\W*(?:hero(?:es)?|characters?|spells?|(?:landmark |expedition )?permanents?|landmarks?|mana|"
    r"(?:main ?)?deck|cards|commons?|rares?|exalted|exalts|uniques?)\W*(?:\(?\d+\)?)?\W*",
    re.IGNORECASE,
)
_TAG = re.compile(r"(?P<rest>.+?)\s*(?:[(\[](?P<tag>[^()\[\]]+)[)\]]|\s[-\u2013]\s*(?P<word>\w+))")
_LAST = re.compile(r"(?P<rest>.+\S)\s+(?P<tag>out of faction|\w+)", re.IGNORECASE)

_RARITY_WORDS = {
    "common": "C",
    "commune": "C",
    "rare": "rare",
    "out of faction": "R2",
    "oof": "R2",
    "transfuge": "R2",
    "exalted": "E",
    "exalt": "E",
}
"""Common spellings of a rarity, and their versions. A rare is R1 or R2: the one of the Hero's
faction."""


@dataclass(frozen=True, slots=True)
class Listed:
    """The contents of a list: its name, if any, and its cards with numbers and lines."""

    name: str | None
    entries: tuple[tuple[int, Card, int], ...]


def text_in(path: Path, kind: Kind) -> str:
    """Return the text of a file of this kind. Raises `DeckFileError` that names it."""
    try:
        return read_text(path, kind)
    except InputFileError as error:
        raise DeckFileError(str(path), error.problem) from None


def read_list(text: str, pool: Catalogue, file: str = "deck") -> Listed:
    """Return the cards listed in `text`, in order. Raises `DeckFileError`."""
    if len(text) > DECK.most:
        raise DeckFileError(file, f"over {DECK.most:,} characters, this is not a deck list")
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        raise DeckFileError(file, f"{len(lines):,} lines; at most {MAX_LINES:,} are read")
    name: str | None = None
    found: list[tuple[int, str, Card | None, int]] = []
    wrong: list[DeckFileError] = []
    for number, whole in enumerate(lines, start=1):
        if len(wrong) > MOST:
            break
        line = without_bullet(whole.partition("#")[0].partition("//")[0])
        if (title := title_in(line)) is not None:
            name = title or name
            continue
        if not (line := card_part(line, pool)):
            continue
        written, wanted = copies_and_card(line, pool)
        try:
            count = copies_meant(written, file, number)
            found.append((count, wanted, card_meant(wanted, pool), number))
        except _WhichRareError:
            found.append((count, wanted, None, number))
        except DeckFileError as error:
            wrong.append(error)
        except (AmbiguousCardError, UnknownCardError) as error:
            wrong.append(DeckFileError(file, str(error), number))
    heroes = [card.faction for _, _, card, _ in found if card is not None and card.type == "hero"]
    entries = []
    for count, wanted, known, number in found:
        try:
            card = known or card_meant(wanted, pool, heroes[0] if heroes else None)
        except (AmbiguousCardError, UnknownCardError) as error:
            wrong.append(DeckFileError(file, str(error), number))
            continue
        if card.token:
            problem = f"{card.name} is a token; tokens are not part of decks"
            wrong.append(DeckFileError(file, problem, number))
        entries.append((count, card, number))
    refuse_all(wrong)
    return Listed(name, tuple(entries))


def without_bullet(line: str) -> str:
    """Return a line without spaces and a bullet at its start."""
    return _BULLET.sub("", line.strip().removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}"))


def title_in(line: str) -> str | None:
    """Return the name of a list if a line is its title."""
    title = _TITLE.fullmatch(line) or _SUMMARY.fullmatch(line)
    return None if title is None else title["name"].strip()


def card_part(line: str, pool: Catalogue) -> str:
    """Return what of a line names a card, such as that behind `Hero:`; nothing for a heading."""
    if HEADING.fullmatch(line) and not names_a_card(line, pool):
        return ""
    label = _LABEL.fullmatch(line)
    line = label["card"] if label is not None else line
    row = _ROW.fullmatch(line)
    return line if row is None else f"{row['count']} {row['reference']}"


def copies_meant(written: str, file: str, number: int | None = None) -> int:
    """Return the number of copies in `written`. Raises `DeckFileError`."""
    if not written.isdecimal() or len(written) > 3 or not 1 <= int(written) <= MAX_COPIES:
        raise DeckFileError(file, f"{written[:20]} copies, expected 1 to {MAX_COPIES}", number)
    return int(written)


class _WhichRareError(AmbiguousCardError):
    """A rare of two factions, between which the Hero decides."""


def card_meant(text: str, pool: Catalogue, faction: str | None = None) -> Card:
    """Return the card in the version that `text` names, by reference or by name.

    A rarity in words follows the name: `Foundry Armorer (Rare)` is the rare of `faction`, if there
    are two. The version may be omitted only if there is a single one, since versions of a card
    differ (1.1.4.e, remark). Raises `UnknownCardError`, `AmbiguousCardError`.
    """
    try:
        card = pool.find(text)
    except UnknownCardError as unknown:
        named = _in_words(text, pool)
        if named is None:
            raise unknown from None
        return _of_rarity(*named, faction)
    versions = pool.versions(text)
    if len(versions) > 1:
        choices = ", ".join(version.version for version in versions)
        problem = f"which {card.name}? add the version after the name: {choices}"
        raise AmbiguousCardError(problem)
    return card


def _in_words(text: str, pool: Catalogue) -> tuple[tuple[Card, ...], str] | None:
    """Return the versions of the named card, and the wanted version or rarity, if `text` is a name
    followed by a rarity or a set, in brackets, after a dash or as a word."""
    wanted, sets = "", set()
    rest = text
    while True:
        match = _TAG.fullmatch(rest) or _LAST.fullmatch(rest)
        if match is None:
            return None
        tag = (match["tag"] or match.groupdict().get("word") or "").strip()
        if tag.upper() in pool.sets:
            sets.add(tag.upper())
        elif not wanted and tag.casefold() in _RARITY_WORDS:
            wanted = _RARITY_WORDS[tag.casefold()]
        elif not wanted and tag.upper().replace(" ", "_").split("_")[0] in _LETTERS:
            wanted = tag.upper().replace(" ", "_").replace("F", "R2")
        else:
            return None
        rest = match["rest"]
        if versions := pool.versions(rest):
            return tuple(card for card in versions if not sets or card.set in sets), wanted


_LETTERS = frozenset({"C", "R", "R1", "R2", "F", "E", "U"})


def _of_rarity(versions: tuple[Card, ...], wanted: str, faction: str | None) -> Card:
    """Return the wanted version among these."""
    fits = tuple(
        card
        for card in versions
        if wanted in ("", card.version)
        or (wanted == "rare" and card.rarity == "rare")
        or (wanted == "R" and card.version == "R1")
    )
    if wanted == "rare" and len(fits) > 1:
        if faction is None:
            choices = " or ".join(f"{card.version} ({card.faction})" for card in fits)
            raise _WhichRareError(f"which rare {fits[0].name}? {choices}")
        fits = tuple(card for card in fits if card.faction == faction) or fits
    if len(fits) == 1:
        return fits[0]
    have = ", ".join(card.version for card in versions) or "none of that set"
    name = versions[0].name if versions else "this card"
    if fits:
        raise AmbiguousCardError(f"which {name}? add the version after the name: {have}")
    raise UnknownCardError(f"{name} has no version {wanted}; it has {have}")


def copies_and_card(line: str, pool: Catalogue) -> tuple[str, str]:
    """Return the number of copies and the card of a line; without a number it is one."""
    match = _COUNT.fullmatch(line)
    if match is not None:
        wanted = (match["card"] or match["rest"]).strip()
        if not names_a_card(wanted, pool):
            if names_a_card(line, pool):  # a name that starts with a number, without a count
                return "1", line
            times = _TIMES.fullmatch(wanted)
            wanted = times["card"] if times is not None else wanted
        return match["count"] or match["closed"], wanted
    match = _COUNT_BEHIND.fullmatch(line)
    if match is not None and not names_a_card(line, pool):
        return match["count"], match["card"]
    return "1", line


def names_a_card(text: str, pool: Catalogue) -> bool:
    """Return whether this is the name or the reference of one or more cards."""
    try:
        pool.find(text)
    except AmbiguousCardError:
        return True
    except UnknownCardError:
        return False
    return True
