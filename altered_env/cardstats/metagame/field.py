"""A field: decks and the share of players who bring each of them.

>>> found = read_field("axiom,muna")
>>> [(entry.deck.name, entry.share) for entry in found.entries]
[('axiom', 0.5), ('muna', 0.5)]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from random import Random
from typing import Final

from altered_env import formats
from altered_env._runtime.input_files import LINES, Table, mark_in, read_text
from altered_env._runtime.plurals import counted
from altered_env.arena.deck_sets import legal_ones
from altered_env.arena.pilots import list_key
from altered_env.cardstats.validity.people import PlayedList
from altered_env.cardstats.validity.people import read as read_people
from altered_env.decks import Deck
from altered_env.decks.share_code import looks_like_code
from altered_env.formats.dated import seasons, split
from altered_env.game.errors import listed

TABLES: Final = (".tsv", ".csv")
LISTS: Final = ("uniques.jsonl", "decks.jsonl")
"""The files of a folder of people's results that a field is read from."""
NAMED: Final = 3
SEATS: Final = 24
"""Opponents in a round: decks of the field by their shares."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A deck and its share of the field."""

    deck: Deck
    share: float

    @property
    def hero(self) -> str:
        """The name of its Hero."""
        return "no Hero" if self.deck.hero is None else self.deck.hero.name


@dataclass(frozen=True, slots=True)
class Field:
    """The decks of a field, all legal, and remarks on those left out."""

    entries: tuple[Entry, ...]
    remarks: tuple[str, ...] = ()

    @property
    def decks(self) -> tuple[Deck, ...]:
        """The decks."""
        return tuple(entry.deck for entry in self.entries)

    @property
    def shares(self) -> tuple[float, ...]:
        """The share of each deck; they add up to 1."""
        return tuple(entry.share for entry in self.entries)


def is_people(text: str) -> bool:
    """Does this name a folder with people's lists?"""
    return Path(text).is_dir() and (Path(text) / "decks.jsonl").is_file()


def read_field(
    text: str,
    format: str = "standard",
    rules: str = "2024.09",
    event: str = "",
    most: int = 0,
    seed: int = 0,
) -> Field:
    """The field that `text` names: decks and pools (`deck_set`) in equal shares, a table with the
    columns `deck` and `share`, or a folder with people's `decks.jsonl`, from which the season of
    the format or the `event` chooses.

    Of more than `most` decks (0: no limit) the most played stay, by chance among equals. Raises
    `ValueError` if fewer than two decks are left.
    """
    path = Path(text)
    if is_people(text):
        weighed, remarks = _of_people(path, format, event)
    elif event:
        raise ValueError(f"{text[:80]}: only a folder of people's lists has events")
    elif path.suffix.lower() in TABLES and path.exists():
        weighed, remarks = _of_table(path, format, rules)
    else:
        found, wrong = legal_ones(text, rules, format)
        weighed, remarks = [(deck, 1.0) for deck in found], _refused(wrong)
    weighed = _merged(weighed)
    if most and len(weighed) > most:
        Random(f"{seed}/field").shuffle(weighed)
        weighed.sort(key=lambda one: -one[1])
        remarks.append(f"{len(weighed) - most} of {len(weighed)} decks left out: more than {most}")
        weighed = weighed[:most]
    if len(weighed) < 2:
        why = f" ({listed(remarks, NAMED)})" if remarks else ""
        raise ValueError(
            f"{text[:80]}: a field needs two or more decks, found {len(weighed)} that are legal in"
            f" {format}{why}; {_instead(format)}"
        )
    whole = sum(weight for _, weight in weighed)
    return Field(tuple(Entry(deck, weight / whole) for deck, weight in weighed), tuple(remarks))


def _instead(format: str) -> str:
    """What to do about a field without two legal decks."""
    try:
        usual = formats.get(format).usual
    except ValueError as error:
        return str(error)
    many = counted(len(usual), "usual deck")
    return f"name others as the field, or `usual` for the {many} of the format"


def _refused(wrong: Mapping[str, Sequence[str]]) -> list[str]:
    return [f"left out: {name}: {reasons[0]}" for name, reasons in wrong.items()]


def _merged(weighed: Iterable[tuple[Deck, float]]) -> list[tuple[Deck, float]]:
    """The decks, equal lists as one and each name once."""
    found: dict[str, tuple[Deck, float]] = {}
    for deck, weight in weighed:
        first, before = found.get(list_key(deck), (deck, 0.0))
        found[list_key(deck)] = first, before + weight
    names: dict[str, int] = {}
    merged = []
    for deck, weight in found.values():
        number = names[deck.name] = names.get(deck.name, 0) + 1
        name = deck.name if number == 1 else f"{deck.name} {number}"
        merged.append((replace(deck, name=name), weight))
    return merged


def _of_table(path: Path, format: str, rules: str) -> tuple[list[tuple[Deck, float]], list[str]]:
    """The decks of a table. Raises `ValueError` for a share that is not a positive number."""
    text = read_text(path, LINES)
    mark = mark_in(text)
    reader = Table(path, text, mark)
    if absent := [name for name in ("deck", "share") if name not in reader.columns]:
        raise ValueError(f"{path}: the column {absent[0]!r} is missing; expected deck and share")
    found: list[tuple[Deck, float]] = []
    remarks: list[str] = []
    form = formats.get(format)
    for number, row in enumerate(reader, 2):
        where = f"{path}, line {number}"
        try:
            told = (row["share"] or "").strip().removesuffix("%")
            share = float(told.replace(",", ".") if mark == ";" else told)
        except ValueError:
            share = -1.0
        if not (isfinite(share) and share > 0):
            raise ValueError(f"{where}: expected a share above 0, found {row['share']!r:.40}")
        name = (row["deck"] or "").strip()
        if looks_like_code(name) and not Path(name).exists():
            title = (row.get("name") or "").strip() or name[:12]
            deck = form.as_played(Deck.from_code(name, name=title, file=where))
            if wrong := form.of_deck(deck, rules):
                remarks.append(f"left out: {where}: {wrong[0]}")
            else:
                found.append((deck, share))
            continue
        beside = path.parent / name
        try:
            decks, refused = legal_ones(str(beside) if beside.is_file() else name, rules, format)
        except (LookupError, ValueError, OSError) as error:
            raise ValueError(f"{where}: {error}") from None
        found += [(deck, share / len(decks)) for deck in decks]
        remarks += _refused(refused)
    return found, remarks


def _of_people(path: Path, format: str, event: str) -> tuple[list[tuple[Deck, float]], list[str]]:
    """People's lists of a season or an event, each weighed by the people who played it."""
    people = read_people(path, files=LISTS)
    remarks = [remark for remark in people.remarks if "left out" in remark]
    _, kind, value = split(format)
    lists = people.distinct
    if kind == "season":
        start = seasons()[int(value)].start
        lists = [one for one in lists if one.day == start]
    if event:
        lists = [one for one in lists if event.lower() in one.event.lower()]
    if not lists:
        there = ", ".join(sorted({one.event for one in people.lists.values() if one.event})[:8])
        raise ValueError(f"{path}: no list is of {event or format}; there are {there or 'none'}")
    wrong = [one for one in lists if one.illegal]
    if wrong:
        few = "; ".join(f"{one.name}: {one.illegal[0]}" for one in wrong[:NAMED])
        more = "; ..." if len(wrong) > NAMED else ""
        remarks.append(f"{len(wrong)} of {len(lists)} lists left out, illegal then ({few}{more})")
    played = [one for one in lists if not one.illegal]
    replaced = sum(one.replaced for one in played)
    if replaced:
        remarks.append(
            f"{counted(replaced, 'unique card')} without a known text, played as the rare or"
            " common card of"
            " their number"
        )
    days = {one.day for one in played}
    if len(days) > 1:
        played, remark = _of_one_day(played)
        remarks.append(remark)
    return [(one.deck, float(one.games)) for one in played], remarks


def _of_one_day(lists: Sequence[PlayedList]) -> tuple[list[PlayedList], str]:
    """The lists whose texts of cards agree with those of the latest day; the others cannot meet
    them in a game."""
    latest = max(one.day for one in lists)
    kept = [one for one in lists if one.deck.as_of(latest) == one.deck]
    return kept, (
        f"lists of several dates are played with the texts of {latest};"
        f" {len(lists) - len(kept)} with another text then are left out"
    )


def seated(field: Field, most: int = SEATS) -> tuple[Deck, ...]:
    """The opponents of a round: each deck of the field in proportion to its share, at least once.

    >>> from altered_env import decks
    >>> two = Entry(decks.load("axiom"), 0.75), Entry(decks.load("muna"), 0.25)
    >>> [deck.name for deck in seated(Field(two), 4)]
    ['axiom', 'axiom', 'axiom', 'muna']
    """
    seats = max(most, len(field.entries))
    found: list[Deck] = []
    for entry in field.entries:
        found += [entry.deck] * max(1, round(entry.share * seats))
    return tuple(found)
