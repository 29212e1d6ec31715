"""Calls before `reset` raise what the wrappers of PettingZoo and Gymnasium raise."""

from __future__ import annotations

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from altered_env import altered_v0, draft_v0, make_vec
from altered_env.envs.call_order import SET_BY_RESET
from altered_env.envs.gym_env import AlteredGymEnv
from altered_env.envs.gym_vector import AlteredVectorEnv
from altered_env.envs.sb3 import AlteredVecEnv
from altered_env.envs.single_agent_vec import SingleAgentVec
from altered_env.envs.vec import Vec

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


MADE = {
    "gymnasium": lambda: AlteredGymEnv(detail="everything", render_mode="ansi"),
    "gymnasium vector": lambda: AlteredVectorEnv(2, threads=2, render_mode="ansi"),
    "stable-baselines3": lambda: AlteredVecEnv(2, threads=2),
    "learners": lambda: SingleAgentVec(2, threads=2, opponent="ismcts:iterations=1"),
    "aec": lambda: altered_v0.raw_env(detail="everything", render_mode="ansi"),
    "aec in order": lambda: altered_v0.env(detail="everything", render_mode="ansi"),
    "parallel": lambda: altered_v0.parallel_env(detail="everything", render_mode="ansi"),
    "draft": lambda: draft_v0.raw_env(render_mode="ansi"),
}
"""Envs that begin with `reset`; `make_vec` returns a batch that has begun."""
OF_THE_GAME = {
    "action_masks": (),
    "begin": ([None, None],),
    "decks": (),
    "describe": (),
    "draft": (),
    "everything": ("player_0",),
    "finals": (np.arange(2),),
    "game": (),
    "labels": (),
    "last": (),
    "last_info": (0,),
    "learner": (),
    "mask": (),
    "observation": (),
    "observe": ("player_0",),
    "question": (),
    "render": (),
    "restart": ({0: 1},),
    "show": (),
    "state": (),
    "step": (np.zeros(2, dtype=int),),
    "step_async": (np.zeros(2, dtype=int),),
    "step_wait": (),
}
"""What reads or plays the game, with arguments."""
OF_MANY = (AlteredVectorEnv, AlteredVecEnv, SingleAgentVec)
EARLY = (gymnasium.error.ResetNeeded, AssertionError, AttributeError)
"""What Gymnasium and PettingZoo raise before `reset`."""


def called(env, name):
    found = getattr(env, name)
    if not callable(found):
        return found
    given = OF_THE_GAME[name]
    if isinstance(env, OF_MANY) and name in ("describe", "game", "labels", "show"):
        given = (0,)
    if name == "everything" and isinstance(env, AlteredGymEnv):
        given = ()
    return found(*given)


@pytest.mark.parametrize("made", MADE)
def test_what_reads_the_game_needs_a_reset(made):
    env = MADE[made]()
    kind = type(getattr(env, "unwrapped", env))
    there = [name for name in OF_THE_GAME if hasattr(kind, name)]
    if made == "draft":
        there = [name for name in there if name != "state"] + ["draft"]  # it has none
    if made == "stable-baselines3":
        there.remove("render")  # of the library, which has no image to show
    assert "step" in there
    for name in there:
        with pytest.raises(EARLY, match="reset"):
            called(env, name)


def test_a_step_of_stable_baselines_needs_actions():
    env = AlteredVecEnv(2, threads=1)
    env.reset()
    with pytest.raises(gymnasium.error.NoAsyncCallError, match="call step_async"):
        env.step_wait()


def closed(make):
    env = make()
    if hasattr(env, "reset") and not isinstance(env, Vec):
        env.reset(*([1] if isinstance(env, SingleAgentVec) else []))
    env.close()
    env.close()
    return env


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    "make", [make_vec, SingleAgentVec, AlteredVecEnv, AlteredVectorEnv], ids=lambda m: m.__name__
)
def test_a_closed_batch_plays_no_more_but_can_be_read(make, threads):
    env = closed(lambda: make(2, threads=threads))
    vec = getattr(env, "vec", env)
    legal = vec.mask.argmax(axis=1)
    for call in (
        lambda: env.step(legal),
        lambda: env.step(np.full(2, 391)),  # it is closed, whatever is legal
        lambda: env.reset(*([1] if isinstance(env, SingleAgentVec) else [])),
        lambda: vec.restart(0, 1),
        lambda: vec.begin(0, None),
        lambda: vec.packed,
        lambda: vec.restore(vec.state()),
    ):
        with pytest.raises(gymnasium.error.ClosedEnvironmentError, match="closed"):
            call()
    assert "Terrain" in vec.show(0) and vec.labels(0)


@pytest.mark.parametrize("made", ["gymnasium", "aec", "aec in order", "parallel", "draft"])
def test_one_game_has_nothing_to_close(made):
    env = closed(MADE[made])
    env.reset(seed=1)
    assert isinstance(env.render(), str)
