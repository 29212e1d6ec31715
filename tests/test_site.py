"""The site of the pages: laid out whole, with good links, pictures that fit, and what looks at it.

It is built by `make site`, with tools that `make` does not install; their input is checked here.
"""

from __future__ import annotations

import ast
import json
import re

import pytest

from altered_env.cli import COMMANDS
from docs.making import books, looking, reference, stage
from docs.making.contents import CONTENTS
from docs.making.drawing import LETTER, Drawing
from docs.making.pictures import PICTURES, draw

ROOT = stage.ROOT


def listed(entry):
    """The pages that the contents name."""
    if isinstance(entry, str):
        return [entry]
    inside = entry[1]
    return [inside] if isinstance(inside, str) else [p for e in inside for p in listed(e)]


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Files copied from the repository."""
    out = tmp_path_factory.mktemp("pages")
    stage.copy(out)
    return out


def test_every_page_is_in_the_contents_and_no_other(pages):
    named = [page for entry in CONTENTS for page in listed(entry)]
    assert len(named) == len(set(named))
    copied = {path.relative_to(pages).as_posix() for path in pages.rglob("*.md")}
    notebooks = {f"notebooks/{path.stem}.md" for path in (ROOT / "notebooks").glob("*.ipynb")}
    made = {"reference/commands.md", "reference/fields.md", "reference/*"}
    assert set(named) == copied | notebooks | made


def test_every_link_of_a_page_leads_somewhere(pages):
    """mkdocs looks as well, when the site is built; links to notebooks lead to their pages."""
    wrong = []
    for path in pages.rglob("*.md"):
        text = re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text("utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)\s#]+)(?:#[^)\s]*)?\)", text):
            there = path.parent / target
            book = ROOT / "notebooks" / f"{there.stem}.ipynb"
            if ":" not in target and not there.exists() and not book.exists():
                wrong.append(f"{path.relative_to(pages)}: {target}")
    assert not wrong


@pytest.mark.parametrize(
    ("text", "page", "right"),
    [
        ("[how](docs/strength.md#a)", "README.md", "[how](strength.md#a)"),
        ("[it](../../CONTRIBUTING.md)", "docs/reference/cards.md", "[it](../contributing.md)"),
        ("[it](../../README.md)", "docs/start/play.md", "[it](../index.md)"),
        ("[it](../notebooks/a.ipynb)", "docs/strength.md", "[it](notebooks/a.md)"),
        ("[out](https://a.org/x.md)", "docs/strength.md", "[out](https://a.org/x.md)"),
        ("[here](#there)", "docs/strength.md", "[here](#there)"),
    ],
)
def test_links_are_those_of_the_site(text, page, right):
    assert stage.rewritten(text, page) == right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("So:\n- one\n- two\n", "So:\n\n- one\n- two\n"),
        ("So:\n| a |\n|---|\nThen\n", "So:\n\n| a |\n|---|\n\nThen\n"),
        ("- one\n  and more\n- two\n", "- one\n  and more\n- two\n"),
        ("```\nx\n- y\n```\n", "```\nx\n- y\n```\n"),
    ],
)
def test_lists_and_tables_stand_by_themselves(text, right):
    assert stage.spaced(text) == right


def test_the_pictures_are_those_of_this_version(tmp_path):
    draw(tmp_path)
    for name in PICTURES:
        kept = (ROOT / f"docs/images/concepts/{name}.svg").read_text("utf-8")
        assert kept == (tmp_path / f"{name}.svg").read_text("utf-8"), "run `make docs`"


@pytest.mark.parametrize("name", PICTURES)
def test_nothing_reaches_beyond_a_picture(name):
    picture = PICTURES[name]()
    for shape in picture.shapes:
        if shape.kind == "text":
            width = len(shape.text) * shape.size * LETTER
            left = shape.x - (width / 2 if shape.anchor == "middle" else 0)
            assert left >= 0 and left + width <= picture.width, shape.text
            assert 0 < shape.y <= picture.height, shape.text
        elif shape.kind == "box":
            assert 0 <= shape.x <= shape.x + shape.width <= picture.width
            assert 0 <= shape.y <= shape.y + shape.height <= picture.height


def test_a_box_that_is_too_small_is_refused():
    with pytest.raises(ValueError, match="lines are too many"):
        Drawing(100, "small").box(0, 0, 100, 50, "x", ["a line that is far too long for it"])


def test_a_notebook_becomes_a_page_with_its_outputs(tmp_path):
    cells = [
        {"cell_type": "markdown", "source": ["# It\n", "so"]},
        {
            "cell_type": "code",
            "source": ["1 + 1"],
            "outputs": [
                {"output_type": "stream", "name": "stdout", "text": ["said\n"]},
                {"output_type": "execute_result", "data": {"text/plain": ["2"]}},
                {"output_type": "display_data", "data": {"image/svg+xml": ["<svg/>"]}},
                {"output_type": "display_data", "data": {"text/html": ["<table>\n</table>"]}},
            ],
        },
    ]
    path = tmp_path / "it.ipynb"
    path.write_text(json.dumps({"cells": cells}), "utf-8")
    assert books.page(path, tmp_path) == "It"
    page = (tmp_path / "it.md").read_text("utf-8")
    for part in ("```python\n1 + 1\n```", "```text\nsaid\n```", "```text\n2\n```", "![](it-0.svg)"):
        assert part in page
    assert '<div class="output"><table></table></div>' in page
    assert (tmp_path / "it-0.svg").read_text("utf-8") == "<svg/>"


def test_the_reference_has_every_command_and_every_field():
    text = reference.fields()
    assert {name for name, *_ in reference.fields_of(*reference.CONFIG)} > {"decks", "afterstates"}
    for name, _, _, says in reference.fields_of(*reference.CONFIG):
        assert f"| `{name}` |" in text and says.replace("|", "\\|") in text
    top = reference.parser()
    for name in COMMANDS:
        assert f"usage: altered {name}" in " ".join(reference._help(top, [name]).split())


def test_the_reference_has_every_module_with_public_names():
    """But for commands and pages of the browser, which are no library."""
    found = {module for package in reference.PACKAGES for module in reference.modules(package)}
    missing = []
    for path in sorted((ROOT / "altered_env").rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        inside = name.split(".")[1:2]
        public = any(
            isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
            for node in ast.parse(path.read_text("utf-8")).body
        )
        if public and name not in found and inside not in (
            ["_runtime"], ["cli"], ["of_four"], ["web"]
        ):  # fmt: skip
            missing.append(name)
    assert not missing


def test_a_bad_link_of_the_built_site_is_found(tmp_path):
    (tmp_path / "a.html").write_text(
        '<a id="x"></a><a href="b.html#here">1</a><a href="b.html#gone">2</a>'
        '<a href="c.html">3</a><script src="https://far.org/a.js"></script>'
        '<a href="https://far.org">4</a><a href="#x">5</a>',
        "utf-8",
    )
    (tmp_path / "b.html").write_text('<h1 id="here">b</h1>', "utf-8")
    gone = "search/search_index.js is not there: pages opened from a folder cannot be searched"
    assert looking.problems(tmp_path)[-1] == gone
    (tmp_path / "search").mkdir()
    (tmp_path / "search" / "search_index.js").write_text('var __index = {"docs": []}', "utf-8")
    assert looking.problems(tmp_path) == [
        "a.html: b.html#gone has no such place",
        "a.html: c.html is not there",
        "a.html: fetches https://far.org/a.js",
    ]
    assert looking.problems(tmp_path / "none") == [f"{tmp_path / 'none'} has no pages"]
