"""The learner's seat in many games at once: it sees only its own decisions. Built-in opponents
answer in compiled code, guests are asked, and the reward of the end arrives whoever ends the game.

Who is the learner and who sits opposite is drawn for each game, from the desk's own chance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from altered_env.batch.layout import BUILT_IN
from altered_env.envs.env_options import SeenOptions
from altered_env.envs.setup import Decks, seat_of
from altered_env.envs.starting import Start
from altered_env.envs.vec import WAIT, Vec, make_vec
from altered_env.game.errors import IllegalActionError

__all__ = ["RANDOM", "Guests", "Learners"]

RANDOM = "random"
"""The opponent that is built in."""
Indices = NDArray[np.int64]
Guests = Callable[[Indices, Indices], NDArray[np.integer[Any]]]
"""What answers for guests: from games and which of the opponents is to act in each, to actions."""


class Learners:
    """A batch in which somebody learns in one seat of each game; of four, all other seats are its
    opponent's, a teammate's among them."""

    def __init__(
        self,
        n: int,
        decks: Decks,
        *,
        opponents: Sequence[Any] = (RANDOM,),
        odds: Sequence[float] | None = None,
        guests: Guests | None = None,
        seat: str | int | None = None,
        seed: int = 0,
        threads: int | None = None,
        **options: Unpack[SeenOptions],
    ) -> None:
        """`opponents`: `"random"`, which is built in, or anything else, for which `guests` answers;
        `odds`: how often each is drawn, in proportion, alike unless told."""
        self.vec: Vec = make_vec(n, decks, seed=seed, threads=threads, finals=True, **options)
        self.guests = guests
        self.n = n
        self._place = None if seat is None else seat_of(seat, self.vec.kernel.players)
        self._every = np.arange(n)
        self.ended: NDArray[np.bool_] = np.zeros(n, dtype=bool)
        """Where a game has ended in the last step, and `truncated` where it was cut off."""
        self.truncated: NDArray[np.bool_] = np.zeros(n, dtype=bool)
        self.illegal: NDArray[np.bool_] = np.zeros(n, dtype=bool)
        """Where it has ended by an illegal action, and `loser` who took that."""
        self.loser: NDArray[np.int32] = np.zeros(n, dtype=np.int32)
        self.reward: NDArray[np.float32] = np.zeros(n, dtype=np.float32)
        self.meet(opponents, odds)

    @property
    def seat(self) -> NDArray[np.int32]:
        """The learner's seat in each game."""
        found: NDArray[np.int32] = self.vec.desks["learner"]
        return found

    @property
    def last_seat(self) -> NDArray[np.int32]:
        """The learner's seat in the last game of each desk."""
        found: NDArray[np.int32] = self.vec.desks["last_learner"]
        return found

    def sit(self, seat: str | int | None) -> None:
        """Let the learner have this seat from the next games on; None draws one."""
        self._place = None if seat is None else seat_of(seat, self.vec.kernel.players)
        self.vec.desks["place"] = -1 if self._place is None else self._place

    def meet(
        self,
        opponents: Sequence[Any],
        odds: Sequence[float] | None = None,
        kinds: Sequence[int] | None = None,
    ) -> None:
        """Draw from these opponents from the next games on. In a game under way the opponent is
        whoever now has its number, or the last. `kinds`: what each is (`BUILT_IN`)."""
        self._names = [_name(one) for one in opponents]
        if kinds is None:
            kinds = [BUILT_IN.RANDOM if one == RANDOM else BUILT_IN.GUEST for one in opponents]
        vec = self.vec
        vec.seat_learners(kinds, (1.0,) * len(kinds) if odds is None else odds, self._place)
        against = vec.desks["against"]
        np.minimum(against, len(kinds) - 1, out=against)

    def reset(self, seed: int | Sequence[int], decks: Decks | None = None) -> None:
        """Begin every game anew, and let opponents play until each learner must decide."""
        self.vec.reset(seed, decks)
        self._clear()
        self._let_guests_play()

    def begin(self, starts: Sequence[Start | None]) -> None:
        """Let games begin at positions, all but those where None is told, and go on to where the
        learner, whose seat stays, must decide."""
        for i, start in enumerate(starts):
            if start is not None:
                self.vec.begin(i, start)
        self._clear()
        self._let_guests_play()
        if self.ended.any():
            raise ValueError("start: the game ends before the learner has anything to decide")

    def step(self, actions: Any) -> None:
        """Take the learners' actions, and let opponents play until each must decide again."""
        self._clear()
        self._step(actions)
        self._let_guests_play()

    def _clear(self) -> None:
        self.ended[:] = False
        self.truncated[:] = False
        self.illegal[:] = False
        self.reward[:] = 0

    def _step(self, actions: Any) -> None:
        vec = self.vec
        who = vec.seat.copy()
        vec.step(actions)
        illegal = vec.illegal
        self.illegal |= illegal
        self.loser[illegal] = who[illegal]
        ended = vec.terminated | vec.truncated
        self.reward += np.where(ended, vec.reward[self._every, self.last_seat], 0)
        self.ended |= ended
        self.truncated |= vec.truncated

    def _let_guests_play(self) -> None:
        vec = self.vec
        while (theirs := vec.seat != self.seat).any():
            if self.guests is None:
                raise RuntimeError("an opponent who is not built in is to act, and nobody answers")
            of = np.flatnonzero(theirs)
            who = vec.desks["against"][of].astype(np.int64)
            actions = np.full(self.n, WAIT, dtype=np.int64)
            actions[of] = self._answered(of, who, np.asarray(self.guests(of, who)))
            self._step(actions)

    def _answered(self, of: Indices, who: Indices, chosen: NDArray[Any]) -> NDArray[Any]:
        """What guests have answered, if it is one action for each game; who answers what is not
        legal is named, where that is refused."""
        vec = self.vec
        if chosen.shape != of.shape or not np.issubdtype(chosen.dtype, np.integer):
            names = ", ".join(self._names[k] for k in np.unique(who).tolist())
            raise IllegalActionError(
                f"{names}: {len(of)} whole numbers are asked for, found an array of {chosen.dtype} "
                f"of shape {chosen.shape}"
            )
        inside = (chosen >= 0) & (chosen < vec.mask.shape[1])
        legal = inside & (vec.mask[of, np.where(inside, chosen, 0)] != 0)
        if legal.all():
            return chosen
        if vec.setup.illegal == "lose":
            return np.where(legal, chosen, vec.mask.shape[1])
        k = int(np.argmin(legal))
        i = int(of[k])
        raise IllegalActionError(
            f"{self._names[int(who[k])]}, who is {vec.setup.agents[int(vec.seat[i])]} in game {i}, "
            f"answers {int(chosen[k])}; legal are {np.flatnonzero(vec.mask[i]).tolist()[:40]}"
        )


def _name(opponent: Any) -> str:
    """What an opponent is called.

    >>> _name("greedy"), _name(min)
    ('greedy', 'min')
    """
    if isinstance(opponent, str):
        return opponent
    return str(getattr(opponent, "__name__", type(opponent).__name__))
