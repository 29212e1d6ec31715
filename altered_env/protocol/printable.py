"""Text of strangers that is printed: nothing in it commands a terminal.

>>> printable("\x1b[2Jhello\u202e")
'\\\\x1b[2Jhello\\\\u202e'
"""

from __future__ import annotations

__all__ = ["printable", "refusal"]


def printable(text: str) -> str:
    """The text with every character that has no shape of its own written as an escape."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


def refusal(program: str, error: Exception) -> str:
    """What a command says that cannot do what it is told.

    >>> refusal("altered replay", ValueError("there is no \x1b[2J"))
    'altered replay: there is no \\\\x1b[2J'
    """
    return f"{program}: " + "\n".join(map(printable, str(error).split("\n")))
