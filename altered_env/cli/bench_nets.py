"""Benchmarks of compiled players, and of a network in compiled code and in PyTorch.

All on one core. The network is untrained, with the default size of training: its speed does not
depend on its weights.
"""

from __future__ import annotations

import functools
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from altered_env import decks
from altered_env.envs import make_vec

Rate = Callable[[float], float]
"""The rate per second, measured for about this many seconds."""
WIDTH, HIDDEN = 64, 128
POSITIONS = 1024
SIDE = 1024
"""The size of the square matrices whose product measures the speed of a core."""


@functools.cache
def _network() -> tuple[Any, str]:
    """A network and its file."""
    from altered_env.agents.net_weights import NetWeights

    path = Path(tempfile.mkdtemp()) / "bench.safetensors"
    NetWeights.new(WIDTH, HIDDEN).save(path, {})
    return NetWeights.load(path), str(path)


def _games(agent: str, of: str, seconds: float) -> float:
    """Games or decisions per second of this agent against itself."""
    from altered_env.arena.match import Match, play

    pair = (decks.starter("axiom"), decks.starter("bravos"))
    count = total = number = 0
    spent = 0.0
    play([Match(pair, (agent, agent), 0, 0)])
    while spent < seconds or not count:
        batch = [Match(pair, (agent, agent), number + k, number + k) for k in range(4)]
        start = time.perf_counter()
        played = play(batch)
        spent += time.perf_counter() - start
        number += 4
        count += 4
        total += sum(one.decisions for one in played)
    return (count if of == "games/s" else total) / spent


def net_rates() -> list[tuple[str, str, Rate]]:
    """Whole games of compiled players, one core."""
    found: list[tuple[str, str, Rate]] = []
    for name in ("random", "greedy", "rules", "net"):
        agent = f"net:{_network()[1]}" if name == "net" else name
        for unit in ("games/s", "decisions/s"):
            found.append(
                (f"{name} in compiled games", unit, functools.partial(_games, agent, unit))
            )
    return found


@functools.cache
def _positions() -> tuple[Any, Any]:
    """Packed positions from random play, and the work buffers of compiled code."""
    from altered_env.agents.bots import Bots
    from altered_env.agents.net import NetAgent
    from altered_env.agents.thoughts import entries_for
    from altered_env.thinking.encode import new_packed

    vec = make_vec(64, "starters", seed=1, threads=1)
    packed = new_packed(POSITIONS, 0.4)
    rng = np.random.default_rng(1)
    entry = entries_for(2, "learning_entry")
    found = 0
    while found < POSITIONS:
        for _ in range(7):
            vec.step((rng.random(vec.mask.shape) * vec.mask).argmax(axis=1))
        found += entry.pack_desks(vec.slots, np.arange(64), packed, found)
    buffers = Bots([NetAgent(path=_network()[1])], vec.setup.book).buffers()
    return packed, buffers


def _compiled(seconds: float) -> float:
    from altered_env.agents.thoughts import entries_for

    packed, buffers = _positions()
    logits = np.zeros(len(packed.code), dtype=np.float32)
    values = np.zeros(POSITIONS)
    think = entries_for(2, "learning_entry").think
    think(packed, 0, POSITIONS, buffers, 0, logits, values)
    total, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or not total:
        think(packed, 0, POSITIONS, buffers, 0, logits, values)
        total += POSITIONS
    return total / spent


def _pytorch(batch: int, seconds: float) -> float:
    """The same positions with collation and card embeddings computed in advance."""
    import torch

    from altered_env.agents.net_module import NetModule, Positions

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    packed, _ = _positions()
    module = NetModule.of(_network()[0])
    module.compiled_sums = False
    with torch.inference_mode():
        table = module.table()
        module.table = lambda: table  # type: ignore[method-assign]  # computed once, as compiled
        seen = [Positions(packed, np.arange(k, k + batch)) for k in range(0, POSITIONS, batch)][:64]
        module(seen[0])
        total, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds or not total:
            for one in seen:
                module(one)
                total += batch
    torch.set_num_threads(before)
    return total / spent


def forward_rates() -> list[tuple[str, tuple[Rate, Rate] | None]]:
    """The network compiled and in PyTorch, the same weights, position by position; None where
    PyTorch is not installed."""
    try:
        import torch  # noqa: F401  # is it there?
    except ImportError:
        return [(f"network of {WIDTH} and {HIDDEN}", None)]
    return [
        (f"network, batch {batch}", (_compiled, functools.partial(_pytorch, batch)))
        for batch in (1, 256)
    ]


def _products() -> float:
    """The mean number of multiply-adds per position: those of its dense layers, from the rows in
    use and the legal options."""
    from altered_env.thinking.encode import START
    from altered_env.thinking.neural import VALUE

    packed, _ = _positions()
    start = packed.start[: POSITIONS + 1].astype(np.int64)
    groups = sum(
        len({int(g) for g in packed.group[first:last] if g >= 0})
        for first, last in pairwise(start[:, START.ROW].tolist())
    )
    options = int(start[POSITIONS, START.OPTION] - start[0, START.OPTION])
    each = HIDDEN * HIDDEN + HIDDEN * VALUE + 2 * HIDDEN * WIDTH
    return each + (groups * WIDTH * HIDDEN + options * 2 * WIDTH * WIDTH) / POSITIONS


def share_of_products(rate: float, seconds: float) -> tuple[float, float] | None:
    """GFLOP/s at this many positions per second, and those of a matrix product on one core; None
    without PyTorch."""
    try:
        import torch
    except ImportError:
        return None
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    one, other = torch.ones(SIDE, SIDE), torch.ones(SIDE, SIDE)
    one @ other
    count, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or not count:
        one @ other
        count += 1
    torch.set_num_threads(before)
    return 2e-9 * _products() * rate, 2e-9 * SIDE**3 * count / spent
