"""Dependencies of targets on earlier steps: whether a target can be declared before them (2024.09).

Targets are declared before anything is paid or resolved (5.2.3.b of the seeds). A target whose
filters depend on an earlier step cannot be declared then and is chosen at its own step. The changes
of a step (each verb lists them, `steps/changes.py`) are compared, word by word, with the properties
that the filters of a target read: statuses, counters, positions, terrains, the number of objects. A
step that creates or moves objects is no reason by itself: the candidates are more or fewer, and
each is as suitable as before.
"""

from __future__ import annotations

from collections.abc import Iterator

from altered_env.language.model import Apply, Attribute, Compare, Node, Word, walk

OBJECTS = "objects"
"""The number of objects somewhere."""
COUNTER = "counter"
"""A counter of any kind."""
TERRAIN = "terrain"
"""The terrains of regions."""
POSITION = "position"
"""The positions of Expeditions."""

_BOOSTED = frozenset(
    ["forest", "mountain", "water", "highest", "lowest", "zero_statistics", "boosted", "boosts"]
)
"""Properties changed by boosts (2.5.1.b)."""
_POSITIONS = frozenset(["behind", "ahead", "tied", "in_contact", "visible", "starting"])
_COUNTING = frozenset(["count", "total", "highest", "lowest"])


def asks_for(filters: tuple[Node, ...]) -> frozenset[str]:
    """Return the properties that the filters of a selector read and a step may change.

    >>> sorted(asks_for((Word("boosted"),)))
    ['boost', 'boosted']
    """
    found: set[str] = set()
    for one in filters:
        if isinstance(one, Compare) and isinstance(one.left, Apply) and one.left.name == "total":
            one = one.right  # limits the choice, not the candidates
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
    """Return the filters of each kind of object that a condition counts: "if I'm facing one or more
    Characters" is about the Characters that I'm facing."""
    return [
        frozenset(part.args)
        for part in walk(condition)
        if isinstance(part, Apply) and part.name == "count"
    ]
