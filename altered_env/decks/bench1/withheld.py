"""The cards that no released player of Altered-Bench 1 may be trained on: the set FUGUE, and 1,000
of 3,000 unique cards, of which only the references are known here.

>>> from altered_env import cards
>>> is_withheld(cards.find("FUGUE_AX_130_C")), is_withheld(cards.find("Foundry Armorer C"))
(True, False)
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable
from typing import Final

from altered_env.cards import Card, catalogue

from .frozen_files import UNIQUES, frozen_text

WITHHELD_SET: Final = "FUGUE"
SETS: Final = ("CORE", "ALIZE", "BISE", "CYCLONE", "DUSTER", "EOLE")
"""The sets to train on. They are complete, so that a card which joins the pool changes no deck."""


@functools.cache
def withheld_uniques() -> frozenset[str]:
    """The references of the unique cards that are withheld."""
    return frozenset(frozen_text(UNIQUES).splitlines())


def chosen_uniques(references: Iterable[str], count: int) -> list[str]:
    """This many of the references: those whose SHA-256 is lowest, which rules out a choice by hand.

    >>> chosen_uniques(["CORE_AX_13_U_1", "CORE_AX_13_U_2", "CORE_AX_13_U_3"], 1)
    ['CORE_AX_13_U_3']
    """
    key = {one: hashlib.sha256(f"altered-bench1/{one}".encode()).digest() for one in references}
    return sorted(sorted(key, key=key.__getitem__)[:count])


def is_withheld(card: Card) -> bool:
    """Is this card withheld from training?"""
    return card.set == WITHHELD_SET or card.reference in withheld_uniques()


def withheld_in(cards: Iterable[Card]) -> list[Card]:
    """The withheld ones among these cards, once each."""
    return [card for card in dict.fromkeys(cards) if is_withheld(card)]


@functools.cache
def trainable_cards() -> tuple[Card, ...]:
    """The cards of the package to train on, without tokens.

    >>> {card.set for card in trainable_cards()} == set(SETS)
    True
    """
    return tuple(
        card
        for card in catalogue().package
        if card.set in SETS and not card.token and not is_withheld(card)
    )
