"""A run: rounds of playing and learning until its budget is spent or it is stopped.

Rollouts and updates are in `altered_env/train/learner.py`; the budget, the log and the checkpoints
are here.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn, optim

from altered_env import formats
from altered_env._runtime import signals
from altered_env._runtime.file_locks import writing_in
from altered_env.engine.terms import RULE
from altered_env.envs.vec import Vec
from altered_env.train import runs
from altered_env.train.config import Config
from altered_env.train.logbook import Logbook
from altered_env.train.played import Round
from altered_env.train.pool import Pool
from altered_env.train.saved_words import draw_on, whole_number


class Run(runs.Kept, ABC):
    """A run. `train` plays and learns until the budget is spent."""

    config: Config
    vec: Vec
    pool: Pool
    optimiser: optim.Adam
    rng: np.random.Generator

    def __init__(self, config: Config, out: Path, parts: Sequence[str]) -> None:
        """`parts`: what its time is spent on."""
        self.config = config
        self.out = out
        self.round = 0
        self.taken = 0
        """The number of the learner's decisions."""
        self.stopping = False
        """Set to end `train` after the current round."""
        self.spent = dict.fromkeys(parts, 0.0)

    # of each kind of run its own

    @abstractmethod
    def play(self) -> Round:
        """Play a round and return its rollouts."""

    @abstractmethod
    def learn(self, played: Round) -> dict[str, float]:
        """Update the network on a round; return the entries of the log."""

    @abstractmethod
    def join_selves(self) -> None:
        """Add a snapshot of the learner to the pool."""

    # the common part

    @property
    def share(self) -> float:
        """The progress of the run, from 0 to 1."""
        return min(1.0, self.taken / self.config.decisions)

    @property
    def distill_share(self) -> float:
        """The current weight of the expert, from 1 down to 0."""
        if not self.config.expert:
            return 0.0
        return max(0.0, 1 - self.taken / (self.config.distill_until * self.config.decisions))

    def about(self) -> dict[str, Any]:
        """The metadata of a checkpoint, besides its purpose."""
        pool = self.pool
        return {
            "config": asdict(self.config),
            "rules": self.config.rules,
            "format": self.config.format,
            "decisions": self.taken,
            "round": self.round,
            "rating": round(pool.rating, 1),
            "ratings": dict(zip(pool.specs, pool.ratings.round(1).tolist(), strict=False)),
        }

    def goes_on_at(self, words: dict[str, Any]) -> None:
        """Restore the progress and random state of a checkpoint. Raises `ValueError`."""
        for name in ("round", "decisions"):
            whole_number(name, words[name])
        self.round, self.taken = words["round"], words["decisions"]
        draw_on(self.rng, words["rng"])

    def improve(
        self, count: int, on_minibatch: Callable[[NDArray[np.int64]], dict[str, float]]
    ) -> dict[str, float]:
        """Train on this many decisions for some epochs at the current learning rate; return the
        mean statistics of the minibatches."""
        config = self.config
        for group in self.optimiser.param_groups:
            falling = 1 - 0.9 * self.share
            group["lr"] = config.learning_rate * falling * group.get("share", 1.0)
        sums: dict[str, float] = {}
        batches = 0
        for _ in range(config.epochs):
            order = self.rng.permutation(count)
            for at in range(0, count, config.minibatch):
                batches += 1
                for name, number in on_minibatch(order[at : at + config.minibatch]).items():
                    if not isfinite(number):
                        raise self._diverged(f"the {name} is")
                    sums[name] = sums.get(name, 0.0) + number
        learned = (part for group in self.optimiser.param_groups for part in group["params"])
        if not all(bool(torch.isfinite(part).all()) for part in learned):
            raise self._diverged("weights of the network are")
        return {name: number / max(1, batches) for name, number in sums.items()}

    def _diverged(self, what: str) -> ValueError:
        """The message about a diverged run."""
        saved = "earlier checkpoints are kept" if self.round else "nothing was saved"
        return ValueError(
            f"{self.out}: the run diverged, {what} no longer finite in round "
            f"{self.round + 1}: use a --learning-rate below {self.config.learning_rate:g} "
            f"and another --out; {saved}"
        )

    def descend(self, loss: Tensor, *networks: Iterable[nn.Parameter]) -> None:
        """One step of the optimiser; how far each of the networks goes is bounded by itself."""
        self.optimiser.zero_grad()
        torch.autograd.backward(loss)
        for parameters in networks:
            nn.utils.clip_grad_norm_(parameters, 0.5)
        self.optimiser.step()

    def train(self, show: bool = True, until: int | None = None) -> None:
        """Play and learn until the budget is spent or this many decisions are taken; checkpoints go
        to the run's folder. Raises `ValueError` without writing once it has diverged, and
        `BlockingIOError` if another process is writing there."""
        with writing_in(self.out):
            self._train(show, until)

    def _train(self, show: bool, until: int | None) -> None:
        config = self.config
        begun, before = time.perf_counter(), self.taken
        if self.round == 0:
            runs.begin(self.out)
        log = Logbook(self.out, config.tensorboard, self.round)
        until = config.decisions if until is None else min(until, config.decisions)
        while self.taken < until and not self.stopping:
            seconds = time.perf_counter() - begun
            if config.minutes and seconds > 60 * config.minutes:
                break
            if self.round == 0 and config.file_every:
                runs.keep(self)
            played = self.play()
            said = self.learn(played)
            self.round += 1
            filed = self.taken // max(1, config.file_every)
            self.taken += len(played.option)
            if self.round % config.snapshot_every == 0:
                self.join_selves()
            log.write(line := self.line(said, time.perf_counter() - begun))  # before it is saved
            if config.file_every and self.taken // config.file_every > filed:
                runs.keep(self)
            if self.round % config.save_every == 0:
                runs.save(self)
            if show:
                print(self._words(line, before), flush=True)
        if config.file_every and not self.stopping:
            runs.keep(self)
        runs.save(self)
        log.close()

    def line(self, said: dict[str, float], seconds: float) -> dict[str, Any]:
        """The log entry of a round."""
        total = sum(self.spent.values()) or 1.0
        lost = zip(self.pool.specs, self.pool.lost.tolist(), strict=False)
        return {
            "round": self.round,
            "decisions": self.taken,
            "games": int(self.vec.last["games"].sum()),
            "rating": round(self.pool.rating, 1),
            **{f"lost to {name}": round(share, 3) for name, share in lost},
            **{name: round(number, 4) for name, number in said.items()},
            "seconds": round(seconds, 1),
            **{name: round(part / total, 2) for name, part in self.spent.items()},
        }

    def _words(self, line: dict[str, Any], before: int) -> str:
        """A line of the log, for display."""
        total = sum(self.spent.values()) or 1.0
        parts = "/".join(f"{100 * part / total:.0f}" for part in self.spent.values())
        lost = "  ".join(
            f"{name.rpartition('/')[2][:16]} {100 * part:.0f} %"
            for name, part in zip(self.pool.specs, self.pool.lost, strict=False)
        )
        return (
            f"{100 * self.share:5.1f} %  {self.taken:>11,} choices  "
            f"{(self.taken - before) / total:>6,.0f}/s ({parts} % {'/'.join(self.spent)})  "
            f"entropy {line['entropy']:.2f}  value {line['explained']:+.2f}  "
            f"rating {line['rating']:+.0f}  loses to: {lost}"
        )


def teams_of(format: str, players: int) -> list[int]:
    """The team of each seat.

    >>> teams_of("two_against_two", 4), teams_of("free_for_all", 4)
    ([0, 1, 0, 1], [0, 1, 2, 3])
    """
    allied = formats.get(format).switches & RULE.TEAMS
    return [seat % 2 if allied else seat for seat in range(players)]


def stoppable(run: Run, until: int | None = None, show: bool = True) -> None:
    """Train. Ctrl-C ends it after the current round, a second one immediately, as does the first
    before anything has been learned."""

    def stop() -> None:
        run.stopping = True

    def words() -> str:
        return runs.so_far("the run", run.out, run.out)

    first = run.round
    soft = signals.softly(stop, "stopping after this round", lambda: run.round > first)
    with signals.keeping(words), soft:
        run.train(show, until)
