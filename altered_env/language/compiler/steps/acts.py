"""The action of a step on its object, as one event."""

from __future__ import annotations

from altered_env.engine.terms import CAUSE, EV, STATUS, Z
from altered_env.language.compiler.scope import Act, Scope
from altered_env.language.compiler.words import PLACES, STATUS_BITS
from altered_env.language.model import Apply, Node, Word


def act_of(scope: Scope, node: Node) -> Act | None:
    """Return the action of a cost on its object: kind of event, cause, zone, and status or counter
    gained."""
    if not isinstance(node, Apply):
        return None
    if node.name == "sacrifice":
        return EV.MOVE, CAUSE.SACRIFICE | CAUSE.DISCARD, Z.DISCARD, 0
    if node.name == "discard":
        return EV.MOVE, CAUSE.DISCARD, Z.DISCARD, 0
    if node.name == "put" and isinstance(node.args[1], Word) and node.args[1].name in PLACES:
        return EV.MOVE, CAUSE.PUT, PLACES[node.args[1].name], 0
    if node.name == "exhaust":
        return EV.GAIN, 0, 0, STATUS.EXHAUSTED
    if node.name == "ready":
        return EV.LOSE, 0, 0, STATUS.EXHAUSTED
    if node.name == "gain":
        for mark in node.args[1:]:
            if isinstance(mark, Word) and mark.name in STATUS_BITS:
                return EV.GAIN, 0, 0, STATUS_BITS[mark.name]
        for name, _ in counters_of(node):
            kind = scope.numbering.counter(name)
            if kind is not None:
                return EV.GAIN, 0, 0, 1000 + kind
    return None


def counters_of(node: Apply) -> list[tuple[str, Node]]:
    """Return the counters among a verb's slots, with their numbers."""
    return [(k, v) for k, v in node.keywords if k not in ("max", "of", "by")]
