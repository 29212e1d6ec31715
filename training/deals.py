"""The deals of studies in a file: a line for what a study asks, and a line a deal.

A file may hold many studies. It is only ever added to, so that a study can be stopped at any time
and gone on with, and read by `altered report` when it is done.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from altered_env import stopping
from altered_env.play.saving import write_atomically
from training.lines import lines_in, refuse_others

__all__ = ["Deal", "Question", "add", "knows", "load", "questions", "tidy"]


@dataclass(frozen=True, slots=True)
class Question:
    """What a study asks, in names: all that its figures hold for."""

    study: str
    """Its key: what its games follow from."""
    card: str
    """The reference."""
    name: str
    against: str
    """The reference of what stands in its place, and its name."""
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
        """Is the card measured against the plain one?"""
        return self.against.endswith("_PLAIN")


@dataclass(frozen=True, slots=True)
class Deal:
    """What came of a deal: scores of the host deck, 1 for a win, half for neither."""

    study: str
    number: int
    with_card: tuple[float, float]
    """From seat A, from seat B."""
    without: tuple[float, float]
    days: float
    """The mean of its games."""

    @property
    def difference(self) -> float:
        """How much more it won with the card."""
        return (sum(self.with_card) - sum(self.without)) / 2


def _line(entry: Question | Deal) -> str:
    return json.dumps(asdict(entry)) + "\n"


def _read(line: str) -> Question | Deal | None:
    """What a line says; None for one that was cut off."""
    try:
        found: dict[str, Any] = json.loads(line)
        row: Any = {k: tuple(v) if isinstance(v, list) else v for k, v in found.items()}
        return Deal(**row) if "number" in row else Question(**row)
    except (ValueError, TypeError, AttributeError):
        return None


def _entries(path: Path) -> list[Question | Deal]:
    found = (_read(line) for line in lines_in(path))
    return [entry for entry in found if entry is not None]


def load(path: Path) -> list[Deal]:
    """The deals in a file; a line that was cut off does not count."""
    return [entry for entry in _entries(path) if isinstance(entry, Deal)]


def questions(path: Path) -> list[tuple[Question, list[Deal]]]:
    """The studies in a file, each with its deals in order.

    Raises `ValueError` where there are none.
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
        raise ValueError(f"{path} holds no deals of `altered strength --out`")
    return found


def tidy(path: Path) -> list[Deal]:
    """The deals in a file, which is written anew if its last line was cut off.

    Raises `ValueError` for a file of something else.
    """
    found = _entries(path)
    refuse_others(path, lines_in(path), len(found))
    text = "".join(map(_line, found))
    if path.exists() and path.read_text("utf-8") != text:
        write_atomically(path, text.encode())
    return [entry for entry in found if isinstance(entry, Deal)]


def add(path: Path, entries: Iterable[Question | Deal]) -> None:
    """Add lines to a file."""
    with stopping.whole(), path.open("a", encoding="utf-8") as file:
        file.writelines(map(_line, entries))


def knows(path: Path, study: str) -> bool:
    """Does the file say what this study asks?"""
    return any(isinstance(entry, Question) and entry.study == study for entry in _entries(path))
