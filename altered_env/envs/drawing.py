"""Drawing the decks of a batch: from pools, or by a function that draws the decks of each game.

Compiled code cannot call a function, so it is called between steps: the decks of the next game of
each slot are always ready. The decks of game k of a slot depend on the slot's seed and k alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from altered_env._runtime.json_text import parsed
from altered_env._runtime.seeds import fresh_seed
from altered_env.decks import Deck
from altered_env.envs.setup import Setup, whole

Seeds = int | Sequence[int] | NDArray[np.integer[Any]] | None
"""The seed of a batch, or one for each game; None for one from the system."""
_BITS: Final = 62
"""The size of a seed that is drawn."""


class DrawnDecks:
    """Deck lists, and the players that may draw each: arguments of the compiled functions."""

    def __init__(self, setup: Setup, n: int) -> None:
        self.setup = setup
        self._players = len(setup.agents)
        self._playing: list[tuple[Deck, ...]] = [()] * n
        self._next: list[tuple[Deck, ...]] = []
        self._seeds: Sequence[int] = ()
        self.lists: NDArray[np.int32]
        self.choices: NDArray[np.int32]
        if setup.sampler is None:
            self.lists, self.choices = setup.rows(setup.decks), setup.choice_rows()
            return
        count = n * self._players
        self.choices = np.ones((count, 2), dtype=np.int32)
        self.choices[:, 1] = np.arange(count)
        _, rows = setup.seated(setup.sample(np.random.default_rng(0)))
        self.lists = np.tile(rows, (n, 1))

    @property
    def sampled(self) -> bool:
        """Are decks drawn by a function?"""
        return self.setup.sampler is not None

    def begin(self, seeds: Sequence[int], of: Iterable[int] | None = None) -> None:
        """Draw the decks of the first game of each slot, or of these slots."""
        if self.sampled:
            self._seeds = seeds
            if of is None:
                of, self._next = range(len(seeds)), [()] * len(seeds)
            for i in of:
                self._next[i] = self._draw(i, 0)

    def follow(self, slots: Iterable[int], games: NDArray[np.int32]) -> None:
        """Games with this number have begun in these slots: draw the decks of the next ones."""
        if self.sampled:
            for i in slots:
                self._playing[i] = self._next[i]
                self._next[i] = self._draw(i, int(games[i]) + 1)

    def restore(self, seeds: Sequence[int], games: Sequence[int]) -> None:
        """Restore the decks for these current games."""
        self._seeds = seeds
        self._playing = [self._draw(i, k) for i, k in enumerate(games)]
        self._next = [self._draw(i, k + 1) for i, k in enumerate(games)]

    def playing(self, i: int, numbers: NDArray[np.int32]) -> tuple[Deck, ...]:
        """The decks of the current game of slot i, from their numbers."""
        if self.sampled:
            return self._playing[i]
        return tuple(self.setup.decks[int(k)] for k in numbers)

    def _draw(self, i: int, k: int) -> tuple[Deck, ...]:
        drawn = self.setup.sample(np.random.default_rng((self._seeds[i], k)))
        decks, rows = self.setup.seated(drawn)
        first = i * self._players
        self.lists[first : first + self._players] = rows
        return decks


def seed_or_drawn(seed: int | None) -> int:
    """The seed, or one from the system for None.

    >>> seed_or_drawn(7), seed_or_drawn(None) != seed_or_drawn(None)
    (7, True)
    """
    return fresh_seed() >> (128 - _BITS) if seed is None else seed


def slot_seeds(seed: Seeds, n: int) -> list[int]:
    """The seeds of `n` slots, from the seed of a batch or one for each slot.

    >>> slot_seeds(7, 2)[0] == slot_seeds([7, 8], 2)[0] == slot_seeds(np.array([7, 8]), 2)[0]
    True
    """
    each = seed.tolist() if isinstance(seed, np.ndarray) and seed.ndim == 1 else seed
    each = seed_or_drawn(None) if each is None else each
    if not isinstance(each, Sequence) or isinstance(each, str):
        first = whole(each, "seed", 0) << 32
        return [first + i for i in range(n)]
    if len(each) != n:
        raise ValueError(f"expected one seed for each of {n} games, found {len(each)}")
    return [whole(one, "seed", 0) << 32 for one in each]


def seeds_of(state: Mapping[str, NDArray[np.uint8]], n: int) -> list[int]:
    """The seeds in the state of a batch, from which a function draws the next decks."""
    try:
        found = parsed(np.asarray(state["seeds"], dtype=np.uint8).tobytes())
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"this is not a state of a batch: seeds: {error}") from None
    if not isinstance(found, list) or len(found) != n:
        raise ValueError(f"this is not a state of a batch: expected a list of {n} seeds")
    return [whole(one, "this is not a state of a batch: seeds", 0) for one in found]
