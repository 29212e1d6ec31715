"""`net:PATH`: a network in compiled code, as fast as `greedy` or faster, without PyTorch; `net:v1`
to `net:v5` and `net:four` are bundled. `v2` also reads the afterstate of each option in a
determinization (`thinking/afterstates.py`), and is stronger; `v3` was trained further from it
against itself and earlier snapshots, `v4` from `v3` on constructed lists and lists of people, and
`v5` from `v4` on lists with many Spells and lists of people; `four` plays four-player games.

Options: `pick`, `best` for the most likely action, `draw` for one sampled from its probabilities;
`worlds`, the number of determinizations in which each answer is followed to the end of its action,
0 for none, with about `budget` answers in each; `iterations`, of a tree search guided by it
(`thinking/tree.py`), 0 for none; `rollouts`, the total number of rollouts of its answers to the
second Morning (`thinking/rollouts.py`), 0 for none, and which `answers`: `likely` or `all`;
`value_weight`, the weight of their results
against the log prior, 0 for the default: 300 with rollouts, else 10.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from altered_env.agents.bots import Row
from altered_env.agents.named import NETWORK
from altered_env.agents.net_weights import NetWeights
from altered_env.agents.thoughts import Player
from altered_env.game.seat import Seat
from altered_env.thinking.matches import BOT
from altered_env.thinking.rollouts import VALUE_WEIGHT

SHIPPED = {
    "v1": Path(__file__).parent / "net-v1.safetensors",
    "v2": Path(__file__).parent / "net-v2.safetensors",
    "v3": Path(__file__).parent / "net-v3.safetensors",
    "v4": Path(__file__).parent / "net-v4.safetensors",
    "v5": Path(__file__).parent / "net-v5.safetensors",
    "four": Path(__file__).parent / "net-four.safetensors",
}
"""The bundled networks, by name."""
USUAL = 10
"""The default weight of results from `worlds` or `iterations`; 20 in `search`."""
MOST = 1_000_000
"""The maximum number of iterations: the tree has room for all of them."""


LIKELY = "likely"
"""The answers that rollouts are of by default."""


def every(name: str, answers: str) -> int:
    """1 if the rollouts of this agent are of all answers, 0 if of likely ones. Raises
    `ValueError` for others."""
    if answers not in (LIKELY, "all"):
        raise ValueError(f"{name}: answers must be likely or all, found {answers[:40]!r}")
    return int(answers == "all")


def load(path: str) -> NetWeights:
    """The network of this name or path."""
    return NetWeights.load(SHIPPED.get(path) or Path(path))


def of_two(name: str, path: str) -> NetWeights:
    """The same, for an agent that plays two-player games. Raises `ValueError` for a network for
    four players."""
    net = load(path)
    if net.players != 2:
        raise ValueError(
            f"{name.partition(':')[0]}: it plays games of two players, this network is for four"
        )
    return net


class NetAgent(Player):
    """A compiled network that plays its most likely action."""

    net: NetWeights

    def __init__(
        self,
        name: str = "net",
        path: str = NETWORK,
        pick: str = "best",
        worlds: int = 0,
        budget: int = 40,
        value_weight: int = 0,
        iterations: int = 0,
        rollouts: int = 0,
        answers: str = LIKELY,
    ) -> None:
        if pick not in ("best", "draw"):
            raise ValueError(f"net: pick must be best or draw, found {pick[:40]!r}")
        if iterations > MOST:
            raise ValueError(f"net: iterations must be at most {MOST:,}, found {iterations:,}")
        net = load(path)
        self.draws = pick == "draw"
        if worlds and self.draws:
            raise ValueError("net: 'worlds' needs pick=best")
        if worlds and net.players != 2:
            raise ValueError("net: 'worlds' supports two players only; worlds=0 for four")
        if iterations and (worlds or self.draws or net.players != 2):
            raise ValueError(
                "net: 'iterations' needs pick=best, excludes 'worlds', and supports two players"
            )
        if rollouts and (worlds or iterations or self.draws or net.players != 2):
            raise ValueError(
                "net: 'rollouts' needs pick=best, excludes 'worlds' and 'iterations', and supports "
                "two players only"
            )
        if every("net", answers) and not rollouts:
            raise ValueError("net: 'answers' needs 'rollouts'")
        value_weight = value_weight or (VALUE_WEIGHT if rollouts else USUAL)
        row = (BOT.NEURAL, worlds, budget, 0, int(self.draws), value_weight, iterations, rollouts)
        super().__init__(name, (*row, 0, 0, every("net", answers)), net=net)
        self._searches = worlds or iterations or rollouts
        self._rng = np.random.default_rng(0)
        self._found = np.zeros(self.kernel.rules.ACTIONS, dtype=np.int64)

    def start(self, seed: int) -> None:
        """Reseed."""
        super().start(seed)
        self._rng = np.random.default_rng(seed)

    @property
    def bot(self) -> Row:
        """Its row and weights in compiled code."""
        return self._entrant.bot

    def chances(self, seat: Seat) -> dict[int, float]:
        """The probability of each legal action."""
        return self.weighed(seat)[0]

    def value(self, seat: Seat) -> float:
        """Its expected result: 1 for a win, -1 for a loss."""
        return self.weighed(seat)[1]

    def act(self, seat: Seat) -> int:
        """The most likely action, or a sampled one."""
        if len(seat.actions) == 1:
            return seat.actions[0]
        if self._searches:
            return super().act(seat)
        chances = self.chances(seat)
        actions = list(chances)
        if self.draws:
            weights = np.array(list(chances.values()))
            return actions[int(self._rng.choice(len(actions), p=weights / weights.sum()))]
        return max(actions, key=chances.__getitem__)

    def weighed(self, seat: Seat) -> tuple[dict[int, float], float]:
        """The probability of each action, and the expected result."""
        games, record = self.records(seat)
        thought = self._thought
        thought.rng[:] = self._words[0]
        value, n = thought.entry.ask(
            self.kernel.engine(), games, record, self.buffers, 0, seat.player, thought.games,
            thought.rng, self._found,
        )  # fmt: skip
        if n == 0:  # another player's decision: only the value is known
            return {}, float(value)
        logits = self.buffers.logits[:n].astype(np.float64)
        chances = np.exp(logits - logits.max())
        chances /= chances.sum()
        actions = self._found[:n].tolist()
        return dict(zip(actions, chances.tolist(), strict=True)), float(value)
