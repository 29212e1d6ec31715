"""Self-play PPO on the native batch: `python -m training.ppo --help`.

Both seats learn. In a share of the games one seat is played by an earlier self or at random, drawn
by how often the learner loses to it. One round: play `steps` decisions in each of `games` games,
credit each seat with what became of it (`training/credit.py`), and improve the network on that for
a few `epochs`. Everything random follows from the seed: on one machine, with one thread, the same
command gives the same network, and an interrupted run goes on as if it had not been.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import torch
import yaml
from numpy.typing import NDArray
from torch import Tensor, nn

from agents import checkpoints
from agents.network import Network, Shape
from altered_env.batch.layout import SIZE
from altered_env.engine.layout import ACTIONS
from altered_env.envs import make_vec
from training.credit import advantages

__all__ = ["Config", "Trainer", "main"]


@dataclass(frozen=True)
class Config:
    """What is trained, on what, and for how long."""

    decks: str = "starters+random:200:1:curve"
    """A pool of decks by name."""
    rules: str = "2024.09"
    """The ruleset."""
    seed: int = 0
    """Another number, another run."""
    decisions: int = 2_000_000
    """How many decisions the learner takes in all."""
    minutes: float = 0.0
    """Stop after so many minutes; 0 for no limit."""
    games: int = 64
    """Games that are played at once."""
    steps: int = 64
    """Decisions in each of them between two improvements."""
    epochs: int = 2
    """How often each decision is learned from."""
    minibatch: int = 1024
    """Decisions in one step of the optimiser."""
    rate: float = 1e-3
    """Learning rate at the start; it falls to a tenth at the end."""
    clip: float = 0.2
    """How far a probability may move in one round."""
    entropy: float = 0.01
    """Weight of not being too sure."""
    value_weight: float = 0.5
    """Weight of the value's error."""
    discount: float = 1.0
    """How much less a reward is worth a decision later."""
    trace: float = 0.95
    """Lambda of the generalised advantages."""
    others: float = 0.25
    """Share of games in which one seat is not the learner's."""
    keep_every: int = 20
    """Rounds after which the learner joins the pool of earlier selves."""
    keep: int = 8
    """Size of that pool."""
    width: int = 32
    layers: int = 1
    heads: int = 2
    """The shape of the network."""
    threads: int = 1
    """Of PyTorch and of the batch."""
    device: str = "auto"
    """cpu, cuda, or whichever there is."""
    save_every: int = 20
    """Rounds between checkpoints."""

    def __post_init__(self) -> None:
        for name in ("decisions", "games", "steps", "epochs", "minibatch", "threads"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is 1 or more, found {getattr(self, name)}")
        for name in ("keep_every", "keep", "save_every"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is 1 or more, found {getattr(self, name)}")
        if not 0 <= self.others <= 1:
            raise ValueError(f"others is a share from 0 to 1, found {self.others}")
        if self.rate <= 0:
            raise ValueError(f"rate is more than 0, found {self.rate}")


class Trainer:
    """A run. `train` plays and learns until the budget is spent."""

    def __init__(self, config: Config, out: Path) -> None:
        self.config = config
        self.out = out
        torch.manual_seed(config.seed)
        torch.set_num_threads(config.threads)
        self.device = _device(config.device)
        shape = Shape(config.width, config.layers, config.heads)
        self.vec = make_vec(
            config.games,
            config.decks,
            seed=config.seed,
            rules=config.rules,
            threads=config.threads,
        )
        self.network = Network(shape, self.vec.card_features).to(self.device)
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=config.rate, eps=1e-5)
        self.rng = np.random.default_rng(config.seed)
        self.round = 0
        self.taken = 0
        self.before = 0
        """Decisions of a run that is resumed, before it went on."""
        self.pool: list[dict[str, Tensor]] = []
        """The earlier selves. Opponent 0 plays at random, opponent k is pool[k - 1]."""
        self.losses = np.full(1 + config.keep, 0.5)
        """How often the learner has lately lost to each opponent."""
        self.other = Network(shape, self.vec.card_features).to(self.device)
        n = config.games
        self.against = np.full(n, -1)
        """Who plays the other seat of each game; -1 where the learner plays both."""
        self.theirs = np.zeros(n, dtype=np.int64)
        """Which seat that is."""
        self._seat_anew(np.ones(n, dtype=bool))
        self.spent = {"environment": 0.0, "inference": 0.0, "learning": 0.0}

    # playing

    def _seat_anew(self, where: NDArray[np.bool_]) -> None:
        """Draw who plays in games that begin."""
        for i in np.flatnonzero(where):
            self.against[i] = -1
            if self.rng.random() < self.config.others:
                weights = self.losses[: 1 + len(self.pool)] + 0.05
                self.against[i] = self.rng.choice(len(weights), p=weights / weights.sum())
                self.theirs[i] = self.rng.integers(2)

    def _decide(
        self, network: Network, observation: NDArray[Any], mask: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Draw actions from a network; also their log-probabilities, and values."""
        with torch.no_grad(), self._autocast():
            logits, value = network(self._tensor(observation), self._tensor(mask))
        chances = torch.softmax(logits.float(), dim=1).cpu().numpy()
        chances *= mask
        sums = chances.cumsum(axis=1)
        drawn = self.rng.random(len(chances))[:, None] * sums[:, -1:]
        actions = np.minimum((sums <= drawn).sum(axis=1), ACTIONS - 1)
        bad = mask[np.arange(len(mask)), actions] == 0  # rounding at the very end
        actions[bad] = (chances[bad]).argmax(axis=1)
        chosen = chances[np.arange(len(actions)), actions] / sums[:, -1]
        return actions, np.log(np.maximum(chosen, 1e-12)), value.float().cpu().numpy()

    def play(self) -> dict[str, NDArray[Any]]:
        """Play a round: everything that is learned from."""
        config, vec = self.config, self.vec
        shape = (config.steps, config.games)
        found: dict[str, NDArray[Any]] = {
            "observation": np.empty((*shape, SIZE), dtype=np.int16),
            "mask": np.empty((*shape, ACTIONS), dtype=np.int8),
            "action": np.zeros(shape, dtype=np.int64),
            "chance": np.zeros(shape, dtype=np.float32),
            "value": np.zeros(shape, dtype=np.float32),
            "seat": np.zeros(shape, dtype=np.int64),
            "reward": np.zeros((*shape, 2), dtype=np.float32),
            "ended": np.zeros(shape, dtype=bool),
            "learned": np.zeros(shape, dtype=bool),
        }
        for t in range(config.steps):
            start = time.perf_counter()
            found["observation"][t] = vec.observation
            found["mask"][t] = vec.mask
            found["seat"][t] = vec.seat
            own = (self.against < 0) | (vec.seat != self.theirs)
            found["learned"][t] = own
            self._answer(found, t, own)
            decided = time.perf_counter()
            vec.step(found["action"][t])
            found["reward"][t] = vec.reward
            found["ended"][t] = ended = vec.terminated | vec.truncated
            self._remember(ended)
            self._seat_anew(ended)
            self.spent["inference"] += decided - start
            self.spent["environment"] += time.perf_counter() - decided
        last = self._decide(self.network, vec.observation, vec.mask)[2]
        found["advantage"], found["target"] = advantages(
            found["reward"],
            found["value"],
            found["seat"],
            found["ended"],
            last,
            np.asarray(vec.seat, dtype=np.int64),
            config.discount,
            config.trace,
        )
        return found

    def _answer(self, found: dict[str, NDArray[Any]], t: int, own: NDArray[np.bool_]) -> None:
        observation, mask = found["observation"][t], found["mask"][t]
        of = np.flatnonzero(own)
        if len(of):
            actions, chances, values = self._decide(self.network, observation[of], mask[of])
            found["action"][t, of] = actions
            found["chance"][t, of] = chances
            found["value"][t, of] = values
        for who in np.unique(self.against[~own]):
            of = np.flatnonzero(~own & (self.against == who))
            if who == 0:
                draws = self.rng.random(mask[of].shape, dtype=np.float32) * mask[of]
                found["action"][t, of] = draws.argmax(axis=1)
            else:
                self.other.load_state_dict(self.pool[who - 1])
                found["action"][t, of] = self._decide(self.other, observation[of], mask[of])[0]

    def _remember(self, ended: NDArray[np.bool_]) -> None:
        """Who won of the games that ended against someone else."""
        for i in np.flatnonzero(ended & (self.against >= 0)):
            lost = float(self.vec.reward[i, self.theirs[i]] > 0)
            who = self.against[i]
            self.losses[who] += 0.02 * (lost - self.losses[who])

    # learning

    def learn(self, found: dict[str, NDArray[Any]]) -> dict[str, float]:
        """Improve the network on a round; what to say of it."""
        config = self.config
        start = time.perf_counter()
        picked = np.flatnonzero(found["learned"].ravel() & (found["mask"].sum(-1) > 1).ravel())
        rows = {
            name: array.reshape(-1, *array.shape[2:])[picked]
            for name, array in found.items()
            if name not in ("reward", "ended", "learned", "seat")
        }
        advantage = rows["advantage"]
        rows["advantage"] = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        share = min(1.0, self.taken / config.decisions)
        for group in self.optimiser.param_groups:
            group["lr"] = config.rate * (1 - 0.9 * share)
        sums: dict[str, float] = {}
        batches = 0
        for _ in range(config.epochs):
            order = self.rng.permutation(len(picked))
            for at in range(0, len(order), config.minibatch):
                batch = order[at : at + config.minibatch]
                said = self._improve({name: self._tensor(a[batch]) for name, a in rows.items()})
                batches += 1
                for name, number in said.items():
                    sums[name] = sums.get(name, 0.0) + number
        self.spent["learning"] += time.perf_counter() - start
        spread = float(np.var(rows["target"]))
        explained = 1 - float(np.var(rows["target"] - rows["value"])) / max(spread, 1e-6)
        return {name: number / max(1, batches) for name, number in sums.items()} | {
            "explained": explained
        }

    def _improve(self, batch: dict[str, Tensor]) -> dict[str, float]:
        config = self.config
        with self._autocast():
            logits, value = self.network(batch["observation"], batch["mask"])
        logits, value = logits.float(), value.float()
        logs = torch.log_softmax(logits, dim=1)
        legal = batch["mask"] != 0
        entropy = -(logs.exp() * logs.masked_fill(~legal, 0)).sum(1).mean()
        chance = logs.gather(1, batch["action"][:, None])[:, 0]
        ratio = (chance - batch["chance"]).exp()
        gain = torch.minimum(
            ratio * batch["advantage"],
            ratio.clamp(1 - config.clip, 1 + config.clip) * batch["advantage"],
        ).mean()
        error = (value - batch["target"]).square().mean()
        loss = config.value_weight * error - gain - config.entropy * entropy
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
        self.optimiser.step()
        moved = ((ratio - 1).abs() > config.clip).float().mean().item()
        said = {"entropy": entropy.item(), "value error": error.item()}
        return {**said, "clipped": moved}

    def train(self, show: bool = True) -> None:
        """Play and learn until the budget is spent; checkpoints lie in the folder of the run."""
        config = self.config
        begun = time.perf_counter()
        self.before = self.taken
        self.out.mkdir(parents=True, exist_ok=True)
        while self.taken < config.decisions:
            if config.minutes and time.perf_counter() - begun > 60 * config.minutes:
                break
            found = self.play()
            said = self.learn(found)
            self.round += 1
            self.taken += int(found["learned"].sum())
            if self.round % config.keep_every == 0:
                self._join_pool()
            if self.round % config.save_every == 0:
                self.save()
            self._report(said, time.perf_counter() - begun, show)
        self.save()

    def _join_pool(self) -> None:
        self.pool.append({k: v.clone() for k, v in self.network.state_dict().items()})
        place = len(self.pool)
        if place > self.config.keep:
            self.pool.pop(0)
            self.losses[1:-1] = self.losses[2:]
            self.against[self.against > 0] -= 1  # those who play the oldest meet the next
            self.against[self.against == 0] = np.maximum(self.against[self.against == 0], 0)
            place -= 1
        self.losses[place] = 0.5

    def _report(self, said: dict[str, float], seconds: float, show: bool) -> None:
        total = sum(self.spent.values()) or 1.0
        line = {
            "round": self.round,
            "decisions": self.taken,
            "games": int(self.vec.last["games"].sum()),
            "lost to random": round(float(self.losses[0]), 3),
            **{name: round(number, 4) for name, number in said.items()},
            "seconds": round(seconds, 1),
            **{name: round(part / total, 2) for name, part in self.spent.items()},
        }
        with (self.out / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")
        if show:
            share = 100 * min(1.0, self.taken / self.config.decisions)
            rate = (self.taken - self.before) / total
            print(
                f"{share:5.1f} %  {self.taken:>9,} decisions  {rate:>6,.0f}/s  "
                f"lost to random {self.losses[0]:.2f}  entropy {said.get('entropy', 0):.2f}  "
                f"value explained {said.get('explained', 0):+.2f}",
                flush=True,
            )

    # keeping

    def save(self) -> None:
        """Write the network, and everything that it takes to go on, whole or not at all."""
        about = {
            "config": asdict(self.config),
            "rules": self.config.rules,
            "decisions": self.taken,
            "round": self.round,
        }
        checkpoints.save_network(self.out / "network.safetensors", self.network, about)
        state = self.optimiser.state_dict()["state"]
        tensors = {f"network.{k}": v for k, v in self.network.state_dict().items()}
        for number, part in state.items():
            tensors |= {f"adam.{number}.{k}": torch.as_tensor(v) for k, v in part.items()}
        for k, weights in enumerate(self.pool):
            tensors |= {f"pool.{k}.{name}": v for name, v in weights.items()}
        vec = self.vec.__getstate__()
        tensors["games"] = torch.from_numpy(vec["games"])
        tensors["desks"] = torch.from_numpy(vec["desks"])
        tensors["torch"] = torch.get_rng_state()
        tensors["losses"] = torch.from_numpy(self.losses)
        tensors["against"] = torch.from_numpy(self.against)
        tensors["theirs"] = torch.from_numpy(self.theirs)
        about |= {"rng": self.rng.bit_generator.state, "pool": len(self.pool)}
        about |= {"shape": self.network.describe()}
        checkpoints.save(self.out / "run.safetensors", tensors, about)

    def resume(self) -> None:
        """Go on from what `save` wrote in the folder of the run. Raises `CheckpointError`."""
        path = self.out / "run.safetensors"
        tensors, about = checkpoints.read(path)
        mine = asdict(self.config)
        free = ("decisions", "minutes", "save_every", "device")
        other = [k for k, v in about["config"].items() if k not in free and mine.get(k) != v]
        if other:
            raise checkpoints.CheckpointError(
                f"{path}: a run with another {', '.join(other)}; give the same, or another --out"
            )
        part = _under(tensors, "network.")
        self.network.load_state_dict(part)
        state = self.optimiser.state_dict()
        state["state"] = {
            number: _under(tensors, f"adam.{number}.")
            for number in range(len(list(self.network.parameters())))
            if f"adam.{number}.step" in tensors
        }
        self.optimiser.load_state_dict(state)
        self.pool = [_under(tensors, f"pool.{k}.") for k in range(about["pool"])]
        self.vec._games.view(np.uint8)[:] = tensors["games"].numpy()
        self.vec._desks.view(np.uint8)[:] = tensors["desks"].numpy()
        torch.set_rng_state(tensors["torch"])
        self.losses[:] = tensors["losses"].numpy()
        self.against[:] = tensors["against"].numpy()
        self.theirs[:] = tensors["theirs"].numpy()
        self.rng.bit_generator.state = about["rng"]
        self.round, self.taken = about["round"], about["decisions"]

    def _tensor(self, array: NDArray[Any]) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device)

    def _autocast(self) -> torch.autocast:
        on = self.device.type == "cuda"
        return torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=on)


def _under(tensors: dict[str, Tensor], start: str) -> dict[str, Tensor]:
    return {name[len(start) :]: t for name, t in tensors.items() if name.startswith(start)}


def _device(name: str) -> torch.device:
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    if name not in ("cpu", "cuda"):
        raise ValueError(f"device is auto, cpu or cuda, found {name!r:.40}")
    return torch.device(name)


def parser() -> argparse.ArgumentParser:
    """The parser of the command line: an option for each field of `Config`."""
    top = argparse.ArgumentParser(
        prog="python -m training.ppo",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="example: python -m training.ppo --config configs/small.yaml --out runs/first",
    )
    top.add_argument("--config", metavar="FILE", help="options from a YAML file")
    top.add_argument("--out", default="runs/ppo", help="the folder of the run (runs/ppo)")
    top.add_argument("--resume", action="store_true", help="go on with the run in that folder")
    for field in fields(Config):
        kind = type(field.default)
        top.add_argument(
            f"--{field.name.replace('_', '-')}",
            type=kind,
            default=None,
            metavar="X",
            help=f"({field.default})",
        )
    return top


def config_of(path: str | None, given: dict[str, Any]) -> Config:
    """The config of a YAML file, with what was given besides."""
    known = {field.name: type(field.default) for field in fields(Config)}
    found: dict[str, Any] = {}
    if path is not None:
        try:
            read = yaml.safe_load(Path(path).read_text("utf-8")) or {}
        except OSError as error:
            raise ValueError(f"{path}: {error.strerror or 'cannot be read'}") from None
        except (yaml.YAMLError, UnicodeDecodeError) as error:
            raise ValueError(f"{path}: no YAML: {str(error)[:200]}") from None
        if not isinstance(read, dict):
            raise ValueError(f"{path}: expected options, one a line, as in `seed: 1`")
        for name, value in read.items():
            if name not in known:
                raise ValueError(f"{path}: no option {name!r:.40}; there are {', '.join(known)}")
            kinds: tuple[type, ...] = (int, float) if known[name] is float else (known[name],)
            if not isinstance(value, kinds) or isinstance(value, bool):
                raise ValueError(f"{path}: {name} is a {known[name].__name__}, found {value!r:.40}")
            found[name] = value
    found |= {name: value for name, value in given.items() if value is not None}
    return Config(**found)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train; returns the exit status."""
    options = vars(parser().parse_args(arguments))
    path, out, resume = options.pop("config"), Path(options.pop("out")), options.pop("resume")
    try:
        trainer = Trainer(config_of(path, options), out)
        if resume:
            trainer.resume()
        trainer.train()
    except (ValueError, LookupError, OSError) as error:
        print(f"training.ppo: {error}")
        return 2
    except KeyboardInterrupt:
        trainer.save()
        print(f"\nstopped; go on with --resume --out {out}")
        return 130
    path = out / "network.safetensors"
    print(f"the network is {path}; to play against it: altered play --opponent policy:{path}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
