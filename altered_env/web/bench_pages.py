"""The table of Altered-Bench 1: the results that come with the package, and the result files in the
folder of `--data`, which a job can verify."""

from __future__ import annotations

import asyncio
from math import isfinite
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from altered_env.arena.bench1.sound_results import FirstFiles, sound_result
from altered_env.arena.bench1.standings import row_of, shipped, sorted_rows
from altered_env.arena.bench1.tasks import CLASSES, HEADLINE, TASKS
from altered_env.arena.bench1.verifying import verified
from altered_env.web.data_folder import DataFolder
from altered_env.web.jobs import Job, Jobs
from altered_env.web.safety import bring_json

ENDING = "jsonl.gz"
FILES = 40
"""The number of result files to read."""
REPLAYS, SLOW = 40, 1
"""Games of a file to replay, drawn at random, and those in which a slow member of the panel decides
again; `altered bench1 verify` replays all."""

Json = dict[str, Any]


class BenchPages:
    """The table in the form for pages."""

    def __init__(self, folder: DataFolder, jobs: Jobs) -> None:
        self._folder, self._jobs = folder, jobs

    @property
    def routes(self) -> list[BaseRoute]:
        """Below `/api`."""
        return [
            Route("/bench", self.table, methods=["GET"]),
            Route("/bench/verify", self.verify, methods=["POST"]),
        ]

    async def table(self, request: Request) -> Response:
        """The tasks, and the results of each."""
        return JSONResponse(await asyncio.to_thread(self._table))

    def _table(self) -> Json:
        rows = [{**row, "file": ""} for row in shipped()]
        wrong: list[str] = []
        names, firsts = self._folder.names(ENDING), FirstFiles()
        for name in names[:FILES]:
            path = self._folder.path(name)
            try:
                found = sound_result(path)
                firsts.refuse_copy(Path(name), found)
                rows.append({**row_of(found), "file": name})
            except (OSError, ValueError) as error:
                wrong.append(str(error).replace(str(path), name)[:500])
        if len(names) > FILES:
            wrong.append(f"{len(names)} result files: the newest {FILES} are shown")
        return {
            "tasks": [
                {"name": task.name, "title": task.title, "asks": task.asks, "decks": task.decks,
                 "deals": task.deals}
                for task in TASKS.values()
            ],
            "rows": sorted_rows(rows),
            "against": HEADLINE,
            "classes": [
                [name, f"{ms:g} ms a decision" if isfinite(ms) else "any time"]
                for name, ms in CLASSES.items()
            ],
            "data": self._folder.root is not None,
            "wrong": wrong,
        }  # fmt: skip

    async def verify(self, request: Request) -> Response:
        """Verify a result file, as a job: `{"file": ..}`."""
        name = str((await bring_json(request)).get("file", ""))
        path = self._folder.path(name)
        if name not in self._folder.names(ENDING):
            raise LookupError(f"there is no result file {name[:80]!r} in the folder of --data")

        def work(job: Job) -> Json:
            found = verified(path, REPLAYS, slow=SLOW)
            wrong = [one.replace(str(path), name) for one in found.problems]
            return {"problems": wrong, "said": "" if wrong else found.said}

        job = self._jobs.begin(f"{name}: {REPLAYS} random games are replayed", work)
        return JSONResponse({"id": job.id})
