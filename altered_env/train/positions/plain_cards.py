"""Positions with plain cards: Characters without abilities and Spells of one line."""

from __future__ import annotations

from dataclasses import dataclass

from altered_env import Game, Scenario
from altered_env.train.positions.what_came import (
    Check,
    banked,
    held,
    in_hand,
    in_reserve,
    moved,
    stays,
    won,
)

_CARDS = {
    "Two": ("2/2", "2/2/2"),
    "Four": ("4/4", "4/4/4"),
    "Eight": ("8/8", "8/8/8"),
    "Woods": ("2/2", "3/0/0"),
    "Rocks": ("2/2", "0/3/0"),
    "Sea": ("2/2", "0/0/3"),
    "Peak": ("2/2", "0/6/0"),
    "Shore": ("2/2", "6/0/6"),
}
"""Characters: costs and statistics."""
_SPELLS = {
    "Burn": ("2/2", "effect: discard(target(character))"),
    "Root": ("1/1", "effect: gain(target(character), anchored)"),
    "Grow": ("1/1", "effect: gain(target(character), boost=1)"),
    "Insight": ("2/2", "effect: draw(2)"),
}
"""Spells: costs and effects."""


@dataclass(frozen=True, slots=True)
class Position:
    """A table, and what must have come of it."""

    says: str
    solved: Check
    hand: str = ""
    mana: int = 2
    reserve: str = ""
    theirs: tuple[int, int] = (0, 0)
    """The statistics of the Character in each Expedition of B; 0 for none."""
    mine: tuple[int, int] = (0, 0)
    """And of A."""
    at: tuple[int, int] = (0, 0)
    """How far the Expeditions of A are."""
    their_way: tuple[int, int] = (0, 0)
    """And those of B."""
    wrong: bool = False
    """Is the natural move the wrong one?"""
    phase: str = "afternoon"

    def table(self) -> Scenario:
        """The table, before A's first answer."""
        table = Scenario()
        for name, (cost, stats) in _CARDS.items():
            table.card(name, cost=cost, stats=stats)
        for name, (cost, effect) in _SPELLS.items():
            table.card(name, type="spell", cost=cost, abilities=[effect])
        for number in {*self.theirs, *self.mine} - {0}:
            table.card(f"Of {number}", cost="3/3", stats="/".join([str(number)] * 3))
        for player, numbers, way in (("B", self.theirs, self.their_way), ("A", self.mine, self.at)):
            side = table.player(player).regions(*way).deck(*["Two"] * 12)
            if numbers[0]:
                side.hero_expedition(f"Of {numbers[0]}")
            if numbers[1]:
                side.companion_expedition(f"Of {numbers[1]}")
        table.player("B").mana(3)
        side = table.player("A").mana(self.mana).hand(*self.hand.split())
        side.reserve(*self.reserve.split())
        table.begin(self.phase, first="B")
        return table

    def ended(self, game: Game) -> bool:
        """Is the phase over that is played?"""
        return game.over or game.view("A").phase != self.phase


NEAR = (3, 3)
"""A region more, and the game is won."""

PLAIN: tuple[Position, ...] = (
    Position("the Companion can move, the Hero cannot", moved(0, 1), "Two", theirs=(5, 1)),
    Position("the Hero can move, the Companion cannot", moved(1, 0), "Two", theirs=(1, 5)),
    Position("nobody is opposite the Companion", moved(0, 1), "Two", theirs=(9, 0)),
    Position("nobody is opposite the Hero", moved(1, 0), "Two", theirs=(0, 9)),
    Position("two are enough together", moved(1, 0), "Two Two", 4, theirs=(3, 9)),
    Position("two are enough together, beside", moved(0, 1), "Two Two", 4, theirs=(9, 3)),
    Position("three are enough together", moved(1, 0), "Two Two Two", 6, theirs=(5, 9)),
    Position("one each", moved(1, 1), "Two Two", 4, theirs=(1, 1)),
    Position("the strong one where it takes strength", moved(1, 1), "Two Four", 6, theirs=(1, 3)),
    Position("likewise turned round", moved(1, 1), "Two Four", 6, theirs=(3, 1)),
    Position("what is there already helps", moved(1, 0), "Two", theirs=(4, 9), mine=(3, 0)),
    Position("what cannot be won is left", in_hand(4), "Two Two", 4, theirs=(9, 9)),
    Position("what is won is left", in_hand(3), "Two", theirs=(1, 1), mine=(4, 4), wrong=True),
    Position("a full Reserve first", in_reserve(1), "Two", reserve="Two Two", theirs=(1, 9)),
    Position("the forest counts", moved(2, 0), "Woods Rocks", theirs=(1, 9), at=(1, 0)),
    Position("the water counts", moved(6, 0), "Rocks Sea", theirs=(1, 9), at=(5, 0)),
    Position("the water does not count", moved(0, 2), "Sea Rocks", theirs=(9, 1), at=(0, 1)),
    Position("the game is won by the Companion", won, "Two", theirs=(3, 1), at=NEAR),
    Position("the game is won by the Hero", won, "Two", theirs=(1, 3), at=NEAR),
    Position("won rather than a card more", won, "Insight Two", theirs=(1, 5), at=NEAR, wrong=True),
    Position(
        "much strength that does not count", won, "Peak Two", theirs=(9, 1), at=NEAR, wrong=True
    ),
    Position("likewise for the Hero", won, "Shore Two", theirs=(1, 9), at=NEAR, wrong=True),
    Position("it is over unless the Companion is held", held, "Two", theirs=(0, 2), their_way=NEAR),
    Position("it is over unless the Hero is held", held, "Two", theirs=(2, 0), their_way=NEAR),
    Position(
        "held rather than a card more",
        held,
        "Insight Two",
        theirs=(2, 0),
        their_way=NEAR,
        wrong=True,
    ),
    Position("both must be held", held, "Two Two", 4, theirs=(2, 2), their_way=NEAR),
    Position(
        "both must be held, by unlike ones", held, "Four Two", 6, theirs=(4, 2), their_way=NEAR
    ),
    Position(
        "held, though the other could move",
        held,
        "Four",
        4,
        theirs=(4, 0),
        their_way=NEAR,
        wrong=True,
    ),
    Position("the strong one burns", moved(1, 0), "Burn", theirs=(5, 9), mine=(3, 0)),
    Position("the one burns that would win", held, "Burn", theirs=(6, 0), their_way=NEAR),
    Position("it burns, and the game is won", won, "Burn", theirs=(5, 9), mine=(3, 0), at=NEAR),
    Position("the own one takes root", stays, "Root", 1, theirs=(5, 0), mine=(3, 0)),
    Position("the own one takes root, beside", stays, "Root", 1, theirs=(0, 5), mine=(0, 4)),
    Position("growth where it decides", moved(1, 0), "Grow", 1, theirs=(2, 7), mine=(2, 4)),
    Position("growth where it holds", held, "Grow", 1, theirs=(3, 3), mine=(2, 3), their_way=NEAR),
    Position("the dear one goes into mana", banked("Eight"), "Two Two Eight", 2, phase="morning"),
    Position("the dear one, with more mana", banked("Eight"), "Two Four Eight", 3, phase="morning"),
)
