"""The programs of an ability, read back from the book: where their branches begin, and which
of their instructions do something."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from altered_env.engine.layout import CODE_WIDTH
from altered_env.engine.opcodes import OP
from altered_env.engine.terms import names
from altered_env.language.book import Book

PROGRAMS = ("gate", "condition", "cost_check", "cost", "effect", "otherwise", "subject", "amount")
"""Every program of an ability but its declaration, which repeats the choices of its effect."""

_OPS = names(OP)
# fmt: off
_PURE = {
    OP.END, OP.JMP, OP.JZ, OP.JNZ, OP.SET, OP.ALU, OP.CMP, OP.ATTR, OP.REL, OP.INFO, OP.HIST,
    OP.ZONE, OP.COPY, OP.AND,
    OP.OR, OP.SUB, OP.CLEAR, OP.ME, OP.IT, OP.SIZE, OP.POP, OP.EXTREME, OP.TOP, OP.RANDOM,
    OP.ASK_OBJECTS, OP.ASK_PLACE, OP.ASK_YES, OP.ASK_NUMBER, OP.ASK_MODE, OP.COMMIT, OP.RESULT,
    OP.READ, OP.DOER, OP.SWITCH, OP.CAN_DECLARE, OP.PROMISE, OP.DECLARED, OP.ALLOW, OP.HOLD,
}
# fmt: on
"""What only reads, asks or goes elsewhere; everything else does something in the game."""
_IDLE = {OP.END, OP.JMP, OP.COMMIT, OP.PROMISE, OP.RESULT}


@dataclass(frozen=True, slots=True)
class Program:
    """A program of an ability: the addresses of what matters in it."""

    ability: int
    name: str
    start: int
    places: tuple[int, ...]
    """Every instruction of it."""
    branches: tuple[int, ...]
    """Where each stretch begins that is carried out as a whole or not at all."""
    deeds: tuple[int, ...]
    """The instructions that stage an action, play a card, make an emblem, change a step."""


def rows_of(book: Book, reference: str) -> list[int]:
    """The abilities of a card in the book: its own, then those that it grants or leaves behind."""
    return sorted(row for row, info in book.abilities.items() if info.reference == reference)


def programs_of(book: Book, row: int) -> list[Program]:
    """The programs of an ability.

    >>> from altered_env import cards
    >>> from altered_env.game.books import book_of
    >>> book = book_of([cards.find("Foundry Armorer R1")])
    >>> [program.name for program in programs_of(book, 0)]
    ['effect']
    """
    ability = book.record["ability"][0, row]
    code = book.record["code"][0]
    return [_program(code, row, name, int(ability[name])) for name in PROGRAMS if ability[name] > 0]


def _does(op: int) -> bool:
    """Is it an instruction that does something?"""
    return op not in _PURE and not _OPS[op].startswith("FILTER")


def _program(code: NDArray[np.int32], row: int, name: str, start: int) -> Program:
    leads = {start}
    places: set[int] = set()
    waiting = [start]
    while waiting:
        at = waiting.pop()
        if at in places:
            continue
        places.add(at)
        op = int(code[at])
        after = list(_after(code, at))
        if op in (OP.JZ, OP.JNZ, OP.SWITCH, OP.JMP):
            leads.update(after)
        waiting += after
    deeds = tuple(sorted(at for at in places if _does(int(code[at]))))
    branches = tuple(sorted(at for at in leads if not _idle(code, at, leads)))
    return Program(row, name, start, tuple(sorted(places)), branches, deeds)


def _after(code: NDArray[np.int32], at: int) -> Iterator[int]:
    """Where an instruction may lead."""
    op = int(code[at])
    if op == OP.JMP:
        yield int(code[at + 1])
    elif op == OP.SWITCH:
        for mode in range(int(code[at + 2]) + 1):
            yield at + CODE_WIDTH * (1 + mode)
    elif op != OP.END:
        if op in (OP.JZ, OP.JNZ):
            yield int(code[at + 2])
        yield at + CODE_WIDTH


def _idle(code: NDArray[np.int32], at: int, leads: set[int]) -> bool:
    """Does the stretch that begins here hold nothing of interest?"""
    while int(code[at]) in _IDLE:
        if int(code[at]) in (OP.END, OP.JMP) or at + CODE_WIDTH in leads:
            return True
        at += CODE_WIDTH
    return False


def described(book: Book, program: Program, at: int) -> str:
    """An instruction in words: `effect+3 CREATE`, the fourth of the effect."""
    code = book.record["code"][0]
    return f"{program.name}+{(at - program.start) // CODE_WIDTH} {_OPS[int(code[at])]}"
