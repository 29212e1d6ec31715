"""The verbs of steps, each with the function that compiles it."""

from __future__ import annotations

from collections.abc import Callable

from altered_env.language.compiler.bindings import Binding
from altered_env.language.compiler.scope import Scope
from altered_env.language.model import Apply

__all__ = ["VERBS", "Verb", "step"]

Verb = Callable[[Scope, Apply], Binding | None]
"""Compiles a step; says where its result is, unless it is the frame's own."""
VERBS: dict[str, Verb] = {}
"""Every step of the vocabulary: importing `altered_env.language.compiler.steps` registers them."""


def step(verb: str) -> Callable[[Verb], Verb]:
    """Register the function that compiles a verb.

    >>> @step("whistle")
    ... def whistle(scope: Scope, node: Apply) -> None:
    ...     scope.commit()
    >>> VERBS.pop("whistle") is whistle
    True
    """

    def register(function: Verb) -> Verb:
        assert verb not in VERBS, f"{verb} is compiled in two ways"
        VERBS[verb] = function
        return function

    return register
