"""The entries of a file of official card data in any layout, each with its position.

A file is JSON: an object per line, one array, one object with a card under each reference, or pages
of the official site (`hydra:member`). An entry that cannot be read is a separate error, and later
entries are still read.

>>> [entry.problem for entry in entries_of('{"reference": "A"}\\n{"reference": }\\n')]
['', "not JSON: expecting value, found '}'"]
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from altered_env._runtime.input_files import OFFICIAL_CARDS, InputFileError, read_bytes

from .errors import CardFileError

_PAGES = ("hydra:member", "member", "cards", "items", "data", "results")
"""Keys under which a page keeps its cards."""
_OF_A_CARD = frozenset({"reference", "name", "elements", "type", "cardType"})
_LINES_LOOKED_AT = 50
_DEEPEST = 4
"""The maximum nesting of pages."""
_NESTED = 1_000
"""The maximum nesting of a value that is skipped over; deeper ones end with the file."""
_MOST_UNREADABLE = 1_000
"""The number of malformed pieces to report one by one; beyond it the file is refused as a whole."""

_SPACE = re.compile(r"[\s,]*")
_PAGE = re.compile(r'"(?:hydra:)?member"\s*:\s*\[')
# A text ends with its line, closed or not, so that one mistake does not swallow the file.
_TOKEN = re.compile(r'"(?:[^"\\\n]|\\[^\n])*(?:"|\\?$)|[{}\[\]]', re.MULTILINE)

_SOMETHING = re.compile(r"\S")
_AFTER_WORD = re.compile(r"[,\n\]]")

_MARKS = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
_UTF8_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a file: its value, or the problem with reading it."""

    number: int
    line: int
    value: Any = None
    key: str = ""
    """Its key in an object with a card under each key."""
    problem: str = ""


def read_text(path: Path) -> str:
    """Read a text in UTF-8; invalid bytes become characters that occur in no text.

    Raises `CardFileError` if it cannot be read, or is in another encoding altogether.
    """
    label = str(path)
    try:
        data = read_bytes(path, OFFICIAL_CARDS)
    except InputFileError as error:
        raise CardFileError(label, error.problem) from None
    found = next((name for mark, name in _MARKS.items() if data.startswith(mark)), "")
    if not found and 0 in data[:1000]:
        found = "UTF-16" if data[:2].count(0) == 1 else "bytes that are not text"
    if found:
        raise CardFileError(label, f"found {found}, expected UTF-8: save the file as UTF-8")
    return data.removeprefix(_UTF8_MARK).decode("utf-8", "surrogateescape")


def entries_of(text: str) -> Iterator[Entry]:
    """Yield the entries of a text, in order, numbered from 1."""
    numbers = _Numbers()
    unreadable = 0
    for entry in _by_line(text, numbers) if _is_lines(text) else _by_value(text, numbers):
        yield entry
        unreadable += bool(entry.problem)
        if unreadable >= _MOST_UNREADABLE:
            problem = "reading stopped: too much of the file is not JSON"
            yield Entry(numbers.next(), entry.line, problem=problem)
            return


def short(value: object, most: int = 40) -> str:
    """Return a value as shown in an error message.

    >>> short("x" * 1000, most=10)
    "'xxxxxxxxxx...'"
    """
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, str):
        return f"'{plain(value, most)}'"
    return plain(repr(value), most) if _small(value) else "a huge number"


def plain(text: str, most: int = 40) -> str:
    """Return the beginning of a text, without unprintable characters."""
    clean = "".join(letter if letter.isprintable() else "?" for letter in text[: most + 1])
    return clean if len(clean) <= most else clean[:most] + "..."


def _small(value: object) -> bool:
    return not isinstance(value, int) or abs(value) < 10**15


class _Numbers:
    """A counter of entries."""

    def __init__(self) -> None:
        self.last = 0

    def next(self) -> int:
        self.last += 1
        return self.last


class _RefusedError(ValueError):
    """Invalid JSON."""


def _no_constant(name: str) -> None:
    raise _RefusedError(f"{name} is not a number")


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _RefusedError(f"{short(twice)} occurs twice in one object")
    return found


_decode: Callable[[str, int], tuple[Any, int]] = json.JSONDecoder(
    parse_constant=_no_constant, object_pairs_hook=_once_each, strict=False
).raw_decode


def _is_lines(text: str) -> bool:
    """Return whether the text has an object per line, so that a fault affects only its own line."""
    if text[:1000].lstrip()[:1] == "[":
        return False
    start = 0
    for _ in range(_LINES_LOOKED_AT):
        end = text.find("\n", start)
        if end < 0:
            return start > 0 and _is_whole(text, start, len(text))
        if _is_whole(text, start, end):
            return bool(_SOMETHING.search(text, end)) or start > 0
        start = end + 1
    return False


def _is_whole(text: str, start: int, end: int) -> bool:
    """Return whether the line looks like an object."""
    return end - start > 2 and text[start] == "{" and text[end - 20 : end].rstrip()[-1:] == "}"


def _by_line(text: str, numbers: _Numbers) -> Iterator[Entry]:
    start = line = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line += 1
        content = text[start:end].strip()
        start = end + 1
        if not content:
            continue
        value, stop, problem = _value(content, 0)
        if not problem and content[stop:].strip(", "):
            problem = f"not JSON: more after the object, {short(content[stop:])}"
        if problem:
            yield Entry(numbers.next(), line, problem=problem)
        else:
            yield from _expand(value, numbers, line, "", 0)


def _by_value(text: str, numbers: _Numbers) -> Iterator[Entry]:
    """Yield the values of a text; those of an array separately."""
    at, line, counted = 0, 1, 0
    inside = 0  # the number of open arrays
    page_end = 0
    while True:
        at = _after_space(text, at)
        line += text.count("\n", counted, at)
        counted = at
        if at >= len(text):
            if inside:
                problem = "not JSON: the file ends before its array does"
                yield Entry(numbers.next(), line, problem=problem)
            return
        if text[at] == "]" and inside:
            inside -= 1
            at += 1
            if not inside and page_end:
                at, page_end = max(at, page_end), 0
            continue
        if text[at] == "[" and inside < _DEEPEST:
            inside += 1
            at += 1
            continue
        value, end, problem = _value(text, at)
        if not inside and text[at] not in "{[":
            found = short(text[at : at + 20])
            yield Entry(numbers.next(), line, problem=f"not JSON: found {found}, expected {{ or [")
            return  # report it once: the rest is no better
        if not problem:
            yield from _expand(value, numbers, line, "", 0)
        elif not inside and (page := _PAGE.search(text, at)) is not None:
            inside, page_end, end = 1, end, page.end()
        else:
            yield Entry(numbers.next(), line, problem=problem)
        at = end


def _after_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _value(text: str, at: int) -> tuple[Any, int, str]:
    """Return the value that begins there, its end, and its fault, if any."""
    try:
        value, end = _decode(text, at)
        return value, end, ""
    except json.JSONDecodeError as error:
        found = short(text[error.pos : error.pos + 20]) if error.pos < len(text) else "the end"
        problem = f"not JSON: {error.msg[:1].lower()}{error.msg[1:]}, found {found}"
    except _RefusedError as error:
        problem = str(error)
    except RecursionError:
        problem = "nested too deeply"
    except ValueError:
        problem = "a number with thousands of digits"
    return None, _end(text, at), problem


def _end(text: str, at: int) -> int:
    """Return the end of an unreadable value: the bracket that closes its first one, or the next
    line with the same indentation and first character."""
    if text[at] not in "{[":
        stop = _AFTER_WORD.search(text, at + 1)
        return stop.start() if stop else len(text)
    margin = text[max(0, at - 200) : at].rpartition("\n")[2]
    alike = text.find(f"\n{margin}{text[at]}", at) if margin.isspace() or not margin else -1
    last = len(text) if alike < 0 else alike
    depth = 0
    for match in _TOKEN.finditer(text, at, last):
        bracket = match.group()
        if bracket in ("{", "["):
            depth += 1
            if depth > _NESTED:
                return last
        elif bracket in ("}", "]"):
            depth -= 1
            if depth <= 0:
                return match.end()
    return last


def _expand(value: Any, numbers: _Numbers, line: int, key: str, depth: int) -> Iterator[Entry]:
    """Yield the entries of a value: itself, or those of a page."""
    within: list[tuple[str, Any]] | None = None
    if depth < _DEEPEST:
        if isinstance(value, list):
            within = [("", item) for item in value]
        elif isinstance(value, dict) and not _OF_A_CARD & value.keys():
            page = next((value[k] for k in _PAGES if isinstance(value.get(k), list)), None)
            if page is not None:
                within = [("", item) for item in page]
            elif value and all(isinstance(item, dict) for item in value.values()):
                within = list(value.items())
    if within is None:
        yield Entry(numbers.next(), line, value, key)
        return
    for name, item in within:
        yield from _expand(item, numbers, line, name, depth + 1)
