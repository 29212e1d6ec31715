"""Feasibility of an action: whether there is an object to which it can happen."""

from __future__ import annotations

from altered_env.engine.opcodes import CMP, INFO, OP
from altered_env.engine.terms import C
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.steps.acts import act_of
from altered_env.language.compiler.steps.verbs import possible
from altered_env.language.compiler.values.filters import candidates
from altered_env.language.compiler.values.objects import keep_area
from altered_env.language.compiler.values.picks import limits
from altered_env.language.compiler.values.sorts import strip
from altered_env.language.compiler.words import ZONES
from altered_env.language.model import Apply, Node, Word


@possible("exhaust", "ready", "sacrifice", "discard", "put", "defect", "switch", "gain")
def can_be_done(scope: Scope, node: Apply) -> int:
    """Compile whether there are enough objects to which it can happen."""
    asm = scope.asm
    what, least = node.args[0], 1
    s = _candidates_of(scope, what, node.name)
    if s is None:
        return 1
    if isinstance(what, Apply) and what.name in ("choose", "target"):
        least, _ = limits(scope, what)
    if node.name == "exhaust":
        asm.emit(OP.FILTER, s, C.READY, CMP.EQ, 1)
    if node.name == "ready":
        asm.emit(OP.FILTER, s, C.READY, CMP.EQ, 0)
    asm.emit(OP.FILTER, s, C.LIFE, CMP.EQ, 1)
    act = act_of(scope, node)
    if act is not None:
        asm.emit(OP.ALLOW, s, *act)
    return asm.compare(CMP.GE, asm.size(s), least)


def _candidates_of(scope: Scope, what: Node, verb: str) -> int | None:
    """Return the current candidates of the choice; None if they are not known yet."""
    if what == Word("me"):
        return scope.asm.me_set(now=True)
    if isinstance(what, Apply) and what.name in ("choose", "target", "all"):
        s = candidates(scope, strip(what))
        if verb == "sacrifice":
            keep_area(scope, s, [(ZONES["play"], scope.asm.info(INFO.DOER))])
        return s
    return None
