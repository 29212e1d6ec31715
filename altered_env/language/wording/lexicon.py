"""The words of the wording: how each word of the language is written in English.

>>> pretty("hand_cost"), plural("Bureaucrat"), plural("Fairy")
('Hand Cost', 'Bureaucrats', 'Fairies')
"""

from __future__ import annotations

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
"""How an amount is compared."""

ADVERBS = {"+": "plus", "-": "minus", "*": "times"}
"""How two amounts are joined."""

WHOSE = {
    "me": "my",
    "you": "your",
    "it": "its",
    "they": "their",
    "opponent": "an opponent's",
    "player": "any player's",
}
"""Whose: before a noun."""

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
"""Words that stand for something else."""

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
    """A word of the language as the rules write it: `hand_cost` is Hand Cost.

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
"""Areas, of any player."""


def state(name: str) -> str:
    """A status, a position, a keyword."""
    return _STATES.get(name) or pretty(name)


def owned(name: str) -> str:
    """A possession: after `your` or before `of`."""
    if name.startswith("base_"):
        return f"base {pretty(name[5:])}" if name != "base_cost" else "Base Cost"
    return _OWNED.get(name) or pretty(name)


def listed(texts: Sequence[str], word: str = "and") -> str:
    """`a, b and c`."""
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}"


def plural(noun: str) -> str:
    """Several of them."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def third(verb: str) -> str:
    """The verb in the third person.

    >>> third("Resupply"), third("play"), third("switch"), third("go"), third("have")
    ('Resupplies', 'plays', 'switches', 'goes', 'has')
    """
    if verb == "have":
        return "has"
    return verb + "es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else plural(verb)


def article(text: str) -> str:
    """The text with `a` or `an` before it.

    >>> article("Illusion"), article("other Plant"), article("unit")
    ('an Illusion', 'another Plant', 'an unit')
    """
    if text.startswith("other "):
        return f"an{text}"
    return f"{'an' if text[:1] in 'AEIOUaeiou' else 'a'} {text}"


def counters(name: str, one: bool = False) -> str:
    """Counters of that name, or one of them.

    >>> counters("boost"), counters("trial", one=True), counters("counter")
    ('boosts', 'Trial counter', 'counters of any kind')
    """
    if name == "counter":
        return "counter of any kind" if one else "counters of any kind"
    if name == "marker":
        return "Terrain Marker" if one else "Terrain Markers"
    said = {"boost": "boost"}.get(name) or (pretty(name) + ("" if name in MARKERS else " counter"))
    return said if one else said + "s"
