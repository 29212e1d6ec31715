"""The examples of the README run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_of_the_readme_runs(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(example, {})


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 2


def test_it_shows_what_the_demonstration_makes_and_every_picture_is_small() -> None:
    shown = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README)
    assert {"docs/images/demo-rating.svg", "docs/images/demo-cards.svg"} <= set(shown)
    for path in shown:
        if path.endswith(".svg"):
            drawn = (ROOT / path).read_text("utf-8")
            assert drawn.startswith("<svg")
            assert len(drawn) < 200_000
