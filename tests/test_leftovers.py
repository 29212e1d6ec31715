"""No stale names: files in pages and docstrings, modules in settings, libraries."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("altered_env", "agents", "training", "tests", "docs", "configs", "notebooks")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SOURCES = [
    path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py")) if path.is_file()
]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *sorted(ROOT.glob("*/README.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
CALLED = {"open-spiel": "pyspiel", "pillow": "PIL", "pyyaml": "yaml"}
"""Libraries that are imported under another name."""
UNIMPORTED = {
    "hatchling": "builds the package, a command of the Makefile",
    "httpx2": "the client of Starlette's tests imports it",
    "ipykernel": "runs the notebooks",
    "mkdocs": "builds the site, a command of the Makefile",
    "mkdocs-material": "how the site looks",
    "mkdocstrings": "docstrings in the site",
    "mypy": "a command of the Makefile",
    "pygame": "connect four of PettingZoo, a peer, imports it",
    "pytest-xdist": "an option of pytest in the Makefile",
    "ruff": "a command of the Makefile",
    "ziglang": "links wheels, as a command",
}
"""Libraries that no file imports, and why they are there."""
_NAMED = re.compile(r"[\w./<>*{}-]*\w\.(?:py|md|tsv|yaml|ipynb|toml)\b(?![\w/.])")
_MADE_UP = re.compile(
    r"^(?:FILE|mine|my\w*|tea|some\w*|x|program|official|board|phrases)\.|^(?:runs|build|people|ALTERED_HOME)/|[<>*{}]"
)
"""Names of the reader's files in examples."""


@cache
def _ends() -> set[str]:
    """Every way to name a file of the repository: by its path, or by the end of it."""
    found = {path.name for path in ROOT.iterdir()}
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            parts = path.relative_to(ROOT).parts
            found |= {"/".join(parts[k:]) for k in range(len(parts))}
    return found


def dead(text: str, beside: Path) -> Iterator[str]:
    """The files that a text names and that are not there."""
    for name in _NAMED.findall(text):
        made_up = _MADE_UP.search(name) or name.startswith("/")
        if not made_up and name not in _ends() and not (beside / name).exists():
            yield name


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_a_page_names_files_that_are_there(page):
    text = re.sub(r"https?://\S+", "", page.read_text("utf-8"))
    assert not sorted(set(dead(text, page.parent)))


@cache
def _read(path: Path) -> tuple[list[str], set[str]]:
    """The docstrings of a file and the texts that stand under a name; the libraries that it
    imports, at its head or later."""
    said, imported = [], set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            if isinstance(node.value.value, str):
                said.append(node.value.value)
        elif isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            imported.add(node.module.partition(".")[0])
    return said, imported


def _said(path: Path) -> Iterator[str]:
    """The docstrings of a file, the texts that stand under a name, and comments."""
    yield from _read(path)[0]
    for line in path.read_text("utf-8").splitlines():
        _, comment, text = line.partition("  # ")
        if comment:
            yield text


def test_docstrings_name_files_that_are_there():
    wrong = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in SOURCES
        for text in _said(path)
        for name in dead(text, path.parent)
    ]
    assert not wrong


def test_a_dead_name_is_found():
    text = "as `altered_env/cellar.py` and `wine.md` say, but not `mine.yaml` nor `docs/decks.md`"
    assert list(dead(text, ROOT / "docs")) == ["altered_env/cellar.py", "wine.md"]
    assert not list(dead("`decks.md`, `engine/day.py`, `view.py`", ROOT / "altered_env" / "game"))


@cache
def _imported() -> set[str]:
    """The libraries that files import."""
    return set().union(*(_read(path)[1] for path in SOURCES))


def test_every_library_is_used():
    project = SETTINGS["project"]
    asked = [
        *project["dependencies"],
        *chain.from_iterable(project["optional-dependencies"].values()),
    ]
    names = {re.split(r"[<>=!~\[ ]", line)[0] for line in asked}
    unused = {n for n in names if CALLED.get(n, n.replace("-", "_")) not in _imported()}
    assert unused == set(UNIMPORTED)


def test_settings_name_modules_that_are_there():
    gone = []
    for override in SETTINGS["tool"]["mypy"]["overrides"]:
        for module in override["module"]:
            first, *_ = parts = module.removesuffix(".*").split(".")
            place = ROOT.joinpath(*parts)
            ours = first in FOLDERS and (place.is_dir() or place.with_suffix(".py").is_file())
            if not ours and first not in _imported():
                gone.append(module)
    for pattern in SETTINGS["tool"]["ruff"]["lint"]["per-file-ignores"]:
        folders = re.findall(r"[\w/]+(?=[,}])", pattern)
        gone += [folder for folder in folders if not (ROOT / folder).is_dir()]
        assert folders
    assert not gone
