"""Training a compiled network by self-play: `python -m altered_env.train --help`.

All seats learn. A round is one compiled call (`altered_env/train/collection.py`): in each of
`games` games the learner makes `steps` choices, in a share of the games against an opponent drawn
by rating: a bot, a network or a snapshot. Advantages come from `altered_env/train/credit.py`, and
PPO updates the network on the packed positions. An `expert` may be imitated at first. With one
thread on one machine the same command gives the same network, and training resumes bit for bit.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from altered_env._runtime import signals
from altered_env._runtime.file_locks import writing_in
from altered_env._runtime.help_pages import HelpParser
from altered_env.agents import refuse_seats
from altered_env.agents.net import NetAgent
from altered_env.agents.net_module import NetModule, Positions
from altered_env.agents.net_weights import NetWeights
from altered_env.agents.widening import widened
from altered_env.train import runs, settings
from altered_env.train.actor_parts import WeightsUpdate, rollouts_of, vec_of
from altered_env.train.actors import Actors
from altered_env.train.collection import teaches_itself
from altered_env.train.config import Config
from altered_env.train.critic import Critic
from altered_env.train.losses import (
    clipped_objective,
    explained_variance,
    imitation,
    improvement,
    normalised,
)
from altered_env.train.masked_policy import device_named, log_probs_of, quick_products
from altered_env.train.played import Played, Round, by_step, credited
from altered_env.train.pool import Pool, specs_of
from altered_env.train.refusing import refuse
from altered_env.train.run import Run, stoppable
from altered_env.train.run_state import restore, state_of

ASKED = 0.01
"""The relative learning rate of the option query: its update is multiplied by the whole token,
about a hundred times as large."""


class Learner(Run):
    """A run of a compiled network. It resumes bit for bit; after a change of the engine, the
    observation layout or the card words it resumes with features matched by name, and restarts its
    games."""

    def __init__(self, config: Config, out: Path) -> None:
        super().__init__(config, out, ("waiting" if config.actors else "acting", "learning"))
        torch.set_num_threads(config.threads)
        self.device = device_named(config.device)
        self.vec = vec_of(config, config.games, 1 if config.actors else config.threads)
        self.players = self.vec.kernel.players
        specs = specs_of(config.opponents)
        refuse_seats(specs, self.players)
        net = NetWeights.new(
            config.width, config.hidden, self.players, config.seed, config.afterstates
        )
        if config.start:
            net = _started(config.start, net, config.seed)
        self.module = NetModule.of(net, self.vec.card_features).to(self.device)
        self.reference: NetModule | None = None
        """The reference policy of the KL term: a moving average of the policy."""
        if config.kl_coef:
            self.reference = NetModule.of(net, self.vec.card_features).to(self.device)
        self.critic: Critic | None = None
        if config.critic:
            self.critic = Critic.of(self.module, config.seed).to(self.device)
        parts = self.module.parts
        groups: list[dict[str, Any]] = [
            {"params": [part for name, part in parts.items() if name != "asked"]},
            {"params": [parts["asked"]], "share": ASKED},
        ]
        if self.critic is not None:
            groups.append({"params": list(self.critic.parameters())})
        self.optimiser = torch.optim.Adam(groups, lr=config.learning_rate, eps=1e-5)
        self.rng = np.random.default_rng(config.seed)
        self.pool: Pool = Pool(specs, config.snapshots, config.matchmaking)
        self.rollouts = rollouts_of(config, self.vec, self.pool)
        self.actors = Actors(config, self.rollouts) if config.actors else None
        self.answers = 0
        """All that were given in the games, by whomever."""

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
            played = self.rollouts.play(learner, distilled, everything)
            self.pool.rate_on(played.results)
        self.answers += played.answers
        self.spent["acting" if self.actors is None else "waiting"] += time.perf_counter() - start
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

    @torch.no_grad()
    @quick_products()
    def _as_seen_now(self, played: Played) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The current log probability of each choice, and the value of its position, by the critic
        if there is one."""
        found = []
        count = len(played.option)
        for at in range(0, count, self.config.minibatch):
            order = np.arange(at, min(at + self.config.minibatch, count))
            seen = Positions(played.packed, order, self.players, str(self.device))
            rows, token = self.module.tokens(seen)
            if self.critic is not None:
                value = self.critic(self.module, token, played.everything[order])
            else:
                value = torch.tanh(self.module.expected_value(token))
            log_probs, _ = log_probs_of(*seen.spread(self.module.logits(seen, rows, token)))
            option = torch.from_numpy(played.option[order]).to(self.device)
            found.append(
                (
                    log_probs.gather(1, option[:, None])[:, 0].numpy(force=True),
                    value.numpy(force=True),
                )
            )
        return np.concatenate([one for one, _ in found]), np.concatenate([v for _, v in found])

    def train(self, show: bool = True, until: int | None = None) -> None:
        """As of every run; actors are let go when it ends, however it does."""
        try:
            super().train(show, until)
        finally:
            if self.actors is not None:
                self.actors.close()

    @quick_products()
    def learn(self, played: Round) -> dict[str, float]:
        """Update the network on a round; return the entries of the log."""
        start = time.perf_counter()
        advantage = normalised(played.advantage)

        def on_minibatch(order: NDArray[np.int64]) -> dict[str, float]:
            return self._improve(played, advantage, order)

        said = self.improve(len(advantage), on_minibatch)
        if self.reference is not None:
            with torch.no_grad():
                for name, part in self.reference.parts.items():
                    part.lerp_(self.module.parts[name], self.config.ema_rate)
        self.spent["learning"] += time.perf_counter() - start
        return said | {"explained": explained_variance(played.target, played.value)}

    def _improve(
        self, played: Round, advantages: NDArray[np.float32], order: NDArray[np.int64]
    ) -> dict[str, float]:
        config = self.config
        if self.actors is not None:
            self.actors.tend()
        seen = Positions(played.packed, order, self.players, str(self.device))
        rows, token = self.module.tokens(seen)
        value = torch.tanh(self.module.expected_value(token))
        table, mask = seen.spread(self.module.logits(seen, rows, token))
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
        said = {"entropy": entropy.item(), "value error": error.item()}
        distilled = config.distill_weight * self.distill_share if len(played.worth) else 0.0
        unsureness = config.entropy + (config.entropy_end - config.entropy) * self.share
        loss = config.value_weight * error - (1 - distilled) * (gain + unsureness * entropy)
        if self.critic is not None:
            expected = self.critic(self.module, token, played.everything[order])
            missed = (expected - target).square().mean()
            said["critic's error"] = missed.item()
            loss += config.value_weight * missed
        if self.reference is not None:
            with torch.no_grad():
                theirs = log_probs_of(seen.spread(self.reference(seen)[0])[0], mask)[0]
            apart = (log_probs.exp() * (log_probs - theirs)).sum(1).mean()
            said["from the reference"] = apart.item()
            loss += config.kl_coef * (1 - self.share) * apart
        if distilled:
            worth = torch.from_numpy(played.worth[seen.options(played.packed, order)])
            if teaches_itself(config.expert):
                missed = improvement(seen.spread(worth.to(self.device))[0], mask, log_probs)
            else:
                wanted = seen.spread(worth.to(self.device) / config.temperature)[0]
                missed = imitation(wanted, mask, log_probs)
            said["from the expert"] = missed.item()
            loss += distilled * missed
        critic = () if self.critic is None else self.critic.parameters()
        self.descend(loss, self.module.parts.values(), critic)
        return said | {"clipped": clipped.item()}

    @property
    def learned(self) -> dict[str, torch.nn.Parameter]:
        """The trained modules by name: the network, and the critic if there is one."""
        found = dict(self.module.parts.items())
        if self.critic is not None:
            found |= {f"critic.{name}": part for name, part in self.critic.named_parameters()}
        return found

    def join_selves(self) -> None:
        """Add a snapshot of the learner to the pool."""
        if self.config.snapshots:
            if self.pool.take(self.module.weights()):
                moved = self.rollouts.against > len(self.pool.specs)
                self.rollouts.against[moved] -= 1  # those who play the oldest meet the next
            self.rollouts.seat_selves()

    def line(self, said: dict[str, float], seconds: float) -> dict[str, Any]:
        """The log entry of a round."""
        line = super().line(said, seconds) | {"answers": self.answers}
        return line if self.actors is None else line | self.actors.line()

    # keeping

    def write_network(self, path: Path) -> None:
        """Write the current network."""
        self.module.weights().save(path, self.about())

    def state(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """The full state needed to resume."""
        return state_of(self)

    def restore(self, tensors: dict[str, NDArray[Any]], words: dict[str, Any]) -> None:
        """Restore what `state` returned."""
        restore(self, tensors, words)


def _started(path: str, wanted: NetWeights, seed: int) -> NetWeights:
    """The network of a file to begin from, as wide as wanted."""
    net = NetAgent(path=path.removeprefix("net:")).net
    if net.players != wanted.players:
        raise ValueError(
            f"{path}: the network is for {net.players} players, but the options for "
            f"{wanted.players}"
        )
    try:
        net = widened(net, wanted.width, wanted.hidden, seed)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    return replace(net, afterstates=wanted.afterstates or net.afterstates)


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    settings.add_run(parser, __doc__, Config, "runs/net")


def run_command(options: argparse.Namespace, program: str) -> int:
    """Train; returns the exit status."""
    out, resume = Path(options.out), options.resume
    try:
        config = settings.config_of(Config, options.config, settings.given_of(Config, options))
        with writing_in(out):
            (runs.refuse_unsaved if resume else runs.refuse_begun)(out)
            run = Learner(config, out)
            if resume:
                runs.resume(run)
            stoppable(run)
    except (ValueError, LookupError, OSError) as error:
        return refuse(program, error)
    if run.stopping:
        print(f"stopped; {runs.go_on(out)}")
        return signals.status() or 130
    network = out / "network.safetensors"
    print(
        f"Network:          {network}\n"
        f"Play against it:  altered play --opponent net:{network}\n"
        f"Learning curve:   altered evaluate {out}"
    )
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Train; returns the exit status."""
    top = HelpParser(prog="python -m altered_env.train")
    add(top)
    return run_command(top.parse_args(arguments), "altered_env.train")
