"""Who sits opposite the learner: baseline bots, frozen networks, and its own earlier selves.

Each has a rating, Elo above `greedy`, and so has the learner; every game between them moves both.
Bots that are rated (`training/rated.py`) stay where they are: they are what the others are measured
by. The learner starts where random play is, a new earlier self where the learner is. Who is drawn
for a game follows from the ratings: with `prefer` at `strong` the likelier one is to beat the
learner, at `even` the closer it is to a match for it, at `all` each as often as the others.

>>> round(expected(0, 100), 2), round(expected(100, 0), 2)
(0.36, 0.64)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from agents.at_desks import DeskBots
from agents.network import Network
from agents.policy import PolicyAgent
from agents.registry import make, names
from altered_env.envs.vec import Vec
from training.deciding import decide
from training.rated import rating_of

__all__ = ["PREFER", "Opponents", "expected", "specs_of"]

PREFER = ("strong", "even", "all")
STEP = 24.0
"""How far one game moves a rating, at most."""
LEARNER = -1


def expected(one: float, two: float) -> float:
    """How many games of two ratings the first is expected to win, as a share."""
    return float(1 / (1 + 10 ** ((two - one) / 400)))


def specs_of(text: str) -> tuple[str, ...]:
    """The agents of an option: `random+greedy+policy:PATH`. Raises for one that cannot play.

    >>> specs_of("random+greedy")
    ('random', 'greedy')
    """
    found = tuple(filter(None, text.split("+")))
    twice = sorted({name for name in found if found.count(name) > 1})
    if twice:
        raise ValueError(f"opponents: {twice[0]!r:.80} is named twice")
    for name in found:
        if name.partition(":")[0] not in names():
            there = ", ".join(kind for kind in names() if kind != "policy")
            raise ValueError(
                f"opponents are {there} or policy:PATH, with + between, found {name!r:.80}"
            )
    return found


class Opponents:
    """The pool, and who plays in which game of a batch."""

    def __init__(
        self,
        specs: Sequence[str],
        keep: int,
        vec: Vec,
        own: Network,
        share: float,
        prefer: str,
        seed: int,
        threads: int = 1,
    ) -> None:
        """`specs`: who is always there. `keep`: how many earlier selves are there beside them.
        `own`: a network of the learner's shape, which plays for the earlier selves. `share`: of the
        games, that in which one seat is not the learner's."""
        self._vec, self._own, self._share, self._prefer = vec, own, share, prefer
        self._keep = keep
        self.specs = list(specs)
        self._networks: dict[int, tuple[Network, bool]] = {}
        bots: list[str] = []
        self._bot = np.zeros(len(specs), dtype=np.int64)
        for k, name in enumerate(specs):
            agent = make(name)
            if isinstance(agent, PolicyAgent):
                network = agent.network.to(own.cards.device)
                network.read(vec.card_features)
                self._networks[k] = network, not agent.draws
            else:
                self._bot[k] = len(bots)
                bots.append(name)
        self._bots = DeskBots(bots, vec, seed, threads)
        self.selves: list[dict[str, Tensor]] = []
        """The earlier selves, the oldest first. They are numbered on from `specs`."""
        rated = [rating_of(name) for name in self.specs]
        start = rating_of("random")
        self.rating = start.elo if start else 0.0
        """The learner's."""
        self.ratings = np.full(len(specs) + keep, self.rating)
        self._stays = np.zeros(len(specs) + keep, dtype=bool)
        for k, rating in enumerate(rated):
            if rating is not None:
                self.ratings[k], self._stays[k] = rating.elo, True
        self.lost = np.full(len(specs) + keep, 0.5)
        """The share of games that the learner has lately lost to each."""
        self.against = np.full(vec.n, LEARNER)
        """Who plays the other seat of each game; -1 where the learner plays both."""
        self.theirs = np.zeros(vec.n, dtype=np.int64)
        """Which seat that is."""

    def __len__(self) -> int:
        return len(self.specs) + len(self.selves)

    def weights(self) -> NDArray[np.float64]:
        """How often each is drawn, in proportion."""
        if self._prefer == "all":
            return np.ones(len(self))
        wins = np.array([expected(theirs, self.rating) for theirs in self.ratings[: len(self)]])
        return wins + 0.05 if self._prefer == "strong" else wins * (1 - wins) + 0.02

    def seat_anew(self, where: NDArray[np.bool_], rng: np.random.Generator) -> None:
        """Draw who plays in games that begin."""
        weights = self.weights()
        for i in np.flatnonzero(where):
            self.against[i] = LEARNER
            if len(self) and rng.random() < self._share:
                self.against[i] = rng.choice(len(weights), p=weights / weights.sum())
                self.theirs[i] = rng.integers(self._vec.room.players)

    def own(self) -> NDArray[np.bool_]:
        """Where it is the learner who must decide."""
        return np.asarray((self.against == LEARNER) | (self._vec.seat != self.theirs))

    def answer(self, of: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.int64]:
        """Their actions in the games `of`."""
        vec = self._vec
        actions = np.zeros(len(of), dtype=np.int64)
        who = self.against[of]
        for one in np.unique(who).tolist():
            network, best = self._network(one)
            if network is not None:
                at = np.flatnonzero(who == one)
                seen = vec.observation[of[at]], vec.mask[of[at]]
                adviser = network.adviser
                advice = adviser.of_vec(vec, of[at]) if adviser else None
                actions[at] = decide(network, *seen, rng, best=best, advice=advice)[0]
                who[at] = -1
        at = np.flatnonzero(who >= 0)
        if len(at):
            actions[at] = self._bots.answer(of[at], self._bot[who[at]])
        return actions

    def _network(self, one: int) -> tuple[Network | None, bool]:
        if one >= len(self.specs):
            self._own.load_state_dict(self.selves[one - len(self.specs)])
            return self._own, False
        return self._networks.get(one, (None, False))

    def remember(self, ended: NDArray[np.bool_]) -> None:
        """Rate on the games that have just ended against someone else."""
        for i in np.flatnonzero(ended & (self.against >= 0)):
            who = self.against[i]
            reward = float(self._vec.reward[i, self.theirs[i]])
            lost = (1 + reward) / 2  # half for a game that nobody won
            step = STEP * (lost - expected(self.ratings[who], self.rating))
            self.rating -= step
            if not self._stays[who]:
                self.ratings[who] += step
            self.lost[who] += 0.02 * (lost - self.lost[who])

    def join(self, weights: dict[str, Tensor]) -> None:
        """Take the learner as it is now among its earlier selves; the oldest may have to go."""
        if not self._keep:
            return
        first = len(self.specs)
        self.selves.append({name: part.clone() for name, part in weights.items()})
        if len(self.selves) > self._keep:
            self.selves.pop(0)
            for numbers in (self.ratings, self.lost):
                numbers[first:-1] = numbers[first + 1 :]
            moved = self.against > first  # those who play the oldest meet the next
            self.against[moved] -= 1
        self.ratings[len(self) - 1] = self.rating
        self.lost[len(self) - 1] = 0.5

    # keeping

    def tensors(self) -> dict[str, Tensor]:
        """What it takes to go on, beside `about`."""
        found = {
            "ratings": torch.from_numpy(self.ratings),
            "lost": torch.from_numpy(self.lost),
            "against": torch.from_numpy(self.against),
            "theirs": torch.from_numpy(self.theirs),
            "chances": torch.from_numpy(self._bots.rngs),
        }
        for k, weights in enumerate(self.selves):
            found |= {f"self.{k}.{name}": part for name, part in weights.items()}
        return found

    def about(self) -> dict[str, Any]:
        """The rest of what it takes."""
        return {"opponents": self.specs, "selves": len(self.selves), "rating": self.rating}

    def restore(self, tensors: dict[str, Tensor], about: dict[str, Any]) -> None:
        """Go on from these. Opponents may have been added behind those there were."""
        there = about["opponents"]
        if self.specs[: len(there)] != there:
            raise ValueError(
                f"a run against {'+'.join(there)}: give the same opponents, or more behind them"
            )
        more = len(self.specs) - len(there)
        self.rating = about["rating"]
        for mine, name in ((self.ratings, "ratings"), (self.lost, "lost")):
            kept = tensors[name].numpy()
            mine[: len(there)] = kept[: len(there)]
            mine[len(self.specs) :] = kept[len(there) :]
        new = slice(len(there), len(self.specs))
        self.ratings[new] = np.where(self._stays[new], self.ratings[new], self.rating)
        against = tensors["against"].numpy()
        self.against[:] = np.where(against >= len(there), against + more, against)
        self.theirs[:] = tensors["theirs"].numpy()
        self._bots.rngs[:] = tensors["chances"].numpy()
        self.selves = [
            {
                name.removeprefix(start): part
                for name, part in tensors.items()
                if name.startswith(start)
            }
            for start in (f"self.{k}." for k in range(about["selves"]))
        ]
