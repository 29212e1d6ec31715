"""The hierarchical model of a ranking: games explained by cards, cards by their elements.

Each card dealt early raises or lowers seat 0's chance of winning by its worth, and each card dealt
later by a fitted share `late` of its worth; seat, first player and Heroes contribute too. The
response is linear, so a worth is a difference in win rate, averaged over the games that were dealt,
regardless of the true form, because cards were dealt at random. A card's worth is

    the prediction from the columns of `elements`  +  its own effect,

both shrunk towards zero according to their spreads, one for each kind of column (empirical Bayes).

Conjugate gradients solve for the posterior mean of all worths: no matrix of all cards by all cards
is ever formed. Cards are dealt at random, so the evidence on different cards is nearly independent:
the posterior spread treats the estimates as independent, each widened by the uncertainty of the
cards in the same games.
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
"""The number of cards in a batch, which keeps tables of elements by elements small."""
OF_ELEMENTS, OF_RESTS = (4.0, 0.004), (12.0, 0.01)
"""The prior of a spread, with the weight of this many effects, so that a few games do not make a
spread vanish."""
WITH = 256
"""The number of cards in a batch when finding which others they met."""
ROUNDS = 40
"""The maximum number of fitting rounds."""
STEPS = 60
"""The maximum number of conjugate-gradient steps."""
SAME = 2e-5
"""Worths that change by less in a step have converged."""
SETTLED = 0.02
"""Spreads that change by a smaller share in a round have converged."""


@dataclass(frozen=True, slots=True)
class Alone:
    """The evidence of the games on each card: an estimate and the variance of its error."""

    worth: Numbers
    variance: Numbers
    """The variance of each error, infinite for a card that was never dealt."""
    known: Numbers
    """The variance if the worths of all other cards were known."""


@dataclass
class Posterior:
    """The posterior of the worths of cards: normal, given the spreads."""

    mean: Numbers
    elements: Numbers
    """The part of the worth that is predicted from elements."""
    coefficients: Numbers
    covariance: Numbers
    """The covariance of the coefficients."""
    spreads: dict[str, float]
    rest: Numbers
    """The prior variance of each card's own effect."""
    table: sparse.csr_matrix
    alone: Alone

    def draw(self, count: int, chance: np.random.Generator) -> Numbers:
        """Return joint draws of all worths, one row per draw."""
        root = linalg.cholesky(self.covariance, lower=True)
        drawn = root @ chance.standard_normal((len(self.coefficients), count))
        pull, spread = _pull(self.rest, self.alone.variance)
        shared = (1 - pull)[:, None] * np.asarray(self.table @ drawn)
        own = np.sqrt(spread)[:, None] * chance.standard_normal(shared.shape)
        return np.asarray((self.mean[:, None] + shared + own).T)

    @property
    def variance(self) -> Numbers:
        """Return the variance of each worth."""
        pull, spread = _pull(self.rest, self.alone.variance)
        return np.asarray((1 - pull) ** 2 * self.shared + spread)

    @property
    def of_elements(self) -> Numbers:
        """Return the variance of a card of which only the elements are known."""
        return np.asarray(self.shared + self.rest)

    @functools.cached_property
    def shared(self) -> Numbers:
        """Return the variance of each card's prediction from its elements."""
        return self._said(self.table)

    def foretold(self, table: sparse.csr_matrix) -> Numbers:
        """Return the same for other cards with these elements, without the mean of all."""
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
    """Return the shrinkage factor of an own effect towards the evidence, and the variance left."""
    seen = np.isfinite(variance)
    pull = np.where(seen, rest / (rest + np.where(seen, variance, 1.0)), 0.0)
    return pull, rest * (1 - pull)


@dataclass
class Fitted:
    """The fitted model of a ranking, in win rates: 0.01 is a point."""

    posterior: Posterior
    zero: Numbers
    """The worth of the reference card on the scale of each faction's cards."""
    zero_spread: Numbers
    """The covariance of these."""
    factions: NDArray[np.int64]
    """The faction of each card."""
    late: float
    """The worth of a card dealt later, as a share of its worth dealt early."""
    noise: float
    """The residual variance of a game."""
    copies: NDArray[np.int64]
    """The number of times each card was dealt early."""
    beside: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Effect and error of seat, first player, and Heroes by number of faction and of Hero."""
    games: int = 0
    rounds: int = 0

    @property
    def worth(self) -> Numbers:
        """Return the worth of a copy dealt early, above the reference card."""
        return np.asarray(self.posterior.mean - self.zero[self.factions])

    @property
    def error(self) -> Numbers:
        """Return the standard error of each worth."""
        zeros = np.diag(self.zero_spread)[self.factions]
        return np.asarray(np.sqrt(self.posterior.variance + zeros))

    @property
    def in_deck(self) -> float:
        """Return the worth of one copy in a deck, as a share of its worth dealt early."""
        return (EARLY + self.late * (DECK - EARLY)) / DECK

    @property
    def reliability(self) -> float:
        """Return the share of the variance among estimates that is not chance."""
        spread = float(np.var(self.posterior.mean))
        return spread / (spread + float(self.posterior.variance.mean()))

    def draws(self, count: int, seed: int = 0) -> Numbers:
        """Return joint draws of all worths relative to the reference card, one row per draw."""
        chance = np.random.default_rng(seed)
        zero = chance.multivariate_normal(self.zero, self.zero_spread, size=count, method="eigh")
        return np.asarray(self.posterior.draw(count, chance) - zero[:, self.factions])


def _dealt(games: Games, count: int, first: int, last: int) -> sparse.csr_matrix:
    """Return each game's cards dealt from one place to another: 1 for seat 0, -1 for seat 1."""
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
    """Return the covariates of games other than cards: names, and a column for each."""
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
    """The prior covariance of worths, K = F S F' + T, with elements F, their spreads S and the own
    effects' spreads T; and its solver, where `known` is the variance of each card given all
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
        """Return K times these values."""
        shared = self.table @ (self.spread * (self.table.T @ values))
        return np.asarray(shared + self.rest * values)

    def without(self, values: Numbers) -> Numbers:
        """Return (K + known)^-1 times these values."""
        out = self._weight * values
        inner = linalg.cho_solve(self._inner, self.table.T @ out)
        return np.asarray(out - self._weight * (self.table @ inner))


def _precision(table: sparse.csr_matrix, weight: Numbers, spread: Numbers) -> Numbers:
    """Return the precision of the coefficients, with these weights of cards."""
    return np.asarray((table.T @ (sparse.diags(weight) @ table)).todense()) + np.diag(1 / spread)


def _variances(
    columns: Columns, spreads: dict[str, float], groups: NDArray[np.int64]
) -> tuple[Numbers, Numbers]:
    """Return the prior variance of each element, the mean first, and of each card's own effect."""
    spread = np.array([1.0, *(spreads[kind] ** 2 for kind in columns.kinds)])  # mean: flat prior
    return spread, np.array([spreads[f"rest {group}"] ** 2 for group in groups.tolist()])


def _size(squares: float, told: float, before: float, usual: float) -> float:
    """Return a squared spread from a sum of squares, of which `told` are informed by the games."""
    return (squares + before * usual**2) / (max(told, 0.0) + before)


def _spreads(
    found: Posterior, kinds: NDArray[np.str_], groups: NDArray[np.int64], before: dict[str, float]
) -> dict[str, float]:
    """Return spreads of higher evidence, by a step of MacKay's iteration."""
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
    """Fit the model to games. `groups` gives the cards whose own effects have a common spread.

    The share of later cards is fitted between rounds: the games as explained by cards dealt early
    alone give it without bias, since other cards are dealt later.
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
    """Return the worth of the reference card on the scale of each faction's cards, shrunk towards
    their common mean according to the differences beyond chance, and the covariance."""
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
    """Games as tables, with their covariates, at the current worths."""

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
        """The number of degrees of freedom used by the model."""
        self.noise = 0.25
        self.loss = np.zeros(count)

    def free(self, values: Numbers) -> Numbers:
        """Return the residual of a column of games after the covariates other than cards."""
        return np.asarray(values - self.beside @ (self.inverse @ (self.beside.T @ values)))

    def sums(self, worth: Numbers) -> Numbers:
        """Return each game's worths of the cards dealt to seat 0, less those of seat 1."""
        found = self.early @ worth
        return np.asarray(found + self.share * (self.after @ worth) if self.share else found)

    def told(self, left: Numbers) -> Numbers:
        """Return each card's residual sum over the games in which it was dealt."""
        found = self.early.T @ left
        return np.asarray(found + self.share * (self.after.T @ left) if self.share else found)

    def left(self, worth: Numbers) -> Numbers:
        """Return the residual of each game after everything else."""
        rest = self.won - self.sums(worth)
        self.effects = self.inverse @ (self.beside.T @ rest)
        return np.asarray(rest - self.beside @ self.effects)

    @property
    def held(self) -> Numbers:
        """Return how often each card was dealt, later ones weighted by their share."""
        return np.asarray(self.copies + self.share**2 * self._later)

    def solve(self, prior: _Prior, start: Numbers) -> tuple[Numbers, Numbers]:
        """Return the posterior mean of all worths, and K^-1 times it, by conjugate gradients with a
        diagonal preconditioner. `start` is K^-1 times an initial guess."""
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
        """Return the evidence on each card, given the worths of the others."""
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
    """Alternate between worths and spreads until both converge. Return the posterior and the rounds
    used."""
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
    """Return the initial spreads."""
    spreads = dict.fromkeys(columns.kinds, OF_ELEMENTS[1])
    return spreads | {f"rest {group}": OF_RESTS[1] for group in np.unique(groups).tolist()}
