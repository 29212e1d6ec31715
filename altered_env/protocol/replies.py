"""Replies of a bot: a line becomes a message, or the reason why it is invalid.

>>> reply(b'{"type":"act","id":3,"action":17}')
{'type': 'act', 'id': 3, 'action': 17}
>>> reply(b'{"type":"act","id":3}')
Traceback (most recent call last):
altered_env.protocol.replies.MalformedError: the message lacks 'action'; the line is \
'{"type":"act","id":3}'
"""

from __future__ import annotations

from typing import Any

from altered_env._runtime.json_text import parsed
from altered_env.protocol.schema import problem

LONGEST = 65_536
"""The maximum length of a bot's line in bytes."""
_KINDS = {"act": "act", "world": "ask", "try": "try", "note": "note", "hello": "greeting"}


class MalformedError(ValueError):
    """A line that is not a message of the protocol."""


def greeting(line: bytes) -> dict[str, Any]:
    """The bot's answer to the first message. Raises `MalformedError`."""
    return _read(line, ("hello",))


def reply(line: bytes) -> dict[str, Any]:
    """A bot's message during a decision. Raises `MalformedError`."""
    return _read(line, ("act", "world", "try", "note"))


def _read(line: bytes, expected: tuple[str, ...]) -> dict[str, Any]:
    found = _parsed(line)
    kind = found.get("type") if isinstance(found, dict) else None
    if not isinstance(kind, str) or kind not in expected:
        raise MalformedError(
            f"expected an object with a type, one of {', '.join(expected)}; {_quoted(line)}"
        )
    wrong = problem(found, _KINDS[kind])
    if wrong:
        raise MalformedError(f"{wrong}; {_quoted(line)}")
    return {name: int(one) if type(one) is float else one for name, one in found.items()}


def _parsed(line: bytes) -> Any:
    try:
        return parsed(line.decode("utf-8"), parse_constant=_no_number, object_pairs_hook=unlike)
    except UnicodeDecodeError as error:
        raise MalformedError(f"byte {error.start} is not UTF-8; {_quoted(line)}") from None
    except ValueError as error:
        raise MalformedError(f"this is not JSON: {error}; {_quoted(line)}") from None


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is not a JSON number")


def unlike(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object without duplicate names. Raises `ValueError`."""
    found = dict(pairs)
    if len(found) < len(pairs):  # readers of JSON differ in which of them counts
        raise ValueError("an object repeats a name")
    return found


def _quoted(line: bytes) -> str:
    text = line.decode("utf-8", "backslashreplace").strip()
    return f"the line is {text[:120]!r}" + ("..." if len(text) > 120 else "")
