"""Decisions of the anchor agents; `python -m tests.agents.anchored` writes them to anchors.json.

It is rewritten only if rules or cards changed the positions, never because an agent did.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from altered_env import Game
from altered_env.agents import make

FILE = Path(__file__).parent / "anchors.json"
SPECS = {"rules@1": 12, "ismcts@1:iterations=16": 12}
"""The agents, and the number of choices between questions."""


def answers(spec: str) -> list[int]:
    """The answers to choices in two games of random play."""
    found = []
    for seed, decks in enumerate((("axiom", "muna"), ("yzmir", "lyra"))):
        agent, chance = make(spec, seed=seed), np.random.default_rng(seed)
        game = Game.start(*decks, seed=seed)
        choices = 0
        while not game.over:
            options = game.legal_actions()
            if len(options) > 2:
                choices += 1
                if choices % SPECS[spec] == 0:
                    found.append(agent.act(game.seat()))
            game.act(int(chance.choice(options)))
    return found


def everything() -> dict[str, list[int]]:
    """The compared values."""
    return {spec: answers(spec) for spec in SPECS}


if __name__ == "__main__":
    FILE.write_text(json.dumps(everything()) + "\n", encoding="utf-8")
