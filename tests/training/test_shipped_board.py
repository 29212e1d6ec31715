"""The shipped board of all agents is consistent, and its page matches it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from altered_env._runtime import renamed
from altered_env.agents.named import gone
from altered_env.arena.board.archive import opened
from altered_env.arena.board.schedule import open_board
from altered_env.arena.board.verify import problems
from altered_env.cardstats.reporting.shipped_board import PAGE, SHIPPED, table

ROOT = Path(__file__).parents[2]
FEW = 12
"""Replays played here: the others are played on request."""


@pytest.fixture(scope="module")
def folder():
    with opened(SHIPPED) as found:
        yield found


@pytest.mark.filterwarnings("ignore::altered_env._runtime.renamed.RenamedWarning")
def test_it_holds_together(folder):
    """A game that ends otherwise since a rule was mended is said to be of another version."""
    found = problems(folder, replays=FEW)
    assert [one for one in found if not one.endswith("verify it with that version")] == []


def test_it_is_the_board_that_make_plays(folder):
    """But for agents that have gone since."""
    config = open_board(folder).config
    made = re.sub(r"\\\n\t+", "", (ROOT / "Makefile").read_text("utf-8"))
    options = r"--agents (.*) --decks (\S+) --until (\d+) --until-slow (\d+)\n"
    (said,) = re.findall(rf"board new build/board {options}", made)
    there = [renamed.agent(name, tell=False) for name in config.agents if not gone(name)]
    assert there == said[0].split()
    assert (config.decks, f"{config.until:g}", f"{config.until_slow:g}") == said[1:]


def test_the_page_says_what_is_in_it():
    assert table() in PAGE.read_text("utf-8"), (
        "python -m altered_env.cardstats.reporting.shipped_board"
    )


def test_it_is_small():
    assert SHIPPED.stat().st_size < 6_000_000
