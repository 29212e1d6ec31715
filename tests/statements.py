"""Statements of the rules, and what covers each of them.

A statement is covered by a test that cites it, or by a reason why there is nothing to check. Where
it is played otherwise by decision it *deviates*: it says why, and the tests that cite it check what
is played instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.marks import cell, list_tests

__all__ = ["Statement", "counted", "missing", "table", "wrongly_covered"]


@dataclass
class Statement:
    """One statement, with what covers it."""

    id: str
    text: str
    source: str = ""
    why_not: str = ""
    """Why there is nothing to check."""
    deviates: str = ""
    """Why it is played otherwise."""
    tests: list[str] = field(default_factory=list)

    @property
    def covered(self) -> bool:
        """Whether it is tested, or says why not. What deviates needs a test of what is played."""
        return bool(self.tests or (self.why_not and not self.deviates))

    @property
    def tested(self) -> bool:
        """Whether a test checks that it is played as it says."""
        return bool(self.tests) and not self.deviates

    @property
    def cell(self) -> str:
        """What covers it, for a table of a page."""
        if not self.covered:
            return "**missing**"
        tests = list_tests(self.tests)
        if self.deviates:
            return f"**deviates:** *{cell(self.deviates)}*<br>{tests}"
        return tests or f"*{cell(self.why_not)}*"


def missing(statements: Mapping[str, Statement]) -> list[str]:
    """The ids that neither a test nor a reason covers."""
    return [s.id for s in statements.values() if not s.covered]


def wrongly_covered(statements: Mapping[str, Statement], where: Path) -> list[str]:
    """What contradicts itself: a statement that has a test and a reason why it has none, or that
    both deviates and has nothing to check."""
    wrong = []
    for s in statements.values():
        if s.why_not and s.tests:
            wrong.append(f"{where.name}: {s.id} is tested and says why not")
        if s.why_not and s.deviates:
            wrong.append(f"{where.name}: {s.id} deviates and says that nothing is to be checked")
    return wrong


def counted(statements: Mapping[str, Statement], what: str) -> str:
    """How many there are, and how many are covered in which way."""
    tested = sum(s.tested for s in statements.values())
    deviate = sum(bool(s.deviates) for s in statements.values())
    explained = sum(bool(s.why_not) for s in statements.values())
    return (
        f"{len(statements)} {what}: {tested} tested, {deviate} deviate, "
        f"{explained} have nothing to check."
    )


def table(statements: Iterable[Statement], columns: tuple[str, ...]) -> list[str]:
    """The lines of a page's table: these attributes of each statement, and what covers it."""
    heads = " | ".join({"text": "statement"}.get(column, column) for column in columns)
    lines = [f"| {heads} | tests |", "|---" * (len(columns) + 1) + "|"]
    for s in statements:
        told = " | ".join(cell(getattr(s, column)) for column in columns)
        lines.append(f"| {told} | {s.cell} |")
    return lines
