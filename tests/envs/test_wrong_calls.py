"""What is no agent, no game of a batch, no action and no deck is named in a sentence."""

from __future__ import annotations

import numpy as np
import pytest

from altered_env import altered_v0, draft_v0, make_vec
from altered_env.envs.aec import AlteredEnv
from altered_env.envs.gym_vector import AlteredVectorEnv
from altered_env.envs.sb3 import AlteredVecEnv

NUMBERS = (-1, 2, 10**30, 1.5, None, "a", True, [], [1], {}, np.array([0, 1]))


@pytest.mark.parametrize("make", [AlteredEnv, altered_v0.parallel_env, draft_v0.raw_env])
@pytest.mark.parametrize("agent", ["player_9", 0, None, [], np.array([1, 2])], ids=str)
def test_an_agent_that_there_is_not(make, agent):
    env = make()
    for call in (env.action_space, env.observation_space):
        with pytest.raises(
            ValueError, match=r"no agent is called .*; expected one of player_0, pl"
        ):
            call(agent)


@pytest.mark.parametrize("i", NUMBERS, ids=str)
def test_a_game_that_there_is_not(i):
    vec, learners = make_vec(2, finals=True, threads=1), make_vec(2, learner=True, threads=1)
    gym, sb3 = AlteredVectorEnv(2, threads=1), AlteredVecEnv(2, threads=1)
    gym.reset(seed=1)
    sb3.reset()
    calls = [learners.last_info, lambda i: vec.final(i, 0), lambda i: vec.restart(i, 1)]
    if i is not None and not (isinstance(i, list | np.ndarray) and len(i) != 1):
        calls.append(lambda i: sb3.env_method("action_masks", indices=i if i != [1] else [2]))
    for made in (vec, learners, gym, sb3):
        calls += [made.show, made.labels, made.describe]
    for call in calls:
        with pytest.raises(IndexError, match=r"there is no game .*; the batch has 2, from 0 on"):
            call(i)


def test_the_last_game_of_a_slot_that_has_ended_none():
    """It was one that player_0 had won on day 0."""
    learners = make_vec(2, learner=True, threads=1)
    for call in (learners.last_info, lambda i: learners.finals(np.array([i]))):
        with pytest.raises(ValueError, match="game 1: no game of it has ended yet"):
            call(1)
    while not learners.ended.any():
        learners.step(learners.mask.argmax(axis=1))
    (i, *_) = np.flatnonzero(learners.ended)
    assert learners.last_info(i)["decisions"] and len(learners.finals(np.array([i]))) == 1
    assert len(learners.finals(np.array([], dtype=int))) == 0


@pytest.mark.parametrize("actions", [None, 3, [1], "player_0"], ids=str)
def test_actions_of_the_parallel_env_are_by_agent(actions):
    env = altered_v0.parallel_env()
    env.reset(seed=1)
    with pytest.raises(TypeError, match=r"actions are by agent, as in {'player_0': 3}, found"):
        env.step(actions)


@pytest.mark.parametrize("decks", [[None, None], [1, 2], b"ab", (1, 2, 3)], ids=str)
def test_decks_of_reset_are_decks(decks):
    for made in (AlteredEnv(), AlteredVectorEnv(2, threads=1)):
        with pytest.raises(TypeError, match="a deck is a Deck, a name or a path, found"):
            made.reset(options={"decks": decks})


@pytest.mark.parametrize("given", [None, 3, "ab", [None]], ids=str)
def test_what_begins_a_batch_with_a_learner_is_a_list(given):
    vec = make_vec(2, learner=True, threads=1)
    with pytest.raises(ValueError, match="starts: expected one for each of 2, found"):
        vec.begin(given)
    with pytest.raises(ValueError, match="this is not a state of a batch"):
        vec.restore(given)
