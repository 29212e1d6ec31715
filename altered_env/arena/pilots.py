"""Practised pilots: networks trained on a list or several, and the lists that they are for.

`altered decks practise` writes one next to the list. It states its lists by `list_key`, so it is
found for the same list under any name.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path
from typing import Final

from altered_env.agents import tensor_files
from altered_env.agents.net_weights import KIND
from altered_env.decks import Deck

ENDING: Final = ".pilot.safetensors"
LISTS: Final = "practised lists"
"""The metadata of a pilot that states its lists."""


def list_key(deck: Deck) -> str:
    """A short hash of a list, whatever its name, its order and the texts of its cards.

    >>> from dataclasses import replace
    >>> from altered_env import decks
    >>> axiom = decks.load("axiom")
    >>> list_key(axiom) == list_key(replace(axiom, name="mine", cards=axiom.cards[::-1]))
    True
    """
    counted = sorted(Counter(card.reference for card in deck.every_card).items())
    return hashlib.sha256(repr(counted).encode()).hexdigest()[:16]


def pilots_in(folder: str | Path) -> dict[str, str]:
    """The pilots of a folder, as agents by the key of their list.

    Raises `ValueError` if there is none, and `FileOfTensorsError` for a damaged file.
    """
    path = Path(folder)
    if not path.is_dir():
        raise ValueError(f"{folder}: expected a folder with pilots of `altered decks practise`")
    found: dict[str, str] = {}
    for file in sorted(path.glob(f"*{ENDING}")):
        _, about = tensor_files.read(file, KIND)
        keys = about.get(LISTS)
        if not keys or not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
            raise ValueError(
                f"{file} does not state its lists; make it with altered decks practise"
            )
        found |= dict.fromkeys(keys, f"net:{file}")
    if not found:
        raise ValueError(f"{folder} has no pilot (*{ENDING}); make one with altered decks practise")
    return found


def pilot_of(deck: Deck, pilots: dict[str, str], other: str) -> str:
    """The pilot of a list, or another agent."""
    return pilots.get(list_key(deck), other)
