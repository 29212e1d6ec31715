"""The decisions of recorded games as arrays: the games are played again, side by side, in a batch
of environments, which makes their observations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.batch.slots import WAIT
from altered_env.envs.recorded_games import SCALE, RecordedGame
from altered_env.envs.vec import Vec
from altered_env.envs.view_option import Shown
from altered_env.game import Game


@dataclass(frozen=True, slots=True)
class Decisions:
    """Decisions, one a row."""

    observation: Shown
    """In the chosen view: an array, or arrays by name."""
    mask: NDArray[np.int8]
    """The legal actions, two or more, (n, 392)."""
    action: NDArray[np.int64]
    """The action taken, as the environment takes it."""
    outcome: NDArray[np.float32]
    """The result for the player to move: 1 for a win, -1 for a loss, 0 for neither."""
    seat: NDArray[np.int64]
    player: NDArray[np.int64]
    """The agent to move: its place in `Dataset.players`."""
    game: NDArray[np.int64]
    """The number of the game among those of its pace."""
    number: NDArray[np.int64]
    """The number of the decision in its game, from 0."""
    probabilities: NDArray[np.float32]
    """Of each action, (n, 392), as the network of the player saw it; not a number where the player
    has no network."""

    def __len__(self) -> int:
        return len(self.action)

    def each(self, change: Callable[[NDArray[np.generic]], NDArray[np.generic]]) -> Decisions:
        """All arrays, changed."""
        found: dict[str, Any] = {}
        for one in fields(self):
            part = getattr(self, one.name)
            parts = {name: change(a) for name, a in part.items()} if isinstance(part, dict) else {}
            found[one.name] = parts or change(part)
        return Decisions(**found)

    def arrays(self) -> list[NDArray[np.generic]]:
        """All arrays."""
        found: list[NDArray[np.generic]] = []
        for one in fields(self):
            part = getattr(self, one.name)
            found += part.values() if isinstance(part, dict) else [part]
        return found


class Replayed:
    """Recorded games, played again in the slots of a batch. `begin` sets a game up; `networks` are
    the players with probabilities."""

    def __init__(
        self,
        vec: Vec,
        games: Sequence[RecordedGame],
        players: Sequence[str],
        networks: Sequence[str],
        begin: Callable[[RecordedGame], Game],
    ) -> None:
        self._vec, self._due, self._begin = vec, iter(games), begin
        self._place = {name: k for k, name in enumerate(players)}
        self._networks = frozenset(networks)
        self._playing: list[RecordedGame | None] = [None] * vec.n
        self._at: NDArray[np.int64] = np.zeros(vec.n, dtype=np.int64)
        """The number of the open decision."""
        self._read = [0] * vec.n
        """The number of probabilities already read."""
        for i in range(vec.n):
            self._next(i)

    def _next(self, i: int) -> None:
        """Begin the next game in slot i, if there is one."""
        game = self._playing[i] = next(self._due, None)
        self._at[i] = self._read[i] = 0
        if game is not None:
            self._vec.begin(i, self._begin(game))

    def _game(self, i: int) -> RecordedGame:
        game = self._playing[i]
        assert game is not None
        return game

    def steps(self) -> Iterator[Decisions]:
        """The open decisions of all games, then those after the recorded actions, and so on. The
        next step overwrites the arrays.

        Raises `ValueError` that names a game whose actions do not lead to its end.
        """
        vec = self._vec
        while (of := np.array([i for i, one in enumerate(self._playing) if one])).size:
            taken = [int(self._game(i).actions[self._at[i]]) for i in of.tolist()]
            actions = np.full(vec.n, WAIT, dtype=np.int64)
            actions[of] = self._as_seen(of, np.array(taken, dtype=np.int64))
            yield self._decisions(of, actions)
            vec.step(actions)
            self._at[of] += 1
            ended = vec.terminated | vec.truncated
            for i in of.tolist():
                game = self._game(i)
                if self._at[i] == len(game.actions):
                    self._refuse_another_end(i, bool(vec.terminated[i]))
                    self._next(i)
                elif ended[i]:
                    raise game.refused(f"it ends with action {self._at[i]} of {len(game.actions)}")

    def _as_seen(self, of: NDArray[np.int64], taken: NDArray[np.int64]) -> NDArray[np.int64]:
        """Recorded actions as the environment takes them."""
        known = (taken >= 0) & (taken < self._vec.mask.shape[1])
        seen = self._vec.as_seen(of, np.where(known, taken, 0))
        for k in np.flatnonzero(~known | (seen < 0)).tolist():
            i = int(of[k])
            raise self._game(i).refused(f"action {self._at[i] + 1}, {taken[k]}, is not legal there")
        return seen

    def _refuse_another_end(self, i: int, is_over: bool) -> None:
        """Raise `ValueError` unless the game in slot i is as recorded after its last action."""
        game, last = self._game(i), self._vec.last
        if is_over:
            game.refuse_another_end(True, int(last["winner"][i]), int(last["day"][i]))
        else:
            game.refuse_another_end(False, None, self._vec.game(i).day)
        if self._read[i] != len(game.probabilities):
            raise game.refused(
                f"it has {len(game.probabilities)} probabilities, for {self._read[i]} legal actions"
            )

    def _decisions(self, of: NDArray[np.int64], actions: NDArray[np.int64]) -> Decisions:
        """The open decisions of these games."""
        vec = self._vec
        likely = np.full((len(of), vec.mask.shape[1]), np.nan, dtype=np.float32)
        seats = vec.seat[of].astype(np.int64)
        games = [self._game(i) for i in of.tolist()]
        movers = [game.players[seat] for game, seat in zip(games, seats.tolist(), strict=True)]
        for row, mover in enumerate(movers):
            if mover in self._networks:
                self._read_probabilities(int(of[row]), likely[row])
        winners = np.array([game.winner for game in games])
        outcomes = np.where(winners < 0, 0, np.where(winners == seats, 1, -1))
        shown = vec.observation
        return Decisions(
            {name: part[of] for name, part in shown.items()}
            if isinstance(shown, dict)
            else shown[of],
            vec.mask[of],
            actions[of],
            outcomes.astype(np.float32),
            seats,
            np.array([self._place[name] for name in movers], dtype=np.int64),
            np.array([game.game for game in games], dtype=np.int64),
            self._at[of],
            likely,
        )

    def _read_probabilities(self, i: int, out: NDArray[np.float32]) -> None:
        """Write the stored probabilities of the open decision of slot i."""
        rows = sorted((action, row) for row, action in self._vec.game_actions(i).items())
        begin = self._read[i]
        self._read[i] += len(rows)
        game = self._game(i)
        stored = np.frombuffer(game.probabilities, dtype=np.uint8)
        if self._read[i] > len(stored):
            raise game.refused(f"it has {len(stored)} probabilities, too few for its legal actions")
        out[:] = 0
        out[[row for _, row in rows]] = stored[begin : self._read[i]] / np.float32(SCALE)


class Shuffled:
    """Decisions in batches, shuffled within blocks; in order without `rng`."""

    def __init__(self, block: int, batch: int, rng: np.random.Generator | None) -> None:
        self._block, self._batch, self._rng = block, batch, rng
        self._kept: Decisions | None = None
        self._used = 0

    def batches(self, steps: Iterator[Decisions]) -> Iterator[Decisions]:
        """All decisions of these steps."""
        for some in steps:
            while len(some):
                some = self._take(some)
                if self._used == self._block:
                    yield from self._emptied()
        yield from self._emptied()

    def _take(self, some: Decisions) -> Decisions:
        """Take as many decisions as there is room for; return the others."""
        if self._kept is None:
            self._kept = some.each(
                lambda part: np.empty((self._block, *part.shape[1:]), part.dtype)
            )
        count = min(len(some), self._block - self._used)
        for mine, given in zip(self._kept.arrays(), some.arrays(), strict=True):
            mine[self._used : self._used + count] = given[:count]
        self._used += count
        return some.each(lambda part: part[count:])

    def _emptied(self) -> Iterator[Decisions]:
        used = self._used
        order = np.arange(used) if self._rng is None else self._rng.permutation(used)
        for start in range(0, used, self._batch):
            assert self._kept is not None
            of = order[start : start + self._batch]
            yield self._kept.each(lambda part, of=of: part[of])  # type: ignore[misc]
        self._used = 0
