"""Playing cards as part of an effect (5.2.b): which, on what terms, in what order."""

from __future__ import annotations

from altered_env.engine.terms import ALU, CMP, INFO, OP, STATUS, TERMS, C, Z
from altered_env.language.compiler.assembler import Label, NotSupportedError, is_register, register
from altered_env.language.compiler.bindings import EVERYONE, Binding
from altered_env.language.compiler.moving import Moving, flags_of
from altered_env.language.compiler.tables import ZONES
from altered_env.language.model import Apply, Attribute, Logic, Number, Word

__all__ = ["Rushing"]


class Rushing(Moving):
    """Playing cards as part of an effect."""

    def _terms(self, node: Apply) -> int:
        """The terms of a play: free, gaining Fleeting, at another cost, as if from hand, in which
        Expeditions."""
        terms = TERMS.FREE if "free" in flags_of(node) else 0
        terms |= TERMS.FLEETING if "fleeting" in flags_of(node) else 0
        cost, origin, place = node.keyword("cost"), node.keyword("as_from"), node.keyword("in_")
        least = node.keyword("min")
        if cost is not None:
            if cost != Logic("|", (Word("hand_cost"), Word("reserve_cost"))):
                raise NotSupportedError("play(.., cost=) other than hand_cost | reserve_cost")
            terms |= TERMS.HAND_COST
        if origin is not None:
            if origin != Word("hand"):
                raise NotSupportedError("play(.., as_from=) other than hand")
            terms |= TERMS.AS_HAND
        if least is not None:
            if not isinstance(least, Number):
                raise NotSupportedError("play(.., min=) that is no number")
            terms += TERMS.LEAST * least.value
        if place is None:
            return terms
        places = self.info(INFO.EXPEDITIONS_OF, EVERYONE)
        places = self.alu(ALU.AND, places, self.expeditions(place))
        places = self.alu(ALU.MUL, places, TERMS.PLACE)
        return self.alu(ALU.ADD, places, terms)

    def _change(self, node: Apply) -> int:
        """How much less the play costs; below zero, how much more."""
        less, more = node.keyword("less"), node.keyword("more")
        if more is not None:
            return self.alu(ALU.SUB, 0, self.number(more))
        return self.number(less) if less is not None else 0

    def _playable(self, what: Apply) -> Apply:
        """The selector of what to play: from Hand or Reserve unless it says otherwise (5.2.a)."""
        bound = any(isinstance(part, Word) and part.name in self.env for part in what.args)
        if bound or self._mentions_area(what.args):
            return what
        zones = tuple(Attribute(Word("they"), zone) for zone in ("hand", "reserve"))
        return Apply(what.name, (*what.args, Logic("|", zones)), what.keywords)

    def possible_play(self, node: Apply) -> int:
        """Could a card that is named be played now?"""
        what = node.args[0]
        if not isinstance(what, Word):
            return 1
        s = self.asm.temp_set()
        self.asm.emit(OP.COPY, s, self.acting(what))
        self.asm.emit(OP.FILTER_PLAYABLE, s, self._terms(node), self._change(node))
        return self.compare(CMP.GE, self.size(s), 1)

    def step_play(self, node: Apply) -> Binding:
        """Play a card now; of several, one after the other in the doer's order (5.2.c). What gains
        Fleeting gains it once it has been played, but for a Spell, which must have it before."""
        asm = self.asm
        what = node.args[0]
        terms, less = self._kept(self._terms(node)), self._kept(self._change(node))
        several = not isinstance(what, Apply) and what != Word("me")
        if isinstance(what, Apply) and what.name in ("choose", "target"):
            several = self.limits(what) != (1, 1)
            may = self._optional is what
            if may:
                self._optional = None
            # nobody is ever forced to pay a cost (1.2.5.b, 6.4.b)
            may = may or "free" not in flags_of(node)
            default = ZONES["hand"] | ZONES["reserve"]
            found = self._playable(what)
            self.all_paid = several and "free" not in flags_of(node)
            picked = self.pick(found, may=may, default=default, playable=(terms, less))
            self.all_paid = False
        else:
            picked = self.acting(what)
        left, one, played = asm.new_set(), asm.new_set(), asm.new_set()
        asm.emit(OP.COPY, left, picked)
        asm.emit(OP.CLEAR, played)
        number = asm.new_register()
        asm.emit(OP.SET, number, 0)
        again, done = Label(), Label()
        asm.mark(again)
        asm.jump_unless(self.size(left), done)
        if several:
            asm.emit(OP.ASK_OBJECTS, one, left, 1, 1, 0, 0)
            asm.emit(OP.SUB, left, left, one)
        else:
            asm.emit(OP.POP, one, left)
        asm.emit(OP.PLAY, one, terms, less)
        asm.emit(OP.RESULT, 2, one)
        asm.emit(OP.OR, played, played, one)
        with self.moment():
            started = asm.temp_register()
            asm.emit(OP.RESULT, 1, started)
            asm.emit(OP.ALU, number, ALU.ADD, register(number), register(started))
        if "fleeting" in flags_of(node):
            asm.emit(OP.FILTER, one, C.ZONE, CMP.EQ, Z.EXPEDITION)
            asm.emit(OP.STATUS, one, STATUS.FLEETING, 1)
            asm.emit(OP.COMMIT)
        asm.emit(OP.JMP, again)
        asm.mark(done)
        return Binding(played, number=register(number), truth=register(number), late=True)

    def _kept(self, operand: int) -> int:
        """An operand that lasts: registers for a moment are given up when a question is asked."""
        if not is_register(operand):
            return operand
        kept = self.asm.new_register()
        self.asm.emit(OP.SET, kept, operand)
        return register(kept)
