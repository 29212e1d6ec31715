"""Progress on standard error: on a terminal one line, updated each second even without news; in a
file a line every few percent, or every minute. `--quiet` suppresses it.

Where games are played, finished games count (`altered_env/_runtime/progress_counter.py`), whether
or not their task is done.
"""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from typing import TypeVar

from altered_env._runtime import progress_counter

WIDTH = 79
BAR = 20
"""The width of a bar, if there is room for it."""
STEP = 0.05
"""In a file, the share of the work between two lines."""
APART = 2.0
"""In a file, the minimum seconds between two lines; shorter work gets none."""
MINUTE = 60.0
"""In a file, the seconds after which a line comes in any case, if more is done."""
BEAT = 0.5
"""Seconds between updates of the line."""

_T = TypeVar("_T")
_quiet = False
_shown: list[Progress] = []


def be_quiet(quiet: bool) -> None:
    """Suppress progress, or show it again."""
    global _quiet
    _quiet = quiet


def is_quiet() -> bool:
    """Return whether progress is suppressed."""
    return _quiet


def end_all() -> None:
    """Remove every line, before other output at the end."""
    while _shown:
        _shown[-1].clear()


def span(seconds: float) -> str:
    """Return a duration in words.

    >>> span(7), span(200), span(30_000)
    ('7 s', '3 min', '8.3 h')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def hint(text: str) -> None:
    """Print a line beforehand, such as an estimate, unless progress is suppressed."""
    if not _quiet:
        print(text, file=sys.stderr, flush=True)


class Progress:
    """A bar with the speed and the time left; work done in earlier runs counts no time.

    >>> Progress(200, "games").text(50, 0, 2.0)
    '  [#####               ] 50 of 200 games, 25/s, 6 s left'
    >>> Progress(None, "entries").text(50, 0, 2.0)
    '  50 entries, 2 s'
    """

    def __init__(self, total: int | None, what: str, games: bool = False) -> None:
        """Create a bar. `total` is None if unknown; with `games`, games count as they end."""
        self.total = total
        self._what = what
        self._begun = self._started = time.monotonic()
        self._lost = progress_counter.lost()
        self._shown = 0.0
        self._said = 0
        """In a file: the units reported by the last line."""
        self._done = self._found = self._from = 0
        self._note = ""
        self._lock = threading.RLock()
        self._over = threading.Event()
        self._count: Callable[[], int] = lambda: 0
        self._counting = ExitStack()
        self._beats: threading.Thread | None = None
        if games and not _quiet:
            self._count = self._counting.enter_context(progress_counter.counted())
            self.begin()

    def text(self, done: int, found: int, seconds: float, bar: int = BAR) -> str:
        """Return the line for `done` units, `found` of them earlier, with a bar of this width, or
        none.

        >>> Progress(200, "games").text(50, 0, 2.0, bar=0)
        '  50 of 200 games, 25/s, 6 s left'
        """
        if self.total is None:
            return f"  {done:,} {self._what}, {span(seconds)}"
        drawn = f"[{'#' * (bar * done // max(1, self.total)):{bar}}] " if bar > 0 else ""
        line = f"  {drawn}{done:,} of {self.total:,} {self._what}"
        rate = (done - found) / max(0.001, seconds)
        if not rate:
            return line + (f", {span(seconds)} so far" if seconds >= 1 else "")
        speed = f"{rate:,.0f}/s" if rate >= 1.5 else f"{span(1 / rate)} each"
        return line + f", {speed}, {span((self.total - done) / rate)} left"

    def begin(self) -> Progress:
        """Show it from now on, with regular updates, until it is cleared."""
        if not _quiet and self._beats is None:
            _shown.append(self)
            self._beats = threading.Thread(target=self._beat, name="progress", daemon=True)
            self._beats.start()
        return self

    def say(self, done: int, found: int = 0, note: str = "") -> None:
        """Update it: `done` units, `found` of them earlier."""
        with self._lock:
            if found > self._found:  # earlier units took other time
                self._begun, self._from = time.monotonic(), found + self._count()
            self._done, self._found, self._note = done, found, note
        self.begin()
        self._show()

    def _beat(self) -> None:
        while not self._over.wait(BEAT):
            self._show()

    def _show(self) -> None:
        with self._lock:
            if _quiet or self._over.is_set():
                return
            now = time.monotonic()
            done = max(self._done, self._found + self._count())
            if self.total is not None:
                done = min(done, self.total)
            terminal = sys.stderr.isatty()
            if not self._is_due(done, now, terminal):
                return
            self._shown = now
            again = progress_counter.lost() - self._lost
            notes = f"; {again} lost and repeated" if again else ""
            notes += f"; {self._note}" if self._note else ""
            since = min(done, max(self._found, self._from))
            text = self.text(done, since, now - self._begun) + notes
            if terminal:
                wide = min(WIDTH, shutil.get_terminal_size((WIDTH + 1, 24)).columns - 1)
                if len(text) > wide:  # drop the bar before words
                    bar = BAR - (len(text) - wide)
                    text = self.text(done, since, now - self._begun, bar) + notes
                print(f"\r{text[:wide]:{wide}}", file=sys.stderr, end="", flush=True)
            else:
                self._said = done
                print(text, file=sys.stderr, flush=True)

    def _is_due(self, done: int, now: float, terminal: bool) -> bool:
        """Return whether it is time to write or update the line."""
        if terminal:
            return now - self._shown >= (0 if done == self.total else 0.2)
        if now - self._started < APART:
            return False
        if self.total is None:
            return now - self._shown >= 10 * APART
        if done >= self.total:
            return self._said < self.total
        if done >= self._said + max(1, STEP * self.total):
            return now - self._shown >= APART
        return done > self._said and now - max(self._shown, self._started) >= MINUTE

    def clear(self) -> None:
        """Remove the line, and end it."""
        self._over.set()
        if self in _shown:
            _shown.remove(self)
            with self._lock:
                if sys.stderr.isatty():
                    print(f"\r{'':{WIDTH}}\r", file=sys.stderr, end="", flush=True)
        self._counting.close()

    def over(self, items: Iterable[_T]) -> Iterator[_T]:
        """Yield the items, updating the progress with each."""
        for count, item in enumerate(items, start=1):
            yield item
            self.say(count)
        self.clear()

    def aside(self, text: str) -> None:
        """Print a permanent line above the progress line."""
        with self._lock:
            wipe = f"\r{'':{WIDTH}}\r" if sys.stderr.isatty() and not self._over.is_set() else ""
            print(wipe, file=sys.stderr, end="")
            print(text, file=sys.stderr, flush=True)

    @property
    def seconds(self) -> float:
        """Return the elapsed time."""
        return time.monotonic() - self._begun
