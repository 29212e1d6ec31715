"""Where a game comes from."""

from __future__ import annotations

from dataclasses import dataclass

from altered_env.decks import Deck


@dataclass(frozen=True, slots=True)
class Provenance:
    """Provenance of a game: the data to replay it."""

    decks: tuple[Deck, ...] | None = None
    seed: int = 0
    rules: str = "2024.09"
    actions: tuple[int, ...] | None = ()
    """The actions so far; None for a determinization, which has no history."""
    format: str = "standard"
    day_limit: int | None = None
    """The last day that is played; None where there is none."""
    opponent: str = ""
    """The opponent, an agent's name, if `altered play` saved it."""
