"""Files of lines that record games as they end, so that a run can be resumed.

A kill or a full disk can truncate only the last line, which is removed before more lines are
appended. Any other malformed line must have been edited and is reported.
"""

from __future__ import annotations

import functools
import json
import sys
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

from altered_env._runtime import signals
from altered_env._runtime.atomic_files import opened_to_add
from altered_env._runtime.input_files import LINES, read_bytes
from altered_env._runtime.json_text import parsed

Row = TypeVar("Row")


def lines_in(path: Path) -> list[str]:
    """The lines of a text file, none if there is no file.

    Raises `ValueError`, which names the file, for bytes that are not text.
    """
    if not path.exists():
        return []
    data = read_bytes(path, LINES)
    try:
        return data.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        whole = data[: data.rfind(b"\n") + 1]
        cut = data[len(whole) :].startswith(b"{")
        if cut and error.start >= len(whole):  # a line cut off within a character
            return [*whole.decode("utf-8").splitlines(), "{"]
        raise ValueError(
            f"{path} is not a file of games: its byte {error.start} is not text; name another file"
        ) from None


def read_lines(path: Path, read: Callable[[Any], Row]) -> list[tuple[int, Row]]:
    """The rows of a file, each with its line number; a truncated last line does not count.

    `read` converts the JSON of a line to a row. Raises `ValueError`, which names the line, if
    `read` does, and for a line that is not JSON.
    """
    lines = lines_in(path)
    refuse_others(path, lines)
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found.append((number, read(parsed(line))))
        except (ValueError, RecursionError) as error:
            broken = isinstance(error, json.JSONDecodeError)
            if broken and number == len(lines) and line.startswith("{"):
                continue
            why = "it is not JSON" if broken else str(error)
            raise ValueError(
                f"{path}, line {number}: {why}; restore the line or remove it"
            ) from None
    return found


def add_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Add a line for each row, all of them or none; a truncated last line is removed first.

    Raises `OSError`, which names the file.
    """
    data = "".join(json.dumps(row) + "\n" for row in rows).encode()
    with signals.whole(), opened_to_add(path) as file:
        start, last = _last_line(file)
        before = start + len(last)
        end = before
        if last.strip() and not _is_whole(last):
            refuse_others(path, [last.decode(errors="replace")])
            end = start
        elif last and not last.endswith(b"\n"):
            data = b"\n" + data
        try:
            file.truncate(end)
            left = memoryview(data)
            while left:
                left = left[file.write(left) or 0 :]
        except BaseException:
            file.truncate(min(end, before))
            raise


def _is_whole(line: bytes) -> bool:
    try:
        parsed(line.decode())
    except ValueError:
        return False
    return True


def _last_line(file: Any) -> tuple[int, bytes]:
    """The last line of a file, with its line end if it has one, and its offset."""
    at = int(file.seek(0, 2))
    tail = b""
    while at > 0 and b"\n" not in tail[:-1]:
        start = max(0, at - 65_536)
        file.seek(start)
        tail = file.read(at - start) + tail
        at = start
    begins = tail[:-1].rfind(b"\n") + 1
    return at + begins, tail[begins:]


def row_of(kind: type[Row], found: Any, says: Mapping[str, tuple[float, float]]) -> Row:
    """A row of a dataclass from JSON: every field has its type, and numbers are finite and within
    the bounds in `says`. Raises `ValueError`, which names the field.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Roll:
    ...     shown: int
    >>> row_of(Roll, {"shown": 7}, {"shown": (1, 6)})
    Traceback (most recent call last):
    ValueError: shown is 7; expected 1 to 6
    """
    if not isinstance(found, dict):
        raise ValueError(f"expected an object, found {found!r:.40}")
    known = _fields(typing.cast(Any, kind))
    for name in found:
        if name not in known:
            raise ValueError(f"no key is called {name!r:.40}")
    values = {}
    for name, (type_of, must_be) in known.items():
        if name not in found:
            if must_be:
                raise ValueError(f"{name!r} is missing")
            continue
        values[name] = _value(name, type_of, found[name], says.get(name))
    return kind(**values)


@functools.cache
def _fields(kind: Any) -> dict[str, tuple[Any, bool]]:
    """The type of each field of a dataclass, and whether it is required. Cached, since it takes ten
    times as long as a row."""
    hints = typing.get_type_hints(kind)
    return {one.name: (hints[one.name], one.default is MISSING) for one in fields(kind)}


_WORDS = {int: "a whole number", float: "a number", str: "a text"}


def _value(name: str, kind: Any, value: Any, within: tuple[float, float] | None) -> Any:
    if isinstance(kind, types.GenericAlias):  # tuple[float, float], tuple[str, ...]
        parts = typing.get_args(kind)
        if not isinstance(value, list) or (parts[-1] is not ... and len(value) != len(parts)):
            raise ValueError(f"{name} is {value!r:.40}; expected a list")
        return tuple(_value(f"{name}[{at}]", parts[0], one, within) for at, one in enumerate(value))
    right = isinstance(value, str) if kind is str else type(value) in (int, kind)
    if not right:
        raise ValueError(f"{name} is {value!r:.40}; expected {_WORDS[kind]}")
    if kind is not str and not abs(value) <= sys.float_info.max:
        raise ValueError(f"{name} is {value!r:.40}; expected a finite number")
    if within is not None and not within[0] <= value <= within[1]:
        low, high = within
        wanted = f"{low:g} to {high:g}" if isfinite(high) else f"{low:g} or more"
        raise ValueError(f"{name} is {value}; expected {wanted}")
    return value


def refuse_others(path: Path, lines: list[str]) -> None:
    """Raise `ValueError` for a file with other contents, before anything is added to it."""
    written = [line for line in lines if line.strip()]
    if written and not written[0].startswith("{"):
        raise ValueError(
            f"{path} does not hold games; its first line is {written[0]!r:.60}; name another file"
        )
