"""Figures of the comparison with people: a table for each question, and CSV."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from math import nan
from typing import Final

from altered_env._runtime.csv_text import csv_text

QUESTIONS: Final = {
    "a": "Matches between known lists: does the simulated win rate predict the winner?",
    "b": "Win rates of Heroes",
    "c": "A person's ratings of cards with Heroes",
    "d": "Asking prices of unique cards, within set and cost",
    "e": "Suspended and banned cards: share of cards with a lower worth, in percent",
}
HEROES: Final = "heroes"
"""The question of the figures of single Heroes, printed after (b)."""
TITLES: Final = {
    **{letter: f"({letter}) {title}" for letter, title in QUESTIONS.items() if letter <= "b"},
    HEROES: "Win rates of Heroes in these matches",
    **{letter: f"({letter}) {title}" for letter, title in QUESTIONS.items() if letter > "b"},
}


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its 95 % interval, if it has one."""

    question: str
    who: str
    """A player, or what it is compared with."""
    what: str
    value: float
    low: float = nan
    high: float = nan
    count: int = 0
    """The number of matches, Heroes, pairs or cards."""
    note: str = ""

    @property
    def text(self) -> str:
        """The value with its interval.

        >>> Figure("a", "greedy", "AUC", 0.5831, 0.5, 0.66).text
        '0.583 (0.500 to 0.660)'
        >>> Figure("a", "greedy", "slope", nan, count=3, note="fewer than 10 matches").text
        'fewer than 10 matches'
        """
        if self.value != self.value:
            return self.note
        digits = 0 if self.question == "e" else 3
        if self.low != self.low:
            return f"{self.value:.{digits}f}"
        return f"{self.value:.{digits}f} ({self.low:.{digits}f} to {self.high:.{digits}f})"


def table(figures: Sequence[Figure]) -> str:
    """The figures as text: for each question a line for each who, a column for each what."""
    parts = []
    for question, title in TITLES.items():
        mine = [one for one in figures if one.question == question]
        if not mine:
            continue
        parts.append(title)
        parts += _blocks(mine)
        parts.append("")
    return "\n".join(parts).rstrip()


COLUMNS: Final = 4
"""The maximum number of columns side by side."""


def _blocks(mine: Sequence[Figure]) -> list[str]:
    whats = list(dict.fromkeys(one.what for one in mine))
    lines = []
    for start in range(0, len(whats), COLUMNS):
        some = whats[start : start + COLUMNS]
        here = [one for one in mine if one.what in some]
        cells = {(one.who, one.what): one.text for one in here}
        who = list(dict.fromkeys(one.who for one in here))
        first = max(24, *(len(name) + 2 for name in who))
        counts = {one.what: one.count for one in here if one.count}
        heads = [f"{what}, n={counts[what]}" if what in counts else what for what in some]
        wide = [
            max(len(head), *(len(cells.get((name, what), "-")) for name in who)) + 2
            for head, what in zip(heads, some, strict=True)
        ]
        row = "".join(f"{head:>{w}}" for head, w in zip(heads, wide, strict=True))
        lines.append(f"{'':{first}}{row}".rstrip())
        for name in who:
            row = "".join(
                f"{cells.get((name, what), '-'):>{w}}" for what, w in zip(some, wide, strict=True)
            )
            lines.append(f"{name:{first}}{row}".rstrip())
    return lines


def as_csv(figures: Iterable[Figure]) -> bytes:
    """The figures as CSV."""
    rows = (
        ["" if value != value else f"{value:.5g}" if type(value) is float else value
         for value in astuple(figure)]
        for figure in figures
    )  # fmt: skip
    return csv_text([one.name for one in fields(Figure)], rows).encode()
