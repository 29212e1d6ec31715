"""The closed lists of words that name kinds of things: types, sub-types, statuses, counters.

>>> "robot" in SUBTYPES, "brassbug" in KNOWN.tokens
(True, True)
"""

from __future__ import annotations

from dataclasses import dataclass

from altered_env.engine.terms import KW, STATUS, TERRAIN, TYPE, Z, terms, words


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


FACTION_CODES = {
    "AX": "axiom",
    "BR": "bravos",
    "LY": "lyra",
    "MU": "muna",
    "OR": "ordis",
    "YZ": "yzmir",
    "NE": "neutral",
}
"""Factions by the two letters of a reference."""

NEUTRAL = "neutral"
"""The value of tokens and Mana Convergence in place of a faction."""

RARITIES = ("common", "rare", "exalted", "unique")
"""The four rarities (2.2.4.a; exalted came later). A token has none (2.2.4.c)."""

PRINTED_TYPES = tuple(term.word for term in terms(TYPE) if term.printed)
"""Types printed on cards."""

TYPES = frozenset(words(TYPE).values()) | {"permanent", "card"}
"""Types (2.2.1); `card` is any card or object."""

SUBTYPES = _set(
    "adventurer animal apprentice artist bureaucrat citizen companion deity dragon druid elemental"
    " engineer fairy illusion leviathan mage merchant messenger noble plant robot rogue scholar"
    " scientist soldier spirit titan trainer construction gear ore sap site landmark feat"
    " corruption boon conjuration disruption maneuver song"
)
"""Sub-types of cards (2.2.2.d, e, g) and those printed since."""

_AREAS = {Z.DISCARD: "discard_pile", Z.EXPEDITION: "expeditions"}
AREAS = {
    _AREAS.get(term, term.word): int(term) for term in terms(Z) if term not in (Z.NOWHERE, Z.HERO)
}
"""Areas by name, each with its zone: `deck`, `discard_pile`."""

TERRAINS = frozenset(words(TERRAIN).values())
"""Sub-types of regions (2.2.2.f), and the statistics of Characters that match them."""

STATUSES = frozenset(words(STATUS).values()) | {"boosted", "ready", "ascended"}
"""Statuses of objects and Expeditions (2.4), and words used like statuses."""

PRINTED = frozenset(term.word for term in terms(KW) if term.printed)
"""Keywords that are a line of a card by themselves, without a number."""

NUMBERED = _set("scout temple tough")
"""Keywords with a number."""

KEYWORDS = (PRINTED - STATUSES) | NUMBERED
"""Keyword abilities (7.4)."""

MARKERS = _set("marker forest_marker mountain_marker water_marker")
"""Terrain Markers (3.2.1.d)."""

COUNTER_KINDS = (
    "boost", "arcane", "food", "heroism", "kelon", "luck", "morale", "move", "performance",
    "quest", "sap", "scrap", "trial", "forest_marker", "mountain_marker", "water_marker", "mirage",
)  # fmt: skip
"""Counters and markers by their number in records, observations and networks: a new one is
appended."""

COUNTERS = frozenset(COUNTER_KINDS) - MARKERS
"""Counters that cards name; `counter` in a slot is a counter of any kind."""

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
