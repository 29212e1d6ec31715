"""The dataclasses of a view: plain, frozen, comparable."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ObjectView:
    """An object with its current characteristics."""

    slot: int
    """Its action, if it can be chosen."""
    name: str | None
    """None for a card whose face this player does not know."""
    reference: str | None
    version: str
    """`C`, `R1`, ...; empty for a token and for an unknown card."""
    owner: str
    controller: str
    zone: str
    expedition: str | None
    """`hero` or `companion`, the Expedition it is in."""
    presence: frozenset[str]
    """The Expeditions it is present in: `A hero`, and so on."""
    type: str
    token: bool
    subtypes: frozenset[str]
    faction: str
    rarity: str | None
    hand_cost: int | None
    reserve_cost: int | None
    base_cost: int | None
    forest: int
    mountain: int
    water: int
    boosts: int
    counters: Mapping[str, int]
    statuses: frozenset[str]
    keywords: frozenset[str]
    tough: int
    gained: tuple[str, ...]
    """Abilities that it has gained, in notation."""
    muted: bool
    """Whether it has lost its abilities."""
    timestamp: int

    @property
    def stats(self) -> str:
        """Current forest/mountain/water: `2/2/2`."""
        return f"{self.forest}/{self.mountain}/{self.water}"


@dataclass(frozen=True, slots=True)
class RegionView:
    """A region of the Adventure, counted from the Hero region, 0, to the Companion region, 7; for
    four players 8 to 15 are a second line of them."""

    number: int
    face_up: bool
    terrains: frozenset[str]
    """Its current terrains; none while face-down."""
    printed: frozenset[str]
    """The terrains on the card; none for a player while it is face-down."""


@dataclass(frozen=True, slots=True)
class ExpeditionView:
    """An Expedition, with its objects and its position."""

    controller: str
    name: str
    distance: int
    """Its distance from its start, in regions."""
    region: int
    facing: str
    """The Expedition that faces it: `B hero`."""
    ascended: bool
    moved_today: bool
    forest: int
    mountain: int
    water: int
    objects: tuple[ObjectView, ...]
    """The objects in it; a Gigantic Character is also present in the other one."""


@dataclass(frozen=True, slots=True)
class EmblemView:
    """An emblem in Limbo: a pending Reaction, or an effect that lasts."""

    kind: str
    """`reaction`, `ongoing` or `waiting` (for the end of Rest)."""
    controller: str
    source: str | None
    """The name of the card that made it."""
    ability: int
    """Which ability of the card, counted from 0."""
    line: str
    """The ability in notation."""
    duration: str
    uses: int
    """The number of uses left; 0 without a limit."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player's part of the table."""

    seat: str
    allies: str
    """The seats of the other players of the team; empty without a team."""
    hand_count: int
    hand: tuple[ObjectView, ...]
    """The cards of the hand that the viewer knows: all of one's own hand."""
    deck_count: int
    deck: tuple[ObjectView, ...]
    """The cards of the Deck that the viewer knows, from the top; from above, all of them."""
    mana: tuple[ObjectView, ...]
    """The Mana Orbs; those that the viewer does not know have no name."""
    mana_ready: int
    reserve: tuple[ObjectView, ...]
    discard: tuple[ObjectView, ...]
    hero: ObjectView | None
    expeditions: tuple[ExpeditionView, ExpeditionView]
    landmarks: tuple[ObjectView, ...]
    limbo: tuple[ObjectView, ...]
    reserve_limit: int
    landmark_limit: int
    passed: bool
    set_aside: int
    """The number of cards chosen so far in a daily effect that all players decide in turn."""


@dataclass(frozen=True, slots=True)
class View:
    """The visible information of one player, or everything."""

    seat: str | None
    """The viewing player; None for a full view."""
    rules: str
    day: int
    phase: str
    first_player: str
    turn_player: str | None
    regions: tuple[RegionView, ...]
    arena: bool
    players: tuple[PlayerView, ...]
    emblems: tuple[EmblemView, ...]
    dice: tuple[int, ...]
    """The dice of a roll that is being resolved."""
    decider: str | None
    decision: str | None
    """The kind of the open decision, if it is the viewer's."""
    options: tuple[tuple[int, str], ...]
    """The legal actions with their labels, if the decision is the viewer's; identical copies are
    one entry."""
    question: str
    """The open decision, if it is the viewer's."""
    over: bool
    winners: str
    """The seats of the winners; both of a team."""
    winner: str | None

    @property
    def moment(self) -> str:
        """The day and phase, as a heading."""
        if self.day and self.phase != "setup":
            return f"Day {self.day}, {self.phase}"
        return "Set-up" if self.phase == "setup" else self.phase.capitalize()

    def _repr_html_(self) -> str | None:
        """The board, for notebooks."""
        return _drawing[-1](self) if _drawing else None


_drawing: list[Callable[[View], str]] = []


def drawn_by(draw: Callable[[View], str]) -> None:
    """Register the function that draws views in notebooks; it is in a higher layer."""
    _drawing[:] = [draw]
