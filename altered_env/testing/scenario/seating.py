"""A player's side of a scenario during set-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypedDict, Unpack

from altered_env._runtime.suggestions import did_you_mean
from altered_env.cards import Card
from altered_env.engine.layout import LENGTH
from altered_env.engine.terms import STATUS, Z
from altered_env.language.words import STATUSES, seat
from altered_env.testing.scenario.own_cards import FILLER, find_card


class State(TypedDict, total=False):
    """The properties of a placed object."""

    boosts: int
    counters: Mapping[str, int]
    anchored: bool
    asleep: bool
    exhausted: bool
    fleeting: bool
    completed: bool
    owner: str
    """Another player, whose card it is."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A card to put down, in the order in which it was named."""

    card: Card
    player: int
    zone: int
    expedition: int = -1
    boosts: int = 0
    counters: tuple[tuple[str, int], ...] = ()
    status: int = 0
    owner: int = 0


_WORDS = tuple(dict.fromkeys((*State.__annotations__, *STATUSES.values())))
_MASKS = {word: mask for mask, word in STATUSES.items()}


@dataclass(slots=True)
class Side:
    """A player's side of a scenario during set-up; methods return it, so calls can be chained.

    >>> from altered_env import Scenario
    >>> side = Scenario().player("A").hand("Kelon Burst").mana(3, exhausted=1)
    """

    seat: int
    placements: list[Placement]
    """The cards of the whole table, shared: objects named first have earlier timestamps."""
    own: Sequence[Card]
    players: int = 2
    top_of_deck: list[Card] | None = None
    distances: list[int] = field(default_factory=lambda: [0, 0])

    def hero(self, name: str, **state: Unpack[State]) -> Side:
        """The Hero."""
        return self._put((name,), Z.HERO, -1, state)

    def hand(self, *names: str) -> Side:
        """Cards in hand."""
        return self._put(names, Z.HAND, -1, {})

    def reserve(self, *names: str, **state: Unpack[State]) -> Side:
        """Cards in Reserve."""
        return self._put(names, Z.RESERVE, -1, state)

    def discard(self, *names: str) -> Side:
        """Cards in the Discard pile."""
        return self._put(names, Z.DISCARD, -1, {})

    def deck(self, *names: str) -> Side:
        """The Deck, the top card first; called without names, an empty Deck."""
        found = [find_card(name, self.own) for name in names]
        self.top_of_deck = [*(self.top_of_deck or ()), *found]
        return self

    def mana(self, count: int, exhausted: int = 0) -> Side:
        """A number of Mana Orbs, some of them exhausted."""
        if not 0 <= exhausted <= count:
            raise ValueError(f"{exhausted} of {count} Mana Orbs cannot be exhausted")
        for i in range(count):
            status = STATUS.EXHAUSTED if i < exhausted else 0
            self.placements.append(
                Placement(FILLER, self.seat, Z.MANA, status=status, owner=self.seat)
            )
        return self

    def orbs(self, *names: str, exhausted: bool = False) -> Side:
        """These cards as Mana Orbs."""
        return self._put(names, Z.MANA, -1, {"exhausted": exhausted})

    def hero_expedition(self, *names: str, **state: Unpack[State]) -> Side:
        """Objects in the Hero Expedition."""
        return self._put(names, Z.EXPEDITION, 2 * self.seat, state)

    def companion_expedition(self, *names: str, **state: Unpack[State]) -> Side:
        """Objects in the Companion Expedition."""
        return self._put(names, Z.EXPEDITION, 2 * self.seat + 1, state)

    def landmarks(self, *names: str, **state: Unpack[State]) -> Side:
        """Permanents among the Landmarks."""
        return self._put(names, Z.LANDMARK, -1, state)

    def regions(self, hero: int = 0, companion: int = 0) -> Side:
        """The distance of each Expedition from its start, in regions. The Tumult cards on its way
        are face-up."""
        for way, distance in enumerate((hero, companion)):
            if not 0 <= distance < LENGTH:
                raise ValueError(
                    f"an Expedition must be 0 to {LENGTH - 1} from its start, found {distance}"
                )
            self.distances[way] = distance
        return self

    def _put(self, names: Sequence[str], zone: int, expedition: int, state: State) -> Side:
        for word in state:
            if word not in _WORDS:
                hint = did_you_mean(word, _WORDS) or f", expected one of {', '.join(_WORDS)}"
                raise TypeError(f"nothing is {word!r}{hint}")
        status = sum(mask for word, mask in _MASKS.items() if state.get(word))
        for name in names:
            self.placements.append(
                Placement(
                    find_card(name, self.own),
                    self.seat,
                    zone,
                    expedition,
                    state.get("boosts", 0),
                    tuple(state.get("counters", {}).items()),
                    status,
                    seat(state["owner"], self.players) if "owner" in state else self.seat,
                )
            )
        return self
