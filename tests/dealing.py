"""How tests are dealt to the workers that run them side by side: by duration, the longest first.

A file is dealt whole; one that takes long is dealt test by test, so that no worker is left alone
with it at the end, unless its tests share what is made once for the file. Of files without a known
duration nobody knows how long they take: they are dealt before all others.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

from tests import durations

__all__ = ["Dealer", "deal", "scheduler"]

LONG = 45.0
"""A file that takes more seconds than this is dealt test by test."""


@cache
def shares(file: str) -> bool:
    """Do the tests of a file share a fixture that is made once for it?"""
    return 'scope="module"' in (durations.ROOT / file).read_text("utf-8")


class Dealer:
    """What is dealt together, and what first."""

    def __init__(self, seconds: Mapping[str, float]) -> None:
        self.seconds = seconds

    def unit(self, test: str) -> str:
        """What is dealt whole, of which this test is a part: its file, or the test alone."""
        file = test.partition("::")[0]
        long = self.seconds.get(file, 0.0) > LONG
        return test if long and not shares(file) else file

    def takes(self, unit: str) -> float:
        """How long a unit takes as far as is known."""
        if unit in self.seconds:
            return self.seconds[unit]
        of_known_file = unit.partition("::")[0] in self.seconds
        return 0.0 if of_known_file else float("inf")

    def ordered(self, tests: list[str]) -> list[int]:
        """The tests by place in the list, as they are dealt; those of a file stay in order."""
        first = {}
        for k, test in enumerate(tests):
            first.setdefault(self.unit(test), k)

        def place(k: int) -> tuple[float, int, int]:
            unit = self.unit(tests[k])
            return -self.takes(unit), first[unit], k

        return sorted(range(len(tests)), key=place)


class Scheduler(LoadScopeScheduling):
    """Gives workers units one by one, in the order of the tests."""

    dealer: Dealer

    def _split_scope(self, nodeid: str) -> str:
        return self.dealer.unit(nodeid)


def scheduler(config: pytest.Config, log: Any, seconds: Mapping[str, float]) -> Scheduler:
    """For `--dist loadfile`: whole files but for the long ones."""
    config.option.loadscopereorder = False  # it would order units by how many tests they have
    made = Scheduler(config, log)
    made.dealer = Dealer(seconds)
    return made


def deal(items: list[pytest.Item], seconds: Mapping[str, float]) -> None:
    """Put the tests of a worker in the order in which they are dealt."""
    dealer = Dealer(seconds)
    items[:] = [items[k] for k in dealer.ordered([item.nodeid for item in items])]
