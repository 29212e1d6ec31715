"""Almost valid inputs: mutated values, texts, bytes and archives.

>>> rng = random.Random(1)
>>> len(other_bytes(rng, b"a deck, a save, a replay")) > 0
True
"""

from __future__ import annotations

import json
import random
import struct
import zipfile
import zlib
from collections.abc import Sequence
from io import BytesIO
from typing import Any

__all__ = [
    "huge",
    "other_archive",
    "other_bytes",
    "other_json",
    "other_lines",
    "other_text",
    "places_in",
    "value",
    "word",
]

NUMBERS: tuple[Any, ...] = (
    *(0, 1, -1, 2, 3, 7, 255, 256, -129, 32767, 32768, 65536, 2**31 - 1, 2**31, -(2**31)),
    *(2**53, 2**63 - 1, 2**63, 2**64, -(2**63), 10**30, 10**400, 0.5, -0.0, 1e308, 1e-308, 3.0),
    *(float("nan"), float("inf"), float("-inf")),
)
WORDS = (
    *("", " ", "x", "a" * 5_000, "9" * 5_000, "\0", "\n", "\x1b[2J", "\ud800", "\u202e", "é", "²"),
    *("null", "true", "-", "--", "-1", "0x10", "1e999", "NaN", "../..", "..", ".", "~", "%s", "{}"),
    *("'", '"', "\\", "*", "[", "]", ":", "::", ",", "=", "#", "&", "*a", "!!python/none", "$(x)"),
    *("random", "greedy", "rules", "ismcts", "axiom", "A", "B", "standard", "2024.09", "5.0"),
    *("CORE_AX_01_C", "ALT_CORE_B_AX_16_U_380", "random:2:1", "Kappa", "act", "http://[", "a:b@c"),
)
EXTREMES = (0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 2**63 - 1, 2**64 - 1)


def word(rng: random.Random) -> str:
    """An unexpected text."""
    if rng.random() < 0.7:
        return rng.choice(WORDS)
    return "".join(
        chr(rng.choice((rng.randrange(32, 127), rng.randrange(0xD7FF)))) for _ in "12345"
    )


def value(rng: random.Random, deep: int = 0) -> Any:
    """An unexpected JSON value."""
    kind = rng.randrange(10)
    if kind < 3:
        return rng.choice(NUMBERS)
    if kind < 6:
        return word(rng)
    if kind == 6:
        return rng.choice((None, True, False))
    if deep > 2:
        return rng.choice(([], {}))
    if kind == 7:
        return [value(rng, deep + 1) for _ in range(rng.choice((0, 1, 2, 5)))]
    if kind == 8:
        return {word(rng): value(rng, deep + 1) for _ in range(rng.choice((0, 1, 2)))}
    found: Any = 0
    for _ in range(rng.choice((5, 60, 200))):
        found = [found] if rng.random() < 0.5 else {"a": found}
    return found


def places_in(found: Any) -> list[tuple[Any, Any]]:
    """Every container in a value of JSON, with each of its keys."""
    places: list[tuple[Any, Any]] = []
    left = [found] if isinstance(found, (dict, list)) else []
    while left:
        one = left.pop()
        keys = list(one) if isinstance(one, dict) else range(len(one))
        places += [(one, key) for key in keys]
        left += [one[key] for key in keys if isinstance(one[key], (dict, list))]
    return places


def _copied(found: Any) -> Any:
    """A copy; of what nests too deep, none."""
    try:
        return json.loads(json.dumps(found))
    except RecursionError:
        return []


def other_json(rng: random.Random, found: Any, names: Sequence[str] = ()) -> Any:
    """The value with a few of its parts changed, lost, doubled, moved, or put under other names."""
    if not isinstance(found, (dict, list)) or rng.random() < 0.03:
        return value(rng)
    found = _copied(found)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        places = places_in(found)
        if names and isinstance(found, dict) and rng.random() < 0.15:
            found[rng.choice(names)] = value(rng)
        if not places:
            continue
        at, key = rng.choice(places)
        kind = rng.randrange(7)
        if kind == 0:
            del at[key]
        elif kind == 1 and isinstance(at, dict):
            at[rng.choice(names) if names and rng.random() < 0.5 else word(rng)] = at.pop(key)
        elif kind == 2:
            other, there = rng.choice(places)
            at[key] = _copied(other[there])
        elif kind == 3 and isinstance(at[key], str):
            at[key] = other_text(rng, at[key])
        elif kind == 4 and type(at[key]) is int:
            at[key] += rng.choice((-1, 1, 2**16, 2**32, -(2**31)))
        elif kind == 5 and isinstance(at[key], list):
            at[key] = at[key] * rng.choice((0, 2, 100))
        else:
            at[key] = value(rng)
    return found


def as_json(rng: random.Random, found: Any) -> bytes:
    """It as JSON, now and then such as no writer of JSON writes."""
    try:
        text = json.dumps(found, ensure_ascii=rng.random() < 0.8)
    except RecursionError:
        text = "[" * 5_000
    if rng.random() < 0.05:
        text = rng.choice(
            ("[" * 100_000, '{"a":' * 50_000, text + text, text[:-1], "\ufeff" + text)
        )
    return text.encode("utf-8", "surrogatepass")


def other_text(rng: random.Random, text: str) -> str:
    """The text with some of its letters changed, lost, doubled, or others among them."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(5)
        if kind == 0:
            text = text[:at] + text[at + rng.choice((1, 1, 5, 200)) :]
        elif kind == 1:
            text = text[:at] + word(rng) + text[at:]
        elif kind == 2:
            text = text[:at] + text[at : at + rng.choice((1, 10))] * rng.choice((2, 50)) + text[at:]
        elif kind == 3:
            text = text[:at] + word(rng) + text[at + 1 :]
        else:
            digits = [place for place, letter in enumerate(text) if letter.isdigit()]
            if digits:
                at = rng.choice(digits)
                text = text[:at] + str(rng.choice(NUMBERS)) + text[at + 1 :]
    return text


def other_lines(rng: random.Random, data: bytes, names: Sequence[str] = ()) -> bytes:
    """Lines of JSON with one of them changed, lost, doubled or moved."""
    lines = data.splitlines(keepends=True)
    at = rng.randrange(len(lines))
    kind = rng.randrange(6)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(rng.randrange(len(lines) + 1), lines[at])
    elif kind == 2:
        lines[at] = other_bytes(rng, lines[at])
    else:
        try:
            lines[at] = as_json(rng, other_json(rng, json.loads(lines[at]), names)) + b"\n"
        except ValueError:
            lines[at] = other_bytes(rng, lines[at])
    return b"".join(lines)


def other_bytes(rng: random.Random, data: bytes, others: Sequence[bytes] = ()) -> bytes:
    """The bytes with bits flipped, cut off, put in, repeated, mixed with other files', or with
    numbers in them that say an enormous size."""
    found = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(found) + 1)
        kind = rng.randrange(8)
        if kind == 0 and at < len(found):
            found[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            del found[at : at + rng.choice((1, 4, 100))]
        elif kind == 2:
            found[at:at] = rng.randbytes(rng.choice((1, 4, 100)))
        elif kind == 3:
            found[at:at] = found[at : at + rng.choice((4, 60))] * rng.choice((1, 20))
        elif kind == 4:
            del found[at:]
        elif kind == 5 and others:
            other = rng.choice(others)
            found[at:] = other[rng.randrange(len(other) + 1) :]
        elif kind == 6:
            at = min(at, rng.choice((8, 32, 200, len(found))))
            form = rng.choice(("<I", ">I", "<Q", "<H"))
            most = 256 ** struct.calcsize(form) - 1
            found[at : at + struct.calcsize(form)] = struct.pack(form, rng.choice(EXTREMES) & most)
        else:
            found[at:at] = word(rng).encode("utf-8", "surrogatepass")
    return bytes(found)


def huge(rng: random.Random, data: bytes) -> bytes:
    """Much of the same, some tens of megabytes."""
    many = rng.choice((12_000_000, 40_000_000)) // max(1, len(data))
    start = rng.choice((b"", b"[", b"{", b'{"a": ['))
    return start + data * many


ZIP_NAMES = (
    *("../out", "/etc/fuzzed", "a/../../out", "replays/../../x.json", "C:\\x", "", "replays/", "."),
    *("board.toml", "games.jsonl", "decks.json", "replays/a.json", "x\0y", "é", "a" * 300),
)


def other_archive(rng: random.Random, data: bytes) -> bytes:
    """A zip file with changed members or directory entries."""
    kind = rng.randrange(8)
    if kind < 2:
        return other_bytes(rng, data)
    with zipfile.ZipFile(BytesIO(data)) as file:
        members = [(info.filename, file.read(info)) for info in file.infolist()]
    at = rng.randrange(len(members))
    name, inner = members[at]
    link = False
    if kind == 2:
        members[at] = (rng.choice(ZIP_NAMES), inner)
    elif kind == 3:
        members[at] = (name, other_bytes(rng, inner))
    elif kind == 4:
        members.insert(at, (name, rng.choice(members)[1]))  # twice of one name
    elif kind == 5:
        zeros = b"\0" if rng.random() < 0.5 else b"{}\n"
        members[at] = (name, zeros * (30_000_000 // len(zeros)))  # a bomb, if a small one
    elif kind == 6:
        members[at], link = (name, b"/etc/passwd"), True
    else:
        del members[at]
    into = BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as file:
        for number, (called, text) in enumerate(members):
            info = zipfile.ZipInfo(called or "-")
            info.compress_type = rng.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, 0, 12, 14))
            info.external_attr = (0o120777 if link and number == at else 0o644) << 16
            _write(file, info, text)
    made = bytearray(into.getvalue())
    if rng.random() < 0.4:
        # a size, a checksum, a method or a flag in the directory
        start = rng.choice([i for i in range(len(made) - 46) if made[i : i + 4] == b"PK\x01\x02"])
        struct.pack_into(
            "<I",
            made,
            start + rng.choice((8, 10, 16, 20, 24, 42)),
            rng.choice((0, 1, 2**31, 2**32 - 1, zlib.crc32(inner))),
        )
    return bytes(made)


def _write(file: zipfile.ZipFile, info: zipfile.ZipInfo, data: bytes) -> None:
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # that a name is there twice
        file.writestr(info, data)
