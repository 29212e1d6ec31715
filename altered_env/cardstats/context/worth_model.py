"""The worth of any card at once, with a Hero, in an archetype, on a curve: by a model.

The worth in lists, by player, is predicted from the included ranking, and corrected by the evidence
from the player's games of lists (`evidence.py`). So cards that were never dealt have an answer,
too. The terms (`context_terms.py`) add the gain of the card's features with this Hero, in this
archetype and on this curve, relative to the plain Character there.

The interval of one player holds the errors of all these, and the spread of cards around the terms.
That of another player also holds the spread between players.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env._runtime.input_files import FIGURES, read_gzip
from altered_env.cards import Card
from altered_env.cards.estimates import group_of
from altered_env.cards.measured_texts import is_as_measured
from altered_env.cardstats.context.context_terms import amounts
from altered_env.cardstats.context.limited import predictors

Floats = NDArray[np.float64]

FILE = Path(__file__).with_name("worths_in_lists.json.gz")
Z90 = NormalDist().inv_cdf(0.95)
"""Intervals are 90 %."""
GROUPS = ("character", "other")
ROUNDS = 200
SAME = 1e-4


@dataclass(frozen=True)
class Spread:
    """Players together: how their worths of a card follow from its predictors, and scatter."""

    slopes: Floats
    """A row for each predictor, a column for each player."""
    around: Floats
    """The covariance of the players' worths around the prediction."""
    between: Mapping[str, float]
    """The standard deviation between players, by group of cards."""
    alike: Floats
    """The correlation of the players' errors, who played the same decks."""

    def known(self, values: Floats, unsure: Floats, said: Floats, noise: Floats) -> _Known:
        """The worths of cards by each player, given predictors with their covariance, and evidence;
        the variance of missing evidence is infinite."""
        before = values @ self.slopes
        covariance = self.around + np.einsum("ip,nij,jq->npq", self.slopes, unsure, self.slopes)
        precision, weight = np.linalg.inv(covariance), self._weight(noise)
        after = np.asarray(np.linalg.inv(precision + weight), dtype=np.float64)
        right = np.einsum("npq,nq->np", precision, before)
        right = right + np.einsum("npq,nq->np", weight, np.where(np.isfinite(noise), said, 0.0))
        return _Known(np.einsum("npq,nq->np", after, right), after)

    def _weight(self, noise: Floats) -> Floats:
        """The precision of evidence with these variances; zero where it is missing."""
        there = np.isfinite(noise)
        error = np.sqrt(np.where(there, noise, 1.0))
        both = there[:, :, None] & there[:, None, :]
        alike = np.where(both, self.alike, np.eye(len(self.alike)))
        found = np.linalg.inv(error[:, :, None] * alike * error[:, None, :])
        return np.where(both, found, 0.0)

    def another(self, known: _Known, groups: Sequence[str]) -> tuple[Floats, Floats]:
        """The worths by another player, and their variances."""
        players = known.mean.shape[1]
        between = np.array([self.between[group] ** 2 for group in groups])
        mean = known.mean.mean(axis=1)
        variance = known.covariance.sum(axis=(1, 2)) / players**2
        return mean, variance + between * (1 + 1 / players)


@dataclass(frozen=True)
class _Known:
    mean: Floats
    """A row for each card, a column for each player."""
    covariance: Floats


def fit(
    values: Floats, said: Floats, noise: Floats, groups: Sequence[str], alike: Floats
) -> Spread:
    """Fit players together to their evidence on cards with measured predictors (EM)."""
    count, players = said.shape
    slopes: Floats = np.zeros((values.shape[1], players))
    around: Floats = np.eye(players) + 1.0
    nothing = np.zeros((count, values.shape[1], values.shape[1]))
    known = _Known(said, nothing)
    for _ in range(ROUNDS):
        found = Spread(slopes, around, {}, alike)
        known = found.known(values, nothing, said, noise)
        before = around
        slopes = np.asarray(np.linalg.lstsq(values, known.mean, rcond=None)[0], dtype=np.float64)
        rest = known.mean - values @ slopes
        around = np.asarray(rest.T @ rest / count + known.covariance.mean(axis=0), dtype=np.float64)
        if np.abs(around - before).max() < SAME:
            break
    between: dict[str, float] = {}
    for group in GROUPS:
        mine = np.array([one == group for one in groups])
        if not mine.any():
            between[group] = between.get("character", 1.0)
            continue
        apart = known.mean[mine] - known.mean[mine].mean(axis=1, keepdims=True)
        middle = np.eye(players) - 1 / players
        unsure = np.einsum("pq,nqp->n", middle, known.covariance[mine])
        square = float(((apart**2).sum(axis=1) + unsure).mean())
        between[group] = float(np.sqrt(square / max(1, players - 1)))
    return Spread(slopes, around, between, alike)


@dataclass(frozen=True, slots=True)
class Figure:
    """A worth, in percent of games, with its 90 % interval."""

    mean: float
    low: float
    high: float


def figure(worth: float, variance: float) -> Figure:
    """A worth with the interval of this variance."""
    half = Z90 * float(np.sqrt(max(variance, 0.0)))
    return Figure(worth, worth - half, worth + half)


@dataclass(frozen=True)
class Answer:
    """The worth of a card in its context."""

    by: Mapping[str, Figure]
    """By each player, the strongest first."""
    another: Figure
    """By another player of such kinds."""
    gain: Figure
    """The gain by Hero, archetype and curve."""
    copies: int
    """How often the card was dealt early in lists."""
    measured: bool
    """Whether the ranking of random decks holds it."""


@dataclass(frozen=True)
class Model:
    """The model, as stored."""

    head: Mapping[str, Any]
    players: tuple[str, ...]
    """The strongest first."""
    spread: Spread
    cards: Mapping[str, Sequence[float | None]]
    """Copies, then figure and variance by each player; None without evidence."""
    terms: Mapping[tuple[str, str, str], tuple[float, float]]
    """The worth of a unit of each term, and its standard error."""
    around: Mapping[str, float]
    """The standard deviation of cards around the terms with a Hero, and in an archetype."""

    def answer(
        self,
        card: Card,
        hero: Card | None = None,
        archetype: str | None = None,
        cost: float | None = None,
    ) -> Answer:
        """The worth of a card with a Hero, in an archetype, in a deck of this mean Hand Cost, or
        averaged over those that are None. Raises `ValueError` for a card without a worth."""
        known = predictors(card)
        if known is None:
            raise ValueError(f"{card} has no worth: name a card that decks hold")
        if hero is not None and hero.faction != card.faction:
            raise ValueError(
                f"{hero.name} is from {hero.faction_name}, {card} from"
                f" {card.faction_name}: name a Hero of that faction"
            )
        row = self.evidence(card)
        said, noise = unpacked(row, len(self.players))
        found = self.spread.known(known.values[None], known.variance[None], said[None], noise[None])
        gain, variance = self.gain(card, hero, archetype, cost)
        mean, alone = self.spread.another(found, [group_of(card)])
        return Answer(
            {
                name: figure(
                    float(found.mean[0, k]) + gain, float(found.covariance[0, k, k]) + variance
                )
                for k, name in enumerate(self.players)
            },
            figure(float(mean[0]) + gain, float(alone[0]) + variance),
            figure(gain, variance),
            0 if row is None else int(row[0] or 0),
            known.measured,
        )

    def knows(self, hero: Card) -> bool:
        """Were lists of this Hero played? Others have no terms of their own."""
        return any(key[:2] == ("hero", hero.reference) for key in self.terms)

    def evidence(self, card: Card) -> Sequence[float | None] | None:
        """The row of a card; None if it has none, or another text."""
        row = self.cards.get(card.reference)
        return row if row is not None and is_as_measured(card) else None

    def gain(
        self, card: Card, hero: Card | None, archetype: str | None, cost: float | None
    ) -> tuple[float, float]:
        """The gain of a card by a context, and its variance."""
        gain = variance = 0.0
        for key, much in amounts(card, hero, archetype, cost).items():
            worth, error = self.terms.get(key, (0.0, 0.0))
            gain += much * worth
            variance += (much * error) ** 2
        if hero is not None:
            variance += self.around["hero"] ** 2
        if archetype is not None:
            variance += self.around["archetype"] ** 2
        return gain, variance


def unpacked(row: Sequence[float | None] | None, players: int) -> tuple[Floats, Floats]:
    """The evidence of a row: figures and variances by player."""
    if row is None:
        return np.zeros(players), np.full(players, np.inf)
    pairs = np.array([0.0 if one is None else one for one in row[1:]]).reshape(players, 2)
    return pairs[:, 0], np.where(pairs[:, 1] > 0, pairs[:, 1], np.inf)


@functools.cache
def model() -> Model:
    """The model of the package. Raises `ValueError` if it is damaged."""
    return read(FILE)


def read(file: Path) -> Model:
    """Read a model. Raises `ValueError`, naming the file, if it is missing or damaged."""
    if not file.is_file():
        raise ValueError(f"{file} is missing: install the package again")
    try:
        row = json.loads(read_gzip(file, FIGURES))
        spread = Spread(
            np.array(row["slopes"], dtype=np.float64),
            np.array(row["around"], dtype=np.float64),
            {group: float(row["between"][group]) for group in GROUPS},
            np.array(row["alike"], dtype=np.float64),
        )
        players = tuple(map(str, row["players"]))
        if spread.around.shape != (len(players),) * 2 or spread.slopes.shape[1] != len(players):
            raise ValueError(f"its tables are not of {len(players)} players")
        return Model(
            row["head"],
            players,
            spread,
            row["cards"],
            {tuple(key.split("|")): (one, two) for key, (one, two) in row["terms"].items()},
            row["around_terms"],
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{file} is damaged: {error}") from None
