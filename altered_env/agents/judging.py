"""Evaluation of a replay by strong agents: win probabilities, and at each decision the choices of a
network and a search. With two players these are the strongest fast agent and the strongest agent.

With two players the search estimates the win probability at each decision. With four it cannot, as
its network is for two players: there the game is played out from some of its positions
(`altered_env/agents/playouts.py`).

>>> from altered_env import Game
>>> from altered_env.game.replay import Replay
>>> game = Game.start("axiom", "bravos", seed=1)
>>> for _ in range(3):
...     game.act(game.legal_actions()[0])
>>> [judged.player for judged in Judges(judge=None, search=None).of(Replay.of(game))]
[0, 0, 0]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import sqrt
from typing import Any

from altered_env.agents.named import STRONGEST, STRONGEST_FAST
from altered_env.agents.playouts import Playouts
from altered_env.agents.registry import make
from altered_env.game.game import Game
from altered_env.game.replay import Replay
from altered_env.language.words import side_name
from altered_env.render.replay_page import Evaluated, Frame, replay_page

JUDGE = STRONGEST_FAST
SEARCH = {2: f"{STRONGEST},rollouts=60", 4: "ismcts:iterations=200"}
"""By number of players: the network used with a search is for two."""
SWING = 0.06
"""The change of a win probability that marks a key moment."""
FEW, LEAST = 3, 0.005
"""The number of preferred actions to report, and the minimum share of those after the first."""

Liked = tuple[tuple[int, float], ...]
"""A few actions, each with its preference from 0 to 1, the best first."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The evaluation of one decision."""

    number: int
    player: int
    action: int
    chances: tuple[float, ...] = ()
    """Each side's win probability, given the information of the player to move; they sum to one.
    None if not evaluated: see `Judges.how`."""
    likely: Liked = ()
    """The network's actions, with probabilities."""
    searched: Liked = ()
    """The search's actions, with their shares."""

    @property
    def search(self) -> int | None:
        """The search's action."""
        return self.searched[0][0] if self.searched else None


def chance_of(value: float) -> float:
    """Convert an expected result, -1 to 1, to a win probability.

    >>> chance_of(0.5)
    0.75
    """
    return min(1.0, max(0.0, (value + 1) / 2))


def best_of(preferred: Mapping[int, float]) -> Liked:
    """The few most preferred actions.

    >>> best_of({7: 0.1, 8: 0.6, 9: 0.2, 10: 0.1}), best_of({1: 0.0, 2: 1.0})
    (((8, 0.6), (9, 0.2), (7, 0.1)), ((2, 1.0),))
    """
    best, *others = sorted(preferred.items(), key=lambda item: -item[1])[:FEW]
    return (best, *(item for item in others if item[1] >= LEAST))


class Judges:
    """The judges: a network and a search, by name, and the player of playouts; None for none."""

    def __init__(
        self,
        judge: str | None = JUDGE,
        search: str | None = SEARCH[2],
        playouts: Playouts | None = None,
    ) -> None:
        self.judge, self.search, self.playouts = judge, search, playouts
        self._judge: Any = None if judge is None else make(judge)
        self._search: Any = None if search is None else make(search, seed=1)

    @classmethod
    def here(cls, players: int) -> Judges:
        """The judges for games with this number of players: the network is for two."""
        return cls() if players == 2 else cls(None, SEARCH[4], Playouts())

    def evaluated(self, players: int) -> str:
        """The method of the win probabilities for this number of players; empty if there is
        none."""
        if self.playouts is not None:
            return (
                f"From some moments {self.playouts.player} finished the game "
                f"{self.playouts.games} times, in worlds consistent with what the player to move "
                "knew: a chance is the share of these games that were won. With so few games it is "
                f"accurate to {self.playouts.error:.0%} in 19 of 20 cases, and it describes the "
                f"play of {self.playouts.player}, not of the actual players."
            )
        who = self.search or self.judge
        if players != 2 or who is None:
            return ""
        expects = who.partition(",")[0]
        return f"The chance is what {expects} expects from what the player to move sees."

    @property
    def swing(self) -> float:
        """The change of a win probability that marks a key moment: more than its error."""
        return SWING if self.playouts is None else max(SWING, sqrt(2) * self.playouts.error)

    def of(self, replay: Replay) -> Iterator[Judged]:
        """The decisions of a game, one by one."""
        for number, (game, action) in enumerate(zip(replay.steps(), replay.actions, strict=False)):
            moment = Playouts.is_moment(number, len(replay.actions))
            yield self.at(game, action, number, moment)

    def at(self, game: Game, action: int, number: int = 0, moment: bool = True) -> Judged:
        """The evaluation of the open decision with the action taken; with playouts if this decision
        is one of those chosen. It does not depend on earlier evaluations."""
        seat = game.seat()
        won: tuple[float, ...] = ()
        likely: Liked = ()
        searched: Liked = ()
        choice = len(seat.actions) > 1
        if self._judge is not None:
            chances, value = self._judge.weighed(seat)
            won, likely = _of_two(seat.player, value), best_of(chances) if choice else ()
        if self._search is not None:
            self._search.start(1)
            shares, value = self._search.weighed(seat)
            won = _of_two(seat.player, value) if game.players == 2 else ()
            searched = best_of(shares) if choice else ()
        if self.playouts is not None:
            won = self.playouts.chances(game, number) if moment else ()
        return Judged(number, seat.player, action, won, likely, searched)


def _of_two(player: int, value: float) -> tuple[float, ...]:
    """The win probabilities of both players, from one's expected result."""
    chance = chance_of(value)
    return (1 - chance, chance) if player else (chance, 1 - chance)


def outcome(game: Game) -> tuple[float, ...]:
    """The win probabilities at the end of a game: certain, or empty without a winner.

    >>> outcome(Game.start("axiom", "bravos", seed=1))
    ()
    """
    return tuple(float(game.winner in side) for side in game.sides if game.winner is not None)


def moments(chances: Sequence[Sequence[float]], least: float = SWING, most: int = 6) -> list[int]:
    """The decisions after which a side's win probability changed most until its next estimate, by
    at least `least`, in order of the game.

    >>> moments([(0.5, 0.5), (0.55, 0.45), (0.2, 0.8), (), (0.2, 0.8), (0.9, 0.1)])
    [1, 4]
    """
    known = [number for number, found in enumerate(chances) if found]
    swings = [
        (max(abs(new - old) for old, new in zip(chances[one], chances[two], strict=True)), one)
        for one, two in pairwise(known)
    ]
    large = sorted((swing for swing in swings if swing[0] >= least), reverse=True)[:most]
    return sorted(number for _, number in large)


def judged_page(record: Replay, judges: Judges, judged: Iterable[Judged]) -> str:
    """The page, with win probabilities if they were estimated; `judged` are these judges'
    evaluations of each decision."""
    how = judges.evaluated(len(record.decks))
    frames: list[Frame] = []
    thought = iter(judged)
    for frame, game in zip(record.frames(), record.steps(), strict=True):
        found = next(thought, None)
        if found is not None:
            frame = replace(frame, chances=found.chances, notes=opinions(found, game))
        elif how:
            frame = replace(frame, chances=outcome(game))
        frames.append(frame)
    evaluated = Evaluated(
        sides=tuple(side_name(side) for side in game.sides),
        how=how,
        moments=tuple(moments([frame.chances for frame in frames], judges.swing)),
    )
    return replay_page(record.title, frames, evaluated)


def opinions(judged: Judged, game: Game) -> tuple[str, ...]:
    """The choices of the network and the search, in words; empty if they match the action."""
    found = []
    for who, preferred in (("network", judged.likely), ("search", judged.searched)):
        if preferred:
            said = [f"{game.label(action)} ({share:.0%})" for action, share in preferred]
            found.append(f"The {who} would: {'; '.join(said)}.")
    return tuple(found)
