"""Every block of code of the pages runs, or says why not; every command of them is one.

Blocks of a page run in their order, in one folder: `python` is executed, of `console` every line
after a `$`. A block that is not run has a comment before it, `<!-- not run: why -->`. The examples
of the README and of docs/environments.md have tests of their own.
"""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from altered_env import cards
from altered_env.cli import main, parser

ROOT = Path(__file__).parents[1]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted(path for path in (ROOT / "docs").rglob("*.md")),
    *sorted(ROOT.glob("*/README.md")),
]
ELSEWHERE = {
    "README.md": "tests/test_readme.py",
    "docs/environments.md": "tests/envs/test_tools.py",
}
"""Pages whose Python is run by another test."""
NEEDS = {"docs/works-with.md": "pyspiel"}
"""Pages that need a library of an extra."""
PROGRAMS = ("altered", "make", "pip", "python")
_BLOCK = re.compile(
    r"(?:<!-- not run: (?P<why>[^>]+?) -->\n)?```(?P<kind>\w*)\n(?P<text>.*?)^```", re.S | re.M
)


@dataclass(frozen=True)
class Block:
    """One fenced block of a page."""

    kind: str
    text: str
    why: str | None
    line: int

    @property
    def is_typed(self) -> bool:
        """Return whether it is input at a prompt."""
        first = self.text.removeprefix("$ ").partition(" ")[0]
        return self.kind == "console" or (not self.kind and first in PROGRAMS)

    @property
    def commands(self) -> list[list[str]]:
        """Return the typed commands, split into words."""
        lines = self.text.replace("\\\n", " ").splitlines()
        typed = [x[2:] for x in lines if x.startswith("$ ")] if self.kind else lines
        return [shlex.split(line, comments=True) for line in typed if line.strip()]


def blocks(path: Path) -> list[Block]:
    """The blocks of a page."""
    text = path.read_text("utf-8")
    return [
        Block(m["kind"], m["text"], m["why"], text.count("\n", 0, m.start("text")) + 1)
        for m in _BLOCK.finditer(text)
    ]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def runs(path: Path) -> list[Block]:
    """The blocks of a page that are run here."""
    elsewhere = name(path) in ELSEWHERE
    return [
        block
        for block in blocks(path)
        if block.why is None and (block.is_typed or (block.kind == "python" and not elsewhere))
    ]


RUN = [path for path in PAGES if runs(path)]


@pytest.fixture(autouse=True)
def _no_cards_are_left():
    yield
    cards.catalogue.cache_clear()


@pytest.mark.filterwarnings("ignore")  # of the libraries themselves
@pytest.mark.parametrize("path", RUN, ids=name)
def test_its_blocks_run(path, tmp_path, monkeypatch, capsys):
    if name(path) in NEEDS:
        pytest.importorskip(NEEDS[name(path)], reason="it comes with an extra")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    names = {"__name__": "page"}
    for block in runs(path):
        if block.kind == "python":
            exec(compile("\n" * (block.line - 1) + block.text, name(path), "exec"), names)
            continue
        for words in block.commands:
            assert words[0] == "altered", f"{name(path)}:{block.line}: only altered is run here"
            assert main(words[1:]) == 0, capsys.readouterr().err


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_what_is_typed_is_a_command(path):
    """Every command of a page, run or not, is read by the command itself."""
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    for block in blocks(path):
        if not block.is_typed:
            continue
        for words in block.commands:
            at = f"{name(path)}:{block.line}: {shlex.join(words)}"
            if words[0] == "altered":
                try:
                    parser().parse_args(words[1:])
                except SystemExit:
                    pytest.fail(f"{at} is not understood")
            elif words[0] == "make":
                assert set(words[1:]) <= set(targets), at
            elif words[:2] == ["python", "-m"]:
                module = ROOT / words[2].replace(".", "/")
                assert module.is_dir() or module.with_suffix(".py").is_file(), at
            else:
                assert words[0] in PROGRAMS, at


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_data_in_blocks_is_whole(path):
    for block in blocks(path):
        if block.kind == "json":
            json.loads(block.text)
        elif block.kind == "yaml":
            yaml.safe_load(block.text)
        else:
            assert block.kind in ("", "python", "console", "text"), f"{name(path)}:{block.line}"


def test_a_reason_is_no_excuse():
    """Blocks not run are long, interactive, installations or fragments."""
    reasons = [block.why for path in PAGES for block in blocks(path) if block.why]
    assert reasons and all(len(why.split()) >= 2 for why in reasons)
    for path in PAGES:
        for block in blocks(path):
            assert block.why is None or block.is_typed or block.kind == "python", (path, block.line)


_VARIABLE = re.compile(r"\b(?:environ(?:ment)?(?:\.get)?[([]) ?\"([A-Z_]{4,})\"")
_OF_OTHERS = {"HOME", "LOCALAPPDATA", "PATH", "RAY_USE_TLS", "TERM", "XDG_DATA_HOME"}
"""Variables of the system, and those named beside another."""


def test_every_environment_variable_is_documented():
    read = {
        name
        for path in sorted((ROOT / "altered_env").rglob("*.py"))
        for name in _VARIABLE.findall(path.read_text("utf-8"))
    }
    assert read >= {"ALTERED_CACHE", "ALTERED_HOME"}
    page = (ROOT / "docs" / "files.md").read_text("utf-8").partition("## Environment variables")[2]
    assert not [name for name in sorted(read - _OF_OTHERS) if f"`{name}`" not in page]
