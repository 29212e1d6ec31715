"""Archetypes: hints at a deck's plan from the costs and effects of its cards.

The terms are those of the glossary. *Aggro* attacks fast, with many cheap Characters. *Control*
disrupts the opponent and wins late, with disruption, card draw and expensive cards. *Ramp* has mana
sooner than others, and expensive cards to spend it on. These are only hints: interactions between
cards are not considered.

>>> from altered_env import decks
>>> [hint.archetype for hint in archetypes(decks.starter("axiom"))]
['midrange']
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Final

from altered_env.cards import Card, catalogue
from altered_env.language.model import Ability, Apply, Attribute, Node, Word
from altered_env.language.notation import read_ability

from .deck import Deck

ROLES: Final = ("ramp", "disrupt", "card advantage", "vanilla")
CHEAP: Final = 2
COSTLY: Final = 5

LEANING: Final = {"aggro": 0.7, "control": 0.42, "ramp": 0.3}
"""The minimum score for an archetype, set so that about a third of the public lists are
midrange."""

_HARM: Final = {"discard", "put", "exhaust", "take_control", "defect", "sacrifice", "lose"}
"""Verbs that hurt an opponent when applied to the opponent's objects."""
_SLEEP: Final = {"asleep", "fleeting"}


@dataclass(frozen=True, slots=True)
class Hint:
    """An archetype towards which a deck leans."""

    archetype: str
    """`aggro`, `control`, `ramp`, or `midrange` if none of these fits."""
    score: float
    """The share of the deck that supports it, from 0 to 1."""
    because: str

    def __str__(self) -> str:
        return f"{self.archetype} {self.score:.2f}: {self.because}"


def archetypes(deck: Deck) -> tuple[Hint, ...]:
    """Return the archetypes towards which the deck leans, strongest first; `midrange` if none."""
    played = [card for card in deck.cards if card.type not in ("hero", "mana")]
    if not played:
        return ()
    size = len(played)
    cheap = sum(card.type == "character" and card.hand_cost <= CHEAP for card in played)
    costly = sum(card.hand_cost >= COSTLY for card in played)
    does = roles(deck)
    mean = sum(card.hand_cost for card in played) / size
    hints = (
        Hint(
            "aggro",
            min(1.0, cheap / size * max(0.0, 4.0 - mean)),
            f"Characters of cost {CHEAP} or less: {cheap}, mean Hand Cost {mean:z.1f}",
        ),
        Hint(
            "control",
            min(1.0, (does["disrupt"] + does["card advantage"] / 2 + costly / 2) / size),
            f"cards that disrupt: {does['disrupt']}, that draw: {does['card advantage']}, "
            f"of cost {COSTLY} or more: {costly}",
        ),
        Hint(
            "ramp",
            min(1.0, (2 * does["ramp"] + costly) / size) if does["ramp"] else 0.0,
            f"cards that add mana: {does['ramp']}, of cost {COSTLY} or more: {costly}",
        ),
    )
    found = [hint for hint in hints if hint.score >= LEANING[hint.archetype]]
    if not found:
        because = f"no archetype stands out; mean Hand Cost {mean:z.1f}"
        return (Hint("midrange", 1 - max(hint.score for hint in hints), because),)
    return tuple(sorted(found, key=lambda hint: -hint.score / LEANING[hint.archetype]))


def roles(deck: Deck) -> dict[str, int]:
    """Return the number of cards in each of `ROLES`."""
    counted = Counter(role for card in deck.cards for role in roles_of(card))
    return {role: counted[role] for role in ROLES}


@functools.lru_cache(maxsize=8192)
def roles_of(card: Card) -> frozenset[str]:
    """Return the `ROLES` of a card.

    >>> from altered_env import cards
    >>> sorted(roles_of(cards.find("Kelon Burst C")))
    ['disrupt']
    """
    lines = (*card.abilities, *card.support)
    if not lines:
        return frozenset({"vanilla"} if card.type == "character" else ())
    found: set[str] = set()
    names = catalogue().names
    for line in lines:
        try:
            ability = read_ability(line, names=names)
        except ValueError:
            continue  # a line that cannot be read has no role
        for verb in _applied(ability.body):
            found |= _does(verb)
    return frozenset(found)


def _does(verb: Apply) -> set[str]:
    """Return the strategic roles of a step."""
    if verb.name in ("draw", "resupply"):
        return {"card advantage"}
    if verb.name == "sabotage":
        return {"disrupt"}
    place = verb.args[1] if verb.name == "put" and len(verb.args) > 1 else None
    if _names(place, "mana"):
        if any(call.name == "target" for call in _applied(verb.args[0])):
            return {"disrupt"}
        return {"ramp"}
    if _names(place, "hand") and any(call.name in ("top", "choose") for call in _applied(verb)):
        return {"card advantage"}
    about = any(
        call.name in ("target", "all") and not _own(call)
        for arg in verb.args[:1]
        for call in _applied(arg)
    )
    if verb.name in _HARM and about:
        return {"disrupt"}
    if verb.name == "gain" and about and any(_names(arg, *_SLEEP) for arg in verb.args[1:]):
        return {"disrupt"}
    return set()


def _own(selector: Apply) -> bool:
    """Return whether a selector refers to the player's own objects."""
    return any(
        (isinstance(node, Attribute) and _names(node.of, "you", "me"))
        or (isinstance(node, Word) and node.name in ("you", "me"))
        for arg in selector.args
        for node in _nodes(arg)
    )


def _names(node: Node | None, *names: str) -> bool:
    return isinstance(node, Word | Attribute) and node.name in names


def _applied(node: object) -> Iterator[Apply]:
    """Yield every word with slots in a part of an ability, itself first."""
    return (found for found in _nodes(node) if isinstance(found, Apply))


def _nodes(node: object) -> Iterator[Node]:
    if isinstance(node, tuple):
        for part in node:
            yield from _nodes(part)
    elif isinstance(node, Node | Ability):
        yield node
        for field in fields(node):
            yield from _nodes(getattr(node, field.name))
