"""Common tools: the examples of docs/environments.md, executed as printed."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs/environments.md"
EXAMPLES = re.findall(r"^### (.*?)\n.*?```python\n(.*?)```", PAGE.read_text("utf-8"), re.S | re.M)


def test_every_tool_has_an_example():
    titles = " ".join(title for title, _ in EXAMPLES)
    for tool in ("PettingZoo", "native batch", "Gymnasium", "MaskablePPO", "TorchRL", "PyTorch"):
        assert tool in titles


@pytest.mark.parametrize(("title", "code"), EXAMPLES, ids=[title for title, _ in EXAMPLES])
def test_the_example_runs(title, code, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the libraries themselves
        exec(compile(code, title, "exec"), {"__name__": "example"})
    assert capsys.readouterr().out.strip()
