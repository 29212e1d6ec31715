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
    """An ability on its way into the book."""

    scope: Scope
    ability: Ability
    works: int
    """Where it works, a mask of FN."""
    index: int
    """Which line of its card it is."""
    granted: bool = False
    """It is gained, or lasts: it has one row, set aside for it."""
    rows: list[Any] = field(default_factory=list)
    latches: dict[Node, int] = field(default_factory=dict)
    """The bits that say from when on it works, of each `since`."""
    signature: int = 0
    """The Signature token that it says goes with its Hero, plus 1."""

    def new_row(self, kind: int) -> Any:
        """One more row of the book for this ability."""
        if self.granted and self.rows:
            raise NotSupportedError("a granted ability that needs two rows")
        row = blank(kind, self.works)
        self.rows.append(row)
        return row


def name_of(node: Node | None) -> str:
    """The word of a head or a gate."""
    return node.name if isinstance(node, Word | Apply) else ""


KINDS: dict[str, Callable[[Entry], None]] = {}
"""How each kind of ability is compiled."""
STATEMENTS: dict[str, Callable[[Entry, Apply], None]] = {}
"""How each passive statement is."""


def ability(kind: str) -> Callable[[Callable[[Entry], None]], Callable[[Entry], None]]:
    """Register how a kind of ability is compiled."""

    def register(function: Callable[[Entry], None]) -> Callable[[Entry], None]:
        KINDS[kind] = function
        return function

    return register


def statement(
    *words: str,
) -> Callable[[Callable[[Entry, Apply], None]], Callable[[Entry, Apply], None]]:
    """Register how passive statements are compiled."""

    def register(function: Callable[[Entry, Apply], None]) -> Callable[[Entry, Apply], None]:
        STATEMENTS.update(dict.fromkeys(words, function))
        return function

    return register
