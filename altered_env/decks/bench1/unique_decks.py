"""The decks of T4 with unique cards: each deck of the task, with three of the 1,000 withheld ones.

The package does not have these cards; whoever has their official data imports it
(`altered cards import`). Which cards a deck gets follows from its name alone.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from random import Random
from typing import Final

from altered_env.cards import Card, catalogue

from ..deck import Deck
from ..legality import MAX_RARITY, MAX_SAME_NAME, constructed
from .bench_pools import Listed, task_decks
from .frozen_files import digest_of
from .withheld import WITHHELD_SET, withheld_uniques

EACH: Final = MAX_RARITY["unique"]


@functools.cache
def withheld_cards() -> tuple[Card, ...]:
    """The withheld unique cards as they were imported, by reference. Raises `ValueError` if one is
    missing."""
    known = {card.reference: card for card in catalogue()}
    references = sorted(withheld_uniques())
    if missing := [one for one in references if one not in known]:
        raise ValueError(
            f"T4 with unique cards needs the {len(references):,} withheld ones, but"
            f" {len(missing):,} are missing, such as {missing[0]}: import their official data"
            " with altered cards import FILE, or play T4 without --uniques"
        )
    return tuple(known[one] for one in references)


def digest_of_cards(cards: tuple[Card, ...]) -> str:
    """The SHA-256 of all that matters in play of these cards."""
    bare = (replace(card, prints=(), source="") for card in cards)
    return digest_of("".join(f"{card!r}\n" for card in bare))


@functools.cache
def decks_with(cards: tuple[Card, ...]) -> tuple[Listed, ...]:
    """The decks of T4 with these unique cards."""
    return tuple(Listed(_with_some(one.deck, cards), one.marks) for one in task_decks("T4"))


def _with_some(deck: Deck, cards: tuple[Card, ...]) -> Deck:
    """The deck with three unique cards of its faction, each in place of a card of another set that
    costs as much, or about as much."""
    chance = Random(f"altered-bench1/uniques/{deck.name}")
    assert deck.hero is not None
    there = list(deck.cards)
    left = [card for card in cards if card.faction == deck.hero.faction]
    chance.shuffle(left)
    for new in left:
        if sum(card.rarity == "unique" for card in there) == EACH:
            break
        if new.suspended or sum(card.name == new.name for card in there) >= MAX_SAME_NAME:
            continue
        free = [
            k for k, one in enumerate(there) if one.set != WITHHELD_SET and one.rarity != "unique"
        ]
        there[min(free, key=lambda k: abs(there[k].hand_cost - new.hand_cost))] = new
    found = Deck(deck.name, deck.hero, tuple(there))
    assert not constructed(found), found.name
    return found
