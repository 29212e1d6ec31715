"""Minimal uses of the package that call every entry of the table."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np

from altered_env import decks
from altered_env.agents.bots import Bots
from altered_env.agents.registry import make
from altered_env.arena.match import Match, play
from altered_env.cli import bench_engine, bench_nets
from altered_env.cli.compile import PATHS
from altered_env.envs import flat
from altered_env.envs.single_agent_vec import make_vec
from altered_env.game.kernels import games_for
from altered_env.train import Config, Learner

PLAYERS = ("random", "greedy", "rules", "net:v1", "net:v1,worlds=1", "search:v1,iterations=4",
           "rollout:rollouts=2")  # fmt: skip
TINY = Config(
    games=3, steps=5, minibatch=8, width=4, hidden=8, decisions=30, epochs=1, snapshots=1,
    opponent_fraction=0.6, opponents="random+greedy", tensorboard=False,
)  # fmt: skip


def exercise() -> None:
    """Play, step, think, learn and measure, for two players and for four."""
    for way in PATHS.values():
        way.take()
    _matches()
    _batches()
    _learning()
    _benches()


def _matches() -> None:
    """Whole games between compiled players."""
    pair = (decks.starter("axiom"), decks.starter("bravos"))
    for agent in PLAYERS:
        play([Match(pair, (agent, "greedy"), seed=1, chance=1)])


def _batches() -> None:
    """The other methods of a batch that environments use."""
    for form in ("standard", "free_for_all"):
        vec = make_vec(2, format=form, threads=1)
        for _ in range(20):
            vec.step(vec.mask.argmax(axis=1))
        options = [int(vec.game(k).legal_actions()[0]) for k in range(2)]
        vec.as_seen(np.arange(2), np.array(options))
        flat(vec.observation)
        one, other = games_for(vec.kernel.players, 2), games_for(vec.kernel.players, 2)
        one[0] = vec.game(0).record
        vec.kernel.table.clone(one, 0, other, 1)
        assert other[1] == one[0]


def _learning() -> None:
    """Rounds of self-play and updates."""
    for form, pool in (("standard", "axiom+bravos"), ("free_for_all", "usual")):
        with tempfile.TemporaryDirectory() as folder:
            config = replace(TINY, format=form, decks=pool)
            learner = Learner(config, Path(folder) / "run")
            learner.train(show=False)


def _benches() -> None:
    """The functions of `altered bench`, and packed positions of four players."""
    bench_nets._compiled(0.01)
    bench_engine.clone_times(0.01)
    vec = make_vec(2, format="free_for_all", threads=1)
    entry, reading = (
        vec.kernel.module("thinking.learning_entry"),
        vec.kernel.module("thinking.encode"),
    )
    packed = reading.new_packed(2)
    entry.pack_desks(vec.slots, np.arange(2), packed, 0)
    buffers = Bots([make("net:four")], vec.setup.book, 4).buffers()
    logits, values = np.zeros(len(packed.code), dtype=np.float32), np.zeros(2)
    entry.think(packed, 0, 2, buffers, 0, logits, values)
    assert values.any()
