"""Values: nodes of the model as operands, sets and masks of a program.

Importing this package registers how each is read.
"""

from altered_env.language.compiler.values import (
    amounts,
    expeditions,
    objects,
    picks,
    places,
    players,
    regions,
    truths,
)

__all__ = ["amounts", "expeditions", "objects", "picks", "places", "players", "regions", "truths"]
