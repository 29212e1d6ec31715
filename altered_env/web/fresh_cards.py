"""A user's own cards while the server runs: what `altered cards import` adds is known at the next
request, without a restart."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
from pathlib import Path

from starlette.types import ASGIApp, Receive, Scope, Send

from altered_env.cards import CardFileError, catalogue
from altered_env.cards.home import card_folder, own_files, renew_own


class OwnCards:
    """Brings the catalogue up to date before a request, where files of own cards have changed."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._lock = threading.Lock()
        self._seen = _files()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await asyncio.to_thread(self._renew)
        await self._app(scope, receive, send)

    def _renew(self) -> None:
        with self._lock:
            found = _files()
            if found == self._seen:
                return
            self._seen = found
            try:
                renew_own(catalogue())
            except (CardFileError, OSError) as error:  # the cards stay as they were
                print(error, file=sys.stderr)


def _files() -> list[tuple[Path, int, int]]:
    """The files of own cards, each with its time and size."""
    folder, found = card_folder(), []
    for path in (*own_files(folder), *own_files(folder, errata=True)):
        with contextlib.suppress(OSError):  # it is being replaced
            about = path.stat()
            found.append((path, about.st_mtime_ns, about.st_size))
    return found
