"""The engine's numbers in the game's words, and the words for players and Expeditions.

>>> seat("B"), seat(0), expedition_word(3)
(1, 0, 'companion')
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Final

from altered_env.engine.terms import (
    DECIDE,
    DURATION,
    EMBLEM,
    KW,
    PHASE,
    RULE,
    STATUS,
    TERRAIN,
    TYPE,
    Z,
    words,
)

SEATS: Final = "ABCD"
"""The players, clockwise: 0 is A, 1 is B, and of four, 2 is C and 3 is D."""

EXPEDITIONS: Final = ("hero", "companion")

ZONES: Final = words(Z)
STATUSES: Final = words(STATUS)
KEYWORDS: Final = words(KW)
TERRAINS: Final = words(TERRAIN)
TYPES: Final = {bit: word for bit, word in words(TYPE).items() if bit != TYPE.TOKEN}
PHASES: Final = words(PHASE)
DECISIONS: Final = words(DECIDE)
DURATIONS: Final = words(DURATION)
EMBLEM_WORDS: Final = words(EMBLEM)

RULESETS: Final = {
    "2024.09": RULE.RESHUFFLE_ON_DEMAND | RULE.DECLARE_FIRST | RULE.FLEETING_ON_ENTRY,
    "5.0": RULE.CLEANUP_SACRIFICES_LANDMARKS | RULE.REACTION_NAME_CAP,
}
"""The rulesets by name, with their switches (docs/reference/rules.md)."""

_OF_RULESETS: Final = RULESETS["2024.09"] | RULESETS["5.0"]


def rule_bits(rules: str) -> int:
    """Return the switches of a ruleset.

    >>> rule_bits("5.0") != rule_bits("2024.09")
    True
    """
    given: object = rules
    if not isinstance(given, str):
        known = " or ".join(map(repr, RULESETS))
        raise ValueError(f"a ruleset is a name, {known}, found {rules!r:.40}")
    if rules not in RULESETS:
        raise ValueError(f"unknown ruleset {rules!r:.40}, there are {', '.join(RULESETS)}")
    return RULESETS[rules]


def ruleset_of(mask: int) -> str:
    """Return the name of the ruleset among the switches of a game.

    >>> ruleset_of(rule_bits("5.0"))
    '5.0'
    """
    wanted = mask & _OF_RULESETS
    return next((name for name, value in RULESETS.items() if value == wanted), str(wanted))


def seat(player: int | str, players: int = 2) -> int:
    """Return the number of a player given as 0, 1, "A" or "B"; of four, up to 3 or "D".

    >>> seat("A"), seat(1), seat("d", players=4)
    (0, 1, 3)
    """
    seats = SEATS[:players]
    if isinstance(player, str) and len(player) == 1 and player.upper() in seats:
        return seats.index(player.upper())
    if isinstance(player, int) and 0 <= player < players:
        return int(player)
    named = [f"{name} ({number})" for number, name in enumerate(seats)]
    there = f"{', '.join(named[:-1])} and {named[-1]}"
    raise ValueError(f"no player is called {player!r:.40}, the players are {there}")


def side_name(players: Iterable[int]) -> str:
    """Return a side's players in words.

    >>> side_name((0, 2))
    'A and C'
    """
    return " and ".join(SEATS[player] for player in players)


def expedition_word(expedition: int) -> str:
    """Return the name of an Expedition among its player's two.

    >>> expedition_word(0)
    'hero'
    """
    return EXPEDITIONS[expedition % 2]


_NONE: frozenset[str] = frozenset()


def bits(words: dict[int, str], mask: int) -> frozenset[str]:
    """Return the words of the bits in a mask.

    >>> sorted(bits(TERRAINS, 5))
    ['forest', 'water']
    """
    if not mask:
        return _NONE
    return frozenset([word for bit, word in words.items() if mask & bit])


def type_word(mask: int) -> str:
    """Return the type in a mask; a Permanent of several types is named by the first.

    >>> type_word(TYPE.CHARACTER | TYPE.TOKEN)
    'character'
    """
    for bit, word in TYPES.items():
        if mask & bit:
            return word
    return "card"


def whole(number: int, what: str) -> int:
    """Check a seed or limit. Raises `ValueError` that names valid values.

    >>> whole(7, "seed")
    7
    """
    try:
        found = operator.index(number)
    except TypeError:
        raise ValueError(f"a {what} is a whole number, found {number!r:.40}") from None
    if found < 0:
        raise ValueError(f"a {what} must not be negative, found {found}")
    return found
