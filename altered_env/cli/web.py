"""`altered web`: play, watch, analyse replays and look up cards in a browser."""

from __future__ import annotations

import argparse
import contextlib
import errno
import socket
import sys
import threading
import webbrowser
from pathlib import Path

from altered_env._runtime import signals
from altered_env._runtime.help_pages import option


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    option(parser, "--host", "127.0.0.1", "address to listen on")
    parser.add_argument("--port", type=int, default=8420, help="port (8420; 0: any free one)")
    parser.add_argument("--no-open", action="store_true", help="do not open a browser")
    parser.add_argument(
        "--data",
        metavar="FOLDER",
        help="folder for saved games, replays, decks, datasets and reports",
    )
    parser.add_argument(
        "--elements", metavar="FILE", help="phrases of another language, as in altered cards value"
    )
    parser.add_argument(
        "--public-seed",
        action="store_true",
        help="let pages choose the seed, from which they could predict every card",
    )


def run(options: argparse.Namespace) -> int:
    """Serve the pages until Ctrl-C."""
    try:
        import uvicorn

        from altered_env._runtime.seeds import secrets_folder
        from altered_env.cardstats.collection.phrases import own_phrases
        from altered_env.web.app import make_app
        from altered_env.web.safety import LOOPBACK, is_loopback
    except ModuleNotFoundError as error:
        raise LookupError(
            f"it needs {error.name}, which is not installed: pip install 'altered-env[web]'"
        ) from None
    if not 0 <= options.port <= 65535:
        raise ValueError(f"a port must be from 0 to 65535, found {options.port}")
    data = None if options.data is None else Path(options.data)
    if data is not None and not data.is_dir():
        raise NotADirectoryError(f"--data {data}: there is no such folder, create it first")
    elements = None if options.elements is None else Path(options.elements)
    if elements is not None:
        own_phrases(elements)  # refused before anything is served
    here = is_loopback(options.host)
    tables = secrets_folder().parent / "tables"
    with contextlib.closing(_listening(options.host, options.port)) as door:
        shown = "127.0.0.1" if options.host in ("0.0.0.0", "::") else options.host
        port = door.getsockname()[1]
        address = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"
        if not here:
            print(
                f"Listening on {options.host}: anyone who can reach this machine can "
                "start games here, and read and write files in the folder of --data. There is no "
                "password and no encryption.",
                file=sys.stderr,
            )
        print(f"Altered is running at {address}   (Ctrl-C to stop)", flush=True)
        if not options.no_open:
            threading.Timer(0.4, lambda: _open(address)).start()
        told = uvicorn.Config(
            make_app(data, LOOPBACK if here else (), options.public_seed, tables, elements),
            log_level="warning",
            ws_max_size=64_000,
            timeout_graceful_shutdown=2,
        )
        kept = "games go on when it is started again, for a week"
        with signals.keeping(kept):
            uvicorn.Server(told).run(sockets=[door])
    return signals.status()


def _listening(host: str, port: int) -> socket.socket:
    """A listening socket, opened first so that the printed address is not another program's."""
    name = host.strip("[]")
    try:
        family = socket.AF_INET6 if ":" in name else socket.AF_INET
        return socket.create_server((name, port), family=family)
    except (OSError, UnicodeError) as error:
        taken = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        raise ValueError(
            f"nothing can listen on port {port} of {host[:80]}: "
            + str(error.args[-1]).partition(" (while")[0]
            + ("; choose another with --port, or --port 0 for any free port" if taken else "")
        ) from None


def _open(address: str) -> None:
    with contextlib.suppress(webbrowser.Error):
        webbrowser.open(address)
