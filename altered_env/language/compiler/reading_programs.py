"""Restrictions on read-only programs: gates, conditions, amounts, subjects, checks of a cost.

They may run at any point (`engine/reading.py`), so they cannot ask, roll or change anything:
`while_(draw(1))` and `have(target(character), defender)` are meaningless.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from altered_env.engine.layout import CODE_WIDTH
from altered_env.engine.opcodes import INFO, OP
from altered_env.engine.terms import Z
from altered_env.language.compiler.program import NotSupportedError

READING = {
    OP.JMP,
    OP.JZ,
    OP.JNZ,
    OP.SET,
    OP.ALU,
    OP.CMP,
    OP.ATTR,
    OP.REL,
    OP.INFO,
    OP.HIST,
    OP.ZONE,
    OP.FILTER,
    OP.FILTER_BITS,
    OP.FILTER_SUBTYPE,
    OP.COPY,
    OP.AND,
    OP.OR,
    OP.SUB,
    OP.CLEAR,
    OP.ME,
    OP.IT,
    OP.SIZE,
    OP.POP,
    OP.EXTREME,
}
PROGRAMS = {
    "gate": READING,
    "condition": READING,
    "subject": READING,
    "amount": READING,
    "cost_check": READING | {OP.ALLOW},
}
_IN_PLAY = Z.PLAY_MASK | 1 << Z.HERO
_SETTLED = {
    INFO.BEHIND,
    INFO.AHEAD,
    INFO.TIED,
    INFO.IN_CONTACT,
    INFO.IN_TERRAIN,
    INFO.ASCENDED,
    INFO.REGIONS_VISIBLE,
    INFO.FACING_OF,
    INFO.OTHER_OF,
    INFO.EXPEDITIONS_OF,
    INFO.OPPONENTS,
    INFO.CONTROLLERS_OF,
    INFO.REGION_OF,
    INFO.REGIONS,
    INFO.REGIONS_STARTING,
    INFO.REGIONS_WITH,
    INFO.REGIONS_ONLY,
    INFO.REGIONS_COUNTED,
    INFO.REGIONS_AMONG,
    INFO.EXPEDITIONS_AT,
    INFO.BETWEEN,
    INFO.COUNT_BITS,
    INFO.NEXT_EXPEDITION,
    INFO.YOU,
    INFO.DOER,
    INFO.BIT,
    INFO.RULE,
    INFO.MARKED,
}
"""State that never changes, or changes only when an Expedition moves, a region is revealed or an
object enters play: passive abilities are then evaluated again in any case."""


def check_programs(row: Any, words: Sequence[int]) -> None:
    """Refuse an ability that acts or asks where it can only read.

    >>> check_programs(dict.fromkeys(PROGRAMS, 0), [OP.SET, 2, 1, 0, 0, 0, 0, 0, OP.END] + [0] * 7)
    >>> check_programs(dict.fromkeys(PROGRAMS, 0), [OP.ROLL] + [0] * 7 + [OP.END] + [0] * 7)
    Traceback (most recent call last):
    ...
    altered_env.language.compiler.program.NotSupportedError: a step or a choice in its gate
    """
    for name, allowed in PROGRAMS.items():
        at = int(row[name])
        while 0 <= at < len(words) and words[at] != OP.END:
            if words[at] not in allowed:
                raise NotSupportedError(f"a step or a choice in its {name.replace('_', ' ')}")
            at += CODE_WIDTH


def reads_beyond_play(ability: Any, words: Sequence[int]) -> bool:
    """Return whether this statement, a row of the book, depends on more than the objects in play
    and the positions of Expeditions: hands, Decks, the current turn, today's events. If one does,
    all are evaluated again after every step. `words` is the code of the book."""
    return any(_reads(int(ability[name]), words) for name in ("gate", "subject"))


def _reads(at: int, words: Sequence[int]) -> bool:
    while at > 0 and words[at] != OP.END:
        op, _, second = words[at : at + 3]
        if op == OP.HIST or (op == OP.ZONE and second & ~_IN_PLAY):
            return True
        if op == OP.INFO and second not in _SETTLED:
            return True
        at += CODE_WIDTH
    return False
