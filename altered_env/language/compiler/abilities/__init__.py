"""Abilities: a function for each kind, and for each passive statement.

Importing this package registers all of them.
"""

from altered_env.language.compiler.abilities import (  # noqa: F401  # each registers its kinds or statements
    costs,
    having,
    keyword,
    modifier,
    passive,
    quick,
    reaction,
)
from altered_env.language.compiler.abilities.one_ability import compile_ability, compile_waiting
from altered_env.language.compiler.abilities.underway import KINDS, STATEMENTS, Entry

__all__ = ["KINDS", "STATEMENTS", "Entry", "compile_ability", "compile_waiting"]
