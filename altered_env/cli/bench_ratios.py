"""The ratios of `altered bench`: pairs of rates, with targets.

All rates count the same way: every decision of the games, those of opponents included. The two are
measured in turn in pairs of short runs, and the median of the pairs' ratios is reported, since the
speed of a shared machine varies.
"""

from __future__ import annotations

import functools
import statistics
from collections.abc import Iterator
from dataclasses import dataclass

from altered_env.cli.bench_engine import hot_rate
from altered_env.cli.bench_envs import (
    AEC,
    BATCH,
    CONNECT_FOUR,
    MANY,
    Rate,
    aec_rate,
    peer_rates,
    seats_name,
    seats_rates,
    vec_rate,
)
from altered_env.envs import raw_env

PAIRS = 5
FEW = 16
"""This many games with their observations are less than a megabyte."""
_AIMS = {"flat": 0.4, "compact": 0.35}
"""Targets of the views that are converted."""
HOT = "one game at a time, starter decks, nothing observed"


@dataclass(frozen=True, slots=True)
class Ratio:
    """Two rates; None for an absent one."""

    one: str
    rate: Rate | None
    other: str
    beside: Rate | None
    aim: float | None = None
    """The target; None for a ratio without one, shown to explain another."""

    @property
    def name(self) -> str:
        """The rates compared."""
        return f"{self.one} / {self.other}"

    def measured(self, seconds: float) -> float | None:
        """The ratio, each of the two measured for about this many seconds in total."""
        if self.rate is None or self.beside is None:
            return None
        found = []
        for pair in range(PAIRS):  # each comes first equally often
            sides = (self.rate, self.beside) if pair % 2 else (self.beside, self.rate)
            took = {side: side(seconds / PAIRS) for side in sides}
            found.append(took[self.rate] / took[self.beside])
        return statistics.median(found)

    def text(self, value: float | None) -> str:
        """The line of the table."""
        said = "absent" if value is None else f"{value:.2f}"
        aim = "" if self.aim is None else self.aim
        return f"{self.name:<96} {said:>6} {aim:>5}".rstrip()


def ratios(words: str = "") -> Iterator[Ratio]:
    """The ratios whose name contains these words, by default all."""
    for one in _every():
        if words.lower() in one.name.lower():
            yield one


def _every() -> Iterator[Ratio]:
    batch: Rate = functools.partial(vec_rate, MANY, "full", 1)
    aec: Rate = functools.partial(aec_rate, raw_env)
    # as in the envs
    hot = functools.partial(hot_rate, whole=False)
    yield Ratio(BATCH, batch, HOT, hot, 0.6)
    few: Rate = functools.partial(vec_rate, FEW, "full", 1)
    yield Ratio(f"batch of {FEW}, observations, 1 core, which a cache holds", few, HOT, hot)
    unseen: Rate = functools.partial(vec_rate, MANY, "mask", 1)
    yield Ratio(f"batch of {MANY}, masks alone, 1 core", unseen, HOT, hot)
    for what, every, rate in seats_rates():
        if every and what == "one":
            yield Ratio(seats_name(what, every), rate, AEC, aec, 1.0)
        elif every:
            yield Ratio(seats_name(what, every), rate, BATCH, batch, _AIMS.get(what, 0.7))
    peer = dict(peer_rates([CONNECT_FOUR]))[CONNECT_FOUR]
    yield Ratio(AEC, aec, CONNECT_FOUR, peer, 2.5)
    one, two = (functools.partial(vec_rate, 1024, "full", k, alike=True) for k in (1, 2))
    yield Ratio("batch of 1,024, 2 cores", two, "1 core, by the clock", one, 1.7)
