"""A table for tests of rulings: official answers to questions about cards."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from altered_env import Scenario


@pytest.fixture
def sit() -> Callable[..., Scenario]:
    """Makes tables under the rules 5.0, at which A has the Hero that is named, with counters, or
    one with a quick action, as B has.

    A player who can only pass does so without being asked; that Hero makes each turn wait.
    """

    def make(a: str = "Idler", rules: str = "5.0", **counters: int) -> Scenario:
        table = Scenario(rules=rules)
        table.card("Idler", type="hero", abilities=["T: draw(1)"])
        table.player("A").hero(a, counters=counters)
        table.player("B").hero("Idler")
        return table

    return make
