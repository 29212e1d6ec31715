"""The file format of studies: a line for the question of each study, and a line for each deal.

A file may hold many studies. It is append-only, so a study can be stopped at any time and resumed,
and `altered report` can read it once it is complete.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from math import inf
from pathlib import Path
from typing import Any

from altered_env.arena.line_files import add_lines, read_lines, row_of


@dataclass(frozen=True, slots=True)
class Question:
    """The question of a study in names, with all conditions of its figures."""

    study: str
    """The key of the study, which determines its games."""
    card: str
    """The reference of the card."""
    name: str
    against: str
    """The reference and the name of the replacement."""
    against_name: str
    copies: int
    agent: str
    hosts: tuple[str, ...]
    opponents: tuple[str, ...]
    seed: int
    rules: str
    version: str

    @property
    def plain(self) -> bool:
        """Return whether the replacement is the plain card."""
        return self.against.endswith("_PLAIN")


@dataclass(frozen=True, slots=True)
class Deal:
    """The result of a deal: scores of the host deck, 1 for a win and one half for a draw."""

    study: str
    number: int
    with_card: tuple[float, float]
    """Scores from seat A and from seat B."""
    without: tuple[float, float]
    days: float
    """The mean length of its games."""

    @property
    def difference(self) -> float:
        """Return the score with the card less the score without it."""
        return (sum(self.with_card) - sum(self.without)) / 2


_SAYS = {
    "number": (0, inf),
    "with_card": (0, 1),
    "without": (0, 1),
    "days": (0, inf),
    "copies": (1, inf),
    "seed": (0, inf),
}


def _read(found: Any) -> Question | Deal:
    """Parse a line. Raises `ValueError` if no study can have written it."""
    if not isinstance(found, dict) or "number" not in found:
        return row_of(Question, found, _SAYS)
    deal = row_of(Deal, found, _SAYS)
    for score in (*deal.with_card, *deal.without):
        if score not in (0, 0.5, 1):
            raise ValueError(f"a score is {score}; expected 0, 0.5 or 1")
    return deal


def _entries(path: Path) -> list[Question | Deal]:
    rows = read_lines(path, _read)
    said: dict[tuple[str, int], tuple[int, Deal]] = {}
    for line, entry in rows:
        if isinstance(entry, Deal):
            first, other = said.setdefault((entry.study, entry.number), (line, entry))
            if other != entry:
                raise ValueError(
                    f"{path}, lines {first} and {line}: two results of deal {entry.number} of"
                    f" study {entry.study}; remove the wrong one"
                )
    return [entry for _, entry in rows]


def load(path: Path) -> list[Deal]:
    """Return the deals in a file, ignoring an incomplete last line."""
    return [entry for entry in _entries(path) if isinstance(entry, Deal)]


def questions(path: Path) -> list[tuple[Question, list[Deal]]]:
    """Return the studies in a file, each with its deals in order.

    Raises `ValueError` if there are none.
    """
    asked, deals = {}, load(path)
    for entry in _entries(path):
        if isinstance(entry, Question):
            asked[entry.study] = entry
    by_study: dict[str, dict[int, Deal]] = {}
    for deal in deals:
        by_study.setdefault(deal.study, {})[deal.number] = deal
    found = [
        (question, [by_study[key][n] for n in sorted(by_study[key])])
        for key, question in asked.items()
        if key in by_study
    ]
    if not found:
        raise ValueError(f"{path} contains no deals of `altered strength --out`")
    return found


def tidy(path: Path) -> list[Deal]:
    """Drop an incomplete last line of a file, and return the deals in it.

    Raises `ValueError` if the file is not one of studies.
    """
    found = _entries(path)
    if path.exists():
        add_lines(path, ())
    return [entry for entry in found if isinstance(entry, Deal)]


def add(path: Path, entries: Iterable[Question | Deal]) -> None:
    """Append lines to a file."""
    add_lines(path, map(asdict, entries))


def knows(path: Path, study: str) -> bool:
    """Return whether the file holds the question of this study."""
    return any(isinstance(entry, Question) and entry.study == study for entry in _entries(path))
