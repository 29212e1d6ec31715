"""Which tests are played with their seats turned, and how: as they are, and at tables of four.

A test that is watched runs once with every call of the engine compared (`turning.py`). Then it
runs again with its tables of two set for four, where the others look on: it is not asked whether it
still passes, since four are faced otherwise, but what happens must not depend on the seats. Where a
test stops, its games go on for a while at random.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any
from zlib import crc32

import pytest

from altered_env import Scenario
from altered_env.game.errors import EngineError
from tests.turning import NotSymmetricError, TooLongError, checked

__all__ = ["is_watched", "watch"]

WATCHED = (
    "tests/rules/",
    "tests/mechanics/",
    "tests/rulings/",
    "tests/scenario/",
    "tests/formats/",
    "tests/cards/test_seed_cards",
    "tests/cards/test_reviewed",
)
ONE_IN = 40
"""One of this many tests is watched in a sample."""
GOES_ON = 8
"""The number of further decisions of each game of a test."""
MOST = 100
"""The number of engine calls to follow a test for at a table of four."""
STOPS = (Exception, pytest.fail.Exception, pytest.skip.Exception)


def is_watched(test: str, how: str) -> bool:
    """Return whether the test is played with seats turned. `how` is `all`, `sample` or `off`."""
    if how == "off" or not test.startswith(WATCHED):
        return False
    return how == "all" or crc32(test.encode()) % ONE_IN == 0


@contextmanager
def _tables() -> Iterator[list[Scenario]]:
    """The tables at which play begins while this lasts."""
    found: list[Scenario] = []
    begin = Scenario.begin

    def begun(table: Scenario, *arguments: Any, **more: Any) -> None:
        found.append(table)
        begin(table, *arguments, **more)

    Scenario.begin = begun  # type: ignore[method-assign]
    try:
        yield found
    finally:
        Scenario.begin = begin  # type: ignore[method-assign]


@contextmanager
def _set_for(form: str) -> Iterator[None]:
    """Tables of no other format are of this one."""
    defaults = Scenario.__init__.__kwdefaults__
    was = defaults["format"]
    defaults["format"] = form
    try:
        yield
    finally:
        defaults["format"] = was


def _go_on(tables: list[Scenario], seed: int) -> None:
    chance = random.Random(seed)
    for table in tables:
        for _ in range(GOES_ON):
            if table._game is None or table.over or table.decision is None:
                break
            try:
                table.game.act(chance.choice(table.game.legal_actions()))
            except EngineError:  # cards of a test may pass a capacity, the turned table too
                break


def watch(test: Callable[..., object], arguments: Mapping[str, Any], name: str) -> None:
    """Run a test with its seats turned, at its own tables and at tables of four."""
    seed = crc32(name.encode())
    with checked(), _tables() as tables:
        test(**arguments)
        _go_on(tables, seed)
    form = ("free_for_all", "two_against_two")[seed % 2]
    with checked(MOST), _tables() as tables, _set_for(form), suppress(TooLongError):
        try:
            test(**arguments)
        except (NotSymmetricError, TooLongError):
            raise
        except STOPS:
            pass  # four are faced otherwise: it may find what it does not expect
        _go_on(tables, seed)
