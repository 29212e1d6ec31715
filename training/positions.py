"""Positions in which a sensible person sees at once what is right: `python -m training.positions`.

In each the other player has passed, and player A plays the Afternoon to its end, or gives one
answer in the Morning. Whether a position was solved is judged by what came of it, not by the way
there: which Expeditions moved, who won, what is still in hand. Each is played with several seeds,
which decide what an agent draws and the worlds that it looks into. In some the natural move is the
wrong one: much strength where the region does not count it, a card more instead of the last day.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agents import make
from altered_env import Game, Scenario

__all__ = ["POSITIONS", "Position", "main", "share_solved", "solves"]

MOST = 60
"""So many answers in an Afternoon at most."""

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
"""Spells: costs and what they do."""

Check = Callable[[Game], bool]


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


def _moved(hero: int, companion: int) -> Check:
    """The Expeditions of A are now so far."""

    def check(game: Game) -> bool:
        ways = game.view("A").players[0].expeditions
        return [way.distance for way in ways] == [hero, companion]

    return check


def _won(game: Game) -> bool:
    return bool(game.over and game.winner == 0)


def _held(game: Game) -> bool:
    """B has not won."""
    return not game.over or game.winner == 0


def _in_hand(count: int) -> Check:
    """A holds so many cards, with the two of the Morning."""

    def check(game: Game) -> bool:
        return len(game.view("A").players[0].hand) == count

    return check


def _in_reserve(count: int) -> Check:
    def check(game: Game) -> bool:
        return len(game.view("A").players[0].reserve) == count

    return check


def _banked(name: str) -> Check:
    """This card is no longer in hand."""

    def check(game: Game) -> bool:
        return all(card.name != name for card in game.view("A").players[0].hand)

    return check


def _stays(game: Game) -> bool:
    """A has a Character in an Expedition after Rest, and B has none."""
    mine, theirs = (
        sum(len(way.objects) for way in player.expeditions) for player in game.view("A").players[:2]
    )
    return mine > 0 and theirs == 0


NEAR = (3, 3)
"""A region more, and the game is won."""

POSITIONS: tuple[Position, ...] = (
    Position("the Companion can move, the Hero cannot", _moved(0, 1), "Two", theirs=(5, 1)),
    Position("the Hero can move, the Companion cannot", _moved(1, 0), "Two", theirs=(1, 5)),
    Position("nobody is opposite the Companion", _moved(0, 1), "Two", theirs=(9, 0)),
    Position("nobody is opposite the Hero", _moved(1, 0), "Two", theirs=(0, 9)),
    Position("two are enough together", _moved(1, 0), "Two Two", 4, theirs=(3, 9)),
    Position("two are enough together, beside", _moved(0, 1), "Two Two", 4, theirs=(9, 3)),
    Position("three are enough together", _moved(1, 0), "Two Two Two", 6, theirs=(5, 9)),
    Position("one each", _moved(1, 1), "Two Two", 4, theirs=(1, 1)),
    Position("the strong one where it takes strength", _moved(1, 1), "Two Four", 6, theirs=(1, 3)),
    Position("likewise turned round", _moved(1, 1), "Two Four", 6, theirs=(3, 1)),
    Position("what is there already helps", _moved(1, 0), "Two", theirs=(4, 9), mine=(3, 0)),
    Position("what cannot be won is left", _in_hand(4), "Two Two", 4, theirs=(9, 9)),
    Position("what is won is left", _in_hand(3), "Two", theirs=(1, 1), mine=(4, 4), wrong=True),
    Position("a full Reserve first", _in_reserve(1), "Two", reserve="Two Two", theirs=(1, 9)),
    Position("the forest counts", _moved(2, 0), "Woods Rocks", theirs=(1, 9), at=(1, 0)),
    Position("the water counts", _moved(6, 0), "Rocks Sea", theirs=(1, 9), at=(5, 0)),
    Position("the water does not count", _moved(0, 2), "Sea Rocks", theirs=(9, 1), at=(0, 1)),
    Position("the game is won by the Companion", _won, "Two", theirs=(3, 1), at=NEAR),
    Position("the game is won by the Hero", _won, "Two", theirs=(1, 3), at=NEAR),
    Position(
        "won rather than a card more", _won, "Insight Two", theirs=(1, 5), at=NEAR, wrong=True
    ),
    Position(
        "much strength that does not count", _won, "Peak Two", theirs=(9, 1), at=NEAR, wrong=True
    ),
    Position("likewise for the Hero", _won, "Shore Two", theirs=(1, 9), at=NEAR, wrong=True),
    Position(
        "it is over unless the Companion is held", _held, "Two", theirs=(0, 2), their_way=NEAR
    ),
    Position("it is over unless the Hero is held", _held, "Two", theirs=(2, 0), their_way=NEAR),
    Position(
        "held rather than a card more",
        _held,
        "Insight Two",
        theirs=(2, 0),
        their_way=NEAR,
        wrong=True,
    ),
    Position("both must be held", _held, "Two Two", 4, theirs=(2, 2), their_way=NEAR),
    Position(
        "both must be held, by unlike ones", _held, "Four Two", 6, theirs=(4, 2), their_way=NEAR
    ),
    Position(
        "held, though the other could move",
        _held,
        "Four",
        4,
        theirs=(4, 0),
        their_way=NEAR,
        wrong=True,
    ),
    Position("the strong one burns", _moved(1, 0), "Burn", theirs=(5, 9), mine=(3, 0)),
    Position("the one burns that would win", _held, "Burn", theirs=(6, 0), their_way=NEAR),
    Position("it burns, and the game is won", _won, "Burn", theirs=(5, 9), mine=(3, 0), at=NEAR),
    Position("the own one takes root", _stays, "Root", 1, theirs=(5, 0), mine=(3, 0)),
    Position("the own one takes root, beside", _stays, "Root", 1, theirs=(0, 5), mine=(0, 4)),
    Position("growth where it decides", _moved(1, 0), "Grow", 1, theirs=(2, 7), mine=(2, 4)),
    Position("growth where it holds", _held, "Grow", 1, theirs=(3, 3), mine=(2, 3), their_way=NEAR),
    Position("the dear one goes into mana", _banked("Eight"), "Two Two Eight", 2, phase="morning"),
    Position(
        "the dear one, with more mana", _banked("Eight"), "Two Four Eight", 3, phase="morning"
    ),
)


def solves(agent: str, position: Position, seed: int = 1) -> bool:
    """Does this agent do what is right?"""
    player = make(agent, seed)
    game = position.table().game
    phase = game.view("A").phase
    for _ in range(MOST):
        if game.over or game.decider != 0 or game.view("A").phase != phase:
            break
        game.act(player.act(game.seat()))
        if phase == "morning":
            break
    while phase == "morning" and not game.over and game.view("A").phase == phase:
        game.act(game.legal_actions()[0])  # both expand at once
    return position.solved(game)


def share_solved(agent: str, positions: Sequence[Position], seeds: int = 3) -> list[float]:
    """Of each position, the share of the seeds with which the agent solves it."""
    return [
        sum(solves(agent, position, seed) for seed in range(1, seeds + 1)) / seeds
        for position in positions
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how much each agent solves; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m training.positions", description=__doc__)
    parser.add_argument(
        "agents",
        nargs="*",
        default=["random", "greedy", "rules", "net:default"],
        help="agents by name (%(default)s)",
    )
    parser.add_argument("--seeds", type=int, default=3, help="a position (%(default)s)")
    options = parser.parse_args(arguments)
    if options.seeds < 1:
        print(f"training.positions: --seeds is 1 or more, found {options.seeds}")
        return 2
    try:
        shares = {agent: share_solved(agent, POSITIONS, options.seeds) for agent in options.agents}
    except (ValueError, LookupError, OSError) as error:
        print(f"training.positions: {error}")
        return 2
    for number, position in enumerate(POSITIONS):
        missed = [agent for agent in options.agents if shares[agent][number] < 1]
        if missed:
            print(f"{position.says}: not solved each time by {', '.join(missed)}")
    wrong = [number for number, position in enumerate(POSITIONS) if position.wrong]
    print(
        f"\n{len(POSITIONS)} positions, in {len(wrong)} of which the natural move is wrong; "
        f"{options.seeds} seeds each."
    )
    print(f"{'':44}{'all':>8}{'natural is wrong':>18}")
    for agent in options.agents:
        found = shares[agent]
        few = [found[number] for number in wrong]
        print(
            f"{agent[-44:]:44}{100 * sum(found) / len(found):6.0f} %"
            f"{100 * sum(few) / len(few):16.0f} %"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
