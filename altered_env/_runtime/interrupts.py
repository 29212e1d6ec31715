"""Holding Ctrl-C while arrays that belong together are written.

Python raises `KeyboardInterrupt` between any two bytecodes. Within `held` it waits until the end of
the block, so that a handler never finds half of a step. A second one is not held: the block
may take long.

>>> with held:
...     pass
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # `signal` takes ten times as long
import sys
import threading
from collections.abc import Callable
from signal import SIGINT
from types import FrameType
from typing import Any, Final

from altered_env._runtime.signals import is_held

_MAIN: Final = threading.main_thread().ident
"""The thread in which Python handles signals."""


class _Held:
    """A context manager, which may be nested. In other threads it does nothing."""

    def __init__(self) -> None:
        self._deep = 0
        self._before: Callable[[int, FrameType | None], Any] | None = None
        self._late = False
        """Did Ctrl-C come within the block?"""

    def __enter__(self) -> None:
        if threading.get_ident() != _MAIN:
            return
        if not self._deep:
            before = _signal.getsignal(SIGINT)
            if callable(before) and not is_held():  # a command raises nothing
                self._before, self._late = before, False
                _signal.signal(SIGINT, self._heard)
        self._deep += 1

    def __exit__(self, *_: object) -> None:
        if threading.get_ident() != _MAIN:
            return
        self._deep -= 1
        before = self._before
        if self._deep or before is None:
            return
        self._before = None
        _signal.signal(SIGINT, before)
        if self._late:
            before(SIGINT, sys._getframe(1))

    def _heard(self, number: int, frame: FrameType | None) -> None:
        before, again, self._late = self._before, self._late, True
        if again and before is not None:
            self._late = False
            before(number, frame)


held: Final = _Held()
"""The block in which Ctrl-C waits."""
