"""A table for tests of single rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from altered_env import Scenario


@pytest.fixture
def sit() -> Callable[..., Scenario]:
    """Makes tables at which both players have a Hero with a quick action.

    A player who can only pass does so without being asked; here each turn waits for them.
    """

    def make(rules: str = "2024.09", seed: int = 0) -> Scenario:
        table = Scenario(rules=rules, seed=seed)
        table.card("Idler", type="hero", abilities=["T: draw(1)"])
        for player in "AB":
            table.player(player).hero("Idler")
        return table

    return make
