"""What may be chosen, and when: targets that wait for a step, that another word of the step has
chosen, cards that choosing reveals."""

from __future__ import annotations

from altered_env.engine.terms import Z
from altered_env.language.compiler.bindings import Aim, walk
from altered_env.language.compiler.deciding import COUNTER, asks_for
from altered_env.language.compiler.filters import Filters
from altered_env.language.model import Apply, Attribute, Logic, Node, Number, Word

__all__ = ["Aiming"]

PLAIN = ("card", "object", "other", "me", "it")
"""Filters that use no characteristic."""


class Aiming(Filters):
    """What may be chosen, and when."""

    def _is_late(self, node: Node) -> bool:
        """Does a choice depend on what an earlier step does?"""
        if isinstance(node, Apply) and node.name == "target" and self._is_decided_by_steps(node):
            return True
        for part in walk(node):
            if isinstance(part, Word) and part.name in self.env and self.env[part.name].late:
                return True
            if isinstance(part, Word) and part.name in ("they", "X"):
                return True
        return False

    def _is_decided_by_steps(self, node: Apply) -> bool:
        """Is it an earlier step that makes a target suitable, or does the text have it chosen at
        its step: "roll a die, then target"?"""
        if Word("then") in node.args:
            return True
        filters = self.strip(node).args
        asked = asks_for(filters)
        if any(self.builder.counter(word) is not None for word in asked):
            asked |= {COUNTER}
        return bool(asked & self.changed) or frozenset(filters) in self.among

    def _aim(self, node: Apply, kind: str, where: int, slot: int) -> list[Aim]:
        """What may not be chosen, since another word of the same step targets it (6.5.b)."""
        if node.name != "target":
            return []
        without = [aim for aim in self.aimed if aim.kind == kind]
        n = node.keyword("n")
        few = Word("any_number") in node.args or node.keyword("up_to") is not None
        least = 0 if few else n.value if isinstance(n, Number) else 1
        self.aimed = [*self.aimed, Aim(kind, where, least)]
        if slot:
            self.declared[-1].without = without
        return without

    def _uses_hidden(self, node: Apply) -> bool:
        """Does it pick by the characteristics of cards in hidden zones? Those that are picked are
        revealed (3.1.3.f remark); what is played is seen in any case."""
        filters = self.strip(node).args
        zones = 0
        for part in filters:
            zones |= self._zones_of(part)
        bound = any(isinstance(part, Word) and part.name in self.env for part in filters)
        if not bound and not zones & Z.HIDDEN_MASK:
            return False
        return not all(self._is_plain(part) for part in filters)

    def _is_plain(self, node: Node) -> bool:
        """Does a filter say where a card is or which it is, and nothing of what it is like?"""
        if isinstance(node, Logic) and node.op in ("|", "&"):
            return all(self._is_plain(part) for part in node.parts)
        if isinstance(node, Word) and (node.name in self.env or node.name in PLAIN):
            return True
        return isinstance(node, Word | Attribute) and self._zones_of(node) != 0
