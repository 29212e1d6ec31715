"""What all compiled players share: taking a step, drawing an answer, when a matter is settled.

`engine` is the compiled rules, handed over as a value and called as `step_engine` is. `games` is an
array of records to think with; a place in it is overwritten by `copy`.
"""

from ..engine.chance import below
from ..engine.compiled import compiled
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
    games[j] = games[i]


@compiled
def answer(engine, games, i, book, action, rng):
    """Answer the decision of game i, and go on to the next."""
    engine(games, i, i + 1, book, COMMAND.ANSWER, action, 0, 0, 0, 0, rng)


@compiled
def world(engine, games, i, j, book, player, rng):
    """Turn game j into a determinization of game i for the player."""
    games[j] = games[i]
    engine(games, j, j + 1, book, COMMAND.RESAMPLE, player, 0, 0, 0, 0, rng)


@compiled
def daily(kind):
    """Does this kind of decision begin a matter of its own, rather than go on with one?"""
    return (
        kind == DECIDE.TURN
        or kind == DECIDE.EXPAND
        or kind == DECIDE.KEEP_RESERVE
        or kind == DECIDE.KEEP_LANDMARKS
        or kind == DECIDE.FIRST_MANA
    )


@compiled
def eager_action(game, rng):
    """A random answer, but one that passes only where nothing else is on offer."""
    if game.decision == DECIDE.TURN and game.offered > 1:
        return int(game.options[below(rng, int(game.offered) - 1)])  # to pass is offered last
    return random_action(game, rng)
