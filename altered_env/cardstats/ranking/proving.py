"""Validation of a ranking: known worths, self-consistency, held-out cards, and paired games.

Each proof gives its figure, the target, whether it is met, and an interval for shares and
correlations.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray
from scipy import sparse, stats

from altered_env._runtime.plurals import counted
from altered_env.arena.match import Match, play
from altered_env.arena.paired import Difference, difference
from altered_env.arena.ratings import Z95, wilson
from altered_env.arena.workers import Jobs, compile_first
from altered_env.cardstats.ranking.element_table import Columns, columns
from altered_env.cardstats.ranking.experiment import Games, load, run
from altered_env.cardstats.ranking.folder import Plan, cards_in, plan_in
from altered_env.cardstats.ranking.hierarchy import Fitted, fit
from altered_env.cardstats.ranking.pairs import deal_of, play_pairs
from altered_env.cardstats.ranking.placing import Ranking, ranked
from altered_env.cardstats.ranking.planting import CHANGES, decided, made_cards, truth_of
from altered_env.cardstats.ranking.racing import groups_of
from altered_env.cardstats.ranking.studied import Studied, always_dealt, pool_cards
from altered_env.cardstats.studies import Study
from altered_env.cardstats.studies import run as play_study
from altered_env.cardstats.swaps import Swap, hosts_of, plain
from altered_env.game.books import book_of

Numbers = NDArray[np.float64]
NAMES = 20
"""The number of names for each made card: with ten of these, 200 cards."""
FOLDS = 5
FEW = 20
"""The largest number of cards whose order is too short to judge."""
POINTS = 0.02
"""The half-width of the intervals at which speeds are compared."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A figure and its target."""

    what: str
    figure: float
    low: float
    high: float
    wanted: str
    holds: bool
    beside: str = ""

    def __str__(self) -> str:
        span = "" if self.low == self.high else f"({self.low:z.3f} .. {self.high:z.3f})"
        verdict = "holds" if self.holds else "not shown"
        line = f"{self.what:52}{self.figure:9.3f} {span:20} {self.wanted:16} {verdict}"
        return f"{line}\n    {self.beside}" if self.beside else line


def share(what: str, held: NDArray[np.bool_], low: float, high: float, beside: str = "") -> Proof:
    """Return the proof that a share lies between two bounds, with Wilson's interval."""
    p = float(held.mean())
    wanted = f"{low:z.2f} to {high:z.2f}" if high < 1 else f"{low:z.2f} or more"
    return Proof(what, p, *wilson(float(held.sum()), len(held)), wanted, low <= p <= high, beside)


def agree(what: str, one: Numbers, two: Numbers, least: float, beside: str = "") -> Proof:
    """Return Spearman's rank correlation, with the interval of Bonett and Wright."""
    r = float(stats.spearmanr(one, two).statistic)
    wide = Z95 * sqrt((1 + r * r / 2) / max(1, len(one) - 3))
    low, high = np.tanh(np.arctanh(r) - wide), np.tanh(np.arctanh(r) + wide)
    return Proof(what, r, float(low), float(high), f"{least:.2f} or more", r >= least, beside)


def within(one: Numbers, two: Numbers, groups: NDArray[np.int64]) -> str:
    """Return how well the order of cards agrees within factions, where their levels cancel."""
    found = [
        float(stats.spearmanr(one[mine], two[mine]).statistic)
        for mine in (groups == group for group in np.unique(groups))
        if mine.sum() > FEW
    ]
    return f"within a faction {np.mean(found):z.2f} on average"


def coverage(copies: int = 600, tries: int = 24, seed: int = 1) -> list[Proof]:
    """Return the coverage of the intervals of 200 cards with planted worths, in the real design of
    games: made cards, and as many random real ones."""
    cards = [card for card in pool_cards() if card.faction in ("axiom", "bravos")]
    studied = Studied.of([*cards, *made_cards(NAMES // 2)])
    mine = np.array([card.reference.startswith("MADE") for card in studied.cards])
    others = np.flatnonzero(~mine[: studied.ranked])
    mine[np.random.default_rng(seed).choice(others, int(mine.sum()), replace=False)] = True
    held, places = [], []
    for k in range(tries):
        truth = truth_of(studied, seed + k)
        found = ranked(studied, decided(studied, truth, copies, seed + k))
        apart = np.abs(found.worth - truth.worth[found.which]) / found.error
        held.append((apart < Z95)[mine[found.which]])
        order = np.argsort(np.argsort(-truth.worth[found.which])) + 1
        places.append((found.place_low <= order) & (order <= found.place_high))
    planted = counted(int(mine.sum()), "planted card")
    which = f"{tries} times {planted} among {studied.ranked}, {counted(copies, 'copy', 'copies')}"
    return [
        share("coverage, planted worths", np.concatenate(held), 0.93, 0.97, which),
        share("coverage, places of planted worths", np.concatenate(places), 0.93, 0.97),
    ]


def made(folder: Path, plan: Plan, games: int, jobs: Jobs = 0) -> list[Proof]:
    """Validate cards made from one plain card, each under many names, in real games: intervals
    cover the mean of the other names, and two names of a card do not differ."""
    studied = Studied.of(made_cards(NAMES))
    even: Callable[[Path, str], Numbers] = lambda _folder, _agent: np.ones(len(studied.cards))  # noqa: E731
    agent = plan.agents[0]
    run(plan, studied, games, folder, even, jobs)
    found = ranked(cards_in(folder), load(folder, agent))
    alone, variance = _alone(found)
    kind = np.array([int(card.reference.split("_")[2]) for card in found.cards])
    held, apart, lines = [], [], []
    for k, name in enumerate(CHANGES):
        mine = np.flatnonzero(kind == k)
        total = float(alone[mine].sum())
        others = (total - alone[mine]) / (len(mine) - 1)
        spare = variance[mine].mean() / (len(mine) - 1)
        zero = found.model.error[found.which][mine] ** 2 - found.model.posterior.variance[mine]
        own = found.model.posterior.variance[mine]
        held.append(np.abs(found.worth[mine] - others) < Z95 * np.sqrt(own + spare))
        pairs = alone[mine][: len(mine) // 2 * 2].reshape(-1, 2)
        apart.append((pairs[:, 0] - pairs[:, 1]) / np.sqrt(2 * variance[mine].mean()))
        wide = Z95 * sqrt(variance[mine].mean() / len(mine) + float(zero.mean()))
        lines.append(f"{name} {100 * total / len(mine):+z.1f} ±{100 * wide:.1f}")
    z = np.concatenate(apart)
    chance = float(stats.chi2.sf((z**2).sum(), len(z)))
    say = f"{counted(found.model.games, 'game')} of {agent}; " + ", ".join(lines)
    return [
        share("coverage, made cards in real games", np.concatenate(held), 0.93, 1.0, say),
        Proof("null: two names of a card, p of the differences", chance, 0, 0, "0.01 or more",
              chance >= 0.01,
              f"{counted(len(z), 'pair')}, root mean square {sqrt((z**2).mean()):z.2f} errors"),
    ]  # fmt: skip


def _alone(found: Ranking) -> tuple[Numbers, Numbers]:
    """Return each card's estimate and variance without elements, above the reference card."""
    posterior = found.model.posterior
    zero = found.model.zero[found.model.factions]
    return (posterior.alone.worth - zero)[found.which], posterior.alone.variance[found.which]


def halves(folder: Path, agent: str, beside: Sequence[Path] = (), seed: int = 0) -> Proof:
    """Return the agreement of two rankings from disjoint games."""
    studied, games = cards_in(folder), load(folder, agent, beside)
    first = np.random.default_rng(seed).random(len(games)) < 0.5
    one, two = (_fit(studied, games.some(half)) for half in (first, ~first))
    n = studied.ranked
    alone = [model.posterior.alone.worth[:n] for model in (one, two)]
    raw = float(stats.spearmanr(*alone, nan_policy="omit").statistic)
    say = f"{counted(len(games), 'game')} in halves; without shared effects {raw:.2f}"
    return agree("split halves, Spearman", one.worth[:n], two.worth[:n], 0.9, say)


def _fit(studied: Studied, games: Games, table: Columns | None = None) -> Fitted:
    table = columns(studied.cards) if table is None else table
    return fit(games, table, studied.factions, groups_of(studied))


def unseen(folder: Path, agent: str, beside: Sequence[Path] = (), seed: int = 0) -> list[Proof]:
    """Validate the prediction of held-out cards from their elements alone, by the rank correlation
    with the evidence of games and by the coverage of the predictions' intervals.

    All are relative to the reference card, as worths are. Decks have one faction, so the level of a
    faction is identified by that card alone, not by its elements.
    """
    return unseen_of(cards_in(folder), load(folder, agent, beside), seed)


def unseen_of(studied: Studied, games: Games, seed: int = 0) -> list[Proof]:
    """Do the same with games already loaded."""
    table = columns(studied.cards)
    count = len(studied.cards)
    fold = np.random.default_rng(seed).permutation(count) % FOLDS
    guess, apart = np.zeros(count), np.full(count, np.nan)
    for k in range(FOLDS):
        there = sparse.diags((fold != k).astype(np.float64)) @ table.table
        model = _fit(studied, games, replace(table, table=there.tocsr()))
        found, mine = model.posterior, fold == k
        said = np.asarray(table.table @ found.coefficients[1:])[mine] + found.coefficients[0]
        error = found.foretold(table.table[mine]) + found.rest[mine] + found.alone.variance[mine]
        apart[mine] = np.abs(found.alone.worth[mine] - said) / np.sqrt(error)
        guess[mine] = said - model.zero[model.factions][mine]
    none = sparse.csr_matrix(table.table.shape)
    lone = _fit(studied, games, replace(table, table=none))
    n = studied.ranked
    worth = (lone.posterior.alone.worth - lone.zero[lone.factions])[:n]
    seen = np.isfinite(worth)
    alone, variance = worth[seen], lone.posterior.alone.variance[:n][seen]
    spread = max(1e-9, float(np.var(alone) - variance.mean()))
    most = sqrt(spread / (spread + float(variance.mean())))
    order = agree("unseen cards by elements, Spearman with games", guess[:n][seen], alone, 0.7)
    say = (
        f"chance in the games leaves at most {most:.2f}; without it {order.figure / most:.2f};"
        f" {within(guess[:n][seen], alone, studied.factions[:n][seen])}"
    )
    pooled = _fit(studied, games).worth[:n][seen]
    return [
        replace(order, beside=say),
        agree("unseen cards by elements, with the ranking", guess[:n][seen], pooled, 0.7),
        share("unseen cards by elements, intervals cover", apart[:n][seen] < Z95, 0.93, 0.97),
    ]


def against_pairs(
    folder: Path,
    agent: str,
    chosen: Sequence[int],
    deals: int,
    beside: Sequence[Path] = (),
    seed: int = 0,
    jobs: Jobs = 0,
    say: Callable[[int, int], None] = lambda _done, _found: None,
) -> tuple[list[Proof], list[tuple[str, float, Difference]]]:
    """Compare the ranking with long paired games of some of its cards (`pairs.py`)."""
    studied = cards_in(folder)
    found = ranked(studied, load(folder, agent, beside), agent)
    played = play_pairs(folder, agent, chosen, deals, seed, jobs, say)
    rows = [(k, difference(scores.tolist())) for k, scores in zip(chosen, played, strict=True)]
    mine = np.array([float(found.worth[k]) for k, _ in rows])
    other = np.array([row.mean for _, row in rows])
    errors = np.array([row.wide / Z95 for _, row in rows])
    spread = max(1e-9, float(np.var(other, ddof=1) - (errors**2).mean()))
    most = sqrt(spread / (spread + float((errors**2).mean())))
    apart = np.abs(mine - other) / np.hypot(np.array([found.error[k] for k, _ in rows]), errors)
    words = (
        f"{counted(len(rows), 'card')}, {counted(4 * deals, 'game')} each,"
        f" ±{100 * Z95 * errors.mean():z.1f} points;"
        f" chance in the pairs leaves at most {most:.2f}"
    )
    return [
        agree("paired games, Spearman", mine, other, 0.85, words),
        share("paired games, intervals agree", apart < Z95, 0.90, 1.0),
    ], [(found.cards[k].reference, float(found.worth[k]), row) for k, row in rows]


def speed(
    folder: Path, agent: str, beside: Sequence[Path] = (), deals: int = 150, seed: int = 0
) -> Proof:
    """Compare cards per hour on two cores to +-2 points: this experiment, and one at a time."""
    compile_first()
    studied = cards_in(folder)
    found = ranked(studied, load(folder, agent, beside), agent)
    plan, _ = plan_in(folder)
    chance = Random(f"speed/{seed}")
    card = chance.choice([c for c in found.cards if c.rarity == "unique"] or list(found.cards))
    study = Study(Swap(card, plain(card), 1), hosts_of(card), hosts_of(card)[:1], agent, deals,
                  seed, plan.rules)  # fmt: skip
    play_study(replace(study, deals=2), jobs=1)
    begun = time.process_time()
    results = difference([deal.difference for deal in play_study(study, jobs=1)])
    one = (time.process_time() - begun) * (results.wide / POINTS) ** 2
    matches: Sequence[Match] = [
        match
        for number in range(deals)
        for match in deal_of(studied, chance.randrange(studied.ranked), agent, chance)[::2]
    ]
    book = book_of([*studied.cards, *always_dealt()])
    play(matches[:4], plan.rules, book)
    begun = time.process_time()
    play(matches, plan.rules, book)
    each = (time.process_time() - begun) / len(matches)
    model = found.model
    dealt = float(np.median(model.copies[found.which]))
    wide = Z95 * float(np.median(np.sqrt(model.posterior.alone.variance[found.which])))
    alone = each * model.games / studied.ranked * (wide * model.in_deck / POINTS) ** 2
    early = each * model.games / studied.ranked * (wide / POINTS) ** 2
    say = (
        f"one copy in a deck to ±2 points: {one:.1f} s one at a time, {alone:.3f} s here without"
        f" shared effects; a copy dealt early to ±2 points: {early:.2f} s, so"
        f" {one / early:.0f} times as fast; {1 / each:.0f} games per processor second,"
        f" {dealt:.0f} copies early;"
        f" {7200 / alone:,.0f} cards an hour on two cores"
    )
    return Proof("speed against `altered strength`, times", one / alone, 0, 0, "30 or more",
                 one / alone >= 30, say)  # fmt: skip
