"""The upcoming dice, if dice are the only randomness. Needed since the record keeps the result of a
roll only while it is used."""

from __future__ import annotations

from typing import Any

from altered_env.engine.chance import below
from altered_env.game.engine_api import advance_once
from altered_env.game.plain_code import plain

FACES = 6


_below = plain(below)


def dice_to_come(games: Any, book: Any) -> tuple[int, ...]:
    """Advance the game by one step and return the dice rolled; empty if anything else was random.

    The dice are fixed to the generator's next values. If the generator was not used meanwhile, its
    only values were these dice, and the game has gone as it would have.
    """
    record = games[0]
    words = record["rng"].tolist()
    fixed = record["rigged"].tolist()[: int(record["rigged_count"])]
    room = len(record["rigged"])
    drawn = list(words)
    fixed += [1 + _below(drawn, FACES) for _ in range(room - len(fixed))]
    record["rigged"], record["rigged_count"] = fixed, room
    advance_once(games, 0, book)
    if record["rng"].tolist() != words:
        return ()
    return tuple(fixed[: room - int(record["rigged_count"])])
