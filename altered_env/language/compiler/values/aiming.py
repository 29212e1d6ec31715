"""Eligible targets and the time of choice: targets that wait for a step, targets already taken by
the same step, cards revealed by being chosen."""

from __future__ import annotations

from altered_env.engine.terms import Z
from altered_env.language.compiler.bindings import Aim, Declared
from altered_env.language.compiler.deciding import COUNTER, asks_for
from altered_env.language.compiler.program import NotSupportedError
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.values.sorts import strip, zones_of
from altered_env.language.model import Apply, Attribute, Logic, Node, Number, Word, walk

PLAIN = ("card", "object", "other", "me", "it")
"""Filters that read no characteristic."""


def slot_for(scope: Scope, node: Apply, where: int) -> int:
    """Return the number of this choice in the declaration; 0 if it is made at its step."""
    if not scope.now.declares or node.name != "target" or is_late(scope, node):
        return 0
    if node.keyword("by") is not None:
        return 0
    if scope.now.declaring:
        return 0
    scope.slots += 1
    if scope.slots > 15:
        raise NotSupportedError("more than 15 targets")
    scope.declared.append(Declared(node, scope.slots, where, names=dict(scope.names)))
    return scope.slots


def is_late(scope: Scope, node: Node) -> bool:
    """Return whether a choice depends on the result of an earlier step."""
    if isinstance(node, Apply) and node.name == "target" and _is_decided_by_steps(scope, node):
        return True
    for part in walk(node):
        if isinstance(part, Word) and part.name in scope.names and scope.names[part.name].late:
            return True
        if isinstance(part, Word) and part.name in ("they", "X"):
            return True
    return False


def _is_decided_by_steps(scope: Scope, node: Apply) -> bool:
    """Return whether eligibility depends on an earlier step, or the text places the choice at its
    step: "roll a die, then target"."""
    if Word("then") in node.args:
        return True
    filters = strip(node).args
    asked = asks_for(filters)
    if any(scope.numbering.counter(word) is not None for word in asked):
        asked |= {COUNTER}
    return bool(asked & scope.now.changed) or frozenset(filters) in scope.now.among


def aim_at(scope: Scope, node: Apply, kind: str, where: int, slot: int) -> list[Aim]:
    """Exclude objects that another part of the same step targets (6.5.b)."""
    if node.name != "target":
        return []
    without = [aim for aim in scope.aimed if aim.kind == kind]
    n = node.keyword("n")
    few = Word("any_number") in node.args or node.keyword("up_to") is not None
    least = 0 if few else n.value if isinstance(n, Number) else 1
    scope.aimed = [*scope.aimed, Aim(kind, where, least)]
    if slot:
        scope.declared[-1].without = without
    return without


def uses_hidden(scope: Scope, node: Apply) -> bool:
    """Return whether it picks by the characteristics of cards in hidden zones. Picked cards are
    revealed (3.1.3.f remark); a played card is visible in any case."""
    filters = strip(node).args
    zones = 0
    for part in filters:
        zones |= zones_of(part)
    bound = any(isinstance(part, Word) and part.name in scope.names for part in filters)
    if not bound and not zones & Z.HIDDEN_MASK:
        return False
    return not all(_is_plain(scope, part) for part in filters)


def _is_plain(scope: Scope, node: Node) -> bool:
    """Return whether the filter reads only a card's place or identity."""
    if isinstance(node, Logic) and node.op in ("|", "&"):
        return all(_is_plain(scope, part) for part in node.parts)
    if isinstance(node, Word) and (node.name in scope.names or node.name in PLAIN):
        return True
    return isinstance(node, Word | Attribute) and zones_of(node) != 0
