"""The pages of the observation and the actions say what the code does."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

from altered_env.engine.layout import ACTIONS, OBJECTS
from altered_env.engine.terms import CODE
from altered_env.envs import tables

DOCS = Path(__file__).parents[2] / "docs"
MODULES = [
    f"altered_env.{name}"
    for name in (
        "batch.layout",
        "envs",
        "envs.aec",
        "envs.features",
        "envs.one_game",
        "one_seat",
        "envs.sb3",
        "envs.setup",
        "envs.spaces",
        "envs.vec",
    )
]


@pytest.mark.parametrize("page", ["observation", "actions"])
def test_the_page_is_up_to_date(page):
    made = getattr(tables, f"{page}_page")()
    assert (DOCS / f"{page}.md").read_text("utf-8") == made, "write it again: make docs"


def test_the_actions_follow_one_another_to_the_last():
    at = OBJECTS
    for name, count, _ in tables._CODES:
        assert OBJECTS + getattr(CODE, name) == at
        at += count
    assert at == ACTIONS


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_docstrings(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0
    assert result.attempted > 0
