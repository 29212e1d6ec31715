"""Signal handling for commands: Ctrl-C and SIGTERM, once or again, at any moment.

A command installs its handlers before it imports anything large. No exception is raised in the
middle of its work: Python would raise it only between two bytecodes, which takes minutes while the
rules are compiled; and code that may be interrupted anywhere cannot clean up reliably. Instead a
thread receives the signal at once, waits for a file that is being written, ends the child
processes, prints one line about the saved results, and exits with status 130, or 143 for SIGTERM.
All results are written atomically, or line by line, so no other cleanup is needed. Meanwhile the
main thread waits.

Work that can stop at a better moment, such as training after a round, does so on the first signal
(`softly`) and ends at once on the second. A worker process leaves signals to its parent and ends
with it, even if the parent is killed: it watches a pipe between them.

Programs that only import the package keep their own signal handling.

>>> with keeping("the games are in games.jsonl"), whole():
...     pass
"""

from __future__ import annotations

import atexit
import contextlib
import itertools
import multiprocessing
import os
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

from altered_env._runtime.optional_dependencies import name_missing

PATIENCE = 10.0
"""The number of seconds to wait for a file being written, such as on an unresponsive disk, and for
child processes to end."""
SIGNALS = (signal.SIGINT, signal.SIGTERM)
PACKAGE = "altered_env"
"""The package whose modules are commands under `python -m`."""
NOTHING = "nothing is saved"
_MARK = b"\0"
_WIDTH = 79

Words = str | Callable[[], str]


class _Hold:
    """The state of this process; a singleton."""

    def __init__(self) -> None:
        self.held = False
        self.worker = False
        self.leaving = False
        """Whether the interpreter is shutting down: signals have their default effect."""
        self.lock = threading.RLock()
        """Held while a file is written."""
        self.deep = 0
        """The nesting depth of file writes in the main thread."""
        self.late = False
        """Whether a signal arrived while the main thread was writing a file."""
        self.words: list[Words] = []
        self.soft: tuple[Callable[[], None], Callable[[], bool], str] | None = None
        self.told = 0
        """The signal that was answered by a soft stop."""
        self.asking = False
        self.children: set[int] = set()
        self.folders: set[str] = set()
        self.turns = itertools.count(1)
        self.turn = 0
        self.writer: socket.socket | None = None


_hold = _Hold()


def hold_commands() -> None:
    """Install the handlers if this process is one of our commands, or works for one."""
    first = sys.orig_argv[1:]
    if "--multiprocessing-fork" in first:
        return  # set by its parent: `in_worker`
    module = first[first.index("-m") + 1 :][:1] if "-m" in first else []
    named = sys.argv[:1] == ["-m"] and module and module[0].partition(".")[0] == PACKAGE
    if named or (sys.argv and Path(sys.argv[0]).stem == "altered"):
        name_missing()
        take_hold()


def take_hold() -> None:
    """Let signals end this process in order from here on. Ignored signals stay ignored."""
    if _hold.held or threading.current_thread() is not threading.main_thread():
        return
    _hold.held = True
    reader, _hold.writer = socket.socketpair()
    _hold.writer.setblocking(False)
    threading.Thread(target=_listen, args=(reader,), name="signals", daemon=True).start()
    signal.set_wakeup_fd(_hold.writer.fileno(), warn_on_full_buffer=False)
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _heard)
    atexit.register(over)


def is_held() -> bool:
    """Return whether signals are handled here, without raising `KeyboardInterrupt`."""
    return _hold.held


def in_worker() -> None:
    """Make this process a worker, which ends when its parent does, for whatever reason."""
    parent = multiprocessing.parent_process()
    if parent is None or _hold.worker:
        return
    _hold.worker = True
    take_hold()
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def outlived() -> None:
        parent.join()
        _end(0)

    threading.Thread(target=outlived, name="parent", daemon=True).start()


def over() -> None:
    """Mark the work as done and written: a signal then just ends this process."""
    if _hold.held and not _hold.worker:
        _hold.leaving = True
        signal.set_wakeup_fd(-1)
        for number in SIGNALS:
            if signal.getsignal(number) is _heard:
                signal.signal(number, signal.SIG_DFL)


def _heard(_number: int, _frame: FrameType | None) -> None:
    """Keep the main thread waiting until the signal has been handled."""
    if _hold.leaving:
        return
    if _hold.deep:
        _hold.late = True
        return
    _stand_still()
    if _hold.asking:
        raise EOFError


def _stand_still() -> None:
    """Wait until all signals so far are handled: forever, if the process is to end."""
    mine = next(_hold.turns)
    assert _hold.writer is not None
    _hold.writer.send(_MARK)
    while _hold.turn < mine:
        time.sleep(0.01)


def _listen(reader: socket.socket) -> None:
    """Handle signals as they arrive, in a separate thread."""
    while True:
        for number in reader.recv(64):
            if number == _MARK[0]:
                _hold.turn += 1
            elif number in SIGNALS:
                _answer(number)


def _answer(number: int) -> None:
    if _hold.soft is not None and not _hold.told:
        tell, ready, words = _hold.soft
        if ready():
            _hold.told = number
            tell()
            _say(words)
            return
    _end(number)


def _end(number: int) -> None:
    """End this process, after a file that is being written."""
    try:
        _hold.lock.acquire(timeout=PATIENCE)
        _end_children()
        for folder in list(_hold.folders):
            shutil.rmtree(folder, ignore_errors=True)
        if not _hold.worker:
            _within(1.0, _flush)
            words = _hold.words[0] if _hold.words else NOTHING
            _say(f"stopped; {words if isinstance(words, str) else words()}")
    finally:
        os._exit(128 + number if number else 1)


def _end_children() -> None:
    """End the child processes, and wait until they are gone."""
    left = set(_hold.children)
    for pid in left:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGTERM)
    end = time.monotonic() + PATIENCE
    while left:
        left = {pid for pid in left if not _is_gone(pid)}
        if left and time.monotonic() > end:
            for pid in left:
                with contextlib.suppress(OSError):
                    os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))
            return
        time.sleep(0.01)


def _is_gone(pid: int) -> bool:
    try:
        return os.waitpid(pid, getattr(os, "WNOHANG", 0))[0] == pid
    except OSError:
        return True


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()


def _say(text: str) -> None:
    """Print a line on standard error, in place of the progress line."""

    def write() -> None:
        with contextlib.suppress(OSError):
            terminal = os.isatty(2)
            line = f"\r{text:{_WIDTH}}\n" if terminal else f"{text}\n"
            os.write(2, line.encode("utf-8", "backslashreplace"))

    _within(1.0, write)


def _within(seconds: float, what: Callable[[], None]) -> None:
    """Do something that may block, such as writing to a pipe, with a time limit."""
    thread = threading.Thread(target=what, daemon=True)
    thread.start()
    thread.join(seconds)


@contextlib.contextmanager
def whole() -> Iterator[None]:
    """Finish this block before a signal ends the process."""
    main = threading.current_thread() is threading.main_thread()
    _hold.deep += main
    try:
        with _hold.lock:
            yield
    finally:
        _hold.deep -= main
        if main and _hold.late and not _hold.deep:
            _hold.late = False
            _stand_still()


@contextlib.contextmanager
def keeping(words: Words) -> Iterator[None]:
    """Set a message for interruptions within this block: the saved results and how to resume. Outer
    messages come first."""
    _hold.words.append(words)
    try:
        yield
    finally:
        _hold.words.remove(words)


@contextlib.contextmanager
def softly(
    tell: Callable[[], None], words: str, ready: Callable[[], bool] = lambda: True
) -> Iterator[None]:
    """Stop softly: the first signal within this block, if it is `ready`, calls `tell` and prints
    these words; the next one ends the process, or in other programs has its usual effect."""
    _hold.told = 0
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    if _hold.held:
        _hold.soft = (tell, ready, words)
        try:
            yield
        finally:
            _hold.soft = None
        return

    def stop(number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        if not ready():
            raise KeyboardInterrupt
        _hold.told = number
        tell()
        print(words, file=sys.stderr, flush=True)
        if _hold.asking:
            raise EOFError

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def status() -> int:
    """Return the exit status after a soft stop; 0 if there was none."""
    return 128 + _hold.told if _hold.told else 0


def answer(prompt: str) -> str:
    """Read a line from the terminal. Raises `EOFError` at end of input and on a soft stop."""
    if _hold.told:
        raise EOFError
    _hold.asking = True
    try:
        return input(prompt)
    finally:
        _hold.asking = False


@contextlib.contextmanager
def child(pid: int) -> Iterator[None]:
    """Register a process as a child of this one during this block, so that it ends with it."""
    _hold.children.add(pid)
    try:
        yield
    finally:
        _hold.children.discard(pid)


@contextlib.contextmanager
def starting() -> Iterator[None]:
    """Start a process within this block, without interruption, and deaf from the start to Ctrl-C,
    which a terminal sends to all processes."""
    with whole():
        if not hasattr(signal, "pthread_sigmask"):
            yield
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def temporary_folder() -> Iterator[str]:
    """Create a temporary folder that is removed afterwards, also if a signal ends this process."""
    with whole():
        folder = tempfile.mkdtemp()
        _hold.folders.add(folder)
    try:
        yield folder
    finally:
        with whole():
            shutil.rmtree(folder, ignore_errors=True)
            _hold.folders.discard(folder)
