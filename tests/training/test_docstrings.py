"""The examples in the docstrings of what measures are true."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["matches", "matchups", "metrics", "paired", "ratings", "swaps"])
def test_examples(name):
    result = doctest.testmod(importlib.import_module(f"training.{name}"))
    assert result.attempted > 0
    assert result.failed == 0
