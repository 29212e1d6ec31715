"""Illegal actions are refused or lose the game, in the same way in every env."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test
from stable_baselines3.common.env_checker import check_env as check_env_of_sb3

import altered_env
from altered_env import altered_v0, draft_v0, make_vec
from altered_env.agents.registry import make
from altered_env.envs.gym_env import AlteredGymEnv
from altered_env.envs.gym_vector import AlteredVectorEnv
from altered_env.envs.sb3 import AlteredVecEnv
from altered_env.game.errors import IllegalActionError


def wrong(mask):
    return int(np.flatnonzero(mask == 0)[0])


def test_the_checkers_of_gymnasium_and_stable_baselines():
    """They sample actions without a mask, at any time."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of spaces that are no images
        for seed in range(3):
            env = gymnasium.make("Altered-v0", illegal="lose", render_mode="ansi").unwrapped
            env.action_space.seed(seed)
            check_env(env)
            check_env_of_sb3(AlteredGymEnv(illegal="lose"))


def test_who_takes_an_illegal_action_in_turn_loses():
    env = altered_v0.env(illegal="lose")
    env.reset(seed=1)
    agent = env.agent_selection
    other = next(one for one in env.agents if one != agent)
    env.step(wrong(env.last()[0]["action_mask"]))
    assert env.rewards == {agent: -1.0, other: 0.0}
    assert all(env.terminations.values()) and not any(env.truncations.values())
    assert env.infos[other]["illegal"] == agent
    assert env.infos[other]["winner"] is None
    assert not env.observe(agent)["action_mask"].any()
    told = {}
    for who in env.agent_iter():
        told[who] = env.last()[1]
        env.step(None)
    assert told == {agent: -1.0, other: 0.0}


def test_actions_that_are_drawn_without_a_mask_pass_the_api_of_pettingzoo():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of spaces that are no images
        api_test(altered_v0.env(illegal="lose", detail="mask"), num_cycles=20)


NO_NUMBERS = [None, "pass", 1.5, [1], True, np.True_, np.array([1, 2]), np.array([1.0])]


@pytest.mark.parametrize("action", NO_NUMBERS)
def test_what_is_no_number_is_never_meant_as_an_action(action):
    env = altered_v0.raw_env(illegal="lose")
    env.reset(seed=2)
    before = env.game.state()
    with pytest.raises(IllegalActionError, match="whole number"):
        env.step(action)
    assert env.game.state() == before


@pytest.mark.parametrize("opponent", ["random", make("random")])
@pytest.mark.parametrize("illegal", ["raise", "lose"])
def test_nor_in_the_env_of_one_seat_before_or_behind_the_end(opponent, illegal):
    env = AlteredGymEnv(opponent, illegal=illegal, day_limit=1)
    observation, _ = env.reset(seed=2)
    over = False
    while True:
        before = env.game.state()
        for action in NO_NUMBERS:
            with pytest.raises(IllegalActionError, match="whole number"):
                env.step(action)
        assert env.game.state() == before
        if over:
            break
        while not over:
            observation, _, *ends, _ = env.step(int(observation["action_mask"].argmax()))
            over = any(ends)


@pytest.mark.parametrize("options", [{"day_limit": 1}, {"illegal": "lose"}])
def test_what_is_over_for_the_learner_is_over_whatever_the_engine_would_take(options):
    env = AlteredGymEnv(seat=0, **options)
    observation, _ = env.reset(seed=2)
    ends = [False, False]
    while not any(ends):
        mask = observation["action_mask"]
        chosen = wrong(mask) if "illegal" in options else int(mask.argmax())
        observation, _, *ends, _ = env.step(chosen)
    before = env.game.state()
    for action in range(len(observation["action_mask"])):
        with pytest.raises(IllegalActionError, match="the game is over"):
            env.step(action)
    assert env.game.state() == before


@pytest.mark.parametrize("kind", [np.array, lambda one: np.array(one[0]), lambda one: one[0]])
def test_an_array_of_one_whole_number_is_that_number(kind):
    env = altered_v0.raw_env()
    env.reset(seed=2)
    action = kind([int(env.last()[0]["action_mask"].argmax())])
    env.step(action)
    assert env.game.story.actions
    one = gymnasium.make("Altered-v0").unwrapped
    observation, _ = one.reset(seed=2)
    one.step(kind([int(observation["action_mask"].argmax())]))
    game = altered_env.Game.start("axiom", "bravos", seed=1)
    game.act(kind([game.legal_actions()[0]]))
    assert len(game.story.actions) == 1


def test_the_learner_of_one_seat_loses():
    env = gymnasium.make("Altered-v0", illegal="lose").unwrapped
    observation, _ = env.reset(seed=3)
    observation, reward, terminated, truncated, info = env.step(wrong(observation["action_mask"]))
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal"] == info["seat"] == env.learner
    assert not observation["action_mask"].any()


class Strange:
    """A bot that answers with an action that is not offered."""

    name = "strange"

    def start(self, seed):
        self.seed = seed

    def act(self, seat):
        return 390


def test_a_bot_that_answers_illegally_is_named_or_loses():
    env = AlteredGymEnv(Strange(), seat="player_0")
    with pytest.raises(IllegalActionError, match=r"strange, playing player_1, answers 390"):
        for seed in range(4):
            observation, _ = env.reset(seed=seed)
            for _ in range(20):
                action = int(observation["action_mask"].argmax())
                observation, *_ = env.step(action)
    env = AlteredGymEnv(Strange(), seat="player_0", illegal="lose")
    observation, _ = env.reset(seed=1)
    over = False
    while not over:
        action = int(observation["action_mask"].argmax())
        observation, reward, over, truncated, info = env.step(action)
    assert (reward, truncated, info["illegal"]) == (0.0, False, "player_1")


def test_in_a_batch_the_others_go_on():
    vec, plain = (make_vec(4, seed=1, threads=1, illegal=how) for how in ("lose", "raise"))
    actions = vec.mask.argmax(axis=1)
    before = vec.seat.copy()
    plain.step(actions)
    actions[2] = wrong(vec.mask[2])
    vec.step(actions)
    assert vec.illegal.tolist() == vec.terminated.tolist() == [False, False, True, False]
    assert vec.reward[2, before[2]] == -1.0
    assert np.abs(vec.reward).sum() == 1.0
    assert vec.last["winner"][2] == -1
    assert vec.decisions.tolist() == [1, 1, 0, 1]
    others = [0, 1, 3]
    assert np.array_equal(vec.observation[others], plain.observation[others])
    vec.step(vec.mask.argmax(axis=1))
    assert not vec.illegal.any() and not vec.reward.any()


def test_in_the_batch_of_stable_baselines_the_learner_loses():
    env = AlteredVecEnv(3, seed=1, threads=1, view="raw", illegal="lose")
    env.reset()
    actions = env.action_masks().argmax(axis=1)
    actions[1] = wrong(env.action_masks()[1])
    _, reward, done, _ = env.step(actions)
    assert reward.tolist() == [0.0, -1.0, 0.0]
    assert done.tolist() == [False, True, False]


def test_in_a_batch_too_an_opponent_that_answers_illegally_is_named_or_loses():
    def strange(observation, mask):
        return mask.argmin(axis=1)

    def stranger(observation, mask):
        return np.zeros(len(mask))

    for policy, says in (
        (strange, r"strange, playing player_1 in game \d, answers \d+; legal are"),
        (stranger, "stranger: .* whole numbers, found an array of float64"),
    ):
        env = AlteredVecEnv(2, (policy,), seat=0, seed=1, threads=1, view="raw")
        with pytest.raises(IllegalActionError, match=says):
            for _ in range(20):
                env.reset()
                for _ in range(10):
                    env.step(env.action_masks().argmax(axis=1))
    env = AlteredVecEnv(2, (strange,), seat=0, seed=1, threads=1, view="raw", illegal="lose")
    env.reset()
    done = np.zeros(2, dtype=bool)
    while not done.any():
        _, reward, done, _ = env.step(env.action_masks().argmax(axis=1))
    assert not reward.any()


def test_in_a_draft_it_ends_for_all():
    env = draft_v0.env(illegal="lose", pilot="random", rounds=1)
    env.reset(seed=1)
    env.step(391)
    assert env.rewards["player_0"] == -1.0
    assert sum(env.rewards.values()) == -1.0
    assert all(env.terminations.values())
    assert not env.last()[0]["action_mask"].any()


def test_masks_as_tools_want_them():
    env = altered_v0.env(masks="bool")
    env.reset(seed=1)
    for agent in env.agents:
        seen = env.observe(agent)
        assert seen["action_mask"].dtype == bool
        assert seen in env.observation_space(agent)
    vec = make_vec(2, seed=1, threads=1, masks="bool")
    assert vec.mask.dtype == bool
    vec.step(vec.mask.argmax(axis=1))
    assert vec.mask.any(axis=1).all()
    one = AlteredGymEnv(masks="bool")
    assert one.reset(seed=1)[0] in one.observation_space


@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
@pytest.mark.parametrize("name", ["VectorEnv", "VecEnv"])
def test_minus_one_is_no_legal_action_where_nobody_waits(name, mode):
    """It skips a game of `make_vec`; elsewhere it is not in the action space."""

    def made(**options):
        if name == "VecEnv":
            env = AlteredVecEnv(3, seed=1, threads=1, **options)
        else:
            env = AlteredVectorEnv(3, threads=1, autoreset_mode=mode, **options)
        env.reset()
        return env

    env = made()
    actions = env.action_masks().argmax(axis=1)
    actions[1] = -1
    before = env.vec.decisions.copy()
    with pytest.raises(IllegalActionError, match="the first: action -1 in game 1"):
        env.step(actions)
    assert np.array_equal(env.vec.decisions, before)
    env = made(illegal="lose")
    _, rewards, ended, *_ = env.step(actions)
    assert rewards.tolist() == [0, -1, 0] and ended.tolist() == [False, True, False]
    if name == "VectorEnv" and mode == "NextStep":
        _, rewards, ended, *_ = env.step(np.full(3, -1))  # that of an ended game is ignored
        assert rewards.tolist() == [-1, 0, -1] and ended.tolist() == [True, False, True]
    vec = make_vec(2, learner=True, threads=1)
    before = vec.vec.decisions.copy()
    vec.step(np.array([-1, -1]))
    assert np.array_equal(vec.vec.decisions, before)
