"""What one player at a decision knows and may do: all that an agent is given.

A seat is made of another world that the player cannot tell from the game at hand, and it keeps
nothing of the game itself. So an agent that looks where it should not finds cards that may well
be elsewhere. What the world does show is which cards the other deck holds, in some order: agents
play with open deck lists.

>>> from altered_env import Game
>>> seat = Game.start("axiom", "bravos", seed=1).seat()
>>> seat.decision, len(seat.actions), len(seat.view.players[seat.player].hand)
('first_mana', 6, 6)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from altered_env.engine.terms import DECIDE
from altered_env.game.options import Option, offered, options
from altered_env.game.states import duplicate
from altered_env.game.view import View, look
from altered_env.game.words import DECISIONS, SEATS
from altered_env.game.worlds import resample

if TYPE_CHECKING:
    from altered_env.game import Game
    from altered_env.language.book import Book

__all__ = ["Seat"]


class Seat:
    """One player's place at the table, at one moment. `Game.seat()` makes it."""

    __slots__ = ("_book", "_games", "player")

    player: int
    """Whose seat it is: 0 is A, 1 is B, and so on."""

    def __init__(self, games: NDArray[np.void], book: Book, player: int, salt: int = 0) -> None:
        """The seat of a player in the game in place 0; people use `Game.seat`."""
        self.player = player
        self._book = book
        self._games = duplicate(games)
        # the seed follows from what is public, so that the same moment gives the same seat
        resample(self._games, book, player, 2 * (int(games[0]["decisions"]) + (salt << 32)) + 1)

    @property
    def view(self) -> View:
        """Everything the player may know."""
        return look(self._games, self._book, self.player)

    @property
    def deciding(self) -> bool:
        """Is the open decision this player's?"""
        record = self._games[0]
        return bool(record["decision"] != DECIDE.NONE and record["decider"] == self.player)

    @property
    def decision(self) -> str | None:
        """What kind of decision is open, if it is this player's."""
        return DECISIONS[int(self._games[0]["decision"])] if self.deciding else None

    @property
    def actions(self) -> list[int]:
        """The actions on offer to this player."""
        return offered(self._games[0]) if self.deciding else []

    @property
    def options(self) -> tuple[Option, ...]:
        """The actions on offer to this player, each with what it is about."""
        return options(self._games, self._book) if self.deciding else ()

    def labels(self) -> dict[int, str]:
        """The actions on offer, each in words."""
        return {option.action: option.label for option in self.options}

    def world(self, seed: int) -> Game:
        """A world that the player cannot tell from the game at hand, to try things in."""
        from altered_env.game import Game, Story

        games = duplicate(self._games)
        resample(games, self._book, self.player, seed)
        return Game(games, self._book, Story(actions=None))

    @property
    def book(self) -> Book:
        """The compiled cards of the game."""
        return self._book

    def records(self) -> tuple[NDArray[np.void], Any]:
        """For compiled search: the record of such a world, as an array of one, and the book."""
        return self._games, self._book.record

    def __repr__(self) -> str:
        return f"<Seat of {SEATS[self.player]}, {self.decision or 'not deciding'}>"
