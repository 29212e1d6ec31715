"""Structure: if, may, internal actions, together."""

from __future__ import annotations

from altered_env.engine.declaring import ASK
from altered_env.engine.opcodes import ALU, INFO, OP
from altered_env.engine.terms import RULE
from altered_env.language.compiler.bindings import Binding, Declared
from altered_env.language.compiler.deciding import OBJECTS, counted
from altered_env.language.compiler.declaring import declare
from altered_env.language.compiler.program import Label, NotSupportedError, register
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.steps.changes import changed_by
from altered_env.language.compiler.steps.stepping import AIMING, bind_result, branch, do
from altered_env.language.compiler.steps.verbs import can_start, possible, step
from altered_env.language.compiler.values.sorts import kind_of
from altered_env.language.model import Apply, Attribute, Logic, Node, Number, walk

PAID = ("paid_less", "paid_more")
"""Choices settled before the declaration."""
COSTS = ("pay", "spend", "exhaust", "sacrifice", "discard", "put", "together", "lose")
"""Verbs of an optional step that pays for another."""


@step("if_")
def if_(scope: Scope, node: Apply) -> None:
    """Compile a condition, a step as a condition, or an internal action, "you may pay .. to .."."""
    condition, then = node.args
    otherwise = node.keyword("else_")
    if isinstance(condition, Logic) and condition.op == "and":
        first, *rest = condition.parts
        if _is_internal(scope, first, (tuple(rest), then)):
            remaining = rest[0] if len(rest) == 1 else Logic("and", tuple(rest))
            then, condition = Apply("if_", (remaining, then), node.keywords), first
    if _is_internal(scope, condition, then) and isinstance(condition, Apply):
        _internal_action(scope, condition.args[0], then, otherwise)
        return
    test = scope.truth(condition)
    changed, among = scope.now.changed, scope.now.among
    if OBJECTS in changed:
        among = (*among, *counted(condition))
    with scope.inside(changed=changed | changed_by(condition), among=among):
        if scope.now.declares and _is_settled(condition):
            _settled_branch(scope, condition, test, then, otherwise)
        else:
            branch(scope, test, then, otherwise)


def _is_settled(condition: Node) -> bool:
    """Return whether the condition is fixed from the declaration on."""
    if isinstance(condition, Logic) and condition.op == "not":
        return _is_settled(condition.parts[0])
    return isinstance(condition, Attribute) and condition.name in PAID


def _settled_branch(
    scope: Scope, condition: Node, test: int, then: Node, otherwise: Node | None
) -> None:
    """Declare only the choices of the branch that will be taken."""
    asm = scope.asm
    other, done = Label(), Label()
    names = dict(scope.names)
    lists: list[list[Declared]] = []
    asm.jump_unless(test, other)
    for steps, label in ((then, other), (otherwise, done)):
        with scope.apart(), scope.declaring_apart() as declared:
            if steps is not None:
                do(scope, steps)
        lists.append(declared)
        if label is other:
            asm.emit(OP.JMP, done)
        asm.mark(label)
    if any(lists):
        settled = Declared(Apply("if_", ()), 0, 0, lists, names=names, condition=condition)
        scope.declared.append(settled)


def _is_internal(scope: Scope, node: Node, then: object) -> bool:
    """Return whether this is the cost of an internal action, "you may pay .. to .." (5.4 of the
    seeds), with targets to declare."""
    if not (scope.now.declares and scope.now.commits and not scope.now.together):
        return False
    if not isinstance(node, Apply) or node.name != "may" or node.keyword("by") is not None:
        return False
    cost = node.args[0]
    if not isinstance(cost, Apply) or cost.name not in COSTS:
        return False
    return any(isinstance(p, Apply) and p.name in AIMING for p in walk(then))


def _mana_of(scope: Scope, cost: Node) -> int:
    """Return the mana in a cost."""
    if isinstance(cost, Apply) and cost.name == "pay":
        return scope.number(cost.args[0])
    if isinstance(cost, Apply) and cost.name == "together":
        total = 0
        for part in cost.args:
            mana = _mana_of(scope, part)
            if mana != 0:
                total = mana if total == 0 else scope.asm.alu(ALU.ADD, total, mana)
        return total
    return 0


def _internal_action(scope: Scope, cost: Node, then: Node, otherwise: Node | None) -> None:
    """Declare its targets, pay its cost, then resolve it (5.1.2.a, 5.2.3.g of the seeds); without
    a legal declaration it cannot be played. Under 5.0 it is a cost followed, if paid, by
    steps."""
    asm = scope.asm
    ask, pay, declaration, other, done = Label(), Label(), Label(), Label(), Label()
    first = RULE.DECLARE_FIRST
    with asm.moment():
        payable = can_start(scope, cost)
        if payable != 1:
            asm.jump_unless(payable, other)
        asm.jump_unless(asm.info(INFO.RULE, first), ask)
        can = asm.temp_register()
        asm.emit(OP.CAN_DECLARE, can, declaration, pay, _mana_of(scope, cost))
        asm.jump_unless(register(can), other)
        asm.mark(ask)
        yes = asm.temp_register()
        asm.emit(OP.ASK_YES, yes)
        asm.jump_unless(register(yes), other)
        asm.jump_if(asm.info(INFO.RULE, first), declaration)
    asm.mark(pay)
    with scope.apart():
        with asm.moment():
            with scope.inside(together=True, paying=True):
                scope.step(cost)
                asm.emit(OP.PAY, asm.info(INFO.SPENT))
            scope.commit()
            asm.emit(OP.PROMISE, 0)
        # its targets are declared now, before its cost: nothing has changed yet
        with scope.declaring_apart() as targets, scope.inside(changed=frozenset(), among=()):
            do(scope, then)
    asm.emit(OP.JMP, done)
    asm.mark(declaration)
    with asm.moment(), scope.inside(internal=ASK.INTERNAL):
        asm.emit(OP.PROMISE, _mana_of(scope, cost))
        declare(scope, targets)
    asm.emit(OP.JMP, pay)
    asm.mark(other)
    if otherwise is not None:
        with scope.apart():
            do(scope, otherwise)
    asm.mark(done)


@step("together")
def together(scope: Scope, node: Apply) -> None:
    """Execute actions at the same time, in one step."""
    with scope.inside(together=True):
        for part in node.args:
            scope.step(part)
    scope.commit()


@possible("together")
def can_all(scope: Scope, node: Apply) -> int:
    """Compile whether all of it can be done: it is all or nothing."""
    result = 1
    for part in node.args:
        one = can_start(scope, part)
        if one != 1:
            result = one if result == 1 else scope.asm.alu(ALU.AND, result, one)
    return result


@step("may")
def may(scope: Scope, node: Apply) -> Binding:
    """Make a step optional: the player declines it by the pick, if there is one."""
    asm = scope.asm
    inner = node.args[0]
    by = node.keyword("by")
    if by is not None:
        asm.emit(OP.DOER, scope.players(by))
    binding = _may(scope, inner)
    if by is not None:
        asm.emit(OP.DOER, 0)
    return binding


def _may(scope: Scope, inner: Node) -> Binding:
    asm = scope.asm
    pick = _single_pick(scope, inner)
    if pick is not None:
        with scope.inside(optional=pick, paying=True):
            binding = scope.step(inner)
        return bind_result(scope) if binding.objects is None else binding
    result = _bind_result_later(scope)
    done = Label()
    startable = can_start(scope, inner)
    if startable != 1:
        asm.jump_unless(startable, done)
    yes = asm.temp_register()
    asm.emit(OP.ASK_YES, yes)
    asm.jump_unless(register(yes), done)
    binding = scope.step(inner)
    if binding.objects is not None:
        asm.emit(OP.COPY, result.objects or 0, binding.objects)
    else:
        asm.emit(OP.RESULT, 2, result.objects or 0)
    for read, there, said in ((0, result.number, binding.number), (1, result.truth, binding.truth)):
        at = (there or 0) - register(0)
        if said is not None:
            asm.emit(OP.SET, at, said)
        else:
            asm.emit(OP.RESULT, read, at)
    asm.mark(done)
    return result


@step("spread")
def spread(scope: Scope, node: Apply) -> None:
    """Refuse a distribution outside another step: it is not a step by itself."""
    raise NotSupportedError(f"the verb '{node.name}'")


def _bind_result_later(scope: Scope) -> Binding:
    """Reserve the place for the result of a step that may not happen."""
    asm = scope.asm
    objects, number, truth = asm.new_set(), asm.new_register(), asm.new_register()
    asm.emit(OP.CLEAR, objects)
    asm.emit(OP.SET, number, 0)
    asm.emit(OP.SET, truth, 0)
    return Binding(objects, number=register(number), truth=register(truth), late=True)


def _single_pick(scope: Scope, node: Node) -> Apply | None:
    """Return the only pick in a step, if declining it declines the step."""
    if not isinstance(node, Apply) or node.keyword("by") is not None:
        return None
    if node.name in (
        "together",
        "if_",
        "modes",
        "each",
        "times",
        "create",
        "move",
        "exchange",
        "place",
    ):
        return None
    picks = [
        part for part in node.args if isinstance(part, Apply) and part.name in ("target", "choose")
    ]
    if len(picks) != 1 or kind_of(scope, picks[0]) != "objects":
        return None
    count = picks[0].keyword("n")
    if isinstance(count, Number) and count.value > 1:
        return None  # all or nothing: asked only if there are enough
    return picks[0]
