"""The parts of a report: sections with text, plots and tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from altered_env import cards
from altered_env.cards import UnknownCardError
from altered_env.cardstats.reporting.sheets import Sheet

Row = TypeVar("Row", bound=Mapping[str, Any])


@dataclass(slots=True)
class Section:
    """A part of the page with a heading."""

    key: str
    title: str
    words: list[str] = field(default_factory=list)
    plots: list[str] = field(default_factory=list)
    sheets: list[Sheet] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Report:
    """A whole page."""

    title: str
    conditions: tuple[tuple[str, str], ...]
    """The conditions of all figures, by name."""
    sections: tuple[Section, ...]
    choices: tuple[str, ...] = ()
    """Texts of cells, of which a reader chooses one to see only its rows."""
    tabs: bool = False
    """Is one section shown at a time?"""

    @property
    def sheets(self) -> Iterable[Sheet]:
        """Return every table."""
        return (sheet for section in self.sections for sheet in section.sheets)


def card_name(reference: str) -> str:
    """Return the name of a card with its version; its reference if it is no longer known."""
    try:
        return str(cards.find(reference))
    except UnknownCardError:
        return reference


def extremes(rows: Sequence[Row], by: str, most: int) -> list[Row]:
    """Return the `most` rows that are most surely the best, and as many worst, in the order given.

    They are chosen by the ends of their intervals, because rarely observed cards have the largest
    values by chance.

    >>> rows = [{"x": x, "x_low": x - w, "x_high": x + w} for x, w in ((9, 9), (5, 1), (0, 1))]
    >>> [row["x"] for row in extremes(rows, "x", 1)]
    [5, 0]
    """
    if len(rows) <= 2 * most:
        return list(rows)
    best = sorted(range(len(rows)), key=lambda k: -rows[k][f"{by}_low"])[:most]
    rest = set(range(len(rows))) - set(best)
    worst = sorted(rest, key=lambda k: rows[k][f"{by}_high"])[:most]
    return [rows[k] for k in sorted((*best, *worst))]
