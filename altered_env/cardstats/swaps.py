"""A card, its replacement, and the two decks that differ in that card alone.

>>> from altered_env import cards
>>> plain(cards.find("Foundry Armorer R1")).name
'plain Character 3/3 3/3/3'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

from altered_env import cards, decks
from altered_env.cards import Card
from altered_env.cards.printed_words import NEUTRAL
from altered_env.decks import Deck

COPIES = 3
MOST = 3
"""The maximum number of cards of a name in a deck."""


@dataclass(frozen=True, slots=True)
class Swap:
    """A card, its replacement, and the number of copies in a deck."""

    card: Card
    against: Card
    copies: int = COPIES

    def __post_init__(self) -> None:
        for card in (self.card, self.against):
            if card.token:
                raise ValueError(f"{card.name} is a token; tokens are not part of decks")
        if (self.card.type == "hero") != (self.against.type == "hero"):
            raise ValueError(
                f"{self.card} is {self.card.kind}, {self.against} {self.against.kind}: "
                "compare a Hero with a Hero"
            )
        if not 1 <= self.copies <= MOST:
            raise ValueError(f"a deck has 1 to {MOST} copies of a card, found {self.copies}")


def plain(card: Card) -> Card:
    """Return the plain card that a card is measured against: a Character with the same costs,
    without abilities, whose three statistics equal the Hand Cost.

    Plain common Characters are close to that. Spells and Permanents are nothing without their text;
    they are measured against the plain Character too, which makes cards of all types comparable.
    Its reference sorts right after the card's, so that it takes the card's place in any order.

    Raises `ValueError` for a Hero.
    """
    if card.type == "hero":
        raise ValueError(f"{card} is a Hero: name another Hero to compare it with (--against)")
    n, again = card.hand_cost, card.reserve_cost
    if card.type == "character":
        kind = card.subtypes
    else:
        kind, again = (), n
    return Card(
        reference=f"{card.reference}_PLAIN",
        name=f"plain Character {n}/{again} {n}/{n}/{n}",
        faction=card.faction,
        rarity="common",
        type="character",
        subtypes=kind,
        hand_cost=n,
        reserve_cost=again,
        forest=n,
        mountain=n,
        water=n,
    )


def versions(card: Card) -> tuple[Card, ...]:
    """Return the other versions of a card except uniques, for comparison with a unique card.

    >>> [str(other) for other in versions(cards.find("Foundry Armorer R1"))]
    ['Foundry Armorer C', 'Foundry Armorer R2']
    """
    stem = card.reference.split("_")[:3]
    return tuple(
        other
        for other in cards.catalogue()
        if other.reference.split("_")[:3] == stem and other.rarity != "unique" and other != card
    )


def copies_of(card: Card) -> int:
    """Return the usual number of copies in a deck: one of a unique card, otherwise three."""
    return 1 if card.rarity == "unique" else COPIES


def hosts_of(card: Card) -> tuple[Deck, ...]:
    """Return the starter deck and public lists of a card's faction; of a neutral card, all lists.

    >>> [deck.name for deck in hosts_of(cards.find("Foundry Armorer C"))]
    ['axiom', 'demo-sdu-della', 'demo-subhash']
    """
    found: dict[frozenset[tuple[Card, int]], Deck] = {}
    for name in (*decks.names(), *decks.lists()):
        deck = decks.load(name)
        if deck.hero is not None and card.faction in (NEUTRAL, deck.hero.faction):
            found.setdefault(frozenset(deck.counted.items()), deck)
    return tuple(found.values())


def swapped(host: Deck, swap: Swap, chance: Random) -> tuple[Deck, Deck]:
    """Return the deck with the card, and the deck with its replacement in the same places.

    The places are those of the card itself, then of its other versions, then of cards of its type
    with the nearest Hand Cost, chosen at random among equals. A Hero takes the Hero's place.

    >>> card = cards.find("Haven Bouncer C")
    >>> with_it, without = swapped(decks.starter("axiom"), Swap(card, plain(card), 2), Random(1))
    >>> with_it.cards.count(card), len(with_it.cards) == len(without.cards) == 39
    (2, True)
    """
    card = swap.card
    if card.type == "hero":
        return replace(host, hero=card), replace(host, hero=swap.against)

    def likeness(k: int) -> tuple[bool, bool, bool, int, float]:
        other = host.cards[k]
        return (
            other != card,
            other.name != card.name,
            other.type != card.type,
            abs(other.hand_cost - card.hand_cost),
            order[k],
        )

    order = [chance.random() for _ in host.cards]
    places = sorted(range(len(host.cards)), key=likeness)[: swap.copies]
    return _filled(host, places, card), _filled(host, places, swap.against)


def _filled(host: Deck, places: Iterable[int], card: Card) -> Deck:
    chosen: Sequence[int] = tuple(places)
    cards_now = tuple(card if k in chosen else other for k, other in enumerate(host.cards))
    return replace(host, cards=cards_now)
