"""Verbs about turns, dice and the game: pass, extra turn, first player, roll, win."""

from __future__ import annotations

from altered_env.engine.opcodes import INFO, OP
from altered_env.language.compiler.program import NotSupportedError
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.steps.moving import amount_of
from altered_env.language.compiler.steps.verbs import possible, step
from altered_env.language.model import Apply


@possible("pass_")
def can_pass(scope: Scope, node: Apply) -> int:
    """Compile whether the acting player has not passed yet."""
    return scope.asm.info(INFO.CAN_PASS)


@step("pass_")
def pass_(scope: Scope, node: Apply) -> None:
    scope.asm.emit(OP.PASS)
    scope.commit()


@step("after_you")
def after_you(scope: Scope, node: Apply) -> None:
    scope.asm.emit(OP.TURN, 1)
    scope.commit()


@step("extra_turn")
def extra_turn(scope: Scope, node: Apply) -> None:
    scope.asm.emit(OP.TURN, 2)
    scope.commit()


@step("become_first")
def become_first(scope: Scope, node: Apply) -> None:
    who = scope.players(node.args[0]) if node.args else scope.asm.you()
    scope.asm.emit(OP.FIRST, who)
    scope.commit()


@step("roll")
def roll(scope: Scope, node: Apply) -> None:
    ignore = node.keyword("ignore")
    if node.keyword("plus") is not None:
        raise NotSupportedError("roll(.., plus=)")
    scope.asm.emit(
        OP.ROLL, amount_of(scope, node), scope.number(ignore) if ignore is not None else 0
    )
    scope.commit()


@step("win")
def win(scope: Scope, node: Apply) -> None:
    scope.asm.emit(OP.WIN, scope.players(node.args[0]) if node.args else scope.asm.you())
    scope.commit()
