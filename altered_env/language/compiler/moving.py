"""Verbs that move: put, discard, draw, create, switch, exchange, play."""

from __future__ import annotations

from typing import TypeGuard

from altered_env.engine.terms import ALU, CAUSE, CMP, FLAG, HOW, INFO, OP, REL, C, Z
from altered_env.language.compiler.assembler import Label, NotSupportedError, register
from altered_env.language.compiler.bindings import EVERYONE
from altered_env.language.compiler.structure import Structure
from altered_env.language.compiler.tables import PLACES, ZONES
from altered_env.language.model import Apply, Attribute, Node, Number, Word

__all__ = ["Moving"]


SWITCH_SIDE = -2
DEFECT_SIDE = -3
EXCHANGE_SIDE = -4


def flags_of(node: Apply) -> set[str]:
    """The bare words among a verb's slots."""
    return {part.name for part in node.args if isinstance(part, Word)}


class Moving(Structure):
    """Verbs that move."""

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
            mask = self.alu(ALU.AND, mask, self.info(INFO.EXPEDITIONS_OF, EVERYONE))
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
        """The number of the one player of a mask."""
        return self.info(INFO.NUMBER_OF, self.players(node))

    def step_discard(self, node: Apply) -> None:
        s = self.acting(node.args[0])
        self._move(s, Z.DISCARD, CAUSE.DISCARD)
        self.commit()

    def step_sacrifice(self, node: Apply) -> None:
        s = self.acting(node.args[0], own=True)
        self._move(s, Z.DISCARD, CAUSE.SACRIFICE | CAUSE.DISCARD)
        self.commit()

    def step_sabotage(self, node: Apply) -> None:
        """Of whatever it is said to be, it is up to one target (7.3.35.a)."""
        what = node.args[0] if node.args else Apply("target", (Word("card"), Word("reserve")))
        if self._is_target(what) and self.limits(what) == (1, 1):
            what = Apply("target", what.args, (*what.keywords, ("up_to", Number(1))))
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
        this = node.args[0] if node.args else None
        if isinstance(this, Word) and (bound := self.env.get(this.name)) is not None:
            if bound.objects is not None:
                self._move(self.acting(this), Z.HAND, CAUSE.DRAW, 0)
                self.commit()
                return
        self._from_top(node, Z.HAND, CAUSE.DRAW, 0)

    def step_resupply(self, node: Apply) -> None:
        flags = FLAG.EXHAUSTED if "exhausted" in flags_of(node) else 0
        self._from_top(node, Z.RESERVE, CAUSE.RESUPPLY, flags)

    def step_create(self, node: Apply) -> None:
        token = node.args[0]
        if not isinstance(token, Word):
            raise NotSupportedError(f"create {token}")
        count = self._amount(Apply("create", node.args[1:]))
        place = node.keyword("in_")
        if token == Word("it"):
            if place is not None:
                raise NotSupportedError("create(it, in_=..): it is the same place")
            if self.about_to_create:
                self.asm.emit(OP.AGAIN, count)
            else:
                self._create_alike(count)
            return
        if token == Word("signature"):
            card = self.info(INFO.SIGNATURE)
        else:
            card = self.builder.token(token.name)
        if place is None:
            raise NotSupportedError("create without a place")
        flags = FLAG.EXHAUSTED if "exhausted" in flags_of(node) else 0
        self._create(card, count, place, flags)

    def _create_alike(self, count: int) -> None:
        """As many of the token that the event is about, in the same place."""
        asm = self.asm
        it = asm.new_set()
        asm.emit(OP.COPY, it, self.reference(Word("it")))
        card, zone, place = asm.new_register(), asm.new_register(), asm.new_register()
        asm.emit(OP.ATTR, card, it, C.CARD, HOW.ONE)
        asm.emit(OP.ATTR, zone, it, C.ZONE, HOW.ONE)
        done, elsewhere, said = Label(), Label(), Label()
        asm.jump_unless(self.size(it), done)
        asm.jump_unless(self.compare(CMP.EQ, register(zone), Z.EXPEDITION), elsewhere)
        with self.moment():
            expedition = asm.temp_register()
            asm.emit(OP.ATTR, expedition, it, C.EXPEDITION, HOW.ONE)
            asm.emit(OP.SET, place, self.info(INFO.BIT, register(expedition)))
        asm.emit(OP.CREATE, register(card), count, register(place), 0, 0)
        asm.emit(OP.JMP, said)
        asm.mark(elsewhere)
        asm.emit(OP.REL, place, it, REL.CONTROLLER)
        asm.emit(OP.CREATE, register(card), count, 0, register(place), 0, register(zone))
        asm.mark(said)
        self.commit()
        asm.mark(done)

    def _create(self, card: int, count: int, place: Node, flags: int) -> None:
        asm = self.asm
        if isinstance(place, Attribute) and place.name == "landmarks":
            asm.emit(OP.CREATE, card, count, 0, self.players(place.of), flags, Z.LANDMARK)
        elif isinstance(place, Attribute) and place.name == "reserve":
            asm.emit(OP.CREATE, card, count, 0, self.players(place.of), flags, Z.RESERVE)
        elif (isinstance(place, Word) and place != Word("it")) or (
            isinstance(place, Apply) and place.name == "all"
        ):
            mask = self.expeditions(place)  # what was picked before, or each one there is
            mask = self.alu(ALU.AND, mask, self.info(INFO.EXPEDITIONS_OF, EVERYONE))
            asm.emit(OP.CREATE, card, count, mask, 0, flags)
        elif isinstance(place, Apply) and place.name == "spread":
            over = place.args[0]
            if isinstance(over, Apply) and over.name == "choose":
                over = Apply("all", self.strip(over).args)
            mask = self.expeditions(over)
            mask = self.alu(ALU.AND, mask, self.info(INFO.EXPEDITIONS_OF, EVERYONE))
            self._create_each(card, count, mask, flags)
        elif isinstance(place, Apply) and place.name in ("target", "choose"):
            asm.emit(OP.CREATE, card, count, self.expeditions(place), 0, flags)
        else:
            mask = self.expeditions(place)
            mask = self.alu(ALU.AND, mask, self.info(INFO.EXPEDITIONS_OF, EVERYONE))
            self._create_each(card, count, mask, flags)
        self.commit()

    def _create_each(self, card: int, count: int, mask: int, flags: int) -> None:
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
        asm.emit(OP.CREATE, card, 1, register(place), 0, flags)
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

    def _is_target(self, node: Node) -> TypeGuard[Apply]:
        return isinstance(node, Apply) and node.name == "target"

    def step_exchange(self, node: Apply) -> None:
        """Each goes where the other is, or nothing happens (7.3.12); boosts: 7.3.11."""
        asm = self.asm
        one = asm.new_set()
        other = asm.new_set()
        whom = [part for part in node.args if part != Word("boost")]
        if len(whom) > 1 and isinstance(whom[0], Word) and whom[0] == whom[1]:
            whom.pop()
        done = Label()
        if len(whom) > 1:
            asm.emit(OP.COPY, one, self.acting(whom[0]))
            asm.emit(OP.COPY, other, self.acting(whom[1]))
            asm.jump_unless(self.size(one), done)
        else:  # two that are named together
            asm.emit(OP.COPY, other, self.acting(whom[0]))
            asm.jump_unless(self.compare(CMP.EQ, self.size(other), 2), done)
            asm.emit(OP.POP, one, other)
        asm.jump_unless(self.size(other), done)
        if Word("boost") in node.args:
            a, b = asm.temp_register(), asm.temp_register()
            asm.emit(OP.ATTR, a, one, C.BOOSTS, HOW.ONE)
            asm.emit(OP.ATTR, b, other, C.BOOSTS, HOW.ONE)
            for s, gain in ((one, (b, a)), (other, (a, b))):
                more = self.alu(ALU.SUB, register(gain[0]), register(gain[1]))
                asm.emit(OP.COUNTER, s, 0, self.alu(ALU.MAX, more, 0), 0, -1)
                asm.emit(OP.COUNTER, s, 0, self.alu(ALU.MAX, self.alu(ALU.SUB, 0, more), 0), 1, -1)
        else:
            asm.emit(OP.MOVE, one, 0, EXCHANGE_SIDE, other, CAUSE.PUT, 0, 0)
            asm.emit(OP.MOVE, other, 0, EXCHANGE_SIDE, one, CAUSE.PUT, 0, 0)
        asm.mark(done)
        self.commit()
