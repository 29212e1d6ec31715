"""Programs that only read: gates, conditions, amounts, subjects, checks of a cost.

They run in the middle of anything (`engine/reading.py`), so that nothing can be asked, rolled or
done in them: `while_(draw(1))` and `have(target(character), defender)` mean nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from altered_env.engine.layout import CODE_WIDTH
from altered_env.engine.opcodes import OP
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


def check_programs(row: Any, words: Sequence[int]) -> None:
    """Refuse an ability that would do or ask something where it can only read.

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
