"""Quick actions: costs and effects."""

from __future__ import annotations

from altered_env.engine.layout import REGISTERS, SETS
from altered_env.engine.terms import ABILITY
from altered_env.language.compiler.abilities.effect import effect
from altered_env.language.compiler.abilities.underway import Entry, ability
from altered_env.language.compiler.paying import check_costs, stage_cost
from altered_env.language.compiler.words import SYMBOLS
from altered_env.language.model import Word


@ability("quick")
def quick(entry: Entry) -> None:
    """Compile its costs, checked and paid, and its effect, which can refer to the cards paid."""
    scope = entry.scope
    row = entry.new_row(ABILITY.QUICK)
    asm = scope.asm
    for cost in entry.ability.costs:
        if isinstance(cost, Word) and cost.name in SYMBOLS:
            row["symbol"] = int(row["symbol"]) | SYMBOLS[cost.name]
    with asm.program() as row["cost_check"]:
        check_costs(scope, entry.ability.costs)
    with asm.program() as row["cost"], scope.inside(commits=False, paying=True):
        for cost in entry.ability.costs:
            stage_cost(scope, cost, entry.ability.costs)
    asm.top_register, asm.top_set = REGISTERS, SETS
    effect(scope, row, entry.ability.body, keep=True)
