"""A learner that writes into what it observes changes nothing that it observes later."""

from __future__ import annotations

import numpy as np
import pytest

from altered_env import altered_v0, make_vec
from altered_env.envs.gym_env import AlteredGymEnv
from altered_env.envs.gym_vector import AlteredVectorEnv
from altered_env.envs.sb3 import AlteredVecEnv
from altered_env.spaces.gym_spaces import flat

STEPS = 12


def of_vec(**options):
    vec = make_vec(3, seed=1, threads=1, **options)
    for _ in range(STEPS):
        yield vec.observation
        vec.step(vec.mask.argmax(axis=1))


def of_sb3(**options):
    env = AlteredVecEnv(3, seed=1, threads=1, **options)
    seen = env.reset()
    for _ in range(STEPS):
        yield seen
        seen, *_ = env.step(env.action_masks().argmax(axis=1))


def of_gym(env):
    seen, _ = env.reset(seed=1)
    for _ in range(STEPS):
        mask = seen["action_mask"].copy()
        yield seen
        seen, _, *ends, _ = env.step(mask.argmax(axis=-1))
        if np.ndim(ends[0]) == 0 and any(ends):
            seen, _ = env.reset()


def of_aec(**options):
    env = altered_v0.raw_env(**options)
    env.reset(seed=1)
    for _ in range(STEPS):
        seen = env.observe(env.agent_selection)
        mask = seen["action_mask"].copy()
        yield seen
        env.step(mask.argmax())


def of_parallel(**options):
    env = altered_v0.parallel_env(**options)
    seen, _ = env.reset(seed=1)
    for _ in range(STEPS):
        masks = {agent: one["action_mask"].copy() for agent, one in seen.items()}
        yield seen
        seen, *_ = env.step({agent: mask.argmax() for agent, mask in masks.items()})


ENVS = {
    "make_vec": of_vec,
    "make_vec, four players": lambda **o: of_vec(format="free_for_all", **o),
    "make_vec, learner": lambda **o: of_vec(learner=True, opponent="random", **o),
    "VecEnv": of_sb3,
    "VectorEnv": lambda **o: of_gym(AlteredVectorEnv(3, threads=1, **o)),
    "VectorEnv in place": lambda **o: of_gym(AlteredVectorEnv(3, threads=1, copy=False, **o)),
    "VectorEnv, next step": lambda **o: of_gym(
        AlteredVectorEnv(3, threads=1, autoreset_mode="NextStep", day_limit=1, **o)
    ),
    "make": lambda **o: of_gym(AlteredGymEnv(**o)),
    "AEC": of_aec,
    "parallel": of_parallel,
}


def arrays(seen):
    """The arrays of an observation by name, masks left out: they are what an env is stepped by."""
    if not isinstance(seen, dict):
        return {"": seen}
    return {
        f"{name}.{inner}": array
        for name, part in seen.items()
        if name != "action_mask"
        for inner, array in arrays(part).items()
    }


@pytest.mark.parametrize("view", ["raw", "flat", "compact", "cards"])
@pytest.mark.parametrize("env", ENVS)
def test_what_is_written_into_an_observation_is_never_observed(env, view):
    for one, untouched in zip(ENVS[env](view=view), ENVS[env](view=view), strict=True):
        wanted = arrays(untouched)
        for name, array in arrays(one).items():
            assert np.array_equal(array, wanted[name]), name
            assert array.flags.writeable or (view in ("raw", "flat") and "vec" in env.lower())
            if array.flags.writeable:
                array[:] = 3


@pytest.mark.parametrize("view", ["raw", "flat"])
def test_what_a_batch_writes_in_place_is_read_only(view):
    vec = make_vec(1, seed=1, threads=1, view=view)
    with pytest.raises(ValueError, match="read-only"):
        vec.observation[:] = 3
    kept = vec.observation.copy()
    kept[:] = 3
    if view == "raw":
        assert np.array_equal(flat(vec.observation), make_vec(1, seed=1, view="flat").observation)


def test_what_the_engine_trusts_is_read_only():
    """An action that is legal by the mask alone was carried out."""
    learners = make_vec(3, learner=True, seed=1, threads=1)
    vector = AlteredVectorEnv(3, threads=1, copy=False)
    seen, _ = vector.reset(seed=1)
    vec = learners.vec
    for array in (vec.mask, vec.seat, vec.rows, vec.decisions, learners.mask, seen["action_mask"]):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 1
