"""Reviews of games: the win probability at each decision, and its loss against the best answer.

With two players both are by the judge of hints (`judge.py`). Its network is for two, so games of
four are played out from some of their positions instead (`playouts.py`), and a search without a
network gives its own choices.

>>> from altered_env import Game
>>> from altered_env.game.replay import Replay
>>> game = Game.start("axiom", "bravos", seed=1)
>>> for _ in range(3):
...     game.act(game.legal_actions()[0])
>>> [judged.player for judged in Judges(None).of(Replay.of(game))]
[0, 0, 0]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import sqrt
from typing import Any

from altered_env.agents.judge import Judge, Verdict, accuracy_of, chance_of
from altered_env.agents.judge_words import about_decision
from altered_env.agents.playouts import Playouts
from altered_env.agents.registry import make
from altered_env.game.game import Game
from altered_env.game.replay import Replay
from altered_env.language.words import side_name
from altered_env.render.replay_page import Evaluated, Frame, replay_page

SEARCH = "ismcts:iterations=200"
"""The search for games of four."""
SWING = 0.06
"""The change of a win probability that marks a turning point."""
FEW, LEAST = 3, 0.005
"""The number of preferred actions to report, and the minimum share of those after the first."""
COSTLIEST = 3
"""The number of mistakes to show first."""

Liked = tuple[tuple[int, float], ...]
"""A few actions, each with its preference from 0 to 1, the best first."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The review of one decision."""

    number: int
    player: int
    action: int
    chances: tuple[float, ...] = ()
    """Each side's win probability; they sum to one. Empty if not evaluated: see
    `Judges.evaluated`."""
    verdict: Verdict | None = None
    """The answers, judged; None if they were not, or if there was only one."""
    searched: Liked = ()
    """Among four players: the search's actions, with their shares."""

    @property
    def loss(self) -> float:
        """The win probability that the decision lost."""
        rated = self.verdict and self.verdict.of(self.action)
        return rated.loss if rated else 0.0

    @property
    def grade(self) -> str:
        """The grade of the decision; empty if it was not judged."""
        rated = self.verdict and self.verdict.of(self.action)
        return rated.grade if rated else ""


@dataclass(frozen=True, slots=True)
class Score:
    """A player's decisions in a review."""

    accuracy: float
    """From 0 to 1; see `judge.accuracy_of`."""
    decisions: int
    """Those that were judged."""
    grades: Mapping[str, int]


def best_of(preferred: Mapping[int, float]) -> Liked:
    """The few most preferred actions.

    >>> best_of({7: 0.1, 8: 0.6, 9: 0.2, 10: 0.1}), best_of({1: 0.0, 2: 1.0})
    (((8, 0.6), (9, 0.2), (7, 0.1)), ((2, 1.0),))
    """
    best, *others = sorted(preferred.items(), key=lambda item: -item[1])[:FEW]
    return (best, *(item for item in others if item[1] >= LEAST))


class Judges:
    """Who reviews: the judge, or a search by name and the player of playouts; None for none."""

    def __init__(
        self, judge: Judge | None, search: str | None = None, playouts: Playouts | None = None
    ) -> None:
        self.judge, self.search, self.playouts = judge, search, playouts
        self._search: Any = None if search is None else make(search, seed=1)

    @classmethod
    def here(cls, players: int) -> Judges:
        """The ones for games with this number of players."""
        return cls(Judge()) if players == 2 else cls(None, SEARCH, Playouts())

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
        if self.judge is None or players != 2:
            return ""
        return (
            f"The curve is the mean of both players' expectations, each by its own hand, from "
            f"{self.judge.worlds} rollouts of {self.judge.name}. A decision is compared with "
            f"the others in {self.judge.worlds} worlds consistent with what the player knew; a "
            "loss that may be none counts as best."
        )

    @property
    def swing(self) -> float:
        """The change of a win probability that marks a turning point: more than its error."""
        return SWING if self.playouts is None else max(SWING, sqrt(2) * self.playouts.error)

    def of(self, replay: Replay) -> Iterator[Judged]:
        """The decisions of a game, one by one."""
        for number, (game, action) in enumerate(zip(replay.steps(), replay.actions, strict=False)):
            moment = Playouts.is_moment(number, len(replay.actions))
            yield self.at(game, action, number, moment)

    def at(self, game: Game, action: int, number: int = 0, moment: bool = True) -> Judged:
        """The review of the open decision with the action taken; with playouts if this decision is
        one of those chosen. It does not depend on earlier ones."""
        seat = game.seat()
        won: tuple[float, ...] = ()
        verdict = None
        searched: Liked = ()
        choice = len(seat.actions) > 1
        if self.judge is not None:
            chance = chance_of(self.judge.expected(game))
            won = (chance, 1 - chance)
            found = self.judge.options(seat, action) if choice else None
            verdict = found if found is not None and found.worlds else None
        if self._search is not None and choice:
            self._search.start(1)
            searched = best_of(self._search.weighed(seat)[0])
        if self.playouts is not None and moment:
            won = self.playouts.chances(game, number)
        return Judged(number, seat.player, action, won, verdict, searched)


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


def costliest(judged: Iterable[Judged], most: int = COSTLIEST) -> list[int]:
    """The decisions that lost most and are not called best, the worst first."""
    wrong = [one for one in judged if one.grade not in ("", "best")]
    return [one.number for one in sorted(wrong, key=lambda one: -one.loss)[:most]]


def scores(judged: Iterable[Judged], players: int) -> list[Score | None]:
    """For each player the accuracy; None without a decision that was judged."""
    by: list[list[Judged]] = [[] for _ in range(players)]
    for one in judged:
        if one.grade:
            by[one.player].append(one)
    found = []
    for mine in by:
        accuracy = accuracy_of(one.loss for one in mine)
        grades = Counter(one.grade for one in mine)
        found.append(None if accuracy is None else Score(accuracy, len(mine), grades))
    return found


def judged_page(record: Replay, judges: Judges, judged: Iterable[Judged]) -> str:
    """The page, with win probabilities if they were estimated; `judged` are these judges' reviews
    of each decision."""
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
    """The opinions of a decision, in words; empty if there are none."""
    if judged.verdict is not None:
        return about_decision(judged.verdict, judged.action, game)
    if judged.searched:
        said = [f"{game.label(action)} ({share:.0%})" for action, share in judged.searched]
        return (f"The search would: {'; '.join(said)}.",)
    return ()
