"""The examples in the docstrings of decks are true."""

import doctest
import importlib

import pytest

MODULES = [
    "decks",
    "decks.archetypes",
    "decks.deck",
    "decks.errors",
    "decks.generating",
    "decks.json_form",
    "decks.legality",
    "decks.library",
    "decks.pools",
    "decks.reading_lists",
    "decks.share_code",
    "decks.stats",
    "commands.naming_decks",
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    module = importlib.import_module(f"altered_env.{name}")
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0
