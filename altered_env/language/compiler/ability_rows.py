"""The ability rows of a book under construction: those of cards, and those set aside for granted,
lasting and waiting effects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from altered_env.engine.layout import ABILITIES, ability_t
from altered_env.language.compiler.bindings import Kept
from altered_env.language.compiler.numbering import BookFullError
from altered_env.language.model import Ability, Steps

PROGRAMS = (
    "gate",
    "condition",
    "effect",
    "declare",
    "cost",
    "cost_check",
    "subject",
    "amount",
    "otherwise",
)


def blank(kind: int, works: int) -> Any:
    """Return a row without programs."""
    row = np.zeros(1, dtype=ability_t)[0]
    for name in PROGRAMS:
        row[name] = -1
    row["kind"], row["works"] = kind, works
    return row


@dataclass(frozen=True, slots=True)
class Aside:
    """An ability, or steps that wait as a Reaction, compiled into a reserved row after the ability
    that refers to them."""

    row: int
    said: Ability | Steps
    kept: Kept


class Rows:
    """Rows of cards from the front, rows set aside from the back."""

    def __init__(self) -> None:
        self.of_cards: list[Any] = []
        self.aside: dict[int, Any] = {}
        self.pending: list[Aside] = []
        """Abilities with a reserved row that are not compiled yet."""
        self.next_aside = ABILITIES - 1

    def append(self, row: Any) -> int:
        """Append a row of a card; return its number."""
        self._room()
        self.of_cards.append(row)
        return len(self.of_cards) - 1

    def set_aside(self, said: Ability | Steps, kept: Kept | None = None) -> int:
        """Reserve a row for an ability to be compiled after the current one; return its number."""
        self._room()
        row = self.next_aside
        self.next_aside -= 1
        self.pending.append(Aside(row, said, kept or Kept()))
        return row

    def _room(self) -> None:
        if len(self.of_cards) > self.next_aside:
            raise BookFullError("ABILITIES", ABILITIES, "abilities")
