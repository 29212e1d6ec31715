"""What every part of the compiler has: registers for a moment, numbers, tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from altered_env.engine.terms import ALU, INFO, OP
from altered_env.language.compiler.assembler import Assembler, NotSupportedError, register
from altered_env.language.compiler.bindings import Aim, Binding, Declared
from altered_env.language.compiler.tables import DURATIONS
from altered_env.language.model import Apply, Node, Word

if TYPE_CHECKING:
    from altered_env.language.compiler.book import BookBuilder

__all__ = ["Core"]


class Core:
    """What every part of the compiler has."""

    def __init__(self, builder: BookBuilder, asm: Assembler) -> None:
        self.builder = builder
        self.asm = asm
        self.env: dict[str, Binding] = {}
        self.reads = 0
        self.negated = False
        """What is compiled is to be left out: `~x`."""
        self.self_play = False
        self.declaring = False
        self.it_place = False
        """`it` is the Expedition that moved, or failed to."""
        self.it_before = False
        """`it` of a Reaction is about what left: what is asked about it is as it last was."""
        self.it_played = False
        """`it` of a Reaction is what was played: its Base Cost is the one it was played at."""
        self.about_roll = False
        """`n` is how many dice are rolled."""
        self.spell_effect = False
        """What is compiled is the effect of a Spell, or its declaration."""
        self.internal = 0
        self.allowing: tuple[int, int, int, int] | None = None
        """What a cost is about to do to the object it picks: it must be possible."""
        self.doing: tuple[int, int, int, int] | None = None
        """What a step is about to do to the object that is chosen for it, the same."""
        self.all_paid = False
        """Several cards are picked to be played, and their costs are to be paid (5.2.c)."""
        self.aimed: list[Aim] = []
        """What the step under way targets already: nothing is a target of it twice (6.5.b)."""
        self.changed: frozenset[str] = frozenset()
        """What the steps before the one under way change: what it needs of it, they decide."""
        self.among: list[frozenset[Node]] = []
        """What conditions around the step under way find there, after steps that moved objects."""
        self.taxes = False
        """A target costs more: it is declared under every ruleset."""
        self.hoist = False
        self.slots = 0
        self.declared: list[Declared] = []
        self.x_register: int | None = None

    @contextmanager
    def moment(self) -> Iterator[None]:
        """Registers and sets taken inside from above are free again after it."""
        registers, sets = self.asm.top_register, self.asm.top_set
        try:
            yield
        finally:
            self.asm.top_register, self.asm.top_set = registers, sets

    @contextmanager
    def inverted(self) -> Iterator[None]:
        """What is compiled inside is to be left out."""
        self.negated = not self.negated
        yield
        self.negated = not self.negated

    def info(self, what: int, operand: int = 0) -> int:
        r = self.asm.temp_register()
        self.asm.emit(OP.INFO, r, what, operand)
        return register(r)

    def alu(self, how: int, a: int, b: int) -> int:
        r = self.asm.temp_register()
        self.asm.emit(OP.ALU, r, how, a, b)
        return register(r)

    def compare(self, how: int, a: int, b: int) -> int:
        r = self.asm.temp_register()
        self.asm.emit(OP.CMP, r, how, a, b)
        return register(r)

    def size(self, s: int) -> int:
        r = self.asm.temp_register()
        self.asm.emit(OP.SIZE, r, s)
        return register(r)

    def require(self, operand: int, first: bool) -> None:
        """Register 0, what a program answers, is not zero if the operand is not, nor those before
        it were."""
        if first:
            self.asm.emit(OP.SET, 0, operand)
        else:
            self.asm.emit(OP.ALU, 0, ALU.MUL, register(0), operand)

    def me_set(self, now: bool = False) -> int:
        s = self.asm.temp_set()
        self.asm.emit(OP.ME, s, 1 if now else 0)
        return s

    def you(self) -> int:
        return self.info(INFO.YOU)

    def duration(self, node: Node) -> int:
        """A duration that something of today has: the turn, the Afternoon, the Day."""
        if isinstance(node, Word) and node.name in DURATIONS:
            return DURATIONS[node.name]
        raise NotSupportedError(f"the duration {node}")

    _optional: Apply | None = None

    paying = False
    """True while what is compiled is a cost."""

    # what the other parts of the compiler give

    def _branch(self, test: int, then: Node, otherwise: Node | None) -> None:
        raise NotImplementedError

    def _can_spend(self, node: Apply) -> int:
        raise NotImplementedError

    def _counters(self, node: Apply) -> list[tuple[str, Node]]:
        raise NotImplementedError

    def _kind_of(self, node: Apply) -> str:
        raise NotImplementedError

    def strip(self, node: Apply) -> Apply:
        raise NotImplementedError

    def marker_chosen(self, node: Apply) -> int:
        raise NotImplementedError

    def act_of(self, node: Node) -> tuple[int, int, int, int] | None:
        raise NotImplementedError

    def ask_place(self, node: Apply, *, may: bool = False) -> int:
        raise NotImplementedError

    def as_played(self, node: Node) -> int:
        raise NotImplementedError

    def known(self, node: Node) -> int:
        raise NotImplementedError

    def number(self, node: Node) -> int:
        raise NotImplementedError

    def truth(self, node: Node) -> int:
        raise NotImplementedError

    def measured(self, node: Node) -> list[int]:
        raise NotImplementedError

    def possible_play(self, node: Apply) -> int:
        raise NotImplementedError

    def possible_activation(self, node: Apply) -> int:
        raise NotImplementedError

    def pick(
        self,
        node: Apply,
        *,
        may: bool = False,
        default: int | None = None,
        own: bool = False,
        playable: tuple[int, int] | None = None,
    ) -> int:
        raise NotImplementedError
