"""References of "it" and "the roll" in a wording, with the names that the notation needs.

"The roll" is the only roll there is. "It" is the subject of the event or of "for each"; without
one, the result of the last step, or the last pick.

>>> said = ast.parse("A(J, SEQ(PICK(target(character)), discard(it)))", mode="eval").body
>>> ast.unparse(lettered(said))
'A(J, SEQ((it_ := target(character)), discard(it_)))'
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from altered_env.language.english.trees import (
    NotUnderstoodError,
    is_call,
    name,
    put_in_place,
    walk_names,
    words,
)
from altered_env.language.vocabulary import CALLS
from altered_env.language.wording.pronouns import SCOPES

_STEPS = frozenset(word for word, call in CALLS.items() if call.group == "step") | {
    "may", "PICK", "GAINS", "LOSES", "SPENDS", "PLAYS", "CREATES", "ROLLS", "ACTIVATES",
}  # fmt: skip
"""Calls that become steps later."""
_WRAPPED = ("PLAYS", "CREATES", "ROLLS", "ACTIVATES")
"""Calls that wrap a step and add to it."""
_SCOPES = SCOPES | {"WHEN_", "MODIFY"}


def lettered(tree: ast.expr) -> ast.expr:
    """Return the ability with a name at the first mention, and that name for each pronoun."""
    if "ROLL_" in walk_names(tree):
        rolls = [node for node in ast.walk(tree) if is_call(node, "roll")]
        if len(rolls) != 1:
            raise NotUnderstoodError("'the roll', and not one roll is meant")
        _bind(tree, _whole(tree, rolls[0]), "roll_")
        _rename(tree, "ROLL_", "roll_")
    scoped = any(is_call(node, *_SCOPES) for node in ast.walk(tree))
    if "it" in walk_names(tree) and not scoped:
        found = _spoken_of(tree)
        if found is None:
            raise NotUnderstoodError("nothing says what 'it' is")
        _bind(tree, found, "it_")
        _rename(tree, "it", "it_")
    return tree


def _whole(tree: ast.expr, roll: ast.expr) -> ast.expr:
    """Return the roll with the conditions on its dice."""
    for node in ast.walk(tree):
        if is_call(node, "ROLLS") and node.args[0] is roll:
            return node
    return roll


def _bind(tree: ast.expr, node: ast.expr, word: str) -> None:
    inner = node.args[0] if is_call(node, "PICK") else node
    put_in_place(tree, node, ast.NamedExpr(name(word), inner))


def _rename(tree: ast.expr, old: str, new: str) -> None:
    for node in ast.walk(tree):
        if words(node) == old:
            assert isinstance(node, ast.Name)
            node.id = new


def _spoken_of(tree: ast.expr) -> ast.expr | None:
    """Return the last step or pick that ends before the first "it"."""
    last: ast.expr | None = None
    for node in _ended(tree):
        if words(node) == "it":
            return last
        last = node
    return None


def _ended(node: ast.AST) -> Iterator[ast.expr]:
    """Yield steps, picks and "it" in the order in which they end."""
    inner = node.args[0] if is_call(node, *_WRAPPED) else None
    for child in ast.iter_child_nodes(node):
        yield from (found for found in _ended(child) if found is not inner)
    if is_call(node, *_STEPS) or (isinstance(node, ast.Name) and node.id == "it"):
        yield node
