"""The parallel API: all agents act at once, and those not to move wait."""

from __future__ import annotations

import copy
import pickle
import warnings
from types import SimpleNamespace

import gymnasium
import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import max_cycles_test, parallel_api_test
from pettingzoo.utils.conversions import parallel_to_aec

from altered_env import altered_v0
from altered_env.game.errors import IllegalActionError


def test_the_api_of_pettingzoo():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(altered_v0.parallel_env(detail="mask"), num_cycles=300)


def test_the_cycles_of_pettingzoo():
    """It samples without masks: a sample of the player to move is legal, and those of others
    wait."""
    parallel = altered_v0.parallel_env
    max_cycles_test(
        SimpleNamespace(parallel_env=parallel, env=lambda **o: parallel_to_aec(parallel(**o)))
    )


@pytest.mark.parametrize("name", ["altered_v0", "altered-v0", "altered_env:altered_v0"])
def test_it_is_registered(name):
    env = pettingzoo.make("parallel", name, decks="axiom", max_cycles=3)
    assert isinstance(env, altered_v0.parallel_env)
    assert str(pettingzoo.make("aec", name, decks="axiom")) == "altered_v0"


def test_it_is_the_same_game_as_in_turn():
    env, other = altered_v0.raw_env(), altered_v0.parallel_env()
    env.reset(seed=4)
    seen, infos = other.reset(seed=4)
    assert infos == {"player_0": {}, "player_1": {}}
    rng = np.random.default_rng(4)
    while other.agents:
        agent = env.agent_selection
        waiting = next(one for one in env.agents if one != agent)
        assert not seen[waiting]["action_mask"].any()
        assert np.array_equal(seen[agent]["observation"], env.observe(agent)["observation"])
        action = int(rng.choice(np.flatnonzero(seen[agent]["action_mask"])))
        env.step(action)
        seen, rewards, terminations, truncations, infos = other.step(
            {agent: action, waiting: 391}  # what who waits says is not looked at
        )
    assert (rewards, terminations) == (env.rewards, env.terminations)
    assert infos["player_1"]["winner"] == env.infos["player_1"]["winner"]
    assert not any(truncations.values())
    assert other.step({}) == ({}, {}, {}, {}, {})


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_it_can_be_copied_and_continued(twin):
    env = altered_v0.parallel_env()
    env.reset(seed=5)
    other = twin(env)
    for _ in range(10):
        actions = {agent: env.action_space(agent).sample() for agent in env.agents}
        mine, yours = env.step(actions), other.step(actions)
        for agent in env.agents:
            assert np.array_equal(mine[0][agent]["observation"], yours[0][agent]["observation"])
            mask = yours[0][agent]["action_mask"]
            if mask.any():  # the copy's spaces look at the copy
                assert mask[other.action_space(agent).sample()]


def test_what_is_wrong_is_named():
    env = altered_v0.parallel_env()
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset before step"):
        env.step({"player_0": 0})
    seen, _ = env.reset(seed=1)
    agent = env.aec.agent_selection
    with pytest.raises(IllegalActionError, match=f"{agent} is to act, but has no action"):
        env.step({})
    with pytest.raises(ValueError, match="did you mean 'player_0'"):
        env.step({"player0": 1})
    with pytest.raises(IllegalActionError, match="legal are"):
        env.step({agent: int(np.flatnonzero(seen[agent]["action_mask"] == 0)[0])})
    with pytest.raises(ValueError, match="did you mean 'decks'"):
        env.reset(options={"deck": 1})
