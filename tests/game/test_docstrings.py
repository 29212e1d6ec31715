"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "altered_env"
FILES = [PACKAGE / "cli.py", PACKAGE / "fetching.py"]
for folder in ("exercise", "game", "protocol", "render", "scenario"):
    FILES += sorted((PACKAGE / folder).glob("*.py"))
MODULES = [
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in FILES
    if ">>> " in path.read_text("utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
