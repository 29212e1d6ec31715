"""The normal form of an ability, which is the same for all equivalent notations.

- Names are a, b, c in order of appearance, and only given to things that are referred to again.
- Filters, and alternatives, stand in a fixed order and without repetition; `&` among filters is
  dropped. Slots given by name, and flags, stand in a fixed order too.
- Amounts are integers: `< 3` is `<= 2`, `not c >= 3` is `c < 3`, and no count is negative.
- Defaults are left out: `draw()` and `roll()` are of one, `choose(.., n=1)` is `choose(..)`,
  `by=you` is the default player.
- Several steps in brackets, or in a slot that takes several, become a sequence.
- `{a, b}` is `{a}, {b}`; among the costs of a quick action T and D come first.

>>> from altered_env.language.notation import read_ability
>>> from altered_env.language.writing import write_ability
>>> write_ability(normal(read_ability("J: y = target(character, play); gain(y, boost=1)")))
'J: a = target(character, play); gain(a, boost=1)'
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from altered_env.language.model import (
    Ability,
    Apply,
    Bind,
    Compare,
    Granted,
    Logic,
    Node,
    Number,
    Steps,
    Word,
)
from altered_env.language.vocabulary import CALLS, WORDS
from altered_env.language.writing import write_value

_NAMES = [letter for letter in "abcdefghijklmopqrstuvwxyz" if letter not in WORDS]


def normal(ability: Ability) -> Ability:
    """Return the ability in its normal form."""
    ability = _needed(ability, frozenset(_words(ability)))
    names: dict[str, str] = {}
    for word in _bound(ability):
        names.setdefault(word, _NAMES[len(names)] if len(names) < len(_NAMES) else word)
    made = _value(_renamed(ability, names))
    assert isinstance(made, Ability)
    return made


def _bound(node: object) -> Iterator[str]:
    """Yield the bound names in the order of the text."""
    if isinstance(node, Bind):
        yield from _bound(node.value)
        yield node.name
    elif isinstance(node, Node):
        for field in dataclasses.fields(node):
            yield from _bound(getattr(node, field.name))
    elif isinstance(node, tuple):
        for part in node:
            yield from _bound(part)


def _needed(node: Any, used: frozenset[str]) -> Any:
    """Return the node without unused names; a choice that is not a step keeps its own."""
    if isinstance(node, tuple):
        return tuple(_needed(part, used) for part in node)
    if not isinstance(node, Node):
        return node
    if isinstance(node, Bind) and node.name not in used and _is_step(node.value):
        return _needed(node.value, used)
    fields = {f.name: _needed(getattr(node, f.name), used) for f in dataclasses.fields(node)}
    return type(node)(**fields)


def _is_step(node: Node) -> bool:
    return isinstance(node, Apply) and CALLS[node.name].group in ("step", "structure")


def _words(node: Any) -> Iterator[str]:
    if isinstance(node, Word):
        yield node.name
    elif isinstance(node, Node):
        for field in dataclasses.fields(node):
            yield from _words(getattr(node, field.name))
    elif isinstance(node, tuple):
        for part in node:
            yield from _words(part)


def _renamed(node: Any, names: dict[str, str]) -> Any:
    if isinstance(node, Word):
        return Word(names.get(node.name, node.name))
    if isinstance(node, Bind):
        return Bind(names[node.name], _renamed(node.value, names))
    if isinstance(node, Node):
        fields = {f.name: _renamed(getattr(node, f.name), names) for f in dataclasses.fields(node)}
        return type(node)(**fields)
    if isinstance(node, tuple):
        return tuple(_renamed(part, names) for part in node)
    return node


def _value(node: Any) -> Any:
    if isinstance(node, tuple):
        return tuple(_value(part) for part in node)
    if not isinstance(node, Node):
        return node
    fields = {f.name: _value(getattr(node, f.name)) for f in dataclasses.fields(node)}
    made = type(node)(**fields)
    match made:
        case Apply():
            return _apply(made)
        case Steps(parts):
            return Steps(tuple(_flat(parts)))
        case Ability(kind="quick", costs=costs):
            ordered = sorted(costs, key=lambda cost: cost not in (Word("T"), Word("D")))
            return dataclasses.replace(made, costs=tuple(ordered))
        case Compare(op, left, right):
            return _compared(op, left, right)
        case Logic("&" | "|" as op, parts):
            parts = tuple(
                inner
                for part in parts
                for inner in (part.parts if isinstance(part, Logic) and part.op == op else (part,))
            )
            return Logic(op, tuple(sorted(parts, key=write_value)))
        case Logic("not", (Compare(op, left, right),)):
            return _compared(_OPPOSITE[op], left, right)
    return made


_PLAYERS = tuple(Word(name) for name in ("you", "opponent", "they", "player"))
_OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}


def _compared(op: str, left: Node, right: Node) -> Node:
    """Normalise a comparison of integers: `< 3` is `<= 2`, and no count is negative."""
    if isinstance(right, Number):
        if op == "<":
            op, right = "<=", Number(right.value - 1)
        elif op == ">":
            op, right = ">=", Number(right.value + 1)
        if isinstance(left, Apply) and left.name == "count":
            if (op, right.value) == ("<=", 0):
                op = "=="
            elif (op, right.value) == ("!=", 0):
                op, right = ">=", Number(1)
    return Compare(op, left, right)


def _flat(parts: tuple[Node, ...]) -> Iterator[Node]:
    for part in parts:
        if isinstance(part, Steps):
            yield from part.parts
        else:
            yield part


def _apply(node: Apply) -> Apply:
    call = CALLS[node.name]
    args = list(node.args)
    if call.group in ("selector", "condition", "amount", "filter") or call.group == "event":
        args = _filters(node.name, call.group, args)
    keywords = tuple(sorted(node.keywords, key=lambda pair: pair[0]))
    if call.group in ("step", "structure"):
        keywords = tuple(pair for pair in keywords if pair != ("by", Word("you")))
    flags = [a for a in args if isinstance(a, Word) and a.name in call.flags]
    if flags and call.group != "selector":
        args = [a for a in args if a not in flags] + sorted(flags, key=write_value)
    if node.name in ("times", "each", "later") and len(args) > 1:
        fixed = 0 if node.name == "later" else 1
        steps = tuple(_flat(tuple(args[fixed:])))
        args = [*args[:fixed], Steps(steps) if len(steps) > 1 else steps[0]]
    if node.name == "modes":
        keywords = tuple((k, Word("True") if k == "repeat" else v) for k, v in keywords)
    if node.name in ("draw", "roll") and not args:
        args = [Number(1)]
    if call.group == "selector":
        keywords = tuple(pair for pair in keywords if pair != ("n", Number(1)))
    args = [each for arg in args for each in _each_granted(arg)]
    return Apply(node.name, tuple(args), keywords)


def _each_granted(node: Node) -> list[Node]:
    """Split several abilities in braces."""
    if isinstance(node, Granted):
        return [Granted((ability,)) for ability in node.abilities]
    return [node]


def _filters(name: str, group: str, args: list[Node]) -> list[Node]:
    """Sort the filters; other arguments keep their places."""
    fixed = {"total": 1, "highest": 1, "lowest": 1, "is_": 1, "activates": 1, "tax": 1}.get(name, 0)
    if group == "event" and name not in ("activates", "attempts"):
        fixed = int(bool(args) and args[0] in _PLAYERS)  # the acting player stays first
    if name in ("different", "top", "bottom", "between", "up_to", "happened", "named", "attempts"):
        return args
    last = 1 if name in ("gains", "loses", "spends") and len(args) > 1 else 0
    middle = args[fixed : len(args) - last]
    parts: list[Node] = []
    for part in middle:
        parts.extend(part.parts if isinstance(part, Logic) and part.op == "&" else [part])
    return [*args[:fixed], *sorted(set(parts), key=write_value), *args[len(args) - last :]]
