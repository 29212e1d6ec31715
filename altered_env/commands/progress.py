"""How far something is, on the standard error: one line, written over on a terminal."""

from __future__ import annotations

import sys
import time

__all__ = ["Progress"]

WIDTH = 79


class Progress:
    """A bar with the speed and the time left; what was found from before counts as no time.

    >>> Progress(200, "games").text(50, 0, 2.0)
    '  [#####               ] 50 of 200 games, 25/s, 6 s left'
    """

    def __init__(self, total: int, what: str) -> None:
        self.total = total
        self._what = what
        self._begun = time.monotonic()
        self._shown = 0.0

    def text(self, done: int, found: int, seconds: float) -> str:
        """The line, when so many are done, `found` of them from before."""
        filled = 20 * done // max(1, self.total)
        line = f"  [{'#' * filled:20}] {done:,} of {self.total:,} {self._what}"
        rate = (done - found) / max(0.001, seconds)
        if rate:
            line += f", {rate:,.0f}/s, {(self.total - done) / rate:,.0f} s left"
        return line

    def say(self, done: int, found: int = 0, note: str = "") -> None:
        """So many are done, `found` of them from before."""
        now = time.monotonic()
        terminal = sys.stderr.isatty()
        if done < self.total and now - self._shown < (0.2 if terminal else 10):
            return
        self._shown = now
        text = self.text(done, found, now - self._begun) + (f"; {note}" if note else "")
        line = text[:WIDTH].ljust(WIDTH) if terminal else text
        print(line, file=sys.stderr, end="\r" if terminal else "\n", flush=True)

    def clear(self) -> None:
        """Take the line away."""
        if sys.stderr.isatty():
            print(" " * WIDTH, file=sys.stderr, end="\r", flush=True)

    @property
    def seconds(self) -> float:
        """How long it has taken."""
        return time.monotonic() - self._begun
