"""Verbs of the table: pay, move an Expedition, roll, reveal, activate, pass."""

from __future__ import annotations

from altered_env.engine.terms import ALU, CMP, HOW, INFO, OP, TYPE, C, Z
from altered_env.language.compiler.assembler import Label, NotSupportedError, register
from altered_env.language.compiler.bindings import EVERYONE, Binding, walk
from altered_env.language.compiler.counting import Counting
from altered_env.language.compiler.tables import SYMBOLS
from altered_env.language.model import Apply, Node, Number, Word

__all__ = ["Doing"]


class Doing(Counting):
    """Verbs of the table."""

    def step_pay(self, node: Apply) -> None:
        self.asm.emit(OP.PAY, self.number(node.args[0]))
        self.commit()

    def step_move(self, node: Apply) -> None:
        what, distance = node.args
        mask = self.expeditions(what)
        mask = self.alu(ALU.AND, mask, self.info(INFO.EXPEDITIONS_OF, EVERYONE))
        by_so_much_more = any(word == Word("n") for word in walk(distance))
        self.asm.emit(OP.ADVANCE, mask, self.number(distance), int(by_so_much_more))
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

    def _symbols(self, node: Node) -> int:
        """The kinds of ability that `activate` speaks of, as a mask."""
        symbols = self.symbols(node)
        if symbols & SYMBOLS["T"]:
            raise NotSupportedError("activate(T)")
        return symbols

    def _bearer(self, node: Apply) -> int:
        """A set with the object whose abilities those are to be that are activated; -1: theirs."""
        bearer = node.keyword("as_")
        return -1 if bearer is None else self.acting(bearer)

    def possible_activation(self, node: Apply) -> int:
        """Has one of the objects that are named an ability that could be activated?"""
        what = node.args[1]
        if not isinstance(what, Word):
            return 1
        s = self.asm.temp_set()
        self.asm.emit(OP.COPY, s, self.acting(what))
        symbols = self._symbols(node.args[0])
        self.asm.emit(OP.FILTER_ACTIVATABLE, s, symbols, self._bearer(node))
        return self.compare(CMP.GE, self.size(s), 1)

    def step_activate(self, node: Apply) -> None:
        """Activate abilities (7.3.1): all of them, or as many as are chosen."""
        which, what = node.args[0], node.args[1]
        n, up_to = node.keyword("n"), node.keyword("up_to")
        symbols = self._symbols(which)
        s = self.acting(what)
        bearer = self._bearer(node)
        if n is None and up_to is None:
            self.asm.emit(OP.ACTIVATE, s, symbols, bearer)
        else:
            most = self.number(n or up_to or Number(1))
            least = 0 if n is None else most
            self.asm.emit(OP.ASK_ABILITY, s, symbols, least, most, bearer)
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
        zone = asm.new_register()
        asm.emit(OP.ATTR, zone, t, C.ZONE, HOW.ONE)
        elsewhere = Label()
        asm.jump_unless(self.compare(CMP.EQ, register(zone), Z.EXPEDITION), elsewhere)
        place = asm.new_register()
        asm.emit(OP.ASK_PLACE, place, self.info(INFO.EXPEDITIONS_OF, self.you()), 0, 0)
        asm.emit(OP.CREATE, register(card), 1, register(place), 0, 0)
        self.commit()
        asm.emit(OP.JMP, done)
        asm.mark(elsewhere)
        asm.emit(OP.CREATE, register(card), 1, 0, self.you(), 0, register(zone))
        self.commit()
        asm.mark(done)
