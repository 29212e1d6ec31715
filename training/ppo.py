"""Self-play PPO on the native batch: `python -m training.ppo --help`.

All seats learn. In a share of the games one seat is played by another: a baseline bot, a frozen
network or an earlier self, drawn by how they are rated (`training/learning/seated_opponents.py`).
One round: play `steps` decisions in each of `games` games, credit each seat with what became of it
(`training/learning/credit.py`), and improve the network on that for a few `epochs`. A `teacher` may
say at first what each action is worth, and an `adviser` all along (`agents/advice.py`). Everything
random follows from the seed: on one machine, with one thread, the same command gives the same
network, and an interrupted run goes on as if it had not been.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from agents import refuse_seats
from agents.advice import Adviser
from agents.network import Network, Shape
from altered_env import formats, stopping
from altered_env.engine.terms import RULE
from altered_env.envs import make_vec
from training.learning import runs, settings
from training.learning.credit import advantages
from training.learning.logbook import Logbook
from training.learning.masked_policy import (
    chances_of,
    decide,
    device_named,
    mixes,
    mixing,
    tensor_on,
)
from training.learning.run import go_on, stoppable
from training.learning.seated_opponents import PREFER, Opponents, specs_of

__all__ = ["Config", "Trainer", "config_of", "main"]


MOST_GAMES = 65_536
MOST_ROWS = 1 << 21
"""What more there were of games, or decisions of a round, would not fit into memory."""


@dataclass(frozen=True)
class Config:
    """What is trained, on what, and for how long."""

    decks: str = "starters+random:200:1:curve"
    """A pool of decks by name; usual for those that a format is usually played with."""
    rules: str = "2024.09"
    """The ruleset."""
    format: str = "standard"
    """The format; two_against_two and free_for_all have a network of their own layout."""
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
    opponents: str = "random+greedy+rules"
    """Who sits there beside earlier selves: bots, or networks as policy:PATH, with + between."""
    prefer: str = "strong"
    """Whom the learner meets most, by rating: strong, even (to it), or all alike."""
    keep_every: int = 20
    """Rounds after which the learner joins the pool of earlier selves."""
    keep: int = 8
    """Size of that pool; 0 for no earlier selves."""
    start: str = ""
    """A network of the same shape to begin from."""
    teacher: str = ""
    """Whose judgement is learned first: greedy or rules, with options; empty for nobody's."""
    taught: float = 0.3
    """Share of the run over which the weight of the teacher falls from 1 to 0."""
    spread: float = 0.5
    """How much worse, to the teacher, makes an action less likely by e."""
    adviser: str = ""
    """Whose judgement the network reads at every decision: greedy or rules, with options."""
    width: int = 32
    layers: int = 1
    heads: int = 2
    """The shape of the network."""
    threads: int = 1
    """Of PyTorch and of the batch."""
    device: str = "auto"
    """cpu, cuda, or whichever there is."""
    precision: str = "auto"
    """full, mixed (bfloat16 where it is enough), or auto: mixed on a GPU."""
    save_every: int = 20
    """Rounds between checkpoints."""
    file_every: int = 200_000
    """Decisions between networks that stay as files, for evaluate; 0 for none."""
    tensorboard: bool = True
    """Write scalars for TensorBoard into the folder of the run."""

    def __post_init__(self) -> None:
        counts = ("decisions", "games", "steps", "epochs", "minibatch", "threads")
        for name in (*counts, "keep_every", "save_every"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is 1 or more, found {getattr(self, name)}")
        Shape(self.width, self.layers, self.heads)
        for name, most in (("games", MOST_GAMES), ("minibatch", MOST_ROWS), ("threads", 1_024)):
            if getattr(self, name) > most:
                raise ValueError(f"{name} is at most {most:,}, found {getattr(self, name):,}")
        if self.games * self.steps > MOST_ROWS:
            raise ValueError(
                f"games {self.games:,} times steps {self.steps:,} is at most {MOST_ROWS:,}: so"
                " many decisions are kept of a round"
            )
        weights = ("minutes", "clip", "entropy", "value_weight")
        for name in (*weights, "keep", "file_every", "seed"):
            if not (isfinite(getattr(self, name)) and getattr(self, name) >= 0):
                raise ValueError(f"{name} is 0 or more, found {getattr(self, name)}")
        for name in ("others", "discount", "trace", "taught"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} is a share from 0 to 1, found {getattr(self, name)}")
        for name in ("rate", "spread", *(("taught",) if self.teacher else ())):
            if not (isfinite(getattr(self, name)) and getattr(self, name) > 0):
                raise ValueError(f"{name} is more than 0, found {getattr(self, name)}")
        if self.prefer not in PREFER:
            raise ValueError(f"prefer is {', '.join(PREFER)}, found {self.prefer!r:.40}")
        formats.get(self.format)
        specs_of(self.opponents)


class Trainer:
    """A run. `train` plays and learns until the budget is spent."""

    def __init__(self, config: Config, out: Path) -> None:
        self.config = config
        self.out = out
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
        self.players = self.vec.room.players
        refuse_seats(specs_of(config.opponents), self.players)
        allied = formats.get(config.format).switches & RULE.TEAMS
        self.teams = [seat % 2 if allied else seat for seat in range(self.players)]
        shape = Shape(config.width, config.layers, config.heads, self.players, config.adviser)
        self.network = Network(shape, self.vec.card_features).to(self.device)
        if config.start:
            runs.load_start(self.network, config.start)
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=config.rate, eps=1e-5)
        self.rng = np.random.default_rng(config.seed)
        self.opponents = Opponents(
            specs_of(config.opponents),
            config.keep,
            self.vec,
            Network(shape, self.vec.card_features).to(self.device),
            config.others,
            config.prefer,
            config.seed,
            config.threads,
        )
        self.teacher = (
            Adviser(config.teacher, config.seed, self.players) if config.teacher else None
        )
        self.opponents.seat_anew(np.ones(config.games, dtype=bool), self.rng)
        self.round = 0
        self.taken = 0
        """Decisions that the learner has taken."""
        self.stopping = False
        """Set it, and `train` ends after the round under way."""
        self.spent = {"environment": 0.0, "inference": 0.0, "learning": 0.0}

    # playing

    def play(self) -> dict[str, NDArray[Any]]:
        """Play a round: everything that is learned from."""
        config, vec = self.config, self.vec
        shape = (config.steps, config.games)
        found: dict[str, NDArray[Any]] = {
            "observation": np.empty((*shape, vec.observation.shape[1]), dtype=np.int16),
            "mask": np.empty((*shape, vec.mask.shape[1]), dtype=np.int8),
            "action": np.zeros(shape, dtype=np.int64),
            "chance": np.zeros(shape, dtype=np.float32),
            "value": np.zeros(shape, dtype=np.float32),
            "seat": np.zeros(shape, dtype=np.int64),
            "reward": np.zeros((*shape, self.players), dtype=np.float32),
            "ended": np.zeros(shape, dtype=bool),
            "learned": np.zeros(shape, dtype=bool),
        }
        teacher = self.teacher if self.lessons > 0 else None
        if teacher:
            found["worth"] = np.zeros(found["mask"].shape, dtype=np.float32)
        if self.network.adviser:
            found["advice"] = np.zeros(found["mask"].shape, dtype=np.float32)
        for t in range(config.steps):
            start = time.perf_counter()
            found["observation"][t] = vec.observation
            found["mask"][t] = vec.mask
            found["seat"][t] = vec.seat
            found["learned"][t] = own = self.opponents.own()
            self._answer(found, t, own)
            if teacher:
                found["worth"][t] = teacher.of_vec(vec)
            decided = time.perf_counter()
            vec.step(found["action"][t])
            found["reward"][t] = vec.reward
            found["ended"][t] = ended = vec.terminated | vec.truncated
            self.opponents.remember(ended)
            self.opponents.seat_anew(ended, self.rng)
            self.spent["inference"] += decided - start
            self.spent["environment"] += time.perf_counter() - decided
        last = self._decide(np.arange(vec.n))[2]
        found["advantage"], found["target"] = advantages(
            found["reward"],
            found["value"],
            found["seat"],
            found["ended"],
            last,
            np.asarray(vec.seat, dtype=np.int64),
            config.discount,
            config.trace,
            self.teams,
        )
        return found

    def _answer(self, found: dict[str, NDArray[Any]], t: int, own: NDArray[np.bool_]) -> None:
        of = np.flatnonzero(own)
        if len(of):
            actions, chances, values, advice = self._decide(of)
            found["action"][t, of] = actions
            found["chance"][t, of] = chances
            found["value"][t, of] = values
            if advice is not None:
                found["advice"][t, of] = advice
        of = np.flatnonzero(~own)
        if len(of):
            found["action"][t, of] = self.opponents.answer(of, self.rng)

    def _decide(
        self, of: NDArray[np.int64]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any] | None]:
        """Actions, log-probabilities and values in the games `of`, and the advice that was read."""
        vec, adviser = self.vec, self.network.adviser
        advice = adviser.of_vec(vec, of) if adviser else None
        seen = vec.observation[of], vec.mask[of]
        return *decide(self.network, *seen, self.rng, self.mixed, advice=advice), advice

    # learning

    @property
    def lessons(self) -> float:
        """The weight of the teacher now, from 1 down to 0."""
        if self.teacher is None:
            return 0.0
        return max(0.0, 1 - self.taken / (self.config.taught * self.config.decisions))

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
                some = {name: tensor_on(self.device, a[batch]) for name, a in rows.items()}
                said = self._improve(some)
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
        with mixing(self.device, self.mixed):
            logits, value = self.network(batch["observation"], batch["mask"], batch.get("advice"))
        logs, unsure = chances_of(logits, batch["mask"])
        value, entropy = value.float(), unsure.mean()
        chance = logs.gather(1, batch["action"][:, None])[:, 0]
        ratio = (chance - batch["chance"]).exp()
        gain = torch.minimum(
            ratio * batch["advantage"],
            ratio.clamp(1 - config.clip, 1 + config.clip) * batch["advantage"],
        ).mean()
        error = (value - batch["target"]).square().mean()
        said = {"entropy": entropy.item(), "value error": error.item()}
        taught = self.lessons if "worth" in batch else 0.0
        loss = config.value_weight * error - (1 - taught) * (gain + config.entropy * entropy)
        if taught:
            aim, unsure = chances_of(batch["worth"] / config.spread, batch["mask"])
            missed = (-(aim.exp() * logs).sum(1) - unsure).mean()
            said["from the teacher"] = missed.item()
            loss += taught * missed
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
        self.optimiser.step()
        said["clipped"] = ((ratio - 1).abs() > config.clip).float().mean().item()
        return said

    def train(self, show: bool = True, until: int | None = None) -> None:
        """Play and learn until the budget is spent, or so many decisions are taken; checkpoints
        lie in the folder of the run."""
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
            found = self.play()
            said = self.learn(found)
            self.round += 1
            filed = self.taken // max(1, config.file_every)
            self.taken += int(found["learned"].sum())
            if self.round % config.keep_every == 0:
                self.opponents.join(self.network.state_dict())
            if config.file_every and self.taken // config.file_every > filed:
                runs.keep(self)
            if self.round % config.save_every == 0:
                runs.save(self)
            log.write(line := self._line(said, time.perf_counter() - begun))
            if show:
                print(self._words(line, before), flush=True)
        if config.file_every and not self.stopping:
            runs.keep(self)
        runs.save(self)
        log.close()

    def _line(self, said: dict[str, float], seconds: float) -> dict[str, Any]:
        """What is written down of a round."""
        total = sum(self.spent.values()) or 1.0
        pool = self.opponents
        lost = zip(pool.specs, pool.lost.tolist(), strict=False)
        return {
            "round": self.round,
            "decisions": self.taken,
            "games": int(self.vec.last["games"].sum()),
            "rating": round(pool.rating, 1),
            **{f"lost to {name}": round(share, 3) for name, share in lost},
            **{name: round(number, 4) for name, number in said.items()},
            "seconds": round(seconds, 1),
            **{name: round(part / total, 2) for name, part in self.spent.items()},
        }

    def _words(self, line: dict[str, Any], before: int) -> str:
        """A line as it is shown."""
        total = sum(self.spent.values()) or 1.0
        share = 100 * min(1.0, self.taken / self.config.decisions)
        parts = "/".join(f"{100 * part / total:.0f}" for part in self.spent.values())
        lost = "  ".join(
            f"{name.rpartition('/')[2][:16]} {100 * part:.0f} %"
            for name, part in zip(self.opponents.specs, self.opponents.lost, strict=False)
        )
        return (
            f"{share:5.1f} %  {self.taken:>9,} decisions  {(self.taken - before) / total:>6,.0f}/s "
            f"({parts} % env/inference/learning)  entropy {line['entropy']:.2f}  "
            f"value {line['explained']:+.2f}  rating {line['rating']:+.0f}  loses to: {lost}"
        )


def config_of(path: str | None, given: dict[str, Any]) -> Config:
    """The config of a YAML file, with what was given besides.

    >>> config_of(None, {"games": 8, "seed": None}).games
    8
    """
    found = settings.of_file(Config, path) if path is not None else {}
    return Config(**found | {name: value for name, value in given.items() if value is not None})


def main(arguments: Sequence[str] | None = None) -> int:
    """Train; returns the exit status."""
    parser = settings.parser("training.ppo", __doc__, Config, "runs/ppo")
    given = vars(parser.parse_args(arguments))
    path, out, resume = given.pop("config"), Path(given.pop("out")), given.pop("resume")
    try:
        config = config_of(path, given)
        if not resume:
            runs.refuse_begun(out)
        trainer = Trainer(config, out)
        if resume:
            runs.resume(trainer)
        stoppable(trainer)
    except (ValueError, LookupError, OSError) as error:
        print(f"training.ppo: {error}")
        return 2
    if trainer.stopping:
        print(f"stopped; {go_on(out)}")
        return stopping.status() or 130
    network = out / "network.safetensors"
    print(
        f"The network is {network}.\n"
        f"Play against it:  altered play --opponent policy:{network}\n"
        f"How it got there: python -m training.evaluate {out}"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
