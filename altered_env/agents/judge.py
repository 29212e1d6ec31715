"""The judge of decisions in games of two: one setting of a search by rollouts, for hints, reviews
and the curve of win probabilities alike.

Each answer, up to sixteen, is rolled out in the same determinizations, those of several seeds
(`thinking/rollouts.py`). An answer's share is that of the worlds in which no other does better.
Half of the worlds choose the best answer and the other half measures what the others lose against
it, so that the best of noisy values is not flattered; both halves take turns.

A win probability is symmetric: the mean of both players' expectations (`state_values.py`). The
player to move expects too much, so either alone would jump with every change of the player.

>>> from altered_env import Game
>>> seat = Game.start("axiom", "bravos", seed=1).seat()
>>> found = Judge(seeds=(1,), worlds=4).options(seat)
>>> found.best.action in seat.actions, found.best.loss
(True, 0.0)
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import erf, exp, log, sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env._runtime.intervals import Z95, wilson
from altered_env.agents.named import JUDGE
from altered_env.agents.network_cards import network_of
from altered_env.agents.registry import make
from altered_env.agents.rollout import ROLLED_OUT, RolloutAgent
from altered_env.agents.state_values import StateValues
from altered_env.game.options import Option
from altered_env.game.position import Position
from altered_env.game.seat import Seat
from altered_env.thinking.rollouts import ARM, DOUBT, MOST, VALUE_WEIGHT

SEEDS = (1, 2, 3, 4)
WORLDS = 16
"""The determinizations of each seed."""
CERTAIN = 0.9
"""The probability of a loss above zero from which an answer counts as worse than the best; below,
the two are a toss-up."""
GRADES = {"inaccuracy": 0.02, "mistake": 0.05, "blunder": 0.10}
"""The loss of win probability from which a decision is called so; below the first it is best."""
EVEN = 0.10
"""The loss at which a decision's accuracy is 1/e."""
CALIBRATION = Path(__file__).with_name("calibration.json")


@dataclass(frozen=True, slots=True)
class Rated:
    """An answer, judged."""

    action: int
    copies: tuple[int, ...]
    """The actions of identical copies, this one included."""
    share: float
    """The share of worlds in which it is the best answer; of equal ones each has its part."""
    low: float
    high: float
    """The 95 % interval of the share."""
    loss: float
    """The win probability lost against the best answer."""
    loss_low: float
    loss_high: float
    """The 95 % interval of the loss."""
    certainty: float
    """The probability that it is worse than the best answer."""
    moves: tuple[float, ...]
    """For each Expedition, the share of worlds in which it is farther by the second Morning."""

    @property
    def grade(self) -> str:
        """The grade of a decision for it. A loss that may be zero counts as best."""
        fits = [name for name, least in GRADES.items() if self.loss >= least]
        return fits[-1] if fits and self.loss_low > 0 else "best"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answers to a decision, judged, the best first."""

    player: int
    rated: tuple[Rated, ...]
    worlds: int

    @property
    def best(self) -> Rated:
        """The answer that the search prefers."""
        return self.rated[0]

    @property
    def toss_up(self) -> tuple[Rated, ...]:
        """The answers that cannot be told apart from the best, with it; empty if there is none."""
        near = [one for one in self.rated[1:] if one.certainty < CERTAIN]
        return (self.best, *near) if near else ()

    def of(self, action: int) -> Rated | None:
        """The judgement of an action; None if it was not rolled out."""
        return next((one for one in self.rated if action in one.copies), None)


@dataclass(frozen=True, slots=True)
class Calibration:
    """How the result that rollouts expect becomes a win probability: its log odds are multiplied by
    a number, fitted to games (`python -m tests.judge.calibration --fit`)."""

    factor: float
    network: str
    positions: int

    def chance(self, value: float) -> float:
        """The win probability of an expected result from -1 to 1.

        >>> Calibration(1.0, "", 0).chance(0.5), Calibration(2.0, "", 0).chance(0.5)
        (0.75, 0.9)
        """
        raw = min(0.999, max(0.001, (value + 1) / 2))
        return round(1 / (1 + exp(-self.factor * log(raw / (1 - raw)))), 6)


@cache
def calibration() -> Calibration:
    """The one that comes with the package."""
    return Calibration(**json.loads(CALIBRATION.read_text("utf-8")))


def chance_of(value: float) -> float:
    """Convert an expected result, -1 to 1, to a win probability, as calibrated.

    >>> chance_of(0.0)
    0.5
    """
    return calibration().chance(value)


def accuracy_of(losses: Iterable[float]) -> float | None:
    """A player's accuracy, from 0 to 1, by the losses of the decisions that were not forced; None
    without any.

    >>> accuracy_of([0.0, 0.0]), round(accuracy_of([0.0, 0.1]), 3), accuracy_of([])
    (1.0, 0.684, None)
    """
    every = [exp(-loss / EVEN) for loss in losses]
    return sum(every) / len(every) if every else None


def numbers() -> dict[str, Any]:
    """What the judge is made of, for one in another language (`web/tab/judge.js`)."""
    return {
        "seeds": SEEDS,
        "worlds": WORLDS,
        "certain": CERTAIN,
        "grades": GRADES,
        "even": EVEN,
        "doubt": DOUBT,
        "weight": VALUE_WEIGHT,
        "most": MOST,
        "columns": ARM.COUNT,
        "rolled_out": ROLLED_OUT,
    }


class Judge:
    """The judge. One thread at a time may ask it."""

    def __init__(
        self, seeds: Sequence[int] = SEEDS, worlds: int = WORLDS, name: str = JUDGE
    ) -> None:
        self.name = name
        self._worlds = [seed * 1_000_000 + n for seed in seeds for n in range(worlds)]
        search = make(name)
        if not isinstance(search, RolloutAgent):
            raise ValueError(f"a judge is a rollout agent, found {name[:80]}")
        self._search, self._values = search, StateValues(name, network_of(name))

    @property
    def worlds(self) -> int:
        """The number of determinizations of a decision."""
        return len(self._worlds)

    def expected(self, position: Position) -> float:
        """A's expected result, -1 to 1: the mean of both players' expectations, each by its own
        visible information. For reviews alone, since it uses both hands."""
        of_a, of_b = (self._values.of(Seat(position, player), self._worlds) for player in (0, 1))
        return (of_a - of_b) / 2

    def expected_by(self, seat: Seat) -> float:
        """This player's expected result, -1 to 1: the mean of its own expectation and the other
        player's, estimated by this player's visible information."""
        own = self._values.of(seat, self._worlds)
        return (own - self._values.of_other(seat, self._worlds)) / 2

    def options(self, seat: Seat, taken: int | None = None) -> Verdict:
        """Judge the answers to the open decision that the search rolls out, and the one that was
        taken."""
        self._search.start(SEEDS[0])
        groups, logs = self._candidates(seat, taken)
        actions = [group[0] for group in groups]
        if len(actions) == 1:
            alone = Rated(actions[0], groups[0], 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, ())
            return Verdict(seat.player, (alone,), 0)
        start = seat.records()[0][0]["progress"].copy()
        values = np.zeros((len(actions), self.worlds))
        moved = np.zeros((len(actions), len(start)))
        n = self.worlds
        for w, seed in enumerate(self._worlds):
            found, progress = self._search.in_world(seat, actions, seed)
            values[:, w] = found[:, 0] + (found[:, 1] - found[:, 0]) * n / (n + DOUBT)
            moved += progress > start
        rated = rate(values, np.array(logs))
        every = [
            replace(one, action=actions[k], copies=groups[k], moves=tuple((moved[k] / n).tolist()))
            for k, one in enumerate(rated)
        ]
        best = preferred(values, np.array(logs))
        ordered = sorted(range(len(every)), key=lambda k: (k != best, -every[k].share))
        return Verdict(seat.player, tuple(every[k] for k in ordered), n)

    def _candidates(
        self, seat: Seat, taken: int | None
    ) -> tuple[list[tuple[int, ...]], list[float]]:
        """The answers to judge with the log probabilities of the network, identical copies as
        one."""
        alike = {action: group for group in map(group_of, seat.choices()) for action in group}
        logs: dict[tuple[int, ...], float] = {}
        likely = self._search.likely(seat)
        for action, chance in likely:
            group = alike.get(action, (action,))
            logs[group] = float(np.logaddexp(logs.get(group, -np.inf), chance))
        if taken is not None:
            logs.setdefault(alike.get(taken, (taken,)), likely[-1][1])
        return list(logs), list(logs.values())


def group_of(option: Option) -> tuple[int, ...]:
    """The actions that an option of a choice stands for, its own first."""
    return tuple(
        dict.fromkeys((option.action, *(copy.slot for copy in option.copies), *option.alike))
    )


def preferred(values: NDArray[np.float64], logs: NDArray[np.float64]) -> int:
    """The row that the search prefers: by the mean of its values, weighted against the log
    probability."""
    return int(np.argmax(logs + VALUE_WEIGHT * values.mean(axis=1)))


def rate(values: NDArray[np.float64], logs: NDArray[np.float64]) -> list[Rated]:
    """Judge answers by their values, 1 for a win and -1 for a loss, in the same worlds: a row for
    each answer, a column for each world.

    >>> one, two = rate(np.array([[0.5, 0.4, 0.6, 0.5], [0.1, 0.2, 0.1, 0.2]]), np.zeros(2))
    >>> (one.share, one.loss), (two.share, round(two.loss, 3), two.grade)
    ((1.0, 0.0), (0.0, 0.175, 'blunder'))
    """
    n = values.shape[1]
    top = values >= values.max(axis=0) - 1e-9
    shares = (top / top.sum(axis=0)).mean(axis=1)
    lost = np.zeros_like(values)
    halves = np.arange(n) % 2
    for half in (0, 1):
        best = preferred(values[:, halves == half], logs)
        there = values[:, halves != half] if n > 1 else values
        lost[:, halves != half] = (there[best] - there) / 2
    means = lost.mean(axis=1)
    errors = lost.std(axis=1, ddof=min(1, n - 1)) / sqrt(n)
    best = preferred(values, logs)
    found = []
    for k, (share, mean, error) in enumerate(zip(shares, means, errors, strict=True)):
        low, high = wilson(float(share) * n, n)
        known = 0.5 * (1 + erf(mean / error / sqrt(2))) if error else float(mean > 0) or 0.5
        loss = 0.0 if k == best else max(0.0, float(mean))
        low_loss, high_loss = max(0.0, mean - Z95 * error), max(0.0, mean + Z95 * error)
        if k == best:
            known, low_loss, high_loss = 0.0, 0.0, 0.0
        found.append(
            Rated(-1, (), float(share), low, high, loss, float(low_loss), float(high_loss),
                  float(known), ())
        )  # fmt: skip
    return found
