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

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from agents.registry import make
from altered_env.game.game import Game
from altered_env.game.replay import Replay

__all__ = ["JUDGE", "SEARCH", "Judged", "Judges", "best_of", "chance_of", "moments"]

JUDGE = "policy:default"
SEARCH = {2: "search:default,iterations=100", 4: "ismcts:iterations=200"}
"""By how many play: the network that goes with a search is for games of two."""
FEW, LEAST = 3, 0.005
"""So many of the actions that somebody prefers are told, beside the best those alone that are
preferred so much."""

Liked = tuple[tuple[int, float], ...]
"""Actions and how much each is preferred, 0 to 1, the best first; a few."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One decision of a game."""

    number: int
    player: int
    action: int
    chance: float | None
    """Of player A to win, by the search, or else the network, as the decider sees the game; None
    in games of four, and where nobody can be asked."""
    likely: Liked = ()
    """What the network would do, and how likely each."""
    searched: Liked = ()
    """What the search would do, and how much of it went to each."""

    @property
    def search(self) -> int | None:
        """What the search would do."""
        return self.searched[0][0] if self.searched else None


def chance_of(value: float) -> float:
    """From what is expected of a game, -1 to 1, to the chance to win it.

    >>> chance_of(0.5)
    0.75
    """
    return min(1.0, max(0.0, (value + 1) / 2))


def best_of(preferred: Mapping[int, float]) -> Liked:
    """The few that are preferred most.

    >>> best_of({7: 0.1, 8: 0.6, 9: 0.2, 10: 0.1}), best_of({1: 0.0, 2: 1.0})
    (((8, 0.6), (9, 0.2), (7, 0.1)), ((2, 1.0),))
    """
    best, *others = sorted(preferred.items(), key=lambda item: -item[1])[:FEW]
    return (best, *(item for item in others if item[1] >= LEAST))


class Judges:
    """Who is asked: a network and a search, by name; None for nobody."""

    def __init__(self, judge: str | None = JUDGE, search: str | None = SEARCH[2]) -> None:
        self.judge, self.search = judge, search
        self._judge: Any = None if judge is None else make(judge)
        self._search: Any = None if search is None else make(search, seed=1)

    @classmethod
    def here(cls, players: int) -> Judges:
        """Those that can be asked here of a game of so many: the network is for two, and needs the
        libraries of the extra `train`."""
        if players != 2:
            return cls(None, SEARCH[4])
        try:
            return cls()
        except LookupError:
            return cls(None)

    def reckons(self, players: int) -> bool:
        """Is there anybody who says who is ahead in a game of so many?"""
        return players == 2 and (self._judge is not None or self._search is not None)

    def of(self, replay: Replay) -> Iterator[Judged]:
        """The decisions of a game, one by one."""
        for number, (game, action) in enumerate(zip(replay.steps(), replay.actions, strict=False)):
            yield self.at(game, action, number)

    def at(self, game: Game, action: int, number: int = 0) -> Judged:
        """What is thought of the decision that is open, at which this was done. It does not depend
        on what was asked before."""
        seat = game.seat()
        chance: float | None = None
        likely: Liked = ()
        searched: Liked = ()
        choice = len(seat.actions) > 1
        if self._judge is not None:
            chances, value = self._judge.weighed(seat)
            chance, likely = chance_of(value), best_of(chances) if choice else ()
        if self._search is not None:
            self._search.start(1)
            shares, value = self._search.weighed(seat)
            chance = chance_of(value) if game.players == 2 else None
            searched = best_of(shares) if choice else ()
        if chance is not None and seat.player:
            chance = 1 - chance
        return Judged(number, seat.player, action, chance, likely, searched)


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
