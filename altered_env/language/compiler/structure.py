"""Structure: if, may, internal actions, modes, each, times."""

from __future__ import annotations

from collections.abc import Callable

from altered_env.engine.declaring import ASK
from altered_env.engine.terms import ALU, CAUSE, CMP, EV, INFO, OP, RULE, STATUS, C, Z
from altered_env.language.compiler.assembler import Label, NotSupportedError, register
from altered_env.language.compiler.bindings import EVERYONE, Binding, Declared, walk
from altered_env.language.compiler.deciding import OBJECTS, changed_by, counted
from altered_env.language.compiler.lasting import Lasting
from altered_env.language.compiler.stepping import AIMING
from altered_env.language.compiler.tables import PLACES, STATUS_BITS, ZONES
from altered_env.language.model import Apply, Attribute, Logic, Node, Number, Steps, Word

__all__ = ["Structure"]


PAID = ("paid_less", "paid_more")
"""What is settled before the declaration."""
COSTS = ("pay", "spend", "exhaust", "sacrifice", "discard", "put", "together", "lose")
"""What a player may do in order to do something else."""


class Structure(Lasting):
    """Structure."""

    def _branch(self, test: int, then: Node, otherwise: Node | None) -> None:
        asm = self.asm
        other, done = Label(), Label()
        asm.jump_unless(test, other)
        env = self.env
        self.body(then)
        self.env = env
        if otherwise is not None:
            asm.emit(OP.JMP, done)
        asm.mark(other)
        if otherwise is not None:
            self.body(otherwise)
            self.env = env
            asm.mark(done)

    def step_if(self, node: Apply) -> None:
        condition, then = node.args
        otherwise = node.keyword("else_")
        if isinstance(condition, Logic) and condition.op == "and":
            first, *rest = condition.parts
            if self._is_internal(first, (tuple(rest), then)):
                remaining = rest[0] if len(rest) == 1 else Logic("and", tuple(rest))
                then, condition = Apply("if_", (remaining, then), node.keywords), first
        if self._is_internal(condition, then) and isinstance(condition, Apply):
            self._internal_action(condition.args[0], then, otherwise)
            return
        test = self.truth(condition)
        changed, among = self.changed, self.among
        if OBJECTS in changed:
            self.among = [*among, *counted(condition)]
        self.changed |= changed_by(condition)
        if self.hoist and self._is_settled(condition):
            self._settled_branch(condition, test, then, otherwise)
        else:
            self._branch(test, then, otherwise)
        self.changed, self.among = changed, among

    def _is_settled(self, condition: Node) -> bool:
        """Is the condition true or false from the declaration on?"""
        if isinstance(condition, Logic) and condition.op == "not":
            return self._is_settled(condition.parts[0])
        return isinstance(condition, Attribute) and condition.name in PAID

    def _settled_branch(
        self, condition: Node, test: int, then: Node, otherwise: Node | None
    ) -> None:
        """Only the choices of the branch that will be taken are declared."""
        asm = self.asm
        other, done = Label(), Label()
        outer, env = self.declared, self.env
        lists: list[list[Declared]] = []
        asm.jump_unless(test, other)
        for steps, label in ((then, other), (otherwise, done)):
            self.declared = []
            if steps is not None:
                self.body(steps)
                self.env = env
            lists.append(self.declared)
            if label is other:
                asm.emit(OP.JMP, done)
            asm.mark(label)
        self.declared = outer
        if any(lists):
            found = Declared(
                Apply("if_", ()), 0, 0, lists, environment=dict(env), condition=condition
            )
            self.declared.append(found)

    def _is_internal(self, node: Node, then: object) -> bool:
        """Is this the cost of an internal action, "you may pay .. to .." (5.4 of the seeds),
        with targets to declare?"""
        if not (self.hoist and self.commits and not self.together):
            return False
        if not isinstance(node, Apply) or node.name != "may" or node.keyword("by") is not None:
            return False
        cost = node.args[0]
        if not isinstance(cost, Apply) or cost.name not in COSTS:
            return False
        return any(isinstance(p, Apply) and p.name in AIMING for p in walk(then))

    def _mana_of(self, cost: Node) -> int:
        """The mana in a cost."""
        if isinstance(cost, Apply) and cost.name == "pay":
            return self.number(cost.args[0])
        if isinstance(cost, Apply) and cost.name == "together":
            total = 0
            for part in cost.args:
                mana = self._mana_of(part)
                if mana != 0:
                    total = mana if total == 0 else self.alu(ALU.ADD, total, mana)
            return total
        return 0

    def _internal_action(self, cost: Node, then: Node, otherwise: Node | None) -> None:
        """Its targets are declared, then its cost is paid, then it resolves (5.1.2.a, 5.2.3.g
        of the seeds); without a legal declaration it cannot be played. Under 5.0 it is a cost
        and, if it was paid, steps."""
        asm = self.asm
        ask, pay, declare, other, done = Label(), Label(), Label(), Label(), Label()
        first = RULE.DECLARE_FIRST
        with self.moment():
            possible = self.possible(cost)
            if possible != 1:
                asm.jump_unless(possible, other)
            asm.jump_unless(self.info(INFO.RULE, first), ask)
            can = asm.temp_register()
            asm.emit(OP.CAN_DECLARE, can, declare, pay, self._mana_of(cost))
            asm.jump_unless(register(can), other)
            asm.mark(ask)
            yes = asm.temp_register()
            asm.emit(OP.ASK_YES, yes)
            asm.jump_unless(register(yes), other)
            asm.jump_if(self.info(INFO.RULE, first), declare)
        asm.mark(pay)
        env = self.env
        with self.moment():
            self.together = self.paying = True
            self.step(cost)
            asm.emit(OP.PAY, self.info(INFO.SPENT))
            self.together = self.paying = False
            self.commit()
            asm.emit(OP.PROMISE, 0)
        outer, self.declared = self.declared, []
        before = self.changed, self.among
        self.changed, self.among = frozenset(), []  # its targets are declared now, before its cost
        self.body(then)
        self.changed, self.among = before
        mine, self.declared = self.declared, outer
        self.env = env
        asm.emit(OP.JMP, done)
        asm.mark(declare)
        with self.moment():
            asm.emit(OP.PROMISE, self._mana_of(cost))
            self.internal = ASK.INTERNAL
            self.declare(mine)
            self.internal = 0
        self.env = env
        asm.emit(OP.JMP, pay)
        asm.mark(other)
        if otherwise is not None:
            self.body(otherwise)
            self.env = env
        asm.mark(done)

    def step_together(self, node: Apply) -> None:
        was = self.together
        self.together = True
        for part in node.args:
            self.step(part)
        self.together = was
        self.commit()

    def step_may(self, node: Apply) -> Binding:
        """The doer may do this: declining is an answer to the pick where there is one."""
        asm = self.asm
        inner = node.args[0]
        by = node.keyword("by")
        if by is not None:
            asm.emit(OP.DOER, self.players(by))
        try:
            pick = self._single_pick(inner)
            if pick is not None:
                self._optional = pick
                self.paying = True
                binding = self.step(inner)
                self.paying = False
                self._optional = None
                return self.bind_result() if binding.objects is None else binding
            result = self.bind_result_later()
            done = Label()
            possible = self.possible(inner)
            if possible != 1:
                asm.jump_unless(possible, done)
            yes = asm.temp_register()
            asm.emit(OP.ASK_YES, yes)
            asm.jump_unless(register(yes), done)
            binding = self.step(inner)
            if binding.objects is not None:
                asm.emit(OP.COPY, result.objects or 0, binding.objects)
            else:
                asm.emit(OP.RESULT, 2, result.objects or 0)
            for read, there, said in (
                (0, result.number, binding.number),
                (1, result.truth, binding.truth),
            ):
                at = (there or 0) - register(0)
                if said is not None:
                    asm.emit(OP.SET, at, said)
                else:
                    asm.emit(OP.RESULT, read, at)
            asm.mark(done)
            return result
        finally:
            if by is not None:
                asm.emit(OP.DOER, 0)

    _optional: Apply | None = None

    def bind_result_later(self) -> Binding:
        """Where a step that may not happen will leave what it did."""
        asm = self.asm
        objects, number, truth = asm.new_set(), asm.new_register(), asm.new_register()
        asm.emit(OP.CLEAR, objects)
        asm.emit(OP.SET, number, 0)
        asm.emit(OP.SET, truth, 0)
        return Binding(objects, number=register(number), truth=register(truth), late=True)

    def _single_pick(self, node: Node) -> Apply | None:
        """The one pick in a step, if declining it is declining the step."""
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
            part
            for part in node.args
            if isinstance(part, Apply) and part.name in ("target", "choose")
        ]
        if len(picks) != 1 or self._kind_of(picks[0]) != "objects":
            return None
        count = picks[0].keyword("n")
        if isinstance(count, Number) and count.value > 1:
            return None  # all of them or nothing: asked for only where there are as many
        return picks[0]

    paying = False
    """True while what is compiled is a cost."""

    def act_of(self, node: Node) -> tuple[int, int, int, int] | None:
        """What a cost does to its object: kind of event, cause, zone, what is gained."""
        if not isinstance(node, Apply):
            return None
        if node.name == "sacrifice":
            return EV.MOVE, CAUSE.SACRIFICE | CAUSE.DISCARD, Z.DISCARD, 0
        if node.name == "discard":
            return EV.MOVE, CAUSE.DISCARD, Z.DISCARD, 0
        if node.name == "put" and isinstance(node.args[1], Word) and node.args[1].name in PLACES:
            return EV.MOVE, CAUSE.PUT, PLACES[node.args[1].name], 0
        if node.name == "exhaust":
            return EV.GAIN, 0, 0, STATUS.EXHAUSTED
        if node.name == "ready":
            return EV.LOSE, 0, 0, STATUS.EXHAUSTED
        if node.name == "gain":
            for mark in node.args[1:]:
                if isinstance(mark, Word) and mark.name in STATUS_BITS:
                    return EV.GAIN, 0, 0, STATUS_BITS[mark.name]
            for name, _ in self._counters(node):
                kind = self.builder.counter(name)
                if kind is not None:
                    return EV.GAIN, 0, 0, 1000 + kind
        return None

    def possible(self, node: Node) -> int:
        """Can this step start at all? 1 where nothing stands against it."""
        if not isinstance(node, Apply):
            return 1
        if node.name == "together":
            result = 1
            for part in node.args:
                one = self.possible(part)
                if one != 1:
                    result = one if result == 1 else self.alu(ALU.AND, result, one)
            return result
        if node.name == "pay":
            mana = self.info(INFO.CAN_PAY, self.number(node.args[0]))
            return mana
        if node.name == "spend":
            return self._can_spend(node)
        if node.name == "pass_":
            return self.info(INFO.CAN_PASS)
        if node.name == "play":
            return self.possible_play(node)
        if node.name == "activate":
            return self.possible_activation(node)
        if node.name == "place" and isinstance(node.args[0], Apply):
            marked = self.info(INFO.MARKED, self.marker_chosen(node.args[0]))
            return self.compare(CMP.NE, marked, 0)
        verbs = ("exhaust", "ready", "sacrifice", "discard", "put", "defect", "switch", "gain")
        if node.name in verbs:
            what = node.args[0]
            s = self._candidates_of(what, node.name)
            if s is None:
                return 1
            least, _ = (1, 1)
            if isinstance(what, Apply) and what.name in ("choose", "target"):
                least, _ = self.limits(what)
            if node.name == "exhaust":
                self.asm.emit(OP.FILTER, s, C.READY, CMP.EQ, 1)
            if node.name == "ready":
                self.asm.emit(OP.FILTER, s, C.READY, CMP.EQ, 0)
            self.asm.emit(OP.FILTER, s, C.LIFE, CMP.EQ, 1)
            act = self.act_of(node)
            if act is not None:
                self.asm.emit(OP.ALLOW, s, *act)
            return self.compare(CMP.GE, self.size(s), least)
        return 1

    def _candidates_of(self, what: Node, verb: str) -> int | None:
        if what == Word("me"):
            return self.me_set(now=True)
        if isinstance(what, Apply) and what.name in ("choose", "target", "all"):
            s = self.candidates(self.strip(what))
            if verb == "sacrifice":
                self._and_area(s, [(ZONES["play"], self.info(INFO.DOER))])
            return s
        return None

    def step_modes(self, node: Apply) -> None:
        """Modes, chosen in the declaration where the rules ask for that and it can be."""
        asm = self.asm
        picks, *choices = node.args
        choices = [choice for choice in choices if choice != Word("up_to")]
        if len(choices) > 12:
            raise NotSupportedError("more than 12 modes")
        dst = asm.new_register()
        for _ in range(1, self._mode_registers(node, len(choices))):
            asm.new_register()
        item: Declared | None = None
        late = any(self._is_late(part) for part in (picks, *choices))
        if self.hoist and not late and node.keyword("repeat") is None:
            self.slots += 1
            item = Declared(node, self.slots, dst, environment=dict(self.env))
        outer, env = self.declared, self.env

        def block(choice: Node) -> Callable[[], None]:
            def emit() -> None:
                self.declared = []
                self.env = env
                self.body(choice)
                if item is not None:
                    item.modes.append(self.declared)

            return emit

        slot = 0 if item is None else item.slot
        self._ask_modes(node, dst, slot, [block(choice) for choice in choices])
        self.declared, self.env = outer, env
        if item is not None:
            self.declared.append(item)

    def step_times(self, node: Apply) -> None:
        """Performed that many times, one after the other (6.5.i)."""
        asm = self.asm
        count, *steps = node.args
        left = asm.new_register()
        asm.emit(OP.SET, left, self.number(count))
        again, done = Label(), Label()
        hoist, self.hoist = self.hoist, False
        asm.mark(again)
        more = self.compare(CMP.GT, register(left), 0)
        asm.jump_unless(more, done)
        asm.emit(OP.ALU, left, ALU.SUB, register(left), 1)
        self.body(Steps(tuple(steps)))
        asm.emit(OP.JMP, again)
        asm.mark(done)
        self.hoist = hoist

    def step_each(self, node: Apply) -> None:
        """Once for each, one after the other; `it` is the element."""
        asm = self.asm
        over, *steps = node.args
        starting = node.keyword("starting")
        if not isinstance(over, Apply):
            raise NotSupportedError(f"each over {over}")
        hoist, self.hoist = self.hoist, False
        env = self.env
        again, done = Label(), Label()
        if self._kind_of(over) == "player":
            left, one = asm.new_register(), asm.new_register()
            asm.emit(OP.SET, left, self.players(over))
            asm.mark(again)
            asm.emit(OP.INFO, one, INFO.NEXT_PLAYER, register(left))
            asm.jump_unless(register(one), done)
            if starting is not None:
                with self.moment():
                    later = Label()
                    mine = self.alu(ALU.AND, register(left), self.players(starting))
                    asm.jump_unless(mine, later)
                    asm.emit(OP.SET, one, mine)
                    asm.mark(later)
            asm.emit(OP.ALU, left, ALU.ANDNOT, register(left), register(one))
            self.env = {**env, "it": Binding(mask=register(one), kind="player", late=True)}
        elif self._kind_of(over) == "expedition":
            left, one = asm.new_register(), asm.new_register()
            asm.emit(OP.SET, left, self.expeditions(over))
            every = self.info(INFO.EXPEDITIONS_OF, EVERYONE)
            asm.emit(OP.ALU, left, ALU.AND, register(left), every)
            asm.mark(again)
            asm.jump_unless(register(left), done)
            asm.emit(OP.INFO, one, INFO.NEXT_EXPEDITION, register(left))
            asm.emit(OP.ALU, left, ALU.ANDNOT, register(left), register(one))
            self.env = {**env, "it": Binding(mask=register(one), kind="expedition", late=True)}
        else:
            left_set, one_set = asm.new_set(), asm.new_set()
            asm.emit(OP.COPY, left_set, self.pick(over))
            asm.mark(again)
            asm.jump_unless(self.size(left_set), done)
            asm.emit(OP.POP, one_set, left_set)
            self.env = {**env, "it": Binding(one_set, late=True)}
        self.body(Steps(tuple(steps)))
        asm.emit(OP.JMP, again)
        asm.mark(done)
        self.env = env
        self.hoist = hoist
