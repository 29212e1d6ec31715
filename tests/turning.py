"""Rotated tables: play must not depend on the seats.

A game is turned by giving each player the seat of another: with two players the other one, with
four the one opposite, which keeps turn order, Adventure and facing. The engine's result on a
rotated game must be the rotated result, to the byte. `checked()` checks this for every engine call
within its block.

The types of a frame's registers and a lasting effect's numbers (players, places, amounts) are known
only to their programs. So a rotated game is played in parallel, and these fields are left out of
the comparison.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from altered_env.engine import table
from altered_env.engine.terms import ACT, CAUSE, CODE, EV, RULE, TERMS, C
from altered_env.game import engine_api
from altered_env.game.kernels import kernel_of

__all__ = [
    "NotSymmetricError",
    "TooLongError",
    "Turning",
    "checked",
    "differences",
    "turned",
    "turned_action",
]

Array = Any
KEPT_STATES = 400
"""The number of rotated games to remember, most recently used."""


class NotSymmetricError(AssertionError):
    """Play depends on the seats."""


class TooLongError(Exception):
    """More has happened than was to be looked at."""


class Turn:
    """Players, Expeditions and regions by their new numbers, and masks of them. The regions of two
    lie in one line, those of four in two lines; the Arena is one for all."""

    def __init__(self, games: Array) -> None:
        self.layout = kernel_of(games).rules
        self.players = int(self.layout.PLAYERS)
        self.by = self.players // 2
        self.lines = 1 if self.players == 2 or games[0]["arena"] else 2

    def player(self, number: Array) -> Array:
        number = np.asarray(number)
        return np.where(number < 0, number, (number + self.by) % self.players)

    def expedition(self, number: Array) -> Array:
        number, count = np.asarray(number), 2 * self.players
        return np.where(number < 0, number, (number + 2 * self.by) % count)

    def region(self, number: Array) -> Array:
        number, count = np.asarray(number), int(self.layout.REGIONS)
        away = count // self.lines
        return np.where(number < 0, number, (number + away) % count)

    def _mask(self, mask: Array, bits: int, by: int) -> Array:
        mask = np.asarray(mask)
        every = (1 << bits) - 1
        return (mask & ~every) | ((mask << by) & every) | ((mask & every) >> (bits - by))

    def players_of(self, mask: Array) -> Array:
        return self._mask(mask, self.players, self.by)

    def expeditions_of(self, mask: Array) -> Array:
        return self._mask(mask, 2 * self.players, 2 * self.by)

    def about(self, number: Array) -> Array:
        """An object, or Expeditions as -2 - mask."""
        number = np.asarray(number)
        return np.where(number <= -2, -2 - self.expeditions_of(-2 - number), number)


BY_PLAYER = (
    "extra_turns",
    "team",
    "reserve_limit",
    "landmark_limit",
    "deck",
    "deck_size",
    "owned",
    "chosen",
)
BY_EXPEDITION = ("progress", "stood_at", "facing")
BY_REGION = ("terrain", "terrain_now", "face_up")
PLAYER_NUMBERS = ("first_player", "turn_player", "decider", "commit_controller")
PLAYER_MASKS = ("passed", "out")
EXPEDITION_MASKS = ("ascended", "moved_today", "behind_as", "contact_as", "was_in")


def turned(games: Array) -> Array:
    """The game in place 0, turned, in an array of its own."""
    turn = Turn(games)
    found = games[:1].view(np.uint8).copy().view(games.dtype)
    was, now = games[0], found[0]
    teams = bool(int(was["rules"]) & RULE.TEAMS)
    for name in BY_PLAYER:
        now[name] = np.roll(was[name], turn.by, axis=0)
    if not teams:
        now["team"] = turn.player(now["team"])
        now["winner"] = turn.player(was["winner"])
    now["zone"] = np.roll(was["zone"], turn.by, axis=1)
    for name in BY_EXPEDITION:
        now[name] = np.roll(was[name], 2 * turn.by, axis=0)
    now["facing"] = turn.expedition(now["facing"])
    for name in BY_REGION:
        now[name] = was[name][np.argsort(turn.region(np.arange(len(was[name]))))]
    markers = int(was["markers"])
    now["marker_region"][:markers] = turn.region(was["marker_region"][:markers])
    noted = was["past_state"] != 0
    now["past_region"][noted] = turn.region(was["past_region"][noted])
    for name in PLAYER_NUMBERS:
        now[name] = turn.player(was[name])
    for name in PLAYER_MASKS:
        now[name] = turn.players_of(was[name])
    for name in EXPEDITION_MASKS:
        now[name] = turn.expeditions_of(was[name])
    _turn_objects(turn, was["obj"], now["obj"])
    _turn_frames(turn, was, now)
    emblem = turn.layout.M
    there = was["emblem"][:, emblem.KIND] != 0
    now["emblem"][there, emblem.CONTROLLER] = turn.player(was["emblem"][there, emblem.CONTROLLER])
    now["emblem"][there, emblem.BEFORE] = turn.about(was["emblem"][there, emblem.BEFORE])
    for name, count in (("act", int(was["acts"])), ("event", int(was["events"]))):
        _turn_rows(turn, now[name][:count])
    if was["holding"]:
        held = turn.layout.HELD
        _turn_rows(turn, now["held"][: int(was["held"][held + 3, 0])])
        now["held"][held + 3, 5] = turn.player(was["held"][held + 3, 5])
    logged = int(was["logged"])
    now["log"][:logged, 2] = turn.player(was["log"][:logged, 2])
    _turn_offer(turn, was, now)
    return found


def _turn_objects(turn: Turn, was: Array, now: Array) -> None:
    there = was[:, C.LIFE] != 0
    now[there, C.OWNER] = turn.player(was[there, C.OWNER])
    now[there, C.SIDE] = turn.player(was[there, C.SIDE])
    now[there, C.EXPEDITION] = turn.expedition(was[there, C.EXPEDITION])
    now[there, C.PRESENCE] = turn.expeditions_of(was[there, C.PRESENCE])
    now[there, C.KNOWN] = turn.players_of(was[there, C.KNOWN])


def _turn_frames(turn: Turn, was: Array, now: Array) -> None:
    frame = turn.layout.F
    for f in range(int(was["depth"])):
        row, new = was["frame"][f], now["frame"][f]
        new[frame.CONTROLLER] = turn.player(row[frame.CONTROLLER])
        new[frame.DOER] = turn.player(row[frame.DOER])
        new[frame.BEFORE] = turn.about(row[frame.BEFORE])
        new[frame.EXPEDITION] = turn.expedition(row[frame.EXPEDITION])
        if row[frame.KIND] == 1:  # a play
            terms = int(row[frame.TERMS])
            places = (terms // TERMS.PLACE) & 255
            new[frame.TERMS] = terms + (int(turn.expeditions_of(places)) - places) * TERMS.PLACE


def _turn_rows(turn: Turn, rows: Array) -> None:
    """Actions or events."""
    for row in rows:
        kind = int(row[ACT.KIND])
        row[ACT.DOER] = turn.player(row[ACT.DOER])
        row[ACT.FROM_PRESENCE] = turn.expeditions_of(row[ACT.FROM_PRESENCE])
        row[ACT.TO_PRESENCE] = turn.expeditions_of(row[ACT.TO_PRESENCE])
        row[ACT.FROM_SIDE] = turn.player(row[ACT.FROM_SIDE])
        if kind in (EV.PROGRESS, EV.FAIL):
            row[ACT.TO] = turn.expedition(row[ACT.TO])
        elif kind == EV.MARK:
            row[ACT.TO] = turn.region(row[ACT.TO])
        elif kind == EV.REVEAL:
            row[ACT.WHAT] = turn.players_of(row[ACT.WHAT])  # to whom
        if row[ACT.OBJECT] >= 0 or row[ACT.TO_PRESENCE] or kind == EV.MOVE:
            row[ACT.TO_SIDE] = turn.player(row[ACT.TO_SIDE])
        created = int(row[ACT.CAUSE]) & CAUSE.CREATE and row[ACT.OBJECT] < 0
        if kind == EV.MOVE and not created:
            row[ACT.WHAT] = turn.expeditions_of(row[ACT.WHAT])


def turned_action(games: Array, action: int) -> int:
    """An answer as the turned table gives it."""
    turn = Turn(games)
    layout = turn.layout
    code = action - int(layout.OBJECTS)
    if code < 0:
        return action
    region = int(layout.REGION_CODE)
    for base, count, number in (
        (CODE.EXPEDITION, 2 * turn.players, turn.expedition),
        (CODE.PLAYER, turn.players, turn.player),
        (region, int(layout.REGIONS), turn.region),
    ):
        if base <= code < base + count:
            return int(layout.OBJECTS + base + number(code - base))
    return action


def _turn_offer(turn: Turn, was: Array, now: Array) -> None:
    """The options, sorted, since their order does not matter."""
    count = int(was["offered"])
    games = np.asarray(was).reshape(1)
    offered = sorted(turned_action(games, int(a)) for a in was["options"][:count])
    now["options"][:count] = offered
    now["mask"] = 0
    for action in offered:
        now["mask"][action] = was["mask"][was["options"][:count]].max(initial=0)


def _known_alone(games: Array) -> bool:
    """Return whether there are numbers whose types only programs know."""
    record = games[0]
    return bool(record["depth"]) or bool(record["kept_number"].any())


def _comparable(games: Array) -> Array:
    """A copy without program-private and leftover values, and with sorted options."""
    found = games[:1].view(np.uint8).copy().view(games.dtype)
    record = found[0]
    depth = int(record["depth"])
    record["frame"][:, int(kernel_of(games).rules.F.REGISTER) :] = 0
    for name in ("frame", "set", "targeted"):
        record[name][depth:] = 0
    record["kept_number"] = 0
    for name in ("act", "held"):  # where an action would have led that is none any more
        rows = record[name]
        rows[rows[:, ACT.KIND] == EV.NONE, ACT.TO] = 0
    count = int(record["offered"])
    record["options"][:count] = np.sort(record["options"][:count])
    return found


def differences(one: Array, other: Array) -> list[str]:
    """Return the differences between two games, by field."""
    found = []
    for name in one.dtype.names or ():
        a, b = np.asarray(one[0][name]), np.asarray(other[0][name])
        if not np.array_equal(a, b):
            places = np.argwhere(a != b)[:6].tolist() if a.ndim else []
            shown = [(tuple(p), int(a[tuple(p)]), int(b[tuple(p)])) for p in places]
            found.append(f"{name}: {shown or (int(a), int(b))}")
    return found


GOING_ON = frozenset(
    {
        table.COMMAND.RESUME,
        table.COMMAND.ANSWER,
        table.COMMAND.ADVANCE,
        table.COMMAND.ADVANCE_TO,
        table.COMMAND.ARENA,
    }
)
"""The commands that advance a game. The others query, or set up a random game."""


class Turning:
    """Repeats calls of the engine at the turned table, and compares them."""

    def __init__(self, serve: Callable[..., int], most: int) -> None:
        self._serve = serve
        self._most = most
        self._beside: OrderedDict[bytes, Array] = OrderedDict()
        self.compared = 0
        self.passed_over = 0
        """Calls that began where a program was under way of which nothing is known."""

    def __call__(
        self, games: Array, i: int, book: Array, command: int, *numbers: int, **more: Array
    ) -> int:
        if command not in GOING_ON:
            return self._serve(games, i, book, command, *numbers, **more)
        before = games[i : i + 1].view(np.uint8).copy().view(games.dtype)
        result = self._serve(games, i, book, command, *numbers, **more)
        other = self._beside.get(before.tobytes())
        if other is None:
            if _known_alone(before):
                self.passed_over += 1
                return result
            other = turned(before)
        else:
            other = other.view(np.uint8).copy().view(games.dtype)
        changed = list(numbers)
        if command in (table.COMMAND.ANSWER, table.COMMAND.ADVANCE_TO) and changed[0] >= 0:
            changed[0] = turned_action(games, changed[0])
        self._serve(other, 0, book, command, *changed, **more)
        after = games[i : i + 1]
        self._compare(after, other, command, numbers)
        self._beside[after.tobytes()] = other
        while len(self._beside) > KEPT_STATES:
            self._beside.popitem(last=False)
        return result

    def _compare(self, after: Array, other: Array, command: int, numbers: tuple[int, ...]) -> None:
        self.compared += 1
        if self.compared > self._most:
            raise TooLongError(f"{self._most} calls have been compared")
        wanted, found = _comparable(turned(after)), _comparable(other)
        if wanted.tobytes() != found.tobytes():
            names = vars(table.COMMAND)
            said = next(name for name in names if names[name] == command)
            told = "\n  ".join(("turned afterwards, and before:", *differences(wanted, found)))
            raise NotSymmetricError(f"{said} {numbers}: it depends on the seats; {told}")


@contextmanager
def checked(most: int = 1_000_000) -> Iterator[Turning]:
    """While it lasts, every call by which a game goes on is made at the turned table too; after so
    many, `TooLongError` ends it."""
    was = engine_api.ask
    turning = Turning(was, most)
    engine_api.ask = turning  # type: ignore[assignment]
    try:
        yield turning
    finally:
        engine_api.ask = was
