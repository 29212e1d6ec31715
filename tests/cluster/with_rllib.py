"""Real RLlib training: `make test-rllib`, and continuous integration when time allows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest

from altered_env.envs.rllib import LEARNER, AlteredMultiAgentEnv, RandomLegal, _seat, self_play
from altered_env.game.errors import IllegalActionError

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def env():
    return AlteredMultiAgentEnv({"decks": "starters", "illegal": "lose"})


def test_a_game_from_its_first_decision_to_its_end(env):
    chance = np.random.default_rng(3)
    seen, _ = env.reset(seed=5)
    ended, steps = False, 0
    while not ended:
        (agent,) = seen
        assert env.observation_spaces[agent].contains(seen[agent])
        legal = np.flatnonzero(seen[agent]["action_mask"])
        seen, rewards, over, cut, infos = env.step({agent: int(chance.choice(legal))})
        ended, steps = over["__all__"], steps + 1
        assert not cut["__all__"] and (ended or set(rewards.values()) == {0.0})
    assert sorted(rewards.values()) == [-1.0, 1.0] and set(seen) == set(env.possible_agents)
    assert steps == infos["player_0"]["decisions"] > 50


def test_it_has_the_table_of_its_cards(env):
    assert env.card_features is env.aec.card_features


def test_whoever_is_to_act_needs_an_action(env):
    (agent,), _ = env.reset(seed=5)
    with pytest.raises(IllegalActionError, match=f"{agent} is to act, found those of none"):
        env.step({})


def test_a_step_before_reset_is_refused():
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset before step"):
        AlteredMultiAgentEnv({"decks": "starters"}).step({"player_0": 0})


def test_what_is_illegal_loses(env):
    seen, _ = env.reset(seed=5)
    (agent,) = seen
    wrong = int(seen[agent]["action_mask"].argmin())
    _, rewards, over, _, _ = env.step({agent: wrong})
    assert over["__all__"] and rewards[agent] == -1.0


def test_it_is_refused_by_default_as_in_every_env():
    env = AlteredMultiAgentEnv({"decks": "starters"})
    seen, _ = env.reset(seed=5)
    (agent,) = seen
    with pytest.raises(IllegalActionError, match="is not legal"):
        env.step({agent: int(seen[agent]["action_mask"].argmin())})


def test_random_play_is_legal(env):
    one = env.possible_agents[0]
    module = RandomLegal(
        observation_space=env.observation_spaces[one], action_space=env.action_spaces[one]
    )
    mask = np.zeros((50, 392), np.float32)
    mask[np.arange(50), np.arange(50)] = mask[np.arange(50), 200] = 1
    actions = module._forward({"obs": {"action_mask": mask}})["actions"]
    assert (mask[np.arange(50), actions] == 1).all() and len(set(actions)) > 10


class Episode:
    def __init__(self, number):
        self.id_ = number


def test_the_learner_sits_on_both_sides_against_all_of_the_pool():
    met = set()
    for number in range(40):
        seats = [_seat(2, f"player_{k}", Episode(number)) for k in (0, 1)]
        assert seats.count(LEARNER) == 1
        met.add((seats.index(LEARNER), next(s for s in seats if s != LEARNER)))
    assert met == {(k, who) for k in (0, 1) for who in ("random", "self_1", "self_2")}


def test_the_settings_are_those_of_the_new_stack():
    config = self_play({"decks": "starters"})
    assert config.enable_rl_module_and_learner and config.enable_env_runner_and_connector_v2
    assert config.policies_to_train == [LEARNER]


def test_its_example_learns_and_the_pool_grows():
    command = [sys.executable, ROOT / "training/rllib_self_play.py", "--seconds", "5"]
    command += ["--batch", "512", "--threshold", "0", "--least", "1"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=500)
    assert done.returncode == 0, done.stderr[-2000:]
    assert re.search(r"^speed: [\d,]+ decisions/s", done.stdout, re.MULTILINE)
    assert re.search(r"pool of [1-9], won [01]\.\d+", done.stdout)
