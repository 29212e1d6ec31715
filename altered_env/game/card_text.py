"""A card in a line or two of a terminal: its numbers, and its abilities in English."""

from __future__ import annotations

import functools

from altered_env.cards import Card, catalogue
from altered_env.cards.verified import verified
from altered_env.game.books import book_for
from altered_env.language.notation import read_ability
from altered_env.language.wording import word


@functools.lru_cache(maxsize=512)
def status_of(card: Card) -> str:
    """Whether the card can be played, and whether a test covers it."""
    reason = book_for([card]).unsupported.get(card.reference)
    if reason:
        return f"unsupported, not yet playable: {reason}"
    if card.reference in verified():
        return "verified: a test scenario uses it"
    return "implemented" if card.token else "implemented, not verified: no test scenario uses it"


def wording(card: Card) -> list[str]:
    """The abilities in English, Support abilities marked; a line that is not valid notation is
    reported as such."""
    return [
        label + _said(line)
        for label, lines in (("", card.abilities), ("Support: ", card.support))
        for line in lines
    ]


@functools.lru_cache(maxsize=16_384)
def _said(line: str) -> str:
    names = catalogue().names
    try:
        return word(read_ability(line, names=names), names=names)
    except ValueError:
        return "(this line cannot be read)"


def numbers(card: Card) -> str:
    """Its costs and statistics, or its limits."""
    if card.type == "hero":
        return f"limits {card.reserve_limit}/{card.landmark_limit}"
    parts = [] if card.token else [f"{card.hand_cost}/{card.reserve_cost}"]
    if card.type == "character":
        parts.append(f"{card.forest}/{card.mountain}/{card.water}")
    return "  ".join(parts)


def facts(card: Card) -> list[str]:
    """Its name, types, costs and statistics, a line each.

    >>> from altered_env import cards
    >>> print("\\n".join(facts(cards.find("Foundry Armorer C"))))
    Foundry Armorer C   CORE_AX_16_C
    character - engineer; axiom; common
    Hand Cost 3, Reserve Cost 3
    forest 2, mountain 2, water 2
    """
    kind = card.type.replace("_", " ")
    if card.subtypes:
        kind += " - " + ", ".join(card.subtypes)
    lines = [f"{card}   {card.reference}", f"{kind}; {card.faction}; {card.rarity or 'token'}"]
    if card.type == "hero":
        lines.append(f"Reserve limit {card.reserve_limit}, Landmark limit {card.landmark_limit}")
    elif not card.token:
        lines.append(f"Hand Cost {card.hand_cost}, Reserve Cost {card.reserve_cost}")
    if card.type == "character":
        lines.append(f"forest {card.forest}, mountain {card.mountain}, water {card.water}")
    return lines
