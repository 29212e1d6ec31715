"""Calls before `reset` raise what the wrappers of PettingZoo and Gymnasium raise."""

from __future__ import annotations

import copy
import pickle

import gymnasium
import pytest
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from altered_env import altered_v0, draft_v0
from altered_env.envs.call_order import SET_BY_RESET
from altered_env.envs.gym_env import AlteredGymEnv

CALLS = {
    "step": lambda env: env.step(0),
    "observe": lambda env: env.observe("player_0"),
    "last": lambda env: env.last(),
    "render": lambda env: env.render(),
    "agent_iter": lambda env: next(iter(env.agent_iter())),
    **{name: lambda env, name=name: getattr(env, name) for name in SET_BY_RESET},
}


def raised(call, env):
    with pytest.raises(Exception) as caught:
        call(env)
    return caught.type, str(caught.value)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("make", [altered_v0.raw_env, draft_v0.raw_env, altered_v0.env])
def test_an_env_raises_what_the_wrapper_of_pettingzoo_raises(make, call):
    assert raised(call, make()) == raised(call, OrderEnforcingWrapper(make().unwrapped))


def test_a_decision_passes_the_wrapper_without_a_look_at_attributes(monkeypatch):
    """It is what most of the time went to."""
    env = altered_v0.env(decks="axiom")
    env.reset(seed=1)
    looked = []
    monkeypatch.setattr(OrderEnforcingWrapper, "__getattr__", lambda _, name: looked.append(name))
    observation, *_ = env.last()
    env.step(int(observation["action_mask"].argmax()))
    assert not looked
    assert str(env) == str(env.unwrapped)


def test_a_step_after_the_end_is_warned_of(caplog):
    env = altered_v0.env(decks="axiom", max_cycles=1)
    env.reset(seed=1)
    env.step(int(env.last()[0]["action_mask"].argmax()))
    for _ in env.possible_agents:
        env.step(None)
    env.step(None)
    assert "step() called after all agents are terminated" in caplog.text


def test_so_does_its_state():
    env = altered_v0.raw_env(detail="everything")
    wrapped = OrderEnforcingWrapper(altered_v0.raw_env(detail="everything"))
    assert raised(lambda env: env.state(), env) == raised(lambda env: env.state(), wrapped)


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_before_reset_is_before_reset(twin):
    env = twin(altered_v0.raw_env())
    with pytest.raises(AssertionError, match="before step"):
        env.step(0)
    env.reset(seed=1)
    assert twin(env).agent_selection == env.agent_selection


def test_other_attributes_are_missed_as_usual():
    with pytest.raises(AttributeError, match="'AlteredEnv' object has no attribute 'lables'"):
        altered_v0.raw_env().lables()


@pytest.mark.parametrize("call", [lambda env: env.step(0), lambda env: env.render()])
def test_gymnasiums_env_and_the_parallel_one_need_a_reset(call):
    with pytest.raises(gymnasium.error.ResetNeeded):
        call(AlteredGymEnv(render_mode="ansi"))
    with pytest.raises((gymnasium.error.ResetNeeded, AssertionError), match="reset"):
        call(altered_v0.parallel_env(render_mode="ansi"))
