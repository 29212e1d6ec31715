"""Many games with a learner in one seat of each, which sees only its own decisions. Opponents act
in the same call, and the final reward arrives whichever player ends the game.

The learner's seat and the opponent are drawn for each game from the slot's own generator.

>>> vec = make_vec(4, learner=True, opponent=["random", "greedy"], odds=[3, 1], seed=1)
>>> vec.step(vec.mask.argmax(axis=1))
>>> bool((vec.vec.seat == vec.seat).all()), vec.reward.shape
(True, (4,))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from altered_env._runtime import renamed
from altered_env._runtime.interrupts import held
from altered_env.batch.layout import BUILT_IN
from altered_env.batch.layout import OPPONENTS as MOST
from altered_env.batch.slots import WAIT
from altered_env.engine.chance import seed_words
from altered_env.envs.batch_opponents import BatchBots
from altered_env.envs.drawing import Seeds, seed_or_drawn, slot_seeds
from altered_env.envs.env_options import SeenOptions, known_options, yes_or_no
from altered_env.envs.learners_seen import Learners
from altered_env.envs.opponents import (
    Guest,
    Opponent,
    Opponents,
    is_agent,
    name_of,
    opponents_of,
)
from altered_env.envs.reset_needed import needs_reset
from altered_env.envs.restoring import as_bytes, words_in
from altered_env.envs.setup import Decks, Setup, seat_of
from altered_env.envs.slot_seats import RANDOM, shares
from altered_env.envs.starting import Start, position
from altered_env.envs.vec import Vec
from altered_env.envs.view_option import View, split_options
from altered_env.formats.format import USUAL
from altered_env.game.errors import IllegalActionError

Indices = NDArray[np.int64]
OTHER_CHANCE = 1 << 63
"""The opponents' random stream differs from that of a slot's deals with the same seed."""


@overload
def make_vec(
    n: int,
    decks: Decks = USUAL,
    *,
    learner: Literal[False] = False,
    seats: Sequence[str | None] | None = None,
    seed: int | None = 0,
    threads: int | None = None,
    finals: bool = False,
    views: Sequence[str] | None = None,
    **options: Unpack[SeenOptions],
) -> Vec: ...


@overload
def make_vec(
    n: int,
    decks: Decks = USUAL,
    *,
    learner: Literal[True],
    opponent: Opponents = RANDOM,
    odds: Sequence[float] | None = None,
    seat: str | int | None = None,
    seed: int | None = 0,
    threads: int | None = None,
    views: Sequence[str] | None = None,
    **options: Unpack[SeenOptions],
) -> SingleAgentVec: ...


@known_options(SeenOptions)
def make_vec(
    n: int,
    decks: Decks = USUAL,
    *,
    learner: bool = False,
    seats: Sequence[str | None] | None = None,
    opponent: Opponents | None = None,
    odds: Sequence[float] | None = None,
    seat: str | int | None = None,
    seed: int | None = 0,
    threads: int | None = None,
    finals: bool = False,
    views: Sequence[str] | None = None,
    **options: Unpack[SeenOptions],
) -> Vec | SingleAgentVec:
    """`n` games stepped together, already started.

    The caller acts for all seats but those that `seats` names: the player of each seat, None for
    the caller, `"random"` for one that plays inside `step`. With `learner`, it acts for one seat of
    each game against `opponent`, drawn by `odds` (`SingleAgentVec`). `threads`: by default
    one per core; results do not depend on it. `seed`: the same games for the same seed, 0 by
    default; None draws one from the system. `finals`: keep the final position of each slot's last
    game, for `Vec.final`. The other options are those of `AlteredEnv`; `views` is an old one.
    """
    if views is not None:
        options["view"] = renamed.view(views, options.get("view"))
    if yes_or_no(learner, "learner"):
        if seats is not None:
            raise TypeError("seats is for a batch without a learner; with one, opponent=... plays")
        learners = SingleAgentVec(
            n,
            decks,
            opponent=RANDOM if opponent is None else opponent,
            odds=odds,
            seat=seat,
            seed=seed,
            threads=threads,
            **options,
        )
        learners.reset(seed)
        return learners
    for option, value in (("opponent", opponent), ("odds", odds), ("seat", seat)):
        if value is not None:
            raise TypeError(f"{option} needs a learner: make_vec(..., learner=True)")
    others, view = split_options(options)
    setup = Setup.of(decks, **others)
    kept = yes_or_no(finals, "finals")
    return Vec(n, setup, seed, seats, threads, finals=kept, view=view)


class SingleAgentVec(Learners):
    """A batch with a learner in one seat of each game; with four players all other seats are the
    opponent's, a teammate's included.

    A step takes the learners' actions and plays on to each learner's next decision. A finished game
    restarts in the same step, with the learner's result in `reward`.
    """

    @known_options(SeenOptions)
    def __init__(
        self,
        n: int,
        decks: Decks = USUAL,
        *,
        opponent: Opponents = RANDOM,
        odds: Sequence[float] | None = None,
        seat: str | int | None = None,
        seed: int | None = 0,
        threads: int | None = None,
        opponent_sees: Mapping[str, Any] | None = None,
        **options: Unpack[SeenOptions],
    ) -> None:
        """`opponent`: an agent by name and options, an `Agent`, a function from observations and
        masks to actions, a model with `predict`, or a list of these (`envs.opponents`). By name,
        `random`, `greedy`, `rules` and `net` play in compiled code; other agents are called one
        game at a time and started before each decision, functions and models for all their games
        at once. `odds`: relative odds of being drawn, uniform by default. `seat`: the learner's, by
        default drawn for each game. `opponent_sees`: the options `view`, `rows` and `lists` of what
        functions and models observe, by default the batch's. Call `reset` before the first
        step."""
        others, view = split_options(options)
        setup = Setup.of(decks, **others)
        known = opponents_of(opponent, len(setup.agents), setup.bench)
        self.vec = Vec(n, setup, seed, threads=threads, finals=True, view=view)
        self._shown = self.vec.view if opponent_sees is None else View(setup, **opponent_sees)
        self.n = n
        self.begun = False
        self._place = None if seat is None else seat_of(seat, self.vec.kernel.players)
        self._every = np.arange(n)
        self.ended: NDArray[np.bool_] = np.zeros(n, dtype=bool)
        """Games that ended in the last step: `terminated`, or `truncated` at the day limit."""
        self.truncated: NDArray[np.bool_] = np.zeros(n, dtype=bool)
        self.illegal: NDArray[np.bool_] = np.zeros(n, dtype=bool)
        self.loser: NDArray[np.int32] = np.zeros(n, dtype=np.int32)
        self.reward: NDArray[np.float32] = np.zeros(n, dtype=np.float32)
        """The learner's reward of the last step: 1, 0 or -1 where a game has ended."""
        self._rngs: NDArray[np.int64] = np.zeros((n, 4), dtype=np.int64)
        self._met: tuple[Opponent, ...] = ()
        """The opponents by number: those drawn for new games, then others of running ones."""
        self._drawn = 0
        """The number of those drawn for new games."""
        self.set_opponents(known, odds)

    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Games decided in the last step."""
        return self.ended & ~self.truncated

    # players

    @property
    def opponents(self) -> tuple[Opponent, ...]:
        """The opponents; one is drawn for each new game."""
        return self._met[: self._drawn]

    @property
    def place(self) -> int | None:
        """The seat that the learner is given in later games; None if it is drawn."""
        return self._place

    def sit(self, seat: str | int | None) -> None:
        """Give the learner this seat in later games; None draws one for each."""
        self._place = None if seat is None else seat_of(seat, self.vec.kernel.players)
        self.vec.slots["place"] = -1 if self._place is None else self._place

    def set_opponents(self, opponent: Opponents, odds: Sequence[float] | None = None) -> None:
        """Draw the opponents of later games from these, as with the options `opponent` and
        `odds`. Running games go on against their own; only if there are more than `MOST` in all,
        some go on against new ones."""
        vec = self.vec
        known = opponents_of(opponent, vec.kernel.players, vec.setup.bench)
        if len(known) > MOST:
            raise ValueError(
                f"opponent: a batch draws from at most {MOST} opponents, found {len(known)}; "
                "set_opponents replaces them between games"
            )
        odds = [1.0] * len(known) if odds is None else odds
        shares(odds, len(known))  # an error says what is wrong
        numbers, met = self._renumbered(known)
        agents = [one if isinstance(one, str) or is_agent(one) else RANDOM for one in met]
        guests = [
            None if isinstance(one, str) or is_agent(one) else Guest(one, self._shown)
            for one in met
        ]
        bots = BatchBots(agents, vec, threads=vec.threads)
        kinds = [
            kind if isinstance(one, str) else BUILT_IN.GUEST
            for one, kind in zip(met, bots.kinds, strict=True)
        ]
        vec.seat_learners(kinds, [*odds, *[0.0] * (len(met) - len(known))], self._place)
        bots.rngs = self._rngs
        self._met, self._guests, self._bots, self._drawn = met, guests, bots, len(known)
        self._names = tuple(map(name_of, met))
        for name in ("against", "last_against"):
            vec.slots[name] = numbers[vec.slots[name]]
        self._compiled = BUILT_IN.BOT in kinds
        """Does any opponent act within compiled code?"""
        vec.served_by(self._bots.serve if self._compiled else None)

    def _renumbered(self, known: tuple[Opponent, ...]) -> tuple[Indices, tuple[Opponent, ...]]:
        """For each opponent so far its number among the new ones and those behind them: others
        whose games go on, and then those whose games have just ended, as far as there is room."""
        slots, met = self.vec.slots, list(known)
        numbers = np.minimum(np.arange(max(1, len(self._met))), len(known) - 1)
        of = [slots["against"], slots["last_against"][slots["games"] > 0]] if self.begun else []
        for k in dict.fromkeys(k for part in of for k in np.unique(part).tolist()):
            one = self._met[k]
            found = next((n for n, other in enumerate(met) if _same(one, other)), None)
            if found is None and len(met) < MOST:
                found = len(met)
                met.append(one)
            if found is not None:
                numbers[k] = found
        return numbers, tuple(met)

    def meet(self, opponent: Opponents, odds: Sequence[float] | None = None) -> None:
        """An old name of `set_opponents`."""
        renamed.warn("meet is now called set_opponents")
        self.set_opponents(opponent, odds)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.vec.served_by(self._bots.serve if self._compiled else None)

    # playing

    def reset(
        self, seed: Seeds = 0, decks: Decks | None = None, seat: str | int | None = None
    ) -> None:
        """Restart every game, and let opponents play until each learner is to move. Seeds are as in
        `Vec.reset`. `decks` and `seat` apply from now on, unless this fails."""
        before = self._place
        if seat is not None:
            self.sit(seat)
        try:
            self._restart_all(seed, decks)
        except BaseException:
            self.sit(before)
            raise

    def _restart_all(self, seed: Seeds, decks: Decks | None) -> None:
        before = self._rngs.copy()
        seed = seed_or_drawn(None) if seed is None else seed
        for i, one in enumerate(slot_seeds(seed, self.n)):
            self._rngs[i] = seed_words(one ^ OTHER_CHANCE)
        try:
            self.vec.reset(seed, decks)
        except (TypeError, ValueError, LookupError):
            self._rngs[:] = before
            raise
        self.begun = True
        self._clear()
        self._let_guests_play()

    def restart(self, seeds: Mapping[int, int]) -> None:
        """Restart these games alone, each with its seed, and let opponents play until the learner
        is to move."""
        needs_reset(self.begun, "restart")
        for i, seed in seeds.items():
            (one,) = slot_seeds([seed], 1)
            self._rngs[i] = seed_words(one ^ OTHER_CHANCE)
            self.vec.restart(i, seed)
        self._clear()
        self._let_guests_play()

    def begin(self, starts: Sequence[Start | None]) -> None:
        """Start games at positions, except where None is given, and advance to the learner's
        decision; its seat does not change."""
        needs_reset(self.begun, "begin")
        given: Any = starts
        if not isinstance(given, Sequence) or isinstance(given, str) or len(given) != self.n:
            raise ValueError(f"starts: expected one for each of {self.n}, found {starts!r:.60}")
        setup = self.vec.setup
        games = [None if one is None else position(one, setup) for one in starts]
        for i, game in enumerate(games):
            if game is not None:
                self.vec.begin(i, game)
        self._clear()
        self._let_guests_play()
        if self.ended.any():
            raise ValueError("start: the game ends before the learner's first decision")

    def step(self, actions: Any, waiting: NDArray[np.bool_] | None = None) -> None:
        """Take the learners' actions, and let opponents play until each learner's next decision.
        `WAIT` skips a game, one of `waiting` if these are given."""
        self._needs_turn("step")
        self._clear()
        self._step(actions, waiting)
        self._let_guests_play()

    def state(self) -> dict[str, NDArray[Any]]:
        """The full state: that of the batch, of the compiled opponents' random streams, and the
        results of the last step. Agents from Python, functions and models are not in it."""
        needs_reset(self.begun, "state")
        parts = {name: part.copy() for name, part in self._parts().items()}
        return {**self.vec.state(), **parts, "opponents": as_bytes(self._names)}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Restore what `state` returned for a batch like this one, with opponents of the same names
        and kinds. Raises `ValueError`, and changes nothing, if it is not such a state.

        >>> one = make_vec(2, learner=True, opponent="greedy", seed=1, threads=1)
        >>> other = make_vec(2, learner=True, opponent="greedy", seed=9, threads=1)
        >>> other.restore(one.state())
        >>> bool((one.observation == other.observation).all())
        True
        """
        parts = self._parts()
        if not isinstance(state, Mapping):
            raise ValueError(f"this is not a state of a batch: {state!r:.60}")
        for name, mine in parts.items():
            if name not in state:
                raise ValueError(f"this is not a state of a batch with a learner: it has no {name}")
            given = np.asarray(state[name])
            if given.dtype != mine.dtype or given.shape != mine.shape:
                raise ValueError(
                    f"this is not a state of this batch: {name}: {given.dtype} of shape "
                    f"{given.shape}, expected {mine.dtype} of shape {mine.shape}"
                )
        if "opponents" in state and (met := words_in(state, "opponents")) != [*self._names]:
            raise ValueError(
                f"this is a state of a batch with the opponents {met!r:.80}; this batch has "
                f"{[*self._names]!r:.80}"
            )
        before, kinds = self.vec.state(), self.vec.slots["kind"].copy()
        with held:
            self.vec.restore(state)
            if not np.array_equal(kinds, self.vec.slots["kind"]):
                self.vec.restore(before)
                raise ValueError("this is a state of a batch with opponents of other kinds")
            for name, mine in parts.items():
                mine[:] = state[name]
            place = int(self.vec.slots["place"][0])
            self._place = None if place < 0 else place
            self.begun = True

    def _parts(self) -> dict[str, NDArray[Any]]:
        """The state beside that of `vec`, not copies."""
        return {
            "rngs": self._rngs,
            "ended": self.ended,
            "truncated": self.truncated,
            "illegal": self.illegal,
            "loser": self.loser,
            "reward": self.reward,
        }

    def close(self) -> None:
        """Stop the threads."""
        self.vec.close()

    def _clear(self) -> None:
        self.ended[:] = False
        self.truncated[:] = False
        self.illegal[:] = False
        self.reward[:] = 0

    def _step(self, actions: Any, waiting: NDArray[np.bool_] | None = None) -> None:
        vec = self.vec
        who = vec.seat.copy()
        with held:
            vec.step(actions, waiting)
            illegal = vec.illegal
            self.illegal |= illegal
            self.loser[illegal] = who[illegal]
            truncated = vec.truncated
            ended = vec.terminated | truncated
            of = np.flatnonzero(ended)
            self.reward[of] += vec.reward[of, self.last_seat[of]]
            self.ended |= ended
            self.truncated |= truncated

    def _let_guests_play(self) -> None:
        vec = self.vec
        while (theirs := vec.seat != self.seat).any():
            of = np.flatnonzero(theirs)
            who = vec.slots["against"][of].astype(np.int64)
            actions = np.full(self.n, WAIT, dtype=np.int64)
            actions[of] = self._answered(of, who, self._answer(of, who))
            self._step(actions)

    def _answer(self, of: Indices, who: Indices) -> NDArray[Any]:
        """The actions of external opponents in these games."""
        vec = self.vec
        found = np.zeros(len(of), dtype=np.int64)
        for k in np.unique(who).tolist():
            some, guest = of[who == k], self._guests[k]
            if guest is None:
                found[who == k] = self._bots.answer(some, who[who == k])
            else:
                seen, masks = vec.slots["observation"][some], vec.mask[some]
                found[who == k] = guest.answer(seen, vec.records, some, vec.seat[some], masks)
        return found

    def _answered(self, of: Indices, who: Indices, chosen: NDArray[Any]) -> NDArray[Any]:
        """Check the actions of external opponents; an illegal one is an error that names the
        opponent, if the env raises errors."""
        vec = self.vec
        inside = (chosen >= 0) & (chosen < vec.mask.shape[1])
        legal = inside & (vec.mask[of, np.where(inside, chosen, 0)] != 0)
        if legal.all():
            return chosen
        if vec.setup.illegal == "lose":
            return np.where(legal, chosen, vec.mask.shape[1])
        k = int(np.argmin(legal))
        i = int(of[k])
        raise IllegalActionError(
            f"{self._names[int(who[k])]}, playing "
            f"{vec.setup.agents[int(vec.seat[i])]} in game {i}, "
            f"answers {int(chosen[k])}; legal are {np.flatnonzero(vec.mask[i]).tolist()[:40]}"
        )


def _same(one: Opponent, other: Opponent) -> bool:
    """Are these one opponent?"""
    return one is other or (isinstance(one, str) and isinstance(other, str) and one == other)
