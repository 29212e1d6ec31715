"""Options are the same everywhere, but where a table says why not."""

from __future__ import annotations

import numpy as np
import pytest

from altered_env import altered_v0, draft_v0, make_vec
from altered_env.envs.aec import AlteredEnv
from altered_env.envs.draft import DraftEnv
from altered_env.envs.env_options import LEFT_OUT, options_of
from altered_env.envs.gym_env import AlteredGymEnv
from altered_env.envs.gym_vector import AlteredVectorEnv
from altered_env.envs.parallel import AlteredParallelEnv
from altered_env.envs.sb3 import AlteredVecEnv
from tests.envs import option_table

COLUMNS = {
    "AEC, parallel, RLlib": (AlteredEnv, AlteredParallelEnv),
    "`make`": (AlteredGymEnv,),
    "Gymnasium `make_vec`": (AlteredVectorEnv,),
    "SB3": (AlteredVecEnv,),
    "native `make_vec`": (make_vec,),
    "draft": (DraftEnv,),
}
COUNTS = {"n", "num_envs"}
OF_A_DRAFT = {"players", "sets", "pilot", "rounds", "uniques"}
OLD = {"views"}


@pytest.mark.parametrize(
    ("column", "made"), [(column, one) for column, made in COLUMNS.items() for one in made]
)
def test_the_table_is_that_of_the_signatures(column, made):
    found = set(options_of(made)) - COUNTS - OF_A_DRAFT - OLD
    assert option_table.taken_by(column) == found


def test_each_gap_of_the_envs_of_the_game_has_its_reason():
    of_the_game = set(COLUMNS) - {"draft"}
    for options, there, why in option_table.rows():
        for option in options:
            assert why == LEFT_OUT.get(option, "")
            assert why or all(there[column] for column in of_the_game), option


@pytest.mark.parametrize(
    ("make", "option", "says"),
    [
        (altered_v0.env, "rule", "did you mean 'rules'\\? Its options are decks, .*lists"),
        (altered_v0.env, "threads", "since one game plays in one thread. Its options are decks,"),
        (AlteredGymEnv, "max_cycles", ".*gymnasium.make has max_episode_steps. Its options are"),
        (lambda **o: AlteredVecEnv(**o), "num_envs", "here it is called n. Its options are n,"),
        (AlteredVectorEnv, "n", "here it is called num_envs. Its options are num_envs,"),
        (AlteredVectorEnv, "max_episode_steps", "since it is of gymnasium.make; day_limit"),
        (
            lambda **o: make_vec(2, **o),
            "text",
            r"since .* describe\(i\), .* words. Its options",
        ),
        (lambda **o: AlteredVecEnv(2, **o), "learner", "since it is of make_vec. Its options"),
    ],
)
def test_an_option_of_another_env_says_why(make, option, says):
    with pytest.raises(TypeError, match=f"has no option '{option}'[,:] {says}"):
        make(**{option: 1})


def played(env, steps=60):
    """The infos of some games of two games each in a `VecEnv`, with those of their beginnings."""
    env.reset()
    begun, ended = list(env.reset_infos), []
    for _ in range(steps):
        before = [dict(info) for info in env.reset_infos]
        _, _, done, infos = env.step(env.action_masks().argmax(axis=1))
        for i in np.flatnonzero(done):
            ended.append((before[i], infos[i], env.reset_infos[i]))
    return begun, infos, ended


def test_stable_baselines_has_the_full_state_for_a_critic():
    env = AlteredVecEnv(2, detail="everything", view="raw", seed=1, threads=1, day_limit=1)
    begun, running, ended = played(env)
    alone = AlteredVecEnv(2, view="raw", seed=1, threads=1, day_limit=1)
    size = env.vec.kernel.layout.EVERYTHING
    for info in (*begun, *running, *(one for three in ended for one in three)):
        assert info["everything"].shape == (size,)
    assert ended and not np.array_equal(ended[0][1]["everything"], ended[0][2]["everything"])
    assert np.array_equal(env.reset(), (played(alone), alone.reset())[1])


def test_stable_baselines_describes_the_seat():
    env = AlteredVecEnv(2, text=True, threads=1, day_limit=1)
    begun, running, ended = played(env)
    assert all("Terrain" in info["text"] for info in (*begun, *running))
    assert ended and all("Day 2" in end["text"] for _, end, _ in ended)


def test_stable_baselines_needs_observations():
    with pytest.raises(ValueError, match=r'detail="mask" has no observations.*make_vec'):
        AlteredVecEnv(2, detail="mask")


def test_masks_of_stable_baselines_are_what_functions_as_opponents_get():
    seen = []

    def first(observation, mask):
        seen.append(mask.dtype)
        return mask.argmax(axis=1)

    env = AlteredVecEnv(2, masks="bool", opponent=first, seat=1, threads=1)
    env.reset()
    env.step(env.action_masks().argmax(axis=1))
    assert set(seen) == {np.dtype(bool)}


def test_stable_baselines_renders(capsys):
    env = AlteredVecEnv(2, render_mode="rgb_array", threads=1)
    env.reset()
    height, width, colours = env.render().shape
    assert colours == 3 and [one.shape[2] for one in env.get_images()] == [3, 3]
    assert height and width
    env = AlteredVecEnv(2, render_mode="human", threads=1)
    env.reset()
    env.step(env.action_masks().argmax(axis=1))
    assert capsys.readouterr().out.count("Terrain") == 2
    with pytest.raises(ValueError, match="render_mode must be human, rgb_array or None"):
        AlteredVecEnv(2, render_mode="ansi")


def test_the_parallel_env_describes_who_is_to_act():
    env = altered_v0.parallel_env(text=True)
    _, infos = env.reset(seed=1)
    who = env.aec.agent_selection
    assert "Terrain" in infos[who]["text"]
    actions = {who: int(env.aec.last()[0]["action_mask"].argmax())}
    *_, infos = env.step(actions)
    assert [agent for agent in infos if "text" in infos[agent]] == [env.aec.agent_selection]


def test_every_env_has_the_table_of_its_cards():
    shape = make_vec(1, threads=1).card_features.values.shape
    for made in (
        altered_v0.env().unwrapped,
        altered_v0.parallel_env(),
        AlteredGymEnv(),
        AlteredVectorEnv(1),
        AlteredVecEnv(1),
        make_vec(1, learner=True),
    ):
        assert made.card_features.values.shape == shape
    assert draft_v0.raw_env().card_features.values.shape[1] == shape[1]


def test_a_batch_with_a_learner_begins_again_as_one_without():
    vec = make_vec(2, learner=True, seed=0, threads=1)
    before = vec.observation.copy()
    vec.step(vec.mask.argmax(axis=1))
    vec.reset()
    assert np.array_equal(vec.observation, before)


def test_masks_of_a_draft():
    env = draft_v0.raw_env(masks="bool")
    env.reset(seed=1)
    mask = env.observe("player_0")["action_mask"]
    assert mask.dtype == bool and env.observation_space("player_0")["action_mask"].dtype == bool


def test_a_batch_with_a_learner_can_be_read_as_one_without():
    vec = make_vec(2, learner=True, detail="everything", seed=1, threads=1)
    assert vec.describe(0) == vec.vec.describe(0) and vec.show(1) == vec.vec.show(1)
    assert list(vec.labels(1)) == np.flatnonzero(vec.mask[1]).tolist()
    assert vec.game(0).state() == vec.vec.game(0).state() and vec.decisions.shape == (2,)
    assert len(vec.packed.entities) == vec.vec.rows.sum()
    assert vec.everything.shape[0] == 2 and vec.last["games"].tolist() == [0, 0]
    assert vec.handing_out()().shape == vec.observation.shape
    sb3, gym = AlteredVecEnv(2, threads=1, seed=1), AlteredVectorEnv(2, threads=1)
    sb3.reset()
    gym.reset(seed=1)
    alone, aec = AlteredGymEnv(text=True), altered_v0.raw_env(text=True)
    assert alone.reset(seed=1)[1]["text"] == alone.describe()
    aec.reset(seed=1)
    assert aec.infos[aec.agent_selection]["text"] == aec.describe()
    for env in (sb3, gym):
        assert "Terrain" in env.describe(0) and env.labels(0) and "Terrain" in env.show(1)
