"""Many games at once, in arrays that are written in place.

>>> vec = make_vec(8, seed=1)
>>> for _ in range(10):
...     vec.step(vec.mask.argmax(axis=1))
>>> int(vec.decisions.sum())
80
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.batch.desks import BUILT_IN, WAIT
from altered_env.cards import Card
from altered_env.engine.chance import seed_words
from altered_env.envs.features import CardFeatures, card_features
from altered_env.envs.restoring import put_back
from altered_env.envs.setup import Decks, Setup, whole
from altered_env.formats.format import USUAL
from altered_env.game import Game, Story
from altered_env.game.compiling import announced
from altered_env.game.errors import EngineError, IllegalActionError

__all__ = ["OPPONENTS", "WAIT", "Vec", "make_vec"]

OPPONENTS = {None: BUILT_IN.LEARNER, "random": BUILT_IN.RANDOM}
"""Who sits in a seat: None for who steps the env, or an opponent that is built in."""


def make_vec(
    n: int,
    decks: Decks = USUAL,
    *,
    seed: int = 0,
    rules: str = "2024.09",
    format: str = "standard",
    day_limit: int | None = 50,
    detail: str = "full",
    legal: bool = True,
    cards: Iterable[Card] = (),
    opponents: Sequence[str | None] | None = None,
    threads: int | None = None,
) -> Vec:
    """`n` games that are stepped together, already begun.

    `opponents`: who sits in each seat, None for who steps, `"random"` for an opponent that plays
    inside `step`; unless told, nobody is built in.
    `threads`: as many as there are cores, unless told; results do not depend on it.
    The other options are those of `AlteredEnv`, but decks are no function here.
    """
    setup = Setup.of(decks, rules, format, day_limit, detail, legal, cards)
    return Vec(n, setup, seed, opponents, threads)


class Vec:
    """Games at desks, stepped together. `make_vec` makes it.

    The arrays are views of one block of memory and are written over by each step. A game that ends
    begins anew in the same step, and its result stands in `reward`, `terminated`, `truncated` and
    `last`; the observation is already that of the new game.
    """

    observation: NDArray[np.int16]
    """What who is to act sees, (n, SIZE); see docs/observation.md."""
    mask: NDArray[np.int8]
    """What they may do, (n, ACTIONS); see docs/actions.md."""
    seat: NDArray[np.int32]
    """Who is to act, 0 or 1, of four up to 3."""
    reward: NDArray[np.float32]
    """Of each seat in the last step, (n, players)."""
    rows: NDArray[np.int32]
    """How many rows of the entity table are in use."""
    decisions: NDArray[np.int32]
    """How many decisions the game has seen."""

    def __init__(
        self,
        n: int,
        setup: Setup,
        seed: int = 0,
        opponents: Sequence[str | None] | None = None,
        threads: int | None = None,
    ) -> None:
        if setup.sampler is not None:
            raise TypeError("a batch draws decks from a pool, not from a function: give decks")
        self.setup = setup
        self.n = whole(n, "the number of games")
        self._lists = setup.rows(setup.decks)
        self._choices = setup.choice_rows()
        self.room = setup.room
        self._games = self.room.rules.new_games(self.n + 1)  # the last stays empty
        self._desks = self.room.layout.new_desks(self.n)
        self._desks["player"] = _players(opponents, self.room.players)
        self.threads = _threads(threads, self.n)
        self._bounds = np.linspace(0, self.n, self.threads + 1).astype(int).tolist()
        self._words = [np.zeros(4, dtype=np.int64) for _ in range(self.threads)]
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        desks = self._desks
        self.observation, self.mask = desks["observation"], desks["mask"]
        self.seat, self.reward = desks["seat"], desks["reward"]
        self.rows, self.decisions = desks["rows"], desks["answers"]
        self._every = np.arange(self.n)
        with announced(self.room.players):
            self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Begin every game anew; desk i of seed s plays the same games whatever `n` is."""
        seed = whole(seed, "seed", 0)
        for i in range(self.n):
            self._desks["rng"][i] = seed_words((seed << 32) + i)
        for name in self._desks.dtype.names or ():
            if name.startswith("last_") or name == "games":
                self._desks[name] = 0
        self._run(self.room.entries.reset_desks)
        self._stop_at_error()

    def step(self, actions: Any) -> None:
        """Answer with one action for each game, and go on to where someone who steps must decide.

        `WAIT` lets a game sit this step out; its reward and ends are cleared all the same. If any
        action is illegal, `IllegalActionError` says where, and no game has changed.
        """
        chosen = self._checked(actions)
        self._desks["action"] = chosen
        waiting = chosen == WAIT
        if waiting.any():
            for name in ("reward", "terminated", "truncated"):
                self._desks[name][waiting] = 0
        self._run(self.room.entries.step_desks)
        self._stop_at_error()

    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Where a game has ended in the last step."""
        return np.asarray(self._desks["terminated"] != 0)

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Where a game was cut off at the day limit in the last step."""
        return np.asarray(self._desks["truncated"] != 0)

    @property
    def last(self) -> dict[str, NDArray[Any]]:
        """Of the game that ended last at each desk: `winner` (-1 nobody, of a team its first),
        `day`, `decisions`, and `decks`, their numbers in `decks`; and `games`, how many have
        ended."""
        desks = self._desks
        return {
            "winner": desks["last_winner"].copy(),
            "day": desks["last_day"].copy(),
            "decisions": desks["last_answers"].copy(),
            "decks": desks["last_deck"].copy(),
            "games": desks["games"].copy(),
        }

    @property
    def card_features(self) -> CardFeatures:
        """What is printed on the cards, by their numbers in observations."""
        return card_features(self.setup.book)

    def game(self, i: int) -> Game:
        """Game i as a `Game`, a copy: to show, to try things in."""
        if not 0 <= i < self.n:
            raise IndexError(f"there is no game {i}, there are {self.n}")
        one = self._games[i : i + 1]
        story = Story(None, 0, self.setup.rules, None, format=self.setup.format)
        return Game(one, self.setup.book, story).clone()

    @property
    def records(self) -> NDArray[np.void]:
        """The games themselves, not copies: for compiled players, who look and change nothing."""
        games: NDArray[np.void] = self._games[: self.n]
        return games

    @property
    def whole(self) -> tuple[Any, ...]:
        """All of the batch, for compiled code that plays on by itself: the games, with an empty one
        behind, the desks, the lists and who may draw which, the rules, and the last day."""
        setup = self.setup
        lists, choices = self._lists, self._choices
        return self._games, self._desks, lists, choices, setup.rule_bits, setup.day_limit

    def as_seen(self, of: NDArray[np.int64], chosen: NDArray[np.int64]) -> NDArray[np.int64]:
        """The actions of who is to act in the games `of`, for what compiled players chose there."""
        found = np.array(chosen, dtype=np.int64)
        self.room.entries.seen_actions(self._games, self._desks, of, found)
        return found

    @property
    def desks(self) -> NDArray[np.void]:
        """The desks themselves, not copies: what who is to act sees and may do, to be read only."""
        desks: NDArray[np.void] = self._desks
        return desks

    def state(self) -> dict[str, NDArray[np.uint8]]:
        """All that is in play, as bytes."""
        games, desks = self._games.view(np.uint8), self._desks.view(np.uint8)
        return {"games": games.copy(), "desks": desks.copy()}

    def restore(self, state: Mapping[str, NDArray[np.uint8]]) -> None:
        """Go on from what `state` gave of a batch like this one. Raises `ValueError`, and changes
        nothing, when it is no such state.

        >>> one, other = make_vec(2, seed=1, threads=1), make_vec(2, seed=9, threads=1)
        >>> other.restore(one.state())
        >>> bool((one.observation == other.observation).all())
        True
        """
        put_back(state, self._games, self._desks, self.room, self.setup.book, len(self._lists))

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()

    def _checked(self, actions: Any) -> NDArray[np.int64]:
        chosen = np.asarray(actions)
        if chosen.shape != (self.n,):
            raise ValueError(f"actions are an array of shape ({self.n},), found {chosen.shape}")
        if not np.issubdtype(chosen.dtype, np.integer):
            raise ValueError(f"actions are whole numbers, found an array of {chosen.dtype}")
        inside = (chosen >= 0) & (chosen < self.mask.shape[1])
        legal = (self.mask[self._every, np.where(inside, chosen, 0)] != 0) & inside
        legal |= chosen == WAIT
        if not legal.all():
            i = int(np.argmin(legal))
            offered = np.flatnonzero(self.mask[i]).tolist()
            raise IllegalActionError(
                f"{int((~legal).sum())} illegal actions; the first: action {int(chosen[i])} in "
                f"game {i}, where {offered[:40]} are legal. No game has changed"
            )
        return chosen

    def _run(self, entry: Callable[..., Any]) -> None:
        setup = self.setup

        def part(k: int) -> None:
            entry(
                self.room.engine(),
                self._games,
                self._bounds[k],
                self._bounds[k + 1],
                setup.book.record,
                self._desks,
                self._lists,
                self._choices,
                setup.rule_bits,
                setup.day_limit,
                setup.detail_number,
                self._words[k],
            )

        if self._pool is None:
            part(0)
        else:
            list(self._pool.map(part, range(self.threads)))

    def _stop_at_error(self) -> None:
        errors = self._games["error"][: self.n]
        if errors.any():
            i = int(np.flatnonzero(errors)[0])
            detail = int(self._games["error_detail"][i])
            raise EngineError(int(errors[i]), detail, f"in game {i} of the batch")

    def __getstate__(self) -> dict[str, Any]:
        return {
            "n": self.n,
            "setup": self.setup,
            "threads": self.threads,
            **self.state(),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["n"], state["setup"], threads=state["threads"])  # type: ignore[misc]
        self.restore(state)


def _players(opponents: Sequence[str | None] | None, players: int) -> list[int]:
    if opponents is None:
        opponents = (None,) * players
    if isinstance(opponents, str) or len(opponents) != players:
        raise ValueError(f"opponents are one for each of {players} seats, found {opponents!r:.60}")
    strange = [who for who in opponents if who not in OPPONENTS]
    if strange:
        known = ", ".join(map(repr, OPPONENTS))
        raise ValueError(f"who is built in are {known}, found {strange[0]!r:.40}")
    if None not in opponents:
        raise ValueError("every seat has an opponent that is built in: nobody would step")
    return [OPPONENTS[who] for who in opponents]


def _threads(threads: int | None, n: int) -> int:
    if threads is None:
        threads = os.cpu_count() or 1
    return min(whole(threads, "threads"), n)
