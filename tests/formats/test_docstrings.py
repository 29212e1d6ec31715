"""The examples in the docstrings of formats are true."""

import doctest
import importlib

import pytest

MODULES = ["", ".booster_war", ".boosters", ".deck_rules", ".drafts", ".format", ".named_decks"]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    module = importlib.import_module(f"altered_env.formats{name}")
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0
