"""`nights:PATH`: plays the answers that a compiled network holds likeliest on to the second
Morning, by the network in the place of both players; `nights:sparring`, `nights:looking` and
`nights:default` by those that come with the package. The first is the strongest player here.

It sees no more than a player does: worlds are drawn that it cannot tell apart, the same ones for
each answer (`altered_env/thinking/mornings.py`). The other player's deck list is known to it.

Options: `ms`, the processor time for a decision in milliseconds, in the mean: what is left where
only one answer is likely goes to decisions that follow, of which none takes more than three times
as long; or `nights` instead, how many are played through in all, which gives the same game each
time; `sharp`, how much what an answer came to counts beside how likely it was to the network. In
compiled games `net:PATH,nights=N` does the same.
"""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from altered_env.agents.net import of_two
from altered_env.agents.thoughts import Player
from altered_env.game.seat import Seat
from altered_env.thinking.matches import BOT
from altered_env.thinking.mornings import HOPE, MOST, SHARP

__all__ = ["NightsAgent"]

APART = 0.01
"""Answers are told as liked by so much less, at least, than those that did better."""
MOST_TIMES = 3.0
"""A decision takes so many times the usual time at most, however much was saved."""
SPENT = 1 / 3
"""That share of what was saved may go to one decision."""


class NightsAgent(Player):
    """Plays answers on to the second Morning, for some time or so many nights.

    >>> from altered_env import Game
    >>> game = Game.start("axiom", "bravos", seed=1)
    >>> NightsAgent(nights=20).act(game.seat()) in game.legal_actions()
    True
    """

    def __init__(
        self,
        name: str = "nights",
        path: str = "sparring",
        ms: int = 50,
        nights: int = 0,
        sharp: int = SHARP,
    ) -> None:
        for option, number in (("ms", ms), ("sharp", sharp)):
            if number < 1:
                raise ValueError(f"nights: {option} is 1 or more, found {number}")
        super().__init__(name, (BOT.NEURAL,), net=of_two(name, path))
        self._usual, self._nights, self._sharp = ms / 1000.0, nights, sharp
        self._saved = 0.0
        """Seconds that decisions before this one left."""
        self._hopes = np.zeros((MOST, HOPE.COUNT))

    def start(self, seed: int) -> None:
        """Draw from this seed from here on."""
        super().start(seed)
        self._saved = 0.0

    def act(self, seat: Seat) -> int:
        """The answer that came to most, with how likely it was to the network."""
        if len(seat.actions) == 1:
            return seat.actions[0]
        start = time.thread_time()
        most = min(self._usual + SPENT * self._saved, MOST_TIMES * self._usual)
        self._think(seat, start + most, two=True)
        left = self._usual - (time.thread_time() - start)
        self._saved = max(0.0, self._saved + left)  # what compiling took is no debt
        return int(self._hopes[0, HOPE.ACTION])

    def weighed(self, seat: Seat) -> tuple[dict[int, float], float]:
        """How likely each action on offer is to be taken by what was found, and what is expected
        of the game with the best of them: 1 to win it, -1 to lose it."""
        until = time.thread_time() + self._usual
        hopes = self._hopes[: self._think(seat, until, two=False)]
        means = hopes[:, HOPE.WORTH]
        liked = hopes[:, HOPE.LIKING] + self._sharp * means
        # one that was left out did worse than those kept, in the worlds that they shared
        apart = APART * np.arange(len(liked))
        liked = np.minimum.accumulate(liked + apart) - apart
        shares = np.exp(liked - liked[0])
        chances = dict.fromkeys(seat.actions, 0.0)
        for action, share in zip(hopes[:, HOPE.ACTION].astype(int), shares, strict=True):
            chances[int(action)] = float(share / shares.sum())
        return chances, float(means[0])

    def played_on(self, seat: Seat, worlds: int) -> dict[int, float]:
        """What each of the likeliest answers came to by the second Morning, in the mean of so many
        worlds, the same ones for each: 1 to win, -1 to lose."""
        count, book = self._hope(seat)
        self._halve(seat, book, count, worlds)
        hopes = self._hopes[:count]
        actions = hopes[:, HOPE.ACTION].astype(int).tolist()
        return dict(zip(actions, hopes[:, HOPE.WORTH].tolist(), strict=True))

    def _hope(self, seat: Seat) -> tuple[int, NDArray[np.void]]:
        """Write the likeliest answers; how many there are, and the book that they are of."""
        book, thought = self.laid_out(seat), self._thought
        found = thought.entry.hope(
            thought.kernel.engine(), thought.games, book, self.mind, seat.player, self._hopes,
            self._words[0],
        )  # fmt: skip
        return int(found), book

    def _halve(self, seat: Seat, book: NDArray[np.void], left: int, worlds: int) -> int:
        """Play the first so many answers on in so many worlds; how many go on."""
        thought = self._thought
        following = thought.entry.play_on_nights(
            thought.kernel.engine(), thought.games, book, self.mind, seat.player, self._hopes, left,
            worlds, self._sharp, self._words[0],
        )  # fmt: skip
        return int(following)

    def _think(self, seat: Seat, until: float, *, two: bool) -> int:
        """Play answers on until then, the half that did worse fewer times; how many there were. One
        alone is played on unless it takes two."""
        start = time.thread_time()
        found, book = self._hope(seat)
        left = found
        rounds = (left - 1).bit_length() if two else max(1, (left - 1).bit_length())
        for number in range(1, rounds + 1):
            worlds = max(1, self._nights // (rounds * left)) if self._nights else 1
            end = start + (until - start) * number / rounds
            following = self._halve(seat, book, left, worlds)
            while not self._nights and time.thread_time() < end:
                following = self._halve(seat, book, left, worlds)
            left = following
        return found
