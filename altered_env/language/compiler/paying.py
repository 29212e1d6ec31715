"""Costs of quick actions and of reductions: feasibility and staging."""

from __future__ import annotations

from altered_env.engine.opcodes import ALU, CMP, INFO, OP
from altered_env.engine.terms import CAUSE, EV, STATUS, C, Z
from altered_env.language.compiler.bindings import Binding
from altered_env.language.compiler.program import NotSupportedError, register
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.steps.acts import act_of, counters_of
from altered_env.language.compiler.steps.counters import can_spend, counter_column
from altered_env.language.compiler.steps.stepping import acting
from altered_env.language.compiler.steps.verbs import can_start
from altered_env.language.model import Apply, Attribute, Bind, Compare, Logic, Node, Word


def _is_restriction(cost: Node) -> bool:
    """Return whether a cost is a condition that must hold, rather than something to pay."""
    return isinstance(cost, Compare | Logic | Attribute)


def check_costs(scope: Scope, costs: tuple[Node, ...]) -> None:
    """Register 0: whether the costs can be paid; register 1: the amount of mana."""
    asm = scope.asm
    asm.emit(OP.SET, 0, 1)
    asm.emit(OP.SET, 1, 0)
    for cost in costs:
        with asm.moment():
            one = _check_cost(scope, cost, 1)
            if one != 1:
                asm.require(one, first=False)


def _check_cost(scope: Scope, cost: Node, mana: int) -> int:
    asm = scope.asm
    if isinstance(cost, Bind):
        cost = cost.value
    if isinstance(cost, Word):
        s = asm.me_set(now=True)
        asm.emit(OP.FILTER, s, C.LIFE, CMP.EQ, 1)
        if cost.name == "T":
            asm.emit(OP.FILTER, s, C.READY, CMP.EQ, 1)
            asm.emit(OP.ALLOW, s, EV.GAIN, 0, 0, STATUS.EXHAUSTED)
        elif cost.name == "D":
            asm.emit(OP.FILTER, s, C.ZONE, CMP.EQ, Z.RESERVE)
            asm.emit(OP.ALLOW, s, EV.MOVE, CAUSE.DISCARD | CAUSE.COST, Z.DISCARD, 0)
        else:
            raise NotSupportedError(f"the cost '{cost.name}'")
        return asm.compare(CMP.GE, asm.size(s), 1)
    if isinstance(cost, Apply) and cost.name == "together":
        result = 1
        for part in cost.args:
            one = _check_cost(scope, part, mana)
            if one != 1:
                result = one if result == 1 else asm.alu(ALU.AND, result, one)
        return result
    if isinstance(cost, Apply) and cost.name == "pay":
        amount = cost.args[0]
        if amount == Word("X"):
            return 1
        n = scope.number(amount)
        asm.emit(OP.ALU, mana, ALU.ADD, register(mana), n)
        return 1
    if isinstance(cost, Apply) and cost.name == "spend":
        if any(v == Word("X") for _, v in cost.keywords):
            return 1
        return can_spend(scope, cost)
    if _is_restriction(cost):
        if isinstance(cost, Compare) and cost.left == Word("X"):
            return 1
        return asm.compare(CMP.NE, scope.truth(cost), 0)
    if isinstance(cost, Apply):
        return can_start(scope, cost)
    raise NotSupportedError(f"the cost {cost}")


def stage_cost(scope: Scope, cost: Node, costs: tuple[Node, ...]) -> None:
    """Stage the payment of one cost with the others."""
    asm = scope.asm
    if cost == Word("T"):
        asm.emit(OP.STATUS, asm.me_set(now=True), STATUS.EXHAUSTED, 1)
    elif cost == Word("D"):
        s = asm.me_set(now=True)
        asm.emit(OP.MOVE, s, Z.DISCARD, -1, 0, CAUSE.DISCARD | CAUSE.COST, 0, 0)
    elif isinstance(cost, Bind):
        _stage_named(scope, cost)
    elif isinstance(cost, Apply) and _uses_x(cost):
        _stage_x(scope, cost, costs)
    elif not _is_restriction(cost):
        scope.step(cost)


def _stage_named(scope: Scope, cost: Bind) -> None:
    """Stage a cost that the effect refers to, and keep the objects it takes."""
    step = cost.value
    if not isinstance(step, Apply) or step.name not in ("sacrifice", "discard", "put", "exhaust"):
        raise NotSupportedError(f"the cost {cost}")
    kept = scope.asm.new_set()
    with scope.inside(allowing=act_of(scope, step)):
        found = acting(scope, step.args[0], own=step.name == "sacrifice")
    scope.asm.emit(OP.COPY, kept, found)
    scope.bind(cost.name, Binding(kept, late=True))
    scope.step(Apply(step.name, (Word(cost.name), *step.args[1:]), step.keywords))
    scope.paid[cost.name] = kept


def bind_paid(scope: Scope, kept: int) -> Binding:
    """Return the objects taken by a cost: their current and their last known state."""
    asm = scope.asm
    now, number = asm.new_set(), asm.new_register()
    asm.emit(OP.NOW, now, kept)
    asm.emit(OP.SIZE, number, kept)
    return Binding(now, kept, number=register(number), truth=register(number), late=True)


def _uses_x(cost: Apply) -> bool:
    return Word("X") in cost.args or any(v == Word("X") for _, v in cost.keywords)


def _stage_x(scope: Scope, cost: Apply, costs: tuple[Node, ...]) -> None:
    """Let X be chosen as the cost is declared, up to the largest allowed amount that can be
    paid."""
    asm = scope.asm
    if scope.about.x is None:
        scope.means(x=asm.new_register())
    if cost.name == "pay":
        most = asm.info(INFO.READY_MANA, asm.you())
    else:
        (name, _), *_ = counters_of(cost)
        r = asm.temp_register()
        asm.emit(OP.ATTR, r, asm.me_set(now=True), counter_column(scope, name), 0)
        most = register(r)
    for other in costs:
        if isinstance(other, Compare) and other.left == Word("X") and other.op == "<=":
            most = asm.alu(ALU.MIN, most, scope.number(other.right))
    asm.emit(OP.ASK_NUMBER, scope.about.x or 0, 0, most)
    scope.step(cost)
