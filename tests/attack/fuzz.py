"""Random and nearly right inputs at every door: `python -m tests.attack.fuzz --help`.

The doors are requests and WebSockets of `altered web`, lines of bots, the tools of `altered llm`,
command lines, and files by kind. Every input must be answered, or refused in a sentence. A
traceback, a status of 500, what tells of a file elsewhere, a hang, and a refusal that takes over 5
seconds or 1 GB, is a fault. It is named by its seed and number; `--only NUMBER` tries it again, in
this process.

Some entry points have a state, such as the games of a server: earlier inputs of a worker may
matter.
"""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from math import inf
from pathlib import Path
from typing import Protocol
from unittest import mock

from tests import offline
from tests.attack import crafted
from tests.attack.doors.judging import FAULTS, OUTCOMES, Came, Try, bounded, compiling, measured
from tests.attack.doors.places import Places, samples

__all__ = ["DOORS", "Door", "Doors", "Table", "main", "run"]

PROGRAM = ("-m", "tests.attack.fuzz")
LIFE = 4_000
"""The number of inputs before a process is replaced: a server's games and replays and the caches of
libraries add up."""
SHOWN = 60
"""The maximum number of faults to report."""
EACH = 3
"""The maximum of those with the same beginning."""
DOORS = {
    "http": (44, "pages", "Http"),
    "websockets": (8, "pages", "WebSockets"),
    "bots": (20, "bots", "Bots"),
    "llm": (6, "llm", "Llm"),
    "commands": (11, "commands", "Commands"),
    "files": (11, "files", "Files"),
}
"""The share of each entry point, in percent of the inputs, with its generator."""
_PLACES = [name for name, (share, _, _) in DOORS.items() for _ in range(share)]


class Door(Protocol):
    """Somewhere that inputs come in."""

    def attempt(self, rng: random.Random) -> Try:
        """Make an input."""

    def close(self) -> None:
        """Leave everything as it was."""


class Doors:
    """All doors of one process, in a folder of their own; each is made when it is first used."""

    def __init__(self, folder: Path, right: Path) -> None:
        """`right`: where right files of each kind are."""
        # as deep as no `../..` of an input leads out of
        self._folder = folder / "a/b/c/d"
        self._folder.mkdir(parents=True)
        self._right = right
        self._places: dict[str, Places] = {}
        self._made: dict[str, Door] = {}

    def __enter__(self) -> Doors:
        return self

    def __exit__(self, *_: object) -> None:
        for door in self._made.values():
            door.close()

    def __getitem__(self, name: str) -> Door:
        if name not in self._made:
            _, module, kind = DOORS[name]
            if module not in self._places:
                self._places[module] = Places(self._folder / module, self._right)
            found = import_module(f"tests.attack.doors.{module}")
            self._made[name] = getattr(found, kind)(self._places[module])
        return self._made[name]

    def input(self, seed: int, number: int) -> tuple[str, Try]:
        """The kind of an input, and it."""
        name = random.Random(f"{seed} {number} door").choice(_PLACES)
        one = self[name].attempt(random.Random(f"{seed} {number}"))
        return f"{name}/{one.kind}", one


@dataclass(slots=True)
class Table:
    """The results of the inputs."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    slowest: dict[str, float] = field(default_factory=dict)
    largest: dict[str, float] = field(default_factory=dict)
    kinds: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    tried: int = 0

    def note(self, number: int, kind: str, outcome: str, detail: str = "") -> None:
        """Note what came of an input: after its outcome come seconds, MiB and words."""
        outcome = "memory" if outcome == "signal" else outcome  # the system ends what takes all
        seconds, mib, words = 0.0, 0.0, detail
        with contextlib.suppress(ValueError):
            first, second, *rest = detail.split(" ", 2)
            seconds, mib, words = float(first), float(second), " ".join(rest)
        door = kind.partition("/")[0]
        for row in (kind if door == "files" else door, "all"):
            self.counts[row, outcome] += 1
            self.slowest[row] = max(self.slowest.get(row, 0.0), seconds)
            self.largest[row] = max(self.largest.get(row, 0.0), mib)
        self.kinds[kind] += 1
        self.tried += 1
        if outcome in FAULTS:
            self.failures.append(f"{number} {kind}: {outcome}: {words}")

    def shown(self) -> list[str]:
        """The faults, of those that begin alike the first few."""
        alike: Counter[str] = Counter()
        found = []
        for failure in self.failures:
            _, kind, outcome, words = failure.split(" ", 3)
            door = kind if kind.startswith("files") else kind.partition("/")[0]
            alike[key := f"{door} {outcome} {words[:30]}"] += 1
            if alike[key] <= EACH:
                found.append(failure)
        return found[:SHOWN]

    def __str__(self) -> str:
        rows = [("door", "inputs", *OUTCOMES, "slowest", "MiB")]
        for name in sorted(self.slowest, key=lambda name: (name == "all", name)):
            found = [self.counts[name, outcome] for outcome in OUTCOMES]
            rows.append(
                (
                    *(name, f"{sum(found):,}", *(f"{number:,}" for number in found)),
                    *(f"{self.slowest[name]:.1f} s", f"{self.largest[name]:,.0f}"),
                )
            )
        widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
        return "\n".join(
            "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])])
            for row in rows
        )


def _prepare() -> None:
    """The setup of a process before its first input."""
    offline.stay_here()
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)


def _work(seed: int, numbers: range, folder: Path, right: Path) -> None:
    """The worker's loop."""
    _prepare()
    out = os.fdopen(os.dup(1), "w")

    def say(*words: object) -> None:
        out.write(" ".join(map(str, words)) + "\n")
        out.flush()

    threading.Thread(target=_compiling, args=(say,), daemon=True).start()
    with Doors(folder, right) as every:
        for name in DOORS:
            every[name]
        bounded()
        for number in numbers[:LIFE]:
            kind, one = every.input(seed, number)
            say("try", number, kind)
            came = measured(one)
            say("done", number, *_words(came, one))
            if came.outcome == "hang":
                os._exit(0)  # a thread may still wait; another process goes on


def _compiling(say: Callable[..., None]) -> None:
    """Say so for as long as something is compiled, which is no hang."""
    while True:
        time.sleep(5)
        if compiling():
            say("compiling", 0)


def _words(came: Came, one: Try) -> Iterator[str]:
    """The result of an input, as a line."""
    yield came.outcome
    said = f"{came.detail} <- {one.said}" if came.outcome in FAULTS else ""
    said = said.encode("utf-8", "backslashreplace").decode()
    said = "".join(letter if letter.isprintable() else " " for letter in said)
    yield f"{came.seconds:.3f} {came.mib:.0f} {said[:900]}"


def run(seed: int, inputs: int, workers: int, *, first: int = 0, seconds: float = inf) -> Table:
    """Feed this many inputs through several processes and report the results so far, also if
    interrupted."""
    table = Table()
    with tempfile.TemporaryDirectory(prefix="fuzz") as name:
        samples(Path(name) / "right")
        # what its processes leave when they are killed goes with it
        with mock.patch.dict(os.environ, TMPDIR=name), contextlib.suppress(KeyboardInterrupt):
            program = (*PROGRAM, "--right", f"{name}/right")
            crafted.run(seed, inputs, workers, program, first=first, seconds=seconds, table=table)
    return table


def _warm() -> None:
    """Compile everything first: compiling would count as an input's time, and exceeds a worker's
    memory limit."""
    subprocess.run([sys.executable, "-m", "altered_env", "compile"], check=True)


def _only(seed: int, number: int) -> Came:
    """One input again, in this process."""
    with tempfile.TemporaryDirectory(prefix="fuzz") as name:
        samples(Path(name) / "right")
        _prepare()
        with Doors(Path(name) / "worker", Path(name) / "right") as every:
            kind, one = every.input(seed, number)
            print(kind, one.said.encode("utf-8", "backslashreplace").decode())
            return measured(one)


def main(arguments: Sequence[str] | None = None) -> int:
    """Try, and print a table; 1 if there is a fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--seconds", type=float, default=inf, help="stop after so long")
    parser.add_argument("--only", type=int, help="one input, in this process")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    parser.add_argument("--right", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.work is not None:
        folder = Path(tempfile.mkdtemp(prefix="worker"))
        _work(given.seed, range(*map(int, given.work.split(":"))), folder, given.right)
        return 0
    if given.only is not None:
        print(_only(given.seed, given.only))
        return 0
    _warm()
    table = run(given.seed, given.inputs, given.workers, first=given.first, seconds=given.seconds)
    print(f"Inputs at every door, seed {given.seed}:")
    print(table)
    for failure in table.shown():
        print(failure)
    return 1 if table.failures else 0


if __name__ == "__main__":
    sys.exit(main())
