"""What `it`, `n`, `me` and X mean in an ability, as the event that it is about says."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["About"]


@dataclass(frozen=True, slots=True)
class About:
    """What the words of an ability speak of."""

    it_place: bool = False
    """`it` is the Expedition that moved, or failed to."""
    it_before: bool = False
    """`it` of a Reaction is about what left: what is asked about it is as it last was."""
    it_played: bool = False
    """`it` of a Reaction is what was played: its Base Cost is the one it was played at."""
    it_to_come: bool = False
    """`it` is what is about to be created, in the body of a modifier: it is not yet there."""
    dice: bool = False
    """`n` is how many dice are rolled."""
    playing_me: bool = False
    """A statement about playing me: my Expedition is the one declared."""
    spell: bool = False
    """What is compiled is the effect of a Spell, or its declaration."""
    x: int | None = None
    """The register of X, once a cost has chosen it."""
