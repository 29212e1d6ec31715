"""Evidence on cards and terms from the games of one player.

One linear mixed model of a player's games: the result by the cards of both decks that lie early,
the terms of their features (`context_terms.py`), Heroes, archetypes, seat and first player. Cards
are shrunk towards the prediction by the included ranking, terms towards zero, each kind by its own
spread (MacKay's iteration). The prior is then taken out again, which leaves the evidence of the
games alone: a figure and its variance for each card and term.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from altered_env.cardstats.context.context_terms import (
    FEATURES,
    KINDS,
    TYPICAL_COST,
    columns,
    features,
)
from altered_env.cardstats.context.list_games import ListGames, Lists
from altered_env.cardstats.ranking.assignment import EARLY, REFERENCE
from altered_env.cardstats.ranking.studied import PLAIN, pool_cards
from altered_env.decks.constructing import ARCHETYPES, heroes, serves, shared_words

Floats = NDArray[np.float64]

LATER = 0.2
"""The worth of a card that lies later, in shares of one that lies early (docs/ranking.md)."""
ROUNDS = 5
"""Rounds of the iteration for the spreads."""
LEAST = 1e-3
"""The least precision of evidence; below, there is none."""


@dataclass(frozen=True)
class Evidence:
    """The evidence of a player's games, in percent of games."""

    games: int
    noise: float
    """The variance of a game's result around the model."""
    cards: Floats
    card_variance: Floats
    copies: Floats
    """How often each card lay early."""
    terms: Floats
    term_variance: Floats
    spreads: dict[str, float]
    """The spread of the cards around their prediction (`card`), and of each kind of term."""
    left: Floats
    """The residual of each game."""
    by_chance: Floats
    """The same for games made up by the fitted model, a row for each time."""


def feature_table() -> Floats:
    """The features of each card of the pool, with the plain Character last."""
    rows = [features(card) for card in pool_cards()]
    return np.array([*rows, (0.0,) * len(FEATURES)])


def scales(table: Floats) -> Floats:
    """The standard deviation of each feature, by which its terms are shrunk."""
    return np.asarray(np.maximum(table[:-1].std(axis=0), 1e-6), dtype=np.float64)


def pair_tables() -> tuple[Floats, Floats]:
    """The words that each card shares with each Hero, and the archetypes that it serves; the plain
    Character last."""
    pool = pool_cards()
    shared = np.array([[shared_words(card, hero) for hero in heroes()] for card in pool])
    served = np.array([[serves(card, name) for name in ARCHETYPES] for card in pool])
    return tuple(  # type: ignore[return-value]
        np.vstack([part, np.zeros((1, part.shape[1]))]).astype(np.float64)
        for part in (shared, served)
    )


def weights(width: int) -> Floats:
    """The weight of each place of a deck."""
    found = np.full(width, LATER)
    found[:EARLY] = 1.0
    return found


def card_counts(games: ListGames, seat: int, count: int) -> sparse.csr_matrix:
    """The weighted number of each card of a seat; the plain Character is the last column."""
    order = games.order[:, seat].astype(np.int64)
    order = np.where(order == REFERENCE, count, order)
    rows = np.repeat(np.arange(len(games)), order.shape[1])
    value = np.tile(weights(order.shape[1]), len(games))
    shape = (len(games), count + 1)
    return sparse.csr_matrix((value, (rows, order.ravel())), shape=shape)


def mean_costs(lists: Lists) -> Floats:
    """The mean Hand Cost of each deck."""
    cost = np.array([*(card.hand_cost for card in pool_cards()), PLAIN], dtype=np.float64)
    return np.asarray(cost[lists.cards.astype(np.int64)].mean(axis=1))


def term_columns(games: ListGames, lists: Lists) -> Floats:
    """The terms of seat 0 less those of seat 1, a row for each game; features in their scales."""
    table = feature_table()
    count, wide = len(table) - 1, len(FEATURES)
    shared, served = pair_tables()
    table = table / scales(table)
    many, kinds = len(heroes()), len(ARCHETYPES)
    found = np.zeros((len(games), len(columns())), dtype=np.float64)
    costs = mean_costs(lists) - TYPICAL_COST
    rows = np.arange(len(games))
    for seat, sign in ((0, 1.0), (1, -1.0)):
        deck = games.decks[:, seat]
        dealt = card_counts(games, seat, count)
        mine = sign * (dealt @ table)
        hero, kind = lists.hero[deck], lists.archetype[deck]
        for k in range(wide):
            found[rows, hero * wide + k] += mine[:, k]
            found[rows, (many + kind) * wide + k] += mine[:, k]
            found[rows, (many + kinds) * wide + k] += mine[:, k] * costs[deck]
        found[:, -2] += sign * (dealt @ shared)[rows, hero]
        found[:, -1] += sign * (dealt @ served)[rows, kind]
    return found


def covariates(games: ListGames, lists: Lists) -> Floats:
    """The covariates: seat, first player, Heroes and archetypes."""
    found = np.zeros((len(games), 2 + len(heroes()) + len(ARCHETYPES)))
    found[:, 0] = 1.0
    found[:, 1] = 0.5 - games.first
    rows = np.arange(len(games))
    for seat, sign in ((0, 1.0), (1, -1.0)):
        deck = games.decks[:, seat]
        found[rows, 2 + lists.hero[deck]] += sign
        found[rows, 2 + len(heroes()) + lists.archetype[deck]] += sign
    return found


def _products(cards: sparse.csr_matrix, dense: Floats, result: Floats) -> tuple[Floats, Floats]:
    """The products of all columns with each other and with the results."""
    count = cards.shape[1]
    size = count + dense.shape[1]
    square, right = np.zeros((size, size)), np.zeros(size)
    square[:count, :count] = (cards.T @ cards).toarray()
    square[:count, count:] = cards.T @ dense
    square[count:, :count] = square[:count, count:].T
    square[count:, count:] = dense.T @ dense
    right[:count], right[count:] = cards.T @ result, dense.T @ result
    return square, right


def evidence(games: ListGames, lists: Lists, predictors: Floats) -> Evidence:
    """Fit the model to a player's games. `predictors` has a row for each card of the pool: what its
    worth is predicted from."""
    count = len(predictors)
    cards = (card_counts(games, 0, count) - card_counts(games, 1, count)).tocsr()[:, :count]
    terms = term_columns(games, lists)
    beside = covariates(games, lists)
    result = 100 * (games.won - 0.5)
    kinds = np.array([kind for kind, *_ in columns()])
    dense = np.hstack([terms, beside])
    square, right = _products(cards, dense, result)
    total = float(result @ result)
    size = len(square)
    mine, theirs = slice(0, count), slice(count, count + len(kinds))
    spread = {"card": 1.5, **dict.fromkeys(KINDS, 0.15)}
    noise = total / len(games)
    # a regression on the predictors, before the cards' own effects
    small = np.hstack([square[:, mine] @ predictors, square[:, count + len(kinds) :]])
    keep = np.r_[count + len(kinds) : size]
    inner = np.vstack([predictors.T @ small[mine], small[keep]])
    slope = np.linalg.solve(
        inner + 1e-3 * np.eye(len(inner)), np.r_[predictors.T @ right[mine], right[keep]]
    )
    middle = predictors @ slope[: predictors.shape[1]]
    rest = right - square[:, mine] @ middle
    left = total - 2 * float(middle @ right[mine]) + float(middle @ square[mine, mine] @ middle)
    effect, variance = np.zeros(size), np.ones(size)
    for _ in range(ROUNDS):
        prior = np.full(size, 100.0**2)
        prior[mine] = spread["card"] ** 2
        prior[theirs] = [spread[kind] ** 2 for kind in kinds]
        inverse = np.linalg.inv(square / noise + np.diag(1 / prior))
        effect = inverse @ rest / noise
        variance = np.diag(inverse).copy()
        told = 1 - variance / prior
        over = left - 2 * float(effect @ rest) + float(effect @ square @ effect)
        noise = over / max(1.0, len(games) - float(told.sum()))
        spread["card"] = _size(effect[mine], told[mine], spread["card"])
        for kind in KINDS:
            some = np.flatnonzero(kinds == kind) + count
            spread[kind] = _size(effect[some], told[some], spread[kind])
    said, unsure = _without_prior(effect, variance, prior)
    residual = result - cards @ (middle + effect[mine]) - dense @ effect[count:]
    chance = np.random.default_rng(0)

    def made() -> Floats:
        """Residuals of games in which the model holds: its effects are drawn from their priors."""
        truth = np.sqrt(prior) * chance.standard_normal(size)
        truth[count + len(kinds) :] = 0.0
        luck = np.sqrt(noise) * chance.standard_normal(len(games))
        drawn = cards @ truth[mine] + dense @ truth[count:] + luck
        told = inverse @ np.r_[cards.T @ drawn, dense.T @ drawn] / noise
        return np.asarray(drawn - cards @ told[mine] - dense @ told[count:])

    return Evidence(
        len(games),
        noise,
        middle + said[mine],
        unsure[mine],
        np.bincount(
            games.order[:, :, :EARLY][games.order[:, :, :EARLY] != REFERENCE].ravel(),
            minlength=count,
        ).astype(np.float64),
        said[theirs],
        unsure[theirs],
        spread,
        residual,
        np.stack([made(), made()]),
    )


def _size(effect: Floats, told: Floats, before: float) -> float:
    """A spread of higher evidence; one term alone keeps its spread."""
    if len(effect) < 10:
        return before
    size = float(effect @ effect) / max(float(told.sum()), 1e-6)
    return float(np.clip(np.sqrt(size), 0.02, 10.0))


def _without_prior(effect: Floats, variance: Floats, prior: Floats) -> tuple[Floats, Floats]:
    """The evidence that turns the prior into this posterior."""
    precision = 1 / variance - 1 / prior
    known = precision > LEAST
    some = np.where(known, precision, 1.0)
    return np.where(known, effect / variance / some, 0.0), np.where(known, 1 / some, np.inf)
