"""Control structure: modes, repetition, "for each"."""

from __future__ import annotations

from functools import partial

from altered_env.engine.opcodes import ALU, CMP, INFO, OP
from altered_env.language.compiler.bindings import Binding, Declared
from altered_env.language.compiler.declaring import ask_modes, mode_registers
from altered_env.language.compiler.program import Label, NotSupportedError, register
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.steps.stepping import do
from altered_env.language.compiler.steps.verbs import step
from altered_env.language.compiler.values.aiming import is_late
from altered_env.language.compiler.values.picks import pick
from altered_env.language.compiler.values.sorts import kind_of
from altered_env.language.compiler.words import EVERYONE
from altered_env.language.model import Apply, Node, Steps, Word


@step("modes")
def modes(scope: Scope, node: Apply) -> None:
    """Choose modes, in the declaration if the rules require it and it is possible."""
    asm = scope.asm
    picks, *choices = node.args
    choices = [choice for choice in choices if choice != Word("up_to")]
    if len(choices) > 12:
        raise NotSupportedError("more than 12 modes")
    dst = asm.new_register()
    for _ in range(1, mode_registers(node, len(choices))):
        asm.new_register()
    item: Declared | None = None
    late = any(is_late(scope, part) for part in (picks, *choices))
    if scope.now.declares and not late and node.keyword("repeat") is None:
        scope.slots += 1
        item = Declared(node, scope.slots, dst, names=dict(scope.names))
    slot = 0 if item is None else item.slot
    ask_modes(scope, node, dst, slot, [partial(_mode, scope, one, item) for one in choices])
    if item is not None:
        scope.declared.append(item)


def _mode(scope: Scope, choice: Node, item: Declared | None) -> None:
    """Compile one mode, with the choices declared in it."""
    with scope.apart(), scope.declaring_apart() as declared:
        do(scope, choice)
    if item is not None:
        item.modes.append(declared)


@step("times")
def times(scope: Scope, node: Apply) -> None:
    """Repeat the steps that many times, one after the other (6.5.i)."""
    asm = scope.asm
    count, *steps = node.args
    left = asm.new_register()
    asm.emit(OP.SET, left, scope.number(count))
    with asm.loop() as loop, scope.inside(declares=False):
        more = asm.compare(CMP.GT, register(left), 0)
        asm.jump_unless(more, loop.done)
        asm.emit(OP.ALU, left, ALU.SUB, register(left), 1)
        do(scope, Steps(tuple(steps)))


@step("each")
def each(scope: Scope, node: Apply) -> None:
    """Repeat the steps for each element, one after the other; `it` is the element."""
    over, *steps = node.args
    starting = node.keyword("starting")
    if not isinstance(over, Apply):
        raise NotSupportedError(f"each over {over}")
    kind, body = kind_of(scope, over), Steps(tuple(steps))
    with scope.inside(declares=False), scope.apart():
        if kind == "player":
            _each_player(scope, over, body, starting)
        elif kind == "expedition":
            _each_expedition(scope, over, body)
        else:
            _each_object(scope, over, body)


def _each_player(scope: Scope, over: Apply, body: Steps, starting: Node | None) -> None:
    """Repeat for each player in initiative order, or starting with one of them."""
    asm = scope.asm
    left, one = asm.new_register(), asm.new_register()
    asm.emit(OP.SET, left, scope.players(over))
    with asm.loop() as loop:
        asm.emit(OP.INFO, one, INFO.NEXT_PLAYER, register(left))
        asm.jump_unless(register(one), loop.done)
        if starting is not None:
            with asm.moment():
                later = Label()
                mine = asm.alu(ALU.AND, register(left), scope.players(starting))
                asm.jump_unless(mine, later)
                asm.emit(OP.SET, one, mine)
                asm.mark(later)
        asm.emit(OP.ALU, left, ALU.ANDNOT, register(left), register(one))
        scope.bind("it", Binding(mask=register(one), kind="player", late=True))
        do(scope, body)


def _each_expedition(scope: Scope, over: Apply, body: Steps) -> None:
    asm = scope.asm
    left, one = asm.new_register(), asm.new_register()
    asm.emit(OP.SET, left, scope.expeditions(over))
    every = asm.info(INFO.EXPEDITIONS_OF, EVERYONE)
    asm.emit(OP.ALU, left, ALU.AND, register(left), every)
    with asm.loop() as loop:
        asm.jump_unless(register(left), loop.done)
        asm.emit(OP.INFO, one, INFO.NEXT_EXPEDITION, register(left))
        asm.emit(OP.ALU, left, ALU.ANDNOT, register(left), register(one))
        scope.bind("it", Binding(mask=register(one), kind="expedition", late=True))
        do(scope, body)


def _each_object(scope: Scope, over: Apply, body: Steps) -> None:
    asm = scope.asm
    left, one = asm.new_set(), asm.new_set()
    asm.emit(OP.COPY, left, pick(scope, over))
    with asm.loop() as loop:
        asm.jump_unless(asm.size(left), loop.done)
        asm.emit(OP.POP, one, left)
        scope.bind("it", Binding(one, late=True))
        do(scope, body)
