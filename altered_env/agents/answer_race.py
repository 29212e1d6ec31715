"""Which of several answers is best, by their values in shared worlds, with as few worlds as needed.

After each world an answer is dropped if it is hardly better than the leader: if its mean, plus some
standard errors of its difference from the leader, exceeds that of the leader by less than a small
gain. Differences are of values in the same worlds, so that what all answers share cancels out.

>>> race = Race(np.zeros(2), weight=300, doubt=10, care=QUICK)
>>> for late in (0.5, 0.3, 0.4, 0.6):
...     race.add(np.array([[0.5, late], [0.2, late - 0.4]]))
>>> race.worlds, race.left, race.order()
(4, [0], [0, 1])
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


class Care(NamedTuple):
    """When an answer is dropped."""

    errors: float
    """The standard errors by which it may be better than it looks."""
    gain: float
    """The gain, of values from -1 to 1, that is too small to search for."""


QUICK = Care(errors=2.0, gain=0.03)
THOROUGH = Care(errors=3.0, gain=0.0)
"""Where there is time to spare: equal answers then race until it is over."""
WORLDS = 4
"""The number of worlds before an answer is dropped."""
SPREAD = 0.12
"""The standard deviation that a value is assumed to have besides the observed one: a few equal
values are no proof."""


class Race:
    """Answers with log priors, each with an early and a late value in every world."""

    def __init__(self, logs: Numbers, weight: float, doubt: float, care: Care) -> None:
        self._logs, self._weight, self._doubt, self._care = logs, weight, doubt, care
        self.worlds = 0
        self.left = list(range(len(logs)))
        """Those that may still be the best."""
        self._dropped: list[int] = []
        self._counts = np.zeros(len(logs))
        self._sums = np.zeros((len(logs), 2))
        self._products = np.zeros((len(logs), len(logs)))

    def add(self, values: Numbers) -> None:
        """Values in another world, a row for each answer that is left; then drop those that are
        hardly better than the leader."""
        left = np.array(self.left)
        self.worlds += 1
        self._counts[left] = self.worlds
        self._sums[left] += values
        self._products[np.ix_(left, left)] += np.outer(values[:, 1], values[:, 1])
        if self.worlds >= WORLDS:
            self._drop(left)

    def worths(self) -> Numbers:
        """The estimated value of each answer."""
        n = np.maximum(self._counts, 1)
        early, late = (self._sums / n[:, None]).T
        found: Numbers = early + (late - early) * n / (n + self._doubt)
        return found

    def order(self) -> list[int]:
        """All answers, the best first, those that were dropped early last."""
        score = self._score()
        return [*sorted(self.left, key=lambda k: -score[k]), *reversed(self._dropped)]

    def _score(self) -> Numbers:
        found: Numbers = self.worths() + self._logs / self._weight
        return found

    def _drop(self, left: NDArray[np.int64]) -> None:
        n, score = self.worlds, self._score()[left]
        best = int(np.argmax(score))
        products = self._products[np.ix_(left, left)]
        squares = np.diag(products)
        sums = self._sums[left, 1]
        apart = squares + squares[best] - 2 * products[best] - (sums - sums[best]) ** 2 / n
        error = np.sqrt((np.maximum(apart, 0) + 2 * SPREAD**2) / (n + 1) / n)
        behind = score[best] - score
        stays = behind + self._care.gain <= self._care.errors * error
        stays[best] = True
        worst_first = np.argsort(score)
        self._dropped += left[worst_first[~stays[worst_first]]].tolist()
        self.left = left[stays].tolist()
