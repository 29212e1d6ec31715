"""What the games of an entry come to.

The result is the mean win rate against the two strongest members of the panel. A deal is one
observation: all games with the same decks and seed, in both seats, against all opponents. So the
bootstrap draws whole deals.

>>> rate = rate_of([1.0, 0.5, 0.75, 0.5] * 25)
>>> round(rate["rate"], 3), rate["low"] < rate["rate"] < rate["high"]
(0.688, True)
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import inf, sqrt
from statistics import NormalDist
from typing import Any, Final

import numpy as np

from altered_env.arena.bench1.bench_entries import Entry
from altered_env.arena.bench1.calibration import REFERENCE
from altered_env.arena.bench1.result_files import PlayedGame, ResultFile
from altered_env.arena.bench1.tasks import CLASSES, HEADLINE
from altered_env.arena.board.resampling import Deal, paired_ratings
from altered_env.arena.ratings import Z95, wilson
from altered_env.decks.bench1.bench_pools import archetypes

DRAWS: Final = 2000
DIGITS: Final = 6
VERY_FEW: Final = 10
"""Fewer deals than these have Wilson's interval."""
FEW: Final = 20
"""Fewer deals than these are too few to tell two results apart."""
ALIKE: Final = ("lists", "people", "time_class", "trained", "withheld", "is_practice")
"""What results have in common of which there is a mean."""
_SAID: Final = {"time_class": "class", "is_practice": "practice"}


def rate_of(deals: Sequence[float]) -> dict[str, Any]:
    """The mean of deals, each from 0 to 1, with its 95 % bootstrap interval; that of Wilson where
    deals are very few or all alike, since resampling then shows too little variance."""
    values = np.array(deals)
    if len(values) < VERY_FEW or values.std() == 0:
        low, high = wilson(float(values.sum()), len(values))
    else:
        rng = np.random.default_rng(0)
        drawn = values[rng.integers(0, len(values), (DRAWS, len(values)))].mean(axis=1)
        low, high = np.percentile(drawn, (2.5, 97.5))
    found = {"rate": values.mean(), "low": low, "high": high}
    return {k: round(float(v), DIGITS) for k, v in found.items()} | {"deals": len(values)}


def deals_of(games: Sequence[PlayedGame], against: Sequence[str]) -> dict[int, float]:
    """The mean score of each deal against these opponents; incomplete ones are left out."""
    scores: dict[int, list[float]] = defaultdict(list)
    for game in games:
        if game.against in against:
            scores[game.number // 2].append(game.score)
    whole = 2 * len(against)
    return {deal: sum(s) / whole for deal, s in sorted(scores.items()) if len(s) == whole}


def milliseconds(games: Sequence[PlayedGame], cores: int = 1) -> float:
    """The entry's mean time for a decision. As many games as the machine has cores, but no more
    than a quarter, are left out, those with the slowest decisions: the first game of each process
    is slow by compilation.

    >>> from dataclasses import replace
    >>> quick = PlayedGame("greedy", 0, 1.0, 0, 0, 5, 100, 0.1, "", ())
    >>> slow = replace(quick, seconds=30.0)
    >>> [round(milliseconds(some)) for some in ([slow, *[quick] * 9], [slow, quick, quick] * 4)]
    [1, 83]
    """
    played = sorted(
        (game for game in games if game.decisions), key=lambda game: game.seconds / game.decisions
    )
    kept = played[: len(played) - min(max(1, cores), len(played) // 4)]
    return 1000 * sum(one.seconds for one in kept) / max(1, sum(one.decisions for one in kept))


def result_of(
    entry: Entry, games: Sequence[PlayedGame], calibrated: float, cores: int = 1
) -> dict[str, Any]:
    """The result of an entry; `calibrated` is the time of the calibration loop on its machine."""
    headline = deals_of(games, HEADLINE)
    took = milliseconds(games, cores)
    reference = took * REFERENCE / calibrated
    found: dict[str, Any] = {
        **rate_of(list(headline.values())),
        "against": {one: rate_of(list(deals_of(games, (one,)).values())) for one in entry.against},
        "elo": _elo(entry, games),
        "milliseconds": round(took, 4),
        "reference milliseconds": round(reference, 4),
        "in time": bool(reference <= CLASSES[entry.time_class]),
        "games": len(games),
        "forfeits": dict(Counter(game.forfeit for game in games if _is_lost(game))),
    }
    if entry.task == "T3" and not entry.archetype and not entry.people:
        of = archetypes()
        found["archetypes"] = {
            name: rate_of([s for deal, s in headline.items() if of[deal % len(of)] == name])
            for name in of
            if any(of[deal % len(of)] == name for deal in headline)
        }
    return found


def _is_lost(game: PlayedGame) -> bool:
    return bool(game.forfeit) and game.score == 0


def _elo(entry: Entry, games: Sequence[PlayedGame]) -> dict[str, float]:
    """The rating of the entry above the mean of the headline's opponents."""
    me = ""
    deals = [
        Deal(me, one, 2 * score)
        for one in entry.against
        for score in deals_of(games, (one,)).values()
    ]
    rated = paired_ratings((me, *entry.against), deals, HEADLINE)[0]
    return {"elo": round(rated.elo, 1), "low": round(rated.low, 1), "high": round(rated.high, 1)}


def late(entry: Entry, games: Sequence[PlayedGame], calibrated: float, cores: int = 1) -> str:
    """Why an entry is over the time of its class; empty if it is not."""
    most = CLASSES[entry.time_class]
    took = milliseconds(games, cores)
    reference = took * REFERENCE / calibrated
    if most == inf or reference <= most:
        return ""
    return (
        f"{entry.agent} takes {reference:.3g} ms a decision on the reference machine"
        f" ({took:.3g} ms here), and class {entry.time_class} has {most:g} ms:"
        " make it faster, or enter a slower class"
    )


def spread_of(games: Sequence[PlayedGame]) -> float:
    """The standard deviation of a deal's mean score against the headline's opponents."""
    return float(np.std(list(deals_of(games, HEADLINE).values()), ddof=1))


def told(spread: float, deals: int) -> tuple[float, float]:
    """The half-width of the 95 % interval of one entry, and the difference between two entries that
    is found in 80 of 100 tests at 5 %.

    >>> one, two = told(0.25, 1000)
    >>> round(one, 4), round(two, 4)
    (0.0155, 0.0313)
    """
    error = spread / sqrt(deals)
    return Z95 * error, (Z95 + NormalDist().inv_cdf(0.8)) * error * sqrt(2)


def gap(one: ResultFile, two: ResultFile) -> dict[str, float]:
    """The difference of two results of a task, with its 95 % interval; their deals are independent.
    Raises `ValueError` for results that do not compare."""
    refuse_mixed((one, two), ("task", "lists", "archetype", "people", "uniques"))
    return _combined([one.games, two.games], (1.0, -1.0))


def refuse_mixed(results: Sequence[ResultFile], fields: Sequence[str]) -> None:
    """Raise `ValueError` unless all results have the same values in these fields of the entry."""
    for what in fields:
        one, *others = dict.fromkeys(getattr(found.entry, what) for found in results)
        if others:
            said = _SAID.get(what, what)
            raise ValueError(
                f"the results do not compare: {said} is {one!r:.40} and {others[0]!r:.40}"
            )


def mean_of_archetypes(results: Sequence[ResultFile]) -> dict[str, float]:
    """The result of T3: the mean of six results, one for each archetype, with its 95 % interval.
    Raises `ValueError` for other results, and for
    results that do not compare."""
    for found in results:
        if found.entry.task != "T3" or not found.entry.archetype:
            raise ValueError(
                f"{found.entry.name} is a result of {found.entry.task}, not of an archetype of T3:"
                " run it with --task T3 --archetype NAME"
            )
    refuse_mixed(results, ALIKE)
    played = [found.entry.archetype for found in results]
    if missing := [name for name in archetypes() if name not in played]:
        raise ValueError(f"there is no result with --archetype {', '.join(missing)}")
    if len(played) > len(archetypes()):
        twice = next(name for name in played if played.count(name) > 1)
        raise ValueError(f"there are two results with --archetype {twice}: name one")
    return mean_of([found.games for found in results])


def mean_of(parts: Sequence[Sequence[PlayedGame]]) -> dict[str, float]:
    """The mean of the results of some games, each with the same weight, with its 95 % interval."""
    return _combined(parts, [1 / len(parts)] * len(parts))


def _combined(parts: Sequence[Sequence[PlayedGame]], weights: Sequence[float]) -> dict[str, float]:
    """A weighted sum of results with independent deals, with its 95 % interval. That follows from
    the intervals of the parts (Zou and Donner 2008): each end is as far off as the ends of the
    parts on its side, added like errors. So a mean stays within 0 to 1, and a difference within
    -1 to 1.

    >>> from dataclasses import replace
    >>> game = PlayedGame("", 0, 1.0, 0, 0, 5, 100, 0.1, "", ())
    >>> each = [(one, number) for one in HEADLINE for number in (0, 1)]
    >>> one = [replace(game, against=a, number=n) for a, n in each]
    >>> found = _combined((one, one), (1.0, -1.0))
    >>> found["rate"], found["low"] < -0.5, found["high"] > 0.5
    (0.0, True, True)
    >>> _combined((one, one), (0.5, 0.5))["high"]
    1.0
    """
    rate, below, above = 0.0, 0.0, 0.0
    for games, weight in zip(parts, weights, strict=True):
        one = rate_of(list(deals_of(games, HEADLINE).values()))
        ends = sorted(weight * (one[end] - one["rate"]) for end in ("low", "high"))
        rate += weight * one["rate"]
        below += ends[0] ** 2
        above += ends[1] ** 2
    return {"rate": rate, "low": rate - sqrt(below), "high": rate + sqrt(above)}
