"""`less`, `more` and `at_least`: costs of cards."""

from __future__ import annotations

from altered_env.engine.opcodes import OP
from altered_env.engine.terms import ABILITY, COST
from altered_env.language.compiler.abilities.underway import Entry, statement
from altered_env.language.compiler.patterns import pattern
from altered_env.language.compiler.paying import check_costs
from altered_env.language.compiler.program import NotSupportedError
from altered_env.language.model import Apply, Compare, Node, Number, Word


@statement("less", "more", "at_least")
def cost(entry: Entry, head: Apply) -> None:
    """Compile a change of play costs, optional or not."""
    scope = entry.scope
    row = entry.new_row(ABILITY.COST)
    row["property"] = {"less": COST.LESS, "more": COST.MORE, "at_least": COST.AT_LEAST}[head.name]
    amount, event, *rest = head.args
    if amount == Word("free"):
        row["property"] = COST.FREE
        amount = Number(0)
    pattern(scope, event, row, _so_often_before(head, event))
    asm = scope.asm
    with asm.program() as row["amount"]:
        asm.emit(OP.SET, 0, scope.number(amount))
    if Word("may") in rest:
        row["optional"] = 1
    for key, value in head.keywords:
        if key == "min" and isinstance(value, Number):
            row["floor"] = value.value
        elif key == "cost":
            row["optional"] = 1
            with asm.program() as row["cost_check"]:
                check_costs(scope, (value,))
            with asm.program() as row["cost"], scope.inside(commits=False, paying=True):
                scope.step(value)
        elif key not in ("nth", "this"):
            raise NotSupportedError(f"{head.name}(.., {key}=)")


def _so_often_before(head: Apply, event: Node) -> tuple[Node, ...]:
    """Subtract one, since `nth=` counts the card about to be played."""
    nth = head.keyword("nth")
    if nth is None:
        return ()
    if not isinstance(nth, Number):
        raise NotSupportedError(f"{head.name}(.., nth={nth})")
    count = Apply("happened", (event,), (("this", head.keyword("this") or Word("turn")),))
    return (Compare("==", count, Number(nth.value - 1)),)
