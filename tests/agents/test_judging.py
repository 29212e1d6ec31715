"""Reviews of the decisions of a game."""

from __future__ import annotations

from itertools import islice

import pytest

from altered_env import Game
from altered_env.agents.judge import Judge, Rated, Verdict
from altered_env.agents.judging import Judged, Judges, costliest, moments, opinions, scores
from altered_env.agents.named import JUDGE
from altered_env.game.replay import Replay

SEARCH = "search:v1,iterations=4"


@pytest.fixture(scope="module")
def record():
    game = Game.start("axiom", "bravos", seed=2)
    for _ in range(6):
        game.act(game.legal_actions()[0])
    return Replay.of(game)


@pytest.fixture(scope="module")
def judges():
    return Judges(Judge(seeds=(1, 2), worlds=2))


def test_each_decision_is_judged_by_who_decides(record, judges):
    found = list(judges.of(record))
    assert [judged.action for judged in found] == list(record.actions)
    for judged, game in zip(found, record.steps(), strict=False):
        assert judged.player == game.decider and 0 <= judged.chances[0] <= 1
        assert sum(judged.chances) == pytest.approx(1)
        legal = game.legal_actions()
        if judged.verdict is None:
            assert judged.grade == "" and opinions(judged, game) == ()
            continue
        assert all(action in legal for one in judged.verdict.rated for action in one.copies)
        assert judged.verdict.of(judged.action), "the decision itself is always judged"
        assert judged.grade and opinions(judged, game)[0].endswith((".", "worlds."))
    assert f"4 rollouts of {JUDGE}" in judges.evaluated(2)
    assert not judges.evaluated(4) and not Judges(None).evaluated(2)


def test_a_decision_is_judged_alike_whatever_was_asked_before(record, judges):
    together = list(islice(judges.of(record), 3))
    for number, game in enumerate(islice(record.steps(), 3)):
        alone = Judges(Judge(seeds=(1, 2), worlds=2))
        assert alone.at(game, record.actions[number], number) == together[number]


def test_among_four_a_search_says_what_it_would_do(record):
    judges = Judges(None, SEARCH)
    for judged, game in islice(zip(judges.of(record), record.steps(), strict=False), 2):
        shares = [share for _, share in judged.searched]
        assert {action for action, _ in judged.searched} <= set(game.legal_actions())
        assert shares == sorted(shares, reverse=True) and judged.chances == ()
        assert opinions(judged, game)[0].startswith("The search would: ")


def rated(action, loss, low):
    return Rated(action, (action,), 0.5, 0.4, 0.6, loss, low, loss + 0.01, 0.9, ())


def judged(number, player, loss, low=0.01):
    verdict = Verdict(player, (rated(1, 0.0, 0.0), rated(2, loss, low)), 8)
    return Judged(number, player, 2, (0.5, 0.5), verdict)


def test_the_costliest_mistakes_come_first_and_accuracy_is_of_each_player():
    found = [judged(0, 0, 0.03), judged(1, 1, 0.2), judged(2, 0, 0.06), judged(3, 0, 0.3, low=0.0)]
    assert [one.grade for one in found] == ["inaccuracy", "blunder", "mistake", "best"]
    assert costliest(found) == [1, 2, 0], "not the one whose loss may be none"
    first, second = scores([*found, Judged(4, 1, 2)], 2)
    assert first.decisions == 3 and dict(first.grades) == {"inaccuracy": 1, "mistake": 1, "best": 1}
    assert second.decisions == 1 and 0 < second.accuracy < first.accuracy < 1
    assert scores([], 2) == [None, None]


def test_moments_are_the_largest_swings():
    chances = [(a, 1 - a) for a in (0.5, 0.5, 0.9, 0.88, 0.1, 0.15)]
    assert moments(chances) == [1, 3]
    assert moments(chances, most=1) == [3]
    assert moments([]) == moments([(), (0.5, 0.5)]) == []
