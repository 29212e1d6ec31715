"""A player's visible information and actions at a decision: the interface of agents.

A seat is built from a determinization and keeps no reference to the game itself, so an agent that
tries to read hidden cards finds sampled ones. The determinization does contain the cards of the
other deck, in random order: agents play with open deck lists. In a closed seat they are sampled,
conditioned on the cards seen of that deck (`engine/beliefs.py`).

>>> from altered_env import Game
>>> seat = Game.start("axiom", "bravos", seed=1).seat()
>>> seat.decision, len(seat.actions), len(seat.view.players[seat.player].hand)
('first_mana', 6, 6)
>>> game = Game.start("axiom", "bravos", seed=1)
>>> true = {card.reference for card in game.story.decks[1].cards}
>>> def shown(seat):
...     return {card.reference for card in seat.world(seed=1).view().players[1].hand}
>>> shown(game.seat("A")) <= true, shown(game.seat("A").closed()) <= true
(True, False)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.engine.terms import RULE
from altered_env.game.books import tells_decks
from altered_env.game.options import Option
from altered_env.game.position import Position
from altered_env.game.states import duplicate
from altered_env.language.book import Book
from altered_env.language.words import SEATS
from altered_env.render.views import View

_WORD = (1 << 64) - 1


class Seat:
    """One player's information at one moment. Created by `Game.seat()`."""

    __slots__ = ("_position", "player")

    player: int
    """The player: 0 is A, 1 is B, and so on."""

    def __init__(
        self, position: Position, player: int, salt: int = 0, *, closed: bool = False
    ) -> None:
        """The seat of a player in the current position. Use `Game.seat` instead."""
        self.player = player
        if closed:
            position = _closed(position)
        # the seed derives from public information, so that the same moment gives the same seat
        seed = 2 * (int(position.record["decisions"]) + (salt << 32)) + 1
        self._position = Position.resample(position, player, seed & _WORD)

    def closed(self) -> Seat:
        """The same seat without the other decks' lists: each of its determinizations samples them,
        conditioned on the cards seen.

        Raises `ValueError` if the book has only the game's own cards, which would reveal the decks:
        start the game with `book="pool"`.
        """
        return Seat(self._position, self.player, closed=True)

    @property
    def view(self) -> View:
        """All information visible to the player."""
        return self._position.view(self.player)

    @property
    def deciding(self) -> bool:
        """Is the open decision this player's?"""
        return self._position.decider == self.player

    @property
    def decision(self) -> str | None:
        """The kind of the open decision, if it is this player's."""
        return self._position.decision if self.deciding else None

    @property
    def asking(self) -> int | None:
        """The slot of the card that asks this player, if one does."""
        return self._position.asking if self.deciding else None

    @property
    def actions(self) -> list[int]:
        """The legal actions of this player."""
        return self._position.legal_actions() if self.deciding else []

    @property
    def options(self) -> tuple[Option, ...]:
        """The legal actions of this player, each with its subject."""
        return self._position.options() if self.deciding else ()

    def labels(self) -> dict[int, str]:
        """The legal actions in words."""
        return {option.action: option.label for option in self.options}

    def choices(self) -> tuple[Option, ...]:
        """The options as shown to a person: identical copies are one entry."""
        return self._position.choices() if self.deciding else ()

    def world(self, seed: int) -> Position:
        """A determinization to try actions in."""
        return self._position.resample(self.player, seed)

    @property
    def book(self) -> Book:
        """The compiled cards of the game."""
        return self._position.book

    def records(self) -> tuple[NDArray[np.void], Any]:
        """For compiled search: the record of a determinization, as an array of length one, and the
        book."""
        return self._position.games, self._position.book.record

    def __repr__(self) -> str:
        return f"<Seat of {SEATS[self.player]}, {self.decision or 'not deciding'}>"


def _closed(position: Position) -> Position:
    """This position, but its determinizations sample the other decks' lists."""
    if tells_decks(position.book):
        raise ValueError(
            "closed deck lists: the book of this game has only"
            f" {len(position.book.cards)} cards, which reveals its decks; start it with"
            ' book="pool"'
        )
    other = Position(duplicate(position.games), position.book)
    other.record["rules"] |= RULE.LISTS_CLOSED
    return other
