"""Steps: one after the other, what they are bound to, whom they act on."""

from __future__ import annotations

from collections.abc import Callable

from altered_env.engine.terms import ALU, CMP, INFO, OP
from altered_env.language.compiler.amounts import Amounts
from altered_env.language.compiler.assembler import Label, NotSupportedError, register
from altered_env.language.compiler.bindings import Aim, Binding, walk
from altered_env.language.compiler.deciding import changed_by
from altered_env.language.model import Apply, Bind, Conditional, Logic, Node, Steps, Word
from altered_env.language.vocabulary import CALLS

__all__ = ["Stepping"]


HIDING = ("draw", "top", "bottom")
"""What these give is in a hidden zone, and not revealed."""
AIMING = ("target", "sabotage")
"""Words that choose targets."""


def is_step(node: Apply) -> bool:
    """Is this a step, not an amount or a condition?"""
    return CALLS[node.name].group in ("step", "structure")


class Stepping(Amounts):
    """Steps."""

    commits = True
    """False inside a modifier or a cost: actions are staged, and happen with the step."""

    together = False

    modifying = False
    """True in the body of a modifier: what it does becomes part of the step it modifies."""

    about_to_create = False
    """True in the body of a modifier of what is about to be created: `it` is not yet there."""

    def commit(self) -> None:
        if self.commits and not self.together:
            self.asm.emit(OP.COMMIT)
            self.aimed = []

    def body(self, steps: Node) -> None:
        self._one_after_the_other(steps.parts if isinstance(steps, Steps) else (steps,))

    def _one_after_the_other(self, parts: tuple[Node, ...]) -> Binding:
        before = self.changed
        binding = Binding()
        for part in parts:
            with self.moment():
                binding = self.step(part)
            self.changed |= changed_by(part)
        self.changed = before
        return binding

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
            slots = self.slots
            if kind == "objects":
                s = self.asm.new_set() if value.name in ("all", "top", "random") else None
                picked = self.reference(value) if value.name == "top" else self.pick(value)
                if s is not None:
                    self.asm.emit(OP.COPY, s, picked)
                    picked = s
                binding = Binding(picked)
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
                    binding = Binding(mask=register(kept), kind=kind)
            binding.late = value.name != "target" or self.slots == slots
            if value.name in ("target", "choose"):
                alone = value.keyword("per") is None
                binding.single = alone and self.limits(value) == (1, 1)
        elif isinstance(value, Apply) and value.name == "spend":
            binding = self._spend_bound(value)
        elif self.modifying and isinstance(value, Apply) and value.name == "roll":
            binding = self._at_once(value)
        elif isinstance(value, Steps | Logic) or (isinstance(value, Apply) and is_step(value)):
            binding = self.step(value)
            if binding.objects in (None, 1) or binding.number is None:
                if self.modifying:
                    raise NotSupportedError(f"what becomes of {value}, in a modifier")
                binding = self.bind_result()
            self._bind_before(value, binding)
            if self._gives_number(value):
                binding.objects = None
        else:
            number = self.asm.new_register()
            self.asm.emit(OP.SET, number, self.number(value))
            binding = Binding(number=register(number), truth=register(number))
        binding.hidden = isinstance(value, Apply) and value.name in HIDING
        self.env = {**self.env, node.name: binding}
        return binding

    def _gives_number(self, value: Node) -> bool:
        """Is what this step gives a number and nothing else, as a roll is?"""
        if isinstance(value, Apply) and value.name == "may":
            return self._gives_number(value.args[0])
        gives = CALLS[value.name].gives if isinstance(value, Apply) else frozenset()
        return "number" in gives and "object" not in gives

    def _at_once(self, node: Apply) -> Binding:
        """A step within the one that is being modified: its result decides what becomes of it."""
        self.asm.emit(OP.HOLD)
        self.commits = True
        self.step(node)
        self.commits = False
        binding = self.bind_result()
        binding.objects = None
        self.asm.emit(OP.RELEASE)
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
        if isinstance(node, Bind) and self._is_pick(node.value):
            if binding.objects is not None:
                return self.size(binding.objects)
            return self.compare(CMP.NE, binding.mask or 0, 0)
        r = self.asm.new_register()
        self.asm.emit(OP.RESULT, 1, r)
        return register(r)

    def _is_pick(self, node: Node) -> bool:
        """Is this a selector, not a step?"""
        return isinstance(node, Apply) and node.name in ("target", "choose", "all", "random", "top")

    def step(self, node: Node) -> Binding:
        """Compile one step; says where its result is (by default the frame's own result)."""
        if isinstance(node, Bind):
            return self.bind(node)
        if isinstance(node, Steps):
            return self._one_after_the_other(node.parts)
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
        if node.name == "may" and isinstance(by, Apply) and by.name == "all":
            return self._by(Apply("may", node.args), by, method)
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
        taken = 0
        if any(isinstance(part, Apply) and part.name in AIMING for part in walk(node)):
            taken = asm.new_set()  # what has been targeted for a player is not for the next one
            asm.emit(OP.CLEAR, taken)
            self.aimed = [*self.aimed, Aim("objects", taken, 0)]
        aimed = len(self.aimed)
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
        for aim in self.aimed[aimed:]:
            if aim.kind == "objects":
                asm.emit(OP.OR, taken, taken, aim.where)
        asm.mark(skip)
        asm.emit(OP.JMP, again)
        asm.mark(done)
        asm.emit(OP.DOER, 0)
        self.together = was
        self.hoist = hoist
        self.commit()
        return Binding()

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
            if node.name == "may" and node.keyword("by") is None:
                inner = node.args[0]
                if isinstance(inner, Apply) and inner.name in ("target", "choose"):
                    return self.pick(inner, may=True, own=own, default=default)
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
