"""What an agent would do in all games of a batch."""

from __future__ import annotations

import numpy as np
import pytest

from altered_env import make_vec
from altered_env.envs.imitated import Expert


@pytest.mark.parametrize("name", ["greedy", "ismcts:iterations=2"])
@pytest.mark.parametrize("learner", [False, True])
def test_answers_are_legal_and_the_same_again(name, learner):
    vec = make_vec(4, decks="starters", learner=learner, seed=3, threads=1)
    answers = [Expert(vec, name, seed=5).actions() for _ in range(2)]
    assert (answers[0] == answers[1]).all()
    assert vec.mask[np.arange(4), answers[0]].all()


def test_nothing_is_changed_by_asking():
    vec = make_vec(4, decks="starters", seed=3, threads=1)
    before = vec.records.copy()
    Expert(vec, "greedy").actions()
    assert (vec.records.view(np.uint8) == before.view(np.uint8)).all()


def test_it_plays_as_the_agent_does():
    """A game whose seats follow the answers is one between two such agents."""
    vec = make_vec(16, decks="starters", learner=True, opponent="random", seed=4, threads=1)
    expert, results = Expert(vec, "rules:worlds=1"), []
    while len(results) < 16:
        vec.step(expert.actions())
        results += vec.reward[vec.ended].tolist()
    assert sum(results) >= 12
