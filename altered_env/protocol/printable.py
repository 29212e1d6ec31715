"""Text of strangers that is printed: nothing in it commands a terminal.

>>> printable("\x1b[2Jhello\u202e")
'\\\\x1b[2Jhello\\\\u202e'
"""

from __future__ import annotations

__all__ = ["printable"]


def printable(text: str) -> str:
    """The text with every character that has no shape of its own written as an escape."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)
