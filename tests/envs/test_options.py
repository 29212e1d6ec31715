"""Unknown options are refused with a suggestion."""

from __future__ import annotations

from typing import get_type_hints

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium import spaces

import altered_env
from altered_env import altered_v0, draft_v0
from altered_env.envs.gym_env import AlteredGymEnv
from altered_env.envs.gym_vector import AlteredVectorEnv
from altered_env.envs.sb3 import AlteredVecEnv


@pytest.mark.parametrize(
    ("make", "strange", "meant"),
    [
        (altered_v0.env, "rule", "rules"),
        (altered_v0.raw_env, "day_limits", "day_limit"),
        (altered_v0.parallel_env, "ilegal", "illegal"),
        (draft_v0.env, "pilots", "pilot"),
        (draft_v0.raw_env, "round", "rounds"),
        (lambda **o: altered_env.make_vec(2, **o), "oponent", "opponent"),
        (lambda **o: AlteredVecEnv(2, **o), "formats", "format"),
        (lambda **o: gymnasium.make("Altered-v0", **o), "oponent", "opponent"),
        (lambda **o: pettingzoo.make("aec", "altered_v0", **o), "details", "detail"),
        (lambda **o: pettingzoo.make("parallel", "altered_v0", **o), "card", "cards"),
    ],
)
def test_a_misspelt_option_is_refused(make, strange, meant):
    with pytest.raises(TypeError, match=f"has no option '{strange}', did you mean '{meant}'"):
        make(**{strange: 1})


def test_where_nothing_is_near_all_options_are_listed():
    with pytest.raises(TypeError, match=r"no option 'xyz'; its options are decks, .*, illegal"):
        altered_v0.env(xyz=1)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"illegal": "loose"}, "illegal must be raise or lose, found 'loose', did you mean 'lose'"),
        ({"masks": "int16"}, "masks must be int8 or bool, found 'int16', did you mean 'int8'"),
        ({"detail": "ful"}, "did you mean 'full'"),
    ],
)
def test_a_value_that_there_is_not_is_refused(options, says):
    with pytest.raises(ValueError, match=says):
        altered_v0.env(**options)


OF_WORDS = ("rules", "format", "illegal", "masks", "detail", "view", "lists", "bench")


@pytest.mark.parametrize(
    "option", [*OF_WORDS, "render_mode", "cards", "legal", "text", "day_limit"]
)
def test_a_value_of_another_kind_is_refused_in_a_sentence(option):
    for value in (-1, 1.5, "no", [None], b"a", 10**30, object(), np.array([1, 2])):
        with pytest.raises((ValueError, TypeError, LookupError)) as caught:
            altered_v0.raw_env(**{option: value})
        assert "found" in str(caught.value) or "there are" in str(caught.value)
        assert "NoneType" not in str(caught.value) and "iterable" not in str(caught.value)


def test_values_of_another_kind_of_other_envs():
    for given, says in (
        ({"copy": "no"}, "copy must be True or False, found 'no'"),
        ({"seat": True}, "no agent is called True"),
        ({"seat": np.array([1, 2])}, "no agent is called"),
    ):
        with pytest.raises(ValueError, match=says):
            AlteredVectorEnv(2, **given)
    with pytest.raises(ValueError, match="learner must be True or False, found 'yes'"):
        altered_env.make_vec(2, learner="yes")
    for given in ({"sets": "core"}, {"sets": 3}, {"sets": [None]}, {"uniques": 3}):
        with pytest.raises(TypeError, match=r"must be .*, found"):
            draft_v0.raw_env(**given)
    with pytest.raises(ValueError, match=r"a ruleset is a name, '2024\.09' or '5\.0', found 5\.0"):
        altered_v0.raw_env(rules=5.0)


@pytest.mark.parametrize("make", [altered_v0.raw_env, altered_v0.parallel_env])
@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        ({"seed": 1.5}, ValueError, r"seed: expected a whole number from 0 on, found 1\.5"),
        ({"seed": "a"}, ValueError, "seed: expected a whole number from 0 on, found 'a'"),
        ({"seed": -1}, ValueError, "seed: expected a whole number from 0 on, found -1"),
        ({"seed": True}, ValueError, "found True"),
        ({"options": [1]}, TypeError, r"values by name, found \[1\]"),
        ({"options": "x"}, TypeError, "values by name, found 'x'"),
        ({"options": 3}, TypeError, "values by name, found 3"),
    ],
)
def test_what_reset_does_not_take_is_refused(make, given, error, says):
    with pytest.raises(error, match=says):
        make().reset(**given)


def test_spaces_have_types():
    for env in (altered_v0.raw_env, altered_v0.parallel_env, draft_v0.raw_env):
        assert get_type_hints(env.observation_space)["return"] is spaces.Dict
        assert get_type_hints(env.action_space)["return"] is spaces.Discrete
    for made in (AlteredGymEnv(), AlteredVectorEnv(2, threads=1)):
        hints = type(made).__annotations__
        for name in ("observation_space", "action_space"):
            kind = type(getattr(made, name))
            assert hints[name] == f"gymnasium.spaces.{kind.__name__}"


def test_an_array_of_one_number_is_a_seed():
    one, other = altered_v0.raw_env(), altered_v0.raw_env()
    one.reset(seed=4)
    other.reset(seed=np.array(4))
    assert one.game.state() == other.game.state()


def test_a_draft_takes_whole_seeds_alone():
    with pytest.raises(ValueError, match="seed: expected a whole number"):
        draft_v0.raw_env().reset(seed=1.5)


@pytest.mark.parametrize("masks", ["int8", "bool"])
@pytest.mark.parametrize(
    "make",
    [altered_v0.env, altered_v0.parallel_env, AlteredGymEnv, draft_v0.env],
    ids=["aec", "parallel", "gymnasium", "draft"],
)
def test_an_action_is_sampled_with_a_mask(make, masks):
    env = make(masks=masks)
    env.reset(seed=1)
    agent, space = None, env.action_space
    if isinstance(env, AlteredGymEnv):
        mask = env.reset(seed=1)[0]["action_mask"]
    else:
        agent = getattr(env, "aec", env).agent_selection
        mask, space = getattr(env, "aec", env).observe(agent)["action_mask"], space(agent)
    assert mask.dtype == masks
    space.seed(1)
    drawn = {int(space.sample(mask)) for _ in range(60)}
    assert drawn == set(np.flatnonzero(mask).tolist())
    assert space == spaces.Discrete(len(mask)) and spaces.Discrete(len(mask)) == space


@pytest.mark.parametrize("masks", ["int8", "bool"])
def test_actions_of_many_games_are_sampled_with_their_masks(masks):
    envs = AlteredVectorEnv(3, threads=1, masks=masks)
    seen, _ = envs.reset(seed=1)
    mask = seen["action_mask"]
    for _ in range(20):
        actions = envs.action_space.sample(tuple(mask))
        assert mask[np.arange(3), actions].all() and envs.action_space.contains(actions)
        single = [envs.single_action_space.sample(one) for one in mask]
        assert mask[np.arange(3), single].all()
    same = gymnasium.vector.utils.batch_space(envs.single_action_space, 3)
    assert envs.action_space == same and envs.action_space.dtype == same.dtype


def test_options_of_reset():
    env = altered_v0.raw_env()
    with pytest.raises(ValueError, match="did you mean 'game_seed'"):
        env.reset(options={"gameseed": 1})
