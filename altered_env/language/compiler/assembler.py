"""Bytecode in the making: instructions, labels, registers and sets.

>>> asm = Assembler(base=0)
>>> asm.emit(OP.SET, 1, 5)
0
>>> asm.emit(OP.END)
8
"""

from __future__ import annotations

from dataclasses import dataclass, field

from altered_env.engine.layout import CODE_WIDTH, REGISTERS, SETS
from altered_env.engine.reading import REGISTER_BASE
from altered_env.engine.terms import OP

__all__ = ["Assembler", "Label", "NotSupportedError", "is_register", "register"]


class NotSupportedError(Exception):
    """A construct of the notation that the compiler cannot express yet."""


@dataclass(slots=True)
class Label:
    """A place in a program that jumps lead to, known or not yet known."""

    at: int = -1
    uses: list[int] = field(default_factory=list)


def register(number: int) -> int:
    """The operand that names an integer register."""
    return REGISTER_BASE + number


def is_register(operand: int) -> bool:
    return operand >= REGISTER_BASE


class Assembler:
    """Emits instructions for one program after the other; addresses are the book's.

    Registers 0 and 1 and sets 0 and 1 have fixed meanings (see `reading.evaluate` and
    `F.RESULT`). Others are taken from below when they must last, from above for a moment; the
    first of them hold what an emblem keeps, if it is an ability of one (`engine/keeping.py`).
    """

    def __init__(self, base: int) -> None:
        self.base = base
        self.words: list[int] = []
        self.first_register = self.first_set = 2
        self.start_program()

    def start_program(self) -> None:
        """Forget registers and sets: another ability begins."""
        self.next_register = self.first_register
        self.next_set = self.first_set
        self.top_register = REGISTERS
        self.top_set = SETS

    @property
    def here(self) -> int:
        return self.base + len(self.words)

    def emit(self, op: int, *operands: int | Label) -> int:
        """Add an instruction; returns its address."""
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
        """The label is here."""
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
