"""Training a compiled network by self-play: `python -m training.learning --help`.

All seats learn. A round is one compiled call (`training/learning/rollouts.py`): in each of `games`
games the learner chooses `steps` times, in a share of them against another, drawn by rating: a bot,
a network or an earlier self. Each choice is credited with what became of it
(`training/learning/credit.py`), and the network is improved on the packed positions by PPO. A
`teacher` may say at first what each action is worth. The same command gives the same network with
one thread on one machine, and a run that was interrupted goes on as if it had not been.
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
from agents.net_module import NetModule, Positions
from agents.net_weights import NetWeights
from altered_env import formats, stopping
from altered_env.engine.terms import RULE
from altered_env.envs import make_vec
from training.learning import net_runs, runs, settings
from training.learning.logbook import Logbook
from training.learning.masked_policy import chances_of, device_named
from training.learning.pool import PREFER, Pool, specs_of
from training.learning.rollouts import Acting, Round
from training.learning.run import go_on, stoppable

__all__ = ["Config", "Learner", "main"]


@dataclass(frozen=True)
class Config:
    """What is trained, on what, and for how long."""

    decks: str = "starters+public+random:2000:1:curve"
    """A pool of decks by name; usual for those that a format is usually played with."""
    rules: str = "2024.09"
    """The ruleset."""
    format: str = "standard"
    """The format; two_against_two and free_for_all have a network of their own layout."""
    seed: int = 0
    """Another number, another run."""
    decisions: int = 20_000_000
    """How many choices the learner makes in all; where there is but one answer is no choice."""
    minutes: float = 0.0
    """Stop after so many minutes; 0 for no limit."""
    games: int = 256
    """Games that are played at once."""
    steps: int = 64
    """Choices in each of them between two improvements."""
    epochs: int = 2
    """How often each choice is learned from."""
    minibatch: int = 2048
    """Choices in one step of the optimiser."""
    rate: float = 1e-3
    """Learning rate at the start; it falls to a tenth at the end."""
    clip: float = 0.2
    """How far a probability may move in one round."""
    entropy: float = 0.01
    """Weight of not being too sure, at the start."""
    entropy_end: float = 0.002
    """And at the end; it changes evenly."""
    pull: float = 0.0
    """Weight of staying near a reference policy, at the start; it falls to nought at the end."""
    drift: float = 0.05
    """How far the reference moves towards the network after each round, as a share."""
    value_weight: float = 0.5
    """Weight of the value's error."""
    discount: float = 1.0
    """How much less a reward is worth a choice later."""
    trace: float = 0.9
    """Lambda of the generalised advantages."""
    others: float = 0.25
    """Share of games in which one seat is not the learner's."""
    opponents: str = "random+greedy+rules"
    """Who sits there beside earlier selves: compiled players, net:PATH too, with + between."""
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
    taught: float = 0.05
    """Share of the run over which the weight of the teacher falls from 1 to 0."""
    spread: float = 0.5
    """How much worse, to the teacher, makes an action less likely by e."""
    width: int = 64
    """Width of a row and of an option."""
    hidden: int = 128
    """Width of the game's token."""
    threads: int = 1
    """Of PyTorch and of acting."""
    device: str = "auto"
    """Where it is learned: cpu, cuda, or whichever there is; acting takes processors."""
    save_every: int = 20
    """Rounds between checkpoints."""
    file_every: int = 2_000_000
    """Choices between networks that stay as files, for evaluate; 0 for none."""
    tensorboard: bool = True
    """Write scalars for TensorBoard into the folder of the run."""

    def __post_init__(self) -> None:
        counts = ("decisions", "games", "steps", "epochs", "minibatch", "threads")
        for name in (*counts, "keep_every", "save_every"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is 1 or more, found {getattr(self, name)}")
        weights = ("minutes", "clip", "entropy", "entropy_end", "pull", "value_weight")
        for name in (*weights, "keep", "file_every", "seed"):
            if not (isfinite(getattr(self, name)) and getattr(self, name) >= 0):
                raise ValueError(f"{name} is 0 or more, found {getattr(self, name)}")
        for name in ("others", "discount", "trace", "taught", "drift"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} is a share from 0 to 1, found {getattr(self, name)}")
        for name in ("rate", "spread", *(("taught",) if self.teacher else ())):
            if not (isfinite(getattr(self, name)) and getattr(self, name) > 0):
                raise ValueError(f"{name} is more than 0, found {getattr(self, name)}")
        if self.prefer not in PREFER:
            raise ValueError(f"prefer is {', '.join(PREFER)}, found {self.prefer!r:.40}")
        formats.get(self.format)
        specs_of(self.opponents)


class Learner:
    """A run. `train` plays and learns until the budget is spent."""

    def __init__(self, config: Config, out: Path) -> None:
        self.config = config
        self.out = out
        torch.set_num_threads(config.threads)
        self.device = device_named(config.device)
        self.vec = make_vec(
            config.games,
            config.decks,
            seed=config.seed,
            rules=config.rules,
            format=config.format,
            detail="mask",
            threads=config.threads,
        )
        self.players = self.vec.room.players
        specs = specs_of(config.opponents)
        refuse_seats(specs, self.players)
        net = NetWeights.new(config.width, config.hidden, self.players, config.seed)
        if config.start:
            net = net_runs.started(config.start, net)
        self.module = NetModule.of(net, self.vec.card_features).to(self.device)
        self.reference: NetModule | None = None
        """What it is pulled towards: itself, some rounds ago."""
        if config.pull:
            self.reference = NetModule.of(net, self.vec.card_features).to(self.device)
        self.optimiser = torch.optim.Adam(self.module.parameters(), lr=config.rate, eps=1e-5)
        self.rng = np.random.default_rng(config.seed)
        self.pool: Pool[NetWeights] = Pool(specs, config.keep, config.prefer)
        allied = formats.get(config.format).switches & RULE.TEAMS
        teams = [seat % 2 if allied else seat for seat in range(self.players)]
        self.acting = Acting(
            self.vec, self.pool, config.others, config.steps, config.seed, teams, config.teacher
        )
        self.round = 0
        self.taken = 0
        """Choices that the learner has made."""
        self.stopping = False
        """Set it, and `train` ends after the round under way."""
        self.spent = {"acting": 0.0, "learning": 0.0}
        self.answers = 0

    @property
    def lessons(self) -> float:
        """The weight of the teacher now, from 1 down to 0."""
        if not self.config.teacher:
            return 0.0
        return max(0.0, 1 - self.taken / (self.config.taught * self.config.decisions))

    @property
    def share(self) -> float:
        """How much of the run is behind, from 0 to 1."""
        return min(1.0, self.taken / self.config.decisions)

    def play(self) -> Round:
        """Play a round: everything that is learned from."""
        start = time.perf_counter()
        config = self.config
        taught = self.lessons > 0
        found = self.acting.play(self.module.weights(), config.discount, config.trace, taught)
        self.answers += found.answers
        self.spent["acting"] += time.perf_counter() - start
        return found

    def learn(self, found: Round) -> dict[str, float]:
        """Improve the network on a round; what to say of it."""
        config = self.config
        start = time.perf_counter()
        advantage = found.advantage
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        for group in self.optimiser.param_groups:
            group["lr"] = config.rate * (1 - 0.9 * self.share)
        sums: dict[str, float] = {}
        batches = 0
        for _ in range(config.epochs):
            order = self.rng.permutation(len(advantage))
            for at in range(0, len(order), config.minibatch):
                said = self._improve(found, advantage, order[at : at + config.minibatch])
                batches += 1
                for name, number in said.items():
                    sums[name] = sums.get(name, 0.0) + number
        if self.reference is not None:
            with torch.no_grad():
                for name, part in self.reference.parts.items():
                    part.lerp_(self.module.parts[name], config.drift)
        self.spent["learning"] += time.perf_counter() - start
        spread = float(np.var(found.target))
        explained = 1 - float(np.var(found.target - found.value)) / max(spread, 1e-6)
        return {name: number / batches for name, number in sums.items()} | {"explained": explained}

    def _improve(
        self, found: Round, advantages: NDArray[np.float32], order: NDArray[np.int64]
    ) -> dict[str, float]:
        config = self.config
        seen = Positions(found.packed, order, self.players, str(self.device))
        logits, value = self.module(seen)
        table, mask = seen.spread(logits)
        logs, unsure = chances_of(table, mask)

        def picked(array: NDArray[Any]) -> Tensor:
            return torch.from_numpy(array[order]).to(self.device)

        entropy = unsure.mean()
        chance = logs.gather(1, picked(found.option)[:, None])[:, 0]
        ratio = (chance - picked(found.chance)).exp()
        advantage = picked(advantages)
        gain = torch.minimum(
            ratio * advantage, ratio.clamp(1 - config.clip, 1 + config.clip) * advantage
        ).mean()
        error = (value - picked(found.target)).square().mean()
        said = {"entropy": entropy.item(), "value error": error.item()}
        taught = self.lessons if len(found.worth) else 0.0
        unsureness = config.entropy + (config.entropy_end - config.entropy) * self.share
        loss = config.value_weight * error - (1 - taught) * (gain + unsureness * entropy)
        if self.reference is not None:
            with torch.no_grad():
                theirs = chances_of(seen.spread(self.reference(seen)[0])[0], mask)[0]
            apart = (logs.exp() * (logs - theirs)).sum(1).mean()
            said["from the reference"] = apart.item()
            loss += config.pull * (1 - self.share) * apart
        if taught:
            worth = torch.from_numpy(found.worth[seen.options(found.packed, order)])
            aim, doubt = chances_of(seen.spread(worth.to(self.device) / config.spread)[0], mask)
            missed = (-(aim.exp() * logs).sum(1) - doubt).mean()
            said["from the teacher"] = missed.item()
            loss += taught * missed
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.module.parameters(), 0.5)
        self.optimiser.step()
        said["clipped"] = ((ratio - 1).abs() > config.clip).float().mean().item()
        return said

    def train(self, show: bool = True, until: int | None = None) -> None:
        """Play and learn until the budget is spent, or so many choices are made; checkpoints lie in
        the folder of the run."""
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
                net_runs.keep(self)
            found = self.play()
            said = self.learn(found)
            self.round += 1
            filed = self.taken // max(1, config.file_every)
            self.taken += len(found.option)
            if self.round % config.keep_every == 0 and config.keep:
                if self.pool.take(self.module.weights()):
                    moved = self.acting.against > len(self.pool.specs)
                    self.acting.against[moved] -= 1  # those who play the oldest meet the next
                self.acting.seat_selves()
            if config.file_every and self.taken // config.file_every > filed:
                net_runs.keep(self)
            if self.round % config.save_every == 0:
                net_runs.save(self)
            log.write(line := self._line(said, time.perf_counter() - begun))
            if show:
                print(self._words(line, before), flush=True)
        if config.file_every and not self.stopping:
            net_runs.keep(self)
        net_runs.save(self)
        log.close()

    def _line(self, said: dict[str, float], seconds: float) -> dict[str, Any]:
        """What is written down of a round."""
        total = sum(self.spent.values()) or 1.0
        lost = zip(self.pool.specs, self.pool.lost.tolist(), strict=False)
        return {
            "round": self.round,
            "decisions": self.taken,
            "answers": self.answers,
            "games": int(self.vec.last["games"].sum()),
            "rating": round(self.pool.rating, 1),
            **{f"lost to {name}": round(share, 3) for name, share in lost},
            **{name: round(number, 4) for name, number in said.items()},
            "seconds": round(seconds, 1),
            **{name: round(part / total, 2) for name, part in self.spent.items()},
        }

    def _words(self, line: dict[str, Any], before: int) -> str:
        """A line as it is shown."""
        total = sum(self.spent.values()) or 1.0
        parts = "/".join(f"{100 * part / total:.0f}" for part in self.spent.values())
        lost = "  ".join(
            f"{name.rpartition('/')[2][:16]} {100 * part:.0f} %"
            for name, part in zip(self.pool.specs, self.pool.lost, strict=False)
        )
        return (
            f"{100 * self.share:5.1f} %  {self.taken:>11,} choices  "
            f"{(self.taken - before) / total:>6,.0f}/s ({parts} % acting/learning)  "
            f"entropy {line['entropy']:.2f}  value {line['explained']:+.2f}  "
            f"rating {line['rating']:+.0f}  loses to: {lost}"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Train; returns the exit status."""
    parser = settings.parser("training.learning", __doc__, Config, "runs/net")
    given = vars(parser.parse_args(arguments))
    path, out, resume = given.pop("config"), Path(given.pop("out")), given.pop("resume")
    try:
        found = settings.of_file(Config, path) if path is not None else {}
        config = Config(**found | {k: v for k, v in given.items() if v is not None})
        if not resume:
            runs.refuse_begun(out)
        learner = Learner(config, out)
        if resume:
            net_runs.resume(learner)
        stoppable(learner)
    except (ValueError, LookupError, OSError) as error:
        print(f"training.learning: {error}")
        return 2
    if learner.stopping:
        print(f"stopped; {go_on(out)}")
        return stopping.status() or 130
    network = out / "network.safetensors"
    print(
        f"The network is {network}.\n"
        f"Play against it:  altered play --opponent net:{network}\n"
        f"How it got there: python -m training.evaluate {out}"
    )
    return 0
