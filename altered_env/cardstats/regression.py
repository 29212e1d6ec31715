"""A regularised logistic regression of wins on all cards at once.

A row is a game from the view of seat A: A's number of each card, Hero and archetype less B's; the
first player; and the difference in playing strength. The effects of cards, Heroes and archetypes
are shrunk towards zero, each kind by its own spread, so that a rare card does not stand out by
chance. Intervals are the model's, at 95 %, and include the doubt about the spreads
(`unsure_spreads.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env import decks
from altered_env.arena.deck_sets import deck_of
from altered_env.arena.rating_table import rating_of
from altered_env.cardstats.dataset import files, plan_of, polars, reading
from altered_env.cardstats.unsure_spreads import Given, Spreads, averaged

Numbers = NDArray[np.float64]

COUNTS = {
    "in_hand": "copies in the opening hand or drawn",
    "opening": "copies in the opening hand",
    "in_deck": "copies in the deck",
}
"""The ways to count copies of a card, by name."""
FREE = ("seat", "first player", "player")
"""Kinds of terms that are not shrunk."""
LOOSE = 10.0
"""The spread of their prior, practically flat."""
FEW = 10
"""With fewer games for each term, the model is fitted for each spread that is tried."""
CHUNK = 4096
"""The number of games in a batch, which keeps integer tables small."""


@dataclass(frozen=True, slots=True)
class Design:
    """The design matrix: a row for each game, and the explanatory columns."""

    names: tuple[str, ...]
    kinds: tuple[str, ...]
    """The kind of each column: `card`, `hero`, `archetype`, or one of `FREE`."""
    table: NDArray[np.float32]
    """A's value less B's."""
    won: Numbers
    """1 if A won, 0 if B won, one half for a draw."""
    held: tuple[NDArray[np.bool_], NDArray[np.bool_]]
    """Whether each seat has a copy. Columns are the cards alone, which come first."""

    @property
    def cards(self) -> int:
        """Return the number of cards."""
        return self.kinds.count("card")


def in_points(effect: float) -> float:
    """Return the change of an even win rate by these log-odds.

    >>> round(in_points(0.2), 3)
    0.05
    """
    return 1 / (1 + exp(-effect)) - 0.5


@dataclass(frozen=True, slots=True)
class Term:
    """The contribution of one term to the log-odds of winning, per copy."""

    name: str
    kind: str
    effect: float
    low: float
    high: float
    games: int
    """The number of games in which one side had more of it than the other."""

    @property
    def points(self) -> float:
        """Return the effect as a difference in win rate in an even game."""
        return in_points(self.effect)


@dataclass(frozen=True, slots=True)
class Fit:
    """The fitted model."""

    terms: tuple[Term, ...]
    """The terms in the order of the design."""
    games: int
    spread: dict[str, float]
    """The mean spread of the effects of each kind."""
    chance: Numbers
    """A's probability of winning each game."""
    covariance: Numbers
    """The covariance of the effects."""


def design(dataset: Path, count: str = "in_hand", least: int = 200) -> Design:
    """Return the design matrix of a dataset's games, for cards with at least `least` copies.

    Raises `ValueError` if there is no dataset, if it is damaged, or if nothing can be fitted.
    """
    if count not in COUNTS:
        raise ValueError(f"count must be one of {', '.join(COUNTS)}, found {count[:40]!r}")
    pl = polars()
    plan = plan_of(dataset)
    counted = {
        "in_deck": pl.len(),
        "opening": (pl.col("opening") > 0).sum(),
        "in_hand": ((pl.col("opening") > 0) | (pl.col("drawn") > 0)).sum(),
    }[count]
    with reading(dataset):
        games = pl.scan_parquet(files(dataset)).sort("game").collect()
        copies = (
            pl.scan_parquet(files(dataset, "cards"))
            .with_columns(pl.col("card").cast(pl.String))
            .group_by("game", "player", "card")
            .agg(counted.alias("copies"))
            .filter(pl.col("copies") > 0)
            .collect()
        )
    totals = copies.group_by("card").agg(pl.col("copies").sum()).sort("card")
    names = totals.filter(pl.col("copies") >= least)["card"].to_list()
    if not names:
        raise ValueError(f"{dataset} has no card with {least} copies or more (--least)")
    seats = [_copies(pl, copies, names, games["game"].to_numpy(), seat) for seat in (0, 1)]
    extra = _beside_cards(games, plan)
    winner = games["winner"].to_numpy()
    return Design(
        (*names, *(name for name, _, _ in extra)),
        (*["card"] * len(names), *(kind for _, kind, _ in extra)),
        np.hstack(
            [seats[0] - seats[1], *(column[:, None].astype(np.float32) for *_, column in extra)]
        ),
        np.where(winner < 0, 0.5, winner == 0).astype(np.float64),
        (seats[0] > 0, seats[1] > 0),
    )


def _copies(
    pl: Any, copies: Any, names: Sequence[str], games: NDArray[np.int64], seat: int
) -> NDArray[np.float32]:
    """Return the number of copies of each card that count for a seat in each game."""
    mine = copies.filter((pl.col("player") == seat) & pl.col("card").is_in(names))
    column = {name: k for k, name in enumerate(names)}
    found = np.zeros((len(games), len(names)), dtype=np.float32)
    rows = np.searchsorted(games, mine["game"].to_numpy())
    columns = np.array([column[card] for card in mine["card"].to_list()], dtype=np.int64)
    found[rows, columns] = mine["copies"].to_numpy()
    return found


def _beside_cards(games: Any, plan: Mapping[str, Any]) -> list[tuple[str, str, Numbers]]:
    """Return name, kind and column of the covariates other than cards that vary."""
    lists = {name: deck_of(name) for name in plan["decks"]}
    heroes = {name: deck.hero.reference if deck.hero else "" for name, deck in lists.items()}
    leans = {name: decks.archetypes(deck)[0].archetype for name, deck in lists.items()}
    found = []
    for kind, of_deck in (("hero", heroes), ("archetype", leans)):
        ours = np.array([of_deck[name] for name in games["deck_a"].to_list()])
        theirs = np.array([of_deck[name] for name in games["deck_b"].to_list()])
        for value in sorted(set(of_deck.values()) - {""}):
            column = (ours == value).astype(np.float64) - (theirs == value)
            found.append((value, kind, column))
    first = np.where(games["first"].to_numpy() == 0, 0.5, -0.5)
    found.append(("seat A", "seat", np.ones(len(games))))
    found.append(("first player", "first player", first))
    elo = {agent: rating_of(agent) for agent in plan["agents"]}
    if all(elo.values()):
        strength = {agent: rating.elo / 400 for agent, rating in elo.items() if rating}
        ours = np.array([strength[agent] for agent in games["agent_a"].to_list()])
        theirs = np.array([strength[agent] for agent in games["agent_b"].to_list()])
        found.append(("400 Elo", "player", ours - theirs))
    else:  # a column for each player but one
        for agent in plan["agents"][1:]:
            ours = (games["agent_a"] == agent).to_numpy().astype(np.float64)
            found.append((agent, "player", ours - (games["agent_b"] == agent).to_numpy()))
    return [(name, kind, column) for name, kind, column in found if np.any(column)]


def fit(design: Design) -> Fit:
    """Fit the model.

    The likeliest spread of each kind is found by MacKay's iteration; effects and intervals are
    averaged over spreads.
    """
    kinds = np.array(design.kinds)
    drawn = [kind for kind in dict.fromkeys(design.kinds) if kind not in FREE]
    spread = dict.fromkeys(drawn, 0.3)
    effects = np.zeros(len(kinds))
    for _ in range(50):
        precision = np.array([spread.get(kind, LOOSE) ** -2.0 for kind in design.kinds])
        effects, chance, covariance = _likeliest(design, precision, effects)
        before = dict(spread)
        for kind in drawn:
            mine = kinds == kind
            told = float((1 - precision[mine] * np.diag(covariance)[mine]).sum())
            size = float((effects[mine] ** 2).sum()) / max(told, 1e-9)
            spread[kind] = float(np.clip(np.sqrt(size), 1e-3, 3.0))
        if all(abs(spread[kind] / before[kind] - 1) < 0.01 for kind in drawn):
            break
    found = averaged(_given(design, effects, chance), spread)
    games = (design.table != 0).sum(axis=0)
    terms = tuple(
        Term(name, kind, float(effect), float(low), float(high), int(count))
        for name, kind, effect, low, high, count in zip(
            design.names, design.kinds, found.effects, found.low, found.high, games, strict=True
        )
    )
    return Fit(terms, len(design.won), found.spread, chance, covariance)


def _given(design: Design, effects: Numbers, chance: Numbers) -> Callable[[Spreads], Given]:
    """Return the function that has the effects for known spreads.

    With few games the likeliest effects are sought anew for each; with many, the log-likelihood is
    taken as quadratic around these.
    """
    weights = chance * (1 - chance)
    bend = weighted(design.table, weights, design.table)
    slope = bend @ effects + design.table.T @ (design.won - chance)
    few = len(design.won) < FEW * len(design.kinds)

    def given(spread: Spreads) -> Given:
        precision = np.array([spread.get(kind, LOOSE) ** -2.0 for kind in design.kinds])
        if few:
            mean, _, covariance = _likeliest(design, precision, effects)
            odds = design.table @ mean
            said = float((design.won * odds - np.logaddexp(0, odds)).sum())
        else:
            covariance = np.asarray(np.linalg.inv(bend + np.diag(precision)), dtype=np.float64)
            mean = covariance @ slope
            said = float(slope @ mean - mean @ bend @ mean / 2)
        size = np.linalg.slogdet(covariance)[1] + np.log(precision).sum()
        evidence = said + float(size - precision @ mean**2) / 2
        return Given(mean, np.sqrt(np.diag(covariance)), evidence)

    return given


def _likeliest(
    design: Design, precision: Numbers, start: Numbers
) -> tuple[Numbers, Numbers, Numbers]:
    """Return the posterior mode under a prior, its probabilities, and the covariance."""
    effects = start
    for _ in range(30):
        chance = chances(design, effects)
        slope = design.table.T @ (design.won - chance) - precision * effects
        weights = chance * (1 - chance)
        bend = weighted(design.table, weights, design.table) + np.diag(precision)
        covariance: Numbers = np.asarray(np.linalg.inv(bend), dtype=np.float64)
        step = np.clip(covariance @ slope, -1.0, 1.0)
        effects = effects + step
        if np.abs(step).max() < 1e-6:
            break
    return effects, chances(design, effects), covariance


def chances(design: Design, effects: Numbers) -> Numbers:
    """Return A's probability of winning each game."""
    return np.asarray(1 / (1 + np.exp(-(design.table @ effects))), dtype=np.float64)


def weighted(one: Any, weights: Numbers, two: Any) -> Numbers:
    """Return the products of the columns of two tables, summed over weighted games."""
    found = np.zeros((one.shape[1], two.shape[1]))
    for k in range(0, len(weights), CHUNK):
        some = slice(k, k + CHUNK)
        found += one[some].astype(np.float64).T @ (weights[some, None] * two[some])
    return found
