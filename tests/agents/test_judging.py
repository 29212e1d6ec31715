"""What is thought of the decisions of a game."""

from __future__ import annotations

import pytest

from agents.judging import Judges, moments
from altered_env import Game
from altered_env.game.replay import Replay


@pytest.fixture(scope="module")
def record():
    game = Game.start("axiom", "bravos", seed=2)
    for _ in range(6):
        game.act(game.legal_actions()[0])
    return Replay.of(game)


def test_each_decision_is_judged_by_who_decides(record):
    judges = Judges(search=None)
    found = list(judges.of(record))
    assert [judged.action for judged in found] == list(record.actions)
    for judged, game in zip(found, record.steps(), strict=False):
        assert judged.player == game.decider and 0 <= judged.chance <= 1
        legal = game.legal_actions()
        assert all(action in legal for action, _ in judged.likely)
        assert bool(judged.likely) == (len(legal) > 1)
    assert next(judges.of(record)) == found[0], "the same each time"


def test_without_a_network_there_is_no_chance_and_a_search_all_the_same(record):
    found = next(Judges(None, "ismcts:iterations=2").of(record))
    assert found.chance is None and found.search is not None


def test_moments_are_the_largest_swings():
    chances = [0.5, 0.5, 0.9, 0.88, 0.1, None, 0.2]
    assert moments(chances) == [1, 3]
    assert moments(chances, most=1) == [3]
    assert moments([]) == moments([None, 0.5]) == []
