"""The examples in the docstrings of what plays, trains and measures are true."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
MODULES = [
    ".".join(path.relative_to(HOME).with_suffix("").parts).removesuffix(".__init__")
    for folder in ("agents", "arena", "board", "cardstats", "train")
    for path in sorted((HOME / "altered_env" / folder).rglob("*.py"))
    if ">>> " in path.read_text("utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
