"""The sort of a node: objects, players, Expeditions, regions; zones mentioned by filters. No code
is emitted."""

from __future__ import annotations

from collections.abc import Iterator

from altered_env.engine.terms import Z
from altered_env.language.compiler.scope import Scope
from altered_env.language.compiler.words import EXPEDITION_STATES, TERRAINS, TYPES, ZONES
from altered_env.language.model import Apply, Attribute, Logic, Node, Word

NOUNS = {
    **dict.fromkeys((*TYPES, "card"), "objects"),
    "expedition": "expedition",
    "player": "player",
    "opponent": "player",
    "region": "region",
}
"""Words for the sort that a selector picks."""


def words_of(filters: tuple[Node, ...]) -> Iterator[str]:
    """Yield the words of filters, also of joined ones."""
    for node in filters:
        if isinstance(node, Word):
            yield node.name
        elif isinstance(node, Logic) and node.op in ("|", "&"):
            yield from words_of(node.parts)


def is_terrain(node: Node) -> bool:
    """Return whether it is a terrain, or one of several."""
    if isinstance(node, Logic) and node.op == "|":
        return all(is_terrain(part) for part in node.parts)
    return isinstance(node, Word) and node.name in TERRAINS


def is_player(scope: Scope, node: Node) -> bool:
    """Return whether it is one or more players."""
    if isinstance(node, Word):
        if node.name in ("you", "opponent", "they", "player"):
            return True
        bound = scope.names.get(node.name)
        return bound is not None and bound.kind == "player"
    if isinstance(node, Attribute):
        return node.name in ("owner", "controller")
    if isinstance(node, Apply) and node.name in ("target", "choose", "all"):
        return kind_of(scope, node) == "player"
    if isinstance(node, Logic) and node.op == "|":
        return all(is_player(scope, part) for part in node.parts)
    return False


def is_expedition(scope: Scope, node: Node) -> bool:
    """Return whether it is one or more Expeditions."""
    if isinstance(node, Word):
        if node.name == "expeditions" or (node.name == "it" and scope.about.it_place):
            return True
        bound = scope.names.get(node.name)
        return bound is not None and bound.kind == "expedition"
    if isinstance(node, Attribute):
        if node.name in ("hero_expedition", "companion_expedition", "expeditions"):
            return True
        if node.name == "expedition":
            return True
        return node.name in ("facing", "other") and is_expedition(scope, node.of)
    if isinstance(node, Apply) and node.name in ("target", "choose", "all", "spread"):
        return kind_of(scope, node) == "expedition"
    if isinstance(node, Logic) and node.op == "|":
        return all(is_expedition(scope, part) for part in node.parts)
    return False


def is_region(scope: Scope, node: Node) -> bool:
    """Return whether it is one or more regions."""
    if isinstance(node, Word):
        bound = scope.names.get(node.name)
        return bound is not None and bound.kind == "region"
    if isinstance(node, Attribute):
        return node.name in ("region", "hero_region", "companion_region")
    if isinstance(node, Apply) and node.name in ("target", "choose", "all"):
        return kind_of(scope, node) == "region"
    if isinstance(node, Logic) and node.op == "|":
        return all(is_region(scope, part) for part in node.parts)
    return False


def is_declared(scope: Scope, node: Node) -> bool:
    """Return whether this is the card being played, whose Expedition is the declared one."""
    return scope.about.playing_me and node == Word("me")


def kind_of(scope: Scope, node: Apply) -> str:
    """Return whether a selector picks objects, Expeditions, players or regions."""
    filters = strip(node).args
    nouns = {NOUNS[name] for name in words_of(filters) if name in NOUNS}
    if nouns:
        return nouns.pop() if len(nouns) == 1 else "objects"
    if any(is_expedition(scope, part) for part in filters):
        if all(_suits_expeditions(scope, part) for part in filters):
            return "expedition"
    if filters and all(is_player(scope, part) for part in filters):
        return "player"
    if filters and all(is_region(scope, part) for part in filters):
        return "region"
    return "objects"


def _suits_expeditions(scope: Scope, node: Node) -> bool:
    """Return whether this is an Expedition, or a filter for Expeditions: `behind | tied`."""
    if isinstance(node, Logic):
        return all(_suits_expeditions(scope, part) for part in node.parts)
    if isinstance(node, Word) and node.name in EXPEDITION_STATES:
        return True
    return is_expedition(scope, node) or (isinstance(node, Apply) and node.name == "in_")


def strip(node: Apply) -> Apply:
    """Return the selector without words that are not filters."""
    args = tuple(
        part
        for part in node.args
        if part not in (Word("any_number"), Word("then"))
        and not (isinstance(part, Apply) and part.name == "tax")
    )
    return Apply(node.name, args, node.keywords)


def zones_of(node: Node) -> int:
    """Return the zones that a filter names, as a mask; 0 if it names none."""
    if isinstance(node, Logic) and node.op in ("|", "&"):
        zones = 0
        for part in node.parts:
            zones |= zones_of(part)
        return zones
    if isinstance(node, Word | Attribute) and node.name in ZONES:
        return ZONES[node.name]
    return 1 << Z.HERO if isinstance(node, Attribute) and node.name == "hero" else 0


def mentions_area(filters: tuple[Node, ...]) -> bool:
    """Return whether one of the filters names a zone."""
    return any(zones_of(node) for node in filters)


def is_kind_alone(scope: Scope, filters: tuple[Node, ...]) -> bool:
    """Return whether they name a type or sub-type but no zone: then it must be in play
    (2.2.1.h)."""
    kinds = (name in TYPES or scope.numbering.is_subtype(name) for name in words_of(filters))
    return not mentions_area(filters) and any(kinds)


def is_open(node: Node) -> bool:
    """Return whether an object that passes the filter may be in any zone."""
    if isinstance(node, Logic) and node.op == "|":
        return any(is_open(part) for part in node.parts)
    if isinstance(node, Logic) and node.op == "&":
        return all(is_open(part) for part in node.parts)
    return zones_of(node) == 0


def is_pick(node: Node) -> bool:
    """Return whether this is a selector rather than a step."""
    return isinstance(node, Apply) and node.name in ("target", "choose", "all", "random", "top")
