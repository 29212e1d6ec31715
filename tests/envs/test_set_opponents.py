"""Opponents are named in `info`, and are replaced from the next game on, in every env alike."""

from __future__ import annotations

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from altered_env import make_vec
from altered_env._runtime import renamed
from altered_env.batch.layout import OPPONENTS as MOST
from altered_env.envs.gym_env import AlteredGymEnv
from altered_env.envs.gym_vector import AlteredVectorEnv
from altered_env.envs.sb3 import AlteredVecEnv


def first(observation, mask):
    return mask.argmax(axis=1)


def last(observation, mask):
    return mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)


class OfOne:
    """Names of opponents in games of one seat."""

    def __init__(self, **options):
        self.env = gymnasium.make("Altered-v0", day_limit=2, **options)
        self.set_opponents = self.env.unwrapped.set_opponents
        self.seen, info = self.env.reset(seed=1)
        self.now = [info["opponent"]]

    def play(self, steps):
        """The opponents named at the end of games."""
        ended = []
        for _ in range(steps):
            action = int(self.seen["action_mask"].argmax())
            self.seen, _, *ends, info = self.env.step(action)
            assert info["opponent"] == self.now[0]
            if any(ends):
                ended.append(info["opponent"])
                self.seen, info = self.env.reset()
                self.now = [info["opponent"]]
        return ended


class OfVector:
    """The same of Gymnasium's vector env."""

    mode = AutoresetMode.SAME_STEP

    def __init__(self, **options):
        self.env = AlteredVectorEnv(3, threads=1, day_limit=2, autoreset_mode=self.mode, **options)
        self.set_opponents = self.env.set_opponents
        self.seen, infos = self.env.reset(seed=1)
        self.now = infos["opponent"].tolist()

    def play(self, steps):
        ended = []
        for _ in range(steps):
            actions = self.seen["action_mask"].argmax(axis=1)
            self.seen, _, *ends, infos = self.env.step(actions)
            for i in np.flatnonzero(ends[0] | ends[1]):
                if self.mode is AutoresetMode.SAME_STEP:
                    ended.append(infos["final_info"]["opponent"][i])
                else:
                    ended.append(infos["opponent"][i])
                assert ended[-1] == self.now[i]
            self.now = infos["opponent"].tolist()
        return ended


class OfVectorByTurns(OfVector):
    mode = AutoresetMode.NEXT_STEP


class OfSb3:
    """The same of stable-baselines3."""

    def __init__(self, **options):
        self.env = AlteredVecEnv(3, threads=1, day_limit=2, seed=1, view="raw", **options)
        self.set_opponents = self.env.set_opponents
        self.env.reset()

    @property
    def now(self):
        return [info["opponent"] for info in self.env.reset_infos]

    def play(self, steps):
        ended = []
        for _ in range(steps):
            before = self.now
            _, _, done, infos = self.env.step(self.env.action_masks().argmax(axis=1))
            for i in np.flatnonzero(done):
                ended.append(infos[i]["opponent"])
                assert ended[-1] == before[i]
        return ended


class OfVec:
    """The same of the native batch."""

    def __init__(self, **options):
        self.vec = make_vec(3, learner=True, threads=1, day_limit=2, seed=1, **options)
        self.set_opponents = self.vec.set_opponents

    @property
    def now(self):
        return [self.vec.opponent_names[k] for k in self.vec.against]

    def play(self, steps):
        ended = []
        for _ in range(steps):
            before, vec = self.now, self.vec
            vec.step(vec.mask.argmax(axis=1))
            for i in np.flatnonzero(vec.ended):
                ended.append(vec.last_info(i)["opponent"])
                assert ended[-1] == before[i] == vec.opponent_names[vec.last_against[i]]
        return ended


every_env = pytest.mark.parametrize("env", [OfOne, OfVector, OfVectorByTurns, OfSb3, OfVec])


@every_env
def test_the_opponent_of_a_game_is_named(env):
    ended = env(opponent=["random", "greedy", first]).play(160)
    assert set(ended) == {"random", "greedy", "first"}


@every_env
@pytest.mark.parametrize("before", ["greedy", "ismcts:iterations=1", first])
def test_others_come_with_the_next_game(env, before):
    made = env(opponent=before)
    name = made.now[0]
    made.play(1)
    made.set_opponents(["random", "rules", last], odds=[0, 1, 2])
    assert set(made.now) == {name}
    ended = made.play(180)
    games = len(made.now)
    assert ended[:games] == [name] * games or ended.count(name) == games
    assert set(ended) == {name, "rules", "last"} and "random" not in made.now


@every_env
def test_a_refused_list_changes_nothing(env):
    made = env(opponent=["greedy"])
    with pytest.raises(LookupError, match="did you mean 'greedy'"):
        made.set_opponents(["greddy"])
    with pytest.raises(ValueError, match="odds: expected one for each of 2 opponents"):
        made.set_opponents(["greedy", "random"], odds=[1])
    assert set(made.play(60)) == {"greedy"}


@every_env
def test_a_list_of_opponents_grows_as_in_a_curriculum(env):
    made = env(opponent="random")
    for k in range(3):
        made.set_opponents(["random", *["greedy", "rules", first][: k + 1]])
        made.play(30)
    assert set(made.play(200)) == {"random", "greedy", "rules", "first"}


def test_running_games_are_those_that_would_have_been():
    one, other = (make_vec(3, learner=True, opponent="greedy", seed=1, threads=1) for _ in "ab")
    other.set_opponents(["random", "rules"])
    for _ in range(10):
        one.step(one.mask.argmax(axis=1))
        other.step(other.mask.argmax(axis=1))
        going = (one.vec.last["games"] == 0) & (other.vec.last["games"] == 0)
        assert np.array_equal(one.observation[going], other.observation[going]) and going.any()


def test_those_set_do_not_come_back_by_the_list_of_a_batch():
    vec = make_vec(2, learner=True, opponent="greedy", seed=1, threads=1)
    vec.set_opponents(["random"])
    vec.set_opponents([*vec.opponents, "rules"])
    assert vec.opponents == ("random", "rules")
    assert vec.opponent_names == ("random", "rules", "greedy")


@every_env
def test_many_opponents(env):
    many = ["random"] * (MOST + 1)
    if env is OfOne:
        assert set(env(opponent=many).play(20)) == {"random"}
        return
    with pytest.raises(ValueError, match=f"at most {MOST} opponents, found {MOST + 1}; set_opp"):
        env(opponent=many)
    made = env(opponent=many[1:])
    with pytest.raises(ValueError, match=f"at most {MOST} opponents"):
        made.set_opponents(many)


def test_without_room_behind_the_new_ones_running_games_go_on_against_these():
    vec = make_vec(3, learner=True, opponent="greedy", threads=1)
    vec.set_opponents([lambda seen, mask: first(seen, mask) for _ in range(MOST)])
    assert len(vec.opponent_names) == MOST
    for _ in range(10):
        vec.step(vec.mask.argmax(axis=1))
    assert {vec.opponent_names[k] for k in vec.against} == {"<lambda>"}


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_against_the_same(twin):
    env = AlteredGymEnv(opponent="greedy")
    env.reset(seed=1)
    env.set_opponents("random")
    other = twin(env)
    for made in (env, other):
        mask = made.action_masks()
        assert made.step(int(mask.argmax()))[-1]["opponent"] == "greedy"
    assert np.array_equal(env.action_masks(), other.action_masks())
    assert other.reset()[1]["opponent"] == "random"


def test_stable_baselines_passes_it_on_through_wrappers():
    from stable_baselines3.common.vec_env import DummyVecEnv, VecCheckNan

    env = VecCheckNan(AlteredVecEnv(2, threads=1))
    env.env_method("set_opponents", ["greedy", "random"], odds=[1, 0])
    assert env.get_attr("opponents")[0] == ("greedy", "random")
    with pytest.raises(ValueError, match="applies to all games"):
        env.env_method("set_opponents", "greedy", indices=0)
    dummy = DummyVecEnv([lambda: gymnasium.make("Altered-v0")])
    dummy.env_method("set_opponents", "greedy")
    dummy.reset()
    assert dummy.reset_infos[0]["opponent"] == "greedy"


def test_the_old_name_is_read():
    renamed._told.clear()
    vec = make_vec(2, learner=True, threads=1)
    with pytest.warns(FutureWarning, match="meet is now called set_opponents"):
        vec.meet("greedy")
    assert vec.opponents == ("greedy",)


def test_the_name_says_nothing_of_the_game():
    """It is that of the option, whatever cards are where."""
    env = AlteredGymEnv(opponent=["greedy", first])
    names = {env.reset(seed=seed)[1]["opponent"] for seed in range(20)}
    assert names == {"greedy", "first"}
