"""A time budget for tests: the rest is left to `make test`, and counted.

`make check` gives the moment, `pytest --until` with seconds since 1970. A test that is under way
then ends there: as plain Python some take minutes that take a second compiled.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

__all__ = ["InTime"]

LEFT = "time is up: `make test` runs it"


class InTime:
    """Lets no test run beyond a moment."""

    def __init__(self, until: float) -> None:
        self.until = until
        self.left: set[str] = set()

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_setup(self) -> Iterator[None]:
        with self._an_end():
            return (yield)

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        with self._an_end():
            return (yield)

    @contextmanager
    def _an_end(self) -> Iterator[None]:
        left = self.until - time.time()
        if left <= 0:
            pytest.skip(LEFT)
        before = signal.signal(signal.SIGALRM, _ring)
        signal.setitimer(signal.ITIMER_REAL, left)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and LEFT in str(report.longrepr):
            self.left.add(report.nodeid)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self.left:
            files = {test.partition("::")[0] for test in self.left}
            named = ", ".join(sorted(files)[:4]) + (", …" if len(files) > 4 else "")
            terminalreporter.write_line(
                f"Time was up, left to `make test`: {len(self.left)} of the tests of {named}"
            )


def _ring(*_: object) -> None:
    pytest.skip(LEFT)
