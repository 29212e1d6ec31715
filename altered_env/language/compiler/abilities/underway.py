"""An ability under compilation: its source and the rows written so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from altered_env.language.compiler.ability_rows import blank
from altered_env.language.compiler.program import NotSupportedError
from altered_env.language.compiler.scope import Scope
from altered_env.language.model import Ability, Apply, Node, Word


@dataclass(slots=True)
class Entry:
    """An ability under compilation."""

    scope: Scope
    ability: Ability
    works: int
    """The places where it works, a mask of FN."""
    index: int
    """The index of its line on the card."""
    granted: bool = False
    """Whether it is granted or lasting: then it has one row, which is set aside."""
    rows: list[Any] = field(default_factory=list)
    latches: dict[Node, int] = field(default_factory=dict)
    """The bit of each `since`, which marks when it begins to work."""
    signature: int = 0
    """The Signature token that goes with its Hero, plus 1."""

    def new_row(self, kind: int) -> Any:
        """Append a row to the book for this ability."""
        if self.granted and self.rows:
            raise NotSupportedError("a granted ability that needs two rows")
        row = blank(kind, self.works)
        self.rows.append(row)
        return row


def name_of(node: Node | None) -> str:
    """Return the word of a head or a gate."""
    return node.name if isinstance(node, Word | Apply) else ""


KINDS: dict[str, Callable[[Entry], None]] = {}
"""The compiler function of each kind of ability."""
STATEMENTS: dict[str, Callable[[Entry, Apply], None]] = {}
"""The compiler function of each passive statement."""


def ability(kind: str) -> Callable[[Callable[[Entry], None]], Callable[[Entry], None]]:
    """Register the compiler function of a kind of ability."""

    def register(function: Callable[[Entry], None]) -> Callable[[Entry], None]:
        KINDS[kind] = function
        return function

    return register


def statement(
    *words: str,
) -> Callable[[Callable[[Entry, Apply], None]], Callable[[Entry, Apply], None]]:
    """Register the compiler function of passive statements."""

    def register(function: Callable[[Entry, Apply], None]) -> Callable[[Entry, Apply], None]:
        STATEMENTS.update(dict.fromkeys(words, function))
        return function

    return register
