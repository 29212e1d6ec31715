"""The same step twice: once as it is, once with a part of the book left out. If the two games
differ, that part mattered.

The engine is not involved: the book is data, and the omitted part is overwritten for one step and
then restored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.engine.layout import CODE_WIDTH, EVERY_BIT, new_games
from altered_env.engine.opcodes import OP
from altered_env.engine.terms import ABILITY, ERROR, C
from altered_env.game.states import duplicate, overwrite, state_of
from altered_env.language.book import Book

Games = NDArray[np.void]
Move = Callable[[Games], object]
"""What takes a game one step further: an answer, or the beginning of play."""

_TRAP = 100_000
"""Instructions from here on are unknown to the engine: it stops and says which it met."""
_SCRATCH = ("keep", "order", "was_in", "idle", "idles", "had", "had_object", "had_ability")
"""Scratch fields, no part of the game."""
_DERIVED = ("listening", "reactive", "gated", "stating", "altered", "options")
"""Caches of the engine, and the order in which answers were offered: invisible to players."""
_PASSIVES = ("passive_source", "passive_ability", "passive_stamp", "passive_done", "passive_needs")


def differ(one: Games, other: Games, *, but_for: Iterable[int] = ()) -> bool:
    """Do two games differ in anything but scratch and some columns of objects?"""
    if state_of(one) == state_of(other):
        return False
    return _game(one, but_for) != _game(other, but_for)


def _game(games: Games, but_for: Iterable[int]) -> bytes:
    copy = duplicate(games)
    record = copy[0]
    depth = int(record["depth"])
    for name in ("frame", "set", "targeted"):
        record[name][depth:] = 0
    for name in (*_SCRATCH, *_DERIVED, *_PASSIVES):
        record[name] = 0
    for column in but_for:
        record["obj"][:, column] = 0
    return state_of(copy)


class Twins:
    """Plays steps again with parts of a book left out."""

    def __init__(self, book: Book) -> None:
        # the book's record is a read-only view of a writable array
        self._record: Any = book.record.base
        assert self._record is not None
        self._code: NDArray[np.int32] = self._record["code"][0]
        self._games = new_games(1)

    def met(self, before: Games, move: Move, places: list[int]) -> set[int]:
        """Which of these instructions the step carries out."""
        found: set[int] = set()
        left = list(places)
        while left:
            with self._overwritten(left, range(_TRAP, _TRAP + len(left))):
                overwrite(self._games, before)
                move(self._games)
            if int(self._games[0]["error"]) != ERROR.OPCODE:
                break
            found.add(left.pop(int(self._games[0]["error_detail"]) - _TRAP))
        return found

    def needs(self, before: Games, move: Move, after: Games, place: int) -> bool:
        """Does the step end otherwise if this instruction does nothing?"""
        with self._overwritten([place, place + 1], [OP.JMP, place + CODE_WIDTH]):
            overwrite(self._games, before)
            move(self._games)
        return int(self._games[0]["error"]) == 0 and differ(self._games, after)

    @contextmanager
    def _overwritten(self, places: list[int], words: Iterable[int]) -> Iterator[None]:
        kept = self._code[places]
        self._code[places] = list(words)
        try:
            yield
        finally:
            self._code[places] = kept

    def works(self, before: Games, move: Move, after: Games, row: int) -> bool:
        """Does the step end otherwise without this ability?"""
        ability = self._record["ability"][0]
        kept = int(ability["kind"][row])
        if kept == ABILITY.BESIDES:
            card, types = int(ability["card"][row]), int(ability["property"][row])
            return self._type_works(before, move, after, card, types)
        ability["kind"][row] = 0
        try:
            overwrite(self._games, before)
            self._go(move)
        finally:
            ability["kind"][row] = kept
        return int(self._games[0]["error"]) == 0 and differ(self._games, after)

    def keyword_works(
        self, before: Games, move: Move, after: Games, card: int, field: str, bit: int
    ) -> bool:
        """Does the step end otherwise without this printed keyword?"""
        row = self._record["card"][0]
        kept = int(row[field][card])
        row[field][card] = kept & ~bit
        try:
            overwrite(self._games, before)
            objects = self._games[0]["obj"]
            mine = objects[:, C.CARD] == card
            objects[mine, C.KEYWORDS if field == "keywords" else C.TOUGH] &= ~bit
            self._go(move)
        finally:
            row[field][card] = kept
        # that an object has the keyword is not yet that it does something
        same = (C.KEYWORDS, C.TOUGH)
        return int(self._games[0]["error"]) == 0 and differ(self._games, after, but_for=same)

    def _type_works(self, before: Games, move: Move, after: Games, card: int, types: int) -> bool:
        """Does the step end otherwise without these types, which are written on the card?"""
        row = self._record["card"][0]
        kept = int(row["type"][card])
        row["type"][card] = kept & ~types
        try:
            overwrite(self._games, before)
            objects = self._games[0]["obj"]
            objects[objects[:, C.CARD] == card, C.TYPE] &= ~types
            self._go(move)
        finally:
            row["type"][card] = kept
        # that an object has the type is not yet that it does something
        return int(self._games[0]["error"]) == 0 and differ(self._games, after, but_for=(C.TYPE,))

    def _go(self, move: Move) -> None:
        """Take the step after evaluating passive abilities again from the cards."""
        self._games[0]["dirty"] = 1
        self._games[0]["altered"] = EVERY_BIT
        move(self._games)
