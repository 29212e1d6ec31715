"""Lasting and delayed effects: their contents and the names they keep."""

from __future__ import annotations

from collections.abc import Iterator

from altered_env.engine.captures import FIRST
from altered_env.engine.layout import KEPT_NUMBERS, KEPT_SETS
from altered_env.engine.opcodes import INFO, OP
from altered_env.language.compiler.bindings import Binding, Kept
from altered_env.language.compiler.program import NotSupportedError, is_register, register
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.steps.verbs import step
from altered_env.language.compiler.values.history import duration_of
from altered_env.language.model import Ability, Apply, Granted, Node, Number, Steps, Word, walk


def _holds(ability: Ability) -> bool:
    """Return whether an Ongoing Emblem can hold this ability (2.2.2.m)."""
    head = ability.head
    if ability.gates or not isinstance(head, Apply | Word):
        return False
    if ability.kind == "reaction":
        return isinstance(head, Apply)
    if ability.kind == "passive" and head.name == "can":
        # what else may be done anyway is so of the Expedition that the object is in
        allowed = head.args[0] if isinstance(head, Apply) else head
        return isinstance(allowed, Apply) and allowed.name == "plays"
    if ability.kind == "passive":
        return head.name != "begin"
    return ability.kind in ("modifier", "keyword") and head.name != "scout"


def _has_its_own_it(ability: Ability) -> bool:
    """Return whether `it` refers to an event of this ability."""
    head = ability.head
    return ability.kind == "modifier" or (isinstance(head, Apply) and head.name == "when")


def _granted(node: Apply) -> Iterator[Ability]:
    for part in node.args:
        if not isinstance(part, Granted):
            raise NotSupportedError(f"ongoing {part}")
        yield from part.abilities


@step("ongoing")
def ongoing(scope: Scope, node: Apply) -> None:
    duration = duration_of(node.keyword("this") or Word("turn"))
    for ability in _granted(node):
        if not _holds(ability):
            raise NotSupportedError("an ongoing effect of this kind")
        with scope.asm.moment():
            uses = scope.number(node.keyword("uses") or Number(0))
            kept = _keep(scope, ability, not _has_its_own_it(ability))
            row = scope.rows.set_aside(ability, kept)
            scope.asm.emit(OP.ONGOING, row, duration, uses, kept.anything)


@step("later")
def later(scope: Scope, node: Apply) -> None:
    after = node.keyword("after")
    if after not in (None, Word("rest")):
        raise NotSupportedError(f"later(.., after={after})")
    with scope.asm.moment():
        steps = Steps(node.args)
        kept = _keep(scope, steps, it=True)
        row = scope.rows.set_aside(steps, kept)
        scope.asm.emit(OP.LATER, row, int(after is not None), kept.anything)


def _keep(scope: Scope, node: Node, it: bool) -> Kept:
    """Record the bindings of an ability's names, for the emblem that is created next."""
    kept = Kept()
    used = {part.name for part in walk(node) if isinstance(part, Word)}
    bound = dict(scope.names)
    if not it:
        bound.pop("it", None)
    elif "it" in used and "it" not in bound:
        bound["it"] = _it(scope)
    for name in sorted(used & set(bound)):
        kept.names[name] = _keep_binding(scope, kept, bound[name])
    if "X" in used and scope.about.x is not None:
        operand = _keep_number(scope, kept, register(scope.about.x))
        kept.x = (operand or 0) - register(0)
    return kept


def _it(scope: Scope) -> Binding:
    """Return the meaning of `it` in this effect."""
    if scope.about.it_place:
        return Binding(mask=scope.asm.info(INFO.IT_PLACE), kind="expedition")
    found = Binding(0)
    if scope.about.it_before:
        found.before = scope.known(Word("it"))
    return found


def _keep_binding(scope: Scope, kept: Kept, bound: Binding) -> Binding:
    return Binding(
        objects=_keep_set(scope, kept, bound.objects),
        before=_keep_set(scope, kept, bound.before),
        mask=_keep_number(scope, kept, bound.mask),
        kind=bound.kind,
        number=_keep_number(scope, kept, bound.number),
        truth=_keep_number(scope, kept, bound.truth),
    )


def _keep_number(scope: Scope, kept: Kept, operand: int | None) -> int | None:
    if operand is None or not is_register(operand):
        return operand
    if operand not in kept.numbers:
        if len(kept.numbers) == KEPT_NUMBERS:
            raise NotSupportedError("an effect that lasts or waits speaks of too many numbers")
        scope.asm.emit(OP.KEEP_NUMBER, len(kept.numbers), operand)
        kept.numbers.append(operand)
    return register(FIRST + kept.numbers.index(operand))


def _keep_set(scope: Scope, kept: Kept, objects: int | None) -> int | None:
    if objects is None:
        return None
    if objects not in kept.sets:
        if len(kept.sets) == KEPT_SETS:
            raise NotSupportedError("an effect that lasts or waits speaks of too many objects")
        scope.asm.emit(OP.KEEP_SET, len(kept.sets), objects)
        kept.sets.append(objects)
    return FIRST + kept.sets.index(objects)
