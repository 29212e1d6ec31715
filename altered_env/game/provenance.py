"""The provenance of a game."""

from __future__ import annotations

from dataclasses import dataclass

from altered_env.decks import Deck


@dataclass(frozen=True, slots=True)
class Provenance:
    """The data to replay a game."""

    decks: tuple[Deck, ...] | None = None
    seed: int = 0
    rules: str = "2024.09"
    actions: tuple[int, ...] | None = ()
    """The actions so far; None for a determinization, which has no history."""
    format: str = "standard"
    day_limit: int | None = None
    """The day limit; None for no limit."""
    opponent: str = ""
    """The opponent's agent name, if `altered play` saved the game."""
