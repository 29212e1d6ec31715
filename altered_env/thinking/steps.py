"""Functions shared by compiled players: taking a step, sampling an answer, detecting the end of an
action.

`engine` is the compiled rules, passed as a value and called like `step_engine`. `games` is an array
of scratch records; `copy` overwrites a place in it.
"""

from ..engine.chance import below
from ..engine.compiled import compiled
from ..engine.copying import copy_in_use
from ..engine.table import COMMAND, random_action
from ..engine.terms import DECIDE, ERROR

__all__ = ["COMMAND", "answer", "copy", "daily", "eager_action", "running", "world"]


@compiled
def running(game):
    """Is there a decision to take?"""
    return game.decision != DECIDE.NONE and game.error == ERROR.NONE


@compiled
def copy(games, i, j):
    """Copy game i over game j."""
    copy_in_use(games[i], games[j])


@compiled
def answer(engine, games, i, book, action, rng):
    """Take an action in game i, and advance to the next decision."""
    engine(games, i, i + 1, book, COMMAND.ANSWER, action, 0, 0, 0, 0, rng)


@compiled
def world(engine, games, i, j, book, player, rng):
    """Turn game j into a determinization of game i for the player."""
    copy_in_use(games[i], games[j])
    engine(games, j, j + 1, book, COMMAND.RESAMPLE, player, 0, 0, 0, 0, rng)


@compiled
def daily(kind):
    """Does this kind of decision begin a new action, rather than continue one?"""
    return (
        kind == DECIDE.TURN
        or kind == DECIDE.EXPAND
        or kind == DECIDE.KEEP_RESERVE
        or kind == DECIDE.KEEP_LANDMARKS
        or kind == DECIDE.FIRST_MANA
    )


@compiled
def eager_action(game, rng):
    """A random legal answer that passes only if nothing else is legal."""
    if game.decision == DECIDE.TURN and game.offered > 1:
        return int(game.options[below(rng, int(game.offered) - 1)])  # to pass is offered last
    return random_action(game, rng)
