"""The compiled cards and their book, made when the engine is built rather than at first use. They
lie beside the engine under a hash of their sources, so they are never stale, and carry a checksum.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from altered_env.native import PLACE, is_checked

_MAGIC = b"ALTERED SHIPPED 1\n"
_CHECK = 32
ENDING = ".made"


def _path(kind: str, inputs: tuple[bytes | str, ...], place: Path) -> Path:
    found = hashlib.sha256()
    for part in inputs:
        data = part.encode() if isinstance(part, str) else part
        found.update(b"%d:" % len(data) + data)
    return place / f"{kind}-{found.hexdigest()[:40]}{ENDING}"


def fetch(kind: str, inputs: tuple[bytes | str, ...], place: Path = PLACE) -> bytes | None:
    """The data made from these inputs; None if there is none or it is damaged."""
    if is_checked():
        return None
    try:
        data = _path(kind, inputs, place).read_bytes()
    except OSError:
        return None
    body = data[len(_MAGIC) + _CHECK :]
    return body if data == _MAGIC + hashlib.sha256(body).digest() + body else None


def ship(kind: str, inputs: tuple[bytes | str, ...], body: bytes, place: Path) -> Path:
    """Write the data made from these inputs into a folder.

    Raises `OSError`.
    """
    path = _path(kind, inputs, place)
    path.write_bytes(_MAGIC + hashlib.sha256(body).digest() + body)
    return path
