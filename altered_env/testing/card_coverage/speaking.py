"""References of a card: its words and numbers tell which objects should be around when it is
tested."""

from __future__ import annotations

import functools
import random
from dataclasses import dataclass

from altered_env.cards import Card, catalogue
from altered_env.language.kinds import COUNTERS
from altered_env.language.model import Apply, Attribute, Number, Word, walk
from altered_env.language.notation import read_ability
from altered_env.language.words import PHASES
from altered_env.testing.card_coverage.cast import all_groups, groups

_MOST = 12
_CAUSED_BY = {
    "goes": ("put", "discard", "sacrifice", "switch", "exchange"),
    "plays": ("play",),
    "sacrifices": ("sacrifice",),
    "discards": ("discard", "sabotage"),
    "creates": ("create",),
    "draws": ("draw",),
    "resupplies": ("resupply",),
    "gifts": ("by", "opponent"),
    "gains": ("gain", "augment"),
    "loses": ("lose",),
    "exhausts": ("exhaust",),
    "readies": ("ready",),
    "moves": ("move",),
    "rolls": ("roll",),
    "reveals": ("reveal",),
    "activates": ("activate",),
    "happened": ("play",),
}
"""Which verbs bring about an event."""
_COSTS = {"hand_cost", "reserve_cost", "base_cost"}
_ANY = {"counter", "counters", "augment", "double"}
"""Words that speak of counters of every kind."""
_PERMANENTS = ("landmark_permanent", "expedition_permanent")


@dataclass(frozen=True, slots=True)
class Topic:
    """The words and numbers of a card's lines, and the cards of the cast that fit them."""

    words: frozenset[str]
    numbers: tuple[int, ...]
    counters: tuple[str, ...]
    phases: tuple[str, ...]
    named: dict[str, list[Card]]
    """Those of the cast that the card speaks of, by group."""
    causes: dict[str, list[Card]]
    """Those of the cast that do what the card speaks of, by group."""

    def number(self, chance: random.Random, most: int) -> int:
        """A number up to `most`: about what the card speaks of, or any."""
        if self.numbers and chance.random() < 0.6:
            return max(0, min(most, chance.choice(self.numbers) + chance.choice((-1, 0, 0, 0, 1))))
        return chance.randint(0, most)

    def often(self, chance: random.Random, word: str, rarely: float, else_: float = 0.5) -> bool:
        """True rarely, or more often if the card speaks of it."""
        return chance.random() < (else_ if word in self.words else rarely)

    def some(self, chance: random.Random, group: str) -> Card:
        """One of a group of the cast: often one that the card speaks of, or that brings about
        what it speaks of."""
        wanted = (self.named if chance.random() < 0.5 else self.causes)[group]
        return chance.choice(wanted if wanted and chance.random() < 0.6 else groups()[group])


def topic_of(card: Card) -> Topic:
    """The references in the lines of a card.

    >>> from altered_env import cards
    >>> topic = topic_of(cards.find("Foundry Armorer R1"))
    >>> "expedition" in topic.words, [card.name for card in topic.named["expedition"]]
    (True, ['Outrider', 'Herald', 'Saboteur', 'Twin', 'Steward', 'Boots', 'Brassbug', 'Rust'])
    """
    words, numbers = _said(card)
    causes = {verb for word in words for verb in _CAUSED_BY.get(word, ())}
    kinds = COUNTERS | {"forest_marker", "mountain_marker", "water_marker"}
    if not words & _ANY:
        kinds &= words
    if "marker" in words:
        kinds |= {"forest_marker", "mountain_marker", "water_marker"}
    return Topic(
        frozenset(words),
        tuple(sorted(n for n in numbers if 0 <= n <= _MOST)),
        tuple(sorted(kinds - {"boost"})),
        tuple(phase for phase in PHASES.values() if phase in words),
        {
            group: [
                card
                for card in cards
                if words & _names(card)
                for _ in range(4 if words & _COSTS and _priced(card) & numbers else 1)
            ]
            for group, cards in all_groups().items()
        },
        {
            group: [card for card in cards if causes & _said(card)[0]]
            for group, cards in groups().items()
        },
    )


@functools.cache
def _said(card: Card) -> tuple[frozenset[str], frozenset[int]]:
    """The words and numbers in the lines of a card."""
    words: set[str] = set()
    numbers: set[int] = set()
    for line in (*card.abilities, *card.support):
        for node in walk(read_ability(line, names=catalogue().names)):
            if isinstance(node, Word | Apply | Attribute):
                words.add(node.name)
            if isinstance(node, Apply):
                words.update(key for key, _ in node.keywords)
            if isinstance(node, Number):
                numbers.add(node.value)
    return frozenset(words), frozenset(numbers)


def _priced(card: Card) -> set[int]:
    """The costs of a card."""
    return {card.hand_cost, card.reserve_cost}


def _names(card: Card) -> set[str]:
    """The words that may refer to a card."""
    found = {*card.subtypes, card.reference} | (_said(card)[0] & {"J", "H", "R", "D"})
    if card.type in _PERMANENTS:
        found.add("permanent")
    return found | ({card.type} - {"character"})
