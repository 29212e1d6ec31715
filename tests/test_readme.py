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


def test_it_is_one_screen_with_one_picture() -> None:
    assert len(re.sub(r"```.*?```|<!--.*?-->", "", README, flags=re.DOTALL).split()) <= 500
    (shown,) = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README)
    assert (ROOT / shown).is_file()


@pytest.mark.parametrize("name", ["demo-rating", "demo-cards"])
def test_pictures_of_the_demonstration_are_shown_and_small(name: str) -> None:
    drawn = (ROOT / "docs" / "images" / f"{name}.svg").read_text("utf-8")
    assert drawn.startswith("<svg") and len(drawn) < 200_000
    pages = (ROOT / "docs" / "start").glob("*.md")
    assert any(f"../images/{name}.svg" in page.read_text("utf-8") for page in pages)
