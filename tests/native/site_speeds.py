"""`python -m tests.native.site_speeds SITE`: the time from opening the site without a server to the
first decision of a game, and to that of the next visit, in Chromium."""

from __future__ import annotations

import argparse
import contextlib
import functools
import http.server
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.web.serving import chromium

TRIES = 5


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Files, without a log."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Server(http.server.ThreadingHTTPServer):
    """A host of files. A browser that leaves in the middle of one is no error."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of connections that were closed."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@contextlib.contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address of a host of these files."""
    with Server(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


def measured(page: Any, address: str) -> float:
    """Seconds from the address to the first decision."""
    start = time.perf_counter()
    page.goto("about:blank")
    page.goto(f"{address}#/play")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("button.option")
    return time.perf_counter() - start


def main() -> int:
    """Measure in new browsers, so that nothing is kept from before."""
    parser = argparse.ArgumentParser(description="Time the first game of the site.")
    parser.add_argument("site", type=Path)
    options = parser.parse_args()
    path = chromium()
    if path is None:
        print("not measured: no Chromium on this machine")
        return 0
    from playwright.sync_api import sync_playwright

    first, second = [], []
    with hosted(options.site) as address, sync_playwright() as p:
        for _ in range(TRIES):
            browser = p.chromium.launch(executable_path=path, args=["--no-sandbox"])
            page = browser.new_page()
            first.append(measured(page, address))
            page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            second.append(measured(page, address))
            browser.close()
    print(
        f"first game after {statistics.median(first):.1f} s (up to {max(first):.1f}), "
        f"the next visit's after {statistics.median(second):.1f} s; {TRIES} browsers"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
