"""Passive statements."""

from __future__ import annotations

from altered_env.engine.terms import ABILITY
from altered_env.language.compiler.abilities.underway import STATEMENTS, Entry, ability, statement
from altered_env.language.compiler.program import NotSupportedError
from altered_env.language.model import Apply, Number, Word


@ability("passive")
def passive(entry: Entry) -> None:
    """What holds while the ability works, as its first word says."""
    head = entry.ability.head
    if not isinstance(head, Apply):
        raise NotSupportedError(f"the statement {head}")
    compile_statement = STATEMENTS.get(head.name)
    if compile_statement is None:
        raise NotSupportedError(f"the statement {head.name}(..)")
    compile_statement(entry, head)


@statement("signature")
def signature(entry: Entry, head: Apply) -> None:
    """The token that goes with a Hero: a fact about the card, no ability."""
    if entry.granted:
        raise NotSupportedError("signature(..) of an ability that is granted")
    (token,) = head.args
    if not isinstance(token, Word):
        raise NotSupportedError(f"the Signature token {token}")
    entry.signature = entry.scope.numbering.token(token.name) + 1


@statement("begin")
def begin(entry: Entry, head: Apply) -> None:
    """Counters that a Hero starts the game with (2.5.e)."""
    scope = entry.scope
    for name, value in head.keywords:
        if not isinstance(value, Number):
            raise NotSupportedError(f"begin({name}={value})")
        kind = scope.numbering.counter(name)
        row = entry.new_row(ABILITY.BEGIN)
        row["property"] = kind if kind is not None else 0
        row["value"] = value.value
