"""Who sits opposite the learner of `training.ppo`: bots, frozen networks, and its earlier selves.

Who there is and how they are rated is `training/learning/pool.py`; here they are seated and answer.
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
from agents.registry import make
from altered_env.envs.vec import Vec
from training.learning.masked_policy import decide
from training.learning.pool import Pool

__all__ = ["Opponents"]

LEARNER = -1


class Opponents(Pool[dict[str, Tensor]]):
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
        super().__init__(specs, keep, prefer)
        self._vec, self._own, self._share = vec, own, share
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
        self.against = np.full(vec.n, LEARNER)
        """Who plays the other seat of each game; -1 where the learner plays both."""
        self.theirs = np.zeros(vec.n, dtype=np.int64)
        """Which seat that is."""

    def seat_anew(self, where: NDArray[np.bool_], rng: np.random.Generator) -> None:
        """Draw who plays in games that begin."""
        weights = self.weights()
        for i in np.flatnonzero(where):
            self.against[i] = LEARNER
            if len(self) and rng.random() < self._share:
                self.against[i] = rng.choice(len(weights), p=weights / weights.sum())
                self.theirs[i] = rng.integers(self._vec.kernel.players)

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
            self.rate(int(self.against[i]), float(self._vec.reward[i, self.theirs[i]]))

    def join(self, weights: dict[str, Tensor]) -> None:
        """Take the learner as it is now among its earlier selves; the oldest may have to go."""
        if self.take({name: part.clone() for name, part in weights.items()}):
            moved = self.against > len(self.specs)  # those who play the oldest meet the next
            self.against[moved] -= 1

    # keeping

    def tensors(self) -> dict[str, Tensor]:
        """What it takes to go on, beside `about`."""
        tensors = {
            **{name: torch.from_numpy(numbers) for name, numbers in self.numbers().items()},
            "against": torch.from_numpy(self.against),
            "theirs": torch.from_numpy(self.theirs),
            "chances": torch.from_numpy(self._bots.rngs),
        }
        for k, weights in enumerate(self.selves):
            tensors |= {f"self.{k}.{name}": part for name, part in weights.items()}
        return tensors

    def restore(self, tensors: dict[str, Tensor], about: dict[str, Any]) -> None:
        """Go on from these. Opponents may have been added behind those there were."""
        there, more = self.rate_again(tensors["ratings"].numpy(), tensors["lost"].numpy(), about)
        against = tensors["against"].numpy()
        self.against[:] = np.where(against >= there, against + more, against)
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
