"""Which card a collection means by an entry with a text: the card of the pool, or another version.

An entry may have another text than the card of its number has here: an earlier or a later version,
or one that somebody made up. Then its own text counts.
"""

from __future__ import annotations

from dataclasses import replace

from altered_env.cards import Card
from altered_env.cards.importing import Reading
from altered_env.cards.measured_texts import text_mark
from altered_env.cards.official import NO_SUBTYPES


def as_given(card: Card, reading: Reading) -> Card:
    """Return the card of the pool if an entry of its number says the same, or else the card of the
    entry. Of a text that is not understood, such as one of another language, only the numbers
    count."""
    official, given = reading.official, reading.card
    if given is None or not _has_text(reading):
        hand, reserve, forest, mountain, water, *_ = official.numbers
        given = replace(
            card,
            hand_cost=hand,
            reserve_cost=reserve,
            forest=forest,
            mountain=mountain,
            water=water,
        )
    elif any(NO_SUBTYPES in remark for remark in official.remarks):
        given = replace(given, subtypes=card.subtypes)
    return card if text_mark(given) == text_mark(card) else given


def is_understood(reading: Reading) -> bool:
    """Return whether an entry has no text, or one that is understood."""
    return reading.card is not None or not _has_text(reading)


def _has_text(reading: Reading) -> bool:
    return bool(reading.official.main_text or reading.official.support_text)
