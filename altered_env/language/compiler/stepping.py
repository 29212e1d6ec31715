"""Steps: each verb as staged actions and a COMMIT; structure words as jumps."""

from __future__ import annotations

from collections.abc import Callable

from altered_env.engine.declaring import ASK
from altered_env.engine.terms import (
    ALU,
    CAUSE,
    CMP,
    EV,
    FLAG,
    HOW,
    INFO,
    OP,
    RULE,
    STATUS,
    TYPE,
    C,
    Z,
)
from altered_env.language.compiler.assembler import Label, NotSupportedError, register
from altered_env.language.compiler.selecting import EVERYONE, Binding, Declared, Selecting, walk
from altered_env.language.compiler.tables import (
    DURATIONS,
    STATUS_BITS,
    SYMBOLS,
    ZONES,
)
from altered_env.language.model import (
    Apply,
    Attribute,
    Bind,
    Conditional,
    Granted,
    Logic,
    Node,
    Number,
    Steps,
    Word,
)

__all__ = ["Stepping"]

PLACES = {
    "reserve": Z.RESERVE,
    "hand": Z.HAND,
    "mana": Z.MANA,
    "deck": Z.DECK,
    "discard_pile": Z.DISCARD,
}
COSTS = ("pay", "spend", "exhaust", "sacrifice", "discard", "put", "together", "lose")
"""What a player may do in order to do something else."""
SWITCH_SIDE = -2
DEFECT_SIDE = -3


def flags_of(node: Apply) -> set[str]:
    """The bare words among a verb's slots."""
    return {part.name for part in node.args if isinstance(part, Word)}


class Stepping(Selecting):
    """Compiles what an effect does."""

    commits = True
    """False inside a modifier or a cost: actions are staged, and happen with the step."""
    together = False

    def commit(self) -> None:
        if self.commits and not self.together:
            self.asm.emit(OP.COMMIT)

    # -- sequences ----------------------------------------------------------

    def body(self, steps: Node) -> None:
        parts = steps.parts if isinstance(steps, Steps) else (steps,)
        for part in parts:
            with self.moment():
                self.step(part)

    def bind_result(self, late: bool = True) -> Binding:
        """What the last step did, kept for later words."""
        asm = self.asm
        objects, number, truth = asm.new_set(), asm.new_register(), asm.new_register()
        asm.emit(OP.RESULT, 2, objects)
        asm.emit(OP.RESULT, 0, number)
        asm.emit(OP.RESULT, 1, truth)
        return Binding(objects, number=register(number), truth=register(truth), late=late)

    def bind(self, node: Bind) -> Binding:
        value = node.value
        if isinstance(value, Apply) and value.name in ("target", "choose", "all", "top", "random"):
            kind = self._kind_of(value) if value.name != "top" else "objects"
            late = value.name != "target"
            if kind == "objects":
                s = self.asm.new_set() if value.name in ("all", "top", "random") else None
                picked = self.reference(value) if value.name == "top" else self.pick(value)
                if s is not None:
                    self.asm.emit(OP.COPY, s, picked)
                    picked = s
                binding = Binding(picked, late=late and value.name != "choose")
                binding.late = late
            else:
                mask = {
                    "expedition": self.expeditions,
                    "player": self.players,
                    "region": self.regions,
                }[kind](value)
                kept = self.asm.new_register()
                self.asm.emit(OP.SET, kept, mask)
                if value.name == "target":
                    binding = Binding(mask=mask, kind=kind)
                else:
                    binding = Binding(mask=register(kept), kind=kind, late=late)
        elif isinstance(value, Apply) and value.name == "spend":
            binding = self._spend_bound(value)
        elif isinstance(value, Apply | Steps | Logic):
            binding = self.step(value)
            if binding.objects in (None, 1) or binding.number is None:
                binding = self.bind_result()
            self._bind_before(value, binding)
        else:
            number = self.asm.new_register()
            self.asm.emit(OP.SET, number, self.number(value))
            binding = Binding(number=register(number), truth=register(number))
        self.env = {**self.env, node.name: binding}
        return binding

    def _bind_before(self, value: Node, binding: Binding) -> None:
        """What leaves play is known as it last was there (2.1.h)."""
        if isinstance(value, Apply) and value.name == "may" and isinstance(value.args[0], Apply):
            value = value.args[0]
        if isinstance(value, Apply) and value.name in ("sacrifice", "discard"):
            binding.before = self.asm.new_set()
            self.asm.emit(OP.RESULT, 3, binding.before, binding.objects or 0)

    def _spend_bound(self, node: Apply) -> Binding:
        self.step(node)
        return self.bind_result()

    def step_truth(self, node: Node) -> int:
        """Do a step and say whether it was started (6.5.f)."""
        binding = self.step(node)
        if binding.truth is not None:
            return binding.truth
        r = self.asm.new_register()
        self.asm.emit(OP.RESULT, 1, r)
        return register(r)

    def step(self, node: Node) -> Binding:
        """Compile one step; says where its result is (by default the frame's own result)."""
        if isinstance(node, Bind):
            return self.bind(node)
        if isinstance(node, Steps):
            binding = Binding()
            for part in node.parts:
                with self.moment():
                    binding = self.step(part)
            return binding
        if isinstance(node, Logic) and node.op in ("and", "or", "not"):
            return Binding(truth=self.truth(node))
        if isinstance(node, Conditional):
            self._branch(self.truth(node.test), node.then, node.otherwise)
            return Binding()
        if not isinstance(node, Apply):
            raise NotSupportedError(f"a step: {node}")
        method = getattr(self, f"step_{node.name.rstrip('_')}", None)
        if method is None:
            raise NotSupportedError(f"the verb '{node.name}'")
        by = node.keyword("by")
        if by is None or node.name in ("may", "take_control"):
            was = self.allowing
            if self.paying:
                self.allowing = self.act_of(node)
            try:
                return method(node) or Binding()
            finally:
                self.allowing = was
        return self._by(node, by, method)

    def _by(self, node: Apply, by: Node, method: Callable[[Apply], Binding | None]) -> Binding:
        """The verb done by someone else, or by several, in initiative order (6.1.h)."""
        asm = self.asm
        players = self.players(by)
        left = asm.new_register()
        one = asm.new_register()
        asm.emit(OP.SET, left, players)
        again, done = Label(), Label()
        was = self.together
        self.together = True
        hoist, self.hoist = self.hoist, False
        asm.mark(again)
        asm.emit(OP.INFO, one, INFO.NEXT_PLAYER, register(left))
        asm.jump_unless(register(one), done)
        asm.emit(OP.ALU, left, ALU.ANDNOT, register(left), register(one))
        asm.emit(OP.DOER, register(one))
        skip = Label()
        if any(part == Word("may") for part in node.args):
            yes = asm.temp_register()
            asm.emit(OP.ASK_YES, yes)
            asm.jump_unless(register(yes), skip)
        with self.moment():
            method(node)
        asm.mark(skip)
        asm.emit(OP.JMP, again)
        asm.mark(done)
        asm.emit(OP.DOER, 0)
        self.together = was
        self.hoist = hoist
        self.commit()
        return Binding()

    # -- structure ----------------------------------------------------------

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
        self._branch(test, then, otherwise)

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
        return any(isinstance(p, Apply) and p.name in ("target", "sabotage") for p in walk(then))

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
        self.body(then)
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
            asm.emit(OP.RESULT, 2, result.objects or 0)
            asm.emit(OP.RESULT, 0, (result.number or 0) - register(0))
            asm.emit(OP.RESULT, 1, (result.truth or 0) - register(0))
            if binding.number is not None:
                asm.emit(OP.SET, (result.number or 0) - register(0), binding.number)
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
        if node.name in ("together", "if_", "modes", "each", "times", "create", "move", "exchange"):
            return None
        picks = [
            part
            for part in node.args
            if isinstance(part, Apply) and part.name in ("target", "choose")
        ]
        if len(picks) == 1 and self._kind_of(picks[0]) == "objects":
            return picks[0]
        return None

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
        asm = self.asm
        picks, *choices = node.args
        if len(choices) > 12:
            raise NotSupportedError("more than 12 modes")
        repeat = node.keyword("repeat") is not None
        dst = asm.new_register()
        slot = 0
        item: Declared | None = None
        if self.hoist and isinstance(picks, Number) and not repeat:
            self.slots += 1
            slot = self.slots
            item = Declared(node, slot, dst, environment=dict(self.env))
        flags = slot << 16 | (ASK.REPEAT if repeat else 0)
        switch = Label()
        asm.emit(OP.ASK_MODE, dst, self.number(picks), len(choices), switch, flags)
        copy = asm.new_register()
        asm.emit(OP.SET, copy, register(dst))
        outer = self.declared
        blocks: list[Callable[[], None]] = []
        env = self.env

        def block(choice: Node) -> Callable[[], None]:
            def emit() -> None:
                self.declared = []
                self.env = env
                self.body(choice)
                if item is not None:
                    item.modes.append(self.declared)

            return emit

        for choice in choices:
            blocks.append(block(choice))
        self._switch(copy, switch, blocks)
        self.declared = outer
        self.env = env
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
            asm.emit(OP.ALU, left, ALU.ANDNOT, register(left), register(one))
            self.env = {**env, "it": Binding(mask=register(one), kind="player", late=True)}
        elif self._kind_of(over) == "expedition":
            left, one = asm.new_register(), asm.new_register()
            asm.emit(OP.SET, left, self.expeditions(over))
            asm.emit(OP.ALU, left, ALU.AND, register(left), self.info(INFO.EXPEDITIONS_OF, 3))
            asm.mark(again)
            asm.jump_unless(register(left), done)
            asm.emit(OP.INFO, one, INFO.LOWEST_BIT, register(left))
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

    # -- whom a verb acts on -------------------------------------------------

    def acting(self, node: Node, *, own: bool = False, default: int | None = None) -> int:
        """A set with the objects a verb acts on: as they are now (7.2.1.c)."""
        if node == Word("me"):
            return self.me_set(now=True)
        if isinstance(node, Word):
            return self.reference(node)
        if isinstance(node, Logic) and node.op == "|":
            s = self.asm.temp_set()
            self.asm.emit(OP.CLEAR, s)
            for part in node.parts:
                self.asm.emit(OP.OR, s, s, self.acting(part, own=own, default=default))
            return s
        if isinstance(node, Apply):
            if node.name in ("target", "choose", "all", "random"):
                may = self._optional is node
                if may:
                    self._optional = None
                return self.pick(node, may=may, own=own, default=default)
            if node.name in ("top", "bottom"):
                s = self.asm.new_set()
                self.asm.emit(OP.COPY, s, self.top(node))
                return s
            if node.name == "spread":
                raise NotSupportedError("spread here")
            binding = self.step(node)
            if binding.objects is not None:
                return binding.objects
            s = self.asm.new_set()
            self.asm.emit(OP.RESULT, 2, s)
            return s
        return self.reference(node)

    # -- moves ----------------------------------------------------------------

    def _move(
        self, s: int, zone: int, cause: int, flags: int = 0, side: int = -1, depth: int = 0
    ) -> None:
        self.asm.emit(OP.MOVE, s, zone, side, 0, cause, flags, depth)
        if not self.commits:
            for bound in self.env.values():  # what is already staged is no longer "the rest"
                if bound.objects is not None and bound.objects not in (0, s):
                    self.asm.emit(OP.SUB, bound.objects, bound.objects, s)

    def _move_each(self, s: int, mask: int, cause: int) -> None:
        """Each object to one Expedition of a mask; with several, the doer picks (7.4.4.h)."""
        asm = self.asm
        left, one = asm.new_set(), asm.temp_set()
        place = asm.temp_register()
        asm.emit(OP.COPY, left, s)
        again, done = Label(), Label()
        asm.mark(again)
        asm.jump_unless(self.size(left), done)
        asm.emit(OP.POP, one, left)
        asm.emit(OP.ASK_PLACE, place, mask, 0, 0)
        asm.emit(OP.MOVE, one, Z.EXPEDITION, -1, register(place), cause, 0, 0)
        asm.emit(OP.JMP, again)
        asm.mark(done)

    def step_put(self, node: Apply) -> None:
        what, to = node.args[0], node.args[1]
        words = flags_of(node)
        flags = (FLAG.READY if "ready" in words else 0) | (
            FLAG.EXHAUSTED if "exhausted" in words else 0
        )
        s = self.acting(what)
        if self._is_expedition(to):
            mask = self.expeditions(to)
            mask = self.alu(ALU.AND, mask, self.info(INFO.EXPEDITIONS_OF, 3))
            self._move_each(s, mask, CAUSE.PUT)
        elif isinstance(to, Word) and to.name in PLACES:
            depth = 0
            at = node.keyword("at")
            if at == Word("bottom") or at == Word("end"):
                flags |= FLAG.BOTTOM
            elif at is not None and at != Word("top"):
                depth = self.alu(ALU.SUB, self.number(at), 1)
            self._move(s, PLACES[to.name], CAUSE.PUT, flags, depth=depth)
        elif isinstance(to, Attribute) and to.name in PLACES:
            self._move(s, PLACES[to.name], CAUSE.PUT, flags)
        elif isinstance(to, Attribute) and to.name == "landmarks":
            self._move(s, Z.LANDMARK, CAUSE.PUT, flags, side=self._one_player(to.of))
        else:
            raise NotSupportedError(f"put it in {to}")
        self.commit()

    def _one_player(self, node: Node) -> int:
        """The number of the one player of a mask; two players only matter here."""
        mask = self.players(node)
        return self.compare(CMP.GE, mask, 2)

    def step_discard(self, node: Apply) -> None:
        s = self.acting(node.args[0])
        self._move(s, Z.DISCARD, CAUSE.DISCARD)
        self.commit()

    def step_sacrifice(self, node: Apply) -> None:
        s = self.acting(node.args[0], own=True)
        self._move(s, Z.DISCARD, CAUSE.SACRIFICE | CAUSE.DISCARD)
        self.commit()

    def step_sabotage(self, node: Apply) -> None:
        what = node.args[0] if node.args else None
        if what is None:
            what = Apply("target", (Word("card"), Word("reserve")), (("up_to", Number(1)),))
        s = self.acting(what)
        self._move(s, Z.DISCARD, CAUSE.SABOTAGE | CAUSE.DISCARD)
        self.commit()

    def _amount(self, node: Apply) -> int:
        for part in node.args:
            if not isinstance(part, Word) or part.name not in ("exhausted", "may", "free"):
                return self.number(part)
        return 1

    def _from_top(self, node: Apply, zone: int, cause: int, flags: int) -> None:
        s = self.asm.temp_set()
        doer = self.info(INFO.DOER)
        self.asm.emit(OP.TOP, s, doer, self._amount(node), cause)
        self._move(s, zone, cause, flags)
        self.commit()

    def step_draw(self, node: Apply) -> None:
        self._from_top(node, Z.HAND, CAUSE.DRAW, 0)

    def step_resupply(self, node: Apply) -> None:
        flags = FLAG.EXHAUSTED if "exhausted" in flags_of(node) else 0
        self._from_top(node, Z.RESERVE, CAUSE.RESUPPLY, flags)

    def step_create(self, node: Apply) -> None:
        token = node.args[0]
        if not isinstance(token, Word):
            raise NotSupportedError(f"create {token}")
        card = self.builder.token(token.name)
        count = self.number(node.args[1]) if len(node.args) > 1 else 1
        place = node.keyword("in_")
        if place is None:
            raise NotSupportedError("create without a place")
        self._create(card, count, place)

    def _create(self, card: int, count: int, place: Node) -> None:
        asm = self.asm
        if isinstance(place, Attribute) and place.name == "landmarks":
            asm.emit(OP.CREATE, card, count, 0, self.players(place.of), 0)
        elif isinstance(place, Apply) and place.name == "all":
            inner = place.args[0] if len(place.args) == 1 else place
            mask = self.expeditions(inner)
            mask = self.alu(ALU.AND, mask, self.info(INFO.EXPEDITIONS_OF, 3))
            asm.emit(OP.CREATE, card, count, mask, 0, 0)
        elif isinstance(place, Apply) and place.name == "spread":
            self._create_each(card, count, self.expeditions(place.args[0]))
        elif isinstance(place, Apply) and place.name in ("target", "choose"):
            asm.emit(OP.CREATE, card, count, self.expeditions(place), 0, 0)
        else:
            mask = self.expeditions(place)
            mask = self.alu(ALU.AND, mask, self.info(INFO.EXPEDITIONS_OF, 3))
            self._create_each(card, count, mask)
        self.commit()

    def _create_each(self, card: int, count: int, mask: int) -> None:
        """Token by token: where a place means several Expeditions, one is picked for each."""
        asm = self.asm
        left, kept, place = asm.new_register(), asm.new_register(), asm.new_register()
        asm.emit(OP.SET, left, count)
        asm.emit(OP.SET, kept, mask)
        again, done = Label(), Label()
        asm.mark(again)
        asm.jump_unless(self.compare(CMP.GT, register(left), 0), done)
        asm.jump_unless(register(kept), done)
        asm.emit(OP.ALU, left, ALU.SUB, register(left), 1)
        asm.emit(OP.ASK_PLACE, place, register(kept), 0, 0)
        asm.emit(OP.CREATE, card, 1, register(place), 0, 0)
        asm.emit(OP.JMP, again)
        asm.mark(done)

    def step_switch(self, node: Apply) -> None:
        s = self.acting(node.args[0])
        self.asm.emit(OP.MOVE, s, Z.EXPEDITION, SWITCH_SIDE, 0, CAUSE.SWITCH, 0, 0)
        self.commit()

    def step_defect(self, node: Apply) -> None:
        s = self.acting(node.args[0])
        self.asm.emit(OP.MOVE, s, Z.EXPEDITION, DEFECT_SIDE, 0, CAUSE.PUT, 0, 0)
        self.commit()

    def step_take_control(self, node: Apply) -> None:
        """To one of your Expeditions, or to your Landmarks (7.3.40); not what you control."""
        asm = self.asm
        s = self.asm.new_set()
        asm.emit(OP.COPY, s, self.acting(node.args[0]))
        mine = asm.temp_set()
        asm.emit(OP.ZONE, mine, ZONES["play"], self.you())
        asm.emit(OP.SUB, s, s, mine)
        grounds = asm.new_set()
        asm.emit(OP.COPY, grounds, s)
        with self.moment():
            t = asm.temp_set()
            asm.emit(OP.ZONE, t, ZONES["landmarks"], EVERYONE)
            asm.emit(OP.AND, grounds, grounds, t)
            asm.emit(OP.SUB, s, s, t)
        place = node.keyword("in_")
        mask = (
            self.expeditions(place)
            if place is not None
            else self.info(INFO.EXPEDITIONS_OF, self.you())
        )
        self._move_each(s, mask, CAUSE.PUT)
        self._move(grounds, Z.LANDMARK, CAUSE.PUT, side=self._one_player(Word("you")))
        self.commit()

    def step_exchange(self, node: Apply) -> None:
        """Each goes where the other is, or nothing happens (7.3.12); boosts: 7.3.11."""
        asm = self.asm
        one = asm.new_set()
        other = asm.new_set()
        asm.emit(OP.COPY, one, self.acting(node.args[0]))
        asm.emit(OP.COPY, other, self.acting(node.args[1]))
        done = Label()
        asm.jump_unless(self.size(one), done)
        asm.jump_unless(self.size(other), done)
        if len(node.args) > 2 or node.keyword("boost") is not None:
            a, b = asm.temp_register(), asm.temp_register()
            asm.emit(OP.ATTR, a, one, C.BOOSTS, HOW.ONE)
            asm.emit(OP.ATTR, b, other, C.BOOSTS, HOW.ONE)
            for s, gain in ((one, (b, a)), (other, (a, b))):
                more = self.alu(ALU.SUB, register(gain[0]), register(gain[1]))
                asm.emit(OP.COUNTER, s, 0, self.alu(ALU.MAX, more, 0), 0, -1)
                asm.emit(OP.COUNTER, s, 0, self.alu(ALU.MAX, self.alu(ALU.SUB, 0, more), 0), 1, -1)
        else:
            a, b = asm.temp_register(), asm.temp_register()
            asm.emit(OP.ATTR, a, one, C.ZONE, HOW.ONE)
            asm.emit(OP.ATTR, b, other, C.ZONE, HOW.ONE)
            asm.emit(OP.MOVE, one, register(b), -1, 0, CAUSE.PUT, 0, 0)
            asm.emit(OP.MOVE, other, register(a), -1, 0, CAUSE.PUT, 0, 0)
        asm.mark(done)
        self.commit()

    def step_play(self, node: Apply) -> Binding:
        """Play a card now, as part of the effect (5.2.b)."""
        what = node.args[0]
        free = 1 if "free" in flags_of(node) else 0
        less_node = node.keyword("less")
        less = self.number(less_node) if less_node is not None else 0
        for key in ("cost", "more", "as_from", "in_"):
            if node.keyword(key) is not None:
                raise NotSupportedError(f"play(.., {key}=)")
        s = self.asm.new_set()
        if isinstance(what, Apply) and what.name in ("choose", "target"):
            may = self._optional is what
            if may:
                self._optional = None
            default = ZONES["hand"] | ZONES["reserve"]
            if not self._mentions_area(what.args):
                args = (
                    *what.args,
                    Logic(
                        "|", tuple(Attribute(Word("they"), zone) for zone in ("hand", "reserve"))
                    ),
                )
                bound = any(isinstance(part, Word) and part.name in self.env for part in what.args)
                if not bound:
                    what = Apply(what.name, args, what.keywords)
            picked = self.pick(what, may=may, default=default, playable=(free, less))
        else:
            picked = self.acting(what)
        left = self.asm.new_set()
        self.asm.emit(OP.COPY, left, picked)
        again, done = Label(), Label()
        played = self.asm.new_set()
        self.asm.emit(OP.CLEAR, played)
        self.asm.mark(again)
        self.asm.jump_unless(self.size(left), done)
        self.asm.emit(OP.POP, s, left)
        self.asm.emit(OP.PLAY, s, free, less)
        t = self.asm.new_set()
        self.asm.emit(OP.RESULT, 2, t)
        self.asm.emit(OP.OR, played, played, t)
        self.asm.emit(OP.JMP, again)
        self.asm.mark(done)
        number = self.asm.new_register()
        self.asm.emit(OP.SIZE, number, played)
        return Binding(played, number=register(number), truth=register(number), late=True)

    # -- marks ----------------------------------------------------------------

    def _counters(self, node: Apply) -> list[tuple[str, Node]]:
        return [(k, v) for k, v in node.keywords if k not in ("max", "of", "by")]

    def step_gain(self, node: Apply) -> None:
        who, *marks = node.args
        if self._is_expedition(who):
            self.asm.emit(OP.ASCEND, self.expeditions(who), 1)
            self.commit()
            return
        if isinstance(who, Apply) and who.name == "spread":
            self._gain_spread(node, who)
            return
        s = self.acting(who)
        bits = 0
        for mark in marks:
            if isinstance(mark, Word) and mark.name in STATUS_BITS:
                bits |= STATUS_BITS[mark.name]
            elif isinstance(mark, Granted):
                for ability in mark.abilities:
                    self.asm.emit(OP.GRANT, s, self.builder.nested(ability, self))
            else:
                raise NotSupportedError(f"gain {mark}")
        if bits:
            self.asm.emit(OP.STATUS, s, bits, 1)
        most = node.keyword("max")
        limit = -1
        if most is not None and most != Word("none"):
            limit = self.number(most)
        for name, amount in self._counters(node):
            kind = self.builder.counter(name)
            if kind is None:
                raise NotSupportedError(f"gain {name}")
            self.asm.emit(OP.COUNTER, s, kind, self.number(amount), 0, limit)
        self.commit()

    def _gain_spread(self, node: Apply, spread: Apply) -> None:
        """Distributed as the doer chooses: among whom, at least one each, then where the others
        go; one step."""
        asm = self.asm
        over = spread.args[0]
        if not isinstance(over, Apply):
            raise NotSupportedError(f"spread over {over}")
        (name, amount), *_ = self._counters(node)
        kind = self.builder.counter(name)
        if kind is None:
            raise NotSupportedError(f"gain {name}")
        most = (*over.keywords, ("up_to", amount))
        cand, one, left = asm.new_set(), asm.new_set(), asm.new_register()
        asm.emit(OP.COPY, cand, self.pick(Apply(over.name, self.strip(over).args, most)))
        asm.emit(OP.COUNTER, cand, kind, 1, 0, -1)
        rest = self.alu(ALU.SUB, self.number(amount), self.size(cand))
        asm.emit(OP.SET, left, rest)
        again, done = Label(), Label()
        asm.mark(again)
        asm.jump_unless(self.size(cand), done)
        asm.jump_unless(self.compare(CMP.GT, register(left), 0), done)
        asm.emit(OP.ALU, left, ALU.SUB, register(left), 1)
        asm.emit(OP.ASK_OBJECTS, one, cand, 1, 1, 0, 0)
        asm.emit(OP.COUNTER, one, kind, 1, 0, -1)
        asm.emit(OP.JMP, again)
        asm.mark(done)
        self.commit()

    def step_lose(self, node: Apply) -> None:
        who, *marks = node.args
        if self._is_expedition(who):
            self.asm.emit(OP.ASCEND, self.expeditions(who), 0)
            self.commit()
            return
        s = self.acting(who)
        bits = 0
        for mark in marks:
            if isinstance(mark, Word) and mark.name in STATUS_BITS:
                bits |= STATUS_BITS[mark.name]
            else:
                raise NotSupportedError(f"lose {mark}")
        if bits:
            self.asm.emit(OP.STATUS, s, bits, 0)
        for name, amount in self._counters(node):
            n = 30000 if amount == Word("all") else self.number(amount)
            for kind in self.builder.counter_kinds(name):
                self.asm.emit(OP.COUNTER, s, kind, n, 1, -1)
        self.commit()

    def _can_spend(self, node: Apply) -> int:
        """Counters to spend are there: on me, or on one of those to choose from."""
        of = node.keyword("of")
        (name, amount), *_ = self._counters(node)
        s = self.me_set(now=True) if of is None else None
        if s is None:
            if not isinstance(of, Apply):
                raise NotSupportedError(f"spend of {of}")
            s = self.candidates(self.strip(of))
        if amount == Word("any_number"):
            return 1
        n = self.number(amount)
        column = self._counter_column(name)
        self.asm.emit(OP.FILTER, s, column, CMP.GE, n)
        self.asm.emit(OP.FILTER, s, C.LIFE, CMP.EQ, 1)
        return self.compare(CMP.GE, self.size(s), 1)

    def _counter_column(self, name: str) -> int:
        if name in ("counter", "marker"):
            return C.COUNTERS
        kind = self.builder.counter(name)
        if kind is None:
            raise NotSupportedError(f"the counter '{name}'")
        return C.BOOSTS if kind == 0 else C.COUNTER_OF + kind

    def step_spend(self, node: Apply) -> None:
        asm = self.asm
        of = node.keyword("of")
        (name, amount), *_ = self._counters(node)
        if of is None:
            s = self.me_set(now=True)
        else:
            if not isinstance(of, Apply):
                raise NotSupportedError(f"spend of {of}")
            s = asm.new_set()
            cand = self.candidates(self.strip(of))
            least = 1 if amount == Word("any_number") else self.number(amount)
            asm.emit(OP.FILTER, cand, self._counter_column(name), CMP.GE, least)
            asm.emit(OP.ASK_OBJECTS, s, cand, 1, 1, 0, 0)
        if name in ("counter", "marker"):
            self._spend_any(s, name, self.number(amount))
            return
        if amount == Word("any_number"):
            r, chosen = asm.temp_register(), asm.temp_register()
            asm.emit(OP.ATTR, r, s, self._counter_column(name), HOW.SUM)
            asm.emit(OP.ASK_NUMBER, chosen, 0, register(r))
            n = register(chosen)
        else:
            n = self.number(amount)
        kind = self.builder.counter(name) or 0
        asm.emit(OP.COUNTER, s, kind, n, 1, -1)
        self.commit()

    def _spend_any(self, s: int, name: str, n: int) -> None:
        """Spend counters of one kind; where an object has several kinds the doer says which."""
        asm = self.asm
        kinds = self.builder.counter_kinds(name)
        choice = asm.temp_register()
        mask = asm.temp_register()
        asm.emit(OP.SET, mask, 0)
        shown = kinds[:12]
        for place, kind in enumerate(shown):
            r = asm.temp_register()
            column = C.BOOSTS if kind == 0 else C.COUNTER_OF + kind
            asm.emit(OP.ATTR, r, s, column, HOW.SUM)
            enough = self.compare(CMP.GE, register(r), n)
            bit = self.alu(ALU.MUL, enough, 1 << place)
            asm.emit(OP.ALU, mask, ALU.OR, register(mask), bit)
            asm.top_register += 3
        asm.emit(OP.ASK_PLACE, choice, register(mask), 3 if name == "marker" else 4, 0)
        for place, kind in enumerate(shown):
            picked = self.compare(CMP.EQ, register(choice), 1 << place)
            skip = Label()
            asm.jump_unless(picked, skip)
            asm.emit(OP.COUNTER, s, kind, n, 1, -1)
            asm.mark(skip)
            asm.top_register += 1
        kept = asm.new_register()
        asm.emit(OP.SET, kept, register(choice))
        self._marker = register(kept)
        self.commit()

    _marker: int | None = None

    def step_place(self, node: Apply) -> None:
        """Place a Terrain Marker on a region (3.2.1.d): of the terrain of the one spent."""
        if self._marker is None:
            raise NotSupportedError("place without a marker that was spent")
        self.asm.emit(OP.MARK, self.regions(node.args[1]), self._marker)
        self.commit()

    def step_exhaust(self, node: Apply) -> None:
        self.asm.emit(OP.STATUS, self.acting(node.args[0]), STATUS.EXHAUSTED, 1)
        self.commit()

    def step_ready(self, node: Apply) -> None:
        self.asm.emit(OP.STATUS, self.acting(node.args[0]), STATUS.EXHAUSTED, 0)
        self.commit()

    def step_augment(self, node: Apply) -> None:
        """One more of a single counter it already has (7.3.4); with several the doer says."""
        asm = self.asm
        s = asm.new_set()
        asm.emit(OP.COPY, s, self.acting(node.args[0]))
        left, one = asm.new_set(), asm.new_set()
        asm.emit(OP.COPY, left, s)
        again, done = Label(), Label()
        asm.mark(again)
        asm.jump_unless(self.size(left), done)
        asm.emit(OP.POP, one, left)
        kinds = self.builder.counter_kinds("counter")[:12]
        with self.moment():
            mask, choice = asm.temp_register(), asm.temp_register()
            asm.emit(OP.SET, mask, 0)
            for place, kind in enumerate(kinds):
                r = asm.temp_register()
                asm.emit(OP.ATTR, r, one, C.BOOSTS if kind == 0 else C.COUNTER_OF + kind, HOW.SUM)
                has = self.compare(CMP.GT, register(r), 0)
                bit = self.alu(ALU.MUL, has, 1 << place)
                asm.emit(OP.ALU, mask, ALU.OR, register(mask), bit)
                asm.top_register += 3
            asm.emit(OP.ASK_PLACE, choice, register(mask), 4, 0)
            for place, kind in enumerate(kinds):
                skip = Label()
                asm.jump_unless(self.compare(CMP.EQ, register(choice), 1 << place), skip)
                asm.emit(OP.COUNTER, one, kind, 1, 4, -1)
                asm.mark(skip)
                asm.top_register += 1
        asm.emit(OP.JMP, again)
        asm.mark(done)
        self.commit()

    def step_double(self, node: Apply) -> None:
        what, *kinds = node.args
        s = self.acting(what)
        name = kinds[0].name if kinds and isinstance(kinds[0], Word) else "boost"
        for kind in self.builder.counter_kinds(name):
            self.asm.emit(OP.COUNTER, s, kind, 0, 3, -1)
        self.commit()

    # -- the table --------------------------------------------------------------

    def step_pay(self, node: Apply) -> None:
        self.asm.emit(OP.PAY, self.number(node.args[0]))
        self.commit()

    def step_move(self, node: Apply) -> None:
        what, distance = node.args
        mask = self.expeditions(what)
        mask = self.alu(ALU.AND, mask, self.info(INFO.EXPEDITIONS_OF, 3))
        self.asm.emit(OP.ADVANCE, mask, self.number(distance))
        self.commit()

    def step_roll(self, node: Apply) -> None:
        ignore = node.keyword("ignore")
        if node.keyword("plus") is not None:
            raise NotSupportedError("roll(.., plus=)")
        self.asm.emit(OP.ROLL, self._amount(node), self.number(ignore) if ignore is not None else 0)
        self.commit()

    def _show(self, node: Apply, who: int) -> Binding | None:
        s = self.acting(node.args[0])
        if not self.commits:
            kept = self.asm.new_set()
            self.asm.emit(OP.COPY, kept, s)
            self.asm.emit(OP.REVEAL, kept, who)
            return Binding(kept, number=0, truth=1, late=True)
        self.asm.emit(OP.REVEAL, s, who)
        self.commit()
        return None

    def step_reveal(self, node: Apply) -> Binding | None:
        return self._show(node, EVERYONE)

    def step_look(self, node: Apply) -> Binding | None:
        return self._show(node, self.info(INFO.DOER))

    def step_activate(self, node: Apply) -> None:
        which, what = node.args[0], node.args[1]
        for key in ("n", "up_to", "as_"):
            if node.keyword(key) is not None:
                raise NotSupportedError(f"activate(.., {key}=)")
        symbols = 0
        for part in which.parts if isinstance(which, Logic) else (which,):
            if not isinstance(part, Word) or part.name not in ("J", "H", "R"):
                raise NotSupportedError(f"activate({part})")
            symbols |= SYMBOLS[part.name]
        self.asm.emit(OP.ACTIVATE, self.acting(what), symbols)
        self.commit()

    def step_pass(self, node: Apply) -> None:
        self.asm.emit(OP.PASS)
        self.commit()

    def step_after_you(self, node: Apply) -> None:
        self.asm.emit(OP.TURN, 1)
        self.commit()

    def step_extra_turn(self, node: Apply) -> None:
        self.asm.emit(OP.TURN, 2)
        self.commit()

    def step_become_first(self, node: Apply) -> None:
        who = self.players(node.args[0]) if node.args else self.you()
        self.asm.emit(OP.FIRST, who)
        self.commit()

    def step_win(self, node: Apply) -> None:
        self.asm.emit(OP.WIN, self.players(node.args[0]) if node.args else self.you())
        self.commit()

    def step_receive(self, node: Apply) -> None:
        """Also receive a Gift: draw, Resupply, or the same token (7.3.29.b)."""
        asm = self.asm
        gift = self.reference(node.args[0])
        t = asm.new_set()
        token, drawn, done = Label(), Label(), Label()
        asm.emit(OP.COPY, t, gift)
        asm.emit(OP.FILTER_BITS, t, C.TYPE, TYPE.TOKEN)
        asm.jump_if(self.size(t), token)
        asm.emit(OP.COPY, t, gift)
        asm.emit(OP.FILTER, t, C.ZONE, CMP.EQ, Z.HAND)
        asm.jump_if(self.size(t), drawn)
        plain = Label()
        asm.emit(OP.COPY, t, gift)
        asm.emit(OP.FILTER, t, C.READY, CMP.EQ, 1)
        asm.jump_if(self.size(t), plain)
        self.step_resupply(Apply("resupply", (Word("exhausted"),)))
        asm.emit(OP.JMP, done)
        asm.mark(plain)
        self.step_resupply(Apply("resupply"))
        asm.emit(OP.JMP, done)
        asm.mark(drawn)
        self.step_draw(Apply("draw"))
        asm.emit(OP.JMP, done)
        asm.mark(token)
        card = asm.new_register()
        asm.emit(OP.ATTR, card, t, C.CARD, HOW.ONE)
        landmark = Label()
        asm.emit(OP.FILTER, t, C.ZONE, CMP.EQ, Z.EXPEDITION)
        asm.jump_unless(self.size(t), landmark)
        place = asm.new_register()
        asm.emit(OP.ASK_PLACE, place, self.info(INFO.EXPEDITIONS_OF, self.you()), 0, 0)
        asm.emit(OP.CREATE, register(card), 1, register(place), 0, 0)
        self.commit()
        asm.emit(OP.JMP, done)
        asm.mark(landmark)
        asm.emit(OP.CREATE, register(card), 1, 0, self.you(), 0)
        self.commit()
        asm.mark(done)

    # -- what lasts, what waits -------------------------------------------------

    def step_ongoing(self, node: Apply) -> None:
        this = node.keyword("this")
        uses_node = node.keyword("uses")
        uses = uses_node.value if isinstance(uses_node, Number) else 0
        duration = DURATIONS[this.name] if isinstance(this, Word) else DURATIONS["turn"]
        for part in node.args:
            if not isinstance(part, Granted):
                raise NotSupportedError(f"ongoing {part}")
            for ability in part.abilities:
                row, number, objects = self.builder.lasting(ability, self)
                self.asm.emit(OP.ONGOING, row, duration, uses, number, objects)

    def step_later(self, node: Apply) -> None:
        after = node.keyword("after")
        moment = 0
        if isinstance(after, Word):
            if after.name != "rest":
                raise NotSupportedError(f"later(.., after={after.name})")
            moment = 1
        row, number, objects = self.builder.waiting(Steps(node.args), self)
        self.asm.emit(OP.LATER, row, moment, number, objects)
