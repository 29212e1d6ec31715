"""Masks of players, Expeditions and regions: joined, and by name."""

from __future__ import annotations

from collections.abc import Callable

from altered_env.engine.opcodes import ALU, CMP, INFO
from altered_env.language.compiler.bindings import Binding
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.words import ANYTHING
from altered_env.language.model import Logic, Node


def joined(scope: Scope, node: Logic, mask_of: Callable[[Node], int]) -> int:
    """Return the mask of filters joined by and, or and not."""
    if node.op in ("~", "not"):
        with scope.inside(negated=not scope.now.negated):
            without = mask_of(node.parts[0])
        return scope.asm.alu(ALU.ANDNOT, ANYTHING, without)
    how = ALU.AND if node.op in ("&", "and") else ALU.OR
    mask = mask_of(node.parts[0])
    for part in node.parts[1:]:
        mask = scope.asm.alu(how, mask, mask_of(part))
    return mask


def bound_mask(scope: Scope, bound: Binding, mask: int) -> int:
    """Return the mask of a name. While the feasibility of a declaration is tested, it holds every
    possible target: several, none of which can be excluded."""
    asm = scope.asm
    if not (scope.now.negated and bound.single):
        return mask
    one = asm.compare(CMP.LE, asm.info(INFO.COUNT_BITS, mask), 1)
    return asm.alu(ALU.MUL, mask, one)
