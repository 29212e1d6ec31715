"""The days from which the cards of each set could be played (`sets.tsv`).

CORE has none: it is the first set. Of some sets only a day is known before which they were not out.

>>> set_days()["ALIZE"].day.isoformat(), set_days()["EOLE"].exact
('2025-01-31', False)
"""

from __future__ import annotations

import csv
import functools
from datetime import date
from pathlib import Path
from typing import NamedTuple

from altered_env.cards import Card
from altered_env.cards.printed_words import REPRINTS


class SetDay(NamedTuple):
    """The day of a set's release; if it is not exact, the set came out on that day or later."""

    day: date
    exact: bool


@functools.cache
def set_days() -> dict[str, SetDay]:
    """Return the day of each set that has one."""
    path = Path(__file__).with_name("sets.tsv")
    with path.open(encoding="utf-8", newline="") as file:
        return {
            row["set"]: SetDay(date.fromisoformat(row["since"]), row["exact"] == "yes")
            for row in csv.DictReader(file, delimiter="\t")
        }


def not_yet_out(card: Card, day: date) -> str:
    """Return why a card could not be played on a day: its set came later. Empty if it could.

    >>> from altered_env import cards
    >>> not_yet_out(cards.find("ALIZE_AX_32_C"), date(2025, 1, 15))
    'is of ALIZE, which came out on 2025-01-31'
    """
    home = REPRINTS.get(card.set, card.set)
    since = set_days().get(home)
    if since is None or day >= since.day:
        return ""
    return f"is of {home}, which came out {'on' if since.exact else 'after'} {since.day}"
