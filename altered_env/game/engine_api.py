"""Python API over the compiled engine (two or four players): begin a game, answer a decision, play
at random.

Everything goes through the one entry that holds the rules (`engine/table.py`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from altered_env.engine.table import COMMAND
from altered_env.game.kernels import kernel_of

Array = np.ndarray[Any, Any]
NO_RNG = np.zeros(4, dtype=np.int64)


def ask(games: Array, i: int, book: Array, command: int, *numbers: int, rng: Array = NO_RNG) -> int:
    """Carry out a `COMMAND` on game i; return its result."""
    # a bool is a separate type to Numba, for which the engine would be compiled again
    a, b, c, d, e = map(int, (*numbers, 0, 0, 0, 0, 0)[:5])
    return int(
        kernel_of(games).table.step_engine(games, i, i + 1, book, command, a, b, c, d, e, rng)
    )


def open_game(games: Array, i: int, book: Array, rng: Array, players: int, rules: int) -> None:
    """An empty table in place i, with its generator's four words."""
    ask(games, i, book, COMMAND.OPEN, players, rules, rng=rng)


def put_object(
    games: Array, i: int, book: Array, card: int, owner: int, zone: int, side: int, expedition: int
) -> int:
    """Put the card into a zone, before the game or in a scenario; returns its object."""
    return ask(games, i, book, COMMAND.PUT, card, owner, zone, side, expedition)


def refresh_game(games: Array, i: int, book: Array) -> None:
    """Re-evaluate passive abilities, from the cards."""
    ask(games, i, book, COMMAND.REFRESH)


def begin(games: Array, i: int, book: Array) -> None:
    """Set-up (4.1), up to the first decision. Heroes and Decks are in place."""
    ask(games, i, book, COMMAND.BEGIN)


def resume(
    games: Array, i: int, book: Array, at: int, phase: int, announce: int, go: int = 1
) -> None:
    """Start play on a prepared table at a stage of the day. With `announce` the beginning of that
    phase is an event; with `go` play advances to the next decision."""
    ask(games, i, book, COMMAND.RESUME, at, phase, announce, go)


def advance_once(games: Array, i: int, book: Array) -> None:
    """Advance by one step while no decision is open: for a scenario that stops between
    decisions."""
    ask(games, i, book, COMMAND.ADVANCE)


def answer(games: Array, i: int, book: Array, action: int) -> bool:
    """Answer the open decision. False, and nothing changed, if the action is not offered."""
    return ask(games, i, book, COMMAND.ANSWER, action) != 0


def answer_measured(games: Array, i: int, book: Array, action: int, peaks: Array) -> None:
    """Take an offered action, and raise `peaks` (one number for each of CAPACITIES) to the highest
    fill reached on the way."""
    ask(games, i, book, COMMAND.MEASURE, action, rng=peaks)


def quick_actions_of(games: Array, i: int, book: Array, player: int, x: int) -> int:
    """A player's uses of object x in a turn: bit 0 to play it, bit 1 + n its quick action n. Call
    it on a copy: it writes to scratch fields."""
    return ask(games, i, book, COMMAND.USES, player, x)


def quick_action(games: Array, i: int, book: Array, x: int, number: int) -> int:
    """The ability of the book that is quick action `number` of object x."""
    return ask(games, i, book, COMMAND.QUICK, x, number)


def ability_offered(games: Array, i: int, book: Array, number: int) -> tuple[int, int]:
    """The object and ability that answer MODE + `number` stands for, when the question is which
    ability to activate. Call it on a copy."""
    return divmod(ask(games, i, book, COMMAND.ABILITY, number), 65536)


def ability_of_answer(games: Array, i: int, book: Array, action: int) -> int:
    """The ability of the book that an offered answer is or belongs to: a Reaction, a modifier, an
    ability to activate, one with modes. -1 for other answers. Call it on a copy."""
    return ask(games, i, book, COMMAND.ABILITY_OF, action)


def playable_in(games: Array, i: int, book: Array, player: int, x: int, expedition: int) -> bool:
    """Could a player play x in this Expedition (-1: in any)? Call it on a copy."""
    return ask(games, i, book, COMMAND.PLAYABLE, player, x, expedition) != 0


def cost_to_play(
    games: Array, i: int, book: Array, player: int, x: int, origin: int, expedition: int
) -> int:
    """The mana needed to play x from a zone; -1 if it has no such cost. Call it on a copy."""
    return ask(games, i, book, COMMAND.COST, player, x, origin, expedition)


def advance_to(games: Array, i: int, book: Array, action: int, at: int, quiet: int) -> bool:
    """Take an action (-1: none) and advance until stage `at` of the day is next (with `quiet`, also
    until no Reaction waits). Return True if that point was reached."""
    return ask(games, i, book, COMMAND.ADVANCE_TO, action, at, quiet) != 0


def check_cards(games: Array, i: int, book: Array) -> None:
    """Set the error of the record if a card is lost, duplicated or in an impossible place. The
    engine itself checks this whenever players leave and when the game ends."""
    ask(games, i, book, COMMAND.CHECK)


def resample_game(games: Array, i: int, book: Array, player: int, rng: Array) -> None:
    """Turn game i into a determinization for the player, drawn with `rng`."""
    ask(games, i, book, COMMAND.RESAMPLE, player, rng=rng)


def enter_arena_now(games: Array, i: int, book: Array) -> None:
    """Start tiebreakers (4.3.a)."""
    ask(games, i, book, COMMAND.ARENA)


def random_steps(games: Array, i: int, book: Array, rng: Array, steps: int) -> int:
    """Play game i at random for up to `steps` decisions; returns how many were taken."""
    return ask(games, i, book, COMMAND.RANDOM, steps, rng=rng)


def random_batch(games: Array, first: int, last: int, book: Array, rng: Array, steps: int) -> int:
    """Play games first .. last - 1 at random, each for up to `steps` decisions."""
    served = kernel_of(games).table.step_engine
    return int(served(games, first, last, book, COMMAND.RANDOM, steps, 0, 0, 0, 0, rng))
