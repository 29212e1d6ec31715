"""For the files that exercise the cards of a set: one a set, so that workers can share them."""

from __future__ import annotations

import pytest

from altered_env.cards import catalogue
from altered_env.exercise import exercise
from altered_env.exercise.trying import explained, shared_book


def factions(set_name):
    """Run a test for each faction that has cards in the set."""
    found = {card.printed_faction for card in catalogue() if card.set == set_name}
    return pytest.mark.parametrize("faction", sorted(found))


def not_seen(set_name, faction):
    """What is wrong with these cards or was not seen of them, without an explanation."""
    book, reasons = shared_book(), explained()
    found = []
    for card in catalogue():
        if (card.set, card.printed_faction) != (set_name, faction):
            continue
        report = exercise(card, book=book)
        found += [f"{card.reference} {card}: {failure}" for failure in report.failures]
        found += [
            f"{card.reference} {card}: {what}"
            for what in report.missing
            if (card.reference, what) not in reasons
        ]
    return found
