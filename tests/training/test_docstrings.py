"""The examples in the docstrings of what trains and measures are true."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize(
    "name",
    [
        "agents.advice",
        "agents.at_desks",
        "agents.inputs",
        "agents.thoughts",
        "agents.network",
        "agreement",
        "average",
        "coverage",
        "credit",
        "deck_sets",
        "deciding",
        "evaluate",
        "exploit",
        "league",
        "improving",
        "logbook",
        "matches",
        "matchups",
        "metrics",
        "opponents",
        "options",
        "paired",
        "plots",
        "ppo",
        "rated",
        "ratings",
        "regression",
        "reporting.plots",
        "reporting.sheets",
        "runs",
        "swaps",
        "workers",
    ],
)
def test_examples(name):
    name = name if name.startswith("agents.") else f"training.{name}"
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
