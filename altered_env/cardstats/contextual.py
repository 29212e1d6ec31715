"""The worth of a card in a deck: against the best alternative for its place, not a blank.

The alternatives are legal changes of all its copies for another card, the best of them by measured
worth. They race, and the winner meets the deck with the card in fresh deals, so that its luck in
the race does not count.
"""

from __future__ import annotations

from dataclasses import dataclass

from altered_env import formats
from altered_env.arena.ledger import Ledger
from altered_env.arena.paired import Difference
from altered_env.cards import Card
from altered_env.cards.worths import worths
from altered_env.cardstats.improving import NEAR, Change, Search, changes, compare, race
from altered_env.decks import Deck

NO_WORTH = -100.0
"""In the order of alternatives, that of a card without a measured worth."""


@dataclass(frozen=True, slots=True)
class Contextual:
    """The worth of a card in a deck."""

    deck: Deck
    """The deck with the card."""
    placed: Change | None
    """The change that brought the card into the deck; None if the deck held it."""
    against: Change
    """The best alternative."""
    tried: int
    """The number of alternatives that raced."""
    worth: Difference
    """By how much the deck with the card won more often."""
    rates: tuple[float, float]
    """The win rates with the card and with the alternative."""


def with_card(
    deck: Deck, card: Card, rules: str = "2024.09", format: str = "standard"
) -> tuple[Deck, Change | None]:
    """The deck with the card: as it is if it holds it, else in place of the card that is most like
    it. Raises `ValueError` if the card has no legal place.

    >>> from altered_env import cards, decks
    >>> deck, placed = with_card(decks.starter("axiom"), cards.find("Axiom Salvager R1"))
    >>> cards.find("Axiom Salvager R1") in deck.cards, str(placed)
    (True, '3 Axiom Salvager C -> Axiom Salvager R1')
    """
    if card.type == "hero" or card.token:
        raise ValueError(f"{card} is no card for the deck; name another than a Hero or token")
    if card in deck.cards:
        return deck, None
    found = [change for change in changes(deck, rules, format=format) if change.into == card]
    if not found:
        why = why_no_place(deck, card, rules, format)
        raise ValueError(f"there is no legal place for {card} in {deck.name}: {why}")

    def unlike(change: Change) -> tuple[bool, bool, int, int]:
        out = change.out
        cost = abs(out.hand_cost - card.hand_cost)
        return out.name != card.name, out.type != card.type, cost, -change.copies

    placed = min(found, key=unlike)
    return placed.of(deck), placed


def why_no_place(deck: Deck, card: Card, rules: str = "2024.09", format: str = "standard") -> str:
    """The rules that keep a card out of a deck, in whose place it may come.

    >>> from altered_env import cards, decks
    >>> why_no_place(decks.starter("axiom"), cards.find("Haven Bouncer C"))
    '1 Haven Bouncer C is from Bravos, but the Hero is from Axiom (1.1.4.d)'
    """
    of_deck = formats.get(format).of_deck
    before = set(map(str, of_deck(deck, rules)))
    near = [out for out in dict.fromkeys(deck.cards) if abs(out.hand_cost - card.hand_cost) <= NEAR]
    if not near:
        costs = f"from {max(0, card.hand_cost - NEAR)} to {card.hand_cost + NEAR}"
        return f"it costs {card.hand_cost}, and the deck has no card of Hand Cost {costs}"
    broken = [
        [
            str(one)
            for one in of_deck(Change(out, card, 1).of(deck), rules)
            if str(one) not in before
        ]
        for out in near
    ]
    fewest = min(broken, key=len)
    return "; ".join(fewest) or "it cannot be played yet (altered cards show)"


def alternatives(
    deck: Deck,
    card: Card,
    most: int,
    rules: str = "2024.09",
    first: Card | None = None,
    format: str = "standard",
) -> list[Change]:
    """Up to so many changes of all copies of a card for another: for the `first` card, then for
    other versions of the card, then for those of the highest measured worth."""
    copies = deck.cards.count(card)

    def order(change: Change) -> tuple[bool, bool, float]:
        row = worths().of(change.into)
        worth = NO_WORTH if row is None else row.worth
        return change.into != first, change.into.name != card.name, -worth

    legal = changes(deck, rules, format=format)
    found = [c for c in legal if c.out == card and c.copies == copies]
    return sorted(found, key=order)[:most]


def worth_in(
    deck: Deck, card: Card, ledger: Ledger, search: Search, format: str = "standard"
) -> Contextual:
    """The worth of a card in a deck against the opponents of the ledger. Raises `ValueError` if it
    has no legal place there, or no alternative."""
    rules = ledger.table.rules
    held, placed = with_card(deck, card, rules, format)
    first = None if placed is None else placed.out
    others = alternatives(held, card, search.width, rules, first, format)
    if not others:
        raise ValueError(f"there is no legal alternative to {card} in {deck.name}")
    winner = race(held, others, ledger, search, 0, search.games) if others[1:] else others[0]
    assert winner is not None, "a search has games for a race"
    deals = [f"worth/0/{k}" for k in range(search.proof)]
    instead = winner.of(held)
    worth = compare(instead, held, ledger, deals)
    mine, other = (sum(row) / len(row) for row in ledger.scores([held, instead], deals))
    return Contextual(held, placed, winner, len(others), worth, (mine, other))
