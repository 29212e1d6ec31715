"""Interrupting Python code in this process by a timer.

>>> with interrupted(0.01):
...     while True:
...         pass
Traceback (most recent call last):
altered_env.agents.interrupting.TooLateError
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from math import isfinite
from types import FrameType

AGAIN = 0.5
"""Seconds before the next attempt if the exception was caught."""


class TooLateError(BaseException):
    """The time is over. Not an `Exception`, so that `except Exception` does not catch it."""


@contextlib.contextmanager
def interrupted(seconds: float) -> Iterator[None]:
    """Raise `TooLateError` within the block after this many seconds. Compiled code finishes first.
    Outside the main thread, without such timers (Windows) or within another timer, nothing is
    interrupted."""
    main = threading.current_thread() is threading.main_thread()
    if not (isfinite(seconds) and main and hasattr(signal, "setitimer")):
        yield
        return
    if signal.getitimer(signal.ITIMER_REAL)[0]:
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)  # the timer may have fired before it was stopped
        signal.signal(signal.SIGALRM, before)


def _ring(_number: int, _frame: FrameType | None) -> None:
    raise TooLateError
