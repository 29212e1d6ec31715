"""Question (a): does the simulated win rate of two lists predict who won between people?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import nan
from typing import Final

import numpy as np

from altered_env.cards import Card
from altered_env.cardstats.validity import scores
from altered_env.cardstats.validity.figures import Figure
from altered_env.cardstats.validity.hero_strengths import HeroStrengths
from altered_env.cardstats.validity.people import PlayedList, PlayedMatch
from altered_env.cardstats.validity.scores import Vector

Sides = Sequence[Sequence[str]]
SMOOTH: Final = 1.0
"""Games won and lost that are added to those played, so that no logit is infinite."""
FEWEST: Final = 10
"""The fewest matches to which a factor on the logits is fitted."""
TOO_FEW: Final = f"fewer than {FEWEST} matches"
UNDETERMINED: Final = "undetermined"


def figures(
    matches: Sequence[PlayedMatch],
    lists: Mapping[str, PlayedList],
    rates: Mapping[str, Mapping[tuple[str, str], float]],
    games: int,
    heroes: HeroStrengths,
) -> list[Figure]:
    """The figures of each player, by its simulated win rates from so many games a pair, and of the
    baselines."""
    won = np.array([match.won for match in matches])
    sides = [[m.one for m in matches], [m.two for m in matches]]
    hero = np.array(
        [
            heroes.of(lists[m.one].hero, lists[m.one].sets)
            - heroes.of(lists[m.two].hero, lists[m.two].sets)
            for m in matches
        ]
    )
    exact = np.array([lists[m.one].exact and lists[m.two].exact for m in matches], dtype=float)
    lost = np.array([lists[m.one].lost or lists[m.two].lost for m in matches], dtype=float)
    events = [match.event for match in matches]
    found = [*_of(won, sides, hero, "Hero, other tournaments", calibrated=True)]
    for name, measure in BASELINES.items():
        value = np.array([measure(lists[m.one]) - measure(lists[m.two]) for m in matches])
        found += _of(won, sides, value, name)
    first: tuple[str, Vector] | None = None
    for agent, rate_of in rates.items():
        rate = np.array([rate_of[pair_of(match)] for match in matches])
        flipped = np.array([pair_of(match) != (match.one, match.two) for match in matches])
        rate = np.where(flipped, 1 - rate, rate)
        logits = scores.logit((rate * games + SMOOTH) / (games + 2 * SMOOTH))
        found += _of(won, sides, logits, agent)
        if first is None:
            first = agent, logits
        else:
            found.append(_apart(won, sides, logits, agent, *first))
        found += _calibration(won, sides, logits, agent, events)
        found += _added(won, sides, logits, hero, agent, events)
        for what, part in (("AUC, texts known", exact), ("AUC, corrected texts lost", lost)):
            if part.sum() >= FEWEST:
                held = np.flatnonzero(part)
                score = partial(scores.auc, logits[held], won[held])
                some = [[side[k] for k in held] for side in sides]
                found.append(_figure(agent, what, score, some, scores.SHARE))
    return found


def _apart(
    won: Vector, sides: Sides, logits: Vector, who: str, other: str, theirs: Vector
) -> Figure:
    """The AUC of a player less that of the first one, for the same matches."""

    def score(weight: Vector) -> float:
        return scores.auc(logits, won, weight) - scores.auc(theirs, won, weight)

    return _figure(who, f"AUC less {other}'s", score, sides, scores.APART)


def pair_of(match: PlayedMatch) -> tuple[str, str]:
    """The two lists of a match in the order in which their games are kept."""
    return (match.one, match.two) if match.one < match.two else (match.two, match.one)


def _figure(
    who: str,
    what: str,
    score: Callable[[Vector], float],
    sides: Sides,
    bounds: tuple[float, float] = scores.ANYTHING,
    fitted: bool = False,
) -> Figure:
    """A score of the matches. One that is `fitted` needs some of them, and a factor that they
    determine: none is if the greater logit always won."""
    count = len(sides[0])
    low, high = scores.interval(score, sides, bounds)
    if fitted and (count < FEWEST or low != low):
        note = TOO_FEW if count < FEWEST else UNDETERMINED
        return Figure("a", who, what, nan, count=count, note=note)
    return Figure("a", who, what, score(np.ones(count)), low, high, count)


def _of(
    won: Vector, sides: Sides, value: Vector, who: str, calibrated: bool = False
) -> list[Figure]:
    found = [_figure(who, "AUC", partial(scores.auc, value, won), sides, scores.SHARE)]
    if calibrated:
        loss = partial(scores.log_loss, value, won)
        found.append(_figure(who, "slope", partial(scores.slope, value, won), sides, fitted=True))
        found.append(_figure(who, "log-loss", loss, sides, scores.LOSS))
    return found


def _temperatures(
    logits: Vector, won: Vector, events: Sequence[str], offset: Vector | None = None
) -> Vector:
    """For each match the factor on the logits that fits the matches of other events; with a single
    event, of this one."""
    found = np.ones(len(won))
    for event in dict.fromkeys(events):
        mine = np.array([one == event for one in events])
        others = ~mine if (~mine).any() else mine
        found[mine] = scores.slope(logits, won, others.astype(float), offset)
    return found


def _calibration(
    won: Vector, sides: Sides, logits: Vector, who: str, events: Sequence[str]
) -> list[Figure]:
    scaled = logits * _temperatures(logits, won, events)
    loss = partial(scores.log_loss, scaled, won)
    return [
        _figure(who, "slope", partial(scores.slope, logits, won), sides, fitted=True),
        _figure(who, "log-loss", loss, sides, scores.LOSS, fitted=True),
    ]


def _added(
    won: Vector,
    sides: Sides,
    logits: Vector,
    hero: Vector,
    who: str,
    events: Sequence[str],
) -> list[Figure]:
    """The player's logits, times a temperature, added to the Hero's."""
    few = len(won) < FEWEST
    both = hero + logits * _temperatures(logits, won, events, hero)

    def gain(weight: Vector) -> float:
        return scores.auc(both, won, weight) - scores.auc(hero, won, weight)

    def less(weight: Vector) -> float:
        return scores.log_loss(both, won, weight) - scores.log_loss(hero, won, weight)

    return [
        _figure(who, "AUC with the Hero", partial(scores.auc, both, won), sides, scores.SHARE, few),
        _figure(who, "gain over the Hero", gain, sides, scores.APART, few),
        _figure(who, "log-loss less the Hero's", less, sides, fitted=few),
    ]


def _characters(played: PlayedList) -> list[Card]:
    return [card for card in played.deck.cards if card.type == "character"]


def _statistics(played: PlayedList) -> float:
    """The mean of statistics less three times the Hand Cost, over its Characters."""
    found = [c.forest + c.mountain + c.water - 3 * c.hand_cost for c in _characters(played)]
    return float(np.mean(found)) if found else 0.0


def _lines(played: PlayedList) -> float:
    """The mean number of abilities of its cards."""
    return float(np.mean([len(c.abilities) + len(c.support) for c in played.deck.cards]))


BASELINES: Final[Mapping[str, Callable[[PlayedList], float]]] = {
    "statistics less cost": _statistics,
    "number of abilities": _lines,
}
"""Measures of a list that need no games."""
