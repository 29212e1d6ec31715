"""Training a compiled network by self-play: rounds of play and updates by PPO."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from altered_env._runtime import signals
from altered_env._runtime.file_locks import writing_in
from altered_env.agents.net_module import Positions
from altered_env.game import compiling
from altered_env.train import runs
from altered_env.train.actor_parts import WeightsUpdate
from altered_env.train.actors import Actors
from altered_env.train.collection import teaches_itself
from altered_env.train.config import Config
from altered_env.train.logbook import Logbook
from altered_env.train.losses import (
    clipped_objective,
    explained_variance,
    imitation,
    improvement,
    normalised,
)
from altered_env.train.masked_policy import log_probs_of, quick_products
from altered_env.train.played import Played, Round, by_step, credited
from altered_env.train.processor_time import ProcessorTime
from altered_env.train.run import Run

PIECE = 1024
"""Positions that a processor learns from at once: their rows stay in its cache."""
T = TypeVar("T")


def _alone() -> None:
    """Each thread multiplies alone: otherwise each would begin as many threads as there are cores,
    since PyTorch's setting is one of the thread that makes it."""
    torch.set_num_threads(1)


class Learner(Run):
    """A run that plays and learns: `train` does until the budget is spent. It resumes bit for bit;
    after a change of the engine, the observation layout or the card words it resumes with features
    matched by name, and restarts its games."""

    def __init__(self, config: Config, out: Path) -> None:
        super().__init__(config, out)
        self.actors = Actors(config, self.rollouts) if config.actors else None
        alone = config.threads == 1 or self.device.type != "cpu"
        self._threads = None if alone else ThreadPoolExecutor(config.threads, initializer=_alone)
        self.time = ProcessorTime(config.threads + config.actors)
        self.stopping = False
        """Set to end `train` after the current round."""
        self.spent = dict.fromkeys(("waiting" if config.actors else "acting", "learning"), 0.0)

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

    def play(self) -> Round:
        """Play a round and return its rollouts."""
        start = time.perf_counter()
        learner, distilled, everything = (
            self.module.weights(),
            self.distill_share > 0,
            self.config.critic,
        )
        if self.actors is not None:
            told = WeightsUpdate(self.round, learner, self.pool.as_it_is(), distilled, everything)
            played = self.actors.round(told)
        else:
            with self.time.of("acting", whole=True):
                played = self.rollouts.play(learner, distilled, everything)
            self.pool.rate_on(played.results)
        self.answers += played.answers
        self.spent["acting" if self.actors is None else "waiting"] += time.perf_counter() - start
        with self.time.of("credit", whole=True):
            return self._credited(played, self.actors is not None and bool(self.actors.ages.any()))

    def _credited(self, played: Played, aged: bool) -> Round:
        """Advantages of a rollout: with the critic's values, if there is one; for rollouts by
        actors, with the current network's values and importance weights. PPO's clipping is then
        relative to the current policy, and the lag is corrected separately.

        What is expected where the round ends, `last_value`, stays what the network that played said
        of it: that position was not kept, so neither the critic nor the network of now is asked."""
        start = time.perf_counter()
        config, importance = self.config, None
        if aged or self.critic is not None:
            log_probs, values = self._as_seen_now(played)
            steps = config.steps
            course = played.course._replace(value=by_step(values, steps))
            played = replace(played, course=course)
            if aged:
                importance = by_step(np.exp(log_probs - played.log_prob), steps)
                played = replace(played, log_prob=log_probs)
        found = credited(played, config.gamma, config.gae_lambda, self.rollouts.teams, importance)
        self.spent["learning"] += time.perf_counter() - start
        return found

    def _as_seen_now(self, played: Played) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The current log probability of each choice, and the value of its position, by the critic
        if there is one."""
        with torch.no_grad():
            tables = self._tables()

        def piece(order: NDArray[np.int64]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
            with torch.no_grad():
                seen = Positions(played.packed, order, self.players, str(self.device))
                pointed, token = self.module.tokens(seen, tables[0])
                if self.critic is not None:
                    value = self.critic(self.module, token, played.everything[order], tables[-1])
                else:
                    value = torch.tanh(self.module.expected_value(token))
                log_probs, _ = log_probs_of(*seen.spread(self.module.logits(seen, pointed, token)))
            option = torch.from_numpy(played.option[order]).to(self.device)
            log_prob = log_probs.gather(1, option[:, None])[:, 0]
            return log_prob.numpy(force=True), value.numpy(force=True)

        with quick_products(self.device):
            found = list(self._pieces(piece, np.arange(len(played.option))))
        return np.concatenate([one for one, _ in found]), np.concatenate([v for _, v in found])

    def learn(self, played: Round) -> dict[str, float]:
        """Improve the network on a round, for some epochs at the current learning rate; return the
        mean statistics of the minibatches."""
        start = time.perf_counter()
        config, advantages = self.config, normalised(played.advantage)
        for group in self.optimiser.param_groups:
            falling = 1 - 0.9 * self.share
            group["lr"] = config.learning_rate * falling * group.get("share", 1.0)
        sums: dict[str, float] = {}
        batches = 0
        for _ in range(config.epochs):
            order = self.rng.permutation(len(advantages))
            for at in range(0, len(order), config.minibatch):
                batches += 1
                with quick_products(self.device):
                    said = self._improve(played, advantages, order[at : at + config.minibatch])
                for name, number in said.items():
                    if not isfinite(number):
                        raise self._diverged(f"the {name} is")
                    sums[name] = sums.get(name, 0.0) + number
        if not all(bool(torch.isfinite(part).all()) for part in self.learned.values()):
            raise self._diverged("weights of the network are")
        if self.reference is not None:
            with torch.no_grad():
                for name, part in self.reference.parts.items():
                    part.lerp_(self.module.parts[name], config.ema_rate)
        self.spent["learning"] += time.perf_counter() - start
        means = {name: number / max(1, batches) for name, number in sums.items()}
        return means | {"explained": explained_variance(played.target, played.value)}

    def _diverged(self, what: str) -> ValueError:
        """The message about a diverged run."""
        saved = "earlier checkpoints are kept" if self.round else "nothing was saved"
        return ValueError(
            f"{self.out}: the run diverged, {what} no longer finite in round "
            f"{self.round + 1}: use a --learning-rate below {self.config.learning_rate:g} "
            f"and another --out; {saved}"
        )

    def _improve(
        self, played: Round, advantages: NDArray[np.float32], order: NDArray[np.int64]
    ) -> dict[str, float]:
        """A step of the optimiser on a minibatch; its statistics.

        Gradients are summed over pieces of the minibatch, always in the same order."""
        with self.time.of("forward"):
            tables = self._tables()
        leaves = [table.detach().requires_grad_() for table in tables]
        learned = [*self.learned.values(), *leaves]
        self.optimiser.zero_grad()
        said: dict[str, float] = {}

        def piece(part: NDArray[np.int64]) -> tuple[Sequence[Tensor | None], dict[str, float]]:
            with self.time.of("batching"):
                seen = Positions(played.packed, part, self.players, str(self.device))
            share = len(part) / len(order)
            with self.time.of("forward"):
                loss, numbers = self._loss(played, advantages, part, seen, leaves)
            with self.time.of("backward"):
                given = torch.autograd.grad(loss * share, learned, allow_unused=True)
            return given, {name: number.item() * share for name, number in numbers.items()}

        for given, numbers in self._pieces(piece, order):
            if self.actors is not None:
                self.actors.tend()
            with self.time.of("backward"):
                for part, gradient in zip(learned, given, strict=True):
                    if gradient is not None:
                        part.grad = gradient if part.grad is None else part.grad.add_(gradient)
            for name, number in numbers.items():
                said[name] = said.get(name, 0.0) + number
        with self.time.of("backward"):
            torch.autograd.backward(tables, [leaf.grad for leaf in leaves])
        with self.time.of("optimiser"):
            nn.utils.clip_grad_norm_(self.module.parts.values(), 0.5)
            if self.critic is not None:  # how far each of the two goes is bounded by itself
                nn.utils.clip_grad_norm_(self.critic.parameters(), 0.5)
            self.optimiser.step()
        return said

    def _tables(self) -> list[Tensor]:
        """What all positions share: the embeddings of the network and those of the critic."""
        tables = [self.module.table()]
        if self.critic is not None:
            tables.append(self.critic.table(self.module))
        return tables

    def _pieces(
        self, work: Callable[[NDArray[np.int64]], T], order: NDArray[np.int64]
    ) -> Iterator[T]:
        """The results of work on consecutive parts of these positions, in their order."""
        size = PIECE if self.device.type == "cpu" else len(order)
        pieces = [order[at : at + size] for at in range(0, len(order), size)]
        return map(work, pieces) if self._threads is None else self._threads.map(work, pieces)

    def _loss(
        self,
        played: Round,
        advantages: NDArray[np.float32],
        order: NDArray[np.int64],
        seen: Positions,
        tables: Sequence[Tensor],
    ) -> tuple[Tensor, dict[str, Tensor]]:
        """The mean loss of these positions, and their statistics."""
        config = self.config
        pointed, token = self.module.tokens(seen, tables[0])
        value = torch.tanh(self.module.expected_value(token))
        table, mask = seen.spread(self.module.logits(seen, pointed, token))
        log_probs, unsure = log_probs_of(table, mask)

        def picked(array: NDArray[Any]) -> Tensor:
            return torch.from_numpy(array[order]).to(self.device)

        entropy = unsure.mean()
        gain, clipped = clipped_objective(
            log_probs.gather(1, picked(played.option)[:, None])[:, 0],
            picked(played.log_prob),
            picked(advantages),
            config.clip,
        )
        target = picked(played.target)
        error = (value - target).square().mean()
        said = {"entropy": entropy, "value error": error}
        distilled = config.distill_weight * self.distill_share if len(played.worth) else 0.0
        unsureness = config.entropy + (config.entropy_end - config.entropy) * self.share
        loss = config.value_weight * error - (1 - distilled) * (gain + unsureness * entropy)
        if self.critic is not None:
            expected = self.critic(self.module, token, played.everything[order], tables[-1])
            missed = (expected - target).square().mean()
            said["critic's error"] = missed
            loss = loss + config.value_weight * missed
        if self.reference is not None:
            with torch.no_grad():
                theirs = log_probs_of(seen.spread(self.reference(seen)[0])[0], mask)[0]
            apart = (log_probs.exp() * (log_probs - theirs)).sum(1).mean()
            said["from the reference"] = apart
            loss = loss + config.kl_coef * (1 - self.share) * apart
        if distilled:
            worth = torch.from_numpy(played.worth[seen.options(played.packed, order)])
            if teaches_itself(config.expert):
                missed = improvement(seen.spread(worth.to(self.device))[0], mask, log_probs)
            else:
                wanted = seen.spread(worth.to(self.device) / config.temperature)[0]
                missed = imitation(wanted, mask, log_probs)
            said["from the expert"] = missed
            loss = loss + distilled * missed
        return loss, said | {"clipped": clipped}

    def train(self, show: bool = True, until: int | None = None) -> None:
        """Play and learn until the budget is spent or this many decisions are taken; checkpoints go
        to the run's folder. Raises `ValueError` without writing once it has diverged, and
        `BlockingIOError` if another process is writing there."""
        try:
            with writing_in(self.out):
                self._train(show, until)
        finally:
            if self.actors is not None:
                self.actors.close()

    def _train(self, show: bool, until: int | None) -> None:
        config = self.config
        self.time.begin()
        begun, before, compiled = time.perf_counter(), self.taken, compiling.spent()
        if self.round == 0:
            runs.begin(self.out)
        log = Logbook(self.out, config.tensorboard, self.round)
        until = config.decisions if until is None else min(until, config.decisions)
        while self.taken < until and not self.stopping:
            seconds = time.perf_counter() - begun - (compiling.spent() - compiled)
            if config.minutes and seconds > 60 * config.minutes:
                break
            if self.round == 0 and config.file_every:
                self.keep()
            played = self.play()
            said = self.learn(played)
            self.round += 1
            filed = self.taken // max(1, config.file_every)
            self.taken += len(played.option)
            if self.round % config.snapshot_every == 0:
                self.join_selves()
            log.write(line := self.line(said, time.perf_counter() - begun))  # before it is saved
            if config.file_every and self.taken // config.file_every > filed:
                self.keep()
            if self.round % config.save_every == 0:
                self.save()
            if show:
                print(self._words(line, before), flush=True)
        if config.file_every and not self.stopping:
            self.keep()
        self.save()
        log.close()
        if show and self.taken > before:
            actors = 0.0 if self.actors is None else self.actors.processor
            print("\n".join(self.time.lines(self.taken - before, actors)), flush=True)

    def line(self, said: dict[str, float], seconds: float) -> dict[str, Any]:
        """The log entry of a round."""
        total = sum(self.spent.values()) or 1.0
        lost = self.pool.shares()
        line = {
            "round": self.round,
            "decisions": self.taken,
            "games": int(self.vec.last["games"].sum()),
            "rating": round(self.pool.rating, 1),
            **{f"lost to {n}": share and round(share, 3) for n, share in lost.items()},
            **{name: round(number, 4) for name, number in said.items()},
            "seconds": round(seconds, 1),
            **{name: round(part / total, 2) for name, part in self.spent.items()},
            "answers": self.answers,
        }
        return line if self.actors is None else line | self.actors.line()

    def _words(self, line: dict[str, Any], before: int) -> str:
        """A line of the log, for display."""
        total = sum(self.spent.values()) or 1.0
        parts = "/".join(f"{100 * part / total:.0f}" for part in self.spent.values())
        lost = "  ".join(
            f"{name.rpartition('/')[2][:16]} {'-' if part is None else f'{100 * part:.0f} %'}"
            for name, part in self.pool.shares().items()
        )
        return (
            f"{100 * self.share:5.1f} %  {self.taken:>11,} choices  "
            f"{(self.taken - before) / total:>6,.0f}/s ({parts} % {'/'.join(self.spent)})  "
            f"entropy {line['entropy']:.2f}  value {line['explained']:+z.2f}  "
            f"rating {line['rating']:+z.0f}  loses to: {lost}"
        )


def stoppable(run: Learner, until: int | None = None, show: bool = True, again: str = "") -> None:
    """Train. Ctrl-C ends it after the current round, a second one immediately, as does the first
    before anything has been learned. `again` says how to resume it, if not with --resume."""

    def stop() -> None:
        run.stopping = True

    def words() -> str:
        return runs.so_far("the run", run.out, run.out, again)

    first = run.round
    soft = signals.softly(stop, "stopping after this round", lambda: run.round > first)
    with signals.keeping(words), soft:
        run.train(show, until)
