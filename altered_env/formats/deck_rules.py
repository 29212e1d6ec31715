"""Deck legality in the formats that have deck rules of their own."""

from __future__ import annotations

from typing import Final

from altered_env._runtime.plurals import counted
from altered_env.cards.printed_words import NEUTRAL
from altered_env.decks import Deck, Violation, limited

FIRST_GAME: Final = 29
"""The cards of a first game (ST-12)."""
DRAFTED: Final = 30
"""The minimum number of cards of a drafted deck, including a Hero (BD-06)."""
TECHNICAL: Final = 12
"""The number of cards in the technical Booster War, including a Hero (BW-11)."""


def first_game(deck: Deck, rules: str) -> list[Violation]:
    """A first game: 29 cards of one faction, and no Hero (ST-12).

    >>> from altered_env import decks
    >>> first_game(decks.first_game("lyra"), "2024.09")
    []
    """
    found = []
    if deck.hero is not None:
        found.append(Violation("ST-12", "a Hero, but a first game is played without"))
    if len(deck.cards) != FIRST_GAME:
        message = f"{counted(len(deck.cards), 'card')}; a first game needs {FIRST_GAME}"
        found.append(Violation("ST-12", message))
    factions = sorted({card.faction_name for card in deck.cards})
    if len(factions) > 1:
        message = f"{len(factions)} factions ({', '.join(factions)}); a starter deck has one"
        found.append(Violation("ST-12", message))
    return found + _only_cards(deck)


def limited_deck(deck: Deck, rules: str) -> list[Violation]:
    """Limited play (1.1.5), with any pool."""
    return limited(deck, rules=rules)


def draft_deck(deck: Deck, rules: str) -> list[Violation]:
    """A deck from a draft: limited play, with at least 30 cards (BD-06)."""
    found = limited(deck, rules=rules, of_any_size=True)
    count = len(deck.every_card)
    if count < DRAFTED:
        found.append(
            Violation("BD-06", f"{counted(count, 'card')}; at least {DRAFTED} are required")
        )
    return found


def booster_war(deck: Deck, rules: str) -> list[Violation]:
    """The cards of a booster, with its Hero in play or without one (BW-03, BW-04)."""
    found = _only_cards(deck)
    if not deck.cards:
        found.append(Violation("BW-04", "no cards; the deck is the contents of a booster"))
    return found


def booster_war_technical(deck: Deck, rules: str) -> list[Violation]:
    """Twelve cards in an order of the player's choice (BW-11)."""
    found = _only_cards(deck)
    count = len(deck.every_card)
    if count != TECHNICAL:
        message = f"{counted(count, 'card')} with the Hero; a deck needs {TECHNICAL}"
        found.append(Violation("BW-11", message))
    return found


def _only_cards(deck: Deck) -> list[Violation]:
    """No token, no second Hero (1.1.5.b, ST-14)."""
    found = []
    for card in dict.fromkeys(deck.cards):
        if card.token:
            found.append(Violation("ST-14", f"{card} is a token; tokens are not part of decks"))
        elif card.type == "hero":
            found.append(Violation("1.1.5.b", f"{card} is a Hero, which cannot be in the Deck"))
    if deck.hero is not None and (deck.hero.type != "hero" or deck.hero.faction == NEUTRAL):
        found.append(Violation("1.1.5.b", f"{deck.hero} is {deck.hero.kind}, not a Hero"))
    return found
