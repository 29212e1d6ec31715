"""Values of many cards at once: the measured worth of a card, or an estimate from its elements.

The estimates are those of `altered_env/cards/estimates.py`, for thousands of cards a second. An
estimate is a sum over the elements of a card, so it has a part for the body and one for each
line.

>>> from altered_env import cards
>>> value, = values_of([cards.find("Foundry Armorer R1")])
>>> value.measured, value.low < value.worth < value.high, len(value.brings)
(True, True, 1)
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from altered_env.cards import Card, catalogue
from altered_env.cards.elements import described, line_elements
from altered_env.cards.estimates import (
    FINE,
    MEAN,
    NAMED,
    NEAR,
    WIDENING,
    Z95,
    Elements,
    Estimate,
    estimates,
    group_of,
    remarks_on,
)
from altered_env.cards.worths import CORRECTED, Worths, of_others, worths
from altered_env.cardstats.collection.reading_collections import Held, family_of
from altered_env.cardstats.context.many_cards import Best, best_contexts

Floats = NDArray[np.float64]

BY_HERO = (
    "a worth is the mean over the Heroes of the card's faction. With one of them, or in a deck, ask"
    " altered cards worth CARD --hero HERO, or --deck FILE --instant"
)
UNMEASURABLE = "only cards of a deck have a worth"
BY_NUMBER = "the text of this entry is not understood; the card of its number counts"


@dataclass(frozen=True, slots=True)
class Brought:
    """The worth of the elements of one line of a card, in percent of games."""

    line: str
    support: bool
    worth: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a card, in percent of games."""

    reference: str
    name: str
    card: Card | None
    count: int = 1
    worth: float | None = None
    """None for a Hero, and for a card of which neither a measurement nor the text is known."""
    low: float = 0.0
    high: float = 0.0
    measured: bool = False
    outside: bool = False
    """Is it an estimate beyond the range of the measured cards, which may be far off?"""
    place: int = 0
    """The place among the measured cards, which for others is that of their estimate."""
    body: float | None = None
    """The worth of costs, statistics, types and name."""
    brings: tuple[Brought, ...] = ()
    own: float | None = None
    """The part of a measured worth that the elements do not explain."""
    remarks: tuple[str, ...] = ()
    estimate: Estimate | None = None
    """The worth from its elements alone."""
    best: Best | None = None
    """The Hero and archetype with which it gains most."""

    @property
    def source(self) -> str:
        """Return how the worth is known: `measured`, `estimated` or `unknown`."""
        if self.worth is None:
            return "unknown"
        return "measured" if self.measured else "estimated"

    @property
    def known_from(self) -> str:
        """The same for people: an estimate beyond what was measured is `outside`."""
        return "outside" if self.outside and not self.measured else self.source


class _Model:
    """The elements of a ranking as arrays."""

    def __init__(self, found: Elements) -> None:
        self.found = found
        self.at = {(row.kind, row.name): k for k, row in enumerate(found.rows)}
        self.worth = np.array([row.worth for row in found.rows])
        self.middle = np.array([row.middle for row in found.rows])
        self.scale = np.array([row.scale for row in found.rows])
        self.least = np.array([row.least for row in found.rows])
        self.most = np.array([row.most for row in found.rows])
        self.error = np.array([row.error for row in found.rows], dtype=np.float32)
        self._covariance: NDArray[np.float32] = np.diag(FINE * (self.error * self.error / FINE))
        self._filled = np.arange(len(found.rows)) == 0

    def covariance(self, where: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the covariance of these elements. Rows are read when they are first needed, for
        all of them take a while."""
        for k in where[~self._filled[where]]:
            parts = self.found.rows[k].together.split(" ")[:k]
            share = np.array([int(part or 0) for part in parts], dtype=np.float32)
            row = share * (self.error[k] * self.error[:k] / FINE)
            self._covariance[k, :k] = self._covariance[:k, k] = row
            self._filled[k] = True
        return self._covariance[np.ix_(where, where)]

    def sum_of(self, keys: Iterable[tuple[tuple[str, str], float]]) -> _Sum:
        """Return the sum over elements with their amounts."""
        at, amounts, unknown = [], [], []
        spread = 0.0
        for key, amount in keys:
            row = self.at.get(key)
            if row is not None:
                at.append(row)
                amounts.append(amount)
            elif key[0] in WIDENING and amount:
                spread += (amount * self.found.spreads.get(key[0], 0.0)) ** 2
                if key[0] in NAMED:
                    unknown.append(key[1])
        where = np.array(at, dtype=np.int64)
        much = np.array(amounts, dtype=np.float64)
        inside = np.clip(much, self.least[where], self.most[where])
        held = (inside - self.middle[where]) / self.scale[where]
        outside = np.abs(much - inside) > NEAR
        beyond = [self.found.rows[k].name for k in where[outside]]
        further = np.where(outside, self.worth[where] * (much - inside) / self.scale[where], 0.0)
        shared = held @ self.covariance(where) @ held
        variance = spread + max(0.0, float(shared))
        reach = float(np.minimum(further, 0.0).sum()), float(np.maximum(further, 0.0).sum())
        return _Sum(float(self.worth[where] @ held), variance, unknown, beyond, *reach)


@dataclass(frozen=True, slots=True)
class _Sum:
    worth: float
    variance: float
    unknown: list[str]
    beyond: list[str]
    below: float
    """How much lower a straight line beyond the measured range would be; 0 or less."""
    above: float
    """How much higher."""

    def interval(self, worth: float, variance: float) -> tuple[float, float]:
        """The ends of the interval of a worth that has this sum in it."""
        half = Z95 * math.sqrt(variance)
        return worth - half + self.below, worth + half + self.above


@functools.cache
def _model() -> _Model:
    return _Model(estimates())


@functools.lru_cache(maxsize=100_000)
def _line(line: str, support: bool) -> Brought:
    """Return the worth of a line; lines of unique cards occur on many of them."""
    found = _model().sum_of(line_elements(line, support))
    return Brought(line, support, found.worth, *found.interval(found.worth, found.variance))


def worth_at_once(card: Card) -> Value:
    """Return the value of a card, without its parts if it was measured: those need the model of
    elements, which takes a second to read.

    >>> from altered_env import cards
    >>> worth_at_once(cards.find("Foundry Armorer R1")).known_from
    'measured'
    """
    row = worths().of(card)
    if row is None or not row.copies:
        (value,) = values_of([card])
        return value
    return Value(card.reference, str(card), card, 1, row.worth, row.low, row.high, measured=True)


def values_of(cards: Iterable[Card], say: Callable[[int], None] | None = None) -> list[Value]:
    """Return the values of cards, in their order."""
    return valued([Held(card.reference, 1, card) for card in cards], say)


def valued(held: Sequence[Held], say: Callable[[int], None] | None = None) -> list[Value]:
    """Return the values of the cards of a collection, in its order. `say` is called with the number
    of cards done."""
    found, best = worths(), _in_order()
    values = []
    for number, one in enumerate(held, start=1):
        values.append(_value(one, found, best))
        if say is not None and number % 500 == 0:
            say(number)
    return values


@functools.cache
def _in_order() -> Floats:
    """Return the measured worths, the lowest first."""
    return np.sort(np.array([row.worth for row in worths().cards.values()]))


def with_contexts(values: Sequence[Value]) -> list[Value]:
    """Return the values with the best Hero and archetype of each card whose text is known."""
    able = [(k, value.card) for k, value in enumerate(values) if value.card is not None]
    best = best_contexts([card for _, card in able], [values[k].estimate for k, _ in able])
    there = {k: one for (k, _), one in zip(able, best, strict=True)}
    return [replace(value, best=there.get(k)) for k, value in enumerate(values)]


def _value(one: Held, found: Worths, best: Floats) -> Value:
    card = one.card
    if card is None:
        value, row = (
            Value(one.reference, _name(one), None, one.count),
            found.cards.get(one.reference),
        )
    else:
        value, row = _estimated(card, one.count, best), found.of(card)
        value = replace(value, remarks=(*found.other_text(card), *value.remarks))
    if row is None and card is None:
        return value
    by_number = () if one.understood else (BY_NUMBER,)
    value = replace(value, remarks=(*by_number, *value.remarks))
    if row is None:
        return value
    own = None if value.worth is None else row.worth - value.worth
    remarks = () if found.as_now else ("rules or players have changed since the measurement",)
    if found.was_mended(one.reference):
        remarks = (*remarks, CORRECTED)
    return replace(
        value,
        worth=row.worth,
        low=row.low,
        high=row.high,
        measured=row.copies > 0,
        place=row.place,
        own=own,
        remarks=(*by_number, *remarks, *_disagreeing(one.reference, row.low, row.high)),
    )


def _name(one: Held) -> str:
    """Return the name of a card without a known text."""
    other = family_of(one.reference, catalogue())
    name = one.name or ("" if other is None else other.name)
    return f"{name} U {one.reference.split('_')[-1]}" if name else one.reference


def _estimated(card: Card, count: int, best: Floats) -> Value:
    if card.type in ("hero", "mana"):
        return Value(card.reference, str(card), card, count, remarks=(UNMEASURABLE,))
    model = _model()
    rest = model.found.spreads.get(f"rest {group_of(card)}")
    if card.faction not in model.found.zeros or rest is None:
        return Value(card.reference, str(card), card, count)
    zero, spread = model.found.zeros[card.faction]
    whole = model.sum_of({MEAN: 1.0, **described(card)}.items())
    worth = whole.worth - zero
    low, high = whole.interval(worth, whole.variance + rest**2 + spread**2)
    lines = [(line, False) for line in card.abilities] + [(line, True) for line in card.support]
    brings = tuple(_line(line, support) for line, support in lines)
    return Value(
        card.reference,
        str(card),
        card,
        count,
        worth,
        low,
        high,
        outside=bool(whole.beyond),
        place=1 + len(best) - int(np.searchsorted(best, worth, side="right")),
        body=worth - sum(one.worth for one in brings),
        brings=brings,
        remarks=remarks_on(whole.unknown, whole.beyond),
        estimate=Estimate(worth, low, high),
    )


def _disagreeing(reference: str, low: float, high: float) -> tuple[str, ...]:
    """Return a remark if another player measures the opposite sign, both surely."""
    against = [
        found.head["agent"]
        for found in of_others()
        if (row := found.cards.get(reference)) is not None
        and ((low > 0 and row.high < 0) or (high < 0 and row.low > 0))
    ]
    return (f"{' and '.join(against)} find the opposite sign",) if against else ()


def ordered(values: Iterable[Value]) -> list[Value]:
    """Return the values, the highest first, unknown ones last."""
    return sorted(values, key=lambda v: (v.worth is None, -(v.worth or 0.0), v.reference))
