"""The best cards of a collection for a deck: which of them, and in place of which.

Each card of the collection may take the place of one copy of a card of similar cost, if the deck
then breaks no rule that it keeps now, and none by more; a deck that is illegal is judged as it is,
and the reasons are said. The gain is the difference of their worths with the deck's Hero,
archetype and curve; a deck is not a sum of its cards, so the answer is what to try, and paired
games (`altered cards worth`) are the proof.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from altered_env import formats
from altered_env.cards import Card
from altered_env.cardstats.collection.card_values import Value, values_of
from altered_env.cardstats.context.context_terms import mean_cost
from altered_env.cardstats.context.many_cards import worths_with
from altered_env.cardstats.context.of_deck import archetype_of
from altered_env.cardstats.context.worth_model import Figure, model
from altered_env.cardstats.improving import NEAR, Change
from altered_env.decks import Deck, Violation
from altered_env.formats.card_alone import broken_by
from altered_env.formats.deck_changes import breaks_more
from altered_env.formats.format import Format

TRIED = 300
"""The number of cards of the collection to try, the best ones by worth."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A card of the collection, and the card whose place it takes."""

    value: Value
    out: Value
    gain: float
    """The difference of their worths in the deck, in percent of games, with its 90 % interval."""
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
    """The number of those it may not: other factions, illegal, without a known worth."""
    unread: int
    """The number of cards that are known by reference alone, so that nothing can be said."""
    context: str
    """The context of the worths, in words."""
    illegal: tuple[str, ...] = ()
    """The reasons why the deck is illegal as it is."""


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
    form = formats.get(format)
    check = _checker(form, rules)
    illegal = check(deck)
    mine = values_of(dict.fromkeys(deck.cards))
    able = [value for value in values if _may_hold(deck, value, only_unique, form, rules)]
    archetype, cost = archetype_of(deck), mean_cost(deck.cards)
    there = _worths_in(deck, [*mine, *able], archetype, cost)
    in_deck = {value.reference: value for value in mine}
    fitting = sorted(
        (value for value in able if value.reference in there),
        key=lambda value: -there[value.reference].mean,
    )
    now = deck
    picks: list[Pick] = []
    left = {value.reference: value.count for value in fitting}
    for card in deck.cards:
        if card.reference in left:
            left[card.reference] -= 1
    while len(picks) < most:
        due = [value for value in fitting if left[value.reference] > 0][:TRIED]
        stay = {pick.value.reference for pick in picks}
        outs = [in_deck[c.reference] for c in dict.fromkeys(now.cards) if c.reference not in stay]
        pick = _best(now, due, outs, there, check)
        if pick is None:
            break
        assert pick.value.card is not None and pick.out.card is not None
        picks.append(pick)
        now = Change(pick.out.card, pick.value.card, 1).of(now)
        in_deck[pick.value.reference] = pick.value
        left[pick.value.reference] -= 1
    wanted = [v for v in values if not only_unique or _is_unique(v)]
    hero = "" if deck.hero is None else f"with {deck.hero.name}, "
    words = f"{hero}in a deck of {archetype} of mean Hand Cost {cost:.1f}, by {model().players[0]}"
    unread = sum(value.card is None for value in wanted)
    others = len(wanted) - len(fitting) - unread
    return Picks(
        now, deck, tuple(picks), len(fitting), others, unread, words, tuple(map(str, illegal))
    )


def _worths_in(
    deck: Deck, values: Sequence[Value], archetype: str, cost: float
) -> dict[str, Figure]:
    """Return the worths of cards in the deck, of those that have one."""
    able = [(value, value.card) for value in values if value.card is not None]
    figures = worths_with(
        [card for _, card in able], [value.estimate for value, _ in able],
        deck.hero, archetype, cost,
    )  # fmt: skip
    pairs = zip(able, figures, strict=True)
    return {value.reference: one for (value, _), one in pairs if one is not None}


def _checker(form: Format, rules: str) -> Callable[[Deck], list[Violation]]:
    return lambda deck: form.of_deck(deck, rules)


def _is_unique(value: Value) -> bool:
    return value.card.rarity == "unique" if value.card is not None else "_U_" in value.reference


def _may_hold(deck: Deck, value: Value, only_unique: bool, form: Format, rules: str) -> bool:
    """Return whether the deck may hold the card in this format, and its worth is known."""
    card = value.card
    if card is None or value.worth is None or card.type == "hero":
        return False
    if only_unique and card.rarity != "unique":
        return False
    if deck.hero is not None and card.faction != deck.hero.faction:
        return False
    return not broken_by(card, deck.hero, form, rules)


def _best(
    deck: Deck, fitting: Sequence[Value], outs: Sequence[Value], there: Mapping[str, Figure],
    check: Callable[[Deck], list[Violation]],
) -> Pick | None:  # fmt: skip
    outs = sorted(
        (value for value in outs if value.reference in there),
        key=lambda value: there[value.reference].mean,
    )
    best: Pick | None = None
    for value in fitting:
        for out in outs:
            gain = there[value.reference].mean - there[out.reference].mean
            if gain <= (0.0 if best is None else best.gain):
                break
            assert value.card is not None and out.card is not None
            if not _alike(value.card, out.card) or out.reference == value.reference:
                continue
            after = Change(out.card, value.card, 1).of(deck)
            if breaks_more(check, deck, after):
                continue
            best = _pick(value, out, there)
            break
    return best


def _alike(card: Card, out: Card) -> bool:
    return abs(card.hand_cost - out.hand_cost) <= NEAR


def _pick(value: Value, out: Value, there: Mapping[str, Figure]) -> Pick:
    one, two = there[value.reference], there[out.reference]
    gain = one.mean - two.mean
    half = math.hypot(one.high - one.mean, two.high - two.mean)
    return Pick(value, out, gain, gain - half, gain + half)
