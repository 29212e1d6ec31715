"""A Spell's effect."""

from __future__ import annotations

from altered_env.engine.terms import ABILITY, FN
from altered_env.language.compiler.abilities.effect import effect
from altered_env.language.compiler.abilities.underway import Entry, ability


@ability("effect")
def spell(entry: Entry) -> None:
    """The effect of a Spell, resolved from Limbo."""
    scope = entry.scope
    row = entry.new_row(ABILITY.SPELL)
    row["works"] = FN.LIMBO
    scope.means(spell=True)
    effect(scope, row, entry.ability.body)
