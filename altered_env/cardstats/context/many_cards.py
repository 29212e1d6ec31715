"""Worths in context for many cards at once, and the best Hero and archetype of each.

The same model as `worth_model.py`, in arrays: thousands of cards a second.

>>> from altered_env import cards
>>> best, = best_contexts([cards.find("Foundry Armorer R1")], [None])
>>> best.gain.mean > 0
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from altered_env.cards import Card
from altered_env.cards.estimates import Estimate
from altered_env.cardstats.context.context_terms import FEATURES, features
from altered_env.cardstats.context.limited import predictors
from altered_env.cardstats.context.worth_model import Figure, figure, model, unpacked
from altered_env.decks.constructing import ARCHETYPES, heroes, serves, shared_words

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Best:
    """The context in which a card gains most. Hero and archetype add up, each with its own gain."""

    hero: str
    archetype: str
    gain: Figure
    """The gain by this context."""
    worth: Figure
    """The worth there, by the strongest player."""


def worths_with(
    cards: Sequence[Card],
    estimates: Sequence[Estimate | None],
    hero: Card | None = None,
    archetype: str | None = None,
    cost: float | None = None,
) -> list[Figure | None]:
    """The worths of cards in one context, by the strongest player. `estimates` are those from their
    elements, for cards that were not ranked. None for cards that have no worth, or that the Hero's
    decks cannot hold."""
    told, mean, variance = without_context(cards, estimates)
    found: list[Figure | None] = [None] * len(cards)
    for k, one, own in zip(told, mean.tolist(), variance.tolist(), strict=True):
        card = cards[k]
        if hero is None or hero.faction == card.faction:
            gain, more = model().gain(card, hero, archetype, cost)
            found[k] = figure(one + gain, own + more)
    return found


def best_contexts(cards: Sequence[Card], estimates: Sequence[Estimate | None]) -> list[Best | None]:
    """The best Hero and archetype of each card; None for cards that have no worth, or whose faction
    has no Hero in the model."""
    told, mean, variance = without_context(cards, estimates)
    found: list[Best | None] = [None] * len(cards)
    kinds = tuple(ARCHETYPES)
    in_kind, kind_doubt = _terms([("archetype", name) for name in kinds], "serves")
    around = model().around
    spread = around["hero"] ** 2 + around["archetype"] ** 2
    for faction in dict.fromkeys(cards[k].faction for k in told):
        mine = [one for one in heroes() if one.faction == faction]
        which = [at for at, k in enumerate(told) if cards[k].faction == faction]
        if not mine:
            continue
        some = [cards[told[at]] for at in which]
        table = np.array([features(card) for card in some])
        with_hero, hero_doubt = _terms([("hero", one.reference) for one in mine], "shared")
        shared = np.array([[shared_words(card, one) for one in mine] for card in some])
        served = np.array([[serves(card, name) for name in kinds] for card in some])
        by_hero, by_kind = _sums(table, shared, with_hero), _sums(table, served, in_kind)
        doubt_hero = _sums(table**2, shared**2, hero_doubt)
        doubt_kind = _sums(table**2, served.astype(np.float64), kind_doubt)
        for row, at in enumerate(which):
            h, a = int(by_hero[row].argmax()), int(by_kind[row].argmax())
            gain = float(by_hero[row, h] + by_kind[row, a])
            more = float(doubt_hero[row, h] + doubt_kind[row, a]) + spread
            found[told[at]] = Best(
                mine[h].name,
                kinds[a],
                figure(gain, more),
                figure(float(mean[at]) + gain, float(variance[at]) + more),
            )
    return found


def without_context(
    cards: Sequence[Card], estimates: Sequence[Estimate | None]
) -> tuple[list[int], Floats, Floats]:
    """The cards that have a worth, by number; their worths by the strongest player averaged over
    contexts, and the variances."""
    found = model()
    told, values, unsure, said, noise = [], [], [], [], []
    for k, (card, estimate) in enumerate(zip(cards, estimates, strict=True)):
        known = predictors(card, estimate)
        if known is None:
            continue
        told.append(k)
        values.append(known.values)
        unsure.append(known.variance)
        figures, variances = unpacked(found.evidence(card), len(found.players))
        said.append(figures)
        noise.append(variances)
    if not told:
        return [], np.zeros(0), np.zeros(0)
    every = found.spread.known(*(np.array(rows) for rows in (values, unsure, said, noise)))
    return told, every.mean[:, 0], every.covariance[:, 0, 0]


def _terms(names: Sequence[tuple[str, str]], beside: str) -> tuple[Floats, Floats]:
    """The worth of each feature with each of these Heroes or archetypes, and of the term `beside`
    in the last row; and the variances."""
    terms = model().terms
    keys = [[(kind, name, feature) for kind, name in names] for feature in FEATURES]
    keys.append([(beside, "", "")] * len(names))
    pairs = np.array([[terms.get(key, (0.0, 0.0)) for key in row] for row in keys])
    return pairs[:, :, 0], pairs[:, :, 1] ** 2


def _sums(table: Floats, beside: NDArray[np.generic], terms: Floats) -> Floats:
    """The sums of the terms of each card, a column for each Hero or archetype."""
    return np.asarray(table @ terms[:-1] + beside * terms[-1], dtype=np.float64)
