"""Dice."""

from __future__ import annotations

from altered_env.engine.opcodes import OP
from altered_env.language.compiler.program import NotSupportedError
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.steps.moving import amount_of
from altered_env.language.compiler.steps.verbs import step
from altered_env.language.model import Apply


@step("roll")
def roll(scope: Scope, node: Apply) -> None:
    ignore = node.keyword("ignore")
    if node.keyword("plus") is not None:
        raise NotSupportedError("roll(.., plus=)")
    scope.asm.emit(
        OP.ROLL, amount_of(scope, node), scope.number(ignore) if ignore is not None else 0
    )
    scope.commit()
