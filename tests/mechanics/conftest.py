"""A table for scenarios of mechanics, played by the Complete Rules 5.0."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from altered_env import Scenario


@pytest.fixture
def sit() -> Callable[..., Scenario]:
    """Makes tables at which both players have a Hero with a quick action, so that no turn passes
    by itself; A may have another Hero, in a state of its own."""

    def make(hero: str = "Idler", seed: int = 0, **state: Any) -> Scenario:
        table = Scenario(rules="5.0", seed=seed)
        table.card("Idler", type="hero", abilities=["T: draw(1)"])
        table.player("A").hero(hero, **state)
        table.player("B").hero("Idler")
        return table

    return make
