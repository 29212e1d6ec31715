"""A position as a value: state, legal actions and visible information.

It has no history; a `Game` does.

>>> from altered_env import Game
>>> world = Game.start("axiom", "bravos", seed=1).seat("A").world(seed=7)
>>> type(world).__name__, world.decision, world.view("A").players[1].hand
('Position', 'first_mana', ())
>>> before = world.clone()
>>> world.act(world.legal_actions()[0])
>>> world == before, before.decision
(False, 'first_mana')
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.engine.chance import seed_words
from altered_env.engine.terms import DECIDE
from altered_env.game.answer_parsing import number_of
from altered_env.game.engine_api import answer, resample_game
from altered_env.game.errors import EngineError, IllegalActionError, limit, listed
from altered_env.game.options import Option, asking, choices, offered, options, question
from altered_env.game.provenance import Provenance
from altered_env.game.saving import pack, unpack
from altered_env.game.states import State, duplicate
from altered_env.game.view import look
from altered_env.game.withholding import withhold
from altered_env.language.words import DECISIONS, PHASES, ruleset_of, seat, whole
from altered_env.render.text import board
from altered_env.render.views import View


class Position(State):
    """The current state of a game. Player 0 is A, player 1 is B; with four players, 2 is C and 3 is
    D."""

    __slots__ = ()

    # state

    @property
    def decider(self) -> int | None:
        """The player to move; None when the game is over."""
        return int(self.record["decider"]) if self.record["decision"] != DECIDE.NONE else None

    @property
    def decision(self) -> str | None:
        """The kind of the open decision: `turn`, `target`, `yes_no`, ..."""
        return DECISIONS[int(self.record["decision"])] if self.decider is not None else None

    @property
    def question(self) -> str:
        """The open decision, in words."""
        return question(self)

    @property
    def asking(self) -> int | None:
        """The slot of the card whose play or ability asks the open decision, if one does."""
        slot = asking(self)
        return slot if slot >= 0 else None

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return bool(self.record["over"])

    @property
    def truncated(self) -> bool:
        """Was the game cut off: at its day limit, for lack of decisions, or as `overfull`?"""
        return self.over and self.winner is None

    @property
    def overfull(self) -> str | None:
        """The capacity of the engine that the game exceeded, which ended it; None if it did not."""
        passed = int(self.record["overfull"])
        return limit(passed) if passed else None

    @property
    def winner(self) -> int | None:
        """The winner; None if there is none yet. For a team, one of the two: see `winners`."""
        winner = int(self.record["winner"])
        return winner if winner >= 0 else None

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners: one player, or both of a team."""
        return next((side for side in self.sides if self.winner in side), ())

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The players of each team, or each player alone.

        >>> from altered_env import Game
        >>> four = ("axiom", "bravos", "lyra", "muna")
        >>> Game.start(*four, seed=1, format="two_against_two").sides
        ((0, 2), (1, 3))
        """
        teams = self.record["team"][: self.players].tolist()
        return tuple(
            tuple(p for p, other in enumerate(teams) if other == team)
            for team in dict.fromkeys(teams)
        )

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.record["players"])

    @property
    def day(self) -> int:
        """The day, counted from 1."""
        return int(self.record["day"])

    @property
    def phase(self) -> str:
        """`setup`, `morning`, `noon`, `afternoon`, `dusk` or `night`."""
        return PHASES[int(self.record["phase"])]

    @property
    def rules(self) -> str:
        """The name of the ruleset."""
        return ruleset_of(int(self.record["rules"]))

    # deciding

    def legal_actions(self) -> list[int]:
        """The legal actions, in order."""
        return offered(self.record)

    def code(self, code: int) -> int:
        """The action number of an answer without an object, a `CODE`; these come after the
        objects."""
        return len(self.record["obj"]) + code

    def mask(self) -> NDArray[np.int8]:
        """The mask of legal actions, as a copy."""
        return np.asarray(self.record["mask"]).astype(np.int8)

    def options(self) -> tuple[Option, ...]:
        """The legal actions, each with its subject."""
        return options(self)

    def labels(self) -> dict[int, str]:
        """The legal actions in words, all different."""
        return {option.action: option.label for option in self.options()}

    def choices(self) -> tuple[Option, ...]:
        """The options as shown to a person: identical copies are one entry."""
        return choices(self)

    def label(self, action: int) -> str:
        """The label of a legal action, that of its entry in `choices`.

        >>> from altered_env import Game
        >>> game = Game.start("axiom", "bravos", seed=1)
        >>> game.label(game.legal_actions()[0])
        'A: Axiom Reprocessor in hand'
        """
        for option in self.choices():
            if option.stands_for(action):
                return option.label
        return f"action {action}"

    def act(self, action: int) -> None:
        """Take an action, which answers the open decision, and advance to the next.

        Raises `IllegalActionError`, and changes nothing, when the action is not offered.
        """
        self._take(action)
        self.stop_at_error()

    def _take(self, action: int) -> int:
        """Take an action; return it as a number."""
        number = number_of(action)
        there = 0 <= number < len(self.record["mask"])
        taken = there and answer(self.games, 0, self.book.record, number)
        if not taken:
            labels = [f"{a} {label}" for a, label in self.labels().items()]
            raise IllegalActionError(
                f"action {number} is not offered; "
                + (f"on offer: {listed(labels)}" if labels else self._nothing)
            )
        return number

    @property
    def _nothing(self) -> str:
        """Why there is no legal action."""
        if self.over:
            return "the game is over"
        return "its options depend on cards that the player does not know in this world"

    def stop_at_error(self) -> None:
        """Raise `EngineError` if the engine has stopped with an error."""
        error = int(self.record["error"])
        if error:
            where = f"on day {self.day} after {int(self.record['decisions'])} decisions"
            raise EngineError(error, int(self.record["error_detail"]), where)

    # other worlds

    def resample(self, player: int | str, seed: int) -> Position:
        """A determinization for this player.

        `view(player)` stays the same; the hidden cards, the face-down Tumult cards and future
        randomness are resampled. Another player's options follow from the sampled cards; if they
        depend on a search through cards that this player does not know, there are none.
        """
        who, words = seat(player, self.players), seed_words(whole(seed, "seed"))
        other = Position(duplicate(self.games), self.book)
        withhold(other, who)
        resample_game(other.games, 0, self.book.record, who, np.array(words, dtype=np.int64))
        return other

    # views

    def view(self, player: int | str | None = None) -> View:
        """A player's visible information; with None, everything."""
        return look(self, None if player is None else seat(player, self.players))

    def show(self, player: int | str | None = None) -> str:
        """The board as text, as seen from one seat; with None, with every card shown."""
        return board(self.view(player))

    def __str__(self) -> str:
        return self.show()

    def _repr_html_(self) -> str | None:
        """The board with every card shown, for notebooks."""
        return self.view()._repr_html_()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, day {self.day}, {self.phase}>"

    # as a value

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds a saved game without a history, which is checked like any other."""
        return _unpacked, (pack(self, asdict(Provenance(rules=self.rules, actions=None))),)

    def __copy__(self) -> Position:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self.clone()

    def state_hash(self) -> str:
        """A hash of the state."""
        return hashlib.sha256(self.state()).hexdigest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.state() == other.state() and self.book.cards == other.book.cards

    __hash__ = None  # type: ignore[assignment]  # it changes as it is played


def _unpacked(data: bytes) -> Position:
    state, book, _ = unpack(data)
    assert state is not None  # without a history, it is the only way to restore it
    return Position(state.games, book)
