"""A spinner on standard error: on a terminal one line, updated each second with the elapsed time;
in a file, if wanted, one line.

>>> with thinking("B, ismcts, is thinking"):  # too short for anybody to wonder
...     pass
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from altered_env._runtime import progress

PATIENCE = 1.0
"""Seconds before the indicator appears."""


class _Wait:
    """A wait, from now until it ends."""

    def __init__(self, what: str, stream: TextIO) -> None:
        self._what, self._stream = what, stream
        self._begun = time.monotonic()
        self._over, self._said = threading.Event(), False
        self._teller = threading.Thread(target=self._tell, name="waiting", daemon=True)
        self._teller.start()

    def _tell(self) -> None:
        while not self._over.wait(PATIENCE):
            self._said = True
            if not self._stream.isatty():
                print(f"  {self._what}", file=self._stream, flush=True)
                return
            text = f"  {self._what}, {progress.span(time.monotonic() - self._begun)}"
            print(f"\r{text[: progress.WIDTH]:{progress.WIDTH}}", file=self._stream, end="")
            self._stream.flush()

    def end(self) -> None:
        """Remove the line."""
        if self._over.is_set():
            return
        self._over.set()
        self._teller.join()
        if self._said and self._stream.isatty():
            print(f"\r{'':{progress.WIDTH}}\r", file=self._stream, end="", flush=True)


@contextmanager
def thinking(what: str, in_files: bool = False) -> Iterator[None]:
    """Show the spinner during this block, once it takes a while; with `in_files`, also in a log
    file."""
    if progress.is_quiet() or not (in_files or sys.stderr.isatty()):
        yield
        return
    wait = _Wait(what, sys.stderr)
    try:
        yield
    finally:
        wait.end()


class _Listening:
    """A stream that calls a listener before its first output."""

    def __init__(self, stream: TextIO, wait: _Wait) -> None:
        self._stream, self._wait = stream, wait

    def write(self, text: str) -> int:
        """Write, after ending the wait."""
        self._wait.end()
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        if name in ("buffer", "detach", "writelines"):  # other ways to write
            self._wait.end()
        return getattr(self._stream, name)


@contextmanager
def getting_ready(quiet: bool = False) -> Iterator[None]:
    """Show the spinner from shortly after the start until the first output: a command reads its
    inputs and loads compiled code before it prints anything."""
    if quiet or progress.is_quiet():
        yield
        return
    out, err = sys.stdout, sys.stderr
    wait = _Wait("getting ready", err)
    listening: Any = (_Listening(out, wait), _Listening(err, wait))
    sys.stdout, sys.stderr = listening
    try:
        yield
    finally:
        wait.end()
        sys.stdout = out if sys.stdout is listening[0] else sys.stdout
        sys.stderr = err if sys.stderr is listening[1] else sys.stderr
