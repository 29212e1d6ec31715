"""A program at the end of two pipes: it is sent lines, answers within a time limit, and is ended
with all its subprocesses.

It has its own parent process (`supervisor.py`), which limits and watches it, and a sandbox if
available (`sandboxes.py`); signals of the terminal do not reach it, and it inherits no file
descriptors but its pipes.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

from altered_env._runtime import signals
from altered_env._runtime.printable import printable
from altered_env.protocol import supervisor
from altered_env.protocol.sandboxes import chosen, new_user

CHUNK = 65_536
KEPT = 8_192
"""The number of last bytes of its standard error to keep."""
UNREAD = 4_000_000
"""Unread bytes sent to a program above which its output is no longer read."""
GRACE = 0.5
"""Seconds that a program has to end by itself once its pipes are closed."""
PATIENCE = 10.0
"""Seconds for the supervisor to start, and to end."""
MEMORY = 4_096
"""The default memory limit of a program with its subprocesses, in MiB; half of the machine's
memory, if that is less."""


class EndedError(Exception):
    """The program has ended, or closed its output."""


class LateError(Exception):
    """The program did not answer in time."""


class TooLongError(Exception):
    """The program wrote a line above the maximum length."""


class Child:
    """A started program. Raises `OSError` if it cannot be started, and `ValueError` if the
    requested sandbox is not available."""

    def __init__(
        self,
        command: Sequence[str],
        memory: int = 0,
        processor: int = 0,
        sandbox: str = "auto",
        readable: Sequence[str] = (),
    ) -> None:
        """`memory` in MiB and `processor` in seconds limit it."""
        if sys.platform == "win32":
            raise OSError("external programs are not supported on Windows")
        box = chosen(sandbox, command, readable)
        user = new_user() if box.user else 0
        plan = {
            "words": box.words(command, user),
            "environment": box.environment(),
            "memory": memory,
            "processor": processor,
            "resident": (memory or _usual_memory()) << 20,
            "user": user,
            "switch": box.kind == "user",
            "alone": box.kind != "bwrap",
            "translated": box.kind == "bwrap",
        }
        self._control, other = socket.socketpair()
        self._said = b""
        self._ended: dict[str, Any] = {}
        """The supervisor's report on the end."""
        self._ending = contextlib.ExitStack()
        with signals.starting(), other:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", supervisor.__file__, str(other.fileno())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                pass_fds=[other.fileno()],
            )
            self._ending.enter_context(signals.child(self._process.pid))
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
        """Is reading its output paused?"""
        self.processor = 0.0
        """Seconds of processor time in total; known at its end."""
        self._pid = 0
        self._begin(plan)

    def _begin(self, plan: dict[str, Any]) -> None:
        """Let the supervisor start the program. Raises `OSError`."""
        problem = "its supervisor has ended"
        with contextlib.suppress(OSError):
            self._control.sendall(json.dumps(plan).encode() + b"\n")
            said = self._hear_supervisor(PATIENCE)
            self._pid = said.get("pid", 0)
            problem = said.get("problem", problem)
        if not self._pid:
            self.end()
            raise OSError(problem)

    def _hear_supervisor(self, seconds: float) -> dict[str, Any]:
        """Its next line; empty if it is late or has ended."""
        end = time.monotonic() + seconds
        while b"\n" not in self._said:
            self._control.settimeout(max(0.001, end - time.monotonic()))
            try:
                data = self._control.recv(CHUNK)
            except OSError:
                return {}
            if not data:
                return {"code": None}
            self._said += data
        line, _, self._said = self._said.partition(b"\n")
        said: dict[str, Any] = json.loads(line)
        return said

    def tell(self, line: bytes) -> None:
        """Send a line, as far as the pipe accepts it now; the rest is sent while waiting for an
        answer."""
        self._due += line
        self._write()

    def hear(self, seconds: float, longest: int) -> bytes:
        """The next line, without its end.

        A program that does not read its messages is not read from until it does, which bounds the
        backlog. Once its time is over it is late, even if it has written more lines: answers to
        earlier ones took the time.

        Raises `LateError`, `TooLongError` or `EndedError`.
        """
        end = time.monotonic() + seconds
        if seconds <= 0:
            raise LateError
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
        """Wait until the program has read most of its input; meanwhile its standard error is
        read."""
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
        except OSError:  # it no longer reads; lines written before it ended still count
            self._due.clear()
        if bool(self._due) is not self._writing:
            self._writing = bool(self._due)
            if self._writing:
                self._selector.register(self._in, selectors.EVENT_WRITE)
            else:
                self._selector.unregister(self._in)

    @property
    def complaints(self) -> str:
        """The end of its standard error, safe to print."""
        lines = self._complaints.decode("utf-8", "backslashreplace").strip().splitlines()
        return "\n".join(map(printable, lines))

    def how_it_ended(self) -> str:
        """How it ended by itself, in words; or the given text if it has not."""
        return self._ended_in(GRACE) or "closed its output"

    def ends_by_itself(self, seconds: float) -> bool:
        """Close its input; does it end within this many seconds?"""
        assert self._process.stdin is not None
        self._process.stdin.close()
        return bool(self._ended_in(seconds))

    def _ended_in(self, seconds: float) -> str:
        """How it ended, in words, if it does within this many seconds."""
        self._ended = self._ended or self._hear_supervisor(seconds)
        if "stopped" in self._ended:
            return str(self._ended["stopped"])
        code = self._ended.get("code")
        if code is None:
            return "has killed its supervisor" if self._ended else ""
        return f"ended with status {code}" if code >= 0 else f"ended by signal {-code}"

    def end(self) -> None:
        """Let it end, or kill it, with all its subprocesses."""
        if self._process.returncode is not None:
            return
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()
        if self._pid:
            self.how_it_ended()
        self._read_complaints()
        with contextlib.suppress(OSError):
            self._control.shutdown(socket.SHUT_WR)
        said = self._hear_supervisor(PATIENCE)
        self.processor = said.get("seconds", 0.0)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        assert self._process.stderr is not None
        self._process.stderr.close()
        self._control.close()
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


def _usual_memory() -> int:
    """The default memory limit of a program, in MiB."""
    there = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
    return min(MEMORY, there // 2)
