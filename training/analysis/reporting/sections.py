"""What a report is made of: sections with words, plots and tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from altered_env import cards
from altered_env.cards import UnknownCardError
from training.analysis.reporting.sheets import Sheet

__all__ = ["Report", "Section", "card_name"]


@dataclass(slots=True)
class Section:
    """A part of the page under a heading of its own."""

    key: str
    title: str
    words: list[str] = field(default_factory=list)
    plots: list[str] = field(default_factory=list)
    sheets: list[Sheet] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Report:
    """All of a page."""

    title: str
    conditions: tuple[tuple[str, str], ...]
    """What all figures hold under, by name."""
    sections: tuple[Section, ...]

    @property
    def sheets(self) -> Iterable[Sheet]:
        """Every table."""
        return (sheet for section in self.sections for sheet in section.sheets)


def card_name(reference: str) -> str:
    """The name of a card with its version; its reference where it is known here no more."""
    try:
        return str(cards.find(reference))
    except UnknownCardError:
        return reference
