"""Whether a card may be in any deck of a format, whatever else the deck holds.

>>> from altered_env import cards, formats
>>> bugfix = cards.find("Bugfix C")
>>> [str(one) for one in broken_by(bugfix, None, formats.get("standard", season=6))]
['Bugfix C is banned (season 6)']
>>> broken_by(bugfix, None, formats.get("standard"))
[]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from altered_env.cards import Card
from altered_env.decks import Deck, Violation


class DeckRules(Protocol):
    """A format, as far as a deck's legality goes."""

    @property
    def of_deck(self) -> Callable[[Deck, str], list[Violation]]:
        """The reasons why a deck is illegal under a ruleset."""


def broken_by(
    card: Card, hero: Card | None, form: DeckRules, rules: str = "2024.09"
) -> list[Violation]:
    """Return the rules that a card breaks by itself: those that a deck of the Hero without cards
    keeps, and that with this card breaks."""
    if card.type == "hero":
        with_it, hero = Deck("one", card, ()), None
    else:
        with_it = Deck("one", hero, (card,))
    kept = {one.rule for one in form.of_deck(Deck("none", hero, ()), rules)}
    return [one for one in form.of_deck(with_it, rules) if one.rule not in kept]
