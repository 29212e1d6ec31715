"""Evaluations of the decisions of a game."""

from __future__ import annotations

from itertools import islice

import pytest

from altered_env import Game
from altered_env.agents import make
from altered_env.agents.judging import Judges, moments
from altered_env.game.replay import Replay

SEARCH = "search:v1,iterations=4"


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
        assert judged.player == game.decider and 0 <= judged.chances[0] <= 1
        assert sum(judged.chances) == pytest.approx(1)
        legal = game.legal_actions()
        assert all(action in legal for action, _ in judged.likely)
        assert bool(judged.likely) == (len(legal) > 1)
    assert next(judges.of(record)) == found[0], "the same each time"


def test_without_a_network_the_search_says_who_is_ahead(record):
    judges = Judges(None, SEARCH)
    found = next(judges.of(record))
    assert 0 <= found.chances[0] <= 1 and found.likely == () and found.search is not None
    assert "search:v1 expects" in judges.evaluated(2)
    assert not judges.evaluated(4) and not Judges(None, None).evaluated(2)


def test_what_a_search_prefers_is_a_share_of_it(record):
    judges = Judges(None, SEARCH)
    for judged, game in islice(zip(judges.of(record), record.steps(), strict=False), 2):
        actions = [action for action, _ in judged.searched]
        shares = [share for _, share in judged.searched]
        assert set(actions) <= set(game.legal_actions()) and judged.search == actions[0]
        assert shares == sorted(shares, reverse=True) and sum(shares) <= 1 + 1e-9
        seat, alone = game.seat(), make(SEARCH, seed=1)
        assert alone.act(seat) == judged.search


def test_what_is_thought_of_a_decision_does_not_depend_on_what_was_asked_before(record):
    """A tree of the decision before knows of another answer than the one that was given."""
    together = list(islice(Judges(None, SEARCH).of(record), 3))
    for number, game in enumerate(islice(record.steps(), 3)):
        alone = Judges(None, SEARCH)
        assert alone.at(game, record.actions[number], number) == together[number]


def test_moments_are_the_largest_swings():
    chances = [(a, 1 - a) for a in (0.5, 0.5, 0.9, 0.88, 0.1, 0.15)]
    assert moments(chances) == [1, 3]
    assert moments(chances, most=1) == [3]
    assert moments([]) == moments([(), (0.5, 0.5)]) == []
