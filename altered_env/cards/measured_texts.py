"""Marks of the texts that were measured: is a card still the one whose figures are known?

A reference does not say what a card does. Corrected cards have two texts under one number, a file
may hold another text than the package, and your own cards may take a number.
`measured_texts.tsv.gz` has a mark of each measured text: a hash of costs, statistics, faction,
types and abilities. It is written with the figures (`altered_env/cardstats/ranking/shipping.py`).

>>> from dataclasses import replace
>>> from altered_env import cards
>>> armorer = cards.find("Foundry Armorer C")
>>> is_as_measured(armorer), is_as_measured(replace(armorer, forest=9))
(True, False)
"""

from __future__ import annotations

import functools
import gzip
import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from altered_env._runtime.input_files import FIGURES, InputFileError, read_gzip

from .card import Card
from .elements import line_elements

FILE = Path(__file__).with_name("measured_texts.tsv.gz")
BYTES = 5
"""The length of a mark."""


def text_mark(card: Card) -> str:
    """Return the mark of a card's text. Notations of the same ability have the same mark."""
    lines = [(line, False) for line in card.abilities] + [(line, True) for line in card.support]
    told = (
        card.faction,
        card.type,
        sorted(card.subtypes),
        (card.hand_cost, card.reserve_cost, card.forest, card.mountain, card.water),
        [(line_elements(line, support)[0][0][1], support) for line, support in lines],
    )
    return hashlib.blake2b(repr(told).encode(), digest_size=BYTES).hexdigest()


@functools.cache
def measured_marks() -> Mapping[str, str]:
    """Return the mark of each measured card. Raises `ValueError` if the file is damaged."""
    try:
        lines = read_gzip(FILE, FIGURES).decode().splitlines()
        return dict(line.split("\t") for line in lines)
    except (InputFileError, OSError, ValueError) as error:
        raise ValueError(f"{FILE} is damaged: {error}") from None


def is_as_measured(card: Card) -> bool:
    """Return whether nothing is known of the card's having had another text when it was
    measured."""
    mark = measured_marks().get(card.reference)
    return mark is None or mark == text_mark(card)


def written(cards: Iterable[Card]) -> bytes:
    """Return the marks of measured cards as a file, with those of cards measured before."""
    marks = {**measured_marks(), **{card.reference: text_mark(card) for card in cards}}
    rows = (f"{name}\t{mark}\n" for name, mark in sorted(marks.items()))
    return gzip.compress("".join(rows).encode(), mtime=0)
