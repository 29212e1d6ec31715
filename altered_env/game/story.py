"""Where a game comes from."""

from __future__ import annotations

from dataclasses import dataclass

from altered_env.decks import Deck

__all__ = ["Story"]


@dataclass(frozen=True, slots=True)
class Story:
    """Where a game comes from: what it takes to play it again."""

    decks: tuple[Deck, ...] | None = None
    seed: int = 0
    rules: str = "2024.09"
    actions: tuple[int, ...] | None = ()
    """The actions so far; None for another world of a game, which nobody has played."""
    format: str = "standard"
    day_limit: int | None = None
    """The last day that is played; None where there is none."""
    opponent: str = ""
    """Who it is played against, where `altered play` saved it: the name of an agent."""
