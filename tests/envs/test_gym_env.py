"""The single-agent env: only the learner's decisions, and always the final reward."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from altered_env import Game
from altered_env.agents.greedy import GreedyAgent
from altered_env.agents.registry import make
from altered_env.envs.gym_env import AlteredGymEnv
from altered_env.envs.gym_vector import AlteredVectorEnv
from altered_env.game.errors import IllegalActionError


def play(env, seed, rng):
    observation, info = env.reset(seed=seed)
    rewards = []
    over = False
    while not over:
        legal = np.flatnonzero(observation["action_mask"])
        assert len(legal)
        observation, reward, terminated, truncated, info = env.step(int(rng.choice(legal)))
        rewards.append(reward)
        over = terminated or truncated
    return rewards, info, truncated


def test_the_checker_of_gymnasium():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of spaces that are no images
        check_env(_Legal(AlteredGymEnv(render_mode="ansi")))


class _Legal(gymnasium.Wrapper):
    """The checker samples actions without a mask: here they are the nearest legal ones."""

    def step(self, action):
        legal = np.flatnonzero(self.unwrapped.action_masks())
        return self.env.step(int(legal[int(action) % len(legal)]))


@pytest.mark.parametrize("opponent", ["random", "greedy", ["random", "greedy"]])
def test_the_reward_of_the_end_always_arrives(opponent):
    env = gymnasium.make("Altered-v0", opponent=opponent)
    rng = np.random.default_rng(0)
    results = []
    for seed in range(6):
        rewards, info, truncated = play(env, seed, rng)
        assert not truncated
        assert set(rewards[:-1]) <= {0.0}
        assert rewards[-1] == (1.0 if info["winner"] == info["seat"] else -1.0)
        results.append(rewards[-1])
    assert env.unwrapped.learner == info["seat"]


def test_the_opponent_ends_games_too():
    """Some games end in the opponent's decision: their reward arrives all the same."""
    env = gymnasium.make("Altered-v0", opponent="greedy").unwrapped
    rng = np.random.default_rng(1)
    by_opponent = 0
    for seed in range(12):
        rewards, _, _ = play(env, seed, rng)
        assert rewards[-1] in (1.0, -1.0)
        by_opponent += env._one.decider != env._learner
    assert by_opponent


def test_a_named_opponent_answers_in_compiled_code_and_the_game_can_be_replayed():
    env = AlteredGymEnv("greedy", seat="player_1", decks="starters")
    observation, _ = env.reset(seed=3)
    steps = []
    env._let_play = lambda: steps.append(1)
    for _ in range(4):
        before = env._one.decisions
        observation, *_ = env.step(int(observation["action_mask"].argmax()))
        assert env._one.decisions > before and env._one.decider == env._learner
    assert not steps
    story = env.game.story
    again = Game.start(*story.decks, seed=story.seed)
    for action in story.actions:
        again.act(action)
    assert (again.show(), again.legal_actions()) == (env.game.show(), env.game.legal_actions())


def test_an_opponent_that_is_given_as_an_agent_is_asked():
    asked = []

    class Mine(GreedyAgent):
        def act(self, seat):
            asked.append(seat.player)
            return seat.actions[0]

    env = AlteredGymEnv(Mine(), seat="player_1")
    env.reset(seed=1)
    env.step(int(env.action_masks().argmax()))
    assert asked and set(asked) == {0}


def test_seats_and_decks():
    env = gymnasium.make("Altered-v0", seat="player_1")
    for seed in range(3):
        _, info = env.reset(seed=seed, options={"decks": ("muna", "lyra")})
        assert info["seat"] == "player_1"
        assert [deck.name for deck in env.unwrapped.game.story.decks] == ["muna", "lyra"]
    env = gymnasium.make("Altered-v0")
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(12)} == {"player_0", "player_1"}


def test_the_same_seed_gives_the_same_game():
    games = [
        play(gymnasium.make("Altered-v0", opponent="greedy"), 5, np.random.default_rng(2))
        for _ in range(2)
    ]
    assert games[0] == games[1]


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_it_can_be_copied_and_continued(twin):
    env = gymnasium.make("Altered-v0", opponent="random").unwrapped
    env.reset(seed=4)
    other = twin(env)
    for _ in range(30):
        action = int(env.action_masks().argmax())
        mine, yours = env.step(action), other.step(action)
        assert np.array_equal(mine[0]["observation"], yours[0]["observation"])
        assert mine[1:] == yours[1:]
        if mine[2]:
            break


def test_a_day_limit_truncates():
    env = gymnasium.make("Altered-v0", day_limit=2)
    rewards, _, truncated = play(env, 1, np.random.default_rng(1))
    assert truncated
    assert set(rewards) == {0.0}


def test_it_is_rendered_for_the_learner():
    env = gymnasium.make("Altered-v0", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.unwrapped.game.show(env.unwrapped._learner)
    assert gymnasium.make("Altered-v0", render_mode="human") is not None


def test_vectors_of_gymnasium():
    envs = gymnasium.make_vec("Altered-v0", num_envs=3, vectorization_mode="sync")
    observation, _ = envs.reset(seed=1)
    assert observation["observation"].shape == (3, 7302)
    for _ in range(5):
        observation, *_ = envs.step(observation["action_mask"].argmax(axis=1))
    assert observation["action_mask"].any(axis=1).all()
    envs.close()


def test_gymnasium_imports_the_package_by_itself():
    code = "import gymnasium; print(gymnasium.make('altered_env:Altered-v0').spec.id)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "Altered-v0"


def test_what_is_wrong_is_named():
    env = gymnasium.make("Altered-v0").unwrapped
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    before = env.game.state()
    with pytest.raises(IllegalActionError, match="legal are"):
        env.step(391)
    assert env.game.state() == before
    with pytest.raises(ValueError, match="decks, seat and start"):
        env.reset(options={"deck": 1})
    with pytest.raises(ValueError, match="player_0, player_1"):
        gymnasium.make("Altered-v0", seat="A")
    assert gymnasium.make("Altered-v0", opponent=make("greedy")) is not None


def test_the_end_is_told_with_the_same_keys_everywhere():
    """docs/environments.md, Infos: after a result, after the day limit and an illegal action."""
    for options in ({}, {"day_limit": 1}, {"illegal": "lose"}):
        action = (lambda mask: int((mask == 0).argmax())) if "illegal" in options else np.argmax
        env = AlteredGymEnv(**options)
        seen, over = env.reset(seed=1)[0], False
        while not over:
            seen, reward, *ends, info = env.step(int(action(seen["action_mask"])))
            over = any(ends)
        vec = AlteredVectorEnv(1, threads=1, **options)
        seen, infos = vec.reset(seed=1)
        while "final_info" not in infos:
            seen, *_, infos = vec.step([int(action(seen["action_mask"][0]))])
        final = {name for name in infos["final_info"] if not name.startswith("_")}
        keys = {"winner", "winners", "day", "decisions", "seat", "opponent"}
        keys |= {"illegal"} if "illegal" in options else set()
        assert set(info) == final == keys
        assert (
            (info["winners"] == [info["winner"]])
            if reward and not options
            else (info["winners"] == [] and info["winner"] is None)
        )
