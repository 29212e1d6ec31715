"""Steps: their sequence, bindings and acting players."""

from __future__ import annotations

from altered_env.engine.opcodes import ALU, INFO, OP
from altered_env.language.compiler.bindings import Aim, Binding
from altered_env.language.compiler.program import Label, NotSupportedError, register
from altered_env.language.compiler.scope import Scope, reads
from altered_env.language.compiler.steps.acts import act_of
from altered_env.language.compiler.steps.changes import changed_by
from altered_env.language.compiler.steps.verbs import VERBS, Verb
from altered_env.language.compiler.values.objects import top
from altered_env.language.compiler.values.picks import limits, pick
from altered_env.language.compiler.values.sorts import is_pick, kind_of
from altered_env.language.model import Apply, Bind, Conditional, Logic, Node, Steps, Word, walk
from altered_env.language.vocabulary import CALLS

HIDING = ("draw", "top", "bottom")
"""Verbs whose result is in a hidden zone, and not revealed."""
AIMING = ("target", "sabotage")
"""Words that choose targets."""


def is_step(node: Apply) -> bool:
    """Return whether this is a step rather than an amount or a condition."""
    return CALLS[node.name].group in ("step", "structure")


def flags_of(node: Apply) -> set[str]:
    """Return the bare words among a verb's slots."""
    return {part.name for part in node.args if isinstance(part, Word)}


def do(scope: Scope, steps: Node) -> None:
    """Compile steps, one after the other."""
    _one_after_the_other(scope, steps.parts if isinstance(steps, Steps) else (steps,))


def _one_after_the_other(scope: Scope, parts: tuple[Node, ...]) -> Binding:
    changed, binding = scope.now.changed, Binding()
    for part in parts:
        with scope.inside(changed=changed), scope.asm.moment():
            binding = scope.step(part)
        changed |= changed_by(part)
    return binding


def bind_result(scope: Scope, late: bool = True) -> Binding:
    """Bind the result of the last step for later references."""
    asm = scope.asm
    objects, number, truth = asm.new_set(), asm.new_register(), asm.new_register()
    asm.emit(OP.RESULT, 2, objects)
    asm.emit(OP.RESULT, 0, number)
    asm.emit(OP.RESULT, 1, truth)
    return Binding(objects, number=register(number), truth=register(truth), late=late)


def _bind(scope: Scope, node: Bind) -> Binding:
    """Bind a name to a selector's pick, the result of a step, or an amount."""
    asm = scope.asm
    value = node.value
    if isinstance(value, Apply) and is_pick(value):
        binding = _picked(scope, value)
    elif isinstance(value, Apply) and value.name == "spend":
        scope.step(value)
        binding = bind_result(scope)
    elif scope.now.modifying and isinstance(value, Apply) and value.name == "roll":
        binding = _at_once(scope, value)
    elif isinstance(value, Steps | Logic) or (isinstance(value, Apply) and is_step(value)):
        binding = _done(scope, value)
    else:
        number = asm.new_register()
        asm.emit(OP.SET, number, scope.number(value))
        binding = Binding(number=register(number), truth=register(number))
    binding.hidden = isinstance(value, Apply) and value.name in HIDING
    scope.bind(node.name, binding)
    return binding


def _picked(scope: Scope, value: Apply) -> Binding:
    """Bind a selector's pick, as objects or as a mask."""
    asm = scope.asm
    kind = kind_of(scope, value) if value.name != "top" else "objects"
    slots = scope.slots
    if kind == "objects":
        s = asm.new_set() if value.name in ("all", "top", "random") else None
        picked = scope.objects(value)
        if s is not None:
            asm.emit(OP.COPY, s, picked)
            picked = s
        binding = Binding(picked)
    else:
        read = {"expedition": scope.expeditions, "player": scope.players, "region": scope.regions}
        mask = read[kind](value)
        kept = asm.new_register()
        asm.emit(OP.SET, kept, mask)
        binding = Binding(mask=mask if value.name == "target" else register(kept), kind=kind)
    binding.late = value.name != "target" or scope.slots == slots
    if value.name in ("target", "choose"):
        alone = value.keyword("per") is None
        binding.single = alone and limits(scope, value) == (1, 1)
    return binding


def _done(scope: Scope, value: Node) -> Binding:
    """Compile a step and bind its result."""
    binding = scope.step(value)
    if binding.objects in (None, 1) or binding.number is None:
        if scope.now.modifying:
            raise NotSupportedError(f"what becomes of {value}, in a modifier")
        binding = bind_result(scope)
    _bind_before(scope, value, binding)
    if _gives_number(value):
        binding.objects = None
    return binding


def _gives_number(value: Node) -> bool:
    """Return whether the result of this step is only a number, as of a roll."""
    if isinstance(value, Apply) and value.name == "may":
        return _gives_number(value.args[0])
    gives = CALLS[value.name].gives if isinstance(value, Apply) else frozenset()
    return "number" in gives and "object" not in gives


def _at_once(scope: Scope, node: Apply) -> Binding:
    """Compile a step within the modified one, which its result affects."""
    scope.asm.emit(OP.HOLD)
    with scope.inside(commits=True):
        scope.step(node)
    binding = bind_result(scope)
    binding.objects = None
    scope.asm.emit(OP.RELEASE)
    return binding


def _bind_before(scope: Scope, value: Node, binding: Binding) -> None:
    """Keep the last known state of objects that leave play (2.1.h)."""
    if isinstance(value, Apply) and value.name == "may" and isinstance(value.args[0], Apply):
        value = value.args[0]
    if isinstance(value, Apply) and value.name in ("sacrifice", "discard"):
        binding.before = scope.asm.new_set()
        scope.asm.emit(OP.RESULT, 3, binding.before, binding.objects or 0)


@reads("step")
def one_step(scope: Scope, node: Node) -> Binding:
    """Compile one step; return where its result is (by default the frame's own result)."""
    if isinstance(node, Bind):
        return _bind(scope, node)
    if isinstance(node, Steps):
        return _one_after_the_other(scope, node.parts)
    if isinstance(node, Logic) and node.op in ("and", "or", "not"):
        return Binding(truth=scope.truth(node))
    if isinstance(node, Conditional):
        branch(scope, scope.truth(node.test), node.then, node.otherwise)
        return Binding()
    if not isinstance(node, Apply):
        raise NotSupportedError(f"a step: {node}")
    verb = VERBS.get(node.name)
    if verb is None:
        raise NotSupportedError(f"the verb '{node.name}'")
    by = node.keyword("by")
    if node.name == "may" and isinstance(by, Apply) and by.name == "all":
        return _by(scope, Apply("may", node.args), by, verb)
    if by is None or node.name in ("may", "take_control"):
        allowing = act_of(scope, node) if scope.now.paying else scope.now.allowing
        with scope.inside(allowing=allowing):
            return verb(scope, node) or Binding()
    return _by(scope, node, by, verb)


def _by(scope: Scope, node: Apply, by: Node, verb: Verb) -> Binding:
    """Compile the verb with another acting player, or several in initiative order (6.1.h)."""
    asm = scope.asm
    players = scope.players(by)
    left, one = asm.new_register(), asm.new_register()
    asm.emit(OP.SET, left, players)
    with scope.inside(together=True, declares=False):
        _one_by_one(scope, node, verb, left, one)
    scope.commit()
    return Binding()


def _one_by_one(scope: Scope, node: Apply, verb: Verb, left: int, one: int) -> None:
    """Compile the verb for each of the players whose mask is in a register."""
    asm = scope.asm
    taken = 0
    if any(isinstance(part, Apply) and part.name in AIMING for part in walk(node)):
        taken = asm.new_set()  # one player's target does not exclude it for the next
        asm.emit(OP.CLEAR, taken)
        scope.aimed = [*scope.aimed, Aim("objects", taken, 0)]
    aimed = len(scope.aimed)
    with asm.loop() as loop:
        asm.emit(OP.INFO, one, INFO.NEXT_PLAYER, register(left))
        asm.jump_unless(register(one), loop.done)
        asm.emit(OP.ALU, left, ALU.ANDNOT, register(left), register(one))
        asm.emit(OP.DOER, register(one))
        skip = Label()
        if any(part == Word("may") for part in node.args):
            yes = asm.temp_register()
            asm.emit(OP.ASK_YES, yes)
            asm.jump_unless(register(yes), skip)
        with asm.moment():
            verb(scope, node)
        for aim in scope.aimed[aimed:]:
            if aim.kind == "objects":
                asm.emit(OP.OR, taken, taken, aim.where)
        asm.mark(skip)
    asm.emit(OP.DOER, 0)


def acting(scope: Scope, node: Node, *, own: bool = False, default: int | None = None) -> int:
    """Return a set of the objects that a verb acts on, in their current state (7.2.1.c)."""
    asm = scope.asm
    if node == Word("me"):
        return asm.me_set(now=True)
    if isinstance(node, Word):
        return scope.objects(node)
    if isinstance(node, Logic) and node.op == "|":
        s = asm.temp_set()
        asm.emit(OP.CLEAR, s)
        for part in node.parts:
            asm.emit(OP.OR, s, s, acting(scope, part, own=own, default=default))
        return s
    if isinstance(node, Apply):
        if node.name == "may" and node.keyword("by") is None:
            inner = node.args[0]
            if isinstance(inner, Apply) and inner.name in ("target", "choose"):
                return pick(scope, inner, may=True, own=own, default=default)
        if node.name in ("target", "choose", "all", "random"):
            may = scope.now.optional is node
            return pick(scope, node, may=may, own=own, default=default)
        if node.name in ("top", "bottom"):
            s = asm.new_set()
            asm.emit(OP.COPY, s, top(scope, node))
            return s
        if node.name == "spread":
            raise NotSupportedError("spread here")
        binding = scope.step(node)
        if binding.objects is not None:
            return binding.objects
        s = asm.new_set()
        asm.emit(OP.RESULT, 2, s)
        return s
    return scope.objects(node)


def branch(scope: Scope, test: int, then: Node, otherwise: Node | None) -> None:
    """Execute steps if a test holds, and others if it does not."""
    asm = scope.asm
    other, done = Label(), Label()
    asm.jump_unless(test, other)
    with scope.apart():
        do(scope, then)
    if otherwise is not None:
        asm.emit(OP.JMP, done)
    asm.mark(other)
    if otherwise is not None:
        with scope.apart():
            do(scope, otherwise)
        asm.mark(done)
