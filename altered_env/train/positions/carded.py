"""A position with cards of the package, and the proof that goes with it."""

from __future__ import annotations

from dataclasses import dataclass

from altered_env import Game, Scenario
from altered_env.testing.scenario.seating import Side, State
from altered_env.train.positions.what_came import Check

DAY = 2
"""The day of the table."""
_STATES = ("anchored", "asleep", "fleeting")


def _read(said: str) -> tuple[str, State]:
    """`Kodama C +2 anchored` as a card's name and its state."""
    words, state = said.split(), State()
    while words[-1].startswith("+") or words[-1] in _STATES:
        match words.pop():
            case "anchored":
                state["anchored"] = True
            case "asleep":
                state["asleep"] = True
            case "fleeting":
                state["fleeting"] = True
            case boosts:
                state["boosts"] = int(boosts)
    return " ".join(words), state


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPosition:
    """A table, what must have come of it, and why nothing else is right.

    B holds nothing, has no mana, and draws what it could not pay. So nothing but A's answers
    decides, and all there are can be tried: after the `natural` ones nothing solves it any more,
    and after those that are `right` it can be solved.
    """

    says: str
    why: str
    solved: Check
    right: tuple[str, ...]
    """A's answers to begin with, as `Scenario.act` and `choose` take them."""
    natural: tuple[str, ...] = ()
    """And the careless answers, which lose it. None if they are right."""
    mana: int = 0
    hand: tuple[str, ...] = ()
    reserve: tuple[str, ...] = ()
    deck: tuple[str, ...] = ("Kappa C",) * 12
    mine: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """Objects in A's Hero and Companion Expedition: names, `+2` boosts, statuses."""
    theirs: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    landmarks: tuple[str, ...] = ()
    """The Landmarks of B."""
    at: tuple[int, int] = (0, 0)
    """How far the Expeditions of A are."""
    their_way: tuple[int, int] = (0, 0)
    """And those of B."""
    phase: str = "afternoon"
    days: int = 1
    """The number of days to play to the end."""

    @property
    def wrong(self) -> bool:
        """Is the natural move the wrong one?"""
        return bool(self.natural)

    def table(self) -> Scenario:
        """The table, before A's first answer."""
        table = Scenario()
        b = table.player("B").regions(*self.their_way).deck(*["Shenlong C"] * 12)
        a = table.player("A").regions(*self.at).deck(*self.deck).mana(self.mana)
        b.landmarks(*self.landmarks)
        a.hand(*self.hand).reserve(*self.reserve)
        _fill(b, self.theirs)
        _fill(a, self.mine)
        table.begin(self.phase, first="B", day=DAY)
        return table

    def ended(self, game: Game) -> bool:
        """Are the days over that are played?"""
        return game.over or game.day >= DAY + self.days


def _fill(side: Side, ways: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
    for way, put in zip(ways, (side.hero_expedition, side.companion_expedition), strict=True):
        for said in way:
            name, state = _read(said)
            put(name, **state)
