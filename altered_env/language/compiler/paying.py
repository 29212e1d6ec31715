"""Costs of quick actions and of reductions: can they be paid, and what is staged."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from altered_env.engine.terms import (
    ALU,
    CAUSE,
    CMP,
    EV,
    INFO,
    OP,
    STATUS,
    C,
    Z,
)
from altered_env.language.compiler.assembler import NotSupportedError, register
from altered_env.language.compiler.bindings import Binding
from altered_env.language.compiler.patterns import Patterns
from altered_env.language.model import (
    Ability,
    Apply,
    Attribute,
    Bind,
    Compare,
    Logic,
    Node,
    Word,
)

__all__ = ["Paying"]


class Paying(Patterns):
    """Compiles costs."""

    ability: Ability
    paid: Mapping[str, int] = MappingProxyType({})
    """Sets of what costs that are named take, as it is before."""

    def _is_restriction(self, cost: Node) -> bool:
        return isinstance(cost, Compare | Logic | Attribute)

    def _check_costs(self, costs: tuple[Node, ...]) -> None:
        """Register 0: can it be paid; register 1: how much mana."""
        asm = self.asm
        asm.emit(OP.SET, 0, 1)
        asm.emit(OP.SET, 1, 0)
        for cost in costs:
            with self.moment():
                one = self._check_cost(cost, 1)
                if one != 1:
                    self.require(one, first=False)
        asm.emit(OP.END)

    def _check_cost(self, cost: Node, mana: int) -> int:
        asm = self.asm
        if isinstance(cost, Bind):
            cost = cost.value
        if isinstance(cost, Word):
            s = self.me_set(now=True)
            asm.emit(OP.FILTER, s, C.LIFE, CMP.EQ, 1)
            if cost.name == "T":
                asm.emit(OP.FILTER, s, C.READY, CMP.EQ, 1)
                asm.emit(OP.ALLOW, s, EV.GAIN, 0, 0, STATUS.EXHAUSTED)
            elif cost.name == "D":
                asm.emit(OP.FILTER, s, C.ZONE, CMP.EQ, Z.RESERVE)
                asm.emit(OP.ALLOW, s, EV.MOVE, CAUSE.DISCARD | CAUSE.COST, Z.DISCARD, 0)
            else:
                raise NotSupportedError(f"the cost '{cost.name}'")
            return self.compare(CMP.GE, self.size(s), 1)
        if isinstance(cost, Apply) and cost.name == "together":
            result = 1
            for part in cost.args:
                one = self._check_cost(part, mana)
                if one != 1:
                    result = one if result == 1 else self.alu(ALU.AND, result, one)
            return result
        if isinstance(cost, Apply) and cost.name == "pay":
            amount = cost.args[0]
            if amount == Word("X"):
                return 1
            n = self.number(amount)
            asm.emit(OP.ALU, mana, ALU.ADD, register(mana), n)
            return 1
        if isinstance(cost, Apply) and cost.name == "spend":
            if any(v == Word("X") for _, v in cost.keywords):
                return 1
            return self._can_spend(cost)
        if self._is_restriction(cost):
            if any(part == Word("X") for part in (getattr(cost, "left", None),)):
                return 1
            return self.compare(CMP.NE, self.truth(cost), 0)
        if isinstance(cost, Apply):
            return self.possible(cost)
        raise NotSupportedError(f"the cost {cost}")

    def _stage_cost(self, cost: Node) -> None:
        asm = self.asm
        if cost == Word("T"):
            asm.emit(OP.STATUS, self.me_set(now=True), STATUS.EXHAUSTED, 1)
        elif cost == Word("D"):
            s = self.me_set(now=True)
            asm.emit(OP.MOVE, s, Z.DISCARD, -1, 0, CAUSE.DISCARD | CAUSE.COST, 0, 0)
        elif isinstance(cost, Bind):
            self._stage_named(cost)
        elif isinstance(cost, Apply) and self._uses_x(cost):
            self._stage_x(cost)
        elif not self._is_restriction(cost):
            self.step(cost)

    def _stage_named(self, cost: Bind) -> None:
        """A cost that the effect will speak of: what it takes is kept."""
        step = cost.value
        if not isinstance(step, Apply) or step.name not in (
            "sacrifice",
            "discard",
            "put",
            "exhaust",
        ):
            raise NotSupportedError(f"the cost {cost}")
        kept = self.asm.new_set()
        self.allowing = self.act_of(step)
        found = self.acting(step.args[0], own=step.name == "sacrifice")
        self.allowing = None
        self.asm.emit(OP.COPY, kept, found)
        self.env = {**self.env, cost.name: Binding(kept, late=True)}
        self.step(Apply(step.name, (Word(cost.name), *step.args[1:]), step.keywords))
        self.paid = {**self.paid, cost.name: kept}

    def bind_paid(self, kept: int) -> Binding:
        """What a cost took, once it is paid: as it is now, and as it last was before."""
        asm = self.asm
        now, number = asm.new_set(), asm.new_register()
        asm.emit(OP.NOW, now, kept)
        asm.emit(OP.SIZE, number, kept)
        return Binding(now, kept, number=register(number), truth=register(number), late=True)

    def _uses_x(self, cost: Apply) -> bool:
        return Word("X") in cost.args or any(v == Word("X") for _, v in cost.keywords)

    def _stage_x(self, cost: Apply) -> None:
        """X is chosen as the cost is declared, up to what can be paid and is allowed."""
        asm = self.asm
        if self.x_register is None:
            self.x_register = asm.new_register()
        most: int
        if cost.name == "pay":
            most = self.info(INFO.READY_MANA, self.you())
        else:
            (name, _), *_ = self._counters(cost)
            r = asm.temp_register()
            asm.emit(OP.ATTR, r, self.me_set(now=True), self._counter_column(name), 0)
            most = register(r)
        for other in self.ability.costs:
            if isinstance(other, Compare) and other.left == Word("X") and other.op == "<=":
                most = self.alu(ALU.MIN, most, self.number(other.right))
        asm.emit(OP.ASK_NUMBER, self.x_register, 0, most)
        self.step(cost)
