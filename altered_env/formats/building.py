"""Building a deck card by card from the picks of a draft.

>>> from altered_env import formats
>>> from altered_env.decks import starter
>>> building = formats.Building(starter("lyra").cards[:35])
>>> while not building.may_end:
...     building.add(building.places[0]) if building.places else building.add_mana()
>>> len(building.deck().cards)
30
"""

from __future__ import annotations

from collections.abc import Sequence

from altered_env.cards import Card, find
from altered_env.cards.printed_words import FACTIONS
from altered_env.decks import Deck
from altered_env.decks.legality import MANA_CONVERGENCE, MAX_FACTIONS
from altered_env.engine.layout import DECK_MAX

from .deck_rules import DRAFTED


class Building:
    """A deck under construction. Only cards that keep it legal can be added: one Hero at most,
    three factions with the Hero's (1.1.5), and any number of Mana Convergence."""

    def __init__(self, picked: Sequence[Card]) -> None:
        self.picked = tuple(picked)
        self.added: list[int] = []
        """The places of the picked cards that are in the deck."""
        self.mana = 0
        """The number of Mana Convergence in the deck."""

    def __len__(self) -> int:
        return len(self.added) + self.mana

    @property
    def places(self) -> list[int]:
        """The places of the picked cards that may be added now."""
        if len(self) >= DECK_MAX:
            return []
        cards = [self.picked[place] for place in self.added]
        hero = any(card.type == "hero" for card in cards)
        factions = {card.faction for card in cards if card.faction in FACTIONS}
        full = len(factions) == MAX_FACTIONS
        return [
            place
            for place, card in enumerate(self.picked)
            if place not in self.added
            and not (hero and card.type == "hero")
            and not (full and card.faction in FACTIONS and card.faction not in factions)
        ]

    @property
    def may_add_mana(self) -> bool:
        """Is there room for another Mana Convergence?"""
        return len(self) < DECK_MAX

    @property
    def may_end(self) -> bool:
        """Are there at least 30 cards, the Hero among them (BD-06)?"""
        return len(self) >= DRAFTED

    def add(self, place: int) -> None:
        """Add the picked card at this place. Raises `ValueError` if it may not be added."""
        if place not in self.places:
            raise ValueError(f"no card can be added at {place!r} now; legal are {self.places}")
        self.added.append(place)

    def add_mana(self) -> None:
        """Add a Mana Convergence. Raises `ValueError` if there is no room."""
        if not self.may_add_mana:
            raise ValueError(f"{len(self)} cards; a deck has at most {DECK_MAX}")
        self.mana += 1

    def deck(self, name: str = "drafted") -> Deck:
        """The current deck."""
        cards = [self.picked[place] for place in self.added]
        hero = next((card for card in cards if card.type == "hero"), None)
        rest = tuple(card for card in cards if card.type != "hero")
        return Deck(name, hero, (*rest, *[find(MANA_CONVERGENCE)] * self.mana))
