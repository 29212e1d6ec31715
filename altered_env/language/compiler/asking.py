"""Selectors that ask: targets, choices, places; and the declaration of targets and modes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from altered_env.engine.declaring import ASK
from altered_env.engine.questions import DIGITS
from altered_env.engine.terms import ALU, CMP, EV, INFO, OP, STATUS, C
from altered_env.language.compiler.aiming import Aiming
from altered_env.language.compiler.assembler import Label, NotSupportedError, register
from altered_env.language.compiler.bindings import EVERYONE, Aim, Binding, Declared
from altered_env.language.compiler.tables import ZONES
from altered_env.language.model import Apply, Attribute, Compare, Node, Number, Word

__all__ = ["Asking"]


PLACE_KINDS = {"expedition": 0, "player": 1, "region": 2}
THE_ONE = "the one"
"""The name, which no ability can write, of the player or Expedition that `per=` has come to."""


class Asking(Aiming):
    """Selectors that ask."""

    def _slot(self, node: Apply, where: int) -> int:
        """The number of this choice in the declaration; 0 if it is made at its step."""
        if not self.hoist or node.name != "target" or self._is_late(node):
            return 0
        if node.keyword("by") is not None:
            return 0
        if self.declaring:
            return 0
        self.slots += 1
        if self.slots > 15:
            raise NotSupportedError("more than 15 targets")
        self.declared.append(Declared(node, self.slots, where, environment=dict(self.env)))
        return self.slots

    def limits(self, node: Apply, most: int | None = None) -> tuple[int, int]:
        """How few and how many a selector picks."""
        for part in node.args:
            if isinstance(part, Word) and part.name == "any_number":
                return 0, 63
        n = node.keyword("n")
        up_to = node.keyword("up_to")
        if node.keyword("any_number") is not None:
            return 0, 63
        if up_to is not None:
            return 0, self.number(up_to)
        if n is not None:
            count = self.number(n)
            return count, count
        return 1, 1

    def _budget(self, node: Apply) -> tuple[int, int]:
        """A limit on a total over what is picked: column and number."""
        for part in node.args:
            if isinstance(part, Compare) and isinstance(part.left, Apply):
                if part.left.name == "total" and isinstance(part.left.args[0], Word):
                    if part.op not in ("<=", "<"):
                        raise NotSupportedError(f"a total {part.op}")
                    number = self.number(part.right)
                    if part.op == "<":
                        number = self.alu(ALU.SUB, number, 1)
                    return self.column(part.left.args[0].name), number
        return 0, 0

    def strip(self, node: Apply) -> Apply:
        """The selector without words that are not filters."""
        args = tuple(
            part
            for part in node.args
            if part not in (Word("any_number"), Word("then"))
            and not (isinstance(part, Apply) and part.name == "tax")
        )
        return Apply(node.name, args, node.keywords)

    def pick(
        self,
        node: Apply,
        *,
        may: bool = False,
        default: int | None = None,
        own: bool = False,
        playable: tuple[int, int] | None = None,
    ) -> int:
        """A set with what a selector picks: asked for, or taken whole.

        `own` keeps what the doer controls. `playable` keeps what could be played (free, less).
        """
        asm = self.asm
        if node.name == "all":
            found = self.candidates(self.strip(node), default)
            if own:
                self._and_area(found, [(ZONES["play"], self.info(INFO.DOER))])
            return found
        if node.name == "random":
            s = self.candidates(self.strip(node), default)
            count = node.keyword("n")
            asm.emit(OP.RANDOM, s, self.number(count) if count is not None else 1)
            return s
        dst = asm.new_set()
        slot = self._slot(node, dst)
        without = self._aim(node, "objects", dst, slot)
        self._ask(
            node, dst, slot, may=may, default=default, own=own, playable=playable, without=without
        )
        if slot and may:
            self._ask_at_resolution(slot, dst)
        if playable is None and self._uses_hidden(node):
            asm.emit(OP.SHOW, dst)
        return dst

    def _ask_at_resolution(self, slot: int, dst: int) -> None:
        """A "may" whose target was declared is decided as it resolves (5.2.3.e)."""
        asm = self.asm
        with self.moment():
            done = Label()
            asm.jump_unless(self.info(INFO.DECLARED, slot), done)
            asm.jump_unless(self.size(dst), done)
            r = asm.temp_register()
            asm.emit(OP.ASK_YES, r)
            asm.jump_if(register(r), done)
            asm.emit(OP.CLEAR, dst)
            asm.mark(done)

    def _ask(
        self,
        node: Apply,
        dst: int,
        slot: int,
        *,
        may: bool = False,
        default: int | None = None,
        own: bool = False,
        playable: tuple[int, int] | None = None,
        without: Sequence[Aim] = (),
        other: bool = False,
    ) -> None:
        asm = self.asm
        by = node.keyword("by")
        if node.keyword("per") is not None:
            how = {"may": may, "default": default, "own": own, "playable": playable}
            self._ask_per(node, dst, without=without, **how)
            return
        if by is not None:
            how = {"may": may, "default": default, "own": own, "playable": playable}
            self._ask_each(by, node, dst, without=without, **how)
            return
        with self.moment():
            cand = self.candidates(self.strip(node), default)
            if own:
                self._and_area(cand, [(ZONES["play"], self.info(INFO.DOER))])
            if playable is not None:
                asm.emit(OP.FILTER_PLAYABLE, cand, playable[0], playable[1])
            act = self.allowing or self.doing
            if act is not None and node.name == "choose":
                self._not_in_vain(cand, act)
            if self.allowing is not None:
                asm.emit(OP.ALLOW, cand, *self.allowing)
            for aim in without:
                asm.emit(OP.EXCEPT, cand, aim.where, aim.least)
            least, most = self.limits(node)
            column, budget = self._budget(node)
            flags = ASK.TARGET if node.name == "target" else 0
            if may:
                flags |= ASK.MAY
            if any(part == Word("mana_orb") for part in node.args):
                flags |= ASK.ORBS
            flags |= column << 8 | slot << 16 | self.internal | self.paired
            tax = self._tax(node, cand, slot)
            if self.all_paid and playable is not None:
                if column:
                    raise NotSupportedError("several cards to pay for, and a limit on their total")
                flags |= ASK.PAYABLE
                tax, budget = playable
            flags |= ASK.OTHER if other else 0
            asm.emit(OP.ASK_OBJECTS, dst, cand, least, most, flags, budget, tax)

    def _not_in_vain(self, cand: int, act: tuple[int, int, int, int]) -> None:
        """What is exhausted cannot be exhausted, nor what is ready readied (7.3.16.b, 7.3.28.b): no
        cost is paid with it (1.4.1.b), nor is it chosen for that (6.1.g). A target may be anything
        that it is described as, as the remark on 6.1.g says of an Asleep one."""
        kind, _, _, status = act
        if status == STATUS.EXHAUSTED:
            self.asm.emit(OP.FILTER, cand, C.READY, CMP.EQ, int(kind == EV.GAIN))

    def _ask_each(
        self, by: Node, node: Apply, dst: int, without: Sequence[Aim], **how: Any
    ) -> None:
        """A choice that others make, one after the other (6.1.h); `they` is who chooses."""
        asm = self.asm
        left, one, found = asm.new_register(), asm.new_register(), asm.new_set()
        asm.emit(OP.CLEAR, dst)
        asm.emit(OP.SET, left, self.players(by))
        again, done = Label(), Label()
        asm.mark(again)
        asm.emit(OP.INFO, one, INFO.NEXT_PLAYER, register(left))
        asm.jump_unless(register(one), done)
        asm.emit(OP.ALU, left, ALU.ANDNOT, register(left), register(one))
        asm.emit(OP.DOER, register(one))
        rest = tuple((key, value) for key, value in node.keywords if key != "by")
        if node.name == "target":
            without = [*without, Aim("objects", dst, 0)]
        self._ask(Apply(node.name, node.args, rest), found, 0, other=True, without=without, **how)
        asm.emit(OP.OR, dst, dst, found)
        asm.emit(OP.JMP, again)
        asm.mark(done)
        asm.emit(OP.DOER, 0)

    def _ask_per(self, node: Apply, dst: int, **how: Any) -> None:
        """A choice for each player, or each Expedition, one after the other."""
        asm = self.asm
        players = node.keyword("per") == Word("player")
        if node.name != "choose" or not (players or node.keyword("per") == Word("expedition")):
            raise NotSupportedError(f"{node.name}(.., per={node.keyword('per')})")
        left, one, found = asm.new_register(), asm.new_register(), asm.new_set()
        asm.emit(OP.CLEAR, dst)
        asm.emit(OP.SET, left, EVERYONE if players else self.info(INFO.EXPEDITIONS_OF, EVERYONE))
        again, done = Label(), Label()
        asm.mark(again)
        which = INFO.NEXT_PLAYER if players else INFO.NEXT_EXPEDITION
        asm.jump_unless(register(left), done)
        asm.emit(OP.INFO, one, which, register(left))
        asm.jump_unless(register(one), done)
        asm.emit(OP.ALU, left, ALU.ANDNOT, register(left), register(one))
        env = self.env
        kind = "player" if players else "expedition"
        self.env = {**env, THE_ONE: Binding(mask=register(one), kind=kind, late=True)}
        self._ask(self._of_one(node, players), found, 0, **how)
        self.env = env
        asm.emit(OP.OR, dst, dst, found)
        asm.emit(OP.JMP, again)
        asm.mark(done)

    def _of_one(self, node: Apply, players: bool) -> Apply:
        """The selector, about what is of the one player, or in the one Expedition."""
        one = Word(THE_ONE)
        filters: list[Node] = [
            Attribute(one, part.name)
            if players and isinstance(part, Word) and part.name in ZONES
            else part
            for part in node.args
        ]
        if not players or filters == list(node.args):
            filters.append(one)
        rest = tuple((key, value) for key, value in node.keywords if key != "per")
        return Apply(node.name, tuple(filters), rest)

    def _tax(self, node: Apply, cand: int, slot: int) -> int:
        """The candidates that cost more to target, and how much, as one operand; 0: none do.

        What a target costs is part of what the ability costs, so it is declared with it."""
        result = 0
        for part in node.args:
            if isinstance(part, Apply) and part.name == "tax":
                more = part.args[0]
                if result or not slot or not isinstance(more, Number):
                    raise NotSupportedError("a target that costs more, here or so")
                taxed = self.asm.temp_set()
                self.asm.emit(OP.COPY, taxed, cand)
                for narrowing in part.args[1:]:
                    self.narrow(taxed, narrowing)
                self.taxes = True
                result = taxed + 256 * more.value
        return result

    def ask_place(self, node: Apply, *, may: bool = False) -> int:
        """Ask for one Expedition, player or region (or as many as the selector says)."""
        kind = self._kind_of(node)
        if kind not in PLACE_KINDS:
            raise NotSupportedError(f"an Expedition, a player or a region: {node}")
        dst = self.asm.new_register()
        slot = self._slot(node, dst)
        self._ask_place(node, kind, dst, slot, may, self._aim(node, kind, dst, slot))
        return register(dst)

    def _ask_place(
        self, node: Apply, kind: str, dst: int, slot: int, may: bool, without: Sequence[Aim]
    ) -> None:
        asm = self.asm
        by = node.keyword("by")
        if by is not None:  # another player picks
            rest = tuple((key, value) for key, value in node.keywords if key != "by")
            asm.emit(OP.DOER, self.players(by))
            self._ask_place(Apply(node.name, node.args, rest), kind, dst, slot, may, without)
            asm.emit(OP.DOER, 0)
            return
        with self.moment():
            if kind == "expedition":
                mask = self._expedition_candidates(self.strip(node))
                mask = self.alu(ALU.AND, mask, self.info(INFO.EXPEDITIONS_OF, EVERYONE))
            elif kind == "player":
                mask = self._player_candidates(self.strip(node))
                mask = self.alu(ALU.AND, mask, self.info(INFO.PLAYERS))
            else:
                mask = self.region_candidates(self.strip(node))
            flags = (ASK.TARGET if node.name == "target" else 0) | self.internal
            if may:
                flags |= ASK.MAY
            least, most = self.limits(node)
            taken = 0
            for aim in without:
                where = register(aim.where)
                taken = self.alu(ALU.OR, taken, where) if taken else where
            if (least, most) == (1, 1):
                asm.emit(OP.ASK_PLACE, dst, mask, PLACE_KINDS[kind], flags | slot << 16, taken)
                return
            done = Label()
            if slot and not self.declaring:
                asm.jump_if(self.info(INFO.DECLARED, slot), done)
            self._ask_places(dst, mask, kind, flags, least, most, taken)
            if slot and self.declaring:
                asm.emit(OP.DECLARED, slot)
            asm.mark(done)

    def _ask_places(
        self, dst: int, mask: int, kind: str, flags: int, least: int, most: int, taken: int
    ) -> None:
        """Several places, one question after the other; fewer where that is allowed."""
        asm = self.asm
        left = asm.temp_register()
        one = asm.temp_register()
        asm.emit(OP.SET, left, mask)
        asm.emit(OP.SET, dst, 0)
        if least != most:
            flags |= ASK.MAY
        count = asm.temp_register()
        asm.emit(OP.SET, count, 0)
        again, done = Label(), Label()
        asm.mark(again)
        more = self.compare(CMP.LT, register(count), most)
        asm.jump_unless(more, done)
        asm.jump_unless(register(left), done)
        asm.emit(OP.ASK_PLACE, one, register(left), PLACE_KINDS[kind], flags, taken)
        asm.jump_unless(register(one), done)
        asm.emit(OP.ALU, dst, ALU.OR, register(dst), register(one))
        asm.emit(OP.ALU, left, ALU.ANDNOT, register(left), register(one))
        asm.emit(OP.ALU, count, ALU.ADD, register(count), 1)
        asm.emit(OP.JMP, again)
        asm.mark(done)

    def declare(self, items: list[Declared]) -> None:
        """The questions of the declaration, in their order."""
        self.declaring = True
        for number, item in enumerate(items):
            self.env = item.environment
            later = [aim.where for other in items[number + 1 :] for aim in other.without]
            self.paired = ASK.PAIRED if item.where in later else 0
            if item.condition is not None:
                self._declare_either(item)
            elif item.modes:
                blocks: list[Callable[[], None]] = [partial(self.declare, m) for m in item.modes]
                self._ask_modes(item.node, item.where, item.slot, blocks)
                self.declaring = True
            elif self._kind_of(item.node) == "objects":
                self._ask(item.node, item.where, item.slot, without=item.without)
            else:
                kind = self._kind_of(item.node)
                self._ask_place(item.node, kind, item.where, item.slot, False, item.without)
        self.declaring, self.paired = False, 0

    paired = 0
    """A flag of the question of a declaration that another one depends on."""

    def _declare_either(self, item: Declared) -> None:
        """One of two lists of choices, as the declaration itself has settled."""
        asm = self.asm
        other, done = Label(), Label()
        assert item.condition is not None
        with self.moment():
            asm.jump_unless(self.truth(item.condition), other)
        self.declare(item.modes[0])
        asm.emit(OP.JMP, done)
        asm.mark(other)
        self.declare(item.modes[1])
        asm.mark(done)
        self.declaring = True

    def _ask_modes(
        self, node: Apply, dst: int, slot: int, blocks: list[Callable[[], None]]
    ) -> None:
        """Choose among blocks, as many as `modes` says, and carry them out in that order."""
        asm = self.asm
        switch = Label()
        with self.moment():
            picks = self.number(node.args[0])
            given = node.keyword("least")
            least = picks if given is None else self.number(given)
            if Word("up_to") in node.args:
                least = 0
            registers = self._mode_registers(node, len(blocks))
            flags = slot << 16 | self.internal | (ASK.LONG if registers > 1 else 0)
            if node.keyword("repeat") is not None:
                flags |= ASK.REPEAT
            asm.emit(OP.ASK_MODE, dst, picks, len(blocks), switch, flags, least)
        copies = [asm.new_register() for _ in range(registers)]
        for i, copy in enumerate(copies):
            asm.emit(OP.SET, copy, register(dst + i))
        self._switch(copies[0], switch, blocks, registers > 1)

    def _mode_registers(self, node: Apply, choices: int) -> int:
        """How many registers it takes to keep the modes that are chosen."""
        few = isinstance(node.args[0], Number) and node.args[0].value <= DIGITS
        return 1 if few or (node.keyword("repeat") is None and choices <= DIGITS) else 3

    def _switch(
        self, digits: int, switch: Label, blocks: list[Callable[[], None]], long: bool
    ) -> None:
        """Carry out the block of each digit, then go on after the last."""
        asm = self.asm
        asm.mark(switch)
        asm.emit(OP.SWITCH, digits, len(blocks), int(long))
        labels = [Label() for _ in blocks]
        done = Label()
        for label in labels:
            asm.emit(OP.JMP, label)
        asm.emit(OP.JMP, done)
        for label, block in zip(labels, blocks, strict=True):
            asm.mark(label)
            block()
            asm.emit(OP.JMP, switch)
        asm.mark(done)
