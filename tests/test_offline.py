"""No test needs a network."""

from __future__ import annotations

import socket
import urllib.request

import pytest

from tests.offline import OutsideError


def test_who_asks_somebody_elsewhere_fails():
    """A name or an address, by whatever library."""
    for host in ("192.0.2.1", "example.org"):
        with pytest.raises(OutsideError, match="asks"):
            socket.create_connection((host, 80), timeout=1)
    with pytest.raises(OutsideError), socket.socket() as made:
        made.connect(("192.0.2.1", 80))
    with pytest.raises(OutsideError):
        urllib.request.urlopen("http://example.org", timeout=1)


def test_this_machine_may_be_asked():
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname(), timeout=10).close()
