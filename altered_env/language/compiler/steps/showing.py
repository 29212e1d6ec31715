"""Revealing cards and looking at them."""

from __future__ import annotations

from altered_env.engine.opcodes import INFO, OP
from altered_env.language.compiler.bindings import Binding
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.steps.stepping import acting
from altered_env.language.compiler.steps.verbs import step
from altered_env.language.compiler.words import EVERYONE
from altered_env.language.model import Apply


def _show(scope: Scope, node: Apply, who: int) -> Binding | None:
    asm = scope.asm
    s = acting(scope, node.args[0])
    if not scope.now.commits:
        kept = asm.new_set()
        asm.emit(OP.COPY, kept, s)
        asm.emit(OP.REVEAL, kept, who)
        return Binding(kept, number=0, truth=1, late=True)
    asm.emit(OP.REVEAL, s, who)
    scope.commit()
    return None


@step("reveal")
def reveal(scope: Scope, node: Apply) -> Binding | None:
    return _show(scope, node, EVERYONE)


@step("look")
def look(scope: Scope, node: Apply) -> Binding | None:
    return _show(scope, node, scope.asm.info(INFO.DOER))
