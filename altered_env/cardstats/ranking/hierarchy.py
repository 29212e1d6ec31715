"""The hierarchical model of a ranking: games explained by cards, cards by their elements.

Seat 0's chance of winning is raised or lowered by each card dealt early, by its worth, and by those
dealt later, by a fitted share `late` of it; further by seat, first player and Heroes. The response
is linear, so that a worth is a difference in win rate, on average over the games that were dealt,
regardless of the true form: cards were dealt at random. A card's worth is

    what the columns of `elements` say of it  +  its own rest,

either drawn towards nothing as strongly as their spreads say, those of each kind of column by their
own (empirical Bayes).

The posterior mean of all worths is solved for, by conjugate gradients: no matrix of all cards by
all cards is ever formed. Cards are dealt at random, so the evidence on different cards is nearly
independent: the posterior spread treats the estimates as independent, each widened by the
uncertainty of the cards in the same games.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy import linalg, sparse

from altered_env.cards.printed_words import FACTIONS
from altered_env.cardstats.ranking.assignment import DECK, EARLY, REFERENCE
from altered_env.cardstats.ranking.element_table import Columns
from altered_env.cardstats.ranking.experiment import Games

Numbers = NDArray[np.float64]
CHUNK = 4096
"""Cards that are looked at together: a table of all elements by all elements stays small."""
OF_ELEMENTS, OF_RESTS = (4.0, 0.004), (12.0, 0.01)
"""Prior of a spread, with the weight of this many effects, so that few games do not make a spread
vanish."""
WITH = 256
"""Cards of which it is looked up at a time which others they met."""
ROUNDS = 40
"""Of fitting, at most."""
STEPS = 60
"""Of conjugate gradients, at most."""
SAME = 2e-5
"""Worths that change by less in a step are reached."""
SETTLED = 0.02
"""Spreads that change by a smaller share from one round to the next are reached."""


@dataclass(frozen=True, slots=True)
class Alone:
    """The evidence of the games on each card: an estimate and the variance of its error."""

    worth: Numbers
    variance: Numbers
    """Infinite for a card that was never dealt."""
    known: Numbers
    """The variance if the worths of all other cards were known."""


@dataclass
class Posterior:
    """The posterior of the worths of cards: normal, given the spreads."""

    mean: Numbers
    elements: Numbers
    """The part of it that is the elements'."""
    coefficients: Numbers
    covariance: Numbers
    """Of the coefficients."""
    spreads: dict[str, float]
    rest: Numbers
    """The variance of each card's own rest before anything is known of it."""
    table: sparse.csr_matrix
    alone: Alone

    def draw(self, count: int, chance: np.random.Generator) -> Numbers:
        """Joint draws of all worths, one row per draw."""
        root = linalg.cholesky(self.covariance, lower=True)
        drawn = root @ chance.standard_normal((len(self.coefficients), count))
        pull, spread = _pull(self.rest, self.alone.variance)
        shared = (1 - pull)[:, None] * np.asarray(self.table @ drawn)
        own = np.sqrt(spread)[:, None] * chance.standard_normal(shared.shape)
        return np.asarray((self.mean[:, None] + shared + own).T)

    @property
    def variance(self) -> Numbers:
        """Of each worth."""
        pull, spread = _pull(self.rest, self.alone.variance)
        return np.asarray((1 - pull) ** 2 * self.shared + spread)

    @property
    def of_elements(self) -> Numbers:
        """The variance of a card of which only the elements are known."""
        return np.asarray(self.shared + self.rest)

    @functools.cached_property
    def shared(self) -> Numbers:
        """The variance of the prediction of each card by its elements."""
        return self._said(self.table)

    def foretold(self, table: sparse.csr_matrix) -> Numbers:
        """The same of other cards, of which these are the elements, without the mean of all."""
        ones = sparse.csr_matrix(np.ones((table.shape[0], 1)))
        return self._said(sparse.hstack([ones, table]).tocsr())

    def _said(self, table: sparse.csr_matrix) -> Numbers:
        found = np.zeros(table.shape[0])
        for k in range(0, len(found), CHUNK):
            some = table[k : k + CHUNK]
            found[k : k + CHUNK] = np.asarray(
                some.multiply(np.asarray(some @ self.covariance)).sum(axis=1)
            ).ravel()
        return found


def _pull(rest: Numbers, variance: Numbers) -> tuple[Numbers, Numbers]:
    """The shrinkage factor of a rest towards the evidence, and its remaining variance."""
    seen = np.isfinite(variance)
    pull = np.where(seen, rest / (rest + np.where(seen, variance, 1.0)), 0.0)
    return pull, rest * (1 - pull)


@dataclass
class Fitted:
    """A ranking's model as it was fitted, in win rates: 0.01 is a point."""

    posterior: Posterior
    zero: Numbers
    """The worth of the reference card on the scale of each faction's cards."""
    zero_spread: Numbers
    """The covariance of those."""
    factions: NDArray[np.int64]
    """Of each card."""
    late: float
    """The worth of a card dealt later, as a share of its worth dealt early."""
    noise: float
    """The variance of a game that nothing explains."""
    copies: NDArray[np.int64]
    """How often each card was dealt early."""
    beside: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Seat, first player, and Heroes by number of faction and of Hero: effect and its error."""
    games: int = 0
    rounds: int = 0

    @property
    def worth(self) -> Numbers:
        """Of a copy dealt early, above the reference card."""
        return np.asarray(self.posterior.mean - self.zero[self.factions])

    @property
    def error(self) -> Numbers:
        """The standard error of each worth."""
        zeros = np.diag(self.zero_spread)[self.factions]
        return np.asarray(np.sqrt(self.posterior.variance + zeros))

    @property
    def in_deck(self) -> float:
        """The worth of one copy in a deck, as a share of its worth dealt early."""
        return (EARLY + self.late * (DECK - EARLY)) / DECK

    @property
    def reliability(self) -> float:
        """The share of the differences among estimates that is no chance."""
        spread = float(np.var(self.posterior.mean))
        return spread / (spread + float(self.posterior.variance.mean()))

    def draws(self, count: int, seed: int = 0) -> Numbers:
        """Joint draws of all worths relative to the reference card, one row per draw."""
        chance = np.random.default_rng(seed)
        zero = chance.multivariate_normal(self.zero, self.zero_spread, size=count, method="eigh")
        return np.asarray(self.posterior.draw(count, chance) - zero[:, self.factions])


def _dealt(games: Games, count: int, first: int, last: int) -> sparse.csr_matrix:
    """Of each game, the cards dealt from one place to another: 1 for seat 0, -1 for seat 1."""
    cards = games.cards[:, :, first:last]
    sign = np.broadcast_to(np.array([1.0, -1.0])[None, :, None], cards.shape)
    held = cards >= 0
    rows = held.sum(axis=(1, 2))
    start = np.concatenate([[0], np.cumsum(rows)])
    return sparse.csr_matrix(
        (sign[held].astype(np.float32), cards[held].astype(np.int32), start),
        shape=(len(games), count),
    )


def _beside(games: Games) -> tuple[list[str], Numbers]:
    """Covariates of games other than cards: names, and a column for each."""
    names, columns = ["seat 0", "first player"], [np.ones(len(games)), 0.5 - games.first]
    heroes = games.faction.astype(np.int64) * 100 + games.hero
    for hero in np.unique(heroes).tolist():
        column = (heroes[:, 0] == hero).astype(np.float64) - (heroes[:, 1] == hero)
        names.append(f"hero {hero // 100} {hero % 100}")
        columns.append(column)
    plain = (games.cards[:, :, :EARLY] == REFERENCE).sum(axis=2).astype(np.float64)
    for faction in range(len(FACTIONS)):
        mine = np.where(games.faction == faction, plain, 0.0)
        names.append(f"reference {faction}")
        columns.append(mine[:, 0] - mine[:, 1])
    return names, np.stack(columns, axis=1)


class _Prior:
    """The prior covariance of worths: K = F S F' + T, with elements F, their spreads S and the
    rests' spreads T; and its solver, where `known` is the variance of each card given all
    others."""

    def __init__(
        self, table: sparse.csr_matrix, spread: Numbers, rest: Numbers, known: Numbers
    ) -> None:
        self.table, self.spread, self.rest = table, spread, rest
        self._weight = np.where(
            np.isfinite(known), 1 / (rest + np.where(np.isfinite(known), known, 1)), 0
        )
        self._inner = linalg.cho_factor(_precision(table, self._weight, spread))

    def times(self, values: Numbers) -> Numbers:
        """K times these."""
        shared = self.table @ (self.spread * (self.table.T @ values))
        return np.asarray(shared + self.rest * values)

    def without(self, values: Numbers) -> Numbers:
        """(K + known)^-1 times these."""
        out = self._weight * values
        inner = linalg.cho_solve(self._inner, self.table.T @ out)
        return np.asarray(out - self._weight * (self.table @ inner))


def _precision(table: sparse.csr_matrix, weight: Numbers, spread: Numbers) -> Numbers:
    """Of the coefficients, where each card weighs so much."""
    return np.asarray((table.T @ (sparse.diags(weight) @ table)).todense()) + np.diag(1 / spread)


def _variances(
    columns: Columns, spreads: dict[str, float], groups: NDArray[np.int64]
) -> tuple[Numbers, Numbers]:
    """Of each element, the mean of all first, and of each card's own rest."""
    spread = np.array([1.0, *(spreads[kind] ** 2 for kind in columns.kinds)])  # the mean: loose
    return spread, np.array([spreads[f"rest {group}"] ** 2 for group in groups.tolist()])


def _size(squares: float, told: float, before: float, usual: float) -> float:
    """The square of a spread, from squares of which this many are informed by the games."""
    return (squares + before * usual**2) / (max(told, 0.0) + before)


def _spreads(
    found: Posterior, kinds: NDArray[np.str_], groups: NDArray[np.int64], before: dict[str, float]
) -> dict[str, float]:
    """The spreads under which what was found is likelier, by MacKay's iteration."""
    spreads = dict(before)
    diagonal = np.diag(found.covariance)[1:]
    for kind in dict.fromkeys(kinds.tolist()):
        mine = kinds == kind
        told = float((1 - diagonal[mine] / spreads[kind] ** 2).sum())
        size = _size(float((found.coefficients[1:][mine] ** 2).sum()), told, *OF_ELEMENTS)
        spreads[kind] = float(np.clip(np.sqrt(size), 1e-5, 0.3))
    variance = found.alone.variance
    pull, left = _pull(found.rest, variance)
    rest = found.mean - found.elements
    for group in np.unique(groups).tolist():
        mine = (groups == group) & np.isfinite(variance)
        if not mine.any():
            continue
        spread = spreads[f"rest {group}"]
        after = left[mine] + pull[mine] ** 2 * found.shared[mine]
        told = float((1 - after / spread**2).sum())
        size = _size(float((rest[mine] ** 2).sum()), told, *OF_RESTS)
        spreads[f"rest {group}"] = float(np.clip(np.sqrt(size), 1e-4, 0.3))
    return spreads


def fit(
    games: Games, columns: Columns, factions: NDArray[np.int64], groups: NDArray[np.int64]
) -> Fitted:
    """Fit the model to games. `groups` says whose own rests have a spread in common.

    What later cards are worth is fitted between: the games as they are explained by cards dealt
    early alone tell that without bias, since other cards are dealt later.
    """
    data = _Data(games, len(groups))
    posterior, rounds = _settle(data, columns, groups, None)
    late = data.free(np.asarray(data.after @ posterior.mean))
    inner = float(late @ late)
    share = float(late @ data.left(posterior.mean)) / inner if inner else 0.0
    data.share = float(np.clip(share, 0.0, 1.0))
    data.lose(posterior.rest + posterior.shared)
    posterior, more = _settle(data, columns, groups, posterior)
    errors = np.asarray(np.sqrt(data.noise * np.diag(data.inverse)), dtype=np.float64)
    effects = data.effects
    at = [k for k, name in enumerate(data.names) if name.startswith("reference")]
    dealt = np.array([bool(np.any(data.beside[:, k])) for k in at])
    zero, spread = _zeros(effects[at], data.noise * data.inverse[np.ix_(at, at)], dealt)
    return Fitted(
        posterior,
        zero,
        spread,
        factions,
        data.share,
        data.noise,
        data.copies,
        dict(zip(data.names, zip(effects.tolist(), errors.tolist(), strict=True), strict=True)),
        len(games),
        rounds + more,
    )


def _zeros(
    found: Numbers, covariance: Numbers, dealt: NDArray[np.bool_]
) -> tuple[Numbers, Numbers]:
    """The worth of the reference card on the scale of each faction's cards, drawn towards that of
    all of them as strongly as they differ beyond chance, and the covariance of these."""
    if not dealt.any():
        return np.zeros(len(found)), np.eye(len(found))
    mine, errors = found[dealt], covariance[np.ix_(dealt, dealt)]
    middle = float(mine.mean())
    beyond = float(mine.var(ddof=1)) - float(np.diag(errors).mean()) if len(mine) > 1 else 1.0
    between = max(beyond, float(np.diag(errors).mean()) / 4)
    # a common level with a flat prior, and each faction's deviation from it
    prior = between * np.eye(len(mine)) + np.ones((len(mine), len(mine)))
    gain = prior @ np.linalg.inv(prior + errors)
    zero, spread = np.full(len(found), middle), np.diag(np.full(len(found), 1.0))
    zero[dealt] = middle + gain @ (mine - middle)
    spread[np.ix_(dealt, dealt)] = prior - gain @ prior
    return zero, spread


class _Data:
    """Games as tables, and their covariates, at the current worths."""

    def __init__(self, games: Games, count: int) -> None:
        self.won = games.won - 0.5
        self.early = _dealt(games, count, 0, EARLY)
        self.after = _dealt(games, count, EARLY, DECK)
        self.names, self.beside = _beside(games)
        self.copies = np.bincount(self.early.indices, minlength=count).astype(np.int64)
        self._later = np.bincount(self.after.indices, minlength=count)
        loose = np.diag([25.0 if name.startswith("hero") else 1.0 for name in self.names])
        self.inverse: Numbers = np.asarray(
            np.linalg.inv(self.beside.T @ self.beside + loose), dtype=np.float64
        )
        self.effects = np.zeros(len(self.names))
        self.share = 0.0
        self.used = 0.0
        """How many numbers the model takes from the games."""
        self.noise = 0.25
        self.loss = np.zeros(count)

    def free(self, values: Numbers) -> Numbers:
        """The residual of a column of games after the covariates other than cards."""
        return np.asarray(values - self.beside @ (self.inverse @ (self.beside.T @ values)))

    def sums(self, worth: Numbers) -> Numbers:
        """Of each game, the worths of the cards dealt to seat 0, less those of seat 1."""
        found = self.early @ worth
        return np.asarray(found + self.share * (self.after @ worth) if self.share else found)

    def told(self, left: Numbers) -> Numbers:
        """For each card, the residual sum of the games it was dealt in."""
        found = self.early.T @ left
        return np.asarray(found + self.share * (self.after.T @ left) if self.share else found)

    def left(self, worth: Numbers) -> Numbers:
        """What of each game is left when all else has explained it."""
        rest = self.won - self.sums(worth)
        self.effects = self.inverse @ (self.beside.T @ rest)
        return np.asarray(rest - self.beside @ self.effects)

    @property
    def held(self) -> Numbers:
        """How often each card was dealt, later ones as far as they tell."""
        return np.asarray(self.copies + self.share**2 * self._later)

    def solve(self, prior: _Prior, start: Numbers) -> tuple[Numbers, Numbers]:
        """The posterior mean of all worths, and K^-1 times it, by conjugate gradients with a
        diagonal preconditioner. `start` is K^-1 times a first guess."""
        scaled = start.copy()
        worth = prior.times(scaled)
        rest = self.told(self.free(self.won - self.sums(worth))) / self.noise - scaled
        along = scaled_along = np.zeros(len(worth))
        before = 0.0
        for _ in range(STEPS):
            scaled_step = rest - prior.without(prior.times(rest))
            step = prior.times(scaled_step)
            now = float(rest @ step)
            if now <= 0:
                break
            turn = now / before if before else 0.0
            along, scaled_along = step + turn * along, scaled_step + turn * scaled_along
            bent = self.told(self.free(self.sums(along))) / self.noise + scaled_along
            length = now / float(along @ bent)
            worth, scaled = worth + length * along, scaled + length * scaled_along
            rest = rest - length * bent
            before = now
            if np.abs(length * along).max() < SAME:
                break
        return worth, scaled

    def alone(self, worth: Numbers) -> Alone:
        """The evidence on each card, given the worths of the others."""
        left = self.left(worth)
        self.noise = float(left @ left) / max(1.0, len(left) - self.used)
        seen = self.held > 0
        some = np.where(seen, self.held, 1.0)
        return Alone(
            np.where(seen, worth + self.told(left) / some / (1 - self.loss), np.nan),
            np.where(seen, self.noise / some / (1 - self.loss), np.inf),
            np.where(seen, self.noise / some, np.inf),
        )

    def lose(self, rest: Numbers) -> None:
        """Compute the share of a card's evidence that is due to the other cards of its games, with
        prior variance `rest`: the first term of the inverse's series over cards dealt together."""
        share = 1 / (self.copies + self.noise / rest)
        known = np.sqrt(np.where(self.copies > 0, self.copies, 1))
        beside = np.asarray(self.early.T @ self.beside)
        for k in range(0, len(rest), WITH):
            mine = slice(k, min(k + WITH, len(rest)))
            met = np.asarray((self.early[:, mine].T @ self.early).todense(), dtype=np.float64)
            met -= beside[mine] @ self.inverse @ beside.T
            met[np.arange(met.shape[0]), np.arange(mine.start, mine.stop)] = 0
            own = np.einsum("ij,jk,ik->i", beside[mine], self.inverse, beside[mine])
            self.loss[mine] = ((met**2) @ share + own) / known[mine] ** 2
        self.loss = np.clip(self.loss, 0.0, 0.5)


def _settle(
    data: _Data, columns: Columns, groups: NDArray[np.int64], start: Posterior | None
) -> tuple[Posterior, int]:
    """Go round, worths and spreads by turns, until both stay as they are; how many rounds that
    took."""
    count = len(groups)
    table = sparse.hstack([sparse.csr_matrix(np.ones((count, 1))), columns.table]).tocsr()
    spreads = _first(columns, groups) if start is None else start.spreads
    worth = np.zeros(count) if start is None else start.mean
    scaled = np.zeros(count)
    found: Posterior | None = None
    rounds, change = 0, 1.0
    while change > SETTLED and rounds < ROUNDS:
        rounds += 1
        alone = data.alone(worth)
        spread, rest = _variances(columns, spreads, groups)
        worth, scaled = data.solve(_Prior(table, spread, rest, alone.known), scaled)
        coefficients = spread * np.asarray(table.T @ scaled)
        variance = alone.variance
        weight = np.where(np.isfinite(variance), 1 / (rest + np.minimum(variance, 1.0)), 0.0)
        covariance = np.asarray(np.linalg.inv(_precision(table, weight, spread)), dtype=np.float64)
        elements = np.asarray(table @ coefficients)
        found = Posterior(
            worth, elements, coefficients, covariance, spreads, rest, table, data.alone(worth)
        )
        before, spreads = spreads, _spreads(found, np.array(columns.kinds), groups, spreads)
        change = max(abs(spreads[kind] - before[kind]) / before[kind] for kind in spreads)
        found.spreads = spreads
        pull, _ = _pull(rest, variance)
        data.used = min(float(pull.sum()) + len(data.names), 0.5 * len(data.won))
    assert found is not None
    return found, rounds


def fit_alone(alone: Alone, columns: Columns, groups: NDArray[np.int64]) -> Posterior:
    """Fit the elements to the evidence on each card without the games, treating the evidence on
    different cards as independent."""
    count = len(groups)
    table = sparse.hstack([sparse.csr_matrix(np.ones((count, 1))), columns.table]).tocsr()
    spreads = _first(columns, groups)
    said = np.where(np.isfinite(alone.variance), alone.worth, 0.0)
    found: Posterior | None = None
    for _ in range(ROUNDS):
        spread, rest = _variances(columns, spreads, groups)
        weight = np.where(np.isfinite(alone.variance), 1 / (rest + alone.variance), 0.0)
        covariance = np.asarray(np.linalg.inv(_precision(table, weight, spread)), dtype=np.float64)
        coefficients = covariance @ np.asarray(table.T @ (weight * said))
        elements = np.asarray(table @ coefficients)
        pull, _ = _pull(rest, alone.variance)
        mean = elements + pull * (said - elements)
        found = Posterior(mean, elements, coefficients, covariance, spreads, rest, table, alone)
        before, spreads = spreads, _spreads(found, np.array(columns.kinds), groups, spreads)
        change = max(abs(spreads[kind] - before[kind]) / before[kind] for kind in spreads)
        found.spreads = spreads
        if change <= SETTLED:
            break
    assert found is not None
    return found


def _first(columns: Columns, groups: NDArray[np.int64]) -> dict[str, float]:
    """The spreads to begin with."""
    spreads = dict.fromkeys(columns.kinds, OF_ELEMENTS[1])
    return spreads | {f"rest {group}": OF_RESTS[1] for group in np.unique(groups).tolist()}
