"""Signals at random moments, in all long commands: `python -m tests.attack.interrupts --help`.

A command runs in a process group of its own, as in a terminal. At a moment that the seed draws from
the time it takes, the group gets SIGINT once, or twice within half a second; or the command alone,
or the whole group, gets SIGTERM; or the command alone is killed. Afterwards it must have ended,
without a traceback and with the signal's exit status; no process of the group may be left; every
file must be intact; and if a command promises to resume, running it again must produce the results
of an uninterrupted run. The cache of compiled code must be intact too.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.attack.long_commands import COMMANDS, JIT, Command

__all__ = ["Found", "Try", "again", "attempt", "damaged", "main", "measured", "prepared"]

ROOT = Path(__file__).parents[2]
LIMIT = 60.0
"""Seconds in which a command has to end, however busy the machine is."""
KINDS = ("once", "once", "twice", "twice", "twice", "term", "term all", "kill")
"""The signals, equally likely."""
ENDED = {
    "once": (130,),
    "twice": (130,),
    "term": (143,),
    "term all": (143,),
    "kill": (-signal.SIGKILL,),
}
BAD = ("Traceback", "Exception ignored", "Fatal Python error", "leaked", "KeyboardInterrupt")
CLOCKED = ("seconds", "processor", "environment", "inference", "acting", "learning")
"""Times in a line vary."""


@dataclass
class Found:
    """The results of the tries of a command."""

    tries: int = 0
    hung: int = 0
    tracebacks: int = 0
    orphans: int = 0
    damaged: int = 0
    status: int = 0
    """A wrong exit status for the signal, or no line about the kept results."""
    again: int = 0
    """It did not go on, or came to something else."""
    notes: list[str] = field(default_factory=list)

    @property
    def wrong(self) -> int:
        """Return the number of failures."""
        return self.hung + self.tracebacks + self.orphans + self.damaged + self.status + self.again

    def row(self, name: str) -> str:
        """A line of the table."""
        return (
            f"{name:26}{self.tries:7}{self.hung:7}{self.tracebacks:12}{self.orphans:9}"
            f"{self.damaged:9}{self.status:8}{self.again:7}"
        )


HEAD = (
    f"{'command':26}{'tries':>7}{'hung':>7}{'tracebacks':>12}{'orphans':>9}{'damaged':>9}"
    f"{'status':>8}{'again':>7}"
)


def _processes(group: int) -> list[int]:
    """The processes of a group that are not over."""
    if not Path("/proc").is_dir():
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return []
        return [group]
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError):
                state, _, of, *_ = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(of) == group and state not in "ZX":
                    found.append(int(entry.name))
    return found


def _holds(pid: int) -> bool:
    """Return whether the program handles SIGTERM, instead of Python's default."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("SigCgt:"):
                return bool(int(line.split()[1], 16) >> (signal.SIGTERM - 1) & 1)
    except OSError:
        return False
    return False


def _until(done: Callable[[], object], seconds: float) -> bool:
    """Wait until something is done; False if it takes too long."""
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


_started: list[subprocess.Popen[bytes]] = []
"""The current state."""


@dataclass(frozen=True)
class Try:
    """When, and with what, a command is interrupted."""

    kind: str
    moment: float
    gap: float = 0.0


def started(words: str, folder: Path, cache: Path | None = None) -> subprocess.Popen[bytes]:
    """A command in its own process group; its output goes to `.said` in its folder."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    if cache is not None:
        environment |= {"ALTERED_CACHE": str(cache), "NUMBA_DISABLE_JIT": "0"}
    with (folder / ".said").open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", *words.split()],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    _started[:] = [process]  # there is one at a time
    return process


def _send(process: subprocess.Popen[bytes], plan: Try) -> None:
    number = signal.SIGTERM if "term" in plan.kind else signal.SIGINT
    with contextlib.suppress(ProcessLookupError):
        if plan.kind == "kill":
            process.kill()
        elif plan.kind == "term":
            process.terminate()
        else:
            os.killpg(process.pid, number)
            if plan.kind == "twice":
                time.sleep(plan.gap)
                os.killpg(process.pid, number)


def attempt(command: Command, plan: Try, folder: Path, found: Found) -> int:
    """Run a command, interrupt it, and check what is left. Return its status."""
    cache = folder / ".cache" if command.cold else None
    process = started(command.words if command.cold else command.line, folder, cache)
    assert process.stdin is not None
    _until(lambda: _holds(process.pid) or process.poll() is not None, LIMIT)
    time.sleep(plan.moment)
    over = process.poll()
    if over is None:
        _send(process, plan)
    found.tries += 1
    what = f"{command.name}, {plan.kind} after {plan.moment:.2f} s"
    if not _until(lambda: process.poll() is not None, LIMIT):
        found.hung += 1
        found.notes.append(f"{what}: has not ended in {LIMIT:.0f} s")
    if not _until(lambda: not _processes(process.pid), LIMIT):
        found.orphans += 1
        found.notes.append(f"{what}: processes are left: {_processes(process.pid)}")
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.stdin.close()
    status = process.wait()
    said = (folder / ".said").read_text("utf-8", "replace")
    if any(bad in said for bad in BAD):
        found.tracebacks += 1
        found.notes.append(f"{what}: said {said[-2000:]}")
    # a process that was done when the signal came ends by the signal's default action
    late = 0, -signal.SIGINT, -signal.SIGTERM
    if status not in (*ENDED[plan.kind], *late) or (over is not None and status):
        found.status += 1
        found.notes.append(f"{what}: status {status}, said {said[-500:]}")
    elif status in (130, 143) and "stopped; " not in said and command.name != "play":
        found.status += 1
        found.notes.append(f"{what}: status {status} without a word: {said[-500:]}")
    for path, wrong in damaged(folder, killed=plan.kind == "kill"):
        found.damaged += 1
        found.notes.append(f"{what}: {path} is damaged: {wrong}")
    return status


def damaged(folder: Path, killed: bool) -> Iterator[tuple[Path, str]]:
    """The damaged files in a folder. After a kill, the last line of a ledger may be truncated, and
    a temporary file may be left."""
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.name == ".said" or ".cache" in path.parts:
            continue
        if path.name.endswith(".part"):
            continue
        try:
            _read(path, killed)
        except Exception as error:
            yield path, f"{type(error).__name__}: {error}"
    yield from _of_cache(folder / ".cache")


def _read(path: Path, killed: bool) -> None:
    if path.suffix == ".jsonl":
        lines = path.read_text("utf-8").splitlines(keepends=True)
        for line in lines[:-1] if killed else lines:
            json.loads(line)
            assert line.endswith("\n"), f"a line without an end: {line[-80:]}"
    elif path.suffix == ".json":
        json.loads(path.read_text("utf-8"))
    elif path.suffix == ".parquet":
        import polars

        polars.read_parquet(path)
    elif path.suffix == ".safetensors":
        from safetensors import safe_open

        with safe_open(path, "np") as file:
            for name in file.keys():  # noqa: SIM118  # it is no mapping
                file.get_tensor(name)
    elif path.suffix == ".zip":
        assert zipfile.ZipFile(path).testzip() is None
    else:
        assert path.stat().st_size, "it is empty"


def _of_cache(folder: Path) -> Iterator[tuple[Path, str]]:
    """Damaged or orphaned locked entries of the compile cache."""
    import fcntl

    for path in sorted(folder.glob("*")):
        if path.suffix == ".lock":
            with path.open() as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError as error:
                    yield path, f"locked: {error}"
        elif path.suffix == ".kept":
            head, _, rest = path.read_bytes().partition(b"\n")
            if (
                not head.startswith(b"ALTERED KEPT")
                or hashlib.sha256(rest[32:]).digest() != (rest[:32])
            ):
                yield path, "its checksum is wrong"


def essence(folder: Path, patterns: Sequence[str]) -> dict[str, Any]:
    """Return what must be equal in the end: lines without times, in any order."""
    found: dict[str, Any] = {}
    for path in sorted(path for pattern in patterns for path in folder.glob(pattern)):
        name = str(path.relative_to(folder))
        if path.suffix == ".jsonl":
            rows = map(json.loads, path.read_text("utf-8").splitlines())
            found[name] = sorted(
                {
                    json.dumps({k: v for k, v in row.items() if not k.startswith(CLOCKED)})
                    for row in rows
                }
            )
        elif path.suffix == ".parquet":
            import polars

            found[name] = str(polars.read_parquet(path).rows())
        else:
            found[name] = path.read_bytes()
    return found


def prepared(command: Command, work: Path, folder: Path) -> None:
    """Create the folder of a try, with the command's inputs."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if not command.needs:
        return
    made = work / "made" / command.needs
    if not made.exists():
        by = next(c for c in COMMANDS if c.words.endswith(f"--out {command.needs}"))
        made.parent.mkdir(parents=True, exist_ok=True)
        process = started(by.line, made.parent)
        process.communicate()
        assert process.returncode == 0, (made.parent / ".said").read_text()
    shutil.copytree(made, folder / command.needs)


def measured(command: Command, work: Path) -> tuple[float, dict[str, Any]]:
    """The duration and results of a command, cached if measured before."""
    folder = work / "whole" / command.name.replace(" ", "-").replace(",", "")
    note = folder / ".took"
    if command.cold:
        return 25.0, {}
    if not note.exists():
        prepared(command, work, folder)
        begun = time.monotonic()
        process = started(command.line, folder)
        process.communicate(input=b"q\n")
        status = process.returncode
        assert status in (0, 1), f"{command.name}: {(folder / '.said').read_text()}"
        note.write_text(str(time.monotonic() - begun))
    return float(note.read_text()), essence(folder, command.same)


def again(command: Command, folder: Path, whole: dict[str, Any], found: Found, what: str) -> None:
    """Run the command again and compare its results with those of an uninterrupted run."""
    words = command.line
    if command.saved:
        if (folder / command.saved).exists():
            words += f" {command.resume}"
        else:
            out = words.rpartition("--out ")[2]
            shutil.rmtree(folder / out, ignore_errors=True)
    if command.name == "play":
        words = "altered_env play --resume mine.altered" * (folder / "mine.altered").exists()
    process = started(words or command.line, folder)
    try:
        process.communicate(input=b"q\n", timeout=10 * LIMIT)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    said = (folder / ".said").read_text("utf-8", "replace")
    if process.returncode not in (0, 1) or any(bad in said for bad in BAD):
        found.again += 1
        found.notes.append(f"{what}: again with status {process.returncode}: {said[-1500:]}")
        return
    if (now := essence(folder, command.same)) != whole:
        other = [name for name in whole if now.get(name) != whole[name]] or sorted(now)
        found.again += 1
        found.notes.append(f"{what}: went on, and came to another {', '.join(other)}")


def _version() -> str:
    """A short hash of the program: what another one has left is not to be compared with."""
    digest = hashlib.sha256(str(JIT).encode())
    for path in sorted((ROOT / "altered_env").rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def chosen(names: Sequence[str]) -> list[Command]:
    """The commands of these names, or all that can be tried here."""
    known = {command.name: command for command in COMMANDS}
    for name in names:
        if name not in known:
            raise SystemExit(f"no command {name!r}: there are {', '.join(known)}")
    return [known[name] for name in names or known if known[name].line]


def main(arguments: Sequence[str] | None = None) -> int:
    """Interrupt commands and print what became of it; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack.interrupts", description=__doc__)
    parser.add_argument("commands", nargs="*", help="by name (all)")
    parser.add_argument("--tries", type=int, default=8, help="of each command (8)")
    parser.add_argument("--seed", type=int, default=0, help="other moments (0)")
    parser.add_argument("--work", type=Path, default=Path("build/interrupts"), help="a folder")
    parser.add_argument("--seconds", type=float, default=0.0, help="begin no try after so many")
    options = parser.parse_args(arguments)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored in the background
    begun = time.monotonic()
    work = options.work.absolute() / _version()
    results: dict[str, Found] = {}
    print(HEAD, flush=True)
    for command in chosen(options.commands):
        took, whole = measured(command, work)
        found = results.setdefault(command.name, Found())
        for number in range(options.tries):
            if options.seconds and time.monotonic() - begun > options.seconds:
                break
            chance = random.Random(f"{options.seed}/{command.name}/{number}")
            plan = Try(chance.choice(KINDS), took * chance.random(), chance.random() / 2)
            folder = work / "tries" / f"{options.seed}-{command.name.replace(' ', '-')}-{number}"
            prepared(command, work, folder)
            before = found.wrong
            attempt(command, plan, folder, found)
            if not command.cold:
                what = f"{command.name}, try {number}, {plan.kind} after {plan.moment:.2f} s"
                again(command, folder, whole, found, what)
            if found.wrong == before:
                shutil.rmtree(folder)
        print(found.row(command.name), flush=True)
    total = Found()
    for found in results.values():
        for name in ("tries", "hung", "tracebacks", "orphans", "damaged", "status", "again"):
            setattr(total, name, getattr(total, name) + getattr(found, name))
        total.notes += found.notes
    print(total.row("all"))
    for note in total.notes:
        print(f"\n{note}")
    return 1 if total.wrong else 0


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    finally:  # who interrupts this one leaves nothing behind either
        for process in _started:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
