"""Amounts and conditions."""

from __future__ import annotations

from altered_env.engine.terms import ALU, CMP, EV, HOW, INFO, OP, C
from altered_env.language.compiler.asking import Asking
from altered_env.language.compiler.assembler import Label, NotSupportedError, register
from altered_env.language.compiler.bindings import EVERYONE
from altered_env.language.compiler.tables import (
    COMPARE,
    DURATIONS,
    EXPEDITION_STATES,
    KEYWORD_BITS,
    STATUS_BITS,
    SUBTYPE_BITS,
    TYPES,
)
from altered_env.language.model import (
    Apply,
    Arithmetic,
    Attribute,
    Bind,
    Compare,
    Conditional,
    Logic,
    Node,
    Number,
    Steps,
    Word,
)

__all__ = ["Amounts"]


class Amounts(Asking):
    """Amounts and conditions."""

    def number(self, node: Node) -> int:
        """An operand holding an amount."""
        if isinstance(node, Number):
            return node.value
        if isinstance(node, Word):
            return self._number_word(node.name)
        if isinstance(node, Arithmetic):
            how = {"+": ALU.ADD, "-": ALU.SUB, "*": ALU.MUL}[node.op]
            return self.alu(how, self.number(node.left), self.number(node.right))
        if isinstance(node, Conditional):
            r = self.asm.temp_register()
            other, done = Label(), Label()
            self.asm.jump_unless(self.truth(node.test), other)
            self.asm.emit(OP.SET, r, self.number(node.then))
            self.asm.emit(OP.JMP, done)
            self.asm.mark(other)
            self.asm.emit(OP.SET, r, self.number(node.otherwise))
            self.asm.mark(done)
            return register(r)
        if isinstance(node, Attribute):
            return self._number_attribute(node)
        if isinstance(node, Apply):
            return self._number_apply(node)
        if isinstance(node, Compare | Logic):
            return self.truth(node)
        raise NotSupportedError(f"an amount: {node}")

    def _number_word(self, name: str) -> int:
        if name == "n":
            return self.info(INFO.DICE if self.about_roll else INFO.MATCHED_AMOUNT)
        if name == "day":
            return self.info(INFO.DAY)
        if name == "X":
            if self.x_register is None:
                raise NotSupportedError("X without a cost that chooses it")
            return register(self.x_register)
        if name == "result":
            return self.info(INFO.RESULT)
        bound = self.env.get(name)
        if bound is not None and bound.number is not None:
            return bound.number
        raise NotSupportedError(f"the amount '{name}'")

    def _number_attribute(self, node: Attribute) -> int:
        if node.name == "n" and isinstance(node.of, Word):
            bound = self.env.get(node.of.name)
            if bound is not None and bound.number is not None:
                return bound.number
            if bound is not None and bound.objects is not None:
                return self.size(bound.objects)
        if node.name == "first_player":
            return self.truth(node)
        if node.name == "paid_less":
            return self.paid_less(node)
        r = self.asm.temp_register()
        self.asm.emit(OP.ATTR, r, self.known(node.of), self.column(node.name), HOW.SUM)
        return register(r)

    def paid_less(self, node: Attribute) -> int:
        """Whether the optional reduction of the Spell that is being played was taken."""
        if node.of != Word("me") or not self.spell_effect:
            raise NotSupportedError("paid_less outside a Spell's effect")
        return self.compare(CMP.NE, self.info(INFO.PAID_LESS), 0)

    def _number_apply(self, node: Apply) -> int:
        asm = self.asm
        if node.name == "count":
            if any(part == Word("region") for part in node.args):
                raise NotSupportedError("counting regions")
            s = self.candidates(node)
            distinct = node.keyword("distinct")
            if isinstance(distinct, Word):
                r = asm.temp_register()
                asm.emit(OP.ATTR, r, s, self.column(distinct.name), HOW.DISTINCT)
                return register(r)
            return self.size(s)
        if node.name in ("total", "highest", "lowest") and isinstance(node.args[0], Word):
            s = self.candidates(Apply("all", node.args[1:]))
            how = {"total": HOW.SUM, "highest": HOW.HIGHEST, "lowest": HOW.LOWEST}[node.name]
            r = asm.temp_register()
            asm.emit(OP.ATTR, r, s, self.column(node.args[0].name), how)
            return register(r)
        if node.name == "happened":
            return self._happened(node)
        if node.name == "up_to":
            r = asm.new_register()
            asm.emit(OP.ASK_NUMBER, r, 0, self.number(node.args[0]))
            return register(r)
        raise NotSupportedError(f"the amount {node.name}(..)")

    def _happened(self, node: Apply) -> int:
        """How often something happened this turn, Afternoon or Day."""
        pattern = node.args[0]
        this = node.keyword("this")
        if not isinstance(pattern, Apply):
            raise NotSupportedError(f"happened({pattern})")
        scope = DURATIONS[this.name] if isinstance(this, Word) else DURATIONS["day"]
        kinds = {"plays": EV.PLAY, "passes": EV.PASS, "rolls": EV.ROLL, "fails": EV.FAIL}
        causes = {"sacrifices": (EV.MOVE, 4), "discards": (EV.MOVE, 8)}
        players = EVERYONE
        types = 0
        for part in pattern.args:
            if self.is_player(part):
                players = self.players(part)
            elif isinstance(part, Word) and part.name in TYPES:
                types |= TYPES[part.name]
            elif isinstance(part, Word) and part.name in ("card", "other"):
                continue
            elif self._is_expedition(part):
                players = self.info(INFO.CONTROLLERS_OF, self.expeditions(part))
            else:
                raise NotSupportedError(f"happened(.. {part})")
        if pattern.name in kinds:
            kind, cause = kinds[pattern.name], 0
        elif pattern.name in causes:
            kind, cause = causes[pattern.name]
        else:
            raise NotSupportedError(f"happened({pattern.name})")
        r = self.asm.temp_register()
        self.asm.emit(OP.HIST, r, kind, cause, players, scope, types)
        return register(r)

    def truth(self, node: Node) -> int:
        """An operand that is not zero when a condition holds."""
        if isinstance(node, Compare):
            if isinstance(node.left, Attribute) and node.left.name == "played_from":
                r = self.asm.temp_register()
                self.asm.emit(OP.ATTR, r, self.known(node.left.of), C.ORIGIN, HOW.ONE)
                return self.compare(COMPARE[node.op], register(r), self.zone_number(node.right))
            return self.compare(COMPARE[node.op], self.number(node.left), self.number(node.right))
        if isinstance(node, Logic):
            return self._truth_logic(node)
        if isinstance(node, Attribute):
            return self._truth_attribute(node)
        if isinstance(node, Word):
            bound = self.env.get(node.name)
            if bound is not None and bound.truth is not None:
                return bound.truth
            if bound is not None and bound.objects is not None:
                return self.size(bound.objects)
        if isinstance(node, Apply):
            if node.name == "is_":
                return self._is(node)
            if node.name == "happened":
                return self.number(node)
            return self.step_truth(node)
        if isinstance(node, Bind | Steps):
            return self.step_truth(node)
        return self.number(node)

    def step_truth(self, node: Node) -> int:
        raise NotSupportedError(f"a condition: {node}")

    def _truth_logic(self, node: Logic) -> int:
        asm = self.asm
        if node.op in ("not", "~"):
            return self.compare(CMP.EQ, self.truth(node.parts[0]), 0)
        r = asm.new_register()
        done = Label()
        stop = 0 if node.op in ("and", "&") else 1
        for part in node.parts:
            with self.moment():
                value = self.compare(CMP.NE, self.truth(part), 0)
                asm.emit(OP.SET, r, value)
            if stop == 0:
                asm.jump_unless(register(r), done)
            else:
                asm.jump_if(register(r), done)
        asm.mark(done)
        return register(r)

    def _truth_attribute(self, node: Attribute) -> int:
        if node.name == "first_player":
            mask = self.alu(ALU.AND, self.info(INFO.FIRST_PLAYER), self.players(node.of))
            return self.compare(CMP.NE, mask, 0)
        if node.name in EXPEDITION_STATES:
            of = node.of if self._is_expedition(node.of) else Attribute(node.of, "expedition")
            return self._all_of(self.expeditions(of), self.info(EXPEDITION_STATES[node.name]))
        if self._is_expedition(node.of):
            raise NotSupportedError(f"an Expedition's {node.name}")
        known = node.name in STATUS_BITS or node.name in TYPES or node.name in SUBTYPE_BITS
        if known or node.name in ("boosted", "ready") or node.name in KEYWORD_BITS:
            return self._is(Apply("is_", (node.of, Word(node.name))), self.known(node.of))
        return self.compare(CMP.NE, self.number(node), 0)

    def _all_of(self, mask: int, having: int) -> int:
        """Every Expedition of a mask, and at least one, is among those `having` it (7.4.4.k)."""
        rest = self.alu(ALU.ANDNOT, mask, having)
        none_left = self.compare(CMP.EQ, rest, 0)
        some = self.compare(CMP.NE, mask, 0)
        return self.alu(ALU.AND, none_left, some)

    def _is(self, node: Apply, whole: int | None = None) -> int:
        """All of it passes the filters; `whole` is what is asked about where that is known."""
        what, *filters = node.args
        if self._is_expedition(what):
            result = 1
            for part in filters:
                if isinstance(part, Word) and part.name in EXPEDITION_STATES:
                    having = self.info(EXPEDITION_STATES[part.name])
                elif isinstance(part, Apply) and part.name == "in_":
                    having = self.in_terrain(part)
                else:
                    raise NotSupportedError(f"an Expedition that is {part}")
                one = self._all_of(self.expeditions(what), having)
                result = one if result == 1 else self.alu(ALU.AND, result, one)
            return result
        if whole is None:
            whole = self.reference(what)
        s = self.asm.temp_set()
        self.asm.emit(OP.COPY, s, whole)
        for part in filters:
            self.narrow(s, part)
        same = self.compare(CMP.EQ, self.size(s), self.size(whole))
        some = self.compare(CMP.NE, self.size(whole), 0)
        return self.alu(ALU.AND, same, some)
