"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
import importlib

import pytest

MODULES = [
    "cli",
    "exercise",
    "exercise.cast",
    "exercise.programs",
    "exercise.speaking",
    "exercise.trying",
    "game",
    "invariants",
    "play.books",
    "play.errors",
    "play.lines",
    "play.saving",
    "play.states",
    "play.words",
    "render.text",
    "replay",
    "scenario",
    "scenario.choosing",
    "scenario.own_cards",
    "scenario.seating",
    "scenario.table",
    "view",
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    module = importlib.import_module(f"altered_env.{name}")
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0
