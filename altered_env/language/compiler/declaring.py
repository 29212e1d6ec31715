"""The declaration: questions about targets and modes before anything is paid."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from altered_env.engine.declaring import ASK
from altered_env.engine.opcodes import OP
from altered_env.engine.questions import DIGITS
from altered_env.language.compiler.bindings import Declared
from altered_env.language.compiler.program import Label, register
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.values.picks import ask
from altered_env.language.compiler.values.places import ask_for_place
from altered_env.language.compiler.values.sorts import kind_of
from altered_env.language.model import Apply, Node, Number, Word


def declare(scope: Scope, items: list[Declared]) -> None:
    """Ask the questions of the declaration, in order."""
    for number, item in enumerate(items):
        later = [aim.where for other in items[number + 1 :] for aim in other.without]
        paired = ASK.PAIRED if item.where in later else 0
        with scope.apart(), scope.inside(declaring=True, paired=paired):
            scope.names = item.names
            _declare_one(scope, item)


def _declare_one(scope: Scope, item: Declared) -> None:
    kind = kind_of(scope, item.node)
    if item.condition is not None:
        _declare_either(scope, item, item.condition)
    elif item.modes:
        blocks: list[Callable[[], None]] = [partial(declare, scope, m) for m in item.modes]
        ask_modes(scope, item.node, item.where, item.slot, blocks)
    elif kind == "objects":
        ask(scope, item.node, item.where, item.slot, without=item.without)
    else:
        ask_for_place(scope, item.node, kind, item.where, item.slot, False, item.without)


def _declare_either(scope: Scope, item: Declared, condition: Node) -> None:
    """Ask one of two lists of choices, depending on what is already declared."""
    asm = scope.asm
    other, done = Label(), Label()
    with asm.moment():
        asm.jump_unless(scope.truth(condition), other)
    declare(scope, item.modes[0])
    asm.emit(OP.JMP, done)
    asm.mark(other)
    declare(scope, item.modes[1])
    asm.mark(done)


def ask_modes(
    scope: Scope, node: Apply, dst: int, slot: int, blocks: list[Callable[[], None]]
) -> None:
    """Choose among blocks, as many as `modes` says, and execute them in that order."""
    asm = scope.asm
    switch = Label()
    with asm.moment():
        picks = scope.number(node.args[0])
        given = node.keyword("least")
        least = picks if given is None else scope.number(given)
        if Word("up_to") in node.args:
            least = 0
        registers = mode_registers(node, len(blocks))
        flags = slot << 16 | scope.now.internal | (ASK.LONG if registers > 1 else 0)
        if node.keyword("repeat") is not None:
            flags |= ASK.REPEAT
        asm.emit(OP.ASK_MODE, dst, picks, len(blocks), switch, flags, least)
    copies = [asm.new_register() for _ in range(registers)]
    for i, copy in enumerate(copies):
        asm.emit(OP.SET, copy, register(dst + i))
    _switch(scope, copies[0], switch, blocks, registers > 1)


def mode_registers(node: Apply, choices: int) -> int:
    """Return the number of registers that store the chosen modes."""
    few = isinstance(node.args[0], Number) and node.args[0].value <= DIGITS
    return 1 if few or (node.keyword("repeat") is None and choices <= DIGITS) else 3


def _switch(
    scope: Scope, digits: int, switch: Label, blocks: list[Callable[[], None]], long: bool
) -> None:
    """Execute the block of each digit, then continue after the last."""
    asm = scope.asm
    asm.mark(switch)
    asm.emit(OP.SWITCH, digits, len(blocks), int(long))
    labels = [Label() for _ in blocks]
    done = Label()
    for label in labels:
        asm.emit(OP.JMP, label)
    asm.emit(OP.JMP, done)
    for label, block in zip(labels, blocks, strict=True):
        asm.mark(label)
        block()
        asm.emit(OP.JMP, switch)
    asm.mark(done)
