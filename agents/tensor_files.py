"""Files of named arrays in the safetensors format, with words beside them: no PyTorch is needed.

>>> import tempfile
>>> path = Path(tempfile.mkdtemp()) / "two.safetensors"
>>> write(path, {"one": np.ones((2, 3), dtype=np.float32), "two": np.arange(4)}, {"kind": "a test"})
>>> arrays, about = read(path, "a test")
>>> arrays["one"].shape, arrays["two"].tolist(), about["kind"]
((2, 3), [0, 1, 2, 3], 'a test')
"""

from __future__ import annotations

import errno
import json
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.whole_files import write_atomically

__all__ = ["FileOfTensorsError", "bytes_of", "kind_of", "read", "said_of", "write"]

KINDS = {
    "F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "|i1",
    "U8": "|u1", "BOOL": "|b1",
}  # fmt: skip
_NAMES = {kind: name for name, kind in KINDS.items()}


class FileOfTensorsError(ValueError):
    """The file cannot be used here; the message says why."""


def write(path: str | Path, arrays: Mapping[str, NDArray[Any]], about: dict[str, Any]) -> None:
    """Write arrays, and what they are, to a file: whole or not at all."""
    head: dict[str, Any] = {"__metadata__": {"about": json.dumps(about)}}
    parts = []
    at = 0
    # the widest first, so that each begins at a multiple of its width
    for name, array in sorted(arrays.items(), key=lambda item: (-item[1].itemsize, item[0])):
        whole = np.ascontiguousarray(array)
        kind = whole.dtype.newbyteorder("<").str
        head[name] = {
            "dtype": _NAMES[kind],
            "shape": list(array.shape),
            "data_offsets": [at, at + whole.nbytes],
        }
        parts.append(whole.astype(kind, copy=False).tobytes())
        at += whole.nbytes
    words = json.dumps(head, separators=(",", ":")).encode()
    words += b" " * (-len(words) % 8)
    write_atomically(path, b"".join([struct.pack("<Q", len(words)), words, *parts]))


def read(path: str | Path, kind: str) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """The arrays of a file, and what they are, which must be of this kind.

    Raises `FileOfTensorsError`.
    """
    try:
        data = bytes_of(path)
    except OSError as error:
        raise FileOfTensorsError(f"{path}: {error.strerror or 'cannot be read'}") from None
    try:
        head, size = _head(data)
        about = json.loads(head.pop("__metadata__")["about"])
        found = {name: _array(data, 8 + size, says) for name, says in head.items()}
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, struct.error) as error:
        raise FileOfTensorsError(
            f"{path}: no checkpoint of this program ({str(error)[:80]}); expected a .safetensors "
            "file that training wrote"
        ) from None
    said = about.get("kind") if isinstance(about, dict) else None
    if said != kind:
        raise FileOfTensorsError(
            f"{path}: holds {said!r:.60}, expected {kind!r}"
            + ("; that plays as policy:PATH" if said == "altered network" else "")
        )
    return found, about


def bytes_of(path: str | Path) -> bytes:
    """What lies in a file. Raises `OSError`; also for what has no end, as a device or a pipe."""
    path = Path(path)
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "no plain file")
    return path.read_bytes()


def said_of(path: Path) -> dict[str, Any]:
    """What a file of training says of itself; nothing where it says nothing of the kind."""
    try:
        about = json.loads(_head(bytes_of(path))[0]["__metadata__"]["about"])
    except (OSError, KeyError, TypeError, ValueError, AttributeError, struct.error):
        return {}
    return about if isinstance(about, dict) else {}


def kind_of(path: Path) -> str:
    """What a file says that it is; empty where it says nothing of the kind."""
    return str(said_of(path).get("kind", ""))


def _head(data: bytes) -> tuple[dict[str, Any], int]:
    (size,) = struct.unpack_from("<Q", data)
    head: dict[str, Any] = json.loads(data[8 : 8 + size])
    return head, size


def _array(data: bytes, start: int, says: dict[str, Any]) -> NDArray[Any]:
    first, last = says["data_offsets"]
    kind = np.dtype(KINDS[says["dtype"]])
    part = data[start + first : start + last]
    if len(part) != last - first:
        raise ValueError("the file ends too early")
    return np.frombuffer(part, dtype=kind).reshape(says["shape"]).copy()
