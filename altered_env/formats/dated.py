"""Formats at a date or in a season: cards with their texts of that day, and what was legal then.

On a date the sets are those that were out (`set_days.py`).
A season is one of the Rennes Cup, an online cup of 2024 and 2025 (`seasons.tsv`): its sets, its
bans, and the texts and suspensions of its first day.

>>> from altered_env import decks, formats
>>> then = formats.get("standard", season=3)
>>> then.name, then.of_deck(decks.starter("axiom"), "5.0")
('standard:season=3', [])
>>> [len(formats.get(name).deck("ordis").hero.abilities) for name in ("standard", then.name)]
[1, 1]
"""

from __future__ import annotations

import csv
import functools
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Final

from altered_env.cards import Card
from altered_env.cards.earlier import is_suspended
from altered_env.cards.printed_words import REPRINTS
from altered_env.decks import Deck, Violation

from .format import Format
from .set_days import not_yet_out

_NAME: Final = re.compile(r"(?P<base>.+?):(?P<kind>date|season)=(?P<value>[^:]*)")


@dataclass(frozen=True, slots=True)
class Season:
    """A season: its first day, its sets and its bans."""

    number: int
    start: date
    sets: tuple[str, ...]
    heroes: tuple[str, ...]
    """The sets whose Heroes may be played."""
    banned: frozenset[str]
    """References of banned cards."""
    banned_uniques: frozenset[str]
    """References without the rarity, whose unique cards are banned; `:bravos` limits it to those
    of a faction."""

    def of_deck(self, deck: Deck) -> list[Violation]:
        """The reasons why a deck is illegal in this season."""
        found = []
        for card in dict.fromkeys(deck.every_card):
            if why := self._refused(card):
                found.append(Violation(f"season {self.number}", f"{card} {why}"))
        return found

    def _refused(self, card: Card) -> str:
        home = REPRINTS.get(card.set, card.set)
        family = f"{home}_{'_'.join(card.reference.split('_')[1:3])}"
        if home not in self.sets:
            return f"is of {home}; the sets are {', '.join(self.sets)}"
        if card.type == "hero" and home not in self.heroes:
            return f"is a Hero of {home}; Heroes must be of {', '.join(self.heroes)}"
        of_family = {family, f"{family}:{card.faction}"}
        banned = card.rarity == "unique" and bool(of_family & self.banned_uniques)
        return "is banned" if banned or card.reference in self.banned else ""


@functools.cache
def seasons() -> dict[int, Season]:
    """The seasons by number.

    >>> seasons()[6].heroes
    ('CYCLONE',)
    """
    path = Path(__file__).with_name("seasons.tsv")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return {
        int(row["season"]): Season(
            int(row["season"]),
            date.fromisoformat(row["start"]),
            tuple(row["sets"].split()),
            tuple((row["heroes"] or row["sets"]).split()),
            frozenset(row["banned"].split()),
            frozenset(row["banned_uniques"].split()),
        )
        for row in rows
    }


def split(name: str) -> tuple[str, str, str]:
    """A format's name without its date, `date` or `season`, and the value; two empty texts if it
    has none.

    >>> split("standard:season=3"), split("frontier:mine.txt")
    (('standard', 'season', '3'), ('frontier:mine.txt', '', ''))
    """
    match = _NAME.fullmatch(name)
    return (match["base"], match["kind"], match["value"]) if match else (name, "", "")


def at(form: Format, kind: str, value: str) -> Format:
    """A format at a date or in a season. Raises `LookupError` for one that there is not."""
    if form.from_boosters or form.name.startswith("sealed:"):
        raise LookupError(f"{form.name} has no {kind}: only formats with deck lists have")
    name, season = f"{form.name}:{kind}={value}", None
    if kind == "season":
        season = seasons().get(int(value)) if value.isdecimal() else None
        if season is None:
            known = ", ".join(map(str, seasons()))
            raise LookupError(f"{name[:60]}: there are seasons {known}")
        day = season.start
    else:
        try:
            day = date.fromisoformat(value)
        except ValueError:
            raise LookupError(f"{name[:60]}: expected a date such as 2025-01-15") from None
    return replace(
        form,
        name=name,
        title=f"{form.title} of {value if season is None else f'season {value}'}",
        of_deck=functools.partial(_legal, form.of_deck, day, season),
        base=f"{form.played_as}:date={day}",
        day=day,
    )


def _legal(
    of_deck: Callable[[Deck, str], list[Violation]],
    day: date,
    season: Season | None,
    deck: Deck,
    rules: str,
) -> list[Violation]:
    """The reasons why a deck was illegal then."""

    def then(card: Card) -> Card:
        return replace(card, suspended=is_suspended(card, day))

    hero = None if deck.hero is None else then(deck.hero)
    found = of_deck(replace(deck, hero=hero, cards=tuple(map(then, deck.cards))), rules)
    if season is not None:
        return found + season.of_deck(deck)
    late = ((card, not_yet_out(card, day)) for card in dict.fromkeys(deck.every_card))
    return found + [Violation(f"date {day}", f"{card} {why}") for card, why in late if why]
