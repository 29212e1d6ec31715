"""The server in a separate process, for a browser or for many players at once."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from altered_env.native import PLACE

__all__ = ["SIZES", "chromium", "firefox", "health", "served"]

SIZES = [(360, 740), (390, 844), (768, 1024), (1366, 650), (1440, 757), (1920, 1080)]
"""Screens that the pages must fit: width and height."""
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


HERE = "http://127.0.0.1:8420"
"""The address that the server reports when no browser asks."""


def chromium() -> str | None:
    """The system's Chromium; None if there is none."""
    named = os.environ.get("ALTERED_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def firefox() -> str | None:
    """The system's Firefox; None if there is none."""
    return next((path for name in ("firefox-esr", "firefox") if (path := shutil.which(name))), None)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextlib.contextmanager
def served(data: Path, patience: float = 600.0) -> Iterator[str]:
    """The address of a server whose engine is loaded."""
    port = _free_port()
    command = [sys.executable, "-m", "altered_env", "web", "--no-open", "--public-seed"]
    # As people run it, where an engine is built; otherwise with the code that other tests compile.
    settings = dict(os.environ)
    if (PLACE / "engine.json").exists():
        settings.pop("ALTERED_CHECKED", None)
    process = subprocess.Popen(
        [*command, "--port", str(port), "--data", str(data)],
        stdout=subprocess.DEVNULL,
        env=settings,
    )
    address = f"http://127.0.0.1:{port}"
    end = time.monotonic() + patience
    try:
        while True:
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"the server did not start: status {process.poll()}")
            with contextlib.suppress(OSError):
                found = json.load(urllib.request.urlopen(f"{address}/api/ready"))
                if found["failed"]:
                    raise RuntimeError(found["failed"])
                if found["ready"]:
                    break
            time.sleep(0.2)
        yield address
    finally:
        process.terminate()
        process.wait(20)


def health(address: str) -> dict[str, float]:
    """Return the server's figures: games, actions, the median time of an action in milliseconds."""
    found: dict[str, float] = json.load(urllib.request.urlopen(f"{address}/api/health"))
    return found
