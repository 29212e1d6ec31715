"""Cards as of a date: earlier texts of corrected cards, and suspensions.

`earlier.tsv` has the day of each correction and suspension. The earlier texts are in
`earlier.yaml`; a correction without a date has none, because it is not known.

>>> from altered_env import cards
>>> afanas = cards.find("Afanas & Senka")
>>> len(afanas.abilities), len(as_of(afanas, date(2025, 1, 15)).abilities)
(2, 1)
"""

from __future__ import annotations

import csv
import functools
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Final

from .card import Card
from .loading import File, load_files
from .reader import OWN_SET

FOLDER: Final = Path(__file__).parent


@functools.cache
def _days(event: str) -> dict[str, date | None]:
    """Return the day of this event for each card that has it; None if the day is not known."""
    with (FOLDER / "earlier.tsv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["event"] == event]
    return {
        row["reference"]: date.fromisoformat(row["day"]) if row["day"] else None for row in rows
    }


@functools.cache
def _earlier() -> dict[str, Card]:
    """Return the earlier versions of corrected cards."""
    file = File(FOLDER / "earlier.yaml", "earlier.yaml", OWN_SET)
    return {card.reference: card for card in load_files([file])}


def corrections() -> dict[str, date | None]:
    """Return the corrected cards, each with the day of the correction; None if the day and the
    earlier text are not known.

    >>> corrections()["CORE_YZ_03_C"], corrections()["BISE_LY_53_C"]
    (datetime.date(2025, 7, 30), None)
    """
    return _days("corrected")


def suspensions() -> dict[str, date | None]:
    """Return the suspended cards, each with the first day of its suspension.

    >>> suspensions()["CORE_LY_29_C"]
    datetime.date(2026, 7, 22)
    """
    return _days("suspended")


def of_unknown_text(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return those of the cards that once had another text, which is not known.

    >>> from altered_env import cards
    >>> [str(card) for card in of_unknown_text(cards.search("daedalus"))]
    ['Daedalus C', 'Daedalus R1']
    """
    lost = {reference for reference, day in corrections().items() if day is None}
    return tuple(card for card in dict.fromkeys(cards) if card.reference in lost)


def as_of(card: Card, day: date) -> Card:
    """Return the card with its text of a day; unchanged if never corrected or the text is lost."""
    corrected = corrections().get(card.reference)
    return _earlier()[card.reference] if corrected is not None and day < corrected else card


def is_suspended(card: Card, day: date | None = None) -> bool:
    """Return whether the card is suspended from constructed play, on a day or now.

    >>> from altered_env import cards
    >>> festival = cards.find("Lyra Festival C")
    >>> is_suspended(festival), is_suspended(festival, date(2026, 7, 21))
    (True, False)
    """
    since = suspensions().get(card.reference)
    return card.suspended if day is None or since is None else day >= since
