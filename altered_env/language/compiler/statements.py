"""Passive statements: have, less, more, at_least, can, cant, begin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from altered_env.engine.passives import NO_MAXIMUM
from altered_env.engine.terms import (
    ABILITY,
    COST,
    HAVE,
    KW,
    OP,
)
from altered_env.language.compiler.assembler import NotSupportedError
from altered_env.language.compiler.bindings import READS, walk
from altered_env.language.compiler.paying import Paying
from altered_env.language.compiler.tables import (
    COLUMNS,
    KEYWORD_BITS,
    STATUS_BITS,
    TERRAINS,
    TYPES,
)
from altered_env.language.model import (
    Apply,
    Arithmetic,
    Compare,
    Granted,
    Logic,
    Node,
    Number,
    Word,
)

__all__ = ["Statements"]


class Statements(Paying):
    """Compiles passive statements, each into a row or several."""

    def new_row(self, kind: int) -> Any:
        raise NotImplementedError

    def _have(self, head: Apply) -> None:
        subject, *properties = head.args
        if head.keyword("where") is not None:
            self._have_anywhere(subject, properties)
            return
        for what in properties:
            self._one_have(subject, what)
        for key, value in head.keywords:
            self._have_keyword(subject, key, value)

    def _one_have(self, subject: Node, what: Node) -> None:
        if isinstance(what, Granted):
            for ability in what.abilities:
                row = self.new_row(ABILITY.HAVE)
                row["property"], row["value"] = HAVE.ABILITY, self.builder.nested(ability, self)
                row["writes"] = READS["abilities"]
                self._subject_program(subject, row, None)
            return
        if isinstance(what, Word) and what.name in ("behind", "in_contact"):
            self._have_position(subject, what.name)
            return
        row = self.new_row(ABILITY.HAVE)
        if isinstance(subject, Apply) and subject.name in ("choose", "target", "random"):
            if what != Word("uncounted") or subject.name != "choose" or subject.keywords:
                raise NotSupportedError(f"have({subject}, {what})")
            row["property"], row["writes"] = HAVE.SPARE, READS["limits"]
            self._subject_program(Apply("all", subject.args), row, None)
            return
        if isinstance(what, Apply) and what.name == "tough":
            row["property"], row["writes"] = HAVE.TOUGH, READS["keywords"]
            self._subject_program(subject, row, what.args[0])
        elif isinstance(what, Apply) and what.name == "only":
            row["property"], row["value"] = HAVE.TERRAIN_ONLY, self.terrains(what.args[0])
            row["writes"] = READS["terrain"]
            self._mask_program(subject, row, self.regions)
        elif isinstance(what, Word) and what.name in TERRAINS:
            row["property"], row["value"] = HAVE.TERRAIN_ALSO, TERRAINS[what.name]
            row["writes"] = READS["terrain"]
            self._mask_program(subject, row, self.regions)
        elif isinstance(what, Word) and what.name in KEYWORD_BITS:
            row["property"], row["value"] = HAVE.KEYWORDS, KEYWORD_BITS[what.name]
            row["writes"] = READS["keywords"] | (
                READS["presence"] if what.name == "gigantic" else 0
            )
            self._subject_program(subject, row, None)
        elif isinstance(what, Word) and self.builder.is_subtype(what.name):
            row["property"], row["value"] = HAVE.SUBTYPES, self.builder.subtype(what.name)
            row["writes"] = READS["type"]
            self._subject_program(subject, row, None)
        elif isinstance(what, Word) and what.name in TYPES:
            row["property"], row["value"] = HAVE.TYPE, TYPES[what.name]
            row["writes"] = READS["type"]
            self._subject_program(subject, row, None)
        else:
            raise NotSupportedError(f"have {what}")

    def _have_anywhere(self, subject: Node, properties: list[Node]) -> None:
        """Types of the card itself, also when it is not in play."""
        if subject != Word("me") or self.ability.gates:
            raise NotSupportedError("where=anywhere but for `have(me, ..)` without condition")
        row = self.new_row(ABILITY.BESIDES)
        for what in properties:
            if isinstance(what, Word) and what.name in TYPES:
                row["property"] |= TYPES[what.name]
            else:
                raise NotSupportedError(f"have({what}, where=anywhere)")

    def _have_position(self, subject: Node, name: str) -> None:
        """Expeditions considered behind or In Contact; objects considered In Contact."""
        parts = subject.parts if isinstance(subject, Logic) else (subject,)
        for part in parts:
            row = self.new_row(ABILITY.HAVE)
            if self._is_expedition(part):
                row["property"] = HAVE.BEHIND if name == "behind" else HAVE.IN_CONTACT
                row["writes"] = READS["position"]
                self._mask_program(part, row, self.expeditions)
            elif name == "in_contact":
                row["property"], row["value"] = HAVE.KEYWORDS, KW.IN_CONTACT
                row["writes"] = READS["keywords"]
                self._subject_program(part, row, None)
            else:
                raise NotSupportedError(f"have({part}, {name})")

    def _have_keyword(self, subject: Node, key: str, value: Node) -> None:
        row = self.new_row(ABILITY.HAVE)
        if key in ("reserve_limit", "landmark_limit"):
            row["property"] = HAVE.RESERVE_LIMIT if key == "reserve_limit" else HAVE.LANDMARK_LIMIT
            row["writes"] = READS["limits"]
            asm = self.asm
            asm.start_program()
            row["subject"] = asm.here
            asm.emit(OP.SET, 1, self.players(subject))
            asm.emit(OP.SET, 0, self.number(value))
            asm.emit(OP.END)
            row["reads"] = self._gate_reads()
        elif key == "max":
            row["property"], row["writes"] = HAVE.MAXIMUM, READS["limits"]
            if value == Word("none"):
                value = Arithmetic("+", Word("n"), Number(NO_MAXIMUM))
            if not isinstance(value, Arithmetic) or value.left != Word("n"):
                raise NotSupportedError(f"have(.., max={value})")
            self._subject_program(subject, row, Arithmetic(value.op, Number(0), value.right))
        elif key in ("forest", "mountain", "water"):
            row["property"], row["value"] = HAVE.STATISTIC, COLUMNS[key]
            row["writes"] = READS["statistics"]
            if isinstance(value, Arithmetic) and value.left == Word("n") and value.op in ("+", "-"):
                row["property"] = HAVE.STATISTIC_MORE  # so much more than it was
                value = Arithmetic(value.op, Number(0), value.right)
            if Word("n") in walk(value):
                raise NotSupportedError(f"have(.., {key}={value})")
            self._subject_program(subject, row, value)
        elif key == "stats" and value == Word("highest"):
            row["property"] = HAVE.HIGHEST
            row["writes"] = READS["statistics"]
            self._subject_program(subject, row, None)
        else:
            raise NotSupportedError(f"have(.., {key}=)")

    def _subject_program(self, subject: Node, row: Any, amount: Node | None) -> None:
        """Set 1: whom it speaks of; register 0: by how much."""
        asm = self.asm
        asm.start_program()
        row["subject"] = asm.here
        self.reads = READS["abilities"]
        n = self.number(amount) if amount is not None else 0
        s = self.reference(subject)
        asm.emit(OP.COPY, 1, s)
        asm.emit(OP.SET, 0, n)
        asm.emit(OP.END)
        row["reads"] = self.reads | self._gate_reads()

    def _mask_program(self, subject: Node, row: Any, mask_of: Callable[[Node], int]) -> None:
        """Register 1: the regions or Expeditions it speaks of."""
        asm = self.asm
        asm.start_program()
        row["subject"] = asm.here
        self.reads = READS["abilities"]
        asm.emit(OP.SET, 1, mask_of(subject))
        asm.emit(OP.SET, 0, 0)
        asm.emit(OP.END)
        row["reads"] = self.reads | self._gate_reads()

    def _gate_reads(self) -> int:
        """What the gates read: everything, where there are any."""
        return 255 if self.ability.gates else 0

    def _cost(self, head: Apply) -> None:
        row = self.new_row(ABILITY.COST)
        row["property"] = {"less": COST.LESS, "more": COST.MORE, "at_least": COST.AT_LEAST}[
            head.name
        ]
        amount, event, *rest = head.args
        if amount == Word("free"):
            row["property"] = COST.FREE
            amount = Number(0)
        self.pattern(event, row, self._so_often_before(head, event))
        asm = self.asm
        asm.start_program()
        row["amount"] = asm.here
        asm.emit(OP.SET, 0, self.number(amount))
        asm.emit(OP.END)
        if Word("may") in rest:
            row["optional"] = 1
        for key, value in head.keywords:
            if key == "min" and isinstance(value, Number):
                row["floor"] = value.value
            elif key == "cost":
                row["optional"] = 1
                asm.start_program()
                row["cost_check"] = asm.here
                self._check_costs((value,))
                asm.start_program()
                row["cost"] = asm.here
                self.commits, self.paying = False, True
                self.step(value)
                asm.emit(OP.END)
                self.commits, self.paying = True, False
            elif key not in ("nth", "this"):
                raise NotSupportedError(f"{head.name}(.., {key}=)")

    def _so_often_before(self, head: Apply, event: Node) -> tuple[Node, ...]:
        """`nth=` of what is about to be played: so often, less one, has it happened."""
        nth = head.keyword("nth")
        if nth is None:
            return ()
        if not isinstance(nth, Number):
            raise NotSupportedError(f"{head.name}(.., nth={nth})")
        count = Apply("happened", (event,), (("this", head.keyword("this") or Word("turn")),))
        return (Compare("==", count, Number(nth.value - 1)),)

    def _cant(self, head: Apply) -> None:
        event = head.args[0]
        if isinstance(event, Apply) and event.name == "moves" and isinstance(event.args[0], Logic):
            for part in event.args[0].parts:
                row = self.new_row(ABILITY.CANT)
                self.pattern(Apply("moves", (part, *event.args[1:]), event.keywords), row)
            return
        row = self.new_row(ABILITY.CANT)
        self.pattern(event, row)

    def _can(self, head: Apply) -> None:
        row = self.new_row(ABILITY.CAN)
        even = head.keyword("even")
        self.pattern(head.args[0], row)
        if isinstance(even, Word) and even.name in STATUS_BITS:
            row["even"] = STATUS_BITS[even.name]
        elif even == Word("defender"):
            row["even"] = KW.DEFENDER << 8
        else:
            raise NotSupportedError(f"can(.., even={even})")

    def _signature(self, head: Apply) -> None:
        """The token that goes with a Hero: a fact about the card, no ability."""
        (token,) = head.args
        if not isinstance(token, Word):
            raise NotSupportedError(f"the Signature token {token}")
        self.builder.signature = self.builder.token(token.name) + 1

    def _begin(self, head: Apply) -> None:
        """Counters that a Hero starts the game with (2.5.e)."""
        for name, value in head.keywords:
            if not isinstance(value, Number):
                raise NotSupportedError(f"begin({name}={value})")
            kind = self.builder.counter(name)
            row = self.new_row(ABILITY.BEGIN)
            row["property"] = kind if kind is not None else 0
            row["value"] = value.value
