"""Names of an ability that need no letter: "the roll" for the only die roll, and "it" if nothing
else can be meant.

"It" is the result of the last step or the last pick, and singular. With an event or "for each",
"it" is their subject.

>>> from altered_env.language.notation import read_ability
>>> unlettered(read_ability("J: x = target(character); gain(x, asleep)"))
{'x': 'it'}
>>> unlettered(read_ability("J: x = target(character); draw(1); gain(x, asleep)"))
{}
>>> unlettered(read_ability("J: x = roll(1); draw(1); gain(me, boost=x)"))
{'x': 'the roll'}
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from altered_env.language.model import (
    Ability,
    Apply,
    Attribute,
    Bind,
    Conditional,
    Logic,
    Node,
    Number,
    Word,
)
from altered_env.language.vocabulary import CALLS

SCOPES = frozenset(["when", "instead", "also", "each"])
"""Words in which "it" means their subject."""

_DOERS = frozenset(
    ["put", "discard", "sacrifice", "resupply", "sabotage", "create", "play", "reveal", "look"]
)
"""Steps with an object that "it" can mean."""


def unlettered(ability: Ability) -> dict[str, str]:
    """Return the wording of each name that needs no letter."""
    nodes = list(_nodes(ability))
    binds = [node for node in nodes if isinstance(node, Bind)]
    said: dict[str, str] = {}
    if len({bind.name for bind in binds}) < len(binds):
        return said  # a name that is bound twice
    rolls = [node for node in nodes if isinstance(node, Apply) and node.name == "roll"]
    lettered = [
        bind
        for bind in binds
        if bind.value not in rolls or len(rolls) > 1 or _otherwise_used(nodes, bind.name)
    ]
    said |= {bind.name: "the roll" for bind in binds if bind not in lettered}
    if len(lettered) == 1 and _plain(nodes) and _one(lettered[0].value):
        (bind,) = lettered
        if _last_before_use(ability, bind) and not _otherwise_used(nodes, bind.name):
            said[bind.name] = "that player" if _player(bind.value) else "it"
    return said


def _nodes(node: object) -> Iterator[Node]:
    if isinstance(node, Node):
        yield node
        for field in dataclasses.fields(node):
            yield from _nodes(getattr(node, field.name))
    elif isinstance(node, tuple):
        for part in node:
            yield from _nodes(part)


def _plain(nodes: list[Node]) -> bool:
    return not any(isinstance(node, Apply) and node.name in SCOPES for node in nodes)


def _one(value: Node) -> bool:
    """Return whether it is a single thing."""
    match value:
        case Apply("may", (inner,), keywords):
            return not keywords and _one(inner)
        case Apply("target" | "choose" | "random", args, _):
            several = [value.keyword("n"), value.keyword("up_to")]
            return Word("any_number") not in args and all(
                many is None or many == Number(1) for many in several
            )
        case Apply("top" | "bottom", args, _):
            return len(args) == 1
        case Apply("create", args, _):
            where = value.keyword("in_")
            fixed = where is None or not isinstance(where, Apply) or _one(where)
            return len(args) == 1 and fixed and not _of_several(where)
        case Apply("resupply" | "sabotage" as name, args, ()):
            return name == "sabotage" or not any(isinstance(arg, Number) for arg in args)
        case Apply(name, (what, *_), _) if name in _DOERS:
            return value.keyword("by") is None and (what in (Word("me"), Word("it")) or _one(what))
    return False


def _player(value: Node) -> bool:
    return isinstance(value, Apply) and any(
        arg in (Word("player"), Word("opponent")) for arg in value.args
    )


def _of_several(node: Node | None) -> bool:
    """Return whether it is one in each of several: `all(player).landmarks`."""
    while isinstance(node, Attribute):
        if node.name == "expeditions":
            return True
        node = node.of
    return isinstance(node, Apply) and node.name == "all"


def _otherwise_used(nodes: list[Node], name: str) -> bool:
    """Return whether its existence or amount is tested, which "it" cannot express."""
    word = Word(name)
    for node in nodes:
        match node:
            case Attribute(of, "n") if of == word:
                return True
            case Apply("if_", (test, *_), _) if test == word:
                return True
            case Logic("and" | "or" | "not", parts) if word in parts:
                return True
            case Conditional(_, test, _) if test == word:
                return True
    return False


def _last_before_use(ability: Ability, bind: Bind) -> bool:
    """Return whether no other step or pick ends between the named one and its first use."""
    last: Node | None = None
    for node in _ended(ability):
        if node == Word(bind.name):
            return last is bind
        if isinstance(node, Bind):
            last = node
        elif isinstance(node, Apply):
            last = None
    return False


def _ended(node: object) -> Iterator[Node]:
    """Yield steps, picks, bound steps and bare words in the order in which they end."""
    if isinstance(node, tuple):
        for part in node:
            yield from _ended(part)
    elif isinstance(node, Node):
        for field in dataclasses.fields(node):
            yield from _ended(getattr(node, field.name))
        match node:
            case Word() | Bind():
                yield node
            case Apply(name, _, _) if CALLS[name].group == "step" or name == "may":
                yield node
