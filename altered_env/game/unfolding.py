"""What one action brings about, moment by moment up to the next decision: both may have passed
since, with nothing left to decide, and a night may have gone by.

>>> from altered_env import Game
>>> game = Game.start("axiom", "bravos", seed=1)
>>> for _ in range(5):
...     game.act(game.legal_actions()[0])
>>> [at.view().phase for at, _ in unfolding(game, game.legal_actions()[0])][-3:]
['setup', 'noon', 'afternoon']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from altered_env.engine.terms import DECIDE, ERROR, EV, NOTED, STAGE, STEP
from altered_env.game.position import Position
from altered_env.game.states import duplicate
from altered_env.game.words import SEATS
from altered_env.serving import advance_once, advance_to, refresh_game

__all__ = ["progresses", "unfolding"]


def progresses(position: Position) -> bool:
    """Is Progress (4.2.4) the next thing to happen?"""
    record = position.record
    return bool(
        record["stage"] == STAGE.PROGRESS and record["step"] == 0 and not record["reactions"]
    )


def unfolding(position: Position, action: int) -> Iterator[tuple[Position, str]]:
    """The position at each moment between an action and what is decided next, where a stage of the
    day, a player's passing or a roll of dice has come, with what was rolled. It is always the same
    object, going on; an action that is not offered has no such moments."""
    if not 0 <= action < len(position.record["mask"]) or not position.record["mask"][action]:
        return
    at = Position(duplicate(position.games), position.book)
    games, book, record = at.games, at.book.record, at.record
    before = _where(record)
    advance_to(games, 0, book, action, int(record["stage"]), 0)
    while record["error"] == ERROR.NONE and not record["over"]:
        now = _where(record)
        if record["decision"] != DECIDE.NONE:
            return
        if record["commit"] == STEP.NONE and record["depth"] == 0:
            if now != before or progresses(at):
                before = now
                if record["dirty"]:
                    refresh_game(games, 0, book)
                yield at, ""
        before_it = _rolls(record)
        advance_once(games, 0, book)
        if rolled := _who_rolled(record, before_it):
            yield at, rolled


def _where(record: Any) -> tuple[int, int, int]:
    return int(record["stage"]), int(record["passed"]), int(record["turn"])


def _rolls(record: Any) -> Counter[int]:
    """How often each player has rolled dice today."""
    found: Counter[int] = Counter()
    for line in record["log"][: int(record["logged"])]:
        if line[NOTED.KIND] == EV.ROLL:
            found[int(line[NOTED.PLAYER])] += int(line[NOTED.TIMES])
    return found


def _who_rolled(record: Any, before: Counter[int]) -> str:
    """Who has rolled dice since, in words; empty if nobody has."""
    rolled = (_rolls(record) - before).keys()
    return ", ".join(f"{SEATS[player]} rolls dice" for player in sorted(rolled))
