"""`net:PATH`: a network in compiled code, as fast as `greedy` or faster, without PyTorch;
`net:default`, `net:looking`, `net:sparring` and `net:four` come with the package. The second reads
what comes of each option, in a world that it cannot tell from the one at hand
(`thinking/outcomes.py`), and is stronger; the third is what became of that by playing on against it
and its earlier selves; the fourth plays games of four.

Options: `pick`, `best` for its likeliest action, `draw` for one drawn by its probabilities;
`worlds`, in how many worlds that it cannot tell apart it follows each answer to the end of its
action, 0 for none, trying some `budget` answers in each; `iterations`, of a tree search that goes
by it (`thinking/searching.py`), 0 for none; `nights`, on which it plays its answers on to the
second Morning, in all (`thinking/mornings.py`), 0 for none; `sharp`, how much what it finds by one
of these counts beside how likely an answer was to it, 0 for what is usual: 300 with nights, else
10.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from altered_env.agents.bots import Bots
from altered_env.agents.net_weights import NetWeights
from altered_env.agents.thoughts import Thought, entries_for
from altered_env.engine.chance import seed_words
from altered_env.game.seat import Seat
from altered_env.kernels import kernel_for
from altered_env.thinking.matches import BOT
from altered_env.thinking.mornings import SHARP
from altered_env.thinking.weights import DEFAULT

__all__ = ["SHIPPED", "NetAgent"]

SHIPPED = {
    "default": Path(__file__).parent / "net.safetensors",
    "looking": Path(__file__).parent / "looking.safetensors",
    "sparring": Path(__file__).parent / "sparring.safetensors",
    "four": Path(__file__).parent / "four.safetensors",
}
"""The networks that come along, by name."""
USUAL = 10
"""How much what it finds by worlds or iterations counts, unless told otherwise; 20 in `search`."""
MOST = 1_000_000
"""So many iterations at most: there is room for the tree of all of them."""
FIRST = np.zeros(1, dtype=np.int64)
"""There is one game, and one player."""


class NetAgent:
    """A compiled network, asked for the action that it holds likeliest."""

    def __init__(
        self,
        name: str = "net",
        path: str = "default",
        pick: str = "best",
        worlds: int = 0,
        budget: int = 40,
        sharp: int = 0,
        iterations: int = 0,
        nights: int = 0,
    ) -> None:
        if pick not in ("best", "draw"):
            raise ValueError(f"net: pick is best or draw, found {pick[:40]!r}")
        if iterations > MOST:
            raise ValueError(f"net: iterations are at most {MOST:,}, found {iterations:,}")
        self.name = name
        self.net: NetWeights = NetWeights.load(SHIPPED.get(path) or Path(path))
        self.digest = self.net.digest
        """Of the file: another network may come to lie under the same name."""
        self.draws = pick == "draw"
        if worlds and self.draws:
            raise ValueError("net: with worlds it picks what it likes best, pick=best")
        if worlds and self.net.players != 2:
            raise ValueError("net: it looks ahead in games of two alone, worlds=0 for four")
        if iterations and (worlds or self.draws or self.net.players != 2):
            raise ValueError("net: iterations are for pick=best, without worlds, in games of two")
        if nights and (worlds or iterations or self.draws or self.net.players != 2):
            raise ValueError(
                "net: nights are for pick=best, without worlds and iterations, in games of two"
            )
        sharp = sharp or (SHARP if nights else USUAL)
        self._row = (BOT.NEURAL, worlds, budget, 0, int(self.draws), sharp, iterations, nights)
        self._rng = np.random.default_rng(0)
        self._words = np.array([seed_words(0)], dtype=np.int64)
        self.kernel = kernel_for(self.net.players)
        self._found = np.zeros(self.kernel.rules.ACTIONS, dtype=np.int64)
        self._book: object = None
        self._ask = entries_for(self.net.players)
        self._thought = Thought(self.net.players)

    def start(self, seed: int) -> None:
        """Draw from this seed from here on."""
        self._rng = np.random.default_rng(seed)
        self._words[0] = seed_words(seed)

    @property
    def bot(self) -> tuple[tuple[int, ...], NDArray[np.float64]]:
        """What compiled code plays it by."""
        return self._row, DEFAULT

    def chances(self, seat: Seat) -> dict[int, float]:
        """How likely it is to take each action on offer."""
        return self.weighed(seat)[0]

    def value(self, seat: Seat) -> float:
        """What it expects of the game: 1 to win it, -1 to lose it."""
        return self.weighed(seat)[1]

    def act(self, seat: Seat) -> int:
        """The action that it holds likeliest, or one drawn."""
        if len(seat.actions) == 1:
            return seat.actions[0]
        if self._row[BOT.WORLDS] or self._row[BOT.ITERATIONS] or self._row[BOT.NIGHTS]:
            return self._foreseen(seat)
        chances = self.chances(seat)
        actions = list(chances)
        if self.draws:
            weights = np.array(list(chances.values()))
            return actions[int(self._rng.choice(len(actions), p=weights / weights.sum()))]
        return max(actions, key=chances.__getitem__)

    def _foreseen(self, seat: Seat) -> int:
        """The action that it likes best, having looked ahead."""
        games, record = self.records(seat)
        thought = self._thought
        self._ask.answer_at(
            self.kernel.engine(),
            games,
            FIRST,
            record,
            self._bots.rows,
            self._bots.weights,
            self.mind,
            FIRST,
            thought.games,
            thought.cursor,
            thought.values,
            self._words,
            thought.rng,
            self._found,
        )
        return int(self._found[0])

    def records(self, seat: Seat) -> tuple[NDArray[np.void], NDArray[np.void]]:
        """The records of the seat, made ready to be thought about: `mind` is for them."""
        games, record = seat.records()
        if games.dtype != self.kernel.rules.game_t:
            raise ValueError(
                f"{self.name[:80]}: a network for games of {self.net.players}, this is one of "
                f"{len(games[0]['team'])}"
            )
        if seat.book is not self._book:
            self._bots = Bots([self], seat.book, self.net.players)
            self.mind = self._bots.mind()
            self._book = seat.book
        return games, record

    def weighed(self, seat: Seat) -> tuple[dict[int, float], float]:
        """Both: how likely it is to take each action, and what it expects of the game."""
        games, record = self.records(seat)
        thought = self._thought
        thought.rng[:] = self._words[0]
        value, n = self._ask.ask(
            self.kernel.engine(), games, record, self.mind, 0, seat.player, thought.games,
            thought.rng, self._found,
        )  # fmt: skip
        if n == 0:  # somebody else decides: it still expects something of the game
            return {}, float(value)
        logits = self.mind.logits[:n].astype(np.float64)
        chances = np.exp(logits - logits.max())
        chances /= chances.sum()
        actions = self._found[:n].tolist()
        return dict(zip(actions, chances.tolist(), strict=True)), float(value)
