"""Question (c): how well cards go with Heroes, by a person's ratings and in games of dealt decks.

In a dealt deck the first twelve cards are drawn first. The effect of a card with a Hero is the
difference in win rate between its decks with the card among them and all of its decks.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from altered_env.cards import Card
from altered_env.cards.worths import Worths
from altered_env.cardstats.agreement import ranks
from altered_env.cardstats.validity import scores
from altered_env.cardstats.validity.deck_games import EARLY, Plan
from altered_env.cardstats.validity.figures import Figure
from altered_env.cardstats.validity.people import Rating
from altered_env.cardstats.validity.scores import Vector
from altered_env.decks import Deck

Pair = tuple[str, str]


def rated_heroes(ratings: Sequence[Rating]) -> tuple[Card, ...]:
    """The Heroes that are rated, in order of their references."""
    return tuple(sorted({one.hero for one in ratings}, key=lambda card: card.reference))


def figures(
    ratings: Sequence[Rating],
    plan: Plan,
    winners: Mapping[str, Sequence[int]],
    shipped: Sequence[Worths],
) -> list[Figure]:
    """Rank correlations of ratings with the effects by each player, whole and within card."""
    given = np.array([one.rating for one in ratings])
    cards = [one.card.reference for one in ratings]
    pairs = [(one.card.reference, one.hero.reference) for one in ratings]
    found = [
        _whole(
            "statistics less cost", given, np.array([_statistics(r.card) for r in ratings]), cards
        ),
        _whole("words shared with the Hero", given, _shared(ratings), cards),
        _within("words shared with the Hero", given, _shared(ratings), cards),
    ]
    for worths in shipped:
        known = [worths.cards.get(name) for name in cards]
        value = np.array([0.0 if one is None else one.worth for one in known])
        held = [one is not None for one in known]
        name = f"{worths.head['agent']}, shipped worth"
        found.append(_whole(name, given, value, cards, held))
    if not plan.games:
        return found
    dealt = [plan.dealt(number) for number in range(plan.games)]
    for agent, won in winners.items():
        of_card, of_pair = _effects(dealt, won)
        value = np.array([of_card.get(card, 0.0) for card in cards])
        found.append(_whole(agent, given, value, cards))
        with_hero = np.array([of_pair.get(pair, 0.0) for pair in pairs])
        found.append(_within(agent, given, with_hero, cards))
        one, two = (
            scores.within(np.array([by_half.get(pair, 0.0) for pair in pairs]), cards)
            for _, by_half in (_effects(dealt, won, half) for half in (0, 1))
        )
        same = scores.spearman(one.tolist(), two.tolist())
        found.append(Figure("c", agent, "within card, two halves of the games", same))
    return found


def _effects(
    dealt: Sequence[tuple[Deck, Deck]], winners: Sequence[int], half: int | None = None
) -> tuple[dict[str, float], dict[Pair, float]]:
    """The effect of each card, and of each card with each Hero, in percent; by the games of even
    or odd number only, if `half` is 0 or 1."""
    by_hero: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    by_pair: dict[Pair, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for number, (decks, winner) in enumerate(zip(dealt, winners, strict=True)):
        if half is not None and number % 2 != half:
            continue
        for seat, deck in enumerate(decks):
            score = 0.5 if winner < 0 else float(winner == seat)
            hero = deck.hero.reference if deck.hero else ""
            sums = by_hero[hero]
            sums[0] += score
            sums[1] += 1
            for card in deck.cards[:EARLY]:
                sums = by_pair[card.reference, hero]
                sums[0] += score
                sums[1] += 1
    mean = {hero: total / count for hero, (total, count) in by_hero.items()}
    of_pair = {
        (name, hero): 100 * (total / count - mean[hero])
        for (name, hero), (total, count) in by_pair.items()
    }
    of_card: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for (name, hero), (total, count) in by_pair.items():
        of_card[name][0] += total - count * mean[hero]
        of_card[name][1] += count
    return {name: 100 * total / count for name, (total, count) in of_card.items()}, of_pair


def _figure(
    who: str, what: str, one: Vector, two: Vector, cards: Sequence[str], held: Sequence[bool]
) -> Figure:
    """The rank correlation over the pairs that are held."""
    mine = [card for card, here in zip(cards, held, strict=True) if here]
    part = np.array(held)
    first, second = (ranks(v[part].tolist()) for v in (one, two))
    score = partial(scores.correlation, first, second)
    low, high = scores.interval(score, [mine], scores.APART)
    return Figure("c", who, what, score(np.ones(len(mine))), low, high, len(mine))


def _whole(
    who: str, given: Vector, value: Vector, cards: Sequence[str], held: Sequence[bool] | None = None
) -> Figure:
    here = [True] * len(cards) if held is None else held
    return _figure(who, "whole", given, value, cards, here)


def _within(who: str, given: Vector, value: Vector, cards: Sequence[str]) -> Figure:
    """The correlation of the differences between Heroes, for cards with several."""
    count = Counter(cards)
    one, two = (np.round(scores.within(v, cards), 9) for v in (given, value))
    return _figure(who, "within card", one, two, cards, [count[card] > 1 for card in cards])


def _statistics(card: Card) -> float:
    if card.type != "character":
        return 0.0
    return card.forest + card.mountain + card.water - 3 * card.hand_cost


def _words(card: Card) -> set[str]:
    text = " ".join((*card.abilities, *card.support, *card.subtypes))
    return set(re.findall(r"[a-z]{4,}", text)) - {"character", "target", "expedition", "effect"}


def _shared(ratings: Sequence[Rating]) -> Vector:
    return np.array([float(len(_words(one.card) & _words(one.hero))) for one in ratings])
