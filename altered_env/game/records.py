"""Checks of external records before compiled code reads them.

First every number is checked against `bounds.py`; then relations: slots and zones, effects in
progress and their programs, the step; last, whether the engine would open the same decision, and
whether passive abilities evaluate to the stored values. A record that passes may still be
unreachable by play, but it cannot lead compiled code out of its arrays or into an endless loop.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from altered_env.engine.layout import CODE_WIDTH, F, M
from altered_env.engine.opcodes import OP
from altered_env.engine.terms import (
    ABILITY,
    ACT,
    CODE,
    DECIDE,
    EMBLEM,
    EV,
    FRAME,
    STAGE,
    STATUS,
    USE,
    C,
    Z,
    kinds_of,
)
from altered_env.game.bounds import ONE_OF, Range, columns_of, fields_of, of_columns
from altered_env.game.engine_api import advance_once
from altered_env.game.kernels import kernel_of
from altered_env.game.record_invariants import outdated, standing
from altered_env.game.states import State, duplicate

if TYPE_CHECKING:
    from altered_env.language.book import Book

_ASKED = (
    *("decision", "decider", "subject", "mask", "options", "offered", "depth", "commit"),
    *("stage", "step", "act", "acts", "event", "events", "held", "answer"),
)
_UNDER_WAY = ("frame", "set", "targeted")
"""The fields that must not change when the same question is asked again; of frames, those in
use."""

_UNASKED = {
    "decision": DECIDE.NONE,
    "decider": -1,
    "subject": -1,
    "minimum": 0,
    "maximum": 0,
    "offered": 0,
    "options": 0,
    "mask": 0,
}
"""A record in which no decision is open."""

_MODES_PICKED = 22
"""One more than the maximum number of modes of a question."""

_MODIFYING = (ABILITY.WHOLE, ABILITY.INSTEAD, ABILITY.ALSO, ABILITY.RAISE)


def wrong_with(state: State) -> str:
    """The faults of a game, in words; empty if there are none.

    >>> from altered_env import Game
    >>> game = Game.start("axiom", "bravos", seed=1)
    >>> wrong_with(game)
    ''
    >>> game.record["first_player"] = 7
    >>> wrong_with(game)
    'first_player is 7; expected 0 to 1'
    """
    for found in _faults(state):
        return found
    return ""


def _faults(state: State) -> Iterator[str]:
    rules, record, book = kernel_of(state.games).rules, state.record, state.book
    yield from _numbers(record, book, rules)
    yield from _objects(record)
    yield from _abilities(record, book)
    yield from _frames(record, book, rules)
    yield from _steps(record, book, rules)
    if int(record["overfull"]):
        if not int(record["over"]) or int(record["decision"]) != DECIDE.NONE:
            yield "it exceeded a capacity, but is not over"
        return  # it exceeded a capacity in mid-step and cannot continue
    yield from standing(state)
    yield from _decision(state)
    if int(record["error"]) == 0:
        yield from outdated(state)


def outside(record: Any, ranges: dict[str, Range]) -> Iterator[str]:
    """The fields of a record with a number out of range, each with its first such number."""
    for name, (low, high) in ranges.items():
        if name in record.dtype.names:
            yield from _outside(name, np.asarray(record[name]), low, high)


def _outside(name: str, values: NDArray[Any], low: int, high: int) -> Iterator[str]:
    wrong = (values < low) | (values > high)
    if wrong.any():
        place = tuple(int(at[0]) for at in np.nonzero(np.atleast_1d(wrong)))
        at = "" if values.ndim == 0 else str(list(place))
        found = np.atleast_1d(values)[place]
        allowed = f"expected {low} to {high}" if low < high else f"expected {low}"
        yield f"{name}{at} is {found}; {allowed}"


@functools.lru_cache(maxsize=16)
def _tables(rules: Any, cards: int, counters: int, code: int) -> Any:
    """The tables of `bounds.py`, with the minima and maxima of columns as arrays."""
    columns = {}
    for field, ranges in of_columns(rules, cards, counters, code).items():
        found = [ranges[name] if name else (0, 0) for name in columns_of(field)]
        columns[field] = tuple(np.array(side, dtype=np.int64) for side in zip(*found, strict=True))
    return fields_of(rules, cards, counters), columns


@functools.lru_cache(maxsize=16)
def _extremes(rules: Any, cards: int, counters: int, code: int) -> tuple[Any, Any]:
    """A record of the minima of all numbers, and one of the maxima."""
    fields, columns = _tables(rules, cards, counters, code)
    found = rules.new_games(2)
    for side in (0, 1):
        for name, ends in (fields | columns).items():
            if name in found.dtype.names:
                info = np.iinfo(found[name].dtype)
                found[name][side] = np.clip(ends[side], info.min, info.max)
        for name, allowed in ONE_OF.items():
            found[name][side] = (min, max)[side](allowed)
    return found[:1], found[1:]


def _within(record: Any, least: Any, most: Any) -> bool:
    """Is every number of a record between those of two others? Numbers of the same width are
    adjacent."""
    dtype, whole = least.dtype, np.frombuffer(record.tobytes(), dtype=np.uint8)
    ends = [side.view(np.uint8) for side in (least, most)]
    starts: dict[np.dtype[Any], int] = {}
    for name in dtype.names:
        starts.setdefault(dtype[name].base, dtype.fields[name][1])
    for (kind, start), stop in zip(starts.items(), [*starts.values(), len(whole)][1:], strict=True):
        now, low, high = (part[start:stop].view(kind) for part in (whole, *ends))
        if ((now < low) | (now > high)).any():
            return False
    return all(int(record[name]) in allowed for name, allowed in ONE_OF.items())


def _numbers(record: Any, book: Book, rules: Any) -> Iterator[str]:
    """Check every number against its bounds: all at once, and one by one to report which is out of
    range."""
    sizes = len(book.cards), len(book.counters), int(book.record[0]["length"])
    if _within(record, *_extremes(rules, *sizes)):
        return
    fields, columns = _tables(rules, *sizes)
    yield from outside(record, fields)
    for field, (low, high) in columns.items():
        values = np.asarray(record[field])
        wrong = np.argwhere((values < low) | (values > high))
        for row, column in wrong[:1].tolist():
            name = columns_of(field)[column] or f"column {column}"
            yield (
                f"{name} of {field}[{row}] is {values[row, column]}; "
                f"expected {low[column]} to {high[column]}"
            )
    for field, allowed in ONE_OF.items():
        if int(record[field]) not in allowed:
            yield f"{field} is {int(record[field])}, which is invalid"


def _objects(record: Any) -> Iterator[str]:
    """Check that free slots are empty and that every object is in a zone."""
    obj = record["obj"]
    free = obj[obj[:, C.LIFE] == 0]
    if free.any():
        yield "a free slot is not empty"
    if (obj[obj[:, C.LIFE] == 1][:, C.ZONE] == Z.NOWHERE).any():
        yield "an object has no place"
    if int(record["out"]) == (1 << len(record["team"])) - 1:
        yield f"out is {int(record['out'])}: no player is left"
    if not record["rng"].any():
        yield "its random state is stuck at zero"


def _abilities(record: Any, book: Book) -> Iterator[str]:
    """Check that every ability number is in the book."""
    known = book.abilities
    emblems = record["emblem"][: int(record["emblems"])]
    held = record["held"]
    holding = int(record["holding"])
    places = {
        "grant_ability": record["grant_ability"][: int(record["grants"])],
        "had_ability": record["had_ability"][: int(record["had"])],
        "modifier_ability": record["modifier_ability"][: int(record["modifiers"])],
        "ABILITY of emblem": emblems[emblems[:, M.KIND] != EMBLEM.NONE][:, M.ABILITY],
        "held": held[-3][: int(held[-1, 1]) if holding else 0],
    }
    for name, numbers in places.items():
        for number in numbers.tolist():
            if number not in known:
                yield f"{name} is {number}, which is not an ability"


def _frames(record: Any, book: Book, rules: Any) -> Iterator[str]:
    """Check that current effects are at an instruction, or at a stage of a play."""
    code = book.record[0]["code"]
    depth = int(record["depth"])
    for f, frame in enumerate(record["frame"].tolist()):
        if f >= depth:
            break
        kind, pc, use = frame[F.KIND], frame[F.PC], frame[F.USE]
        where = f"frame[{f}]"
        if pc % CODE_WIDTH and pc != -1:
            yield f"PC of {where} is {pc}, which is inside an instruction"
        if frame[F.ABILITY] >= 0 and frame[F.ABILITY] not in book.abilities:
            yield f"ABILITY of {where} is {frame[F.ABILITY]}, which is not an ability"
        if kind != 1 and pc < 0:
            yield f"PC of {where} is {pc}: expected the start of an instruction"
        if kind == FRAME.PLAY and use not in (USE.CARD, USE.QUICK, USE.REACTION):
            yield f"USE of {where} is {use}; expected 1, 2 or 3"
        if kind == FRAME.PLAY and use != USE.REACTION and frame[F.SLOT] < 0:
            yield f"SLOT of {where} is {frame[F.SLOT]}: nothing is played"
        if kind == FRAME.PLAY and use != USE.CARD and frame[F.ABILITY] < 0:
            yield f"ABILITY of {where} is {frame[F.ABILITY]}: nothing is played"
        if kind == FRAME.MODIFIER and not 0 <= frame[F.BUDGET] <= rules.STEP_ACTIONS:
            yield f"BUDGET of {where} is {frame[F.BUDGET]} with actions before a modifier"
        if pc >= 0 and code[pc] == OP.ASK_MODE and frame[F.PICKED] > _MODES_PICKED:
            yield f"PICKED of {where} is {frame[F.PICKED]}, but there are fewer modes"


def _steps(record: Any, book: Book, rules: Any) -> Iterator[str]:
    """Check the current step: its actions, events and modifiers, and its suspended parts."""
    for field, count in (("act", "acts"), ("event", "events")):
        for at, row in enumerate(record[field][: int(record[count])].tolist()):
            yield from _row(f"{field}[{at}]", row, book, rules)
    depth, modifiers = int(record["depth"]), int(record["modifiers"])
    if int(record["commit"]) and int(record["commit_depth"]) > depth:
        yield f"commit_depth is {int(record['commit_depth'])}, but there are {depth} effects"
    if int(record["modifier_now"]) >= modifiers:
        yield f"modifier_now is {int(record['modifier_now'])}, but there are {modifiers}"
    otherwise = record["otherwise"].tolist()
    abilities, declined = record["modifier_ability"].tolist(), int(record["otherwises"])
    yield from _modifiers(abilities, modifiers, otherwise, declined, book)
    held = record["held"].tolist()
    if not int(record["holding"]):
        return
    n, modifiers, otherwises, acting, commit_depth, controller, whole = held[-1][:7]
    if not 0 <= n <= rules.HELD:
        yield f"held has {n} actions; expected at most {rules.HELD}"
        return
    for at, row in enumerate(held[:n]):
        yield from _row(f"held[{at}]", row, book, rules)
    limits = [(modifiers, 15), (otherwises, 15), (acting + 1, rules.STEP_ACTIONS)]
    limits += [(commit_depth, depth), (controller + 1, rules.PLAYERS), (whole, 1 << 16)]
    if any(not 0 <= number <= most for number, most in limits):
        yield f"held says {held[-1][:7]} of the step set aside"
        return
    sources = held[-4][:modifiers]
    if any(not -1 - rules.EMBLEMS <= source < rules.OBJECTS for source in sources):
        yield f"held has modifiers of {sources}"
    yield from _modifiers(held[-3], modifiers, held[-2], otherwises, book)


def _modifiers(
    abilities: list[int], count: int, otherwise: list[int], declined: int, book: Book
) -> Iterator[str]:
    rows = book.record[0]["ability"]
    for a in abilities[:count]:
        if int(rows[a]["kind"]) not in _MODIFYING:
            yield f"modifier_ability is {a}, which modifies nothing"
        elif int(rows[a]["kind"]) != ABILITY.RAISE and int(rows[a]["effect"]) < 0:
            yield f"modifier_ability is {a}, which has no effect"
    for k in otherwise[:declined]:
        if not 0 <= k < count or int(rows[abilities[k]]["otherwise"]) < 0:
            yield f"otherwise is {k}, which has no alternative"


def _row(where: str, row: list[int], book: Book, rules: Any) -> Iterator[str]:
    """Check one action of a step, or one event; the meaning of its columns depends on its kind."""
    kind, what, to, side = row[ACT.KIND], row[ACT.WHAT], row[ACT.TO], row[ACT.TO_SIDE]
    players = range(rules.PLAYERS)
    zones = range(Z.COUNT)
    if any(row[column] >= rules.OBJECTS for column in (ACT.OBJECT, ACT.AFTER)):
        yield f"OBJECT of {where} is {row[ACT.OBJECT]}, which does not exist"
        return
    if not 0 <= kind < kinds_of(EV) or min(row[ACT.OBJECT], row[ACT.AFTER], row[ACT.DOER]) < -1:
        yield f"KIND of {where} is {kind}, which is invalid"
        return
    if row[ACT.DOER] not in range(-1, rules.PLAYERS):
        yield f"DOER of {where} is {row[ACT.DOER]}"
    if kind != EV.MARK and row[ACT.FROM] not in zones:
        yield f"FROM of {where} is {row[ACT.FROM]}, which is not a zone"
    if kind in (EV.PROGRESS, EV.FAIL):
        if to not in range(rules.EXPEDITIONS):
            yield f"TO of {where} is {to}, which is not an Expedition"
    elif kind == EV.MARK:
        if to not in range(rules.REGIONS):
            yield f"TO of {where} is {to}, which is not a region"
    elif to not in zones:
        yield f"TO of {where} is {to}, which is not a zone"
    if kind == EV.MOVE and where.startswith(("act", "held")):
        if side not in players:
            yield f"TO_SIDE of {where} is {side}, which is not a player"
        if to == Z.EXPEDITION and not row[ACT.TO_PRESENCE]:
            yield f"TO_PRESENCE of {where} is {row[ACT.TO_PRESENCE]}, but it goes to an Expedition"
        if row[ACT.OBJECT] < 0 and what not in range(len(book.cards)):
            yield f"WHAT of {where} is {what}, which is not a card"
        if row[ACT.OBJECT] < 0 and row[ACT.DOER] < 0:
            yield f"DOER of {where} is {row[ACT.DOER]}: no player creates it"
    elif kind != EV.ROLL and side not in range(-1, rules.PLAYERS):
        yield f"TO_SIDE of {where} is {side}, which is not a player"
    if kind in (EV.PASS, EV.TURN, EV.PAY) and row[ACT.DOER] < 0:
        yield f"DOER of {where} is {row[ACT.DOER]}: no player does it"
    about = kind in (EV.REVEAL, EV.ACTIVATE, EV.GRANT)
    about = about or (kind in (EV.GAIN, EV.LOSE) and what != STATUS.ASCENDED)
    if about and row[ACT.OBJECT] < 0:
        yield f"OBJECT of {where} is {row[ACT.OBJECT]}: expected an object"
    if kind in (EV.GAIN, EV.LOSE) and what >= 1000 and what - 1000 >= len(book.counters):
        yield f"WHAT of {where} is {what}, which is not a counter"
    if kind == EV.GRANT and (row[ACT.FLAGS] & 1023) == 0 and what not in book.abilities:
        yield f"WHAT of {where} is {what}, which is not an ability"
    if kind in (EV.GRANT, EV.ACTIVATE) and (row[ACT.FLAGS] & 1023) > rules.OBJECTS:
        yield f"FLAGS of {where} is {row[ACT.FLAGS]} without an object"


def _decision(state: State) -> Iterator[str]:
    """Check that the engine would open the same decision."""
    games, record = state.games, state.record
    decided = int(record["decision"]) == DECIDE.NONE
    if decided or int(record["over"]) or int(record["error"]):
        return
    if int(record["stage"]) == STAGE.DEAL:
        yield "the game has not begun"
        return
    if _only_passing(record):
        return
    again = duplicate(games)
    for name, unasked in _UNASKED.items():
        again[name] = unasked
    advance_once(again, 0, state.book.record)
    depth = int(record["depth"])
    parts = {name: (games[name], again[name]) for name in _ASKED}
    parts |= {name: (games[name][0, :depth], again[name][0, :depth]) for name in _UNDER_WAY}
    for name, (now, then) in parts.items():
        if now.tobytes() != then.tobytes():
            yield f"it asks for a decision that does not follow: {name}"
            return


def _only_passing(record: Any) -> bool:
    """Is a turn open in which only passing is legal? It occurs in determinizations: the engine
    itself would not have asked, but accepts the answer."""
    return (
        record["decision"] == DECIDE.TURN
        and record["stage"] == STAGE.TURN
        and record["offered"] == 1
        and record["options"][0] == len(record["obj"]) + CODE.PASS
        and record["decider"] == record["turn_player"] >= 0
        and not any(int(record[name]) for name in ("step", "depth", "commit", "reactions"))
        and not int(record["end_turn"])
        and (int(record["passed"]) >> int(record["turn_player"])) & 1 == 0
    )
