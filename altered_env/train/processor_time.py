"""Where the processor time of a run goes: the table at its end.

>>> time = ProcessorTime(cores=1)
>>> with time.of("forward"):
...     pass
>>> list(time.spent)
['acting', 'credit', 'batching', 'forward', 'backward', 'optimiser']
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator, Mapping
from types import MappingProxyType

NOTHING: Mapping[str, float] = MappingProxyType({})
PARTS = ("acting", "credit", "batching", "forward", "backward", "optimiser")


class ProcessorTime:
    """Processor seconds by part, of all threads."""

    def __init__(self, cores: int) -> None:
        self._cores, self._lock = cores, threading.Lock()
        self.begin()

    def begin(self) -> None:
        """Start from zero."""
        self.spent = dict.fromkeys(PARTS, 0.0)
        self._begun = time.perf_counter(), time.process_time()

    @contextlib.contextmanager
    def of(self, part: str, whole: bool = False) -> Iterator[None]:
        """Count this thread's time towards a part; `whole`: that of the process."""
        clock = time.process_time if whole else time.thread_time
        begun = clock()
        try:
            yield
        finally:
            with self._lock:
                self.spent[part] += clock() - begun

    def lines(
        self, choices: int, actors: float = 0.0, inside: Mapping[str, float] = NOTHING
    ) -> list[str]:
        """The table: microseconds of each part for each of these choices. `actors`: the seconds of
        other processes. `inside`: seconds a choice of parts of acting."""
        wall = time.perf_counter() - self._begun[0]
        own = time.process_time() - self._begun[1]
        rows = [*self.spent.items(), ("other", own - sum(self.spent.values()))]
        if actors:
            rows[0] = ("acting, other processes", actors)
        found = ["processor time, microseconds a choice"]
        for name, seconds in rows:
            found.append(f"{name:<29}{1e6 * seconds / choices:8.1f}")
            if name == rows[0][0]:
                found += [f"  {part:<27}{1e6 * each:8.1f}" for part, each in inside.items()]
        found.append(f"{'total':<29}{1e6 * (own + actors) / choices:8.1f}")
        found.append(f"choices a second: {choices / wall:,.0f}")
        idle = max(0.0, 1 - (own + actors) / (wall * self._cores))
        cores = f"{self._cores} core" + "s" * (self._cores > 1)
        return [*found, f"idle, or used by other programs: {100 * idle:.0f} % of {cores}"]
