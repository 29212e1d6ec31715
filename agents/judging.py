"""A replay with what strong players think of it: at each decision the chance to win, and what a
network and a search would have done.

>>> from altered_env import Game
>>> from altered_env.game.replay import Replay
>>> game = Game.start("axiom", "bravos", seed=1)
>>> for _ in range(3):
...     game.act(game.legal_actions()[0])
>>> [judged.player for judged in Judges(judge=None, search=None).of(Replay.of(game))]
[0, 0, 0]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from agents.registry import make
from altered_env.game.game import Game
from altered_env.game.replay import Replay
from altered_env.game.seat import Seat

__all__ = ["JUDGE", "SEARCH", "Judged", "Judges", "chance_of", "moments"]

JUDGE = "policy:default"
SEARCH = "ismcts:iterations=200"


@dataclass(frozen=True, slots=True)
class Judged:
    """One decision of a game."""

    number: int
    player: int
    action: int
    chance: float | None
    """Of player A to win, by the network as the decider sees the game; None without one."""
    likely: tuple[tuple[int, float], ...] = ()
    """What the network would do: actions and how likely each, the likeliest first; a few."""
    search: int | None = None
    """What the search would do."""


def chance_of(value: float) -> float:
    """From what is expected of a game, -1 to 1, to the chance to win it.

    >>> chance_of(0.5)
    0.75
    """
    return min(1.0, max(0.0, (value + 1) / 2))


class Judges:
    """Who is asked: a network and a search, by name; None for nobody."""

    def __init__(self, judge: str | None = JUDGE, search: str | None = SEARCH) -> None:
        self._judge: Any = None if judge is None else make(judge)
        self._search: Any = None if search is None else make(search, seed=1)

    @classmethod
    def here(cls, players: int) -> Judges:
        """Those that can be asked here of a game of so many: the network is for two, and needs the
        libraries of the extra `train`."""
        if players != 2:
            return cls(None, SEARCH)
        try:
            return cls()
        except LookupError:
            return cls(None)

    @property
    def reckons(self) -> bool:
        """Is there a network that says who is ahead?"""
        return self._judge is not None

    def of(self, replay: Replay) -> Iterator[Judged]:
        """The decisions of a game, one by one."""
        for number, (game, action) in enumerate(zip(replay.steps(), replay.actions, strict=False)):
            yield self.at(game, action, number)

    def at(self, game: Game, action: int, number: int = 0) -> Judged:
        """What is thought of the decision that is open, at which this was done."""
        seat = game.seat()
        chance: float | None = None
        likely: tuple[tuple[int, float], ...] = ()
        if self._judge is not None:
            chance = chance_of(self._judge.value(seat))
            chance = 1 - chance if seat.player else chance
            likely = self._likely(seat)
        search = None
        if self._search is not None and len(seat.actions) > 1:
            search = int(self._search.act(seat))
        return Judged(number, seat.player, action, chance, likely, search)

    def _likely(self, seat: Seat) -> tuple[tuple[int, float], ...]:
        if len(seat.actions) < 2:
            return ()
        chances = self._judge.chances(seat)
        return tuple(sorted(chances.items(), key=lambda item: -item[1])[:3])


def moments(chances: Sequence[float | None], most: int = 6, least: float = 0.06) -> list[int]:
    """The decisions at which the chance to win changed most until the next, the first ones first.

    >>> moments([0.5, 0.55, 0.2, 0.2, 0.9])
    [1, 3]
    """
    swings = [
        (abs(after - before), number)
        for number, (before, after) in enumerate(pairwise(chances))
        if before is not None and after is not None
    ]
    large = sorted((swing for swing in swings if swing[0] >= least), reverse=True)[:most]
    return sorted(number for _, number in large)
