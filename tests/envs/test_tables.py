"""The pages of observations and actions match the code."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from altered_env.engine.layout import ACTIONS, OBJECTS
from altered_env.engine.terms import CODE
from altered_env.game.kernels import kernel_for
from altered_env.spaces import docs_tables

PAGES = Path(__file__).parents[2] / "docs/reference"


@pytest.mark.parametrize(("players", "end"), [(2, ""), (4, "-4")])
@pytest.mark.parametrize("page", ["observation", "actions"])
def test_the_page_is_up_to_date(page, players, end):
    made = getattr(docs_tables, f"{page}_page")(players)
    assert (PAGES / f"{page}{end}.md").read_text("utf-8") == made, "write it again: make docs"


def test_the_actions_follow_one_another_to_the_last():
    at = OBJECTS
    for name, count, _ in docs_tables._CODES:
        assert OBJECTS + getattr(CODE, name) == at
        at += count
    assert at == ACTIONS


def test_of_four_the_actions_have_places_of_their_own():
    rules = kernel_for(4).rules
    taken = []
    for name, count, _ in docs_tables._CODES_OF_FOUR:
        code = rules.REGION_CODE if name == "REGION" else getattr(CODE, name)
        taken += range(rules.OBJECTS + code, rules.OBJECTS + code + count)
    assert len(taken) == len(set(taken))
    unused = set(range(rules.OBJECTS, rules.ACTIONS)) - set(taken)
    assert unused == {rules.OBJECTS + CODE.REGION + k for k in range(8)}  # where two have regions


def test_every_call_of_the_first_table_needs_no_other_import():
    """Nor does `import altered_env` load what they need."""
    page = (Path(__file__).parents[2] / "docs/environments.md").read_text("utf-8")
    calls = re.findall(r"^\| `(altered_env\.[^`(]*)", page.split("\n\n")[2], re.MULTILINE)
    assert len(calls) >= 6 and "altered_env.altered_v0.parallel_env" in calls
    calls = [call for call in calls if not call.endswith("rllib")]  # it needs RLlib
    code = (
        "import sys, altered_env\n"
        "heavy = {'torch', 'pettingzoo', 'gymnasium.vector', 'stable_baselines3'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
        f"for call in {calls}: eval(call)\n"
        "print(altered_env.altered_v0.parallel_env().possible_agents)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=300
    )
    assert "player_1" in found.stdout, found.stderr
