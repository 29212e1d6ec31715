"""Many games stepped together, in arrays that are written in place.

>>> from altered_env.envs import make_vec
>>> vec = make_vec(8, seed=1)
>>> for _ in range(10):
...     vec.step(vec.mask.argmax(axis=1))
>>> int(vec.decisions.sum())
80
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from altered_env._runtime.interrupts import held
from altered_env.batch.slots import SERVE
from altered_env.decks import Deck
from altered_env.engine.chance import seed_words
from altered_env.envs.batch_actions import lay_down
from altered_env.envs.drawing import DrawnDecks, Seeds, seeds_of, slot_seeds
from altered_env.envs.observation_output import HandedOut, Packed, Views, read_only
from altered_env.envs.reset_needed import needs_open
from altered_env.envs.restoring import as_bytes, put_back, refuse_other_setup, setup_words
from altered_env.envs.setup import Decks, Setup, needs_ended, number_of_game, seat_of, whole
from altered_env.envs.slot_seats import built_in, draw_seats
from altered_env.envs.starting import Start, position
from altered_env.envs.view_option import View
from altered_env.game import Game, Provenance
from altered_env.game.compiling import Entries, announced
from altered_env.game.errors import EngineError
from altered_env.protocol.text_seat import describe
from altered_env.spaces import layouts
from altered_env.spaces.card_features import CardFeatures, card_features

MOST: Final = 1_000_000
"""Maximum number of games in a batch."""
_Found = TypeVar("_Found")


class Vec:
    """A batch of games, one in each slot, stepped together. Created by `make_vec`.

    The arrays are views of one block of memory and are overwritten by each step. A finished game
    restarts in the same step, with its result in `reward`, `terminated`, `truncated` and `last`;
    the observation is already that of the new game. Views `raw` and `flat` are read-only, since a
    step rewrites only what may have changed.
    """

    observation: Any
    """Observations of the players to move in the `view` asked for, by default (n, SIZE); see
    docs/reference/observation.md. Copy them before you change them."""
    mask: NDArray[np.int8]
    """Their legal actions, (n, ACTIONS); see docs/reference/actions.md."""
    seat: NDArray[np.int32]
    """The seat of the player to move: 0 or 1, with four players 0 to 3."""
    reward: NDArray[np.float32]
    """Reward of each seat in the last step, (n, players)."""
    rows: NDArray[np.int32]
    """Number of rows in use in the entity table."""
    decisions: NDArray[np.int32]
    """Number of decisions taken in each current game."""

    def __init__(
        self,
        n: int,
        setup: Setup,
        seed: int | None = 0,
        seats: Sequence[str | None] | None = None,
        threads: int | None = None,
        *,
        finals: bool = False,
        view: Mapping[str, Any] | None = None,
    ) -> None:
        self.setup = setup
        self.view = View(setup, **(view or {}))
        self.n = whole(n, "the number of games")
        if self.n > MOST:
            raise ValueError(f"the number of games must be at most {MOST:,}, found {self.n:,}")
        self._drawn = DrawnDecks(setup, self.n)
        self.kernel = setup.kernel
        # the last game stays empty; finished games, if kept, are stored before it
        self.finals = finals
        self._games = self.kernel.rules.new_games((2 if finals else 1) * self.n + 1)
        self._slots = self.kernel.layout.new_slots(self.n)
        self._slots["player"] = built_in(seats, self.kernel.players)
        if finals:
            self._slots["final"] = np.arange(self.n, 2 * self.n)
        self.threads = _threads(threads, self.n)
        self._bounds = np.linspace(0, self.n, self.threads + 1).astype(int).tolist()
        self._words = [np.zeros(4, dtype=np.int64) for _ in range(self.threads)]
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        """The other threads; the caller's thread works too."""
        self._closed = False
        slots = self._slots
        # the engine trusts them, so callers see them read-only
        self.mask = read_only(slots["mask"].view(setup.mask_type))
        self.seat, self.reward = read_only(slots["seat"]), slots["reward"]
        self.rows, self.decisions = read_only(slots["rows"]), read_only(slots["answers"])
        self._spare = self.kernel.layout.new_slots(1)
        self._entries = Entries(self.kernel.entries, self.kernel.players)
        self._serve: Callable[..., int] = self._serve_alone
        self._views = Views(self.view, self._entries, slots, self._games[: self.n])
        self.observation = self._views.observation
        with announced(self.kernel.players):
            self._restart_all(slot_seeds(seed, self.n))

    def reset(self, seed: Seeds = 0, decks: Decks | None = None) -> None:
        """Restart every game; slot i of seed s plays the same games for any `n`. With a seed for
        each game, a game of seed s equals the first one of a batch of seed s. `decks` apply from
        now on: a deck for each player, or decks or pools by agent (`Setup.dealt`)."""
        needs_open(self._closed, "the batch")
        seeds = slot_seeds(seed, self.n)
        if decks is not None:
            self.setup = self.setup.with_decks(self.setup.dealt(decks))
            self._drawn = DrawnDecks(self.setup, self.n)
        with held:
            self._restart_all(seeds)

    def _restart_all(self, seeds: list[int]) -> None:
        self._seeds = seeds
        for i, one in enumerate(self._seeds):
            self._slots["rng"][i] = seed_words(one)
        self._forget_results(slice(None))
        self._drawn.begin(self._seeds)
        self._run(SERVE.RESET)
        self._drawn.follow(range(self.n), self._slots["games"])
        self._views.write(self._share)

    def restart(self, i: int, seed: int) -> None:
        """Restart game i alone: the first game of a batch of this seed."""
        needs_open(self._closed, "the batch")
        self._known(i)
        (first,) = slot_seeds([seed], 1)
        with held:
            self._seeds[i] = first
            self._slots["rng"][i] = seed_words(first)
            self._forget_results(slice(i, i + 1))
            self._drawn.begin(self._seeds, (i,))
            self._run(SERVE.RESET, i)
            self._drawn.follow((i,), self._slots["games"])
            self._views.write(self._share)

    def begin(self, i: int, start: Start) -> None:
        """Start game i at a position (`envs.starting`); the next game of the slot is dealt as
        usual."""
        needs_open(self._closed, "the batch")
        self._known(i)
        game = position(start, self.setup)
        with held:
            self._games[i] = game.record
            self._slots["deck"][i] = -1
            self._run(SERVE.BEGIN, i)
            self._views.write(self._share)

    def step(self, actions: Any, waiting: NDArray[np.bool_] | None = None) -> None:
        """Take one action in each game, and advance to the caller's next decision.

        `WAIT` skips a game in this step, one of `waiting` if these are given; its reward and end
        flags are still cleared. If any action is illegal, `IllegalActionError` names it, and no
        game has changed; with `illegal="lose"` the player to move there loses instead.
        """
        needs_open(self._closed, "the batch")
        lose = self.setup.illegal == "lose"
        with held:
            lost = lay_down(actions, waiting, self._slots, self.mask, self._entries, lose)
            self._run(SERVE.STEP)
            for i in lost:
                self._run(SERVE.FORFEIT, i)
            if self._drawn.sampled:
                ended = np.flatnonzero(self._slots["terminated"] | self._slots["truncated"])
                self._drawn.follow(ended.tolist(), self._slots["games"])
            self._views.write(self._share)

    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Games decided in the last step."""
        return np.asarray(self._slots["terminated"] != 0)

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Games cut off at the day limit in the last step."""
        return np.asarray(self._slots["truncated"] != 0)

    @property
    def illegal(self) -> NDArray[np.bool_]:
        """Games ended by an illegal action in the last step."""
        return np.asarray(self._slots["lost_by_it"] != 0)

    @property
    def last(self) -> dict[str, NDArray[Any]]:
        """The last finished game of each slot: `winner` (-1 for none, the first player of a team),
        `day`, `decisions`, and `decks`, indices into `setup.decks` or -1 if the game started at a
        position; and `games`, the number of finished games."""
        slots = self._slots
        return {
            "winner": slots["last_winner"].copy(),
            "day": slots["last_day"].copy(),
            "decisions": slots["last_answers"].copy(),
            "decks": slots["last_deck"].copy(),
            "games": slots["games"].copy(),
        }

    @property
    def card_features(self) -> CardFeatures:
        """Features of the printed cards, indexed by card number in observations."""
        return card_features(self.setup.book)

    def game(self, i: int) -> Game:
        """A copy of game i as a `Game`, to display or to try actions in."""
        self._known(i)
        return self._game(i)

    def decks(self, i: int) -> tuple[Deck, ...]:
        """The decks of game i; empty if it began at a position."""
        self._known(i)
        numbers = self._slots["deck"][i]
        return () if (numbers < 0).any() else self._drawn.playing(i, numbers)

    def show(self, i: int, agent: str | int | None = None) -> str:
        """The board of game i in an agent's view, by default the player to move."""
        game = self.game(i)
        seat = self.seat[i] if agent is None else agent
        return game.show(seat_of(seat, self.kernel.players))

    def describe(self, i: int) -> str:
        """The visible information and legal actions of the player to move in game i, in words; each
        action with its number."""
        return describe(self.game(i).seat(int(self.seat[int(i)])), rows=True)

    def game_actions(self, i: int) -> dict[int, int]:
        """The legal actions of the player to move in game i, each with its action in `game(i)`."""
        self._known(i)
        found = np.empty(self.mask.shape[1], dtype=np.int32)
        self._entries.engine_actions(self._games, i, self._slots, i, found)
        return {row: int(found[row]) for row in np.flatnonzero(self.mask[i]).tolist()}

    def labels(self, i: int) -> dict[int, str]:
        """The legal actions of the player to move in game i, in words."""
        words = self.game(i).labels()
        return {row: words[action] for row, action in self.game_actions(i).items()}

    @property
    def everything(self) -> NDArray[np.int16]:
        """The full state of each game, in the layout of the player to move: for a critic in
        training, never for an agent. A new array, (n, EVERYTHING); only with
        `detail="everything"`."""
        self._needs_everything()
        found: NDArray[np.int16] = np.zeros((self.n, self.kernel.layout.EVERYTHING), dtype=np.int16)
        self._entries.everything_desks(self._games, 0, self.n, self._slots, found)
        return found

    def final(self, i: int, seat: str | int) -> dict[str, Any]:
        """A seat's final observation of the last game of slot i: `observation` and an empty
        `action_mask`, and `everything` if enabled. Only with `finals=True`."""
        kept, seat = self._kept(i), seat_of(seat, self.kernel.players)
        slots, entries = self._spare, self._entries
        entries.show_desk(
            self._games, kept, self.setup.book.record, slots, 0, seat, self.setup.detail_number
        )
        found: dict[str, Any] = {}
        found["action_mask"] = np.zeros(self.mask.shape[1], dtype=self.setup.mask_type)
        if self.setup.detail != "mask":
            game = self._games[kept : kept + 1]
            found["observation"] = self.view.of_one(slots["observation"][0].copy(), game, seat)
        if self.setup.detail == "everything":
            found["everything"] = np.zeros(self.kernel.layout.EVERYTHING, dtype=np.int16)
            entries.everything_at(self._games, kept, slots, 0, found["everything"])
        return found

    def final_game(self, i: int) -> Game:
        """A copy of the last finished game of slot i. Only with `finals=True`."""
        return self._game(self._kept(i))

    def finals_of(
        self, of: NDArray[np.int64], seats: NDArray[np.int64], view: View | None = None
    ) -> Any:
        """The final observations of these seats in the last games of the slots `of`, by default in
        the batch's view. Only with `finals=True`."""
        games = self._slots["games"][of]
        if len(of):
            needs_ended(games.min(), of[games.argmin()])
        found: NDArray[np.int16] = np.empty((len(of), self.kernel.layout.SIZE), dtype=np.int16)
        book = self.setup.book.record
        self._entries.finals_seen(self._games, self.n, book, self._spare, 0, of, seats, found)
        view = view or self.view
        return view.of(found, self._games[self.n + of] if view.tabular else self._games[:0], seats)

    @property
    def flat(self) -> NDArray[np.float32]:
        """The observations as floats (`envs.flat`), written in place, read-only. Only with
        `view="flat"`."""
        return self._views.flat

    @property
    def packed(self) -> Packed:
        """The rows in use of all raw observations, concatenated, in arrays that the next step
        overwrites."""
        return self._views.packed

    def handing_out(self, view: View | None = None) -> Callable[[], Any]:
        """A function that returns the observations, by default in the batch's view, in arrays of
        the caller: no step overwrites them while they are referenced."""
        return _Handing(self, view or self.view)

    def seat_learners(
        self, kinds: Sequence[int], odds: Sequence[float], seat: int | None = None
    ) -> None:
        """In later games, give one seat to the learner, drawn unless given, and all others to one
        opponent drawn with these odds; `kinds` are `BUILT_IN`. `slots["learner"]` and
        `slots["against"]` hold the draws."""
        draw_seats(self._slots, kinds, odds, seat)

    def served_by(self, serve: Callable[..., int] | None) -> None:
        """Step with this function instead of `serve_desks`. It is given the number of the thread
        and the same arguments, and lets compiled agents act on the way."""
        self._serve = self._serve_alone if serve is None else serve

    @property
    def records(self) -> NDArray[np.void]:
        """The records of the games, not copies, for compiled agents. Read-only."""
        games: NDArray[np.void] = self._games[: self.n]
        return games

    @property
    def whole(self) -> tuple[Any, ...]:
        """Arguments for compiled code that plays on by itself: the games, followed by an empty one,
        the slots, the deck lists and their players, the rules, and the day limit."""
        setup, drawn = self.setup, self._drawn
        if drawn.sampled:
            raise TypeError("compiled code draws decks from a pool, not a function: pass decks")
        rules, last_day = setup.rule_bits, setup.day_limit
        return self._games, self._slots, drawn.lists, drawn.choices, rules, last_day

    def as_seen(self, of: NDArray[np.int64], chosen: NDArray[np.int64]) -> NDArray[np.int64]:
        """Translate engine actions of the players to move in the games `of` to env actions."""
        found = np.array(chosen, dtype=np.int64)
        self._entries.seen_actions(self._games, self._slots, of, found)
        return found

    @property
    def slots(self) -> NDArray[np.void]:
        """The slots, not copies, with observations and masks of the players to move. Read-only."""
        slots: NDArray[np.void] = self._slots
        return slots

    def state(self) -> dict[str, NDArray[np.uint8]]:
        """The full state of the batch, as bytes."""
        games, slots = self._games.view(np.uint8), self._slots.view(np.uint8)
        found = {"games": games.copy(), "desks": slots.copy()}
        found["layout"] = layouts.as_bytes(self.kernel.players)
        found["options"] = as_bytes(setup_words(self._drawn))
        if self._drawn.sampled:
            found["seeds"] = as_bytes(self._seeds)
        return found

    def restore(self, state: Mapping[str, NDArray[np.uint8]]) -> None:
        """Restore what `state` returned for a batch like this one: of the same format, rules and
        decks. Raises `ValueError`, and changes nothing, if it is not such a state.

        >>> from altered_env.envs import make_vec
        >>> one, other = make_vec(2, seed=1, threads=1), make_vec(2, seed=9, threads=1)
        >>> other.restore(one.state())
        >>> bool((one.observation == other.observation).all())
        True
        """
        needs_open(self._closed, "the batch")
        drawn, lists = self._drawn, len(self._drawn.lists)
        refuse_other_setup(state, drawn)
        seeds = seeds_of(state, self.n) if drawn.sampled else []
        with held:
            put_back(state, self._games, self._slots, self.kernel, self.setup.book, lists)
            if drawn.sampled:
                self._seeds = seeds
                drawn.restore(seeds, self._slots["games"].tolist())
            self._views.write(self._share)

    def _forget_results(self, of: slice) -> None:
        for name in self._slots.dtype.names or ():
            if name.startswith("last_") or name == "games":
                self._slots[name][of] = 0

    def _known(self, i: int) -> None:
        number_of_game(i, self.n)

    def _kept(self, i: int) -> int:
        """The place of the last finished game of slot i."""
        self._known(i)
        if not self.finals:
            raise ValueError(f"game {i}: finished games are not kept; use make_vec(finals=True)")
        needs_ended(self._slots["games"][i], i)
        return self.n + i

    def _game(self, at: int) -> Game:
        story = Provenance(None, 0, self.setup.rules, None, format=self.setup.format)
        return Game(self._games[at : at + 1], self.setup.book, story).clone()

    def _needs_everything(self) -> None:
        if self.setup.detail != "everything":
            raise ValueError('everything needs a batch created with detail="everything"')

    def close(self) -> None:
        """Stop the threads. Games can still be read, and no longer be played."""
        self._closed = True
        if self._pool is not None:
            self._pool.shutdown()

    def _serve_alone(self, k: int, *given: Any) -> int:
        return self._entries.serve_desks(*given)  # type: ignore[no-any-return]  # compiled

    def _share(self, part: Callable[[int, int], None]) -> None:
        """Run a function on all slots, split between the threads."""
        self._in_parts(lambda k: part(self._bounds[k], self._bounds[k + 1]))

    def _in_parts(self, part: Callable[[int], _Found]) -> list[_Found]:
        """The results of a function for each thread's part."""
        needs_open(self._closed, "the batch")
        if self._pool is None:
            return [part(0)]
        others = [self._pool.submit(part, k) for k in range(1, self.threads)]
        try:
            return [part(0), *(other.result() for other in others)]
        finally:
            wait(others)

    def _run(self, what: int, one: int | None = None) -> None:
        """Run a command (`SERVE`) on all slots, or on one."""
        needs_open(self._closed, "the batch")
        setup = self.setup

        def part(k: int) -> int:
            return self._serve(
                k,
                what,
                self.kernel.engine(),
                self._games,
                self._bounds[k] if one is None else one,
                self._bounds[k + 1] if one is None else one + 1,
                setup.book.record,
                self._slots,
                self._drawn.lists,
                self._drawn.choices,
                setup.rule_bits,
                setup.day_limit,
                setup.detail_number,
                self._words[k],
            )

        failed = part(0) if one is not None else sum(self._in_parts(part))
        if failed:
            errors = self._games["error"][: self.n]
            i = int(np.flatnonzero(errors)[0])
            detail = int(self._games["error_detail"][i])
            raise EngineError(int(errors[i]), detail, f"in game {i} of the batch")

    def __getstate__(self) -> dict[str, Any]:
        return {
            "n": self.n,
            "setup": self.setup,
            "threads": self.threads,
            "finals": self.finals,
            "view": self.view.options,
            **self.state(),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        made = {name: state[name] for name in ("threads", "finals", "view")}
        self.__init__(state["n"], state["setup"], **made)  # type: ignore[misc]
        self.restore(state)


class _Handing:
    """Hands out the observations of a batch in a view."""

    def __init__(self, vec: Vec, view: View) -> None:
        self._vec, self._view = vec, view
        self._arrays = None
        if not view.tabular:
            flat = view.name == "flat"
            self._arrays = HandedOut(vec._entries, vec.kernel, vec._slots, flat)

    def __call__(self) -> Any:
        vec = self._vec
        if self._arrays is None:
            return vec._views.tabular(self._view)
        return self._arrays.write(vec._share)

    def __reduce__(self) -> tuple[Any, ...]:
        return _Handing, (self._vec, self._view)


def _threads(threads: int | None, n: int) -> int:
    if threads is None:
        threads = os.cpu_count() or 1
    return min(whole(threads, "threads"), n)
