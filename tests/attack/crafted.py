"""Files from strangers: crafted saved games and replays, each loaded and played in a process whose
death is seen.

    python -m tests.attack.crafted --tries 100000

Every try must be refused in our words, or be a game that can be looked at, played on and saved
again. A signal, a hang or a traceback of anything else is a failure; it is named by its seed and
number, and `--only NUMBER` tries it again, in this process.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import selectors
import signal
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import IO, Any

from altered_env import Game
from altered_env.game.errors import EngineError, ReplayError, SaveError
from altered_env.game.replay import Replay
from tests.attack.crafting import Crafted, craft

__all__ = ["Table", "attempt", "main", "run"]

HANG = 30.0
"""Seconds without an answer after which a worker hangs."""
DECISIONS = 60
"""The number of decisions to take in a loaded game."""
OUTCOMES = ("refused", "played", "stopped", "signal", "hang", "traceback")
SHOWN = 10
PROGRAM = ("-m", "tests.attack.crafted")
"""The worker process."""


def attempt(crafted: Crafted, seed: int) -> str:
    """Load one and play it on: `refused`, `played`, or `stopped` by a limit of the engine, which
    says so. Any other error is raised."""
    try:
        if crafted.kind == "replay":
            text = crafted.data.decode("utf-8", "surrogatepass")
            game = Replay.from_json(text).play()
        else:
            game = Game.from_bytes(crafted.data)
    except (SaveError, ReplayError) as error:
        str(error).encode()  # can be printed
        return "refused"
    try:
        _use(game, random.Random(seed))
    except EngineError:
        return "stopped"
    return "played"


def _use(game: Game, rng: random.Random) -> None:
    """Look at a game, try other worlds of it, play it, save it and load it again."""
    again = Game.from_bytes(game.to_bytes())
    assert again == game
    for decision in range(DECISIONS):
        if game.decider is None:
            break
        if decision % 20 == 0:
            game.show(), game.question, game.view(0)
            game.seat().world(decision).show()
        actions = list(game.labels())
        game.act(rng.choice(actions))


@dataclass(slots=True)
class Table:
    """The results of the tries."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    tried: int = 0

    def note(self, number: int, kind: str, outcome: str, detail: str = "") -> None:
        self.tried += 1
        self.counts[kind, outcome] += 1
        if outcome in ("signal", "hang", "traceback"):
            self.failures.append(f"try {number} ({kind}): {outcome} {detail}")

    def __str__(self) -> str:
        kinds = sorted({kind for kind, _ in self.counts})
        rows = [("", "tried", *OUTCOMES)]
        for kind in (*kinds, "all"):
            found = [
                sum(self.counts[k, outcome] for k in ((kind,) if kind != "all" else kinds))
                for outcome in OUTCOMES
            ]
            rows.append((kind, *(f"{number:,}" for number in (sum(found), *found))))
        widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
        return "\n".join(
            "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
            for row in rows
        )


class _Worker:
    """A process that makes some of the tries, and says so before and after each."""

    def __init__(self, seed: int, numbers: range, program: Sequence[str] = PROGRAM) -> None:
        self.seed = seed
        self.program = program
        self.left = numbers
        self.now: int | None = None
        self.kind = ""
        self.start()

    def start(self) -> None:
        numbers = f"{self.left.start}:{self.left.stop}:{self.left.step}"
        self.process = subprocess.Popen(
            [sys.executable, *self.program, "--work", numbers, "--seed", str(self.seed)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self.process.stdout is not None
        self.out: IO[bytes] = self.process.stdout
        os.set_blocking(self.out.fileno(), False)
        self.unread = b""
        self.since = time.monotonic() + 600  # the engine may have to be compiled first

    def lines(self) -> list[str]:
        """Its output so far."""
        self.unread += self.out.read() or b""
        *whole, self.unread = self.unread.split(b"\n")
        return [line.decode(errors="replace") for line in whole]

    def hear(self, line: str, table: Table) -> None:
        what, number, *rest = line.split(" ", 3)
        self.since = time.monotonic()
        if what == "try":
            self.now, self.kind = int(number), rest[0]
            self.left = range(self.now + self.left.step, self.left.stop, self.left.step)
        elif what == "done" and self.now is not None:
            table.note(self.now, self.kind, rest[0], rest[1] if len(rest) > 1 else "")
            self.now = None

    def stop(self, outcome: str, detail: str, table: Table) -> None:
        """Report a crash or hang caused by the current try; a new process continues after it."""
        if self.now is not None:
            table.note(self.now, self.kind, outcome, detail)
            self.now = None
        self.end()
        if self.left:
            self.start()

    def end(self) -> None:
        """Let go of its process."""
        self.process.kill()
        self.process.wait()
        self.out.close()


def run(
    seed: int,
    tries: int,
    workers: int,
    program: Sequence[str] = PROGRAM,
    *,
    first: int = 0,
    seconds: float = inf,
    table: Any = None,
) -> Any:
    """Make this many tries on several processes within a time limit and report the results, in a
    table of these files or a similar one."""
    begun = time.monotonic()
    table = Table() if table is None else table
    said = time.monotonic()
    running = [
        _Worker(seed, range(first + k, first + tries, workers), program)
        for k in range(min(workers, tries))
    ]
    try:
        while running and time.monotonic() - begun < seconds:
            with selectors.DefaultSelector() as waiting:
                for worker in running:
                    waiting.register(worker.out, selectors.EVENT_READ)
                waiting.select(timeout=1.0)
            for worker in list(running):
                for line in worker.lines():
                    worker.hear(line, table)
                code = worker.process.poll()
                if code is not None:
                    for line in worker.lines():
                        worker.hear(line, table)
                    if code != 0 and worker.now is None:
                        raise RuntimeError(f"a worker ended with {code} between two tries")
                    worker.stop("signal", signal.Signals(abs(code)).name if code else "", table)
                elif time.monotonic() - worker.since > HANG:
                    worker.stop("hang", f"over {HANG:.0f} s", table)
                if worker.out.closed:
                    running.remove(worker)
            if time.monotonic() - said > 60:
                said = time.monotonic()
                print(f"{table.tried:,} of {tries:,} tried", flush=True)
    finally:
        for worker in running:
            worker.end()
    return table


def _work(seed: int, numbers: range) -> None:
    """The worker's loop."""
    for number in numbers:
        crafted = craft(seed, number)
        print("try", number, crafted.kind, flush=True)
        print("done", number, *_outcome(crafted, number), flush=True)


def _outcome(crafted: Crafted, number: int) -> Iterator[str]:
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            outcome = attempt(crafted, number)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        yield "traceback"
        yield f"{type(error).__name__}: {error!s:.100} ({place.filename}:{place.lineno})".replace(
            "\n", " "
        )
    else:
        yield outcome


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.attack.crafted", description=__doc__)
    parser.add_argument("--tries", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first try")
    parser.add_argument("--seconds", type=float, default=inf, help="stop after so long")
    parser.add_argument("--only", type=int, help="one try, in this process")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.work is not None:
        _work(given.seed, range(*map(int, given.work.split(":"))))
        return 0
    if given.only is not None:
        print(attempt(craft(given.seed, given.only), given.only))
        return 0
    table = run(given.seed, given.tries, given.workers, first=given.first, seconds=given.seconds)
    print(f"Crafted saved games and replays, seed {given.seed}:")
    print(table)
    for failure in sorted(table.failures)[:SHOWN]:
        print(failure)
    return 1 if table.failures else 0


if __name__ == "__main__":
    sys.exit(main())
