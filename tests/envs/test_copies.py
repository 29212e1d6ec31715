"""Agents, and envs with any opponent, can be copied and pickled; a copy plays on in the same
way."""

from __future__ import annotations

import copy
import pickle

import gymnasium
import numpy as np
import pytest

from altered_env import Game, altered_v0, make_vec
from altered_env.agents import make
from altered_env.envs.gym_env import AlteredGymEnv
from altered_env.envs.gym_vector import AlteredVectorEnv
from altered_env.envs.sb3 import AlteredVecEnv

TWINS = {"copied": copy.deepcopy, "pickled": lambda one: pickle.loads(pickle.dumps(one))}
AGENTS = (
    "random",
    "greedy",
    "rules",
    "net:v1",
    "net:v3",
    "ismcts:iterations=8",
    "search:iterations=8",
    "rollout:rollouts=2",
)
every_twin = pytest.mark.parametrize("twin", TWINS.values(), ids=TWINS)


def moves(agent, game, count):
    found = []
    while not game.over and len(found) < count:
        found.append(agent.act(game.seat()))
        game.act(found[-1])
    return found


@every_twin
@pytest.mark.parametrize("name", AGENTS)
def test_a_copy_of_an_agent_makes_the_same_moves(name, twin):
    new = make(name)
    new.start(3)
    same = twin(new)
    game = Game.start("axiom", "lyra", seed=2)
    assert moves(same, game.clone(), 4) == moves(new, game.clone(), 4)
    later = twin(new)  # after it has played
    assert moves(later, game.clone(), 4) == moves(new, game.clone(), 4)


@every_twin
def test_a_copy_of_an_agent_that_plays_with_four(twin):
    agent = make("greedy")
    agent.start(1)
    game = Game.start("axiom", "lyra", "muna", "bravos", seed=2, format="free_for_all")
    moves(agent, game, 3)
    same = twin(agent)
    assert moves(same, game.clone(), 4) == moves(agent, game.clone(), 4)


class One:
    """Any env, stepped by its first legal actions; what it shows and gives."""

    def __init__(self, env):
        self.env = env
        env.reset(seed=5) if isinstance(env, gymnasium.Env | AlteredVectorEnv) else env.reset()

    def play(self, count):
        found = []
        for _ in range(count):
            masks = (
                self.env.get_wrapper_attr("action_masks")()
                if isinstance(self.env, gymnasium.Env)
                else self.env.action_masks()
            )
            if not masks.any():
                self.env.reset()
                continue
            seen, *rest = self.env.step(masks.argmax(axis=-1))
            shown = seen
            if isinstance(seen, dict):
                shown = seen.get("observation", seen)
            parts = shown.values() if isinstance(shown, dict) else [shown]
            found.append([part.tobytes() for part in parts] + [np.asarray(rest[0]).tolist()])
        return found


class Learners(One):
    def __init__(self, vec):
        self.env = vec
        vec.reset(5)

    def play(self, count):
        found = []
        for _ in range(count):
            self.env.step(self.env.mask.argmax(axis=1))
            found.append([self.env.observation.tobytes(), self.env.reward.tolist()])
        return found


ENVS = {
    "make": lambda **o: One(gymnasium.make("Altered-v0", **o)),
    "AlteredGymEnv": lambda **o: One(AlteredGymEnv(**o)),
    "VectorEnv": lambda **o: One(AlteredVectorEnv(2, threads=2, **o)),
    "VecEnv": lambda **o: One(AlteredVecEnv(2, threads=1, seed=5, **o)),
    "VecEnv, compact": lambda **o: One(AlteredVecEnv(2, threads=1, view="compact", **o)),
    "make_vec": lambda **o: Learners(make_vec(2, learner=True, threads=1, **o)),
}


@every_twin
@pytest.mark.parametrize("opponent", [*AGENTS, "an object", "two"])
@pytest.mark.parametrize("env", ENVS)
def test_a_copy_of_an_env_goes_on_in_the_same_way(env, opponent, twin):
    given = {"an object": make("greedy"), "two": ["greedy", "rules"]}.get(opponent, opponent)
    one = ENVS[env](opponent=given, day_limit=4)
    one.play(3)
    same = twin(one)
    count = 6 if ":" in opponent else 25
    assert same.play(count) == one.play(count)


@every_twin
def test_a_copy_of_a_batch_for_all_seats(twin):
    one = Learners(make_vec(3, seats=(None, "random"), threads=2, view="flat"))
    one.play(5)
    same = twin(one)
    assert same.play(30) == one.play(30)


@every_twin
def test_a_copy_of_an_env_for_all_seats(twin):
    env = altered_v0.raw_env(view="compact")
    env.reset(seed=1)
    same = twin(env)
    for _ in range(5):
        for each in (env, same):
            each.step(each.observe(each.agent_selection)["action_mask"].argmax())
        assert same.game.story.actions == env.game.story.actions
