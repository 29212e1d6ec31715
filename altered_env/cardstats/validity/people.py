"""Results of people, read from a folder: lists, matches, tournaments, ratings and prices.

A line that cannot be used is left out and counted; `People.remarks` says which and why.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final, TypeVar

from altered_env import formats
from altered_env._runtime.input_files import LINES, Table, read_text
from altered_env._runtime.json_text import parsed
from altered_env._runtime.plurals import counted
from altered_env._runtime.suggestions import did_you_mean
from altered_env.cards import Card, UnknownCardError, catalogue
from altered_env.cards.earlier import of_unknown_text
from altered_env.cards.errors import CardFileError
from altered_env.cards.exports import read_official
from altered_env.cards.importing import names_with, read_cards, unplayable
from altered_env.cards.official import OfficialCard
from altered_env.cards.printed_words import SETS
from altered_env.decks import Deck
from altered_env.decks.deck_names import fault_of_name
from altered_env.formats.dated import seasons
from altered_env.formats.format import Format
from altered_env.formats.plain_versions import as_listed, plain_version
from altered_env.formats.variants import short_reference

FILES: Final = (
    "decks.jsonl",
    "uniques.jsonl",
    "matches.jsonl",
    "tournaments.jsonl",
    "card-ratings.tsv",
    "prices.tsv",
)
STRANGE: Final = "another form than docs/validity.md shows"
RULES: Final = "2024.09"
"""The ruleset of the events."""
BEST: Final = 10.0
"""The highest rating."""
NAMED: Final = 3
"""The number of lines to name of those that are left out for one reason."""

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class PlayedList:
    """A deck list of a person in an event, with the card texts of its first day."""

    name: str
    event: str
    day: date
    sets: tuple[str, ...]
    deck: Deck
    replaced: int
    """Unique cards without a known text, played as the rare or common card of the same number."""
    lost: bool
    """Does it hold a card whose earlier text is not known?"""
    illegal: tuple[str, ...] = ()
    """Why it is illegal in its season, or on its day."""
    also: bool = False
    """Is this a further name of a list, such as that of another event?"""
    games: int = 1
    """How often it was played, if that is known."""
    place: str = ""
    """Its place in the event, such as 1, 5-8 or group stage."""

    @property
    def hero(self) -> str:
        """The name of its Hero."""
        return "" if self.deck.hero is None else self.deck.hero.name

    @property
    def exact(self) -> bool:
        """Are all its texts known?"""
        return not self.replaced and not self.lost


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match between two lists, by name."""

    event: str
    one: str
    two: str
    won: float
    """1 if the first list won, 0 if the second did."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament without lists: Heroes by player, and matches."""

    number: int
    sets: tuple[str, ...]
    heroes: Mapping[str, str]
    matches: tuple[tuple[str, str, float], ...]


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's rating of a card with a Hero."""

    card: Card
    hero: Card
    rating: float


@dataclass(frozen=True, slots=True)
class Price:
    """The lowest asking price of a unique card."""

    reference: str
    euros: float


@dataclass(slots=True)
class People:
    """All that a folder holds."""

    lists: dict[str, PlayedList] = field(default_factory=dict)
    matches: list[PlayedMatch] = field(default_factory=list)
    tournaments: list[Tournament] = field(default_factory=list)
    ratings: list[Rating] = field(default_factory=list)
    prices: list[Price] = field(default_factory=list)
    texts: dict[str, OfficialCard] = field(default_factory=dict)
    """Unique cards with a known text, by short reference."""
    remarks: list[str] = field(default_factory=list)

    @property
    def distinct(self) -> list[PlayedList]:
        """The lists, each once: some have several names."""
        return [one for one in self.lists.values() if not one.also]


class UnusableError(ValueError):
    """A line that cannot be used; the message says why."""


class _Left:
    """Lines that are left out, by reason."""

    def __init__(self) -> None:
        self.lines: dict[str, list[str]] = {}

    def add(self, why: str, where: str) -> None:
        self.lines.setdefault(why, []).append(where)

    def remarks(self, file: str, total: int, what: str) -> Iterator[str]:
        """A sentence for each reason."""
        for why, places in self.lines.items():
            few = ", ".join(places[:NAMED]) + (", ..." if len(places) > NAMED else "")
            yield f"{file}: {len(places)} of {total} {what} left out: {why} ({few})"


def read(folder: Path, more_cards: Sequence[Path] = (), files: Sequence[str] = FILES) -> People:
    """The results in these files of a folder; `more_cards` are files with further texts of unique
    cards.

    Raises `ValueError` if there is nothing to read.
    """
    if not folder.is_dir():
        raise ValueError(f"{folder}: expected a folder with {', '.join(FILES)}")
    there = [name for name in files if (folder / name).is_file()]
    if not set(there) - {"uniques.jsonl"}:
        raise ValueError(f"{folder} has none of {', '.join(files)}")
    found = People()
    found.remarks += [f"{name}: no such file" for name in files if name not in there]
    for path in ([folder / "uniques.jsonl"] if "uniques.jsonl" in there else []) + [*more_cards]:
        _read_texts(path, found)
    readers: dict[str, Callable[[Path, People], None]] = {
        "decks.jsonl": _read_lists,
        "matches.jsonl": _read_matches,
        "tournaments.jsonl": _read_tournaments,
        "card-ratings.tsv": _read_ratings,
        "prices.tsv": _read_prices,
    }
    for name, reader in readers.items():
        if name in there:
            reader(folder / name, found)
    return found


def _rows(path: Path, found: People, what: str, use: Callable[[Any], Row]) -> list[Row]:
    """The rows of a file of JSON lines, as `use` reads them; the others are left out."""
    left, rows, total = _Left(), [], 0
    for number, line in enumerate(read_text(path, LINES).splitlines(), 1):
        if not line.strip():
            continue
        total += 1
        try:
            value = parsed(line)
            if not isinstance(value, dict):
                raise UnusableError("expected an object")
            rows.append(use(value))
        except json.JSONDecodeError:
            left.add("not JSON", f"line {number}")
        except UnusableError as error:
            left.add(f"{error!s:.120}", f"line {number}")
        except KeyError as error:
            left.add(f"{error.args[0]!r:.40} is missing", f"line {number}")
        except (ValueError, TypeError, AttributeError, LookupError, OverflowError):
            left.add(STRANGE, f"line {number}")
    found.remarks += left.remarks(path.name, total, what)
    if not total:
        found.remarks.append(f"{path.name}: the file is empty")
    return rows


def _table(
    path: Path, columns: Sequence[str], found: People, use: Callable[[Any], Row]
) -> list[Row]:
    """The rows of a table with tabs, as `use` reads them; the others are left out."""
    reader = Table(path, read_text(path, LINES), "\t")
    if absent := [name for name in columns if name not in reader.columns]:
        found.remarks.append(f"{path.name}: left out, without the column {absent[0]!r}")
        return []
    left, rows, total = _Left(), [], 0
    for number, line in enumerate(reader, 2):
        total += 1
        try:
            rows.append(use(line))
        except UnusableError as error:
            left.add(f"{error!s:.120}", f"line {number}")
        except (ValueError, TypeError, AttributeError, LookupError, OverflowError):
            left.add(STRANGE, f"line {number}")
    found.remarks += left.remarks(path.name, total, "lines")
    if not total:
        found.remarks.append(f"{path.name}: the file is empty")
    return rows


def _read_texts(path: Path, found: People) -> None:
    try:
        official = read_official(path)
    except CardFileError as error:
        found.remarks.append(f"{path.name}: left out: {error}")
        return
    unique = {card.reference: card for card in official.cards if card.unique}
    found.texts |= unique
    if official.errors:
        found.remarks.append(
            f"{path.name}: {len(official.errors)} of {official.entries} cards left out:"
            f" {official.errors[0]}"
        )


def known_card(reference: Any) -> Card:
    """The card of the package with this reference. Raises `UnusableError`."""
    try:
        return catalogue()[str(reference)]
    except UnknownCardError:
        raise UnusableError(f"unknown card {reference!s:.40}") from None


def _understood(texts: Iterable[OfficialCard]) -> dict[str, Card]:
    """The unique cards that can be played, by reference."""
    pool = catalogue()
    official = list(texts)
    readings = read_cards(official, names_with(pool.names, official))
    fits = [one.card for one in readings if one.ok and one.card is not None and not one.tokens]
    wrong = unplayable(fits, pool.tokens, pool.names)
    return {card.reference: card for card in fits if card.reference not in wrong}


def _read_lists(path: Path, found: People) -> None:
    entries = _rows(path, found, "lists", _entry)
    wanted = {short_reference(ref) for entry in entries for _, ref in entry["cards"]}
    known = _understood(card for name, card in found.texts.items() if name in wanted)
    counts: Counter[str] = Counter()
    left = _Left()
    for entry in entries:
        try:
            played = _played_list(entry, known, counts)
        except ValueError as error:
            left.add(f"{error!s:.120}", str(entry["name"])[:40])
            continue
        for name in (str(entry["name"]), *map(str, entry.get("also") or ())):
            if name in found.lists:
                left.add("the name occurs twice", name[:40])
            else:
                found.lists[name] = replace(played, name=name, also=name != entry["name"])
    found.remarks += left.remarks(path.name, len(entries), "lists")
    found.remarks.append(
        f"{path.name}: {counted(counts['unique'], 'unique card')} in"
        f" {counted(len(entries), 'list')},"
        f" {counts['replaced']} of them without a known text and played as the rare or common card"
        " of their number"
    )
    illegal = [one for one in found.distinct if one.illegal]
    if illegal:
        few = "; ".join(f"{one.name}: {one.illegal[0]}" for one in illegal[:NAMED])
        found.remarks.append(
            f"{path.name}: {len(illegal)} lists break a rule of their season or day and are played"
            f" ({few}{'; ...' if len(illegal) > NAMED else ''})"
        )


def _entry(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """The entry of a list, its form checked."""
    cards = value["cards"]
    _ = value["hero"]
    if wrong := fault_of_name(str(value["name"])):
        raise UnusableError(wrong)
    if not isinstance(cards, list) or not cards:
        raise UnusableError("a list without cards")
    for one in cards:
        right = isinstance(one, list) and len(one) == 2 and type(one[0]) is int
        if not right or not isinstance(one[1], str) or not 1 <= one[0] <= 99:
            raise UnusableError(f'expected [3, "ALT_CORE_B_AX_16_C"], found {one!r:.40}')
    return value


def _day(text: Any) -> date:
    """The first day of a date that may lack its day or month."""
    parts = str(text or "").split("-")
    try:
        year, month, day = (*map(int, parts), 1, 1)[:3]
        return date(year, month, day)
    except ValueError:
        raise UnusableError(f"expected a date such as 2025-01-15, found {text!r:.30}") from None


def _last_day(day: date, entry: Mapping[str, Any]) -> date:
    """The last day that the date of an entry may mean: it may lack its day or month."""
    parts = str(entry["date"]).count("-")
    if parts == 1:
        return (day.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
    return day if parts else day.replace(month=12, day=31)


def _played_list(
    entry: Mapping[str, Any], known: Mapping[str, Card], counts: Counter[str]
) -> PlayedList:
    hero = known_card(entry["hero"])
    if hero.type != "hero":
        raise UnusableError(f"{hero} is no Hero")
    cards: list[Card] = []
    listed: list[Card] = []
    replaced = uniques = 0
    for count, reference in entry["cards"]:
        if "_U_" in reference:
            card = known.get(short_reference(reference))
            uniques += count
            meant = card or as_listed(reference, hero.faction)
            if card is None:
                card = plain_version(reference, hero.faction)
                replaced += count
        else:
            card = meant = known_card(reference)
        cards += [card] * count
        listed += [meant] * count
    counts["unique"] += uniques
    counts["replaced"] += replaced
    day = _day(entry.get("date"))
    deck = Deck(str(entry["name"]), hero, tuple(cards)).as_of(day)
    wrong = [
        str(one)
        for one in format_of(_last_day(day, entry)).of_deck(
            replace(deck, cards=tuple(listed)), RULES
        )
    ]
    event = str(entry.get("event") or entry.get("source") or "").partition(" (")[0]
    return PlayedList(
        deck.name,
        event,
        day,
        tuple(map(str, entry.get("sets") or ())),
        deck,
        replaced,
        bool(of_unknown_text(deck.every_card)),
        tuple(wrong),
        False,
        _games(entry.get("games", 1)),
        str(entry.get("place") or "")[:20],
    )


def format_of(day: date) -> Format:
    """The format of an event by its first day: a season, or Standard of that day."""
    season = next((one for one in seasons().values() if one.start == day), None)
    if season is not None:
        return formats.get("standard", season=season.number)
    return formats.get("standard", date=str(day))


def _games(value: Any) -> int:
    if type(value) is not int or value < 1:
        raise UnusableError(f"games is {value!r:.30}; expected 1 or more")
    return value


def _read_matches(path: Path, found: People) -> None:
    def use(value: Mapping[str, Any]) -> PlayedMatch:
        one, two, winner = str(value["a"]), str(value["b"]), value["winner"]
        for name in (one, two):
            if name not in found.lists:
                raise UnusableError("a list that is not in decks.jsonl, or was left out")
        if winner not in ("a", "b"):
            raise UnusableError(f"the winner is {winner!r:.20}; expected a or b")
        if one == two:
            raise UnusableError("a list against itself")
        return PlayedMatch(str(value.get("event") or ""), one, two, float(winner == "a"))

    found.matches += _rows(path, found, "matches", use)
    if found.matches and len({match.won for match in found.matches}) == 1:
        found.remarks.append(
            f"{path.name}: the same side wins every match; the order tells nothing"
        )


def _read_tournaments(path: Path, found: People) -> None:
    known = {card.name for card in catalogue() if card.type == "hero"}
    strange: Counter[str] = Counter()

    def use(value: Mapping[str, Any]) -> Tournament:
        heroes = {str(one["player"]): str(one["hero"]) for one in value["entries"]}
        matches = []
        for match in value["matches"]:
            if not isinstance(match, list) or len(match) != 3:
                raise UnusableError(f'expected a match ["p1", "p2", 0], found {match!r:.40}')
            one, two, winner = match
            here = [heroes.get(str(player), "") for player in (one, two)]
            unknown = [hero for hero in here if hero not in known]
            if unknown or winner not in (0, 1):
                strange[f"unknown Hero {unknown[0]!r:.40}" if unknown else "no winner"] += 1
                continue
            matches.append((str(one), str(two), float(winner == 0)))
        sets = tuple(map(str, value.get("sets") or ()))
        if unknown := [name for name in sets if name not in SETS]:
            raise UnusableError(f"unknown set {unknown[0]!r:.40}{did_you_mean(unknown[0], SETS)}")
        if value.get("date") is not None:
            _day(value["date"])
        return Tournament(int(value.get("tournament") or 0), sets, heroes, tuple(matches))

    found.tournaments += _rows(path, found, "tournaments", use)
    for why, count in strange.items():
        found.remarks.append(f"{path.name}: {counted(count, 'match', 'matches')} left out: {why}")


def _number(text: str) -> float:
    try:
        return float(text)
    except (TypeError, ValueError):
        raise UnusableError(f"expected a number, found {text!r:.20}") from None


def _read_ratings(path: Path, found: People) -> None:
    def use(row: Mapping[str, str]) -> Rating:
        card, hero, rating = (
            known_card(row["card"]),
            known_card(row["hero"]),
            _number(row["rating"]),
        )
        if not 0 <= rating <= BEST:
            raise UnusableError(f"expected a rating from 0 to 10, found {row['rating']!r:.20}")
        if hero.type != "hero":
            raise UnusableError(f"{hero} is no Hero")
        if card.faction != hero.faction:
            raise UnusableError("the card is not of the Hero's faction")
        return Rating(card, hero, rating)

    found.ratings += _table(path, ("card", "hero", "rating"), found, use)


def _read_prices(path: Path, found: People) -> None:
    def use(row: Mapping[str, str]) -> Price:
        reference, euros = short_reference(row["reference"]), _number(row["lowest_ask_eur"])
        if "_U_" not in reference:
            raise UnusableError(f"expected a unique card, found {row['reference']!r:.40}")
        if not 0 < euros < 1e6:
            raise UnusableError("expected a price above 0")
        return Price(reference, euros)

    found.prices += _table(path, ("reference", "lowest_ask_eur"), found, use)
