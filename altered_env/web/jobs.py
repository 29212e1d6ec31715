"""Long jobs: run in a thread, one after the other, with progress.

>>> jobs = Jobs()
>>> job = jobs.begin("counting", lambda job: {"counted": 3})
>>> job.ended.wait(5), job.told()["result"]
(True, {'counted': 3})
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

MOST = 20
"""The number of jobs to remember."""
WAITING = 4
"""The maximum number of waiting jobs."""

Json = dict[str, Any]


class StoppedError(Exception):
    """The job was stopped."""


class Job:
    """One of them."""

    def __init__(self, title: str, page: str = "") -> None:
        self.id = secrets.token_urlsafe(12)
        self.title = title
        self.page = page
        """The page that shows its result, by `?job=ID`; empty for none."""
        self.state = "waiting"
        self.share = 0.0
        """The share done, 0 to 1."""
        self.result: Json = {}
        """The result so far, and at the end the final one."""
        self.error = ""
        self.ended = threading.Event()
        self._stop = threading.Event()

    def say(self, share: float, result: Json | None = None) -> None:
        """Report progress and intermediate results. Raises `StoppedError` if it was stopped."""
        self.share = share
        if result is not None:
            self.result = result
        if self._stop.is_set():
            raise StoppedError

    def stop(self) -> None:
        """End it as soon as it says something."""
        self._stop.set()

    def told(self) -> Json:
        """The job as JSON."""
        return {
            "id": self.id,
            "title": self.title,
            "page": self.page,
            "state": self.state,
            "share": round(self.share, 4),
            "result": self.result,
            "error": self.error,
        }


class Jobs:
    """The jobs of a server. One runs at a time."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock, self._turn = threading.Lock(), threading.Lock()

    def begin(self, title: str, work: Callable[[Job], Json], page: str = "") -> Job:
        """Queue this work, whose result is on this page. Raises `ValueError` if too many wait."""
        with self._lock:
            waiting = sum(not job.ended.is_set() for job in self._jobs.values())
            if waiting >= WAITING:
                raise ValueError(f"{waiting} jobs are running or waiting: stop one or wait")
            job = Job(title, page)
            self._jobs[job.id] = job
            ended = [job for job in self._jobs.values() if job.ended.is_set()]
            for old in ended[: max(0, len(self._jobs) - MOST)]:
                del self._jobs[old.id]
        threading.Thread(target=self._run, args=(job, work), name="job", daemon=True).start()
        return job

    def _run(self, job: Job, work: Callable[[Job], Json]) -> None:
        with self._turn:
            try:
                job.say(0.0)
                job.state = "running"
                job.result = work(job)
                job.state, job.share = "done", 1.0
            except StoppedError:
                job.state = "stopped"
            except Exception as error:  # shown on the page: a thread cannot raise it to a caller
                job.state, job.error = "failed", f"{error}"[:1000]
            job.ended.set()

    def find(self, id: str) -> Job:
        """The job of an id. Raises `LookupError`."""
        with self._lock:
            if id not in self._jobs:
                raise LookupError(
                    "this job is no longer there: jobs are kept until the server stops"
                )
            return self._jobs[id]

    def told(self) -> list[Json]:
        """All of them, the newest first."""
        with self._lock:
            return [job.told() for job in reversed(self._jobs.values())]
