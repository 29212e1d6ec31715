"""`cmd:PROGRAM ARGUMENTS`: a bot in any language, which speaks lines of JSON (docs/protocol.md).

The program is started for a game, or at its first decision, and ends with it. A fault of the
program loses the game with a `Forfeit`, and has no other effect.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from altered_env._runtime.atomic_files import opened_to_add
from altered_env._runtime.printable import printable
from altered_env.agents.conditions import Conditions, Place
from altered_env.agents.forfeits import Forfeit
from altered_env.agents.named import PREFIX, is_program
from altered_env.agents.program_files import digest_of_files
from altered_env.game.seat import Seat
from altered_env.language.words import SEATS
from altered_env.protocol import messages as told
from altered_env.protocol.events import events_between
from altered_env.protocol.other_worlds import OtherWorlds
from altered_env.protocol.pipes import Child, EndedError, LateError, TooLongError
from altered_env.protocol.replies import LONGEST, MalformedError, greeting, reply
from altered_env.protocol.sandboxes import Sandbox, chosen, hide
from altered_env.render.views import View

_ERROR = re.compile(r"[\w.]*(Error|Exception)\b.*:")
NOTES = 1_000
"""The maximum number of a bot's notes per decision."""


class SubprocessAgent:
    """A program as an agent. Creating one starts nothing."""

    def __init__(self, name: str) -> None:
        """Raises `LookupError` if there is no such program, `ValueError` for words that a shell
        could not split."""
        try:
            self._words = shlex.split(name.removeprefix(PREFIX))
        except ValueError as error:
            raise ValueError(f"{name}: {error}; close each quote") from None
        if not self._words:
            raise LookupError(f"{name}: name a program, as in {PREFIX}python mybot.py")
        if shutil.which(self._words[0]) is None:
            if Path(self._words[0]).is_file():
                raise LookupError(
                    f"{name}: {self._words[0]} is not executable: name its interpreter, as in"
                    f" {PREFIX}python {shlex.quote(self._words[0])}, or run chmod +x"
                )
            raise LookupError(
                f"{name}: no program in PATH is called {self._words[0]!r}; name one in"
                f" this folder as ./{Path(self._words[0]).name}"
            )
        self.name = name
        self.title = ""
        """The name given by the program."""
        self.spent = 0.0
        """Seconds of its decisions since the start, including the work it requested."""
        self.processor = 0.0
        """Seconds of processor time of the program with its subprocesses; known at its end."""
        self._child: Child | None = None
        self._wants: tuple[str, ...] = told.WORDS
        self._sit(Conditions(), None)

    @property
    def digest(self) -> str:
        """The hash of its files, since these may be replaced."""
        return digest_of_files(self._words)

    def sandbox(self, conditions: Conditions) -> Sandbox:
        """The sandbox it would run in. Raises `ValueError` if that is not available."""
        return chosen(conditions.sandbox, self._words, conditions.readable)

    def _sit(self, conditions: Conditions, format: str | None) -> None:
        self._conditions, self._format = conditions, format
        self._clock = conditions.new_clock()
        self._is_told = False
        self._number = 0
        self._view: View | None = None
        self._events: list[dict[str, Any]] = []
        self.spent = 0.0

    def start(self, seed: int) -> None:
        """Reset for a new game. The seed is ignored: a program has its own."""
        self._sit(self._conditions, self._format)

    def sit(self, place: Place) -> None:
        """Take a seat in a game: the program is started and says hello. Raises `Forfeit`, or
        `ValueError` if the requested sandbox is not available."""
        self._sit(place.conditions, place.format)
        self._begin()

    def watch(self, view: View) -> None:
        """Observe the result of an action."""
        if self._view is not None and "events" in self._wants:
            self._events += events_between(self._view, view)
        self._view = view

    def act(self, seat: Seat) -> int:
        """One of `seat.actions`. Raises `Forfeit`."""
        child = self._begin()
        me, is_open = seat.player, self._conditions.lists == "open"
        if not self._is_told:
            self._is_told = True
            _compile_worlds(seat)
            self._tell(told.begun(seat, self._format, self._clock.shown(), is_open))
        self._number += 1
        events, self._events = self._events, []
        if self._view is None:
            self._view = seat.view
        time_left = self._clock.shown()
        self._tell(told.decide(seat, self._number, self._wants, time_left, events))
        begun = time.monotonic()
        try:
            said = self._answer(child, seat, begun)
        finally:
            used = time.monotonic() - begun
            self.spent += used
        self._clock.spend(min(used, self._clock.allowed))
        if said["id"] != self._number:
            raise self._lost(
                "illegal", f"it answered decision {said['id']}; open is {self._number}"
            )
        if said["action"] not in seat.actions:
            some = ", ".join(map(str, seat.actions[:12]))
            raise self._lost(
                "illegal",
                f"it answered {said['action']}, which is not on offer to {SEATS[me]}; "
                f"on offer: {some}",
            )
        return int(said["action"])

    def _answer(self, child: Child, seat: Seat, begun: float) -> dict[str, Any]:
        """Its answer. Until then its requests are served, within its own time."""
        worlds = OtherWorlds(seat)
        allowed = self._clock.allowed
        notes = 0
        while True:
            said = self._read(self._hear(child, begun + allowed - time.monotonic(), allowed))
            if said["type"] == "act":
                return said
            if said["type"] == "note":
                notes += 1
                if notes > NOTES:
                    raise self._lost("malformed", f"over {NOTES} notes for one decision")
            else:
                self._tell(worlds.answer(said))

    def leave(self, seat: str, winners: str, forfeit: Forfeit | None = None) -> None:
        """Notify the program of the end of the game, and end it."""
        if self._child is not None:
            how = "played" if forfeit is None else "forfeit"
            self._tell(told.ended(seat, winners, how, str(forfeit or "")))
            self._end()

    def ends_by_itself(self, seconds: float) -> bool:
        """Close the input of the started program; does it end in time?"""
        assert self._child is not None
        try:
            return self._child.ends_by_itself(seconds)
        finally:
            self._end()

    # the program

    def _begin(self) -> Child:
        """The program, started if needed, after its hello."""
        if self._child is not None:
            return self._child
        here = self._conditions
        if here.log:
            with opened_to_add(here.log):
                hide(here.log)  # it contains hidden hands
        try:
            self._child = Child(
                self._words, here.memory, here.processor, here.sandbox, here.readable
            )
        except OSError as error:
            raise Forfeit("crashed", self.name, f"it does not start: {error}") from None
        self._tell(told.hello())
        line = self._hear(self._child, here.limit, here.limit)
        try:
            said = greeting(line)
        except MalformedError as error:
            raise self._lost("malformed", str(error)) from None
        self._log("<", line)
        self.title = printable(said["name"])
        self._wants = tuple(said.get("wants", told.WORDS))
        return self._child

    def _tell(self, message: dict[str, Any]) -> None:
        line = told.line(message)
        self._log(">", line)
        assert self._child is not None
        self._child.tell(line)

    def _hear(self, child: Child, seconds: float, allowed: float) -> bytes:
        try:
            return child.hear(seconds, LONGEST)
        except LateError:
            raise self._lost("late", f"no answer after {allowed:.3g} s") from None
        except TooLongError:
            raise self._lost("malformed", f"a line of more than {LONGEST:,} bytes") from None
        except EndedError:
            how = child.how_it_ended()
            self._end()
            last = _cause_in(child.complaints)
            raise self._lost("crashed", f"it {how}" + f": {last:.200}" * bool(last)) from None

    def _read(self, line: bytes) -> dict[str, Any]:
        self._log("<", line)
        try:
            return reply(line)
        except MalformedError as error:
            raise self._lost("malformed", str(error)) from None

    def _lost(self, how: str, problem: str) -> Forfeit:
        """Send the program its fault, end it, and log it."""
        if self._child is not None:
            self._tell(told.error(problem))
        self._log("!", f"{how}: {problem}".encode())
        return Forfeit(how, self.name, problem)

    def _end(self) -> None:
        if self._child is not None:
            child, self._child = self._child, None
            child.end()
            self.processor = child.processor
            if child.complaints:
                self._log("2", child.complaints.encode())

    def _log(self, way: str, line: bytes) -> None:
        """A line of the log: `>` to the bot, `<` from it, `!` a fault, `2` its standard error.
        Several writers may share a file; each line is written at once."""
        if not self._conditions.log:
            return
        text = printable(line.decode("utf-8", "backslashreplace").rstrip("\n"))
        data = f"{os.getpid()} {self.name} {way} {text}\n".encode()
        with opened_to_add(self._conditions.log) as file:
            file.write(data)

    def __del__(self) -> None:
        with contextlib.suppress(Exception):  # the interpreter may be going
            self._end()


def sandboxes_told(agents: Iterable[str], conditions: Conditions) -> list[str]:
    """Where the programs among these agents run, in a line each. Raises `ValueError` if the
    requested sandbox is not available."""
    told: dict[str, list[str]] = {}
    for name in dict.fromkeys(filter(is_program, agents)):
        told.setdefault(str(SubprocessAgent(name).sandbox(conditions)), []).append(name)
    whose = "Programs run" if len(told) == 1 else ""
    return [f"{whose or ', '.join(names) + ': run'} {where}." for where, names in told.items()]


_compiled: set[int] = set()


def _compile_worlds(seat: Seat) -> None:
    """Compile the code for determinizations before a clock runs, once per process."""
    players = len(seat.view.players)
    if players not in _compiled:
        _compiled.add(players)
        worlds = OtherWorlds(seat)
        one = worlds.answer({"type": "world", "seed": 0, "wants": told.WANTS})
        action = one["actions"][0]["id"]
        worlds.answer({"type": "try", "world": 0, "action": action, "wants": told.WANTS})


def _cause_in(complaints: str) -> str:
    """The line of a program's complaints that says why it ended: the last that names an error, as
    Python and JavaScript do; otherwise the last.

    >>> _cause_in("Error: Cannot find module 'x'\\n    at f (a:1)\\n\\nNode.js v20.20.2")
    "Error: Cannot find module 'x'"
    >>> _cause_in("one\\ntwo")
    'two'
    """
    lines = complaints.split("\n")
    return next((line for line in reversed(lines) if _ERROR.match(line)), lines[-1])
