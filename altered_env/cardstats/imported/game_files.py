"""Files of people's games: pages of the volunteers' feed, tournaments as JSON, and CSV.

A page is an object with `games`; a tournament has `entries` and `matches`, or standings with wins
and losses; a CSV has a row for each match or for each player's record. Names are replaced as they
are read, and columns and keys that are not needed are never looked at.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, Final

from altered_env._runtime.input_files import LINES, Table, mark_in, read_text
from altered_env._runtime.json_text import parsed
from altered_env.cardstats.imported.anonymous import (
    Counted,
    Left,
    Played,
    Pseudonyms,
    Seat,
    hero_called,
    of_code,
)

STANDINGS: Final = ("players", "standings", "results", "participants")
"""Keys under which a tournament lists its players' records."""
KEYS: Final = {
    "player": ("player", "playername", "name", "bganame", "username", "userid", "bgauserid"),
    "hero": ("hero", "heroname", "heroreference"),
    "deck": ("deck", "deckcode", "maindeck", "maindeckcode", "code"),
    "wins": ("wins", "won", "w"),
    "losses": ("losses", "lost", "l"),
    "event": ("event", "tournament", "tournamentname", "eventname"),
    "format": ("format",),
    "day": ("date", "day", "receivedat", "startdate"),
    "winner": ("winner",),
}
"""The accepted names of each column or key, in lower case without separators."""
FORMS: Final = (
    "expected a page of the feed (games), a tournament (entries and matches, or players with wins"
    " and losses), or CSV with hero_a, hero_b and winner, or with wins and losses"
)


@dataclass(slots=True)
class Import:
    """All games of an import, and what is left out."""

    games: list[Played] = field(default_factory=list)
    left: Left = field(default_factory=Left)
    people: Pseudonyms = field(default_factory=Pseudonyms)
    seen: set[str] = field(default_factory=set)
    """Games already read, so that overlapping pages count once."""
    repeated: int = 0

    def add(self, played: Played) -> None:
        """Keep a game unless it is there. Raises `ValueError` for one that says nothing."""
        if not any(seat.hero or seat.deck or seat.played for seat in played.seats):
            raise ValueError("no Hero and no deck is named")
        if played.key in self.seen:
            self.repeated += 1
            return
        self.seen.add(played.key)
        self.games.append(played)

    def join(self, other: Import) -> None:
        """Add all of another import with the same pseudonyms."""
        for played in other.games:
            self.add(played)
        self.repeated += other.repeated
        for why, places in other.left.places.items():
            self.left.places.setdefault(why, []).extend(places)


def read_file(path: Path, found: Import) -> None:
    """Add the games of a file. Raises `ValueError` if it is of no known form."""
    text = read_text(path, LINES)
    if not text.strip():
        raise ValueError(f"{path}: the file is empty; {FORMS}")
    if text.lstrip()[0] in "[{":
        _read_json(path, text, found)
    else:
        _read_csv(path, text, found)


def _read_json(path: Path, text: str, found: Import) -> None:
    try:
        values = [(str(path), parsed(text))]
    except json.JSONDecodeError as whole:
        values = []
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                try:
                    values.append((f"{path}, line {number}", parsed(line)))
                except json.JSONDecodeError:
                    if not values:
                        raise ValueError(f"{path} is not JSON: {whole}") from None
                    found.left.add("not JSON", f"{path}, line {number}")
    known = 0
    for where, value in values:
        for one in value if isinstance(value, list) else [value]:
            known += _read_object(where, one, found)
    if not known:
        raise ValueError(f"{path}: {FORMS}")


def _read_object(where: str, value: Any, found: Import) -> bool:
    """Add the games of an object; False if it is none of the forms."""
    if not isinstance(value, dict):
        return False
    if isinstance(value.get("games"), list):
        _each(value["games"], where, "game", found, partial(_feed, found=found))
        return True
    if isinstance(value.get("entries"), list) and isinstance(value.get("matches"), list):
        _tournament(value, where, found)
        return True
    for key in STANDINGS:
        if isinstance(value.get(key), list):
            about = partial(_record, about=_named(value), found=found)
            _each(value[key], where, key, found, about)
            return True
    return False


def _each(
    rows: Iterable[Any],
    where: str,
    what: str,
    found: Import,
    use: Callable[[Mapping[str, Any], str], Played],
) -> None:
    """Add each row as `use` reads it; the others are left out."""
    for number, row in enumerate(rows, 1):
        place = f"{where}, {what} {number}"
        try:
            if not isinstance(row, dict):
                raise ValueError("expected an object")
            found.add(use(row, place))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            why = f"{error.args[0]} is missing" if isinstance(error, KeyError) else str(error)
            found.left.add(why[:120], place)


def _feed(game: Mapping[str, Any], place: str, found: Import) -> Played:
    """A game of the feed."""
    players = game["players"]
    if not isinstance(players, list) or len(players) != 2:
        raise ValueError("expected two players")
    winners = [player["isWinner"] for player in players]
    if sorted(map(repr, winners)) != ["False", "True"]:
        raise ValueError("expected one winner")
    seats = []
    for player, won in zip(players, winners, strict=True):
        person = player.get("bgaUserId") or player.get("bgaName")
        hero, deck = of_code(player.get("deck"))
        _, played = of_code(player.get("playedCards"))
        seats.append(Seat(found.people.of(person), hero, deck, played, float(won), float(not won)))
    day, form = _day(game.get("receivedAt")), _text(game.get("format")) or "no format"
    event = _text(game.get("tournamentName")) or _text(game.get("tournamentId"))
    table = game.get("tableId")
    key = found.people.of(f"table {table}") if table is not None else place
    return Played(key, event or f"{form} {day[:7]}".strip(), form, day, tuple(seats))


def _tournament(value: Mapping[str, Any], where: str, found: Import) -> None:
    """A tournament with entries and matches, as in the files of `altered validate`."""
    number = value.get("tournament", value.get("name", where))
    event, day = f"tournament {number}", _day(value.get("date"))
    entries = {str(one["player"]): one for one in value["entries"] if "player" in one}

    def match(row: Any, place: str) -> Played:
        one, two, winner = row
        seats = []
        for k, player in enumerate((str(one), str(two))):
            if player not in entries:
                raise ValueError("a player without an entry")
            hero, deck = _hero_and_deck(entries[player])
            won = float(winner == k)
            seats.append(Seat(found.people.of(player), hero, deck, (), won, 1 - won))
        if winner not in (0, 1):
            raise ValueError(f"the winner is {winner!r:.20}; expected 0 or 1")
        return Played(place, event, _text(value.get("format")), day, tuple(seats))

    for k, row in enumerate(value["matches"], 1):
        place = f"{where}, {event}, match {k}"
        try:
            found.add(match(row, place))
        except (ValueError, TypeError) as error:
            found.left.add(str(error)[:120], place)


def _hero_and_deck(row: Mapping[str, Any]) -> tuple[str, Counted]:
    """The Hero of a row, or that of its deck. Raises `ValueError` for an unknown Hero."""
    of_deck, deck = of_code(_get(row, "deck"))
    told = _get(row, "hero")
    if isinstance(told, dict):
        told = told.get("reference") or told.get("name")
    hero = hero_called(told)
    if told and not hero:
        raise ValueError(f"unknown Hero {told!r:.40}")
    return hero or of_deck, deck


def _record(row: Mapping[str, Any], place: str, about: Mapping[str, str], found: Import) -> Played:
    """A player's record in a tournament."""
    hero, deck = _hero_and_deck(row)
    wins, losses = _number(row, "wins"), _number(row, "losses")
    if not wins + losses:
        raise ValueError("no match was played")
    seat = Seat(found.people.of(_get(row, "player")), hero, deck, (), wins, losses)
    event = _text(_get(row, "event")) or about.get("event") or place.partition(",")[0]
    day = _day(_get(row, "day")) or about.get("day", "")
    return Played(place, event, _text(_get(row, "format")) or about.get("format", ""), day, (seat,))


def _named(value: Mapping[str, Any]) -> dict[str, str]:
    """The event, format and day of a tournament."""
    event = _text(_get(value, "event")) or _text(value.get("name")) or _text(value.get("id"))
    return {"event": event, "format": _text(value.get("format")), "day": _day(_get(value, "day"))}


def _read_csv(path: Path, text: str, found: Import) -> None:
    reader = Table(path, text, mark_in(text))
    columns = {_plain(name) for name in reader.columns}
    matches = {"heroa", "herob", "winner"} <= columns or {"decka", "deckb", "winner"} <= columns
    if not matches and not {"wins", "losses"} <= columns:
        raise ValueError(f"{path}: {FORMS}")
    for number, row in enumerate(reader, 2):
        place = f"{path}, line {number}"
        try:
            named = {_plain(name): value for name, value in row.items() if name is not None}
            played = _match if matches else _row
            found.add(played(named, place, found))
        except (ValueError, TypeError) as error:
            found.left.add(str(error)[:120], place)


def _row(row: Mapping[str, Any], place: str, found: Import) -> Played:
    return _record(row, place, {}, found)


def _match(row: Mapping[str, Any], place: str, found: Import) -> Played:
    """A match of a CSV: the winner is a or b, or a player's name."""
    winner = (row.get("winner") or "").strip()
    sides = [str(row.get(f"player{side}") or "").strip() for side in "ab"]
    if winner.lower() in ("a", "b"):
        first = winner.lower() == "a"
    elif winner and winner in sides and sides[0] != sides[1]:
        first = winner == sides[0]
    else:
        raise ValueError("expected the winner a or b, or one of the players")
    seats = []
    for k, side in enumerate("ab"):
        mine = {"hero": row.get(f"hero{side}"), "deck": row.get(f"deck{side}")}
        hero, deck = _hero_and_deck(mine)
        won = float(first == (k == 0))
        seats.append(Seat(found.people.of(sides[k]), hero, deck, (), won, 1 - won))
    event = _text(_get(row, "event")) or place.partition(",")[0]
    return Played(place, event, _text(row.get("format")), _day(_get(row, "day")), tuple(seats))


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


def _get(row: Mapping[str, Any], what: str) -> Any:
    """The value under one of the accepted names."""
    wanted = KEYS[what]
    there = {_plain(str(name)): value for name, value in row.items()}
    return next((there[name] for name in wanted if there.get(name) not in (None, "")), None)


def _number(row: Mapping[str, Any], what: str) -> float:
    value = _get(row, what)
    try:
        found = float(0 if value is None else value)
    except (TypeError, ValueError):
        found = -1.0
    if not 0 <= found <= 1000:
        raise ValueError(f"{what} is {value!r:.20}; expected 0 or more")
    return found


def _text(value: Any) -> str:
    return str(value).strip()[:80] if isinstance(value, str | int) else ""


def _day(value: Any) -> str:
    """The day of a date or time; empty for anything else."""
    try:
        return date.fromisoformat(str(value or "")[:10]).isoformat()
    except ValueError:
        return ""


def of_format(games: Iterable[Played], format: str) -> Iterator[Played]:
    """The games of a format, in any case of letters; all for none."""
    return (one for one in games if not format or one.format.lower() == format.lower())
