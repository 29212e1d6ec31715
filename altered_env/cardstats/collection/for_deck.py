"""The best cards of a collection for a deck: which of them, and in place of which.

Each card of the collection may take the place of one copy of a card of similar cost, if the deck
stays as legal as it was. The gain is the difference of their worths; a deck is not a sum of its
cards, so the answer is what to try, and paired games (`altered cards worth`) are the proof.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from altered_env import formats
from altered_env.cards import Card
from altered_env.cardstats.collection.card_values import Value, values_of
from altered_env.cardstats.improving import NEAR, Change
from altered_env.decks import Deck

TRIED = 300
"""The number of cards of the collection to try, the best ones by worth."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A card of the collection, and the card whose place it takes."""

    value: Value
    out: Value
    gain: float
    """The difference of their worths, in percent of games."""
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Picks:
    """The best cards for a deck, and the deck with them."""

    deck: Deck
    before: Deck
    picks: tuple[Pick, ...]
    fitting: int
    """The number of cards of the collection that the deck may hold."""
    others: int
    """The number of those it may not: other factions, suspended, without a known text or worth."""


def best_for(
    deck: Deck,
    values: Sequence[Value],
    most: int = 3,
    *,
    only_unique: bool = True,
    format: str = "standard",
    rules: str = "2024.09",
) -> Picks:
    """Return up to so many cards for the deck, each with a gain above zero, the largest first."""
    check = _checker(format, rules)
    mine = {value.reference: value for value in values_of(dict.fromkeys(deck.cards))}
    able = [value for value in values if _may_hold(deck, value, only_unique)]
    fitting = sorted(able, key=lambda value: -(value.worth or 0.0))
    now = deck
    picks: list[Pick] = []
    left = {value.reference: value.count for value in fitting}
    for card in deck.cards:
        if card.reference in left:
            left[card.reference] -= 1
    while len(picks) < most:
        due = [value for value in fitting if left[value.reference] > 0][:TRIED]
        stay = {pick.value.reference for pick in picks}
        outs = [mine[c.reference] for c in dict.fromkeys(now.cards) if c.reference not in stay]
        pick = _best(now, due, outs, check)
        if pick is None:
            break
        assert pick.value.card is not None and pick.out.card is not None
        picks.append(pick)
        now = Change(pick.out.card, pick.value.card, 1).of(now)
        mine[pick.value.reference] = pick.value
        left[pick.value.reference] -= 1
    wanted = [v for v in values if not only_unique or _is_unique(v)]
    return Picks(now, deck, tuple(picks), len(fitting), len(wanted) - len(fitting))


def _checker(format: str, rules: str) -> Callable[[Deck], int]:
    of_deck = formats.get(format).of_deck
    return lambda deck: len(of_deck(deck, rules))


def _is_unique(value: Value) -> bool:
    return value.card.rarity == "unique" if value.card is not None else "_U_" in value.reference


def _may_hold(deck: Deck, value: Value, only_unique: bool) -> bool:
    """Return whether the deck may hold the card, and its worth is known."""
    card = value.card
    if card is None or value.worth is None or card.suspended or card.type == "hero":
        return False
    if only_unique and card.rarity != "unique":
        return False
    return deck.hero is None or card.faction == deck.hero.faction


def _best(
    deck: Deck, fitting: Sequence[Value], outs: Sequence[Value], check: Callable[[Deck], int]
) -> Pick | None:
    wrong = check(deck)
    outs = sorted(outs, key=lambda value: value.worth if value.worth is not None else math.inf)
    best: Pick | None = None
    for value in fitting:
        for out in outs:
            if value.worth is None or out.worth is None or value.worth <= out.worth:
                break
            if best is not None and value.worth - out.worth <= best.gain:
                break
            assert value.card is not None and out.card is not None
            if not _alike(value.card, out.card) or out.reference == value.reference:
                continue
            if check(Change(out.card, value.card, 1).of(deck)) > wrong:
                continue
            best = _pick(value, out)
            break
    return best


def _alike(card: Card, out: Card) -> bool:
    return abs(card.hand_cost - out.hand_cost) <= NEAR


def _pick(value: Value, out: Value) -> Pick:
    assert value.worth is not None and out.worth is not None
    gain = value.worth - out.worth
    half = math.hypot((value.high - value.low) / 2, (out.high - out.low) / 2)
    return Pick(value, out, gain, gain - half, gain + half)
