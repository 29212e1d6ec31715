"""The verbs of steps, with their compiler functions."""

from __future__ import annotations

from collections.abc import Callable

from altered_env.language.compiler.bindings import Binding
from altered_env.language.compiler.scope import Scope
from altered_env.language.model import Apply, Node

Verb = Callable[[Scope, Apply], Binding | None]
"""A function that compiles a step and returns where its result is, unless it is the frame's own."""
VERBS: dict[str, Verb] = {}
"""Every step of the vocabulary: importing `altered_env.language.compiler.steps` registers them."""


Check = Callable[[Scope, Apply], int]
"""A function that compiles whether a step could start: an operand, 1 if nothing prevents it."""
CHECKS: dict[str, Check] = {}
"""Checks of verbs that cannot always start, used before asking a player, and for costs."""


CHANGES: dict[str, tuple[str, ...]] = {}
"""Properties changed by each verb, among those that the filters of a target may read
(`deciding.py`)."""


def step(verb: str, *changes: str) -> Callable[[Verb], Verb]:
    """Register the compiler function of a verb, and the properties that the verb changes.

    >>> @step("whistle")
    ... def whistle(scope: Scope, node: Apply) -> None:
    ...     scope.commit()
    >>> VERBS.pop("whistle") is whistle, CHANGES.pop("whistle")
    (True, ())
    """

    def register(function: Verb) -> Verb:
        assert verb not in VERBS, f"{verb} is compiled in two ways"
        VERBS[verb], CHANGES[verb] = function, changes
        return function

    return register


def possible(*verbs: str) -> Callable[[Check], Check]:
    """Register the function that compiles whether verbs could start."""

    def register(function: Check) -> Check:
        CHECKS.update(dict.fromkeys(verbs, function))
        return function

    return register


def can_start(scope: Scope, node: Node) -> int:
    """Compile whether this step could start at all: 1 if nothing prevents it."""
    if isinstance(node, Apply) and node.name in CHECKS:
        return CHECKS[node.name](scope, node)
    return 1
