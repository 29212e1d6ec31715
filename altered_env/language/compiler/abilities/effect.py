"""The program of an effect, and the declaration of its targets and modes; also Spells."""

from __future__ import annotations

from typing import Any

from altered_env.engine.terms import ABILITY, FN
from altered_env.language.compiler.abilities.underway import Entry, ability
from altered_env.language.compiler.declaring import declare
from altered_env.language.compiler.paying import bind_paid
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.steps.stepping import do
from altered_env.language.model import Node


def effect(scope: Scope, row: Any, body: Node | None, *, keep: bool = False) -> None:
    """Write both; `keep` preserves registers of the first part to which the effect refers."""
    asm = scope.asm
    scope.aimed, scope.slots, scope.taxes = [], 0, False
    with asm.program(keep) as row["effect"], scope.declaring_apart() as declared:
        for name, paid in scope.paid.items():
            scope.bind(name, bind_paid(scope, paid))
        with scope.inside(declares=True):
            if body is not None:
                do(scope, body)
    if declared:
        with asm.program(keep=True) as row["declare"]:
            declare(scope, declared)
        row["targets"] = scope.slots
        row["declares"] = int(scope.taxes)


@ability("effect")
def spell(entry: Entry) -> None:
    """Write the effect of a Spell, resolved from Limbo."""
    scope = entry.scope
    row = entry.new_row(ABILITY.SPELL)
    row["works"] = FN.LIMBO
    scope.means(spell=True)
    effect(scope, row, entry.ability.body)
