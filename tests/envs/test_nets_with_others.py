"""AlteredPolicy with Gymnasium's env, and with what it is not for: an error names what is right."""

from __future__ import annotations

import gymnasium
import pytest
from sb3_contrib import MaskablePPO
from stable_baselines3 import A2C, DQN, PPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import SubprocVecEnv, VecFrameStack, VecNormalize

from altered_env.envs import MaskApart
from altered_env.envs.gym_env import AlteredGymEnv
from altered_env.envs.sb3 import AlteredVecEnv
from altered_env.nets import AlteredExtractor, AlteredPolicy
from altered_env.spaces.compact import described

SMALL = {"n_steps": 4, "batch_size": 4}


def env(**options):
    return AlteredVecEnv(2, threads=1, **{"view": "compact", **options})


def test_it_learns_in_an_env_of_gymnasium():
    one = MaskApart(gymnasium.make("Altered-v0", view="compact", rows=70))
    model = MaskablePPO(AlteredPolicy, one, **SMALL).learn(8)
    seen, _ = one.reset(seed=1)
    action, _ = model.predict(seen, action_masks=one.action_masks())
    assert one.action_masks()[action]


@pytest.mark.parametrize("many", [None, SubprocVecEnv])
def test_it_learns_in_copies_of_that_env(many):
    made = make_vec_env(
        "Altered-v0", 2, wrapper_class=MaskApart, env_kwargs={"view": "compact"}, vec_env_cls=many
    )
    MaskablePPO(AlteredPolicy, made, **SMALL).learn(8)
    made.close()


def test_an_env_that_is_not_wrapped_is_told_how():
    with pytest.raises(ValueError, match=r"wrap the env, altered_env.envs.MaskApart\(env\)"):
        AlteredExtractor(AlteredGymEnv(view="compact").observation_space)
    with pytest.raises(ValueError, match="without detail='mask'"):
        MaskApart(AlteredGymEnv(detail="mask"))
    with pytest.raises(ValueError, match="view=\"compact\", found view='cards', rows=82"):
        AlteredExtractor(env(view="cards").observation_space)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (lambda: VecFrameStack(env(), 4), r"shape \(16, 4\) .*, not int16 of shape \(16, 1\)"),
        (
            lambda: VecFrameStack(env(rows=60), 2),
            r"shape \(16, 2\) .*, not int16 of shape \(16, 1\)",
        ),
        (
            lambda: gymnasium.wrappers.FrameStackObservation(
                MaskApart(gymnasium.make("Altered-v0", view="compact", format="free_for_all")), 4
            ),
            r"shape \(4, 16, 1\) .*, not int16 of shape \(16, 1\)",
        ),
    ],
)
def test_observations_that_a_wrapper_changed_are_refused(changed, says):
    """The message found the very view that it asked for."""
    with pytest.raises(
        ValueError, match=rf"something changed them: \w+ is int16 of {says}.*VecFrameStack"
    ):
        AlteredExtractor(changed().observation_space)


def test_a_changed_array_is_named():
    space = env().observation_space
    for name, box, says in (
        (
            "entities",
            gymnasium.spaces.Box(0, 1, (82, 26)),
            "entities is float32 .* from 0 to 1, no",
        ),
        ("unseen_counts", None, "unseen_counts is missing"),
        ("goal", gymnasium.spaces.Discrete(3), "goal is new"),
    ):
        boxes = {**space.spaces, name: box}
        other = gymnasium.spaces.Dict({n: box for n, box in boxes.items() if box is not None})
        with pytest.raises(ValueError, match=f"something changed them: {says}"):
            AlteredExtractor(other)
        assert "observations of" in described(other)


@pytest.mark.parametrize(
    ("algorithm", "says"), [(PPO, "PPO, A2C"), (A2C, "PPO, A2C"), (DQN, "not for DQN")]
)
def test_another_algorithm_is_told_which_one(algorithm, says):
    with pytest.raises(TypeError, match=f"for MaskablePPO of sb3-contrib.*{says}"):
        algorithm(AlteredPolicy, env())


def test_options_that_it_cannot_have_are_named():
    kwargs = {"share_features_extractor": False}
    with pytest.raises(ValueError, match="leave out share_features_extractor=False"):
        MaskablePPO(AlteredPolicy, env(), policy_kwargs=kwargs)
    with pytest.raises(ValueError, match=r"VecNormalize\(env, norm_obs=False\)"):
        MaskablePPO(AlteredPolicy, VecNormalize(env()), **SMALL).learn(8)
    MaskablePPO(AlteredPolicy, VecNormalize(env(), norm_obs=False), **SMALL).learn(8)


def test_a_model_loaded_with_another_view_is_told_both_in_one_line(tmp_path):
    MaskablePPO(AlteredPolicy, env(), **SMALL).save(tmp_path / "m.zip")
    MaskablePPO.load(tmp_path / "m.zip", env=env(opponent="greedy"))
    for other, says in (
        ({"rows": 60}, r"view='compact', rows=60, cards \w{8}"),
        ({"view": "cards"}, r"view='cards', rows=82, cards \w{8}"),
    ):
        with pytest.raises(ValueError, match=rf"rows=82, cards \w{{8}} != {says}$"):
            MaskablePPO.load(tmp_path / "m.zip", env=env(**other))
