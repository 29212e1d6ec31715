"""What an earlier step decides: whether a target can be declared before it (2024.09).

Targets are declared before anything is paid or resolved (5.2.3.b of the seeds). A target that must
be as only a step before it makes it could not be declared then: it is chosen at its step. What a
step changes is compared, word by word, with what the filters of a target read: statuses, counters,
positions, terrains, how many objects there are. That a step makes or moves objects is no reason by
itself: there are more or fewer to choose from, and each is as suitable as before.
"""

from __future__ import annotations

from collections.abc import Iterator

from altered_env.language.model import Apply, Attribute, Compare, Granted, Node, Word, walk

__all__ = ["COUNTER", "OBJECTS", "asks_for", "changed_by", "counted"]

OBJECTS = "objects"
"""How many objects there are somewhere."""
COUNTER = "counter"
"""A counter of any kind."""
TERRAIN = "terrain"
POSITION = "position"
"""Where Expeditions are."""

_MOVING = frozenset(
    [
        *("create", "put", "discard", "sacrifice", "sabotage", "draw", "resupply", "play"),
        *("switch", "defect", "take_control", "exchange", "receive"),
    ]
)
_BOOSTED = frozenset(
    ["forest", "mountain", "water", "highest", "lowest", "zero_statistics", "boosted", "boosts"]
)
"""What boosts change (2.5.1.b)."""
_POSITIONS = frozenset(["behind", "ahead", "tied", "in_contact", "visible", "starting"])
_COUNTING = frozenset(["count", "total", "highest", "lowest"])
_LATER = frozenset(["later", "ongoing"])
"""Steps in these do not happen now."""


def changed_by(node: object) -> frozenset[str]:
    """What a step changes, with the steps in it.

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
    if not isinstance(node, Apply):
        return
    if node.name in _MOVING:
        yield OBJECTS
    if node.name in ("gain", "lose"):
        yield from (mark.name for mark in node.args[1:] if isinstance(mark, Word))
    if node.name in ("gain", "lose", "spend"):
        yield from (name for name, _ in node.keywords if name not in ("of", "by", "max"))
    if node.name in ("exhaust", "ready"):
        yield "exhausted"
    if node.name in ("augment", "double", "exchange"):
        yield COUNTER
    if node.name == "move":
        yield from (POSITION, TERRAIN)
    if node.name == "place":
        yield TERRAIN


def asks_for(filters: tuple[Node, ...]) -> frozenset[str]:
    """What the filters of a selector read that a step may change.

    >>> sorted(asks_for((Word("boosted"),)))
    ['boost', 'boosted']
    """
    found: set[str] = set()
    for one in filters:
        if isinstance(one, Compare) and isinstance(one.left, Apply) and one.left.name == "total":
            one = one.right  # a limit on what is chosen, not on what there is
        for part in walk(one):
            found.update(_read(part))
    return frozenset(found)


def _read(node: Node) -> Iterator[str]:
    if not isinstance(node, Apply | Attribute | Word):
        return
    yield node.name
    if node.name in _BOOSTED:
        yield "boost"
    if node.name in _POSITIONS:
        yield POSITION
    if node.name == "ready":
        yield "exhausted"
    if isinstance(node, Apply) and node.name in _COUNTING:
        yield OBJECTS
    if isinstance(node, Apply) and node.name == "in_":
        yield from (TERRAIN, POSITION)


def counted(condition: Node) -> list[frozenset[Node]]:
    """The filters of each kind of object that a condition counts: "if I'm facing one or more
    Characters" speaks of the Characters that I'm facing."""
    return [
        frozenset(part.args)
        for part in walk(condition)
        if isinstance(part, Apply) and part.name == "count"
    ]
