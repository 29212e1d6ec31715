"""The examples in the docstrings of the language hold."""

import doctest
import importlib

import pytest

MODULES = "errors kinds signatures vocabulary checking source notation writing phrases wording"


@pytest.mark.parametrize("name", [*MODULES.split(), "reference", "model"])
def test_examples(name):
    module = importlib.import_module(f"altered_env.language.{name}")
    result = doctest.testmod(module)
    assert result.failed == 0
    assert result.attempted > 0
