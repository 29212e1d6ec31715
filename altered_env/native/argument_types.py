"""The types of the table of entries (`entry_table.py`), read from their text.

>>> read("i64, book[:] const")
(Number(name='i64'), Array(items='book', dimensions=1, writable=False))
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Number:
    """A number: `i64`, `f32`, `f64` or `bool`."""

    name: str


@dataclass(frozen=True, slots=True)
class Array:
    """An array in C order, of numbers or records."""

    items: str
    dimensions: int
    writable: bool


@dataclass(frozen=True, slots=True)
class Tuple:
    """A named tuple: the module of its class, below the package, its name, and its parts."""

    module: str
    name: str
    parts: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """The engine, which the library fills in."""


Type: TypeAlias = Number | Array | Tuple | Rules

_TOKEN = re.compile(r"\s*([\w.]+|\[[:,]+\]|[(),])")
_NUMBERS = ("i64", "f32", "f64", "bool")


@functools.cache
def read(text: str) -> tuple[Type, ...]:
    """The types of a list; `none` is no type. Raises `ValueError` for what is not such a list."""
    if text == "none":
        return ()
    tokens = _TOKEN.findall(text)
    if "".join(tokens) != re.sub(r"\s", "", text):
        raise ValueError(f"{text!r} is no list of types")
    tokens.reverse()
    found = _list(tokens, text)
    if tokens:
        raise ValueError(f"{text!r}: {tokens[-1]!r} stands where a comma or the end would be right")
    return found


def _list(tokens: list[str], text: str) -> tuple[Type, ...]:
    found = [_one(tokens, text)]
    while tokens and tokens[-1] == ",":
        tokens.pop()
        found.append(_one(tokens, text))
    return tuple(found)


def _one(tokens: list[str], text: str) -> Type:
    name = tokens.pop() if tokens else ""
    ahead = tokens[-1] if tokens else ""
    if name == "rules":
        return Rules()
    if ahead.startswith("["):
        dimensions = tokens.pop().count(":")
        writable = not (tokens and tokens[-1] == "const")
        if not writable:
            tokens.pop()
        return Array(name, dimensions, writable)
    if ahead == "(":
        tokens.pop()
        parts = _list(tokens, text)
        if not tokens or tokens.pop() != ")":
            raise ValueError(f"{text!r}: a bracket is not closed")
        module, _, name = name.rpartition(".")
        return Tuple(module, name, parts)
    if name not in _NUMBERS:
        raise ValueError(f"{text!r}: {name!r} is no type; numbers are {', '.join(_NUMBERS)}")
    return Number(name)
