"""Programs that would stop, cheat or outlive the host, each in a game of an arena.

    python -m tests.attack.hostile --jobs 2

For every sandbox that works here, every bot of `hostile_bot.py` plays against an honest one. A row
of the table is a sandbox: `stalls` are games that took far longer than their limits allow,
`survivors` leftover processes, `wrong` undeserved results or changed games of others, `leaks`
secrets the bot obtained. Guarantees that a sandbox does not give are not tried in it.
"""

from __future__ import annotations

import argparse
import os
import secrets
import shlex
import shutil
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from altered_env.agents.conditions import Conditions
from altered_env.arena.pairings import Arena, play_one
from altered_env.arena.workers import Workers
from altered_env.protocol.sandboxes import chosen, hide
from altered_env.protocol.supervisor import FIRST_USER
from tests.attack.hostile_bot import GREETINGS, WAYS

__all__ = ["BOTS", "Outcome", "attempt", "main", "survivors", "works"]

BOT = Path(__file__).with_name("hostile_bot.py")
LIMIT = 1.5
"""Seconds of each decision."""
STALL = 30.0
"""Seconds after which a game has stalled: one decision is late at most."""
SANDBOXES = ("bwrap", "user", "none")
MEMORY = 400
PLAYED = ""

LATE, CRASHED, MALFORMED, ILLEGAL = "late", "crashed", "malformed", "illegal"


@dataclass(frozen=True, slots=True)
class Bot:
    """A hostile bot: the results it deserves, and the sandboxes that promise them."""

    deserves: tuple[str, ...]
    sandboxes: tuple[str, ...] = SANDBOXES
    memory: int = 0


def _bots() -> dict[str, Bot]:
    late = (
        *("silence", "burn", "12,000 requests, unread", "12,000 requests, read", "drip"),
        *("answer late", "stop itself", "no hello", "close input", "become cat"),
    )
    malformed = (
        *("flood without lines", "flood of lines", "1,100 notes", "huge number"),
        *("infinite number", "deep nesting", "no UTF-8", "NUL bytes", "negative id"),
        *("bool for a number", "a name twice", "line too long", "escapes in a line"),
        *("hello too long", "hello of another version"),
    )
    illegal = ("answer twice", "answer another decision", "answer before asked")
    crashed = ("crash in colour", "leave a daemon with the pipes", "leave after hello")
    played = (
        *("flood of complaints", "double fork, no environment", "ignore signals", "zombies"),
        *("helpers in sessions of their own", "name with escapes", "descriptors of the host"),
    )
    found = dict.fromkeys(late, Bot((LATE,)))
    found |= dict.fromkeys(malformed, Bot((MALFORMED,)))
    found |= dict.fromkeys(illegal, Bot((ILLEGAL,)))
    found |= dict.fromkeys(crashed, Bot((CRASHED,)))
    found |= dict.fromkeys(played, Bot((PLAYED,)))
    # bubblewrap holds the pipes open as well
    found |= dict.fromkeys(("close output", "close all"), Bot((CRASHED, LATE)))
    limited = Bot((CRASHED, LATE), memory=MEMORY)
    found |= dict.fromkeys(("fill memory", "fill memory together"), limited)
    found |= dict.fromkeys(("fill a file", "open files"), Bot((CRASHED, LATE)))
    # the limit of processes does not hold for root, and the machine is that of others, too
    alone = SANDBOXES if os.getuid() else ("bwrap", "user")
    found |= dict.fromkeys(("fork bomb", "thread bomb"), Bot((CRASHED, LATE), alone))
    apart = ("bwrap", "user")
    unseen = (
        *("kill everybody", "stop everybody", "memory of the host", "environment of everybody"),
        *("secret files", "secret files by links", "change its own files", "become root"),
    )
    found |= dict.fromkeys(unseen, Bot((PLAYED,), apart))
    found |= {
        "kill the parent": Bot((PLAYED, CRASHED)),
        "kill the parent's group": Bot((PLAYED, CRASHED)),
        "lift limits": Bot((PLAYED,), alone),
        "network": Bot((PLAYED,), ("bwrap",)),
    }
    return found


BOTS = _bots()
assert set(BOTS) == {*WAYS, *GREETINGS}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a bot in a sandbox."""

    name: str
    sandbox: str
    seconds: float
    how: str
    problem: str
    survivors: int
    is_wrong: bool

    @property
    def is_stalled(self) -> bool:
        return self.seconds > STALL

    @property
    def is_leak(self) -> bool:
        return "LEAK" in self.problem

    @property
    def is_bad(self) -> bool:
        return self.is_stalled or self.is_leak or self.is_wrong or self.survivors > 0


def works(sandbox: str) -> str:
    """Why a sandbox does not work here; empty if it does."""
    try:
        chosen(sandbox, [_python(sandbox)])
    except (LookupError, ValueError) as error:
        return str(error)
    return ""


def _python(sandbox: str) -> str:
    """A Python that others can read where that is needed."""
    if sandbox == "user" and os.getuid() == 0 and os.path.exists("/usr/bin/python3"):
        return "/usr/bin/python3"
    return sys.executable


@contextmanager
def _listening() -> Iterator[int]:
    """An open port of this machine."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield server.getsockname()[1]


def attempt(name: str, sandbox: str) -> Outcome:
    """Let a bot play a game against `random`; then two of the package play one."""
    bot = BOTS[name]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        port = stack.enter_context(_listening())
        os.chmod(folder, 0o755)
        own, host = folder / "bot", folder / "host"
        own.mkdir(), host.mkdir()
        shutil.copy(BOT, own)
        hidden = [own / "secret", host / "secret"]
        for path in hidden:
            path.touch(0o600)
            path.write_text("the seed")
            hide(path)
        token = f"{secrets.randbits(40)}{port:05}"
        words = [_python(sandbox), "-S", str(own / BOT.name), name, token]
        words.append(os.pathsep.join(map(str, hidden)))  # what names a file can be read
        program = "cmd:" + shlex.join(words)
        held_to = Conditions(limit=LIMIT, memory=bot.memory, sandbox=sandbox)
        os.environ["SECRET_OF_HOST"] = "the seed"
        begun = time.monotonic()
        plan = Arena((program, "random"), ("axiom",), games=2, conditions=held_to)
        row = play_one(plan, program, "random", 0)
        seconds = time.monotonic() - begun
        left = len(survivors(token))
    deserved = row.forfeit in bot.deserves
    honest_won = row.forfeit == "" or row.score("random") == 1.0
    printable = row.problem.isprintable()
    is_wrong = not (deserved and honest_won and printable and _unharmed())
    return Outcome(name, sandbox, seconds, row.forfeit, row.problem, left, is_wrong)


def _others_play() -> tuple[int, int, int]:
    plan = Arena(("random", "greedy"), ("axiom",), games=2)
    row = play_one(plan, "random", "greedy", 0)
    return row.winner, row.days, row.decisions


@cache
def _undisturbed() -> tuple[int, int, int]:
    return _others_play()


def _unharmed() -> bool:
    """Return whether other games in this process play as they did at first."""
    return _undisturbed() == _others_play()


def survivors(token: str = "") -> list[int]:
    """The processes that bear the token; without one, those of users that are for bots alone. The
    dead do not count."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            said = (folder / "cmdline").read_bytes()
            user = folder.stat().st_uid
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        is_one = token.encode() in said if token else user >= FIRST_USER
        if is_one and state not in "ZX":
            found.append(int(folder.name))
    return found


def _lasting(seconds: float = 60.0) -> list[int]:
    """Processes of bots that are still there after a while: those of other tests, which run at the
    same time, end within it."""
    left, end = set(survivors()), time.monotonic() + seconds
    while left and time.monotonic() < end:
        time.sleep(0.5)
        left &= set(survivors())
    return sorted(left)


def table(outcomes: Sequence[Outcome]) -> str:
    """A row for each sandbox."""
    heads = ("bots", "stalls", "survivors", "wrong", "leaks", "longest")
    lines = [f"{'sandbox':<10}" + "".join(f"{head:>11}" for head in heads)]
    for sandbox in dict.fromkeys(one.sandbox for one in outcomes):
        mine = [one for one in outcomes if one.sandbox == sandbox]
        numbers = (
            len(mine),
            sum(one.is_stalled for one in mine),
            sum(one.survivors for one in mine),
            sum(one.is_wrong for one in mine),
            sum(one.is_leak for one in mine),
        )
        longest = max(one.seconds for one in mine)
        lines.append(f"{sandbox:<10}" + "".join(f"{n:>11}" for n in numbers) + f"{longest:>9.1f} s")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Let all of them play, and print what came of it; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack.hostile", description=__doc__)
    parser.add_argument("bots", nargs="*", help="by name (all)")
    parser.add_argument("--sandboxes", nargs="+", default=SANDBOXES, choices=SANDBOXES)
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--verbose", action="store_true", help="what came of each")
    given = parser.parse_args(arguments)
    tasks = []
    for sandbox in given.sandboxes:
        why_not = works(sandbox)
        if why_not:
            print(why_not)
            continue
        names = given.bots or BOTS
        tasks += [(name, sandbox) for name in names if sandbox in BOTS[name].sandboxes]
    found = []
    with Workers(given.jobs) as workers:
        for one in workers.in_order(attempt, tasks):
            found.append(one)
            if given.verbose or one.is_bad:
                said = f"{one.sandbox:6} {one.seconds:5.1f} s  {one.name}: {one.how or 'played'}"
                print(f"{'BAD ' * one.is_bad}{said} {one.problem[-90:]}", flush=True)
    print(table(found))
    left = _lasting()
    if left:
        print(f"{len(left)} processes of bots are left: {left}")
    return 1 if left or any(one.is_bad for one in found) else 0


if __name__ == "__main__":
    sys.exit(main())
