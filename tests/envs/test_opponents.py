"""`opponent=` accepts the same in every env: a name, a list with weights, a function, an agent."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

from altered_env import altered_v0, draft_v0, make_vec
from altered_env._runtime import renamed
from altered_env._runtime.renamed import RenamedWarning
from altered_env.agents.registry import make
from altered_env.envs.gym_env import AlteredGymEnv
from altered_env.envs.gym_vector import AlteredVectorEnv
from altered_env.envs.sb3 import AlteredVecEnv
from altered_env.envs.single_agent_vec import SingleAgentVec
from altered_env.game.errors import IllegalActionError


class Asked:
    """An agent that counts how often it is asked."""

    name = "asked"

    def __init__(self):
        self.started = self.times = 0

    def start(self, seed):
        self.started += 1

    def act(self, seat):
        self.times += 1
        return seat.actions[0]


class OfOne:
    """A Gymnasium env of one seat, or several, as the others are used here."""

    def __init__(self, env):
        self.env, self.mask = env, None

    def play(self, steps):
        seen, _ = self.env.reset(seed=1)
        for _ in range(steps):
            seen, _, *ends, _ = self.env.step(seen["action_mask"].argmax(axis=-1))
            if np.ndim(ends[0]) == 0 and any(ends):
                seen, _ = self.env.reset()


class OfVec:
    def __init__(self, vec):
        self.vec = vec

    def play(self, steps):
        self.vec.reset(1)
        for _ in range(steps):
            self.vec.step(self.vec.mask.argmax(axis=1))


class OfSb3:
    def __init__(self, env):
        self.env = env

    def play(self, steps):
        self.env.reset()
        for _ in range(steps):
            self.env.step(self.env.action_masks().argmax(axis=1))


ENVS = {
    "Altered-v0": lambda **o: OfOne(gymnasium.make("Altered-v0", **o).unwrapped),
    "AlteredGymEnv": lambda **o: OfOne(AlteredGymEnv(**o)),
    "AlteredVectorEnv": lambda **o: OfOne(AlteredVectorEnv(2, threads=1, **o)),
    "make_vec": lambda **o: OfVec(make_vec(2, learner=True, threads=1, **o)),
    "SingleAgentVec": lambda **o: OfVec(SingleAgentVec(2, threads=1, **o)),
    "AlteredVecEnv": lambda **o: OfSb3(AlteredVecEnv(2, threads=1, view="raw", **o)),
}
every_env = pytest.mark.parametrize("env", ENVS.values(), ids=ENVS)


@every_env
def test_a_name(env):
    env(opponent="greedy", seat=1).play(3)


@every_env
def test_a_function(env):
    asked = []

    def first(observation, mask):
        assert observation.shape == (len(mask), 7302) and mask.any(axis=1).all()
        asked.append(len(mask))
        return mask.argmax(axis=1)

    env(opponent=first, seat=1).play(4)
    assert asked


@every_env
def test_an_agent(env):
    agent = Asked()
    env(opponent=agent, seat=1).play(4)
    assert agent.started and agent.times


@every_env
def test_a_compiled_agent_as_an_object_is_asked(env):
    env(opponent=make("greedy"), seat=1).play(2)


@every_env
def test_a_list_is_drawn_from_by_odds(env):
    agents = [Asked(), Asked(), Asked()]
    env(opponent=agents, odds=[0, 0, 1], seat=1, day_limit=1).play(12)
    assert [agent.times > 0 for agent in agents] == [False, False, True]
    env(opponent=("random", agents[0], lambda seen, mask: mask.argmax(axis=1))).play(4)


@every_env
@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        ("greddy", LookupError, "no agent is called 'greddy', did you mean 'greedy'"),
        (["random", "greddy"], LookupError, "did you mean 'greedy'"),
        ("random+greedy", ValueError, r"several agents are a list: \['random', 'greedy'\]"),
        ({"greedy": 3}, TypeError, r"write opponent=\['greedy'\], odds=\[3\]"),
        ([], ValueError, "an opponent is needed: an agent by name, an Agent, a function"),
        (7, TypeError, "an agent by name, an Agent, a function .* list of these; found 7"),
        ([7], TypeError, "found 7"),
        (Asked, TypeError, r"found the class Asked: write Asked\(\)"),
        (lambda seen: seen, TypeError, r"<lambda> must take observations and masks.* \(seen\)"),
        ("net:four", ValueError, "trained for four players, but this game has two"),
    ],
)
def test_what_is_no_opponent_is_named_with_what_would_be_one(env, given, error, says):
    with pytest.raises(error, match=says):
        env(opponent=given)


@every_env
@pytest.mark.parametrize(
    ("odds", "error", "says"),
    [
        ([1], ValueError, r"odds: expected one for each of 2 opponents, found \[1\]"),
        ([0, 0], ValueError, "not all 0"),
        ([1, -1], ValueError, "from 0 on"),
        ("ab", TypeError, "a list of numbers, found 'ab'"),
    ],
)
def test_odds_that_are_wrong_are_named(env, odds, error, says):
    with pytest.raises(error, match=says):
        env(opponent=["random", "greedy"], odds=odds)


@every_env
@pytest.mark.parametrize("answer", ["pass", 10**30, 10**6, 391, -1])
def test_an_agent_that_answers_illegally_is_named(env, answer):
    agent = Asked()
    agent.act = lambda seat: answer
    with pytest.raises(IllegalActionError, match="asked"):
        env(opponent=agent, seat=1).play(4)
    if answer != "pass":
        env(opponent=agent, seat=1, illegal="lose").play(4)


@every_env
def test_a_function_that_answers_no_numbers_is_named(env):
    def strange(observation, mask):
        return np.zeros(len(mask))

    with pytest.raises(IllegalActionError, match=r"strange: expected an array of . whole numbers"):
        env(opponent=strange, seat=1).play(4)


@every_env
def test_the_old_name_is_read_with_a_warning(env, monkeypatch):
    monkeypatch.setattr(renamed, "_told", set())
    with pytest.warns(RenamedWarning, match="the option opponents is now called opponent"):
        env(opponents=("greedy",), seat=1).play(1)
    with pytest.raises(TypeError, match="opponents is now called opponent: give it once"):
        env(opponents=("greedy",), opponent="greedy")


def test_in_a_batch_without_a_learner_the_old_name_is_seats(monkeypatch):
    monkeypatch.setattr(renamed, "_told", set())
    with pytest.warns(RenamedWarning, match="the option opponents is now called seats") as warned:
        old = make_vec(2, opponents=(None, "random"), seed=3, threads=1)
    assert warned[0].filename == __file__
    new = make_vec(2, seats=(None, "random"), seed=3, threads=1)
    for _ in range(5):
        actions = new.mask.argmax(axis=1)
        old.step(actions)
        new.step(actions)
        assert np.array_equal(old.observation, new.observation) and not new.seat.any()


@pytest.mark.parametrize("make", [altered_v0.env, altered_v0.parallel_env, draft_v0.env])
@pytest.mark.parametrize("option", ["opponent", "odds", "seat"])
def test_where_the_caller_plays_every_seat_this_is_said(make, option):
    with pytest.raises(TypeError, match=f"no option '{option}', since the caller plays every seat"):
        make(**{option: "random"})
