"""Things mentioned in an ability, and the names to refer to them again.

A thing that is mentioned only once needs no name. At the second mention it gets one, at the place
of its first mention: `x = target(character)`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from altered_env.language.english.trees import (
    NotUnderstoodError,
    is_call,
    keyword,
    name,
    parent_of,
    put_in_place,
    text,
    words,
)
from altered_env.language.parsing import expression_of

NAMES = ["x", "y", "z", "w", "v", "u", "t", "s", "r", "q", "p"]


@dataclass(slots=True, eq=False)
class Spoken:
    """A possible meaning of "it": its kind, its place in the text, and its name, if any."""

    kind: str
    node: ast.expr
    name: str = ""
    mover: bool = False
    weak: bool = False
    """Whether it is meant only if mentioned explicitly: a card from the Deck."""
    inner: Spoken | None = None
    """The moved object before the move."""
    branch: ast.Call | None = None
    """The condition in whose branch it was mentioned."""


def about(head: ast.expr) -> list[tuple[str, str]]:
    """Return things mentioned in a head: "it", "that Expedition" and "that player" in the body."""
    if not is_call(head, "when", "instead", "also", "WHEN"):
        return []
    event: ast.expr = head.args[0]
    while isinstance(event, ast.BinOp):
        event = event.left
    if not isinstance(event, ast.Call):
        return []
    verb = words(event.func)
    first = words(event.args[0]) if event.args else ""
    found = [("player", "opponent")] if first == "opponent" else []
    if verb in ("moves", "fails"):
        return [*found, ("expedition", "it")]
    if verb == "rolls":
        return [*found, ("result", "result")]
    if verb in ("passes", "draws", "resupplies", "gifts", "attempts", "activates"):
        return found
    if any(slot.arg == "from_" and is_call(slot.value, "all") for slot in event.keywords):
        return [*found, ("expedition", "it")]
    if first == "me":
        return [*found, ("expedition", "me.expedition")]
    return [*found, ("object", "it")]


class Memory:
    """All things mentioned so far in one ability."""

    def __init__(self, spoken: Sequence[tuple[str, str]] = ()) -> None:
        self.spoken: list[Spoken] = [Spoken(kind, name(said), said) for kind, said in spoken]
        self.names: Iterator[str] = iter(NAMES)
        self.root: ast.Tuple = ast.Tuple([], ast.Load())
        self.inside: ast.Call | None = None
        self.asking = False
        self.asked: Spoken | None = None

    def _record(self, node: ast.expr, kind: str, *, mover: bool = False) -> None:
        self.spoken.append(Spoken(kind, node, mover=mover))

    def _expedition(self, node: ast.expr) -> None:
        """Record an Expedition mentioned by an attribute, which is referred to in the same way."""
        if isinstance(node, ast.Attribute):
            self.spoken.append(Spoken("expedition", node, text(node)))

    def _find(self, *kinds: str) -> Spoken | None:
        found = [said for said in reversed(self.spoken) if said.kind in kinds]
        strong = [said for said in found if not said.weak]
        found = strong or found
        # "If it's a Permanent": the thing mentioned before, regardless of the last condition
        if self.asking:
            found = [said for said in found if said.branch is None] or found
        if self.asking and found and "object" in kinds:
            self.asked = found[0]
        return found[0] if found else None

    def _last(self, kind: str, what: str) -> ast.expr:
        found = self._find(kind)
        if found is None:
            raise NotUnderstoodError(f"nothing says {what}")
        return self._said(found)

    def _said(self, found: Spoken) -> ast.expr:
        """Return a reference to it."""
        if found.branch is not None:
            self.inside = found.branch
        if not found.name:
            found.name = self._bind(found)
        return expression_of(found.name)

    def _bind(self, found: Spoken) -> str:
        word = next(self.names, None)
        if word is None:
            raise NotUnderstoodError("too many things are spoken of")
        node: ast.AST = found.node
        above = parent_of(self.root, node)
        if above is None:
            raise NotUnderstoodError("nothing says what 'it' is")
        parent = above[0]
        if found.mover or getattr(parent, "steps", False):
            if is_call(parent, "may"):
                node = parent
            assert isinstance(node, ast.expr)
            put_in_place(self.root, node, ast.NamedExpr(name(word), node))
            return word
        if is_call(parent, "may") and _is_step_of(self.root, parent):
            put_in_place(self.root, parent, ast.NamedExpr(name(word), _optional(found.node)))
            return word
        chosen = found.node
        put_in_place(self.root, node, name(word))
        step: ast.AST = parent
        optional: ast.Call | None = None
        while True:
            above = parent_of(self.root, step)
            if above is None:
                raise NotUnderstoodError("nothing says what 'it' is")
            if is_call(step, "may") and found.kind != "player":
                optional = step
            if getattr(above[0], "steps", False):
                break
            step = above[0]
        if optional is not None and not optional.keywords:
            chosen = _optional(chosen)
            inner = optional.args[0]
            put_in_place(self.root, optional, inner)
            if step is optional:
                step = inner
        above = parent_of(self.root, step)
        assert above is not None and above[2] is not None
        getattr(above[0], above[1]).insert(above[2], ast.NamedExpr(name(word), chosen))
        return word


def _is_step_of(root: ast.AST, node: ast.AST) -> bool:
    above = parent_of(root, node)
    return above is not None and getattr(above[0], "steps", False)


def _optional(chosen: ast.expr) -> ast.expr:
    """Return a selector whose choice may be declined."""
    assert isinstance(chosen, ast.Call)
    if any(slot.arg == "n" for slot in chosen.keywords) or words(chosen.func) == "all":
        raise NotUnderstoodError("a choice that may be declined, of several")
    if all(slot.arg != "up_to" for slot in chosen.keywords) and not any(
        words(arg) == "any_number" for arg in chosen.args
    ):
        chosen.keywords.append(keyword("up_to", ast.Constant(1)))
    return chosen


def kind_of(node: ast.Call) -> str:
    for arg in node.args:
        for part in ast.walk(arg):
            if words(part) in ("player", "opponent") and not isinstance(arg, ast.Attribute):
                return "player"
            break
    first = node.args[0] if node.args else None
    if words(first) == "expedition" if first is not None else False:
        return "expedition"
    if first is not None and is_expedition(first):
        return "expedition"
    return "region" if first is not None and words(first) == "region" else "object"


def is_expedition(node: ast.expr) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr in ("expedition", "expeditions", "hero_expedition", "companion_expedition")
    if isinstance(node, ast.BinOp):
        return is_expedition(node.left)
    return is_call(node, "target", "choose", "all") and kind_of(node) == "expedition"
