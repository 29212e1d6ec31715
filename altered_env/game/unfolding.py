"""What one action brings about, moment by moment up to the next decision: both may have passed
since, with nothing left to decide, and a night may have gone by.

>>> from altered_env import Game
>>> game = Game.start("axiom", "bravos", seed=1)
>>> for _ in range(5):
...     game.act(game.legal_actions()[0])
>>> [moment.view().phase for moment in unfolding(game, game.legal_actions()[0])][-3:]
['setup', 'noon', 'afternoon']
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from altered_env.engine.terms import DECIDE, ERROR, STAGE, STEP
from altered_env.game.position import Position
from altered_env.game.states import duplicate
from altered_env.serving import advance_once, advance_to, refresh_game

__all__ = ["progresses", "unfolding"]


def progresses(position: Position) -> bool:
    """Is Progress (4.2.4) the next thing to happen?"""
    record = position.record
    return bool(
        record["stage"] == STAGE.PROGRESS and record["step"] == 0 and not record["reactions"]
    )


def unfolding(position: Position, action: int) -> Iterator[Position]:
    """The position at each moment between an action and what is decided next,
    where a stage of the day, a player's passing or a roll of dice has come: always the same object,
    going on; none for an action that is not offered. The position that is given stays as it is."""
    if not 0 <= action < len(position.record["mask"]) or not position.record["mask"][action]:
        return
    at = Position(duplicate(position.games), position.book)
    games, book, record = at.games, at.book.record, at.record
    before = _where(record)
    advance_to(games, 0, book, action, int(record["stage"]), 0)
    while record["error"] == ERROR.NONE and not record["over"]:
        now = _where(record)
        quiet = record["commit"] == STEP.NONE and record["depth"] == 0
        if record["decision"] != DECIDE.NONE:
            return
        if (now != before and (quiet or now[-1] != before[-1])) or progresses(at):
            before = now
            if quiet and record["dirty"]:
                refresh_game(games, 0, book)
            yield at
        advance_once(games, 0, book)


def _where(record: Any) -> tuple[Any, ...]:
    dice = tuple(record["dice"][: int(record["dice_count"])].tolist())
    return int(record["stage"]), int(record["passed"]), int(record["turn"]), dice
