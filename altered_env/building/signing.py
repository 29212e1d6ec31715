"""Signatures of libraries for macOS, made ad hoc: hashes of their pages, and no name.

The linker signs for arm64, where a library without one is not loaded; here it is done for the other
processor as well. The form is that of Apple's `cs_blobs.h`, in big-endian numbers.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from typing import Final

HEADER: Final = 32
SEGMENT, SIGNATURE = 0x19, 0x1D
"""Commands: `LC_SEGMENT_64`, `LC_CODE_SIGNATURE`."""
SUPER, DIRECTORY = 0xFADE0CC0, 0xFADE0C02
"""Magic numbers of the signature and of the list of hashes in it."""
VERSION: Final = 0x20400
AD_HOC: Final = 0x20002
"""It is made ad hoc, by a linker."""
PAGE: Final = 4096
_FIELDS: Final = struct.Struct(">9I4B4I4Q")


def commands(data: bytes) -> Iterator[tuple[int, int, int]]:
    """The commands of a library: each one's kind, place and size."""
    (count,) = struct.unpack_from("<I", data, 16)
    at = HEADER
    for _ in range(count):
        kind, size = struct.unpack_from("<2I", data, at)
        if size < 8:
            raise IndexError(f"a command of {size} bytes")
        yield kind, at, size
        at += size


def sign(data: bytes, name: str) -> bytes:
    """A library with a signature, under this name. Raises `ValueError` where there is no room."""
    if any(kind == SIGNATURE for kind, _, _ in commands(data)):
        return data
    whole = bytearray(data + b"\0" * (-len(data) % 16))
    place = len(whole)
    pages = -(-place // PAGE)
    ident = name.encode() + b"\0"
    length = 20 + _FIELDS.size + len(ident) + 32 * pages
    room = length + -length % 16
    count, used = struct.unpack_from("<2I", whole, 16)
    end = HEADER + used
    if any(whole[end : end + 16]) or end + 16 > _first_section(data):
        raise ValueError(f"{name} has no room for the command of a signature")
    struct.pack_into("<4I", whole, end, SIGNATURE, 16, place, room)
    struct.pack_into("<2I", whole, 16, count + 1, used + 16)
    for kind, at, _ in commands(bytes(whole)):
        if kind == SEGMENT and whole[at + 8 : at + 24].rstrip(b"\0") == b"__LINKEDIT":
            (start,) = struct.unpack_from("<Q", whole, at + 40)
            size = place + room - start
            struct.pack_into("<Q", whole, at + 32, size + -size % PAGE)
            struct.pack_into("<Q", whole, at + 48, size)
    hashes = b"".join(_hashes(bytes(whole)))
    _, text = _text_segment(data)
    directory = _FIELDS.pack(
        DIRECTORY, length - 20, VERSION, AD_HOC, _FIELDS.size + len(ident), _FIELDS.size, 0, pages,
        place, 32, 2, 0, PAGE.bit_length() - 1, 0, 0, 0, 0, 0, 0, text, 0,
    )  # fmt: skip
    blob = struct.pack(">5I", SUPER, length, 1, 0, 20) + directory + ident + hashes
    return bytes(whole) + blob.ljust(room, b"\0")


def is_signed(data: bytes) -> bool:
    """Is there a signature, made ad hoc, whose hashes are those of the pages?"""
    found = [at for kind, at, _ in commands(data) if kind == SIGNATURE]
    if not found:
        return False
    (place,) = struct.unpack_from("<I", data, found[0] + 8)
    magic, _, count = struct.unpack_from(">3I", data, place)
    if magic != SUPER:
        return False
    for n in range(count):
        kind, offset = struct.unpack_from(">2I", data, place + 12 + 8 * n)
        if kind != 0:
            continue
        at = place + offset
        fields = struct.unpack_from(">9I4B", data, at)
        magic, _, _, flags, first, _, _, pages, limit, size, how, _, page = fields
        here = [data[at + first + 32 * k : at + first + 32 * (k + 1)] for k in range(pages)]
        known = magic == DIRECTORY and flags & 2 and (size, how) == (32, 2)
        return bool(known) and here == list(_hashes(data[:limit], 1 << page))
    return False


def _hashes(data: bytes, page: int = PAGE) -> Iterator[bytes]:
    for start in range(0, len(data), page):
        yield hashlib.sha256(data[start : start + page]).digest()


def _text_segment(data: bytes) -> tuple[int, int]:
    """Where the code begins in the file, and its size."""
    for kind, at, _ in commands(data):
        if kind == SEGMENT and data[at + 8 : at + 24].rstrip(b"\0") == b"__TEXT":
            start, size = struct.unpack_from("<2Q", data, at + 40)
            return start, size
    return 0, 0


def _first_section(data: bytes) -> int:
    """Where the first section begins, after the commands."""
    found = [len(data)]
    for kind, at, _ in commands(data):
        if kind != SEGMENT:
            continue
        (count,) = struct.unpack_from("<I", data, at + 64)
        for n in range(count):
            (place,) = struct.unpack_from("<I", data, at + 72 + 80 * n + 48)
            found += [place] if place else []
    return min(found)
