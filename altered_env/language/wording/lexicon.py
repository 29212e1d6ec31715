"""English for the words of the notation.

>>> pretty("hand_cost"), plural("Bureaucrat"), plural("Fairy")
('Hand Cost', 'Bureaucrats', 'Fairies')
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from altered_env.language import kinds
from altered_env.language.kinds import MARKERS

COMPARISONS = {
    "<": "less than",
    "<=": "at most",
    "==": "exactly",
    "!=": "other than",
    ">": "more than",
    ">=": "at least",
}
"""Comparisons of amounts."""

ADVERBS = {"+": "plus", "-": "minus", "*": "times"}
"""Operators between two amounts."""

WHOSE = {
    "me": "my",
    "you": "your",
    "it": "its",
    "they": "their",
    "opponent": "an opponent's",
    "player": "any player's",
}
"""Possessives before a noun."""

PRONOUNS = {
    "me": "me",
    "you": "you",
    "it": "it",
    "they": "they",
    "opponent": "an opponent",
    "player": "any player",
    "n": "that amount",
    "result": "the result",
    "day": "the number of the day",
    "X": "X",
    "none": "no end",
    "abilities": "all abilities",
    "tied": "Tied",
}
"""Words that represent something else."""

_OWNED = {
    "hand": "hand",
    "deck": "deck",
    "mana": "Mana",
    "discard_pile": "discard pile",
    "play": "objects in play",
    "owner": "owner",
    "controller": "controller",
    "region": "region",
    "hero_region": "Hero region",
    "companion_region": "Companion region",
    "turn": "turn",
    "subtypes": "sub-types",
    "zero_statistics": "number of base statistics of 0",
    "counters": "number of counters",
    "terrains": "number of terrains",
    "played_from": "place of play",
    "highest": "highest statistic",
    "lowest": "lowest statistic",
}

_SMALL = {"of", "the", "in", "card", "region", "player", "opponent"}
_STATES = {
    "first_player": "the first player",
    "passed": "done with the Afternoon",
    "paid_less": "played for less",
    "paid_more": "played for more",
    "in_contact": "In Contact",
    "visible": "visible",
    "starting": "starting",
}


def pretty(name: str) -> str:
    """Write a word as the rules do: `hand_cost` is Hand Cost.

    >>> pretty("hand_cost"), pretty("mana_orb"), pretty("card")
    ('Hand Cost', 'Mana Orb', 'card')
    """
    return " ".join(w if w in _SMALL else w[:1].upper() + w[1:] for w in name.split("_"))


AREAS = {
    **{word: pretty(word) for word in kinds.AREAS},
    "play": "play",
    "hand": "hand",
    "deck": "the deck",
    "discard_pile": "the discard pile",
    "expeditions": "the Expeditions",
}
"""Areas of any player."""


def state(name: str) -> str:
    """Word a status, a position or a keyword."""
    return _STATES.get(name) or pretty(name)


def owned(name: str) -> str:
    """Word a possession, for use after `your` or before `of`."""
    if name.startswith("base_"):
        return f"base {pretty(name[5:])}" if name != "base_cost" else "Base Cost"
    return _OWNED.get(name) or pretty(name)


def listed(texts: Sequence[str], word: str = "and") -> str:
    """Join texts as `a, b and c`."""
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}"


def plural(noun: str) -> str:
    """Return the plural."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def third(verb: str) -> str:
    """Return the verb in the third person.

    >>> third("Resupply"), third("play"), third("switch"), third("go"), third("have")
    ('Resupplies', 'plays', 'switches', 'goes', 'has')
    """
    if verb == "have":
        return "has"
    return verb + "es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else plural(verb)


_VOWEL = re.compile("(?!uni|use|eu|one)[aeiou]", re.I)


def article(text: str) -> str:
    """Prefix the text with `a` or `an`.

    >>> article("Illusion"), article("other Plant"), article("unique card")
    ('an Illusion', 'another Plant', 'a unique card')
    """
    if text.startswith("other "):
        return f"an{text}"
    return f"{'an' if _VOWEL.match(text) else 'a'} {text}"


def counters(name: str, one: bool = False) -> str:
    """Return the name of counters, or of one of them.

    >>> counters("boost"), counters("trial", one=True), counters("counter")
    ('boosts', 'Trial counter', 'counters of any kind')
    """
    if name == "counter":
        return "counter of any kind" if one else "counters of any kind"
    if name == "marker":
        return "Terrain Marker" if one else "Terrain Markers"
    said = {"boost": "boost"}.get(name) or (pretty(name) + ("" if name in MARKERS else " counter"))
    return said if one else said + "s"
