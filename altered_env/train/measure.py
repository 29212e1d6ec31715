"""Where the processor time of training goes: `python -m altered_env.train.measure`.

Plays and learns from some rounds of a run with these options, after one that is not counted, and
prints the microseconds of each part for a choice, the idle share of the cores, and the choices a
second. Nothing is kept. Parts of acting are measured apart, on the positions of the first round.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from altered_env.agents.thoughts import entries_for
from altered_env.game.compiling import Entries
from altered_env.train import settings
from altered_env.train.collection import Rollouts
from altered_env.train.config import Config
from altered_env.train.learner import Learner
from altered_env.train.refusing import refusing

MANY = 256
"""Games on whose positions parts of acting are measured."""
TRIES = 3


def parts_of_acting(rollouts: Rollouts) -> dict[str, float]:
    """Seconds a position of parts of acting, the least of some tries on copies of the games."""
    vec = rollouts.vec
    games, slots, lists, choices, rules, day_limit = vec.whole
    many = min(MANY, vec.n)
    games, slots = games[:many].copy(), slots[:many].copy()
    engine, book = vec.kernel.engine(), vec.setup.book.record
    served = vec.kernel.module("batch.slots")
    detail = served.DETAIL.OBSERVATION
    terms = lists, choices, rules, day_limit, detail, np.zeros(4, dtype=np.int64)
    players = vec.kernel.players
    entries = Entries(vec.kernel.entries, players)
    learning = entries_for(players, "learning_entry")
    packed = entries_for(players, "encode").new_packed(many)
    logits, values = np.zeros(len(packed.code), dtype=np.float32), np.zeros(many)
    of = np.arange(many)
    work: dict[str, Callable[[], Any]] = {
        "observing": lambda: entries.serve_desks(
            served.SERVE.BEGIN, engine, games, 0, many, book, slots, *terms
        ),
        "packing features": lambda: learning.pack_desks(slots, of, packed, 0),
        "the network": lambda: learning.think(
            packed, 0, many, rollouts.net_buffers[0], 0, logits, values
        ),
    }
    found = {}
    for name, once in work.items():
        tries = []
        for _ in range(1 + TRIES):
            begun = time.thread_time()
            once()
            tries.append(time.thread_time() - begun)
        found[name] = min(tries) / many
    return found


@refusing("altered_env.train.measure")
def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m altered_env.train.measure",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="example: python -m altered_env.train.measure --config net --threads 2",
    )
    settings.add_config(parser)
    parser.add_argument("--rounds", type=int, default=3, help="rounds to count (default: 3)")
    settings.add_options(parser, Config)
    options = parser.parse_args(arguments)
    config = settings.config_of(Config, options.config, settings.given_of(Config, options))
    if options.rounds < 1:
        raise ValueError(f"--rounds must be 1 or more, found {options.rounds}")
    with tempfile.TemporaryDirectory() as folder:
        run = Learner(config, Path(folder) / "run")
        try:
            run.learn(run.play())
            inside = {} if run.actors else parts_of_acting(run.rollouts)
            before = run.actors.processor if run.actors else 0.0
            run.time.begin()
            choices = 0
            for k in range(options.rounds):
                played = run.play()
                run.learn(played)
                choices += len(played.option)
                print(f"round {k + 1} of {options.rounds}", flush=True)
            actors = run.actors.processor - before if run.actors else 0.0
            print("\n".join(run.time.lines(choices, actors, inside)))
        finally:
            if run.actors is not None:
                run.actors.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
