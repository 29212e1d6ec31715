"""`cant` and `can`."""

from __future__ import annotations

from altered_env.engine.terms import ABILITY, KW
from altered_env.language.compiler.abilities.underway import Entry, statement
from altered_env.language.compiler.patterns import pattern
from altered_env.language.compiler.program import NotSupportedError
from altered_env.language.compiler.words import STATUS_BITS
from altered_env.language.model import Apply, Logic, Word


@statement("cant")
def cant(entry: Entry, head: Apply) -> None:
    """What cannot happen."""
    scope = entry.scope
    event = head.args[0]
    if isinstance(event, Apply) and event.name == "moves" and isinstance(event.args[0], Logic):
        for part in event.args[0].parts:
            row = entry.new_row(ABILITY.CANT)
            pattern(scope, Apply("moves", (part, *event.args[1:]), event.keywords), row)
        return
    row = entry.new_row(ABILITY.CANT)
    pattern(scope, event, row)


@statement("can")
def can(entry: Entry, head: Apply) -> None:
    """Exceptions to a prohibition."""
    scope = entry.scope
    row = entry.new_row(ABILITY.CAN)
    even = head.keyword("even")
    pattern(scope, head.args[0], row)
    if isinstance(even, Word) and even.name in STATUS_BITS:
        row["even"] = STATUS_BITS[even.name]
    elif even == Word("defender"):
        row["even"] = KW.DEFENDER << 8
    else:
        raise NotSupportedError(f"can(.., even={even})")
