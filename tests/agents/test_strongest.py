"""The strongest agents are named in a single place."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from altered_env import Game
from altered_env.agents import STRONGEST, STRONGEST_FAST, make
from altered_env.agents.bots import is_compiled
from altered_env.agents.judge import Judge
from altered_env.agents.named import JUDGE
from altered_env.agents.network_cards import network_of
from altered_env.cli import arena_promises, demo_training
from altered_env.web import deck_pages

ROOT = Path(__file__).parents[2]
HERE = "altered_env/agents/named.py"
KEYED = {
    "altered_env/arena/bench1/tasks.py": "the panel is frozen",
    "altered_env/arena/versions.py": "a new network is no other version of the code",
    "altered_env/cards/worths.py": "its figures are of the agents that they were measured by",
    "altered_env/train/recording.py": "players of the dataset, which a later version adds to",
    "altered_env/agents/network_cards.py": "it describes each network",
    "altered_env/cardstats/choosing_lists.py": "the shipped lists were chosen by it",
    "altered_env/train/bench/positions.py": "the shipped positions are of its games",
    "altered_env/train/bench/labelling.py": "its examples make the shipped labels",
    "altered_env/train/bench/control.py": "its example checks the shipped labels",
    "altered_env/cli/bench_play.py": "examples of its help",
    "altered_env/cardstats/hero_ranking.py": "its figures are of games by it",
}
"""Files that name an agent for what it has done, each with the reason."""
STRONG = re.compile(r"\b(net|rollout|search):v[2345]\b")


def literals(source):
    """The texts in a source that are no docstrings."""
    tree = ast.parse(source)
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.lineno, node.value


def test_no_other_place_names_the_strongest():
    """A list that names an agent is not changed when a stronger one comes."""
    found = []
    for path in sorted((ROOT / "altered_env").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name not in (HERE, *KEYED):
            texts = literals(path.read_text("utf-8"))
            found += [f"{name}:{line}: {text}" for line, text in texts if STRONG.search(text)]
    for path in sorted((ROOT / "altered_env/web/static").glob("*.js")):
        found += [f"{path.name}: {one[0]}" for one in STRONG.finditer(path.read_text("utf-8"))]
    assert found == [], "take STRONGEST or STRONGEST_FAST of altered_env.agents"


def test_a_literal_elsewhere_is_found():
    source = '"""As net:v3 plays."""\nAGENT = "net:v3"\n'
    assert [text for _, text in literals(source) if STRONG.search(text)] == ["net:v3"]


def test_everybody_asks_the_strongest():
    assert is_compiled(STRONGEST_FAST) and not is_compiled(STRONGEST)
    assert demo_training.AGENT == arena_promises.ALONE == STRONGEST_FAST
    assert next(iter(deck_pages.AGENTS)) == STRONGEST_FAST
    assert arena_promises.AHEAD == STRONGEST and Judge().name == JUDGE
    assert network_of(JUDGE) == network_of(STRONGEST_FAST), "the site has one network"


@pytest.mark.parametrize("spec", [STRONGEST_FAST, f"{STRONGEST},rollouts=4"])
def test_they_play(spec):
    game = Game.start("axiom", "bravos", seed=1)
    assert make(spec, seed=1).act(game.seat()) in game.legal_actions()


def test_the_pages_say_who_is_strongest():
    readme, agents = ((ROOT / name).read_text("utf-8") for name in ("README.md", "docs/agents.md"))
    assert f"| `{STRONGEST_FAST}`" in readme
    assert f"`{STRONGEST}`, the strongest" in agents
