"""Conditions on "an opponent": a single opponent must satisfy them alone."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from altered_env.language.model import Attribute, Node, Word, walk

ONE_OPPONENT = "one opponent"
"""The name to which one of the opponents is bound; no line can spell it."""
_OPPONENT = Word("opponent")


def of_an_opponent(nodes: tuple[Node, ...]) -> bool:
    """Is it asked about what an opponent has: `opponent.reserve`, `opponent.play`?"""
    return any(isinstance(part, Attribute) and part.of == _OPPONENT for part in walk(nodes))


def said_of_one(node: Any) -> Any:
    """The same, with one opponent for "an opponent".

    >>> from altered_env.language.model import Attribute
    >>> said_of_one(Attribute(Word("opponent"), "play")).of
    Word(name='one opponent')
    """
    if node == _OPPONENT:
        return Word(ONE_OPPONENT)
    if isinstance(node, tuple):
        return tuple(said_of_one(part) for part in node)
    if isinstance(node, Node):
        return replace(node, **{f.name: said_of_one(getattr(node, f.name)) for f in fields(node)})
    return node
