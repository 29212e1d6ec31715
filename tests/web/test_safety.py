"""Bodies of requests that are larger than is accepted, sent to a real server."""

from __future__ import annotations

import contextlib
import socket
import threading
import time

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from altered_env.web import safety
from altered_env.web.safety import TooLargeError, bring

MOST = 1_000_000


async def told(request: Request) -> Response:
    try:
        return PlainTextResponse(str(len(await bring(request, MOST))))
    except TooLargeError as error:
        return PlainTextResponse(str(error), 413)


@pytest.fixture(scope="module")
def port():
    app = Starlette(routes=[Route("/", told, methods=["POST"])])
    with socket.create_server(("127.0.0.1", 0)) as door:
        server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield door.getsockname()[1]
        server.should_exit = True
        thread.join()


def answer_to(port: int, size: int) -> str:
    """The answer to a client that reads it once everything is sent, as browsers do."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        head = f"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: {size}\r\nConnection: close"
        line.sendall(f"{head}\r\n\r\n".encode())
        for at in range(0, size, 100_000):
            line.sendall(b"x" * min(100_000, size - at))
        found = b""
        while piece := line.recv(65536):
            found += piece
    return found.decode()


@pytest.mark.parametrize("size", [MOST + 1, 20 * MOST])
def test_a_body_that_is_too_large_is_answered_in_words(port, size):
    said = answer_to(port, size)
    assert said.startswith("HTTP/1.1 413") and "over 1,000,000 bytes, more than is accepted" in said


def test_a_body_of_the_accepted_size_is_read(port):
    said = answer_to(port, MOST)
    assert said.startswith("HTTP/1.1 200") and said.endswith("1000000")


def test_an_endless_body_is_not_received_for_ever(port, monkeypatch):
    monkeypatch.setattr(safety, "MOST_DROPPED", MOST)
    with contextlib.suppress(ConnectionError):
        assert "413" in answer_to(port, 300 * MOST).partition("\r\n")[0]
