"""The usual decks of formats: the starters where they are legal, otherwise constructed lists.

A constructed one is called after its starter and its format.

>>> from altered_env import formats
>>> formats.get("singleton").usual[0], formats.get("no_unique").usual[0]
('axiom:singleton', 'axiom')
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Protocol

from altered_env import decks
from altered_env.cards import Card, Catalogue, catalogue
from altered_env.decks import RULESETS, Deck
from altered_env.decks.constructing import ARCHETYPES, LISTS, Listing, cards_of, construct, heroes
from altered_env.decks.legality import Bounds

from .card_alone import DeckRules, broken_by


class DeckFormat(DeckRules, Protocol):
    """A format, as far as its usual decks go."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def pool_id(self) -> str:
        """The hash of its file of cards."""

    @property
    def defaults(self) -> tuple[str, ...]:
        """The starters."""

    @property
    def bounds(self) -> Bounds:
        """The numbers of cards in its decks."""

    @property
    def named(self) -> Callable[[str, int, int], Deck]:
        """The deck of a name."""

    def as_played(self, deck: Deck) -> Deck:
        """The deck with the texts of its day."""


def is_made(name: object) -> bool:
    """Is this the name of a constructed usual deck?

    >>> is_made("axiom:singleton"), is_made("axiom"), is_made("random:5:1")
    (True, False, False)
    """
    starter, colon, format = str(name).partition(":")
    return starter in decks.names() and bool(colon and format)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A format whose usual decks are asked for, known by its name, its file and the cards."""

    name: str
    pool_id: str
    cards: Catalogue
    form: DeckFormat = field(compare=False)


def usual(form: DeckFormat) -> dict[str, Deck]:
    """The usual decks of a format with deck lists, by name. Raises `ValueError` if there are none.

    >>> from altered_env import formats
    >>> len(usual(formats.get("singleton_no_unique"))["muna:singleton_no_unique"].cards)
    59
    """
    found = _usual(_Asked(form.name, form.pool_id, catalogue(), form))
    if found:
        return found
    if "common" in form.bounds.refused:
        raise ValueError(
            f"{form.name} has no usual decks, because too few unique cards are known: add their"
            " official data with `altered cards import FILE`, or name decks of your own"
        )
    raise ValueError(
        f"{form.name} has no usual decks, because its cards do not make a legal one:"
        " name decks of your own"
    )


@functools.lru_cache(maxsize=64)
def _usual(asked: _Asked) -> dict[str, Deck]:
    form, found = asked.form, dict[str, Deck]()
    for name in form.defaults:
        deck = form.as_played(form.named(name, 0, 0))
        if _is_legal(deck, form):
            found[name] = deck
        elif made := _made(name, form, asked.cards):
            found[made.name] = made
    return found


def _is_legal(deck: Deck, form: DeckFormat) -> bool:
    return not any(form.of_deck(deck, rules) for rules in RULESETS)


def _made(name: str, form: DeckFormat, known: Catalogue) -> Deck | None:
    """A legal list in place of a starter, of its Hero or another of its faction: of cards of the
    package, or else of all that are known."""
    starter = decks.starter(name).hero
    if starter is None:
        return None
    others = (hero for hero in heroes() if hero.faction == starter.faction)
    hero = next((one for one in _legal((starter, *others), None, form)), None)
    if hero is None:
        return None
    for cards in (cards_of(str(hero.faction)), decks.playable(known)[str(hero.faction)]):
        there = _legal([card for card in cards if card.type != "hero"], hero, form)
        most = form.bounds.same_name
        owned = {card.reference: 1 if card.rarity == "unique" else most for card in there}
        if sum(owned.values()) < form.bounds.least:
            continue
        for archetype in ARCHETYPES:
            for number in range(LISTS):
                listing = Listing(hero, archetype, number)
                chance = Random(f"usual/{form.name}/{listing.name}")
                deck = construct(listing, chance, there, None, owned, form.bounds)
                if _is_legal(deck, form):
                    return replace(deck, name=f"{name}:{form.name}")
    return None


def _legal(cards: Iterable[Card], hero: Card | None, form: DeckFormat) -> Sequence[Card]:
    """The cards that a deck of the Hero may have, with the texts of the format's day."""
    then = form.as_played(Deck("cards", hero, tuple(cards))).cards
    return [
        card
        for card in dict.fromkeys(then)
        if not any(broken_by(card, hero, form, rules) for rules in RULESETS)
    ]
