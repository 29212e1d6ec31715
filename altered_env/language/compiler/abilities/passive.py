"""Passive statements: `signature`, `begin`, `cant` and `can`."""

from __future__ import annotations

from altered_env.engine.terms import ABILITY, KW
from altered_env.language.compiler.abilities.underway import STATEMENTS, Entry, ability, statement
from altered_env.language.compiler.patterns import pattern
from altered_env.language.compiler.program import NotSupportedError
from altered_env.language.compiler.words import STATUS_BITS
from altered_env.language.model import Apply, Logic, Number, Word


@ability("passive")
def passive(entry: Entry) -> None:
    """Compile a statement that holds while the ability works, by its first word."""
    head = entry.ability.head
    if not isinstance(head, Apply):
        raise NotSupportedError(f"the statement {head}")
    compile_statement = STATEMENTS.get(head.name)
    if compile_statement is None:
        raise NotSupportedError(f"the statement {head.name}(..)")
    compile_statement(entry, head)


@statement("signature")
def signature(entry: Entry, head: Apply) -> None:
    """Record the token that goes with a Hero: a fact about the card, not an ability."""
    if entry.granted:
        raise NotSupportedError("signature(..) of an ability that is granted")
    (token,) = head.args
    if not isinstance(token, Word):
        raise NotSupportedError(f"the Signature token {token}")
    entry.signature = entry.scope.numbering.token(token.name) + 1


@statement("begin")
def begin(entry: Entry, head: Apply) -> None:
    """Record counters with which a Hero starts the game (2.5.e)."""
    scope = entry.scope
    for name, value in head.keywords:
        if not isinstance(value, Number):
            raise NotSupportedError(f"begin({name}={value})")
        kind = scope.numbering.counter(name)
        row = entry.new_row(ABILITY.BEGIN)
        row["property"] = kind if kind is not None else 0
        row["value"] = value.value


@statement("cant")
def cant(entry: Entry, head: Apply) -> None:
    """Compile a prohibition."""
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
    """Compile exceptions to a prohibition."""
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
