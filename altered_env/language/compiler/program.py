"""Assembling programs: instructions, labels, registers and sets; arithmetic, comparisons.

>>> asm = Assembler(base=0)
>>> asm.emit(OP.SET, 1, 5)
0
>>> asm.emit(OP.END)
8
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from altered_env.engine.layout import CODE_WIDTH, REGISTERS, SETS
from altered_env.engine.opcodes import ALU, INFO, OP
from altered_env.engine.reading import REGISTER_BASE


class NotSupportedError(Exception):
    """A construct of the notation that the compiler cannot express yet."""


@dataclass(slots=True)
class Label:
    """The target of jumps in a program, possibly not placed yet."""

    at: int = -1
    uses: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Loop:
    """The beginning of a loop and its exit."""

    again: Label
    done: Label


def register(number: int) -> int:
    """Return the operand that names an integer register."""
    return REGISTER_BASE + number


def is_register(operand: int) -> bool:
    return operand >= REGISTER_BASE


class Assembler:
    """Emits instructions for one program after another; addresses are the book's.

    Registers 0 and 1 and sets 0 and 1 have fixed meanings (see `reading.evaluate` and
    `F.RESULT`). Lasting ones are allocated from the bottom, temporary ones from the top; the
    first of them hold the values that an emblem keeps (`engine/captures.py`).
    """

    def __init__(self, base: int) -> None:
        self.base = base
        self.words: list[int] = []
        self.first_register = self.first_set = 2
        self.start_program()

    def start_program(self) -> None:
        """Release registers and sets before another ability."""
        self.next_register = self.first_register
        self.next_set = self.first_set
        self.top_register = REGISTERS
        self.top_set = SETS

    @contextmanager
    def program(self, keep: bool = False) -> Iterator[int]:
        """Begin a program and yield its address. `keep` preserves the registers of the previous
        program, to which it refers."""
        if not keep:
            self.start_program()
        yield self.here
        self.emit(OP.END)

    @property
    def here(self) -> int:
        return self.base + len(self.words)

    def emit(self, op: int, *operands: int | Label) -> int:
        """Append an instruction; return its address."""
        at = self.here
        row = [op]
        for operand in operands:
            if isinstance(operand, Label):
                if operand.at < 0:
                    operand.uses.append(len(self.words) + len(row))
                row.append(operand.at)
            else:
                row.append(operand)
        row.extend([0] * (CODE_WIDTH - len(row)))
        self.words.extend(row)
        return at

    def mark(self, label: Label) -> None:
        """Place the label here."""
        label.at = self.here
        for use in label.uses:
            self.words[use] = label.at

    def new_register(self) -> int:
        number = self.next_register
        self.next_register += 1
        self._room()
        return number

    def new_set(self) -> int:
        number = self.next_set
        self.next_set += 1
        self._room()
        return number

    def temp_register(self) -> int:
        self.top_register -= 1
        self._room()
        return self.top_register

    def temp_set(self) -> int:
        self.top_set -= 1
        self._room()
        return self.top_set

    def _room(self) -> None:
        if self.next_register > self.top_register or self.next_set > self.top_set:
            raise NotSupportedError("the ability needs more registers than a frame has")

    def jump_unless(self, operand: int, label: Label) -> None:
        self.emit(OP.JZ, operand, label)

    def jump_if(self, operand: int, label: Label) -> None:
        self.emit(OP.JNZ, operand, label)

    @contextmanager
    def moment(self) -> Iterator[None]:
        """Release the temporary registers and sets allocated inside."""
        registers, sets = self.top_register, self.top_set
        try:
            yield
        finally:
            self.top_register, self.top_set = registers, sets

    @contextmanager
    def loop(self) -> Iterator[Loop]:
        """Repeat the block until it jumps to the end."""
        loop = Loop(Label(), Label())
        self.mark(loop.again)
        yield loop
        self.emit(OP.JMP, loop.again)
        self.mark(loop.done)

    # instructions that leave a number in a register, or objects in a set, and return its operand

    def info(self, what: int, operand: int = 0) -> int:
        r = self.temp_register()
        self.emit(OP.INFO, r, what, operand)
        return register(r)

    def you(self) -> int:
        return self.info(INFO.YOU)

    def alu(self, how: int, a: int, b: int) -> int:
        r = self.temp_register()
        self.emit(OP.ALU, r, how, a, b)
        return register(r)

    def compare(self, how: int, a: int, b: int) -> int:
        r = self.temp_register()
        self.emit(OP.CMP, r, how, a, b)
        return register(r)

    def size(self, s: int) -> int:
        r = self.temp_register()
        self.emit(OP.SIZE, r, s)
        return register(r)

    def me_set(self, now: bool = False) -> int:
        s = self.temp_set()
        self.emit(OP.ME, s, 1 if now else 0)
        return s

    def require(self, operand: int, first: bool) -> None:
        """Set register 0, the program's answer, to nonzero if the operand and those before it
        are."""
        if first:
            self.emit(OP.SET, 0, operand)
        else:
            self.emit(OP.ALU, 0, ALU.MUL, register(0), operand)
