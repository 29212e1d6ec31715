"""Verdict on an input: an answer, a refusal with a message, or a fault."""

from __future__ import annotations

import contextlib
import gc
import io
import re
import resource
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from altered_env._runtime.renamed import RenamedWarning
from tests.offline import OutsideError

__all__ = [
    "FAULTS",
    "OUTCOMES",
    "Came",
    "Fault",
    "Try",
    "called",
    "clocks",
    "compiling",
    "in_compiler",
    "measured",
    "sentence",
    "since",
    "where",
]

OUTCOMES = (
    *("valid", "refused", "stopped"),
    *("wrong", "traceback", "5xx", "leak", "hang", "slow", "memory"),
)
"""`stopped`: work that began and was interrupted. The rest are faults: `wrong` is an answer that is
neither, `leak` one that tells what lies in a file elsewhere."""
FAULTS = OUTCOMES[3:]
SLOW = 5.0
"""Seconds that a refusal takes at most."""
LARGE = 1_000
"""MiB that an answer takes at most; work that was asked for and begun may take more."""
ROOM = 2_500_000_000
"""Bytes of addresses that a worker may have more, so that the machine outlives it."""


WAITS = 3.0
"""The number of seconds that a command and its helpers may be idle."""
IDLE = 0.05
"""Processor seconds that count as doing nothing: other threads of the process need them."""


class Fault(BaseException):
    """An outcome that is a fault, in its own words. No command catches it."""

    def __init__(self, outcome: str, detail: str) -> None:
        super().__init__(detail)
        self.outcome = outcome


@dataclass(frozen=True)
class Try:
    """An input: its kind, its description, and the function that feeds it, which returns `valid`,
    `refused` or `stopped`, or raises."""

    kind: str
    said: str
    run: Callable[[], str]
    ends: bool = False
    """Return whether it ends without an interruption."""


@dataclass(frozen=True)
class Came:
    """The result."""

    outcome: str
    seconds: float
    mib: float
    detail: str = ""


class _Enough(KeyboardInterrupt):
    """Work has begun, and that was to be seen."""


def measured(one: Try, again: bool = True) -> Came:
    """Let an input in, with its time and memory. What takes too long or too much is tried once
    more, as something may have had to be imported or compiled first. Old names are fine."""
    before = _resident(reset=True)
    begun = clocks()
    outcome, detail = "", ""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RenamedWarning)
            outcome = one.run()
    except Fault as fault:
        outcome, detail = fault.outcome, str(fault)
    except MemoryError:
        outcome, detail = "memory", "no room for it"
    except _Enough:
        outcome = "stopped"
    except Exception as error:
        outcome, detail = "traceback", where(error)
    seconds = since(begun)
    mib = (_resident() - before) / 1024
    begun_work = outcome == "stopped" and not one.ends
    if mib > LARGE and not begun_work:
        gc.collect()
        if again:
            return measured(one, again=False)
        outcome, detail = "memory", f"{mib:,.0f} MiB more; it came to: {outcome} {detail}"
    elif seconds > SLOW and (outcome in ("refused", "traceback") or one.ends):
        if again:
            return measured(one, again=False)
        outcome, detail = "slow", f"took {seconds:.1f} s; it came to: {outcome} {detail}"
    return Came(outcome, seconds, max(0.0, mib), detail)


def clocks() -> tuple[float, float, float]:
    """Seconds by the clock, of processor time, and in which a thread of this process was kept from
    a processor by others."""
    kept = 0
    with contextlib.suppress(OSError, IndexError, ValueError):
        for task in Path("/proc/self/task").iterdir():
            kept += int((task / "schedstat").read_text().split()[1])
    return time.monotonic(), time.process_time(), kept / 1e9


def since(before: tuple[float, float, float]) -> float:
    """The seconds that something has taken since then, on a machine that has nothing else to do."""
    clock, worked, kept = (now - then for now, then in zip(clocks(), before, strict=True))
    return max(worked, clock - max(0.0, kept))


def where(error: BaseException) -> str:
    places = traceback.extract_tb(error.__traceback__)
    here = str(Path(__file__).parents[3])
    ours = [p for p in places if p.filename.startswith(here) and "/doors/" not in p.filename]
    place = (ours or places)[-1]
    name = "/".join(Path(place.filename).parts[-3:])
    return f"{type(error).__name__}: {error!s:.150} ({name}:{place.lineno} {place.name})"


def _resident(reset: bool = False) -> float:
    """KiB of memory that this process has had at most since the last reset; with `reset`, has."""
    try:
        if reset:
            Path("/proc/self/clear_refs").write_text("5")
        found = re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())
        return float(found[1]) if found else 0.0
    except OSError:  # not Linux: the highest ever, which grows as well
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
            1024 if sys.platform == "darwin" else 1
        )


def bounded() -> None:
    """Keep this process from taking all of the machine's memory."""
    found = re.search(r"VmSize:\s+(\d+)", Path("/proc/self/status").read_text())
    if found:
        most = int(found[1]) * 1024 + ROOM
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))


# commands

_ASIDE = re.compile(r"usage: |deck code read as |\s|$")
"""Lines allowed next to a refusal: codes have no checksum, so the deck read is always named."""
_SAID = re.compile(r"(?:altered|training|python -m|__main__)[\w .-]*: (?P<words>\S.*)", re.DOTALL)
_PROGRESS = re.compile(r"  (?:\[|getting ready)|\r")


LONG = 2_500


def sentence(text: str, said: int = 0) -> str:
    """The fault of a refusal's message; empty if there is none. It may quote the letters of its
    input, `said` in number.

    >>> sentence("altered decks check: nowhere.txt: there is no such file")
    ''
    >>> sentence("altered replay: 'actions'")
    "a word alone is no sentence: 'actions'"
    """
    text = text.encode("utf-8", "backslashreplace").decode()
    lines = [line for line in text.splitlines() if not _ASIDE.match(line)]
    if not lines:
        return "refused without a word"
    if "Traceback" in text:
        return "a traceback"
    found = _SAID.fullmatch(lines[-1])
    words = found["words"] if found else lines[-1]
    if len(words.split()) < 3:
        return f"a word alone is no sentence: {words:.80}"
    if len(words) > LONG + said:
        return f"{len(words):,} letters long: {words:.80}"
    if not words.isprintable():
        return f"not to be printed: {words!r:.120}"
    if len(lines) > 1:
        return f"{len(lines)} lines: {lines[0]:.80}"
    return ""


def called(
    main: Callable[[Sequence[str]], int | None],
    words: Sequence[str],
    typed: str = "",
    seconds: float = 1.0,
) -> str:
    """Call a command in this process, and judge how it ends. It is interrupted after a while; one
    that only waits then does so for ever."""
    said, errors = io.StringIO(), io.StringIO()
    status: Any = 0
    stopped = False
    with _stdin(typed), contextlib.redirect_stdout(said), contextlib.redirect_stderr(errors):
        try:
            with _enough(seconds):
                status = main(list(words))
        except SystemExit as end:
            status = end.code
            if isinstance(status, str):
                print(status, file=errors)
                status = 2
        except _Enough:
            stopped = True
        except OutsideError:
            return "refused"  # it would have asked another machine
    told = errors.getvalue()
    if "Traceback (most" in told or "Traceback (most" in said.getvalue():
        raise Fault("traceback", told[-200:].replace("\n", " | "))
    if stopped or status == 130:
        return "stopped"
    if status in (0, 1, None):
        return "valid"
    if status != 2:
        raise Fault("wrong", f"status {status!r:.40}")
    if wrong := sentence(told, 2 * sum(map(len, words))):
        raise Fault("wrong", wrong)
    return "refused"


@contextlib.contextmanager
def _stdin(typed: str) -> Iterator[None]:
    before, sys.stdin = sys.stdin, io.StringIO(typed)
    try:
        yield
    finally:
        sys.stdin = before


def in_compiler(frame: FrameType | None) -> bool:
    """Return whether the frame imports or compiles something."""
    while frame is not None:
        if "importlib" in frame.f_code.co_filename or "/numba/" in frame.f_code.co_filename:
            return True
        frame = frame.f_back
    return False


def compiling() -> bool:
    """Return whether any thread of this process imports or compiles something."""
    return any(map(in_compiler, sys._current_frames().values()))


@contextlib.contextmanager
def _enough(seconds: float) -> Iterator[None]:
    """Interrupt what goes on so long; not in the midst of an import or a compilation, which would
    be left half done."""
    begun = clocks()
    others = _children()

    def ring(number: int, frame: FrameType | None) -> None:
        gone = since(begun)
        if in_compiler(frame) or gone < seconds:  # others may have had the processor meanwhile
            signal.setitimer(signal.ITIMER_REAL, max(0.2, seconds - gone))
            return
        if time.process_time() - begun[1] < IDLE + 0.01 * gone and _children() <= others:
            if gone < seconds + WAITS:
                signal.setitimer(signal.ITIMER_REAL, 0.5)
                return
            raise Fault("hang", f"waited for {gone:.1f} s, and did nothing meanwhile")
        raise _Enough

    def dropped(found: sys.UnraisableHookArgs) -> None:
        """Interrupt again if Python drops the exception, as in `__del__`."""
        if isinstance(found.exc_value, _Enough | Fault):
            signal.setitimer(signal.ITIMER_REAL, 0.1)
        else:
            before_dropped(found)

    before, before_dropped = signal.signal(signal.SIGALRM, ring), sys.unraisablehook
    sys.unraisablehook = dropped
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = before_dropped


def _children() -> set[str]:
    """The processes that this one has begun and that are not over."""
    found: set[str] = set()
    with contextlib.suppress(OSError):
        for task in Path("/proc/self/task").iterdir():
            with contextlib.suppress(OSError):  # the thread may be over
                found.update((task / "children").read_text().split())
    return found
