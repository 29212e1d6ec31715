"""Functions and models as opponents observe what the learner's env shows."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.vec_env import VecFrameStack

from altered_env import make_vec
from altered_env.envs.gym_env import AlteredGymEnv
from altered_env.envs.gym_vector import AlteredVectorEnv
from altered_env.envs.opponents import Seeing
from altered_env.envs.sb3 import AlteredVecEnv
from altered_env.game.errors import IllegalActionError
from altered_env.nets import AlteredPolicy
from tests.envs.test_opponents import OfOne, OfSb3, OfVec

ENVS = {
    "AlteredGymEnv": lambda **o: OfOne(AlteredGymEnv(**o)),
    "AlteredVectorEnv": lambda **o: OfOne(AlteredVectorEnv(2, threads=1, **o)),
    "VectorEnv in place": lambda **o: OfOne(AlteredVectorEnv(2, threads=1, copy=False, **o)),
    "make_vec": lambda **o: OfVec(make_vec(2, learner=True, threads=1, **o)),
    "AlteredVecEnv": lambda **o: OfSb3(AlteredVecEnv(2, threads=1, **o)),
}
every_env = pytest.mark.parametrize("env", ENVS.values(), ids=ENVS)


def space_of(**view):
    return AlteredVecEnv(1, threads=1, **view).observation_space


@every_env
@pytest.mark.parametrize(
    "view",
    [
        {"view": "raw"},
        {"view": "flat"},
        {"view": "compact", "rows": 60, "lists": "closed"},
        {"view": "cards", "format": "free_for_all"},
    ],
    ids=lambda view: view["view"],
)
def test_a_function_observes_the_view_of_the_env(env, view):
    space, asked = space_of(**view), []

    def first(seen, mask):
        asked.append(len(mask))
        for i in range(len(mask)):
            one = {n: p[i] for n, p in seen.items()} if isinstance(seen, dict) else seen[i]
            assert space.contains(one)
        return mask.argmax(axis=1)

    env(opponent=first, seat=1, **view).play(4)
    assert asked


@every_env
def test_a_function_may_observe_another_view(env):
    seen_by = []

    def first(seen, mask):
        seen_by.append(seen)
        return mask.argmax(axis=1)

    env(opponent=Seeing(first), seat=1, view="compact").play(4)
    assert seen_by[0].shape[1] == 7302
    env(opponent=["random", Seeing(first, "compact", rows=50)], odds=[0, 1], seat=1).play(4)
    assert seen_by[-1]["entities"].shape[1] == 50


def test_what_a_function_observes_is_what_the_batch_shows():
    asked = []

    def first(seen, mask):
        at = np.flatnonzero(vec.vec.seat == 1)
        for name, part in vec.vec.observation.items():
            assert np.array_equal(seen[name], part[at]), name
        asked.append(len(mask))
        return mask.argmax(axis=1)

    vec = make_vec(3, learner=True, seat=0, opponent="random", view="compact", threads=1)
    vec.set_opponents(first)
    vec.reset(1)
    for _ in range(20):
        vec.step(vec.mask.argmax(axis=1))
    assert asked


@pytest.fixture(scope="module")
def model():
    env = AlteredVecEnv(2, view="compact", seed=1, threads=1)
    return MaskablePPO(AlteredPolicy, env, n_steps=4, batch_size=4)


@every_env
def test_a_model_plays_itself(env, model):
    for opponent in (
        model,
        model.predict,
        lambda seen, mask: model.predict(seen, action_masks=mask)[0],
        [model, "random"],
    ):
        env(opponent=opponent, seat=1, view="compact").play(3)
    env(opponent=Seeing(model, "compact"), seat=1).play(3)


@every_env
def test_a_function_may_answer_as_a_model_does(env):
    env(opponent=lambda seen, mask: (mask.argmax(axis=1), None), seat=1).play(3)
    for wrong in ((np.arange(3), None), [[1], [2, 3]], "ab", None):

        def named(seen, mask, wrong=wrong):
            return wrong

        with pytest.raises(IllegalActionError, match=r"named: expected an array of \d whole"):
            env(opponent=named, seat=1).play(60)


@every_env
def test_a_saved_model_is_no_name(env):
    for name, path in (("m.zip", "m.zip"), ("net:m.zip", "m.zip"), ("net:path=a/m.ZIP", "a/m.ZIP")):
        with pytest.raises(ValueError, match=rf"opponent=MaskablePPO\.load\('{path}'\)"):
            env(opponent=name)


@every_env
def test_a_model_of_another_view_is_named(env, model):
    with pytest.raises(
        ValueError,
        match=r"opponent MaskablePPO was trained with view='compact', rows=82, .*; the env has "
        "view='compact', rows=60",
    ):
        env(opponent=model, view="compact", rows=60)
    says = r"rows=82, .*; the env has view='raw'.* write Seeing\(model, view=\"compact\", rows=82\)"
    with pytest.raises(ValueError, match=says):
        env(opponent=["random", model.predict], view="raw")


@pytest.mark.parametrize("view", [{"view": "compact"}, {"view": "raw"}])
def test_what_seeing_cannot_mend_is_told(model, view):
    """The advice was to write what was written already."""
    for opponent in (model, Seeing(model, view="compact")):
        with pytest.raises(ValueError, match="card numbers mean other cards: give the env the be"):
            make_vec(1, learner=True, opponent=opponent, bench="T2-train", threads=1, **view)
        with pytest.raises(ValueError, match="another number of players: give the env the format"):
            make_vec(1, learner=True, opponent=opponent, format="free_for_all", threads=1, **view)


def test_a_model_behind_a_wrapper_is_told_so():
    stacked = VecFrameStack(AlteredVecEnv(1, threads=1), 2)
    other = MaskablePPO("MlpPolicy", stacked, n_steps=4, batch_size=4)
    with pytest.raises(
        ValueError, match="No view of the env is like this: train the model without"
    ):
        AlteredVecEnv(1, threads=1, opponent=other)


@every_env
def test_a_model_that_knows_no_masks_is_refused(env):
    model = PPO("MlpPolicy", AlteredVecEnv(1, threads=1), n_steps=4, batch_size=4)
    with pytest.raises(TypeError, match=r"predict of PPO takes no action_masks.* MaskablePPO"):
        env(opponent=model)


class OfOneMethod:
    def act(self, seat):
        return seat.actions[-1]


@every_env
def test_a_class_with_one_method_is_an_opponent(env):
    env(opponent=OfOneMethod(), seat=1).play(3)
    with pytest.raises(TypeError, match=r"write OfOneMethod\(\)"):
        env(opponent=OfOneMethod)


def test_gymnasium_makes_an_env_against_a_model(model):
    env = gymnasium.make("Altered-v0", opponent=model, view="compact", seat=1)
    seen, _ = env.reset(seed=1)
    assert seen["action_mask"].any()
