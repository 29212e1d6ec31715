"""The closed lists of words that name kinds of things: types, sub-types, statuses, counters.

>>> "robot" in SUBTYPES, "brassbug" in KNOWN.tokens
(True, True)
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "COUNTERS",
    "COUNTER_KINDS",
    "KEYWORDS",
    "KNOWN",
    "MARKERS",
    "STATUSES",
    "SUBTYPES",
    "TERRAINS",
    "TOKENS",
    "TYPES",
    "Names",
]


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


TYPES = _set(
    "card character spell permanent landmark_permanent expedition_permanent hero token mana_orb"
)
"""Types (2.2.1); `card` is any card or object."""

SUBTYPES = _set(
    "adventurer animal apprentice artist bureaucrat citizen companion deity dragon druid elemental"
    " engineer fairy illusion leviathan mage merchant messenger noble plant robot rogue scholar"
    " scientist soldier spirit titan trainer construction gear ore sap site landmark feat"
    " corruption boon conjuration disruption maneuver song"
)
"""Sub-types of cards (2.2.2.d, e, g) and those printed since."""

TERRAINS = _set("forest mountain water")
"""Sub-types of regions (2.2.2.f), and the statistics of Characters that match them."""

STATUSES = _set("anchored asleep boosted fleeting exhausted ready ascended completed")
"""Statuses of objects and Expeditions (2.4)."""

KEYWORDS = _set("cooldown defender eternal gigantic scout seasoned temple tough")
"""Keyword abilities (7.4); `scout`, `temple` and `tough` take a number."""

MARKERS = _set("marker forest_marker mountain_marker water_marker")
"""Terrain Markers (3.2.1.d)."""

COUNTER_KINDS = (
    "boost", "arcane", "food", "heroism", "kelon", "luck", "morale", "move", "performance",
    "quest", "sap", "scrap", "trial", "forest_marker", "mountain_marker", "water_marker", "mirage",
)  # fmt: skip
"""Counters and markers by the number that records, observations and networks know them by: a new
one joins at the end."""

COUNTERS = frozenset(COUNTER_KINDS) - MARKERS
"""Counters that cards speak of; `counter` in a slot is a counter of any kind."""

TOKENS = _set(
    "aerolith blazing_booda booda brassbug dragon_shade echo halua mana_convergence mana_moth"
    " manaseed maw molted_maw oddball ordis_recruit rust shift toot woollyback"
)
"""Tokens of the printed pool."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names that a pool of cards adds to the language.

    >>> Names(tokens=KNOWN.tokens | {"clockwork_owl"}).tokens >= {"brassbug", "clockwork_owl"}
    True
    """

    tokens: frozenset[str] = TOKENS
    counters: frozenset[str] = COUNTERS
    subtypes: frozenset[str] = SUBTYPES


KNOWN = Names()
"""The names of the printed pool."""
