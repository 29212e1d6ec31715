"""The examples in the docstrings of the language hold."""

import doctest
import importlib

import pytest

MODULES = "errors event_verbs kinds signatures vocabulary checking source notation writing normal"


@pytest.mark.parametrize("name", [*MODULES.split(), "reference", "model", "wording"])
def test_examples(name):
    module = importlib.import_module(f"altered_env.language.{name}")
    result = doctest.testmod(module)
    assert result.failed == 0
    assert result.attempted > 0


@pytest.mark.parametrize("name", ["lexicon", "amounts", "events", "abilities", "pronouns"])
def test_examples_of_the_wording(name):
    module = importlib.import_module(f"altered_env.language.wording.{name}")
    result = doctest.testmod(module)
    assert result.failed == 0 and result.attempted > 0


@pytest.mark.parametrize("name", ["worded", "letters"])
def test_examples_of_reading_it_back(name):
    module = importlib.import_module(f"altered_env.language.english.{name}")
    result = doctest.testmod(module)
    assert result.failed == 0 and result.attempted > 0


@pytest.mark.parametrize(
    "name",
    ["program", "checks", "deciding", "steps.changes", "steps.verbs", "values.opponents"],
)
def test_examples_of_the_compiler(name):
    module = importlib.import_module(f"altered_env.language.compiler.{name}")
    result = doctest.testmod(module)
    assert result.failed == 0 and result.attempted > 0
