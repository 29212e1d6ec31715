"""Properties changed by a step, among those that the filters of a target may read."""

from __future__ import annotations

from collections.abc import Iterator

from altered_env.language.compiler.steps.verbs import CHANGES
from altered_env.language.model import Apply, Granted, Node, Word

_LATER = frozenset(["later", "ongoing"])
"""Verbs whose steps do not happen now."""


def changed_by(node: object) -> frozenset[str]:
    """Return the properties changed by a step and the steps inside it.

    >>> from altered_env.language.notation import read_ability
    >>> sorted(changed_by(read_ability("J: gain(me, fleeting, boost=2)").body))
    ['boost', 'fleeting']
    """
    if isinstance(node, Granted) or (isinstance(node, Apply) and node.name in _LATER):
        return frozenset()
    if isinstance(node, tuple):
        return frozenset().union(*map(changed_by, node))
    if not isinstance(node, Node):
        return frozenset()
    parts = tuple(getattr(node, name) for name in getattr(node, "__slots__", ()))
    return frozenset(_changed(node)) | changed_by(parts)


def _changed(node: Node) -> Iterator[str]:
    """Yield the declared changes of a verb, and the marks and counters named in its slots."""
    if not isinstance(node, Apply):
        return
    yield from CHANGES.get(node.name, ())
    if node.name in ("gain", "lose"):
        yield from (mark.name for mark in node.args[1:] if isinstance(mark, Word))
    if node.name in ("gain", "lose", "spend"):
        yield from (name for name, _ in node.keywords if name not in ("of", "by", "max"))
