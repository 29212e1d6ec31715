"""Cards in the shipped ranking: the worth of each, dealt early."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from altered_env.cards.worths import Worths
from altered_env.cardstats.reporting.sections import Section, card_name
from altered_env.cardstats.reporting.sheets import Column, Sheet

COLUMNS = (
    Column("name", "card"),
    Column("worth", "worth", "points", "gain in win rate over the plain Character 3/3, 3/3/3"),
    Column("place", "place", "count", "among all cards of the ranking"),
    Column("best", "among the best 1 %", "percent"),
    Column("copies", "dealt early", "count"),
)


def ranks_section(references: Iterable[str], measured: Worths) -> Section | None:
    """The worths of these cards, the best first; None where none of them was measured."""
    there = [measured.cards[name] for name in references if name in measured.cards]
    rows: list[dict[str, Any]] = [
        {
            "name": card_name(row.reference),
            "worth": row.worth / 100,
            "worth_low": row.low / 100,
            "worth_high": row.high / 100,
            "place": row.place,
            "place_low": row.place_low,
            "place_high": row.place_high,
            "best": row.best / 100,
            "copies": row.copies,
        }
        for row in sorted(there, key=lambda row: row.place)
    ]
    if not rows:
        return None
    words = [
        "The effect of a copy among the first twelve cards, from an experiment with all cards,"
        f" independent of the observations above ({len(measured.cards):,} cards; "
        f"{measured.conditions})."
    ]
    sheet = Sheet("ranks", "Cards by worth", COLUMNS, rows)
    return Section("ranks", "Cards: ranking", words, [], [sheet])
