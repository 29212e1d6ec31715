"""Building, searching and writing small Python syntax trees."""

from __future__ import annotations

import ast
import copy
from typing import Any, TypeGuard


class NotUnderstoodError(ValueError):
    """A phrase that is parsed but has no meaning in its context."""


def name(word: str) -> ast.Name:
    """Build a bare word."""
    return ast.Name(word, ast.Load())


def keyword(word: str, value: ast.expr) -> ast.keyword:
    """Build `word=value`."""
    return ast.keyword(word, value)


def call(word: str, *args: Any, **keywords: ast.expr) -> ast.Call:
    """Build `word(args, name=..)`; a keyword among the arguments is moved to the keywords."""
    plain = [arg for arg in args if not isinstance(arg, ast.keyword)]
    named = [arg for arg in args if isinstance(arg, ast.keyword)]
    named += [ast.keyword(key, value) for key, value in keywords.items()]
    return ast.Call(name(word), plain, named)


def words(node: ast.AST) -> str:
    """Return the bare word that a node is, or an empty string."""
    return node.id if isinstance(node, ast.Name) else ""


def is_call(node: ast.AST | None, *names: str) -> TypeGuard[ast.Call]:
    """Return whether this is a call of one of these words."""
    return isinstance(node, ast.Call) and words(node.func) in names


def sequence(steps: list[ast.expr]) -> ast.expr:
    """Return steps in one slot: a tuple, or the step alone."""
    return steps[0] if len(steps) == 1 else ast.Tuple(steps, ast.Load())


def flat(node: ast.expr) -> list[ast.expr]:
    """Return the steps of a SEQ as a flat list.

    >>> [text(step) for step in flat(ast.parse("SEQ(a, SEQ(b, c))", mode="eval").body)]
    ['a', 'b', 'c']
    """
    if is_call(node, "SEQ"):
        return [step for part in node.args for step in flat(part)]
    return [node]


def replaced(node: ast.expr, word: str, value: ast.expr) -> ast.expr:
    """Return the tree with each `word` replaced by a copy of `value`."""

    class Replace(ast.NodeTransformer):
        def visit_Name(self, found: ast.Name) -> ast.expr:
            return copy.deepcopy(value) if found.id == word else found

    done: ast.expr = Replace().visit(node)
    return done


def walk_names(node: ast.AST) -> set[str]:
    """Return every bare word in the tree."""
    return {found.id for found in ast.walk(node) if isinstance(found, ast.Name)}


def parts_of(node: ast.expr) -> list[ast.expr]:
    """Return the operands of `|`.

    >>> [text(part) for part in parts_of(ast.parse("a | b | c", mode="eval").body)]
    ['a', 'b', 'c']
    """
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*parts_of(node.left), *parts_of(node.right)]
    return [node]


def parent_of(root: ast.AST, child: ast.AST) -> tuple[ast.AST, str, int | None] | None:
    """Return a node's parent, the field, and the index in a list."""
    for node in ast.walk(root):
        for field, value in ast.iter_fields(node):
            if value is child:
                return node, field, None
            if isinstance(value, list):
                for index, item in enumerate(value):
                    if item is child:
                        return node, field, index
    return None


def put_in_place(root: ast.AST, old: ast.AST, new: ast.AST) -> None:
    """Replace one node of the tree."""
    found = parent_of(root, old)
    if found is None:
        raise NotUnderstoodError("nothing to speak of")
    node, field, index = found
    if index is None:
        setattr(node, field, new)
    else:
        getattr(node, field)[index] = new


def text(node: ast.AST) -> str:
    """Return the tree as notation; the canonical writer normalises spaces and brackets."""
    return ast.unparse(ast.fix_missing_locations(_Straight().visit(node)))


class _Straight(ast.NodeTransformer):
    """Rewrites `not a >= b` as `a < b`."""

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        inner = node.operand
        if isinstance(node.op, ast.Not) and isinstance(inner, ast.Compare):
            opposite = _OPPOSITE.get(type(inner.ops[0]))
            if opposite is not None and len(inner.ops) == 1:
                return ast.Compare(inner.left, [opposite()], inner.comparators)
        return node


_OPPOSITE: dict[type, type[ast.cmpop]] = {
    ast.GtE: ast.Lt,
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.Eq: ast.NotEq,
}
