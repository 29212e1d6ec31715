"""The WebAssembly module compared with the engine of this process: the same games and the same
positions, in turn, so that what else the machine does slows both.

    python -m tests.native.wasm_speeds PACKAGE [--seconds 0.5] [--pairs 7]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from altered_env import Game
from altered_env.agents.bots import Bots
from altered_env.agents.registry import make
from altered_env.agents.thoughts import Thought
from altered_env.engine.compiled import ENGINE
from altered_env.game.engine_api import random_steps

GAMES = 20
"""And positions, each of which is evaluated as often."""


class Native:
    """The measures of `wasm_speeds.mjs`, in this process."""

    def __init__(self) -> None:
        games = [Game.start("axiom", "bravos", seed=seed, day_limit=100) for seed in range(GAMES)]
        self.book = games[0].book.record
        self.starts = [game.games.copy() for game in games]
        self.games = games[0].games
        bots = Bots([make("net")], games[0].book)  # type: ignore[list-item]  # it is compiled
        self.buffers, self.thought = bots.buffers(), Thought()
        self.found = np.zeros(self.thought.kernel.rules.ACTIONS, dtype=np.int64)

    def random(self, seed: int, steps: int) -> int:
        """Play game `seed` from its start."""
        self.games.view(np.uint8)[:] = self.starts[seed].view(np.uint8)
        rng = np.arange(seed + 1, seed + 5, dtype=np.int64)
        return random_steps(self.games, 0, self.book, rng, steps)

    def rules(self) -> int:
        """Random games; their decisions."""
        return sum(self.random(seed, 1_000_000) for seed in range(GAMES))

    def net(self) -> int:
        """Evaluations of positions."""
        thought = self.thought
        for seed in range(GAMES):
            self.random(seed, 20 + seed)
            player = int(self.games["decider"][0])
            for _ in range(GAMES):
                thought.entry.ask(
                    thought.kernel.engine(), self.games, self.book, self.buffers, 0, player,
                    thought.games, thought.rng, self.found,
                )  # fmt: skip
        return GAMES * GAMES


def rate(work: Callable[[], int], seconds: float) -> float:
    """How many a second of processor time."""
    total, start = 0, time.thread_time()
    while not total or time.thread_time() - start < seconds:
        total += work()
    return total / (time.thread_time() - start)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("folder", type=Path, help="the package")
    parser.add_argument("--seconds", type=float, default=0.5, help="of a measurement; 0.5")
    parser.add_argument("--pairs", type=int, default=7, help="measurements of each; 7")
    options = parser.parse_args()
    script = Path(__file__).with_suffix(".mjs")
    node = subprocess.Popen(
        ["node", script, options.folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert node.stdin and node.stdout

    def in_node(what: str, seconds: float) -> float:
        print(what, seconds, file=node.stdin, flush=True)
        return float(node.stdout.readline())  # type: ignore[union-attr]  # it is a pipe

    native = Native()
    print(f"per second of processor time{'wasm':>16}{ENGINE:>12}{'ratio':>8}")
    for what, title in (("rules", "decisions, rules"), ("net", "evaluations, net")):
        work = getattr(native, what)
        in_node(what, 1), rate(work, 0.1)
        pairs = [
            (in_node(what, options.seconds), rate(work, options.seconds))
            for _ in range(options.pairs)
        ]
        one, other = (statistics.median(column) for column in zip(*pairs, strict=True))
        ratio = statistics.median(a / b for a, b in pairs)
        print(f"{title:28}{one:>16,.0f}{other:>12,.0f}{ratio:>8.2f}", flush=True)
    node.communicate("")


if __name__ == "__main__":
    main()
