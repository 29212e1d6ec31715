"""The examples in the docstrings of the cards are true."""

from __future__ import annotations

import doctest
import importlib

import pytest


@pytest.mark.parametrize(
    "name", ["catalogue", "export_entries", "errors", "exports", "official", "writer"]
)
def test_examples(name):
    module = importlib.import_module(f"altered_env.cards.{name}")
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0
