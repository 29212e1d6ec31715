"""Self-play PPO on the native batch: `python -m altered_env.train.ppo --help`.

All seats learn. In a share of the games one seat is played by another: a baseline bot, a frozen
network or an earlier self, drawn by how they are rated (`altered_env/train/seated_opponents.py`).
One round: play `steps` decisions in each of `games` games, credit each seat with what became of it
(`altered_env/train/credit.py`), and improve the network on that for a few `epochs`. A `teacher` may
say at first what each action is worth, and an `adviser` all along (`altered_env/agents/advice.py`).
Everything random follows from the seed: on one machine, with one thread, the same command gives the
same network, and an interrupted run goes on as if it had not been.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from altered_env.agents import checkpoints, refuse_seats
from altered_env.agents.advice import Adviser
from altered_env.agents.network import Network, Shape
from altered_env.batch.layout import OPPONENTS as DRAWN
from altered_env.envs import make_vec
from altered_env.train import run, settings
from altered_env.train.config import RunConfig
from altered_env.train.credit import advantages
from altered_env.train.losses import (
    clipped_objective,
    explained_variance,
    imitation,
    normalised,
)
from altered_env.train.masked_policy import (
    decide,
    device_named,
    log_probs_of,
    mixes,
    mixing,
    tensor_on,
)
from altered_env.train.pool import specs_of
from altered_env.train.saved_words import like
from altered_env.train.seated_opponents import Opponents

__all__ = ["Config", "Trainer", "config_of", "main"]


MOST_OPPONENTS = DRAWN - 1
"""The learner itself is one of those that a batch draws from."""

Rollout = dict[str, NDArray[Any]]
"""A round as it was played, each array by steps and games."""


@dataclass(frozen=True)
class Config(RunConfig):
    """What is trained, on what, and for how long."""

    adviser: str = ""
    """Whose judgement the network reads at every decision: greedy or rules, with options."""
    width: int = 32
    layers: int = 1
    heads: int = 2
    """The shape of the network."""
    precision: str = "auto"
    """full, mixed (bfloat16 where it is enough), or auto: mixed on a GPU."""

    def __post_init__(self) -> None:
        super().__post_init__()
        Shape(self.width, self.layers, self.heads)
        there = len(specs_of(self.opponents)) + self.keep
        if there > MOST_OPPONENTS:
            raise ValueError(
                f"opponents and keep: at most {MOST_OPPONENTS} sit opposite in all, found {there}"
            )


class Trainer(run.Run):
    """A run of PPO on observations of the batch."""

    config: Config
    unit = "decisions"
    refused = checkpoints.CheckpointError

    def __init__(self, config: Config, out: Path) -> None:
        super().__init__(config, out, ("environment", "inference", "learning"))
        torch.manual_seed(config.seed)
        torch.set_num_threads(config.threads)
        self.device = device_named(config.device)
        self.mixed = mixes(config.precision, self.device)
        self.vec = make_vec(
            config.games,
            config.decks,
            seed=config.seed,
            rules=config.rules,
            format=config.format,
            threads=config.threads,
        )
        self.players = self.vec.kernel.players
        specs = specs_of(config.opponents)
        refuse_seats(specs, self.players)
        self.teams = run.teams_of(config.format, self.players)
        shape = Shape(config.width, config.layers, config.heads, self.players, config.adviser)
        self.network = Network(shape, self.vec.card_features).to(self.device)
        if config.start:
            _begin_from(self.network, config.start)
        parameters = self.network.parameters()
        self.optimiser = torch.optim.Adam(parameters, lr=config.learning_rate, eps=1e-5)
        self.rng = np.random.default_rng(config.seed)
        self.pool = self.opponents = Opponents(
            specs,
            config.keep,
            self.vec,
            Network(shape, self.vec.card_features).to(self.device),
            config.others,
            config.prefer,
            config.seed,
        )
        self.teacher = (
            Adviser(config.teacher, config.seed, self.players) if config.teacher else None
        )
        self.vec.reset(config.seed)

    # playing

    def play(self) -> Rollout:
        """Play a round: everything that is learned from."""
        config, vec = self.config, self.vec
        shape = (config.steps, config.games)
        rollout: Rollout = {
            "observation": np.empty((*shape, vec.observation.shape[1]), dtype=np.int16),
            "mask": np.empty((*shape, vec.mask.shape[1]), dtype=np.int8),
            "action": np.zeros(shape, dtype=np.int64),
            "log_prob": np.zeros(shape, dtype=np.float32),
            "value": np.zeros(shape, dtype=np.float32),
            "seat": np.zeros(shape, dtype=np.int64),
            "reward": np.zeros((*shape, self.players), dtype=np.float32),
            "ended": np.zeros(shape, dtype=bool),
            "learned": np.zeros(shape, dtype=bool),
        }
        teacher = self.teacher if self.lessons > 0 else None
        if teacher:
            rollout["worth"] = np.zeros(rollout["mask"].shape, dtype=np.float32)
        if self.network.adviser:
            rollout["advice"] = np.zeros(rollout["mask"].shape, dtype=np.float32)
        self.opponents.seat()
        for t in range(config.steps):
            start = time.perf_counter()
            rollout["observation"][t] = vec.observation
            rollout["mask"][t] = vec.mask
            rollout["seat"][t] = vec.seat
            rollout["learned"][t] = own = self.opponents.own()
            self._answer(rollout, t, own)
            if teacher:
                rollout["worth"][t] = teacher.of_vec(vec)
            decided = time.perf_counter()
            vec.step(rollout["action"][t])
            rollout["reward"][t] = vec.reward
            rollout["ended"][t] = ended = vec.terminated | vec.truncated
            self.opponents.remember(ended)
            self.spent["inference"] += decided - start
            self.spent["environment"] += time.perf_counter() - decided
        last_value = self._decide(np.arange(vec.n))[2]
        rollout["advantage"], rollout["target"] = advantages(
            rollout["reward"],
            rollout["value"],
            rollout["seat"],
            rollout["ended"],
            last_value,
            np.asarray(vec.seat, dtype=np.int64),
            config.gamma,
            config.gae_lambda,
            self.teams,
        )
        return rollout

    def _answer(self, rollout: Rollout, t: int, own: NDArray[np.bool_]) -> None:
        of = np.flatnonzero(own)
        if len(of):
            actions, log_probs, values, advice = self._decide(of)
            rollout["action"][t, of] = actions
            rollout["log_prob"][t, of] = log_probs
            rollout["value"][t, of] = values
            if advice is not None:
                rollout["advice"][t, of] = advice
        of = np.flatnonzero(~own)
        if len(of):
            rollout["action"][t, of] = self.opponents.answer(of, self.rng)

    def _decide(
        self, of: NDArray[np.int64]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any] | None]:
        """Actions, log-probabilities and values in the games `of`, and the advice that was read."""
        vec, adviser = self.vec, self.network.adviser
        advice = adviser.of_vec(vec, of) if adviser else None
        seen = vec.observation[of], vec.mask[of]
        return *decide(self.network, *seen, self.rng, self.mixed, advice=advice), advice

    def count(self, played: Rollout) -> int:
        """How many decisions the learner took in a round."""
        return int(played["learned"].sum())

    # learning

    def learn(self, played: Rollout) -> dict[str, float]:
        """Improve the network on a round; what to say of it."""
        start = time.perf_counter()
        real = played["learned"].ravel() & (played["mask"].sum(-1) > 1).ravel()
        picked = np.flatnonzero(real)
        rows = {
            name: array.reshape(-1, *array.shape[2:])[picked]
            for name, array in played.items()
            if name not in ("reward", "ended", "learned", "seat")
        }
        rows["advantage"] = normalised(rows["advantage"])

        def on_minibatch(order: NDArray[np.int64]) -> dict[str, float]:
            return self._improve({k: tensor_on(self.device, row[order]) for k, row in rows.items()})

        said = self.improve(len(picked), on_minibatch)
        self.spent["learning"] += time.perf_counter() - start
        return said | {"explained": explained_variance(rows["target"], rows["value"])}

    def _improve(self, batch: dict[str, Tensor]) -> dict[str, float]:
        config = self.config
        with mixing(self.device, self.mixed):
            logits, value = self.network(batch["observation"], batch["mask"], batch.get("advice"))
        log_probs, unsure = log_probs_of(logits, batch["mask"])
        value, entropy = value.float(), unsure.mean()
        gain, clipped = clipped_objective(
            log_probs.gather(1, batch["action"][:, None])[:, 0],
            batch["log_prob"],
            batch["advantage"],
            config.clip,
        )
        error = (value - batch["target"]).square().mean()
        said = {"entropy": entropy.item(), "value error": error.item()}
        taught = self.lessons if "worth" in batch else 0.0
        loss = config.value_weight * error - (1 - taught) * (gain + config.entropy * entropy)
        if taught:
            missed = imitation(batch["worth"] / config.spread, batch["mask"], log_probs)
            said["from the teacher"] = missed.item()
            loss += taught * missed
        self.descend(loss, self.network.parameters())
        return said | {"clipped": clipped.item()}

    def join_selves(self) -> None:
        """Take the learner as it is now among its earlier selves."""
        self.opponents.join(self.network.state_dict())

    # keeping

    def write_network(self, path: Path) -> None:
        """Write the network as it is now."""
        checkpoints.save_network(path, self.network, self.about())

    def write_state(self, path: Path) -> None:
        """Write everything that it takes to go on."""
        checkpoints.save(path, *self.state())

    def read_state(self, path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
        """What was written. Raises `CheckpointError`."""
        return checkpoints.read(path)

    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        """Everything that it takes to go on."""
        tensors = {f"network.{k}": v for k, v in self.network.state_dict().items()}
        for number, part in self.optimiser.state_dict()["state"].items():
            tensors |= {f"adam.{number}.{k}": torch.as_tensor(v) for k, v in part.items()}
        tensors |= {f"vec.{k}": torch.from_numpy(v) for k, v in self.vec.state().items()}
        tensors |= {f"pool.{k}": v for k, v in self.opponents.tensors().items()}
        tensors["torch"] = torch.get_rng_state()
        words = {"rng": self.rng.bit_generator.state, "pool": self.opponents.about()}
        return tensors, self.about() | words

    def restore(self, tensors: dict[str, Tensor], words: dict[str, Any]) -> None:
        """Go on from what `state` gave."""
        network = {
            name: checkpoints.as_numbers(name, part)
            for name, part in _under(tensors, "network.").items()
        }
        self.network.load_state_dict(network)
        self.goes_on_at(words)
        state = self.optimiser.state_dict()
        state["state"] = {
            number: _moments(number, tensors, part)
            for number, part in enumerate(self.network.parameters())
            if _under(tensors, "adam.")
        }
        self.optimiser.load_state_dict(state)
        self.vec.restore({k: v.numpy() for k, v in _under(tensors, "vec.").items()})
        self.opponents.restore(_under(tensors, "pool."), words["pool"])
        torch.set_rng_state(tensors["torch"])


def _begin_from(network: Network, path: str) -> None:
    """Begin from the network of a file, which must have the same shape; one without an adviser
    begins to read one."""
    other, _ = checkpoints.load_network(path)
    if other.shape not in (network.shape, replace(network.shape, adviser="")):
        raise checkpoints.CheckpointError(
            f"{path}: {_words(other.shape)}, but the options say {_words(network.shape)}"
        )
    network.load_state_dict(network.state_dict() | other.state_dict())


def _words(shape: Shape) -> str:
    words = f"width {shape.width}, layers {shape.layers}, heads {shape.heads}"
    return f"{words}, adviser {shape.adviser}" if shape.adviser else words


def _moments(number: int, tensors: dict[str, Tensor], part: Tensor) -> dict[str, Tensor]:
    """How the optimiser stands with a part of the network. Raises `ValueError`."""
    mine = part.numpy(force=True)
    names = {"step": mine.sum(), "exp_avg": mine, "exp_avg_sq": mine}
    for name, wanted in names.items():
        least = -inf if name == "exp_avg" else 0
        key = f"adam.{number}.{name}"
        like(key, tensors[key].numpy(force=True), wanted, least)
    return {name: tensors[f"adam.{number}.{name}"] for name in names}


def _under(tensors: dict[str, Tensor], start: str) -> dict[str, Tensor]:
    return {name[len(start) :]: t for name, t in tensors.items() if name.startswith(start)}


def config_of(path: str | None, given: dict[str, Any]) -> Config:
    """The config of a YAML file, with what was given besides.

    >>> config_of(None, {"games": 8, "seed": None}).games
    8
    """
    return settings.config_of(Config, path, given)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train; returns the exit status."""
    return run.command(
        "altered_env.train.ppo", __doc__, Config, Trainer, "runs/ppo", "policy", arguments
    )


if __name__ == "__main__":
    raise SystemExit(main())
