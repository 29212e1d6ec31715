"""Simulate the games that a ranking saves with earlier estimates of the cards:

    python -m altered_env.cardstats.ranking.allocating

Card worths are drawn at random, and earlier estimates correlate with them as stated. A game is
evidence on about 24 cards: a round of games adds an observation of each card, with the noise of
real games. Three rules allocate the rounds: evenly, by the games alone, or by games and estimates.
All are measured against the same truth, which depends on the seed alone: by the rank error of all
cards, as a share of their number, and by the share of the best 5 % that is found.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from altered_env._runtime.progress import Progress
from altered_env.arena.ratings import Z95
from altered_env.cardstats.ranking.assignment import EARLY, chance_of
from altered_env.cardstats.ranking.element_table import Columns
from altered_env.cardstats.ranking.experiment import FIRST
from altered_env.cardstats.ranking.hierarchy import Alone, Posterior, fit_alone
from altered_env.cardstats.ranking.racing import BEST, DRAWS, weighted, with_column

Numbers = NDArray[np.float64]

POWER = Z95 + 0.8416
"""A difference of this many standard errors is found by 80 of 100 tests at 5 %."""
SPREAD = 0.022
"""The standard deviation of worths (docs/ranking.md)."""
NOISE = 0.25
"""The variance of a game."""
RULES = ("evenly", "by the games", "by games and what was known")


@dataclass(frozen=True)
class Tried:
    """The results of a rule after each round."""

    games: Numbers
    rank_error: Numbers
    """Of worths from games alone."""
    best: Numbers
    """The share of the best cards that is among the first."""
    covered: Numbers
    """The share of 95 % intervals that cover the truth."""
    rank_error_known: Numbers
    """Of worths from games and earlier estimates; so are the following."""
    best_known: Numbers
    covered_known: Numbers


def attempt(rule: str, cards: int, correlation: float, rounds: int, seed: int) -> Tried:
    """Allocate rounds by a rule, and measure the ranking after each."""
    chance = chance_of("allocating", seed)
    truth = SPREAD * chance.standard_normal(cards)
    apart = sqrt(max(0.0, 1 - correlation**2))
    known = correlation * truth + apart * SPREAD * chance.standard_normal(cards)
    alike = np.zeros(cards, dtype=np.int64)
    bare, beside = _nothing(cards), with_column(_nothing(cards), known)
    said, held = np.zeros(cards), np.zeros(cards)
    dealt, rows = 0, []
    alone: Posterior | None = None
    both: Posterior | None = None
    for _ in range(rounds):
        copies = max(FIRST, dealt // 2)
        weights = np.ones(cards)
        if rule == RULES[1] and alone is not None:
            weights = weighted(alone.draw(DRAWS, np.random.default_rng(0)), cards)
        elif rule == RULES[2] and both is not None:
            weights = weighted(both.draw(DRAWS, np.random.default_rng(0)), cards)
        elif rule == RULES[2]:
            drawn = apart * SPREAD * chance.standard_normal((DRAWS, cards))
            weights = weighted(correlation * known + drawn, cards)
        new = np.maximum(1.0, np.round(copies * weights))
        luck = np.sqrt(NOISE / new) * chance.standard_normal(cards)
        said = (held * said + new * (truth + luck)) / (held + new)
        held, dealt = held + new, dealt + copies
        variance = NOISE / held
        evidence = Alone(said, variance, variance)
        alone = fit_alone(evidence, bare, alike)
        both = fit_alone(evidence, beside, alike)
        rows.append([held.sum() / (2 * EARLY), *_judged(alone, truth), *_judged(both, truth)])
    return Tried(*np.array(rows).T)


def _nothing(cards: int) -> Columns:
    """A table without elements for this many cards."""
    none: Numbers = np.zeros(0)
    count = np.zeros(0, dtype=np.int64)
    return Columns((), (), sparse.csr_matrix((cards, 0)), none, none, none, none, count)


def _judged(found: Posterior, truth: Numbers) -> tuple[float, float, float]:
    """The rank error, the share of the best that is found, and the coverage."""
    one, two = (np.argsort(np.argsort(part)) for part in (found.mean, truth))
    error = float(np.sqrt(((one - two) ** 2).mean()) / len(truth))
    most = max(1, round(BEST * len(truth)))
    best = len(set(np.argsort(-found.mean)[:most]) & set(np.argsort(-truth)[:most])) / most
    apart = np.abs(found.mean - truth) / np.sqrt(found.variance)
    return error, best, float((apart < Z95).mean())


def games_for(games: Numbers, errors: Numbers, wanted: float) -> float:
    """Return the games after which an error falls to a value, on straight lines in logarithms; nan
    outside the range.

    >>> round(games_for(np.array([100.0, 400.0]), np.array([0.4, 0.2]), 0.4 / 2**0.5))
    200
    """
    below = np.flatnonzero(errors <= wanted * (1 + 1e-9))
    if not len(below) or not below[0]:
        return float("nan")
    k = int(below[0])
    x, y = np.log(games[k - 1 : k + 1]), np.log(errors[k - 1 : k + 1])
    return float(np.exp(x[0] + (x[1] - x[0]) * (np.log(wanted) - y[0]) / (y[1] - y[0])))


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the errors of each rule."""
    head, _, rest = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        description=head, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tries", type=int, default=20, help="tries of each rule (20)")
    parser.add_argument("--rounds", type=int, default=10, help="rounds of games (10)")
    parser.add_argument("--cards", type=int, default=1000, help="cards (1000)")
    parser.add_argument("--seed", type=int, default=1, help="random seed (1)")
    parser.add_argument(
        "--correlations", type=float, nargs="+", default=[0.8, 0.67, 0.0],
        help="correlations of what was known with the truth (0.8 0.67 0)",
    )  # fmt: skip
    options = parser.parse_args(arguments)
    for name, least in (("tries", 2), ("rounds", 2), ("cards", 40)):
        if getattr(options, name) < least:
            parser.error(f"--{name} must be {least} or more, found {getattr(options, name)}")
    if wrong := [one for one in options.correlations if not 0 <= one <= 1]:
        parser.error(f"--correlations must be from 0 to 1, found {wrong[0]:g}")
    progress = Progress(len(options.correlations) * len(RULES) * options.tries, "tries")
    done = 0
    for correlation in options.correlations:
        tried: dict[str, list[Tried]] = {}
        for rule in RULES:
            for k in range(options.tries):
                found = attempt(rule, options.cards, correlation, options.rounds, options.seed + k)
                tried.setdefault(rule, []).append(found)
                progress.say(done := done + 1)
        progress.clear()
        print("\n".join(report(tried, correlation)), flush=True)


def report(tried: dict[str, list[Tried]], correlation: float) -> list[str]:
    """The figures of each rule after the last round, and the games it needs to reach the rank error
    and the share of the best that even allocation reaches without earlier estimates."""
    even = tried[RULES[0]]
    count, games = len(even), float(np.mean([one.games[-1] for one in even]))
    lines = [
        f"What was known has a correlation of {correlation:g} with the truth. {games:,.0f} games,"
        f" {count} tries.",
        f"{'dealt':30}{'worths from':16}{'rank error':>18}{'best found':>18}{'covered':>9}"
        f"{'games for the same error, best':>32}",
    ]
    wanted = float(np.mean([one.rank_error[-1] for one in even]))
    missed = float(1 - np.mean([one.best[-1] for one in even]))
    widest = 0.0
    for rule, runs in tried.items():
        for end, what in (("", "games"), ("_known", "games and known")):
            error, best, covered = (
                np.array([getattr(one, name + end) for one in runs])
                for name in ("rank_error", "best", "covered")
            )
            spent = np.mean([one.games for one in runs], axis=0)
            same = [
                _share(spent, error.mean(axis=0), wanted, games),
                _share(spent, 1 - best.mean(axis=0), missed, games),
            ]
            lines.append(
                f"{rule:30}{what:16}{_mean(error[:, -1]):>18}{_mean(best[:, -1]):>18}"
                f"{100 * covered[:, -1].mean():z7.1f} %{', '.join(same):>32}"
            )
            apart = error[:, -1] - np.array([one.rank_error[-1] for one in even])
            widest = max(widest, float(apart.std(ddof=1)) / sqrt(count))
    lines.append(
        f"So many tries find a difference in rank error of {100 * POWER * widest:.2f} points"
        " (80 of 100 tests at 5 %)."
    )
    return [*lines, ""]


def _mean(values: Numbers) -> str:
    wide = Z95 * float(values.std(ddof=1)) / sqrt(len(values))
    return f"{100 * values.mean():z.2f} ±{100 * wide:.2f} %"


def _share(games: Numbers, errors: Numbers, wanted: float, of: float) -> str:
    """The games for an error, as a share of those of another rule."""
    if errors[0] <= wanted:
        return f"<{100 * games[0] / of:.0f} %"
    need = games_for(games, errors, wanted)
    return f">{100 * games[-1] / of:.0f} %" if np.isnan(need) else f"{100 * need / of:.0f} %"


if __name__ == "__main__":
    main()
