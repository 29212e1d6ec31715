"""Acting players: "target opponent draws a card", "each player may", applied to each step.

>>> from altered_env.language.english.trees import text
>>> step = ast.parse("BY(target(opponent), draw(1))", mode="eval").body
>>> [text(done) for done in done_by(step)]
['draw(1, by=target(opponent))']
"""

from __future__ import annotations

import ast
import copy

from altered_env.language.english.folding import STEP_SLOTS
from altered_env.language.english.trees import (
    NotUnderstoodError,
    call,
    flat,
    is_call,
    keyword,
    name,
    words,
)

SELECTORS = frozenset(["target", "choose", "all", "random", "top", "bottom"])
"""Words that select something."""


def steps_in_place(steps: list[ast.expr]) -> ast.Tuple:
    """Return a list of steps as one slot of the tree, to which steps can be added."""
    made = ast.Tuple(steps, ast.Load())
    made.steps = True  # type: ignore[attr-defined]
    return made


def structure(found: ast.AST) -> None:
    """Turn every place for steps into a list of steps, to which a name can be added."""
    if is_call(found, *STEP_SLOTS):
        start = STEP_SLOTS[words(found.func)]
        for index in range(start, len(found.args)):
            if words(found.args[index]) != "up_to":
                found.args[index] = steps_in_place(_all_by(found.args[index]))
        for slot in found.keywords:
            if slot.arg == "else_":
                slot.value = steps_in_place(_all_by(slot.value))
    for child in ast.iter_child_nodes(found):
        structure(child)


def _all_by(node: ast.expr) -> list[ast.expr]:
    if getattr(node, "steps", False):
        assert isinstance(node, ast.Tuple)
        return node.elts
    return [part for step in flat(node) for part in done_by(step)]


def done_by(step: ast.expr) -> list[ast.expr]:
    """Expand BY(player, steps) to each step with its acting player."""
    if isinstance(step, ast.NamedExpr):
        (step.value,) = done_by(step.value)
        return [step]
    if not is_call(step, "BY"):
        if is_call(step, "may") and is_call(step.args[0], "BY"):
            inner = step.args[0]
            (done,) = done_by(inner)
            return [call("may", done)]
        if is_call(step, "if_") and is_call(step.args[0], "BY", "may"):
            (step.args[0],) = done_by(step.args[0])
        return [step]
    player, body = step.args
    steps = [part for whole in flat(body) for part in done_by(whole)]
    if words(player) == "you":
        return [_renamed(part, "you") for part in steps]
    starting = [slot for slot in step.keywords if slot.arg == "starting"]
    simple = len(steps) == 1 and not is_call(steps[0], *STEP_SLOTS)
    several = is_call(player, "all")
    if several and not starting and not any(is_call(part, *STEP_SLOTS) for part in steps):
        # Each step is simultaneous for all players (6.1.h).
        return [_with_doer(part, copy.deepcopy(player), "they") for part in steps]
    priced = None if starting or not several else _priced(steps)
    if priced is not None:
        # All decide, then all pay, and those who paid do the rest.
        price, rest = priced.args
        payer = ast.Attribute(name("DONE"), "controller")
        paying = ast.NamedExpr(name("DONE"), _with_doer(price, player, "they"))
        return [paying, *(_with_doer(part, copy.deepcopy(payer), "they") for part in flat(rest))]
    if several and (not simple or starting):
        each = [_with_doer(part, name("it"), "it") for part in steps]
        made = call("each", player, call("SEQ", *each))
        made.keywords.extend(starting)
        return [made]
    first = [_with_doer(steps[0], player, "they")]
    return first + [_with_doer(part, name("THATPLAYER"), "they") for part in steps[1:]]


def _priced(steps: list[ast.expr]) -> ast.Call | None:
    """Return the step if it is paid for with the cost of a card that moves."""
    (step, *more) = steps
    if more or not is_call(step, "if_") or step.keywords or not is_call(step.args[0], "may"):
        return None
    return step if is_call(step.args[0].args[0], "put", "discard", "sacrifice") else None


def _renamed(step: ast.expr, their: str) -> ast.expr:
    for node in ast.walk(step):
        if isinstance(node, ast.Name) and node.id in ("THEIR", "THATPLAYER", "WHOEVER"):
            node.id = their
    return step


def _with_doer(step: ast.expr, player: ast.expr, their: str) -> ast.expr:
    if is_call(step, "if_"):
        step.args[0] = _with_doer(step.args[0], copy.deepcopy(player), their)
        after = player if their == "it" else name("THATPLAYER")
        step.args[1] = call(
            "SEQ", *[_with_doer(part, copy.deepcopy(after), their) for part in flat(step.args[1])]
        )
        return step
    if not isinstance(step, ast.Call) or is_call(step, *STEP_SLOTS):
        raise NotUnderstoodError("another player does something too complicated")
    for node in ast.walk(step):
        if isinstance(node, ast.Name) and node.id in ("THEIR", "WHOEVER"):
            node.id = their
    if is_call(step, *SELECTORS):
        step.keywords.append(keyword("by", player))
        return step
    if all(slot.arg != "by" for slot in step.keywords):
        step.keywords.append(keyword("by", player))
    return step
