"""Printing untrusted text: nothing in it controls the terminal or floods it.

>>> printable("\x1b[2Jhello\u202e")
'\\\\x1b[2Jhello\\\\u202e'
"""

from __future__ import annotations

import re
from typing import Final

REFUSED: Final = (ValueError, LookupError, OSError, MemoryError)
"""Errors that a command reports in one sentence."""

WORD: Final = 400
"""The maximum length of a word, such as a path, in a message."""
LINE: Final = 2_500
"""The maximum length of a line of a message."""
_LONG_WORD = re.compile(rf"\S{{{WORD + 1},}}")


def printable(text: str) -> str:
    """Return the text with every unprintable character escaped."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


def shortened(line: str) -> str:
    """Shorten a line of a message; only both ends of long words, and of a long line, are kept.

    >>> shortened("no deck is called " + 5000 * "x") == (
    ...     f"no deck is called {200 * 'x'}...(5,000 characters)...{100 * 'x'}"
    ... )
    True
    """
    line = _LONG_WORD.sub(lambda found: _ends(found[0], WORD), line)
    return _ends(line, LINE) if len(line) > LINE else line


def _ends(text: str, most: int) -> str:
    return f"{text[: most // 2]}...({len(text):,} characters)...{text[-most // 4 :]}"


def _said(error: BaseException) -> str:
    """Return the message of an error; for the system's errors, with a remedy.

    >>> _said(OSError(36, "File name too long", "x.deck"))
    'x.deck: file name too long; name another file'
    """
    if isinstance(error, OSError) and error.errno is not None and error.filename is not None:
        return f"{error.filename}: {(error.strerror or 'it failed').lower()}; name another file"
    if isinstance(error, MemoryError):
        return "out of memory: ask for less at once, or use a machine with more memory"
    return str(error)


def refusal(program: str, error: Exception) -> str:
    """Return the error message of a command that cannot do its work.

    >>> refusal("altered replay", ValueError("there is no \x1b[2J"))
    'altered replay: there is no \\\\x1b[2J'
    """
    lines = map(printable, _said(error).split("\n"))
    return f"{program}: " + "\n".join(map(shortened, lines))
