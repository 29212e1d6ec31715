"""Writing an ability as its canonical line of notation.

>>> from altered_env.language.model import Number
>>> write_value(Apply("draw", (Number(2),)))
'draw(2)'
"""

from __future__ import annotations

from altered_env.language.model import (
    Ability,
    Apply,
    Arithmetic,
    Attribute,
    Bind,
    Compare,
    Conditional,
    Granted,
    Logic,
    Node,
    Number,
    Steps,
    Word,
)

# The precedence of each operator, lowest first, as in Python.
_BIND, _IF, _OR, _AND, _NOT, _COMPARE, _PIPE, _AMP, _ADD, _MUL, _SIGN, _ATOM = range(12)
_LEVEL = {"or": _OR, "and": _AND, "not": _NOT, "|": _PIPE, "&": _AMP, "~": _SIGN}


def write_ability(ability: Ability) -> str:
    """Return the canonical line; `read_ability` gives the same ability back.

    >>> write_ability(Ability("keyword", head=Word("gigantic")))
    'gigantic'
    """
    head = _head(ability)
    if ability.body is None:
        return ", ".join(head)
    return f"{', '.join(head)}: {'; '.join(_statement(part) for part in ability.body.parts)}"


def _head(ability: Ability) -> list[str]:
    parts = [*ability.gates, *ability.costs]
    texts = [write_value(part, _IF) for part in parts]
    if ability.kind == "effect":
        texts.append("effect")
    elif ability.head is not None:
        texts.append(write_value(ability.head, _IF))
    return texts


def _statement(node: Node) -> str:
    if isinstance(node, Bind):
        return f"{node.name} = {write_value(node.value)}"
    return write_value(node)


def _granted(granted: Granted) -> str:
    texts = []
    for ability in granted.abilities:
        head = _head(ability)
        key = head[0] if len(head) == 1 else f"({', '.join(head)})"
        if ability.body is None:
            texts.append(key)
            continue
        parts = ability.body.parts
        texts.append(
            f"{key}: {write_value(parts[0]) if len(parts) == 1 else write_value(Steps(parts))}"
        )
    if len({ability.body is None for ability in granted.abilities}) > 1:
        raise ValueError("statements and abilities with a body stand in braces of their own")
    return "{" + ", ".join(texts) + "}"


def write_value(node: Node, around: int = _IF) -> str:
    """Write a value inside an operator of precedence `around`.

    >>> write_value(Logic("&", (Logic("|", (Word("spell"), Word("feat"))), Word("other"))))
    '(spell | feat) & other'
    """
    text, level = _text(node)
    return f"({text})" if level < around else text


def _text(node: Node) -> tuple[str, int]:
    match node:
        case Number(value):
            return str(value), _ATOM if value >= 0 else _SIGN
        case Word(name):
            return name, _ATOM
        case Attribute(of, name):
            return f"{write_value(of, _ATOM)}.{name}", _ATOM
        case Apply(name, args, keywords):
            texts = [write_value(arg, _BIND) for arg in args]
            texts += [f"{key}={write_value(value)}" for key, value in keywords]
            return f"{name}({', '.join(texts)})", _ATOM
        case Compare(op, left, right):
            return f"{write_value(left, _PIPE)} {op} {write_value(right, _PIPE)}", _COMPARE
        case Logic(op, (part,)):
            space = " " if op == "not" else ""
            return f"{op}{space}{write_value(part, _LEVEL[op])}", _LEVEL[op]
        case Logic(op, parts):
            level = _LEVEL[op]
            return f" {op} ".join(write_value(part, level + 1) for part in parts), level
        case Arithmetic(op, left, right):
            level = _MUL if op == "*" else _ADD
            return f"{write_value(left, level)} {op} {write_value(right, level + 1)}", level
        case Conditional(then, test, otherwise):
            sides = write_value(then, _OR), write_value(test, _OR), write_value(otherwise, _IF)
            return f"{sides[0]} if {sides[1]} else {sides[2]}", _IF
        case Bind(name, value):
            return f"{name} := {write_value(value)}", _BIND
        case Steps(parts):
            return f"({', '.join(write_value(part, _BIND) for part in parts)})", _ATOM
        case Granted():
            return _granted(node), _ATOM
    raise TypeError(f"{type(node).__name__} is no node of the model")
