"""A program at the end of two pipes: told lines, heard with patience that ends, and ended with all
that it has started.

It has a session of its own, so that no signal of the terminal reaches it and all of it can be
killed at once; no descriptor of this process but its pipes; a mark in its environment, by which
its children are found that have left its process group (on Linux); and limits, where asked for.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Sequence
from pathlib import Path

from altered_env import stopping

__all__ = ["Child", "EndedError", "LateError", "TooLongError"]

CHUNK = 65_536
KEPT = 8_192
"""Bytes of its standard error that are kept: the last."""
UNREAD = 4_000_000
"""Bytes that a program may have been told and not read before it is heard no further."""
MARK = "ALTERED_BOT"
ROUNDS = 100
"""So often are its children looked for: they may be starting others meanwhile."""
GRACE = 0.5
"""Seconds that a program has to end by itself once its pipes are closed."""


class EndedError(Exception):
    """The program has ended, or closed its output."""


class LateError(Exception):
    """The program has said nothing in time."""


class TooLongError(Exception):
    """The program has said a line that is longer than any may be."""


class Child:
    """A program, started. Raises `OSError` if it cannot be."""

    def __init__(self, command: Sequence[str], memory: int = 0, processor: int = 0) -> None:
        """`memory` in MiB and `processor` in seconds limit it, 0 does not."""
        if sys.platform == "win32":
            raise OSError("programs at the end of pipes are not for Windows")
        limits = [f"ulimit -v {memory * 1024}"] * bool(memory) + [f"ulimit -t {processor}"] * bool(
            processor
        )
        words = list(command)
        if limits:
            words = ["/bin/sh", "-c", " && ".join([*limits, 'exec "$@"']), "sh", *words]
        self._mark = uuid.uuid4().hex
        self._ending = contextlib.ExitStack()
        with stopping.starting():
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                env={**os.environ, MARK: self._mark},
            )
            self._ending.enter_context(stopping.child(self._process.pid, group=True))
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        assert pipes[0] is not None and pipes[1] is not None and pipes[2] is not None
        self._in, self._out, self._err = pipes[0].fileno(), pipes[1].fileno(), pipes[2].fileno()
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ)
        self._selector.register(self._err, selectors.EVENT_READ)
        self._writing = False
        self._due = bytearray()
        self._heard = bytearray()
        self._searched = 0
        self._complaints = bytearray()
        self._is_done = False
        self._paused = False
        """Is its output left alone for a while?"""
        self._spent = 0.0

    def tell(self, line: bytes) -> None:
        """Send a line, as far as the pipe takes it now; the rest goes out while it is heard."""
        self._due += line
        self._write()

    def hear(self, seconds: float, longest: int) -> bytes:
        """The next line, without its end.

        A program that does not read what it is told is heard no further until it does, so that
        what is kept for it does not grow without bounds.

        Raises `LateError`, `TooLongError` or `EndedError`.
        """
        end = time.monotonic() + seconds
        while True:
            found = self._heard.find(b"\n", self._searched)
            if 0 <= found <= longest:
                self._drain(end)
                line = bytes(self._heard[:found])
                del self._heard[: found + 1]
                self._searched = 0
                return line
            self._searched = len(self._heard)
            if found > longest or len(self._heard) > longest:
                raise TooLongError
            if self._is_done:
                raise EndedError
            left = end - time.monotonic()
            if left <= 0:
                raise LateError
            for key, _ in self._selector.select(left):
                self._serve(key.fd)

    def _drain(self, end: float) -> None:
        """Wait until not much is left to be read by the program; its standard error is read."""
        while len(self._due) > UNREAD:
            left = end - time.monotonic()
            if left <= 0:
                raise LateError
            for key, _ in self._selector.select(left):
                if key.fd != self._out:
                    self._serve(key.fd)
                elif not self._paused:
                    self._selector.unregister(self._out)
                    self._paused = True
        if self._paused:
            self._selector.register(self._out, selectors.EVENT_READ)
            self._paused = False

    def _serve(self, pipe: int) -> None:
        if pipe == self._in:
            self._write()
            return
        try:
            data = os.read(pipe, CHUNK)
        except BlockingIOError:
            return
        if not data:
            self._selector.unregister(pipe)
            self._is_done |= pipe == self._out
        elif pipe == self._out:
            self._heard += data
        else:
            self._complaints += data
            del self._complaints[:-KEPT]

    def _write(self) -> None:
        try:
            while self._due:
                del self._due[: os.write(self._in, self._due)]
        except BlockingIOError:
            pass
        except OSError:  # nobody reads any more; what it said before it ended is still heard
            self._due.clear()
        if bool(self._due) is not self._writing:
            self._writing = bool(self._due)
            if self._writing:
                self._selector.register(self._in, selectors.EVENT_WRITE)
            else:
                self._selector.unregister(self._in)

    @property
    def complaints(self) -> str:
        """The end of what it wrote to its standard error."""
        return self._complaints.decode("utf-8", "backslashreplace").strip()

    def processor(self) -> float:
        """Seconds of processor time that it and the children it has waited for have spent; as far
        as the system says it, as Linux does."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            said = Path(f"/proc/{self._process.pid}/stat").read_text()
            ticks = said.rpartition(")")[2].split()[11:15]
            self._spent = sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
        return self._spent

    def how_it_ended(self) -> str:
        """How it ended by itself, in words; what else there is to say if it has not."""
        return self._ended_in(GRACE) or "closed its output"

    def ends_by_itself(self, seconds: float) -> bool:
        """Close its input; does it end within so many seconds?"""
        assert self._process.stdin is not None
        self._process.stdin.close()
        return bool(self._ended_in(seconds))

    def _ended_in(self, seconds: float) -> str:
        """How it ended, in words, if it does within so many seconds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            # it is looked at, not waited for: its number stays its own until it is killed
            found = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if found is not None:
                how = "with status" if found.si_code == os.CLD_EXITED else "by signal"
                return f"ended {how} {found.si_status}"
            time.sleep(0.005)
        return ""

    def end(self) -> None:
        """Let it end, or kill it; and all that it has started."""
        if self._process.returncode is not None:
            return
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()
        self.how_it_ended()
        self._read_complaints()
        self.processor()
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for _ in range(ROUNDS):
            left = self._strays()
            if not left:
                break
            for pid in left:
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.005)
        assert self._process.stderr is not None
        self._process.stderr.close()
        self._selector.close()
        self._ending.close()

    def _read_complaints(self) -> None:
        for _ in range(64):
            try:
                data = os.read(self._err, CHUNK)
            except OSError:
                return
            if not data:
                return
            self._complaints += data
            del self._complaints[:-KEPT]

    def _strays(self) -> list[int]:
        """The processes that bear the mark and are not this one's dead."""
        mark = f"{MARK}={self._mark}".encode()
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if mark in (folder / "environ").read_bytes().split(b"\0"):
                    state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
                    if state not in "ZX":
                        found.append(int(folder.name))
        return found
