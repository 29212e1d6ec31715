"""Files of named arrays in the safetensors format, with metadata, without PyTorch.

>>> import tempfile
>>> path = Path(tempfile.mkdtemp()) / "two.safetensors"
>>> write(path, {"one": np.ones((2, 3), dtype=np.float32), "two": np.arange(4)}, {"kind": "a test"})
>>> arrays, about = read(path, "a test")
>>> arrays["one"].shape, arrays["two"].tolist(), about["kind"]
((2, 3), [0, 1, 2, 3], 'a test')
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.input_files import NETWORK, InputFileError, read_bytes
from altered_env._runtime.json_text import parsed
from altered_env.agents.named import GONE

KINDS = {
    "F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "|i1",
    "U8": "|u1", "BOOL": "|b1",
}  # fmt: skip
_NAMES = {kind: name for name, kind in KINDS.items()}
HALF = "BF16"
"""bfloat16, the upper half of a float32: NumPy does not support it, so it is read as float32."""
GREATEST = 1e6
"""The largest allowed number in a network: beyond it, results would not stay finite."""
UNREADABLE = (
    *(LookupError, TypeError, ValueError, AttributeError, struct.error),
    *(OverflowError, RecursionError, MemoryError),
)
"""Exceptions from reading an arbitrary file."""


class FileOfTensorsError(ValueError):
    """The file cannot be used here; the message says why."""


def write(path: str | Path, arrays: Mapping[str, NDArray[Any]], about: dict[str, Any]) -> None:
    """Write arrays with metadata atomically to a file."""
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
    """The arrays and metadata of a file of this kind.

    Raises `FileOfTensorsError`.
    """
    try:
        data = read_bytes(path, NETWORK)
    except InputFileError as error:
        raise FileOfTensorsError(str(error)) from None
    try:
        head, size = _head(data)
        about = parsed(head.pop("__metadata__")["about"])
        _refuse_places(head, len(data) - 8 - size)
        found = {name: _array(name, data, 8 + size, says) for name, says in head.items()}
    except UNREADABLE as error:
        raise FileOfTensorsError(
            f"{path}: not a checkpoint of this program ({str(error)[:120]}); expected a "
            ".safetensors file written by training"
        ) from None
    said = about.get("kind") if isinstance(about, dict) else None
    if said != kind:
        if said == "altered network":
            raise FileOfTensorsError(f"{path}: {GONE['policy']}")
        raise FileOfTensorsError(f"{path}: holds {said!r:.60}, expected {kind!r}")
    return found, about


def said_of(path: Path) -> dict[str, Any]:
    """The metadata of a training file; empty if it has none."""
    try:
        about = parsed(_head(read_bytes(path, NETWORK))[0]["__metadata__"]["about"])
    except (OSError, *UNREADABLE):
        return {}
    return about if isinstance(about, dict) else {}


def kind_of(path: Path) -> str:
    """The declared kind of a file; empty if it declares none."""
    return str(said_of(path).get("kind", ""))


def _head(data: bytes) -> tuple[dict[str, Any], int]:
    (size,) = struct.unpack_from("<Q", data)
    if size > len(data) - 8:
        raise ValueError("the file ends too early")
    head: dict[str, Any] = parsed(data[8 : 8 + size])
    return head, size


def _refuse_places(head: dict[str, Any], size: int) -> None:
    """Raise `ValueError` unless the arrays are contiguous and fill the file."""
    at, before = 0, "the header"
    for name, says in sorted(head.items(), key=lambda item: item[1]["data_offsets"]):
        first, last = says["data_offsets"]
        if type(first) is not int or type(last) is not int or first != at or last < first:
            found = f"{str(name)[:40]} lies from {first!r:.20} to {last!r:.20}"
            raise ValueError(f"{found}, expected from {at}, after {before}")
        at, before = last, str(name)[:40]
    if at > size:
        raise ValueError("the file ends too early")
    if at < size:
        raise ValueError(f"{size - at:,} bytes too many after {before}")


def _array(name: str, data: bytes, start: int, says: dict[str, Any]) -> NDArray[Any]:
    kind, shape = says["dtype"], says["shape"]
    if kind != HALF and kind not in KINDS:
        raise ValueError(f"{name[:40]} is {kind!r:.20}; expected {', '.join(KINDS)} or {HALF}")
    dtype = np.dtype("<u2" if kind == HALF else KINDS[kind])
    first, last = says["data_offsets"]
    if any(type(n) is not int or n < 0 for n in shape):
        raise ValueError(f"{name[:40]} has shape {shape!r:.40}, expected numbers from 0")
    if math.prod(shape) * dtype.itemsize != last - first:
        raise ValueError(f"{name[:40]} has shape {shape!r:.40} in {last - first:,} bytes")
    found = np.frombuffer(data[start + first : start + last], dtype=dtype).reshape(shape)
    if kind == HALF:
        return (found.astype("<u4") << 16).view("<f4")
    return found.copy()


def numbers_of(name: str, found: NDArray[Any]) -> NDArray[np.float32]:
    """An array of a network as float32.

    Raises `ValueError` for dtypes other than floats, and for numbers that are too large or not
    finite.

    >>> numbers_of("mix", np.arange(3))
    Traceback (most recent call last):
    ValueError: mix is int64; expected float32, float16, bfloat16 or float64
    """
    if found.dtype.kind != "f":
        kinds = "float32, float16, bfloat16 or float64"
        raise ValueError(f"{name} is {found.dtype}; expected {kinds}")
    if not np.isfinite(found).all():
        raise ValueError(f"{name} has numbers that are not finite")
    if found.size and (most := float(np.abs(found).max())) > GREATEST:
        raise ValueError(
            f"{name} has a number of size {most:.3g}; expected at most {GREATEST:,.0f}"
        )
    return found.astype(np.float32, copy=False)
