"""Objects: references to them, and their areas."""

from __future__ import annotations

from altered_env.engine.opcodes import OP
from altered_env.engine.terms import Z
from altered_env.language.compiler.program import NotSupportedError
from altered_env.language.compiler.scope import Scope, reads
from altered_env.language.compiler.values.sorts import is_player
from altered_env.language.compiler.words import EVERYONE, PLACES, ZONES
from altered_env.language.model import Apply, Attribute, Logic, Node, Word


@reads("objects")
def objects(scope: Scope, node: Node) -> int:
    """Return a set of the objects of a reference, in their current state."""
    asm = scope.asm
    if isinstance(node, Word):
        if node.name == "me":
            return asm.me_set()
        if node.name == "it" and "it" not in scope.names:
            return 0
        bound = scope.names.get(node.name)
        if bound and bound.objects is not None:
            return bound.objects
    if isinstance(node, Attribute) and node.name == "hero" and is_player(scope, node.of):
        s = asm.temp_set()
        asm.emit(OP.ZONE, s, 1 << Z.HERO, scope.players(node.of))
        return s
    if isinstance(node, Apply) and node.name in ("top", "bottom"):
        return top(scope, node)
    if isinstance(node, Apply) and node.name in ("target", "choose", "all", "random"):
        return scope.pick(node)
    raise NotSupportedError(f"an object: {node}")


@reads("known")
def known(scope: Scope, node: Node) -> int:
    """Return a set of the objects of a reference, in their last known state, for queries."""
    bound = scope.names.get(node.name) if isinstance(node, Word) else None
    if bound is not None and bound.hidden and bound.objects is not None:
        scope.asm.emit(OP.SHOW, bound.objects)
    if bound is not None and bound.before is not None:
        return bound.before
    if node == Word("it") and bound is None and scope.about.it_before:
        return _before(scope)
    return scope.objects(node)


def as_played(scope: Scope, node: Node) -> int:
    """Return the set of objects of a reference; a played card is in its state in Limbo."""
    if node == Word("it") and "it" not in scope.names and scope.about.it_played:
        return _before(scope)
    return scope.known(node)


def _before(scope: Scope) -> int:
    s = scope.asm.temp_set()
    scope.asm.emit(OP.ME, s, 2)
    return s


def top(scope: Scope, node: Apply) -> int:
    """Return a set with the top of a Deck, or its bottom."""
    deck = node.args[0]
    if not isinstance(deck, Attribute):
        raise NotSupportedError(f"the top of {deck}")
    count = scope.number(node.args[1]) if len(node.args) > 1 else 1
    s = scope.asm.temp_set()
    scope.asm.emit(OP.TOP, s, scope.players(deck.of), count, 0, int(node.name == "bottom"))
    return s


def area(scope: Scope, node: Node) -> list[tuple[int, int]] | None:
    """Return the zones that an area names, with their players; None if it is not an area."""
    if isinstance(node, Word) and node.name in ZONES:
        return [(ZONES[node.name], EVERYONE)]
    if isinstance(node, Attribute) and node.name in ZONES and is_player(scope, node.of):
        return [(ZONES[node.name], scope.players(node.of))]
    if isinstance(node, Logic) and node.op in ("|", "&"):
        found = [area(scope, part) for part in node.parts]
        if node.op == "|" and all(f is not None for f in found):
            return [pair for f in found if f for pair in f]
    return None


def fill(scope: Scope, s: int, areas: list[tuple[int, int]]) -> None:
    """Fill set s with the contents of these zones of these players."""
    asm = scope.asm
    first, *others = areas
    asm.emit(OP.ZONE, s, *first)
    for other in others:
        with asm.moment():
            t = asm.temp_set()
            asm.emit(OP.ZONE, t, *other)
            asm.emit(OP.OR, s, s, t)


def keep_area(scope: Scope, s: int, areas: list[tuple[int, int]]) -> None:
    """Keep the objects of set s in these zones of these players."""
    asm = scope.asm
    with asm.moment():
        there = asm.temp_set()
        fill(scope, there, areas)
        asm.emit(OP.AND, s, s, there)


def zone_number(node: Node) -> int:
    """Return the zone that a word names, for comparison with the zone a card was played from."""
    if isinstance(node, Word) and node.name in PLACES:
        return PLACES[node.name]
    raise NotSupportedError(f"played from {node}")
