"""One game with its observations: the core of the AEC env and the one-seat env.

>>> from altered_env.envs.setup import Setup
>>> one = OneGame(Setup.of())
>>> one.start(("axiom", "bravos"), seed=1)
>>> one.decider, int(one.mask.sum())
(0, 6)
>>> one.act(int(one.mask.argmax()))
>>> one.over
False
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.decks import Deck
from altered_env.engine.chance import seed_words
from altered_env.engine.terms import DECIDE
from altered_env.envs.restoring import put_back
from altered_env.envs.setup import Setup, seat_of
from altered_env.envs.starting import Start, position
from altered_env.game import Game, Position, Provenance
from altered_env.game.answer_parsing import number_of
from altered_env.game.compiling import Entries, announced
from altered_env.game.errors import EngineError, IllegalActionError, listed
from altered_env.game.seat import Seat
from altered_env.spaces.layouts import as_bytes


def _one_of(records: NDArray[np.void], name: str) -> memoryview:
    """A field of the first record, accessed by index 0: access through a NumPy record takes a
    microsecond per field."""
    return memoryview(records[name][:1])  # type: ignore[arg-type]  # an array is a buffer


class OneGame:
    """A game played by the action numbers of observations. Slot 0 holds the observation of the
    player to move, slot 1 that of any other player."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._kernel = setup.kernel
        self._entries = Entries(self._kernel.entries, self._kernel.players)
        self._games = self._kernel.rules.new_games(2)  # the second stays empty
        self._slots = self._kernel.layout.new_slots(2)
        self._words = np.zeros(4, dtype=np.int64)
        self._actions: list[int] = []
        self._begun = Provenance()
        """Provenance of the game up to its first action here."""
        self._look()

    def _look(self) -> None:
        """Fields that are read in every step."""
        self._record: Any = self._games[0]
        self.mask: NDArray[Any] = self._slots["mask"].view(self.setup.mask_type)[0]
        """The legal actions of the player to move, in an array that the next step overwrites."""
        self.observation: NDArray[np.int16] = self._slots["observation"][0]
        """The observation of the player to move, in an array that the next step overwrites."""
        games, slots = self._games, self._slots
        self._offered = memoryview(slots["mask"][0])
        self._decision = _one_of(games, "decision")
        self._decider = _one_of(games, "decider")
        self._winner, self._day = _one_of(games, "winner"), _one_of(games, "day")
        self._decisions, self._overfull = _one_of(games, "decisions"), _one_of(games, "overfull")
        self._chosen, self._taken = _one_of(slots, "action"), _one_of(slots, "engine_action")
        self._error, self._shown_to = _one_of(games, "error"), _one_of(slots, "seat")

    def start(self, decks: Sequence[Deck | str | Path], seed: int) -> None:
        """Begin the same game as `Game.start` with these decks and this seed."""
        setup = self.setup
        seated, rows = setup.seated(tuple(decks))
        self._begun = Provenance(seated, seed, setup.rules, format=setup.format)
        self._actions = []
        self._slots["deck"][0] = range(len(seated))
        self._slots["seed"][0] = seed_words(seed)
        with announced(len(seated)):
            self._entries.deal_at(
                self._kernel.engine(),
                self._games,
                0,
                self.setup.book.record,
                self._slots,
                rows,
                setup.rule_bits,
                setup.detail_number,
                self._words,
            )
        self._stop_at_error()

    def begin(self, start: Start) -> None:
        """Begin at a position (`envs.starting`)."""
        setup = self.setup
        game = position(start, setup)
        self._begun, self._actions = game.story, []
        with announced(len(setup.agents)):
            self._games[:1] = game.games
            self._entries.show_desk(
                self._games, 0, setup.book.record, self._slots, 0, game.decider, setup.detail_number
            )

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return self._decision[0] == DECIDE.NONE

    @property
    def decider(self) -> int:
        """The player to move."""
        return self._decider[0]

    @property
    def winner(self) -> int:
        """The winner; -1 if there is none yet."""
        return self._winner[0]

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners: one player, or both of a team."""
        if self.winner < 0:
            return ()
        teams = self._record["team"].tolist()
        return tuple(seat for seat, team in enumerate(teams) if team == teams[self.winner])

    @property
    def day(self) -> int:
        """The day, counted from 1."""
        return self._day[0]

    @property
    def decisions(self) -> int:
        """The number of decisions taken."""
        return self._decisions[0]

    @property
    def cut_off(self) -> bool:
        """Has the game exceeded the day limit or a capacity of the engine?"""
        if self._decision[0] == DECIDE.NONE:
            return self._overfull[0] != 0
        return 0 < self.setup.day_limit < self._day[0]

    def offers(self, number: int) -> bool:
        """Is this one of the legal actions?"""
        offered = self._offered
        return 0 <= number < len(offered) and offered[number] != 0 and not self.over

    def forfeits(self, action: Any) -> bool:
        """Does this action lose the game, being illegal in an env with `illegal="lose"`?

        Raises `IllegalActionError` for anything but a number.
        """
        return self.setup.illegal == "lose" and not self.offers(number_of(action))

    def act(self, action: Any) -> None:
        """Take a legal action of `mask`, and observe the next decision for the player to move.

        An illegal action raises `IllegalActionError` and changes nothing.
        """
        number = number_of(action)
        if not self.offers(number):
            raise IllegalActionError(self._refusal(number))
        self._chosen[0] = number
        self._entries.act_and_show(
            self._kernel.engine(),
            self._games,
            0,
            self.setup.book.record,
            self._slots,
            self.setup.detail_number,
            self._words,
        )
        self._actions.append(self._taken[0])
        if self._error[0]:
            self._stop_at_error()

    def act_with(self, action: Any, play: Callable[[int], list[int]]) -> None:
        """As `act`, but `play` takes the legal action, or none for -1, and plays on (`whole`); it
        returns the engine actions."""
        number = -1
        if action is not None:
            number = number_of(action)
            if not self.offers(number):
                raise IllegalActionError(self._refusal(number))
        self._actions += play(number)
        if self._error[0]:
            self._stop_at_error()

    @functools.cached_property
    def whole(self) -> tuple[Any, ...]:
        """Arguments for compiled code that plays on by itself: the rules, the games (the second is
        empty), the cards, the slots, the last day, the detail, and scratch buffers."""
        setup = self.setup
        return (
            self._kernel.engine(),
            self._games,
            setup.book.record,
            self._slots,
            setup.day_limit,
            setup.detail_number,
            self._words,
        )

    def row_of(self, action: Any) -> int | None:
        """The legal action for this action of `Game`; None if it is not legal."""
        number = number_of(action)
        for row, taken in self.actions().items():
            if taken == number:
                return row
        return None

    def actions(self) -> dict[int, int]:
        """The legal actions, each with its `Game` action and option."""
        if self.over:
            return {}
        found = np.empty(len(self.mask), dtype=np.int32)
        self._entries.engine_actions(self._games, 0, self._slots, 0, found)
        return {int(action): int(found[action]) for action in np.flatnonzero(self.mask)}

    def labels(self) -> dict[int, str]:
        """The legal actions, each in words."""
        words = {} if self.over else self.game.labels()
        return {row: words[taken] for row, taken in self.actions().items()}

    def _refusal(self, number: int) -> str:
        if self.over:
            return f"action {number}: the game is over"
        rows = [f"{action} {label}" for action, label in self.labels().items()]
        return f"action {number} is not legal; legal are {listed(rows)}"

    def show_to(self, player: int) -> tuple[NDArray[np.int16], NDArray[Any]]:
        """Observation and mask of any player, as copies."""
        if player == self._shown_to[0] and not self.over:
            return self.observation.copy(), self.mask.copy()
        self._entries.show_desk(
            self._games, 0, self.setup.book.record, self._slots, 1, player, self.setup.detail_number
        )
        mask = self._slots["mask"][1].astype(self.setup.mask_type)
        return self._slots["observation"][1].copy(), mask

    @property
    def record(self) -> NDArray[np.void]:
        """The record of the game, not a copy, as an array of length one."""
        found: NDArray[np.void] = self._games[:1]
        return found

    @property
    def game(self) -> Game:
        """A copy of the game as a `Game`, to display, to save as a replay or to inspect."""
        return Game(self._games, self.setup.book, self._story()).clone()

    def show(self, agent: str | int | None = None) -> str:
        """The board as text, as an agent sees it; with None, every card is shown."""
        seat = None if agent is None else seat_of(agent, len(self.setup.agents))
        return self.game.show(seat)

    def seat(self, player: int) -> Seat:
        """The `Seat` given to an agent in this seat."""
        return Seat(Position(self._games, self.setup.book), player)

    def everything(self, player: int) -> NDArray[np.int16]:
        """The full state in the layout of this player's observation: for a critic, not for an
        agent."""
        if self.setup.detail != "everything":
            raise ValueError('everything needs an env created with detail="everything"')
        found: NDArray[np.int16] = np.zeros(self._kernel.layout.EVERYTHING, dtype=np.int16)
        self._entries.show_desk(self._games, 0, self.setup.book.record, self._slots, 1, player, 0)
        self._entries.everything_at(self._games, 0, self._slots, 1, found)
        return found

    def _story(self) -> Provenance:
        before = self._begun.actions
        actions = None if before is None else (*before, *self._actions)
        if actions is not None and len(actions) != self.decisions:
            actions = None  # Ctrl-C came before one was noted
        return replace(self._begun, actions=actions)

    def _stop_at_error(self) -> None:
        error = int(self._record["error"])
        if error:
            where = f"on day {self.day} after {self.decisions} decisions, seed {self._begun.seed}"
            raise EngineError(error, int(self._record["error_detail"]), where)

    def __getstate__(self) -> dict[str, Any]:
        return {
            "setup": self.setup,
            "games": self._games.view(np.uint8).copy(),
            "desks": self._slots.view(np.uint8).copy(),
            "layout": as_bytes(self._kernel.players),
            "actions": list(self._actions),
            "begun": self._begun,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["setup"])  # type: ignore[misc]
        lists = len(self._slots["deck"][0])  # a game has its own buffers
        put_back(state, self._games, self._slots, self._kernel, self.setup.book, lists)
        self._actions, self._begun = state["actions"], state["begun"]
