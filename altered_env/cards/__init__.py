"""The pool of cards: data files by set and faction, and the catalogue that loads them.

>>> from altered_env import cards
>>> armorer = cards.find("Foundry Armorer R1")
>>> armorer.type, armorer.hand_cost
('character', 3)
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from .card import Card
from .catalogue import Catalogue
from .errors import AmbiguousCardError, CardFileError, UnknownCardError
from .home import add_own

__all__ = [
    "AmbiguousCardError",
    "Card",
    "CardFileError",
    "Catalogue",
    "UnknownCardError",
    "catalogue",
    "find",
    "load_cards",
    "search",
]


@functools.cache
def catalogue() -> Catalogue:
    """Return the cards of the package, your own (`home`) and those added by `load_cards`; they are
    read once, on first use."""
    pool = Catalogue.of_package()
    add_own(pool)
    return pool


def find(text: str) -> Card:
    """Return the card with this reference or name: see `Catalogue.find`."""
    return catalogue().find(text)


def search(text: str = "", **wanted: Any) -> tuple[Card, ...]:
    """Return the cards that match all of this: see `Catalogue.search`."""
    return catalogue().search(text, **wanted)


def load_cards(path: str | Path) -> tuple[Card, ...]:
    """Add the cards of your own file to the catalogue and return them.

    The file has the format of the files here. Raises `CardFileError`, and adds nothing, if anything
    in it is invalid.
    """
    return catalogue().add_file(path)
