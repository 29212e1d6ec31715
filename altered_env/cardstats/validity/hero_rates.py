"""Question (b): win rates of Heroes, simulated and of people."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from random import Random
from typing import Final

import numpy as np

from altered_env.arena.ratings import Z95
from altered_env.cardstats.agreement import agreement
from altered_env.cardstats.validity import scores
from altered_env.cardstats.validity.figures import HEROES, Figure
from altered_env.cardstats.validity.hero_strengths import fit
from altered_env.cardstats.validity.people import PlayedList, PlayedMatch, Tournament
from altered_env.cardstats.validity.predicted_matches import pair_of
from altered_env.cardstats.validity.scores import Vector

POOLED: Final = 30
SEASON: Final = 10
"""The minimum number of matches of a Hero, in all and in an event."""
ENTERED: Final = 30
"""The minimum number of matches of a Hero in tournaments while certain sets were legal."""
HALVES: Final = 12

Rates = Mapping[tuple[str, str], float]


def figures(
    matches: Sequence[PlayedMatch],
    lists: Mapping[str, PlayedList],
    tournaments: Sequence[Tournament],
    rates: Mapping[str, Rates],
    seed: int,
) -> list[Figure]:
    """Rates in the very matches that people played, and strengths in tournaments."""
    found = _in_matches(matches, lists, rates) if matches else []
    return found + (_in_tournaments(tournaments, lists, rates, seed) if tournaments else [])


def _sides(
    matches: Sequence[PlayedMatch], lists: Mapping[str, PlayedList], rate_of: Rates | None
) -> tuple[list[str], Vector]:
    """The Hero of each side of each match, and its result or simulated win rate."""
    heroes, values = [], []
    for match in matches:
        value = match.won
        if rate_of is not None:
            value = rate_of[pair_of(match)]
            value = value if pair_of(match) == (match.one, match.two) else 1 - value
        heroes += [lists[match.one].hero, lists[match.two].hero]
        values += [value, 1 - value]
    return heroes, np.array(values)


def _means(
    names: Sequence[str], values: Vector, weight: Vector, least: int
) -> dict[str, tuple[float, float]]:
    """The weighted mean of each name with enough observations, and their number."""
    at = {name: k for k, name in enumerate(dict.fromkeys(names))}
    where = np.array([at[name] for name in names])
    count = np.bincount(where, weight)
    total = np.bincount(where, weight * values)
    plain = np.bincount(where)
    return {
        name: (float(total[k] / count[k]), float(plain[k]))
        for name, k in at.items()
        if plain[k] >= least and count[k] > 0
    }


def _rms(one: Mapping[str, tuple[float, float]], two: Mapping[str, tuple[float, float]]) -> float:
    """The root mean square difference, weighted by the number of observations."""
    names = [name for name in one if name in two]
    weight = np.array([one[name][1] for name in names])
    apart = np.array([one[name][0] - two[name][0] for name in names])
    return float(np.sqrt((weight * apart**2).sum() / weight.sum())) if names else float("nan")


def _apart(
    heroes: Sequence[str], won: Vector, rate: Vector, people: Collection[str], weight: Vector
) -> float:
    """How far simulated rates are from people's, for these Heroes."""
    both = np.repeat(weight, 2)
    one, two = (
        {name: row for name, row in _means(heroes, value, both, 1).items() if name in people}
        for value in (won, rate)
    )
    return _rms(one, two)


def _in_matches(
    matches: Sequence[PlayedMatch],
    lists: Mapping[str, PlayedList],
    rates: Mapping[str, Rates],
) -> list[Figure]:
    events = {"matches": list(matches)}
    for match in matches:
        events.setdefault(match.event, []).append(match)
    found: list[Figure] = []
    for event, mine in events.items():
        least = POOLED if event == "matches" else SEASON
        sides = [[m.one for m in mine], [m.two for m in mine]]
        heroes, won = _sides(mine, lists, None)
        people = _means(heroes, won, np.ones(len(won)), least)
        if len(people) < 4:
            continue
        noise = np.sqrt(
            sum(rate * (1 - rate) for rate, _ in people.values())
            / sum(count for _, count in people.values())
        )
        label = "" if event == "matches" else f", {event.removeprefix('Altered ')}"
        if event == "matches":
            for name, (mean, many) in people.items():
                wide = Z95 * float(np.sqrt(max(mean * (1 - mean), 0.01) / many))
                found.append(
                    Figure(
                        HEROES,
                        name,
                        "people",
                        mean,
                        mean - wide,
                        mean + wide,
                        note=f"n={many:.0f}",
                    )
                )
        half = {name: (0.5, count) for name, (_, count) in people.items()}
        what = f"rms{label}"
        found.append(Figure("b", "people's noise", what, float(noise), count=len(people)))
        found.append(Figure("b", "all Heroes alike", what, _rms(people, half), count=len(people)))
        for agent, rate_of in rates.items():
            _, rate = _sides(mine, lists, rate_of)

            score = partial(_apart, heroes, won, rate, people)
            value = score(np.ones(len(mine)))
            low, high = scores.interval(score, sides, scores.LOSS)
            count = len(people)
            found.append(Figure("b", agent, f"rms{label}", value, low, high, count))
            simulated = _means(heroes, rate, np.ones(len(rate)), least)
            if event == "matches":
                found += [Figure(HEROES, n, agent, simulated[n][0]) for n in people]
            both = [(people[name][0], simulated[name][0]) for name in people]
            same = agreement(*zip(*both, strict=True))
            found.append(
                Figure("b", agent, f"rank{label}", same.correlation, same.low, same.high, count)
            )
    return found


def _in_tournaments(
    tournaments: Sequence[Tournament],
    lists: Mapping[str, PlayedList],
    rates: Mapping[str, Rates],
    seed: int,
) -> list[Figure]:
    """Ranks of Heroes by era: people's, with players taken out, and those of simulated games
    between the lists of that time."""
    found: list[Figure] = []
    eras: dict[tuple[str, ...], list[Tournament]] = {}
    for tournament in tournaments:
        eras.setdefault(tournament.sets, []).append(tournament)
    for sets, mine in eras.items():
        strong = _entered(mine)
        if len(strong) < 4:
            continue
        label = "tournaments, " + "+".join(sets)
        found.append(_halves(mine, strong, label, seed))
        for agent, rate_of in rates.items():
            simulated = _field(lists, rate_of, sets)
            both = [name for name in strong if name in simulated]
            if len(both) < 4:
                continue
            one, two = ([of[name] for name in both] for of in (strong, simulated))
            same = agreement(one, two)
            found.append(
                Figure(
                    "b", agent, f"rank, {label}", same.correlation, same.low, same.high, len(both)
                )
            )
    return found


def _entered(tournaments: Sequence[Tournament]) -> dict[str, float]:
    """The strengths of Heroes with enough matches in these tournaments."""
    count: dict[str, int] = {}
    for tournament in tournaments:
        for one, two, _ in tournament.matches:
            for player in (one, two):
                hero = tournament.heroes[player]
                count[hero] = count.get(hero, 0) + 1
    strong = fit(tournaments)
    sets = tournaments[0].sets
    return {name: strong.of(name, sets) for name, many in count.items() if many >= ENTERED}


def _halves(
    tournaments: Sequence[Tournament], strong: Mapping[str, float], label: str, seed: int
) -> Figure:
    """The rank correlation of strengths by two halves of the tournaments, over several splits."""
    found = []
    sets = tournaments[0].sets
    for split in range(HALVES):
        order = list(tournaments)
        Random(f"{seed}/halves/{split}").shuffle(order)
        one, two = fit(order[::2]), fit(order[1::2])
        found.append(
            scores.spearman([one.of(n, sets) for n in strong], [two.of(n, sets) for n in strong])
        )
    low, high = np.quantile(found, (0.025, 0.975))
    value = float(np.mean(found))
    return Figure(
        "b",
        "people, split halves",
        f"rank, {label}",
        value,
        low,
        high,
        len(strong),
        "range of splits",
    )


def _field(
    lists: Mapping[str, PlayedList], rate_of: Rates, sets: tuple[str, ...]
) -> dict[str, float]:
    """The mean simulated win rate of each Hero's lists against others of these sets."""
    heroes, values = [], []
    for (one, two), rate in rate_of.items():
        if lists[one].sets == lists[two].sets == sets and lists[one].hero != lists[two].hero:
            heroes += [lists[one].hero, lists[two].hero]
            values += [rate, 1 - rate]
    if not values:
        return {}
    return {
        name: rate
        for name, (rate, _) in _means(heroes, np.array(values), np.ones(len(values)), 1).items()
    }
