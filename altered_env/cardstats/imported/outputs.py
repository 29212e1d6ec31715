"""Imported games as files: rates as CSV, and what `altered validate` and `altered meta` read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any

from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.csv_text import csv_text
from altered_env.cards import catalogue
from altered_env.cards.printed_words import REPRINTS, SETS
from altered_env.cardstats.imported.anonymous import Played, Seat
from altered_env.cardstats.imported.win_rates import Rate, deck_key
from altered_env.decks import share_code

FILES = RATES, LISTS, MATCHES, FIELD, TOURNAMENTS = (
    *("rates.csv", "decks.jsonl", "matches.jsonl", "field.tsv", "tournaments.jsonl"),
)
"""The names of the files."""


def write_all(
    folder: Path, games: Sequence[Played], rates: Sequence[Rate], names: bool
) -> list[str]:
    """Write the files; their names. Without `names`, no file links the games of a person."""
    texts = {RATES: _rates(rates)}
    lists = _lists(games)
    if lists:
        texts[LISTS] = _lines(lists.values())
        texts[MATCHES] = _lines(_matches(games))
        texts[FIELD] = _field(games)
    if names and any(len(one.seats) == 2 for one in games):
        texts[TOURNAMENTS] = _lines(_tournaments(games))
    for name, text in texts.items():
        write_atomically(folder / name, text.encode())
    return list(texts)


def _rates(rates: Iterable[Rate]) -> str:
    rows = ([f"{v:.5g}" if isinstance(v, float) else v for v in astuple(rate)] for rate in rates)
    return csv_text([one.name for one in fields(Rate)], rows)


def _lines(rows: Iterable[Mapping[str, Any]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _name(event: str, seat: Seat) -> str:
    """The name of a list in an event."""
    return f"{seat.hero.split(' & ')[0]} {deck_key(seat.hero, seat.deck)[:8]}, {event}"


def _hero_reference(name: str) -> str:
    return next(card.reference for card in catalogue() if card.type == "hero" and card.name == name)


def _lists(games: Sequence[Played]) -> dict[str, dict[str, Any]]:
    """The lists of each event, of which all have the day of its first game."""
    first: dict[str, str] = {}
    for one in games:
        if one.day:
            first[one.event] = min(one.day, first.get(one.event, one.day))
    found: dict[str, dict[str, Any]] = {}
    for one in games:
        for seat in one.seats:
            if not seat.deck or not seat.hero or one.event not in first:
                continue
            name = _name(one.event, seat)
            row = found.setdefault(
                name,
                {
                    "name": name,
                    "hero": _hero_reference(seat.hero),
                    "cards": [list(pair) for pair in seat.deck],
                    "date": first[one.event],
                    "event": one.event,
                    "sets": _sets(seat),
                    "games": 0,
                },
            )
            row["games"] += max(1, round(seat.wins + seat.losses))
    return found


def _sets(seat: Seat) -> list[str]:
    """The sets of a list's cards, oldest first."""
    there = {REPRINTS.get(s, s) for s in (ref.partition("_")[0] for _, ref in seat.deck)}
    return [name for name in SETS if name in there]


def _matches(games: Iterable[Played]) -> Iterable[dict[str, Any]]:
    for one in games:
        if len(one.seats) == 2 and one.day and all(s.deck and s.hero for s in one.seats):
            a, b = (_name(one.event, seat) for seat in one.seats)
            if a != b:
                winner = "a" if one.seats[0].wins > one.seats[1].wins else "b"
                yield {"event": one.event, "a": a, "b": b, "winner": winner}


def _tournaments(games: Iterable[Played]) -> Iterable[dict[str, Any]]:
    """Heroes and matches by event. A person with two Heroes in an event is two entries."""
    events: dict[str, list[Played]] = {}
    for one in games:
        if len(one.seats) == 2 and all(seat.player and seat.hero for seat in one.seats):
            events.setdefault(one.event, []).append(one)
    for number, (_, mine) in enumerate(sorted(events.items()), 1):
        entries: dict[tuple[str, str], str] = {}
        matches = []
        for one in mine:
            both = []
            for seat in one.seats:
                key = seat.player, seat.hero
                heroes = sum(player == seat.player for player, _ in entries)
                label = seat.player if not heroes else f"{seat.player}/{heroes + 1}"
                both.append(entries.setdefault(key, label))
            matches.append([*both, int(one.seats[1].wins > one.seats[0].wins)])
        sets = {name for one in mine for seat in one.seats for name in _sets(seat)}
        yield {
            "tournament": number,
            "date": min(one.day for one in mine),
            "sets": [name for name in SETS if name in sets],
            "entries": [{"player": label, "hero": key[1]} for key, label in entries.items()],
            "matches": matches,
        }


def _field(games: Iterable[Played]) -> str:
    """The lists and how often each was played, as codes for `altered meta`; a list with a card of a
    set without a number in codes is left out."""
    weights: dict[tuple[str, Any], float] = {}
    for one in games:
        for seat in one.seats:
            if seat.deck and seat.hero:
                key = seat.hero, seat.deck
                weights[key] = weights.get(key, 0.0) + seat.wins + seat.losses
    lines = ["deck\tshare\tname"]
    for (hero, deck), weight in sorted(weights.items(), key=lambda item: (-item[1], item[0])):
        try:
            code = share_code.code_of([(1, _hero_reference(hero)), *deck])
        except ValueError:
            continue
        name = f"{hero.split(' & ')[0]} {deck_key(hero, deck)[:6]}"
        lines.append(f"{code}\t{weight:g}\t{name}")
    return "\n".join(lines) + "\n"
