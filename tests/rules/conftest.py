"""A table for tests of individual rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from altered_env import Scenario
from tests.citations import plays


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that does not name a ruleset plays by the rules that it cites."""
    marks = metafunc.definition.iter_markers("cites")
    rulesets = plays(citation for mark in marks for citation in mark.args)
    names = set(metafunc.fixturenames)
    if "5.0" in rulesets and "ruleset" in names and "rules" not in names:
        metafunc.parametrize("ruleset", rulesets)


@pytest.fixture
def ruleset() -> str:
    """The ruleset of a test that does not say by which it plays."""
    return "2024.09"


@pytest.fixture
def sit(ruleset: str) -> Callable[..., Scenario]:
    """Makes tables at which both players have a Hero with a quick action.

    A player who can only pass does so without being asked; here each turn waits for them.
    """

    def make(rules: str = ruleset, seed: int = 0) -> Scenario:
        table = Scenario(rules=rules, seed=seed)
        table.card("Idler", type="hero", abilities=["T: draw(1)"])
        for player in "AB":
            table.player(player).hero("Idler")
        return table

    return make
