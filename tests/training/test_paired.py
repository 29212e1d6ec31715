"""The interval of a paired difference has its coverage, by simulation; Holm's correction."""

from __future__ import annotations

import random

import pytest

from altered_env.arena.paired import difference, holm


def deals(chance, count, effect, turned=0.2, together=False):
    """Differences of simulated deals of two games, one from each seat.

    Decks and shuffles make a deal good or bad for a seat; in some of its games (the share `turned`)
    the card decides, and these are won more often with it than without. With `together` both seats
    go the same way.
    """
    found = []
    for _ in range(count):
        fate = chance.gauss(0.0, 0.25)
        scores = []
        for _ in range(1 if together else 2):
            with_card = without = chance.random() < 0.5 + fate
            if chance.random() < turned:
                with_card = chance.random() < 0.5 + effect / (2 * turned)
                without = chance.random() < 0.5 - effect / (2 * turned)
            scores.append(with_card - without)
        found.append(sum(scores) / len(scores))
    return found


def coverage(count, effect, studies=600, **how):
    chance = random.Random(f"{count} {effect} {how}")
    held = 0
    for _ in range(studies):
        found = difference(deals(chance, count, effect, **how))
        held += found.low <= effect <= found.high
    return held / studies


@pytest.mark.parametrize("how", [{}, {"together": True}, {"turned": 0.5}], ids=str)
@pytest.mark.parametrize("effect", [0.0, 0.05, -0.1])
@pytest.mark.parametrize("count", [50, 200])
def test_the_interval_covers_19_times_in_20(count, effect, how):
    """Of 600 studies 95 % are expected, with a standard error of 0.9 %; with few deals a little
    more, since the interval allows for a game more either way."""
    assert 0.925 <= coverage(count, effect, **how) <= 0.985


def test_the_interval_covers_where_the_study_stops_when_it_is_narrow_enough():
    chance = random.Random(5)
    held, stopped = 0, set()
    for _ in range(600):
        found = []
        while True:
            found += deals(chance, 50, 0.04)
            now = difference(found)
            if len(found) >= 100 and now.wide <= 0.05:
                break
        stopped.add(len(found))
        held += now.low <= 0.04 <= now.high
    assert len(stopped) > 1, "every study was as long: nothing was tried"
    assert 0.925 <= held / 600 <= 0.98


def test_the_interval_is_clustered_by_deal():
    """The two seats of a deal that go together are no more than one of them alone."""
    chance = random.Random(3)
    alone = [chance.choice((-1.0, 0.0, 1.0)) for _ in range(400)]
    seats = difference(alone)
    apart = difference([one for one in alone for _ in range(2)])
    assert seats.wide == pytest.approx(apart.wide * 2**0.5, rel=0.02)


def test_without_differences_there_is_still_an_interval():
    found = difference([0.0] * 10)
    assert found.mean == 0 and found.low < 0 < found.high and found.p == 1
    assert (difference([]).low, difference([]).high) == (-1, 1)
    every = difference([1.0] * 50)
    assert every.mean == 1 and every.low > 0.8 and every.p < 1e-6


def test_chance_of_error_under_no_difference_is_uniform():
    chance = random.Random(9)
    low = sum(difference(deals(chance, 200, 0.0)).p < 0.05 for _ in range(800)) / 800
    assert 0.03 <= low <= 0.075


def test_holm_corrects_by_how_many_are_left():
    assert holm([]) == []
    assert holm([0.03]) == [0.03]
    assert holm([0.04, 0.001, 0.03, 0.5]) == pytest.approx([0.09, 0.004, 0.09, 0.5])
    assert holm([0.6, 0.7]) == [1.0, 1.0]
