"""Verbs that mark: statuses, counters, Terrain Markers."""

from __future__ import annotations

from altered_env.engine.terms import ALU, CMP, EV, OP, STATUS
from altered_env.language.compiler.assembler import Label, NotSupportedError, register
from altered_env.language.compiler.rushing import Rushing
from altered_env.language.compiler.tables import KEYWORD_BITS, STATUS_BITS, TYPES
from altered_env.language.model import Ability, Apply, Attribute, Granted, Node, Word

__all__ = ["Marking"]


class Marking(Rushing):
    """Verbs that mark."""

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
            elif isinstance(mark, Apply) and mark.name == "choose":
                self._gain_one_of(s, mark)
            elif isinstance(mark, Attribute) and mark.name == "subtypes":
                self.asm.emit(OP.GAIN_SUBTYPES, s, self.known(mark.of))
            else:
                for ability in self._gained(mark):
                    self.asm.emit(OP.GRANT, s, self.builder.nested(ability, self))
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

    def _gained(self, mark: Node) -> tuple[Ability, ...]:
        """The abilities that something to be gained stands for: also a keyword, a sub-type."""
        if isinstance(mark, Granted):
            return mark.abilities
        if isinstance(mark, Apply) and mark.name == "tough":
            return (Ability("keyword", head=mark),)
        if isinstance(mark, Word) and mark.name in KEYWORD_BITS:
            return (Ability("keyword", head=mark),)
        if isinstance(mark, Word) and (self.builder.is_subtype(mark.name) or mark.name in TYPES):
            return (Ability("passive", head=Apply("have", (Word("me"), mark))),)
        raise NotSupportedError(f"gain {mark}")

    def _gain_one_of(self, s: int, node: Apply) -> None:
        """One of several statuses, as the doer chooses."""
        asm = self.asm
        statuses = [part.name for part in node.args if isinstance(part, Word)]
        if len(statuses) < len(node.args) or node.keywords or not set(statuses) <= set(STATUS_BITS):
            raise NotSupportedError(f"gain {node}")
        chosen, bits = asm.new_register(), asm.new_register()
        asm.emit(OP.ASK_PLACE, chosen, (1 << len(statuses)) - 1, 4, 0)
        asm.emit(OP.SET, bits, 0)
        for place, status in enumerate(statuses):
            with self.moment():
                taken = self.compare(CMP.EQ, register(chosen), 1 << place)
                bit = self.alu(ALU.MUL, taken, STATUS_BITS[status])
                asm.emit(OP.ALU, bits, ALU.OR, register(bits), bit)
        asm.emit(OP.STATUS, s, register(bits), 1)

    def _gain_spread(self, node: Apply, spread: Apply) -> None:
        """Distributed as the doer chooses: among whom, at least one each, then where the others
        go; one step."""
        asm = self.asm
        over = spread.args[0]
        if not isinstance(over, Apply):
            raise NotSupportedError(f"spread over {over}")
        if over.name == "all":
            over = Apply("choose", over.args)
        counters = self._counters(node)
        kind = self.builder.counter(counters[0][0]) if len(counters) == 1 else None
        if kind is None or len(node.args) > 1 or self._kind_of(over) != "objects":
            raise NotSupportedError(f"gain(spread(..)) of {node.args[1:]} {counters}")
        amount = counters[0][1]
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

    def step_exhaust(self, node: Apply) -> None:
        self._exhaust(node.args[0], 1)

    def step_ready(self, node: Apply) -> None:
        self._exhaust(node.args[0], 0)

    def _exhaust(self, what: Node, gains: int) -> None:
        """Exhaust or ready; of what is chosen for it, only that to which it can happen (6.1.g)."""
        was, self.doing = self.doing, (EV.GAIN if gains else EV.LOSE, 0, 0, STATUS.EXHAUSTED)
        s = self.acting(what)
        self.doing = was
        self.asm.emit(OP.STATUS, s, STATUS.EXHAUSTED, gains)
        self.commit()
