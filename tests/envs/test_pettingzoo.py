"""The AEC env follows PettingZoo's conventions, and its own guarantees."""

from __future__ import annotations

import copy
import itertools
import pickle
import subprocess
import sys
import warnings
from types import SimpleNamespace

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    performance_benchmark,
    render_test,
    save_obs_test,
    seed_test,
)
from pettingzoo.utils import parallel_to_aec
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

import altered_env
from altered_env import altered_v0, decks
from altered_env.game.errors import IllegalActionError, IllegalDeckError


def play(env, rng, steps=10_000):
    """Play on at random; everything that was seen and rewarded."""
    seen = []
    for _ in range(steps):
        if not env.agents:
            break
        observation, reward, termination, truncation, _ = env.last()
        seen.append((env.agent_selection, reward, observation["action_mask"].tobytes()))
        if termination or truncation:
            env.step(None)
        else:
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return seen


@pytest.mark.parametrize("detail", ["full", "mask"])
def test_the_api_of_pettingzoo(detail):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of spaces that are no images
        api_test(altered_v0.env(detail=detail), num_cycles=300)


def test_the_same_seed_gives_the_same_game():
    seed_test(altered_v0.env, num_cycles=60)


def test_a_board_as_pixels():
    env = altered_v0.env(render_mode="rgb_array")
    env.reset(seed=1)
    board = env.render()
    assert board.dtype == np.uint8 and board.shape[1:] == (900, 3) and len(np.unique(board)) > 20


def test_rendering():
    render_test(altered_v0.env)


def test_a_day_limit_truncates():
    env = altered_v0.env(day_limit=1)
    env.reset(seed=3)
    seen = play(env, np.random.default_rng(0))
    assert [reward for _, reward, _ in seen[-2:]] == [0.0, 0.0]
    env.reset(seed=3)
    while not any(env.truncations.values()):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert env.truncations == {"player_0": True, "player_1": True}
    assert not any(env.terminations.values())
    assert env.infos["player_0"]["winner"] is None
    assert not env.observe("player_0")["action_mask"].any()
    assert not env.observe("player_1")["action_mask"].any()


def test_it_is_registered():
    env = pettingzoo.make("aec", "altered_v0", decks="axiom")
    assert isinstance(env, OrderEnforcingWrapper)
    assert str(env) == "altered_v0"
    assert not env.metadata["is_parallelizable"]
    assert altered_env.env is altered_v0.env
    assert altered_env.raw_env is altered_v0.raw_env


@pytest.mark.parametrize(
    "code",
    [
        "import altered_env, pettingzoo; pettingzoo.make('aec', 'altered_v0')",
        "import pettingzoo, altered_env; pettingzoo.make('aec', 'altered-v0')",
        "import altered_env, gymnasium; gymnasium.make('Altered-v0')",
        "import gymnasium, altered_env; gymnasium.make('Altered-v0')",
        "import altered_env; from pettingzoo.utils import AECEnv; altered_env.env()",
    ],
)
def test_it_is_registered_whatever_is_imported_first(code):
    subprocess.run([sys.executable, "-W", "error::UserWarning", "-c", code], check=True)


@pytest.mark.parametrize("seed", range(5))
def test_a_game_ends_with_a_winner_and_a_loser(seed):
    env = altered_v0.env()
    env.reset(seed=seed)
    rewards = dict.fromkeys(env.agents, 0.0)
    for agent, reward, _ in play(env, np.random.default_rng(seed)):
        rewards[agent] += reward
    assert sorted(rewards.values()) == [-1.0, 1.0]


def test_only_who_decides_has_legal_actions():
    env = altered_v0.raw_env()
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    while not any(env.terminations.values()):
        decider = env.agent_selection
        other = next(agent for agent in env.agents if agent != decider)
        assert env.observe(decider)["action_mask"].any()
        assert not env.observe(other)["action_mask"].any()
        env.step(int(rng.choice(np.flatnonzero(env.observe(decider)["action_mask"]))))


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_live_env_can_be_copied_and_continued(twin):
    env = altered_v0.env()
    env.reset(seed=5)
    play(env, np.random.default_rng(5), steps=40)
    other = twin(env)
    there = play(other, np.random.default_rng(6))
    assert there == play(env, np.random.default_rng(6))
    env.reset()
    other.reset()
    assert play(env, np.random.default_rng(7)) == play(other, np.random.default_rng(7))


@pytest.mark.parametrize("action", [-1, 392, 10**9, None, "pass", 1.5])
def test_an_action_that_is_none_changes_nothing(action):
    env = altered_v0.raw_env()
    env.reset(seed=2)
    before = env.game.state()
    with pytest.raises(IllegalActionError, match="action"):
        env.step(action)
    assert env.game.state() == before


def test_a_masked_action_changes_nothing_and_is_answered_with_what_is_legal():
    env = altered_v0.raw_env()
    env.reset(seed=2)
    before = env.game.state()
    wrong = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(IllegalActionError, match=r"legal are .* in hand"):
        env.step(wrong)
    assert env.game.state() == before
    assert env.agent_selection in env.agents


def test_every_legal_action_has_words_and_every_action_of_the_game_a_row():
    env = altered_v0.raw_env(decks="random:20:3")
    rng = np.random.default_rng(4)
    for seed in range(3):
        env.reset(seed=seed)
        while env.agents and not any(env.terminations.values()):
            mask = env.observe(env.agent_selection)["action_mask"]
            legal = np.flatnonzero(mask)
            labels = env.labels()
            assert sorted(labels) == legal.tolist()
            assert sorted(labels.values()) == sorted(env.game.labels().values())
            env.step(int(rng.choice(legal)))


def test_a_game_of_the_env_is_a_game_that_can_be_replayed():
    from altered_env.game.replay import Replay

    env = altered_v0.raw_env(rules="5.0")
    env.reset(seed=8)
    play(env, np.random.default_rng(8))
    game = env.game
    assert Replay.of(game).play() == game


def test_options_of_reset():
    env = altered_v0.raw_env()
    env.reset(options={"decks": ("lyra", "muna"), "game_seed": 12})
    assert env.game == altered_env.Game.start("lyra", "muna", seed=12, day_limit=None)
    with pytest.raises(ValueError, match=r"decks, game_seed and start, found \['deck'\]"):
        env.reset(options={"deck": 1})


def test_decks_by_agent_and_by_sampler():
    env = altered_v0.raw_env(decks={"player_0": "lyra", "player_1": ["muna", "yzmir"]})
    for seed in range(4):
        env.reset(seed=seed)
        first, second = env.game.story.decks
        assert first.name == "lyra"
        assert second.name in ("muna", "yzmir")

    def sampler(rng):
        return decks.random(int(rng.integers(99))), decks.starter("axiom")

    env = altered_v0.raw_env(decks=sampler)
    names = set()
    for seed in range(3):
        env.reset(seed=seed)
        names.add(env.game.story.decks[0].name)
    assert len(names) == 3


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"decks": "starter"}, LookupError, "starters"),
        ({"decks": 7}, TypeError, "found 7"),
        ({"decks": []}, TypeError, "found"),
        ({"decks": {"player_0": "axiom"}}, ValueError, "player_1"),
        ({"decks": {"player_0": "axiom", "player_2": "axiom"}}, ValueError, "player_2"),
        ({"rules": "4.0"}, ValueError, "2024.09"),
        ({"format": "standart"}, LookupError, "standard"),
        ({"day_limit": 0}, ValueError, "from 1 on"),
        ({"day_limit": 2.5}, ValueError, r"found 2\.5"),
        ({"detail": "all"}, ValueError, "full or mask"),
        ({"render_mode": "picture"}, ValueError, "rgb_array"),
        ({"decks": decks.Deck("bare", None, ())}, IllegalDeckError, "bare is not legal"),
    ],
)
def test_options_that_are_wrong_are_named(options, error, says):
    with pytest.raises(error, match=says):
        altered_v0.env(**options)


def test_max_cycles():
    """Like PettingZoo's own test, which samples without masks and asks for a parallel env."""
    env = altered_v0.env(max_cycles=4)
    env.reset(seed=0)
    rewards = [reward for _, reward, _ in play(env, np.random.default_rng(0))]
    assert rewards == [0.0] * 6  # four decisions, and two final steps
    env = pettingzoo.make("aec", "altered_v0", max_cycles=7)
    env.reset(seed=0)
    assert len(play(env, np.random.default_rng(0))) == 9
    with pytest.raises(ValueError, match="max_cycles"):
        altered_v0.env(max_cycles=0)


def test_the_max_cycles_test_of_pettingzoo():
    """It expects every agent to act in every cycle, as parallel envs have it."""

    def in_turn(max_cycles):
        return parallel_to_aec(altered_v0.parallel_env(max_cycles=max_cycles))

    max_cycles_test(SimpleNamespace(parallel_env=altered_v0.parallel_env, env=in_turn))


def test_observations_that_are_no_pictures_are_said_to_be_none(capsys):
    env = altered_v0.env()
    env.reset(seed=0)
    save_obs_test.test_save_obs(env)
    assert "did not save the observations" in capsys.readouterr().out


def test_the_benchmark_of_pettingzoo_runs(monkeypatch, capsys):
    clock = itertools.count()  # a second passes whenever it looks: it stops after six rounds
    monkeypatch.setattr("time.time", lambda: float(next(clock)))
    performance_benchmark(altered_v0.env())
    assert "turns per second" in capsys.readouterr().out
