"""The course of an action, moment by moment up to the next decision: meanwhile both players may
pass without a choice, and a Night may pass.

>>> from altered_env import Game
>>> game = Game.start("axiom", "bravos", seed=1)
>>> for _ in range(5):
...     game.act(game.legal_actions()[0])
>>> at = Position(duplicate(game.games), game.book)
>>> [at.view().phase for _ in play_out(at, game.legal_actions()[0])][-3:]
['noon', 'noon', 'afternoon']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from altered_env.engine.chance import below
from altered_env.engine.layout import F
from altered_env.engine.playing import AT
from altered_env.engine.terms import CODE, DECIDE, ERROR, EV, FRAME, NOTED, STAGE, STEP, USE
from altered_env.game.engine_api import advance_once, refresh_game
from altered_env.game.kernels import kernel_of
from altered_env.game.plain_code import plain
from altered_env.game.position import Position
from altered_env.game.states import duplicate
from altered_env.language.words import SEATS

FACES = 6
_below = plain(below)


def is_told(position: Position, seat: str | None) -> bool:
    """May the narration to a player cover this moment?

    It may at the player's own decisions, at the end, and at decisions of others outside a play or
    an effect. A question to another player within one may depend on hidden cards, so nothing is
    narrated then.
    """
    decider = position.decider
    return decider is None or not position.record["depth"] or seat in (None, SEATS[decider])


def progresses(position: Position) -> bool:
    """Is Progress (4.2.4) the next thing to happen?"""
    record = position.record
    return bool(
        record["stage"] == STAGE.PROGRESS and record["step"] == 0 and not record["reactions"]
    )


def play_out(at: Position, action: int) -> Iterator[str]:
    """Take an action and advance to the next decision. Yields the dice rolled at each moment on the
    way: a stage of the day, a pass, the play of a card, the end of an effect, a roll of dice, or a
    die ignored. An illegal action yields nothing."""
    games, book, record = at.games, at.book.record, at.record
    if not 0 <= action < len(record["mask"]) or not record["mask"][action]:
        return
    before, within = _where(record), record["depth"] > 0
    roller, ignored = _roller(record), _ignored(at, action)
    answer_only(record, action)
    if ignored:
        yield f"{SEATS[roller]} ignores {ignored}"
    while record["error"] == ERROR.NONE and not record["over"]:
        now = _where(record)
        if record["decision"] != DECIDE.NONE:
            return
        if record["commit"] == STEP.NONE and (record["depth"] == 0 or now[-1] >= 0):
            if now != before or (within and record["depth"] == 0) or progresses(at):
                before, within = now, False
                if record["dirty"]:
                    refresh_game(games, 0, book)
                yield ""
        within = within or record["depth"] > 0
        earlier, before_it = duplicate(games), _rolls(record)
        advance_once(games, 0, book)
        if _roller(record) >= 0 and not earlier[0]["dice_count"]:
            yield _said_of([_roller(record)], _dice(record))
        # of those already seen when they were asked about, nothing more
        elif rolled := (_rolls(record) - before_it).keys() - {roller}:
            yield _said_of(sorted(rolled), dice_to_come(earlier, book))


def answer_only(record: Any, action: int) -> None:
    """Answer the open decision without advancing further."""
    record["mask"], record["options"], record["offered"] = 0, 0, 0
    record["minimum"], record["maximum"], record["subject"] = 0, 0, -1
    record["decision"], record["decider"], record["answer"] = DECIDE.NONE, -1, action
    record["decisions"] += 1


def _where(record: Any) -> tuple[int, int, int, int]:
    """Stage, passed players, turn, and the card shown as its play begins, -1 for none."""
    shown = -1
    if record["depth"]:
        top = record["frame"][int(record["depth"]) - 1]
        if (top[F.KIND], top[F.USE], top[F.STAGE]) == (FRAME.PLAY, USE.CARD, AT.EXPEDITION):
            shown = int(top[F.SLOT])
    return int(record["stage"]), int(record["passed"]), int(record["turn"]), shown


def _roller(record: Any) -> int:
    """The player who is asked about dice that all can see (7.3.33.c); -1 if none is."""
    asked = record["decision"] in (DECIDE.DIE, DECIDE.RAISE) and record["dice_count"] > 0
    return int(record["decider"]) if asked else -1


def _ignored(at: Position, action: int) -> int:
    """The die that an action ignores; 0 for none."""
    if at.record["decision"] != DECIDE.DIE:
        return 0
    return int(action - kernel_of(at.games).rules.OBJECTS - CODE.NUMBER)


def _dice(record: Any) -> tuple[int, ...]:
    return tuple(record["dice"][: int(record["dice_count"])].tolist())


def _rolls(record: Any) -> Counter[int]:
    """How often each player has rolled dice today."""
    found: Counter[int] = Counter()
    for line in record["log"][: int(record["logged"])]:
        if line[NOTED.KIND] == EV.ROLL:
            found[int(line[NOTED.PLAYER])] += int(line[NOTED.TIMES])
    return found


def _said_of(players: Sequence[int], dice: Sequence[int]) -> str:
    """The dice roll in words, with its result if that is known and a single player rolls.

    >>> _said_of([0], [2, 5]), _said_of([0, 1], [2, 5]), _said_of([1], [])
    ('A rolls 2, 5', 'A rolls dice, B rolls dice', 'B rolls dice')
    """
    shown = ", ".join(map(str, dice)) if len(players) == 1 else ""
    return ", ".join(f"{SEATS[player]} rolls {shown or 'dice'}" for player in players)


def dice_to_come(games: Any, book: Any) -> tuple[int, ...]:
    """Advance the game by one step and return the dice rolled; empty if anything else was random.
    Needed since the record keeps the result of a roll only while it is used.

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
