"""`altered compile`: compile in advance what is otherwise compiled at first use."""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from altered_env import decks, formats
from altered_env._runtime.plurals import counted
from altered_env._runtime.suggestions import did_you_mean
from altered_env.agents.registry import make
from altered_env.arena.match import Match, play
from altered_env.engine import cache
from altered_env.engine.compiled import IS_COMPILED, JIT
from altered_env.envs import env, flat, make_vec
from altered_env.envs.gym_env import AlteredGymEnv
from altered_env.envs.view_option import View
from altered_env.game import Game


@dataclass(frozen=True, slots=True)
class Way:
    """An entry point of compiled code: its purpose, and a minimal call."""

    title: str
    take: Callable[[], object]


def _form(players: int) -> str:
    """A format with this number of players."""
    return next(name for name in formats.names() if formats.get(name).players == players)


def _game(players: int) -> Game:
    """A game with a decision, a refused illegal action, and a determinization."""
    vec = make_vec(1, format=_form(players), threads=1)
    game = Game.start(*vec.decks(0), seed=1, format=_form(players))
    game.act(game.legal_actions()[0])
    game.resample(0, 1)
    return game


def _envs(players: int) -> None:
    """Run every function of the envs and the batch once."""
    form = _form(players)
    one = env(format=form, detail="everything").unwrapped
    one.reset(seed=1)
    one.step(int(one.observe(one.agent_selection)["action_mask"].argmax()))
    one.state()
    one.labels()
    vec = make_vec(
        2,
        format=form,
        threads=1,
        detail="everything",
        illegal="lose",
        finals=True,
        view="flat",
    )
    wrong = vec.mask.argmin(axis=1)
    vec.step(np.array([int(vec.mask[0].argmax()), int(wrong[1])]))
    vec.final(1, 0)
    vec.finals_of(np.ones(1, np.int64), np.zeros(1, np.int64))
    vec.handing_out()()
    vec.handing_out(View(vec.setup, "raw"))()
    vec.handing_out(View(vec.setup, "compact"))()
    vec.begin(0, vec.game(1))
    flat(vec.slots["observation"])
    assert vec.everything.any()


def _players(players: int) -> None:
    """Run every compiled player of the package, in single games."""
    game = _game(players)
    of_two = ["net:v1", "search:v1,iterations=2", "rollout:rollouts=2"]
    of_all = ["greedy", "rules", "ismcts:iterations=2"]
    for name in of_all + (of_two if players == 2 else ["net:four"]):
        agent: Any = make(name)
        agent.start(1)
        agent.act(game.seat())
        if hasattr(agent, "weighed"):  # searches even with one likely answer
            agent.weighed(game.seat())
    if players == 2:  # four play decision by decision
        pair = (decks.starter("axiom"), decks.starter("bravos"))
        play([Match(pair, ("random", "random"), seed=1, chance=1)])
    AlteredGymEnv("greedy", format=_form(players)).reset(seed=1)


def _opponents(players: int) -> None:
    """Run the compiled opponents of a batch."""
    make_vec(1, format=_form(players), threads=1, learner=True, opponent="greedy")


def _training(players: int) -> None:
    """A round of self-play and a step of learning, of the smallest network."""
    try:
        from altered_env.train import Config, Learner
    except ModuleNotFoundError as error:
        print(f"    left out: {error}", flush=True)
        return
    tiny = Config(
        format=_form(players), games=2, steps=2, minibatch=4, width=4, hidden=8, decisions=4,
        tensorboard=False,
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        Learner(tiny, Path(folder)).train(show=False)


PATHS = {
    "game": Way("two-player games", lambda: _game(2)),
    "envs": Way("two-player environments and batches", lambda: _envs(2)),
    "players": Way("agents for two-player games", lambda: _players(2)),
    "opponents": Way("opponents in two-player batches", lambda: _opponents(2)),
    "training": Way("training for two-player games", lambda: _training(2)),
    "game-4": Way("four-player games", lambda: _game(4)),
    "envs-4": Way("four-player environments and batches", lambda: _envs(4)),
    "players-4": Way("agents for four-player games", lambda: _players(4)),
    "opponents-4": Way("opponents in four-player batches", lambda: _opponents(4)),
    "training-4": Way("training for four-player games", lambda: _training(4)),
}


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.add_argument(
        "paths", nargs="*", metavar="path", help=f"{', '.join(PATHS)}; default: all"
    )


def _compiled() -> set[str]:
    """The cached machine code."""
    return {path.name for path in cache.root().glob("code-*.kept")}


def run(options: argparse.Namespace) -> int:
    """Compile parts, and print the time for each. Raises `LookupError` for an unknown one."""
    wanted = options.paths or list(PATHS)
    for name in wanted:
        if name not in PATHS:
            hint = did_you_mean(name, PATHS) or f"; there are {', '.join(PATHS)}"
            raise LookupError(f"no part is called {name[:40]!r}{hint}")
    if not JIT:
        why = "the built engine is used" if IS_COMPILED else "the rules run as plain Python"
        print(f"altered compile: nothing to compile: {why}")
        return 0
    for number, name in enumerate(wanted, 1):
        print(f"[{number}/{len(wanted)}] {name}: {PATHS[name].title}", flush=True)
        before, start = _compiled(), time.monotonic()
        PATHS[name].take()
        took, new = time.monotonic() - start, len(_compiled() - before)
        found = f"compiled, {counted(new, 'entry', 'entries')}" if new else "already compiled"
        print(f"    {found}, {took:.0f} s", flush=True)
    print(f"Cache: {cache.root()}.")
    return 0
