"""Advancing a game to a chosen moment, also one without a decision."""

from __future__ import annotations

from typing import Any

from altered_env.engine.layout import NO_ANSWER
from altered_env.engine.terms import CODE, STAGE
from altered_env.game import Game
from altered_env.game.engine_api import advance_to

BEGUN = {
    "morning": STAGE.SUCCEED,
    "noon": STAGE.AFTERNOON,
    "afternoon": STAGE.TURN,
    "dusk": STAGE.PROGRESS,
    "night": STAGE.REST,
}
"""The next stage after the beginning of a phase."""

_AFTER = {
    STAGE.SUCCEED: STAGE.PREPARE,
    STAGE.AFTERNOON: STAGE.TURN,
    STAGE.TURN: STAGE.DUSK,
    STAGE.PROGRESS: STAGE.NIGHT,
    STAGE.REST: STAGE.CLEAN_UP,
}


def least_eventful(record: Any) -> int:
    """The least eventful answer: done, no, pass, or else the first option."""
    mask, slots = record["mask"], len(record["obj"])
    for code in (CODE.DONE, CODE.NO, CODE.PASS):
        if mask[slots + code]:
            return int(slots + code)
    return next(action for action in range(len(mask)) if mask[action])


def go_to_stage(game: Game, stage: int, *, quiet: bool = False, turns_only: bool = False) -> bool:
    """Give the least eventful answers until this stage of the day is next; with `quiet`, also until
    no Reaction waits; with `turns_only`, only pass turns. Return True if it was reached."""
    while not game.over:
        decides = game.decider is not None
        if decides and turns_only and game.decision != "turn":
            return False
        action = least_eventful(game.record) if decides else NO_ANSWER
        stopped = advance_to(game.games, 0, game.book.record, action, stage, int(quiet))
        game.stop_at_error()
        if stopped:
            return True
    return False


def go_to_phase(game: Game, phase: str) -> bool:
    """Advance to the next beginning of this phase. Return False if the game ends before."""
    stage = BEGUN[phase]
    if int(game.record["stage"]) == stage and not go_to_stage(game, _AFTER[stage]):
        return False
    return go_to_stage(game, stage)
