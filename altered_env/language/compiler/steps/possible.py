"""Could a step be done at all? It is asked before a player is, and of costs."""

from __future__ import annotations

from altered_env.engine.terms import ALU, CMP, INFO, OP, C
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.steps.acts import act_of
from altered_env.language.compiler.steps.counters import can_spend
from altered_env.language.compiler.steps.expeditions import marker_chosen
from altered_env.language.compiler.steps.playing import can_activate, can_play
from altered_env.language.compiler.values.filters import candidates
from altered_env.language.compiler.values.objects import keep_area
from altered_env.language.compiler.values.picks import limits
from altered_env.language.compiler.values.sorts import strip
from altered_env.language.compiler.words import ZONES
from altered_env.language.model import Apply, Node, Word

__all__ = ["can_start"]


def can_start(scope: Scope, node: Node) -> int:
    """Can this step start at all? 1 where nothing stands against it."""
    asm = scope.asm
    if not isinstance(node, Apply):
        return 1
    if node.name == "together":
        result = 1
        for part in node.args:
            one = can_start(scope, part)
            if one != 1:
                result = one if result == 1 else asm.alu(ALU.AND, result, one)
        return result
    if node.name == "pay":
        mana = asm.info(INFO.CAN_PAY, scope.number(node.args[0]))
        return mana
    if node.name == "spend":
        return can_spend(scope, node)
    if node.name == "pass_":
        return asm.info(INFO.CAN_PASS)
    if node.name == "play":
        return can_play(scope, node)
    if node.name == "activate":
        return can_activate(scope, node)
    if node.name == "place" and isinstance(node.args[0], Apply):
        marked = asm.info(INFO.MARKED, marker_chosen(node.args[0]))
        return asm.compare(CMP.NE, marked, 0)
    verbs = ("exhaust", "ready", "sacrifice", "discard", "put", "defect", "switch", "gain")
    if node.name in verbs:
        what = node.args[0]
        s = _candidates_of(scope, what, node.name)
        if s is None:
            return 1
        least, _ = (1, 1)
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
    return 1


def _candidates_of(scope: Scope, what: Node, verb: str) -> int | None:
    if what == Word("me"):
        return scope.asm.me_set(now=True)
    if isinstance(what, Apply) and what.name in ("choose", "target", "all"):
        s = candidates(scope, strip(what))
        if verb == "sacrifice":
            keep_area(scope, s, [(ZONES["play"], scope.asm.info(INFO.DOER))])
        return s
    return None
