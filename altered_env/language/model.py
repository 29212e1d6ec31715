"""The ability model: card text as plain values.

An ability is a small tree of the nodes below. The reader (`notation.py`) builds it from a
line of notation, the wording (`wording/`) turns it into English, the compiler
(`compiler/`) into bytecode. Nothing here is ever evaluated as Python.

>>> Apply("draw", (Number(1),))
Apply(name='draw', args=(Number(value=1),), keywords=())
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Node:
    """A part of an ability."""


@dataclass(frozen=True, slots=True)
class Number(Node):
    """An integer (1.1.6.a)."""

    value: int


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A bare name: `character`, `you`, `me`, `anchored`, or a bound name such as `x`."""

    name: str


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    """`you.hand`, `me.forest`, `x.owner`."""

    of: Node
    name: str


@dataclass(frozen=True, slots=True)
class Apply(Node):
    """A word with slots: a verb, a selector, an event pattern, a statement."""

    name: str
    args: tuple[Node, ...] = ()
    keywords: tuple[tuple[str, Node], ...] = ()

    def keyword(self, name: str) -> Node | None:
        """Return the value given for the slot `name`, or None."""
        for key, value in self.keywords:
            if key == name:
                return value
        return None


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """`left op right`, op one of `< <= == != >= >`; a chain `a <= b <= c` is a Logic "and"."""

    op: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Logic(Node):
    """`and`, `or`, `not` over conditions; `|`, `&`, `~` over filters and areas."""

    op: str
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """`left op right`, op one of `+ - *`."""

    op: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    """`then if test else otherwise`."""

    then: Node
    test: Node
    otherwise: Node


@dataclass(frozen=True, slots=True)
class Bind(Node):
    """`x = step` or `(x := step)`: the result of the step, for later references."""

    name: str
    value: Node


@dataclass(frozen=True, slots=True)
class Steps(Node):
    """A sequence of steps: `a; b` in a body, `(a, b)` inside a step."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Ability(Node):
    """One line of a card.

    `kind` is one of `keyword`, `reaction`, `quick`, `effect`, `modifier`, `passive`.
    `gates` are the conditions under which it works (`I`, `completed`, `while_(c)`, `since(c)`).
    `head` is the trigger of a reaction (`J`, `at(noon)`, `when(..)`), the pattern of a
    modifier (`instead(..)`, `also(..)`), the keyword, or the passive statement.
    `costs` are those of a quick action, including restrictions. `body` is the effect.
    """

    kind: str
    gates: tuple[Node, ...] = ()
    head: Node | None = None
    costs: tuple[Node, ...] = ()
    body: Steps | None = None


@dataclass(frozen=True, slots=True)
class Granted(Node):
    """An ability as a value: `{head: body}` or `{statement}`."""

    abilities: tuple[Ability, ...] = field(default=())


def walk(node: object) -> Iterator[Node]:
    """Yield a node and everything in it."""
    if isinstance(node, Node):
        yield node
        for name in getattr(node, "__slots__", ()):
            yield from walk(getattr(node, name))
    elif isinstance(node, tuple):
        for part in node:
            yield from walk(part)
