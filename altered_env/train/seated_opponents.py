"""Who sits opposite the learner of `altered_env.train.ppo`: bots, frozen networks, and its earlier
selves.

Who there is and how they are rated is `altered_env/train/pool.py`. The batch draws who plays in a
game that begins, and players that are compiled answer there; the others are asked here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from altered_env.agents.at_desks import DeskBots
from altered_env.agents.network import Network
from altered_env.agents.policy import PolicyAgent
from altered_env.agents.registry import make
from altered_env.batch.layout import BUILT_IN
from altered_env.envs.desk_seats import RANDOM
from altered_env.envs.vec import Vec
from altered_env.train.masked_policy import decide
from altered_env.train.pool import Pool
from altered_env.train.saved_words import like, whole_number

__all__ = ["Opponents"]


class Opponents(Pool[dict[str, Tensor]]):
    """The pool, and who plays in which game of a batch. At a desk the first of those that are drawn
    from is the learner itself, in all seats, and behind it come those of the pool."""

    def __init__(
        self,
        specs: Sequence[str],
        keep: int,
        vec: Vec,
        own: Network,
        share: float,
        prefer: str,
        seed: int,
    ) -> None:
        """`specs`: who is always there. `keep`: how many earlier selves are there beside them.
        `own`: a network of the learner's shape, which plays for the earlier selves. `share`: of the
        games, that in which one seat is not the learner's. They play from the next games on."""
        super().__init__(specs, keep, prefer)
        self._vec, self._own, self._share = vec, own, share
        self._networks: dict[int, tuple[Network, bool]] = {}
        for k, name in enumerate(specs):
            agent = make(name)
            if isinstance(agent, PolicyAgent):
                network = agent.network.to(own.cards.device)
                network.read(vec.card_features)
                self._networks[k] = network, not agent.draws
        # networks and earlier selves are asked for many games at once, by no name
        named = [RANDOM if k in self._networks else name for k, name in enumerate(specs)]
        self._bots = DeskBots([RANDOM, *named, *[RANDOM] * keep], vec, seed, vec.threads)
        kinds = self._bots.kinds
        for k in (*self._networks, *range(len(specs), len(specs) + keep)):
            kinds[1 + k] = BUILT_IN.GUEST
        self._kinds = [BUILT_IN.LEARNER, *[kind | BUILT_IN.ALONE for kind in kinds[1:]]]
        if BUILT_IN.BOT in kinds:
            vec.served_by(self._bots.serve)
        self.seat()

    @property
    def against(self) -> NDArray[np.int64]:
        """Who plays one seat of each game; -1 where the learner plays all."""
        return self._vec.desks["against"].astype(np.int64) - 1

    def seat(self) -> None:
        """Let games that begin from here on draw who plays, by how they are rated now."""
        odds = np.zeros(len(self._kinds))
        odds[0] = 1.0
        if len(self):
            weights = self.weights()
            odds[0] = 1 - self._share
            odds[1 : 1 + len(self)] = self._share * weights / weights.sum()
        self._vec.seat_learners(self._kinds, odds.tolist())

    def own(self) -> NDArray[np.bool_]:
        """Where it is the learner who must decide."""
        vec = self._vec
        return np.asarray(vec.desks["player"][np.arange(vec.n), vec.seat] == BUILT_IN.LEARNER)

    def answer(self, of: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.int64]:
        """Their actions in the games `of`, where somebody is asked who is not compiled."""
        vec = self._vec
        actions = np.zeros(len(of), dtype=np.int64)
        who = self.against[of]
        for one in np.unique(who).tolist():
            at = np.flatnonzero(who == one)
            network, best = self._network(one)
            if network is None:
                actions[at] = self._bots.answer(of[at], 1 + who[at])
                continue
            seen = vec.observation[of[at]], vec.mask[of[at]]
            adviser = network.adviser
            advice = adviser.of_vec(vec, of[at]) if adviser else None
            actions[at] = decide(network, *seen, rng, best=best, advice=advice)[0]
        return actions

    def _network(self, one: int) -> tuple[Network | None, bool]:
        if one >= len(self.specs):
            self._own.load_state_dict(self.selves[one - len(self.specs)])
            return self._own, False
        return self._networks.get(one, (None, False))

    def remember(self, ended: NDArray[np.bool_]) -> None:
        """Rate on the games that have just ended against someone else."""
        desks = self._vec.desks
        for i in np.flatnonzero(ended & (desks["last_against"] > 0)):
            reward = self._vec.reward[i, desks["last_learner"][i]]
            self.rate(int(desks["last_against"][i]) - 1, float(reward))

    def join(self, weights: dict[str, Tensor]) -> None:
        """Take the learner as it is now among its earlier selves; the oldest may have to go."""
        if self.take({name: part.clone() for name, part in weights.items()}):
            against = self._vec.desks["against"]
            against[against > 1 + len(self.specs)] -= 1  # who plays the oldest meets the next

    # keeping

    def tensors(self) -> dict[str, Tensor]:
        """What it takes to go on, beside `about` and the batch."""
        tensors = {
            **{name: torch.from_numpy(numbers) for name, numbers in self.numbers().items()},
            "chances": torch.from_numpy(self._bots.rngs),
        }
        for k, weights in enumerate(self.selves):
            tensors |= {f"self.{k}.{name}": part for name, part in weights.items()}
        return tensors

    def restore(self, tensors: dict[str, Tensor], about: dict[str, Any]) -> None:
        """Go on from these, when the batch does. Opponents may have been added behind those there
        were."""
        selves = whole_number("selves", about["selves"], self._keep)
        there, more = self.rate_again(tensors["ratings"].numpy(), tensors["lost"].numpy(), about)
        against = self._vec.desks["against"]
        like("against", against, against, 0, there + selves)
        against[against > there] += more
        self._bots.rngs[:] = tensors["chances"].numpy()
        self.selves = [
            {
                name.removeprefix(start): part
                for name, part in tensors.items()
                if name.startswith(start)
            }
            for start in (f"self.{k}." for k in range(selves))
        ]
        self.seat()
