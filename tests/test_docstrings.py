"""Run the examples in docstrings."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for folder in ("altered_env", "tests")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if ">>> " in path.read_text("utf-8") and path != Path(__file__)
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if str(error.name).startswith(("altered_env", "tests")):
            raise
        pytest.skip(f"it needs {error.name}, which is not installed")
    found = doctest.testmod(module)
    assert found.failed == 0 < found.attempted
