"""Steps: a function for each verb of the vocabulary, registered with `@step`.

Importing this package registers all of them.
"""

from altered_env.language.compiler.steps import (  # noqa: F401  # each registers its verbs
    counters,
    creating,
    expeditions,
    lasting,
    marking,
    moving,
    playing,
    possible,
    repeating,
    showing,
    structure,
    turns,
)
from altered_env.language.compiler.steps.verbs import VERBS

__all__ = ["VERBS"]
