"""Tests stay offline: a connection beyond this machine fails and names its target.

>>> is_here(("127.0.0.1", 8420)), is_here(("localhost", 8420)), is_here("/tmp/socket")
(True, True, True)
>>> is_here(("192.0.2.1", 80)), is_here(("example.org", 80))
(False, False)
"""

from __future__ import annotations

import socket
from ipaddress import ip_address
from typing import Any

__all__ = ["OutsideError", "is_here", "stay_here"]

NAMES = ("localhost", "", None, socket.gethostname())


class OutsideError(RuntimeError):
    """A test has tried to connect to another machine."""


def is_here(address: Any) -> bool:
    """Return whether it is a local address, at which one could listen, or a file."""
    if not isinstance(address, tuple):
        return True
    host = address[0].decode() if isinstance(address[0], bytes) else address[0]
    if host in NAMES:
        return True
    try:
        family = socket.AF_INET6 if ip_address(host).version == 6 else socket.AF_INET
        with socket.socket(family) as tried:
            tried.bind((host, 0))
    except (ValueError, OSError):
        return False
    return True


def stay_here() -> None:
    """From now on, in this process, nothing is connected to that is elsewhere."""
    connect, connect_ex, look_up = (
        socket.socket.connect,
        socket.socket.connect_ex,
        socket.getaddrinfo,
    )

    def refuse(address: Any) -> None:
        if not is_here(address):
            raise OutsideError(f"tests run offline, and this one asks {address!r:.80}")

    def guarded(self: socket.socket, address: Any) -> None:
        if self.type != socket.SOCK_DGRAM:  # which sends nothing
            refuse(address)
        return connect(self, address)

    def guarded_ex(self: socket.socket, address: Any) -> int:
        refuse(address)
        return connect_ex(self, address)

    def guarded_look_up(host: Any, *given: Any, **named: Any) -> Any:
        refuse((host,))
        return look_up(host, *given, **named)

    socket.socket.connect = guarded  # type: ignore[method-assign]
    socket.socket.connect_ex = guarded_ex  # type: ignore[method-assign]
    socket.getaddrinfo = guarded_look_up
