"""Reports of `altered report` in the folder of `--data`, datasets to make one of, and jobs."""

from __future__ import annotations

import asyncio
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from altered_env.web.data_folder import DataFolder
from altered_env.web.jobs import Job, Jobs
from altered_env.web.safety import bring_json

REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; "
    "sandbox allow-scripts allow-downloads"
)
"""A report is one file with its style and script inside. It is shown apart from everything else:
it has no origin, and can ask nothing of this server."""


class ReportPages:
    """Reports and jobs in the form for pages."""

    def __init__(self, folder: DataFolder, jobs: Jobs) -> None:
        self._folder, self._jobs = folder, jobs

    @property
    def routes(self) -> list[BaseRoute]:
        """Below `/api`."""
        return [
            Route("/reports", self.there, methods=["GET"]),
            Route("/reports", self.make, methods=["POST"]),
            Route("/reports/file/{name:path}", self.report),
            Route("/jobs", self.jobs),
            Route("/jobs/{id}", self.job, methods=["GET"]),
            Route("/jobs/{id}", self.stop, methods=["DELETE"]),
        ]

    async def there(self, request: Request) -> Response:
        """The existing reports and datasets."""
        return JSONResponse(
            {
                "reports": self._folder.names("html"),
                "datasets": self._folder.datasets(),
                "data": self._folder.root is not None,
            }
        )

    async def make(self, request: Request) -> Response:
        """Make a report of a dataset, as a job, and store it next to the dataset."""
        asked = await bring_json(request)
        name = str(asked.get("dataset", ""))
        dataset = self._folder.path(name)
        page = self._folder.path(f"{name}-report.html")

        def work(job: Job) -> dict[str, str]:
            from altered_env.cardstats.reporting.page import gather, write

            write(gather(dataset, say=job.say), page)
            return {"report": f"{name}-report.html"}

        return JSONResponse({"id": self._jobs.begin(f"report of {name}", work).id})

    async def report(self, request: Request) -> Response:
        """One report, as it is."""
        name = request.path_params["name"]
        path: Path = self._folder.path(name)
        if path.suffix not in (".html", ".csv") or not await asyncio.to_thread(path.is_file):
            raise LookupError(f"there is no report {name[:80]!r}")
        kind = "text/html" if path.suffix == ".html" else "text/csv"
        headers = {"content-security-policy": REPORT_POLICY}
        return FileResponse(path, media_type=kind, headers=headers)

    async def jobs(self, request: Request) -> Response:
        """Running and finished jobs."""
        return JSONResponse({"jobs": self._jobs.told()})

    async def job(self, request: Request) -> Response:
        """The progress of a job."""
        return JSONResponse(self._jobs.find(request.path_params["id"]).told())

    async def stop(self, request: Request) -> Response:
        """Stop a job."""
        job = self._jobs.find(request.path_params["id"])
        job.stop()
        return JSONResponse(job.told())
