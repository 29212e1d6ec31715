"""The value of a position for a player: rollouts to the second Morning by a network as both
players, in determinizations, where the network then values the position (`thinking/rollouts.py`).

Unlike the best answer of a search, which is the maximum of noisy values and so flatters the player
to move, it can be asked for either player at any decision.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from altered_env.agents.net import NetAgent
from altered_env.engine.chance import seed_words
from altered_env.engine.terms import DECIDE
from altered_env.game.engine_api import answer
from altered_env.game.position import Position
from altered_env.game.seat import Seat
from altered_env.thinking.rollouts import DOUBT, STEPS


class StateValues(NetAgent):
    """A network that values positions by rollouts."""

    def of(self, seat: Seat, seeds: Sequence[int]) -> float:
        """The expected result for the seat's player, 1 for a win and -1 for a loss, in the
        determinization of each seed."""
        return self._mean(seat, [seat.world(seed) for seed in seeds], seeds)

    def of_other(self, seat: Seat, seeds: Sequence[int]) -> float:
        """The other player's expected result, estimated by this seat's player: in the
        determinization of each seed, by the other player's visible information there."""
        other = 1 - seat.player
        there = [Seat(seat.world(seed), other) for seed in seeds]
        return self._mean(
            there[0], [one.world(seed) for one, seed in zip(there, seeds, strict=True)], seeds
        )

    def _mean(self, seat: Seat, worlds: list[Position], seeds: Sequence[int]) -> float:
        early, late = self._rolled_out(seat, worlds, seeds)
        n = len(worlds)
        return float(early.mean() + (late - early).mean() * n / (n + DOUBT))

    def _rolled_out(
        self, seat: Seat, worlds: list[Position], seeds: Sequence[int]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The values at the player's first decision of the next day, and a day later."""
        _, book = self.records(seat)
        games = np.concatenate([world.games for world in worlds])
        day = int(games[0]["day"]) + 1
        words = np.array([seed_words(seed) for seed in seeds], dtype=np.int64)
        early, late = np.full(len(games), np.nan), np.zeros(len(games))
        running = list(range(len(games)))
        for _ in range(STEPS):
            left = []
            for i in running:
                game = games[i]
                if _ended(game) or game["day"] > day or not game["offered"]:
                    continue
                if np.isnan(early[i]) and game["day"] == day and game["decider"] == seat.player:
                    early[i] = self._value(games[i : i + 1], book, seat.player)
                left.append(i)
            running = left
            if not running:
                break
            for i, action in zip(running, self._answers(games, running, book, words), strict=True):
                answer(games, i, book, int(action))
        for i in range(len(games)):
            late[i] = self._value(games[i : i + 1], book, seat.player)
        return np.where(np.isnan(early), late, early), late

    def _answers(
        self,
        games: NDArray[np.void],
        of: list[int],
        book: NDArray[np.void],
        words: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """The network's answers in these games."""
        thought = self._thought
        found, first = np.zeros(len(of), dtype=np.int64), np.zeros(len(of), dtype=np.int64)
        thought.entry.answer_at(
            thought.kernel.engine(), games, np.array(of), book, self._bots.rows,
            self._bots.weights, self.buffers, first, thought.games, thought.cursor, thought.values,
            words, thought.rng, found,
        )  # fmt: skip
        return found

    def _value(self, games: NDArray[np.void], book: NDArray[np.void], player: int) -> float:
        """The value of a single game for a player, from the view of the player to move."""
        game, thought = games[0], self._thought
        if _ended(game):
            return 0.0 if game["winner"] < 0 else 1.0 if game["winner"] == player else -1.0
        seen_by = int(game["decider"]) if game["offered"] else player
        thought.rng[:] = 1
        value, _ = thought.entry.ask(
            thought.kernel.engine(), games, book, self.buffers, 0, seen_by, thought.games,
            thought.rng, self._found,
        )  # fmt: skip
        return float(value if seen_by == player else -value)


def _ended(game: np.void) -> bool:
    return bool(game["over"] or game["error"] or game["decision"] == DECIDE.NONE)
