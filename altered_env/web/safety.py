"""Protection of the server: headers, allowed origins, and limits on uploads.

>>> same_origin("http://127.0.0.1:8420", "127.0.0.1:8420")
True
>>> same_origin("http://elsewhere.example", "127.0.0.1:8420")
False
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from altered_env._runtime.json_text import parsed

MOST_BYTES = 10_000_000
"""The limit of uploads: the size of the largest readable replay."""
MOST_JSON = 300_000
MOST_DROPPED = 200_000_000
"""The limit of what is received beyond that and dropped, so that the refusal is seen."""

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "frame-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""The Content-Security-Policy: nothing inline, nothing from elsewhere."""
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class TooLargeError(ValueError):
    """The request body is too large."""


def is_loopback(host: str) -> bool:
    """Is this a name of this machine only?

    >>> is_loopback("127.0.0.1"), is_loopback("0.0.0.0")
    (True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def same_origin(origin: str, host: str) -> bool:
    """Is this origin a page that was served here?"""
    try:
        found = urlsplit(origin)
    except ValueError:  # as of "http://["
        return False
    return found.scheme in ("http", "https") and found.netloc == host


def _name_in(host: str) -> str:
    """The name in a `Host` header, without the port; empty where it has none.

    >>> _name_in("localhost:8420"), _name_in("[::1]:8420"), _name_in("[")
    ('localhost', '::1', '')
    """
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


class Guard:
    """Around the whole server: refuses hosts that it does not answer for, by which a page from
    elsewhere could reach it under another name, and WebSockets and changes that pages from
    elsewhere ask for; and sets the headers."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = LOOPBACK) -> None:
        """`hosts`: the names that it answers for; with none, for any."""
        self._app = app
        self._hosts = {host.strip("[]") for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        wrong = self._wrong(scope, headers)
        if wrong and scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4403, "reason": wrong})
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    found.setdefault(name, value)
            await send(message)

        if wrong:
            await PlainTextResponse(wrong, 403)(scope, receive, with_headers)
            return
        await self._app(scope, receive, with_headers)

    def _wrong(self, scope: Scope, headers: Headers) -> str:
        host = headers.get("host", "")
        if self._hosts and _name_in(host) not in self._hosts:
            return f"this server does not answer for the host {host[:60]!r}"
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and origin is not None and not same_origin(origin, host):
            return "this request came from another site"
        if scope["type"] == "websocket" and origin is None:
            return "a WebSocket must state its origin"
        return ""


async def bring(request: Request, most: int = MOST_BYTES) -> bytes:
    """The body of a request. Raises `TooLargeError` if it is more than that: after its end, since a
    browser that still sends does not see the answer, or after `MOST_DROPPED` bytes."""
    found, size = bytearray(), 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > most + MOST_DROPPED:
            break
        if size <= most:
            found += chunk
        else:
            found.clear()
    if size > most:
        raise TooLargeError(f"over {most:,} bytes, more than is accepted")
    return bytes(found)


async def bring_json(request: Request, most: int = MOST_JSON) -> dict[str, Any]:
    """The JSON object in the body of a request. Raises `ValueError`."""
    body = await bring(request, most)
    try:
        found = parsed(body)
    except ValueError as error:
        raise ValueError(f"this is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise ValueError(f"expected a JSON object, found {type(found).__name__}")
    return found
