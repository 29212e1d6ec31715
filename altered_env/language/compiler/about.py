"""What `it`, `n`, `me` and X mean in an ability, as the event that it is about says."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class About:
    """The meaning of the references in an ability."""

    it_place: bool = False
    """`it` is the Expedition that moved, or failed to."""
    it_before: bool = False
    """`it` of a Reaction is about an object that left: queries read its last known state."""
    it_played: bool = False
    """`it` of a Reaction is the played card: its Base Cost is the one it was played at."""
    it_to_come: bool = False
    """`it` is the object about to be created, in the body of a modifier: it does not exist yet."""
    dice: bool = False
    """`n` is how many dice are rolled."""
    playing_me: bool = False
    """A statement about playing me: my Expedition is the one declared."""
    spell: bool = False
    """The effect of a Spell, or its declaration, is being compiled."""
    x: int | None = None
    """The register of X, once a cost has chosen it."""
