"""Privileged information for a critic, never for an agent."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from pettingzoo.test.state_test import test_state as state_of_pettingzoo
from pettingzoo.test.state_test import test_state_space as state_space_of_pettingzoo

from altered_env import altered_v0, make_vec
from altered_env.batch.layout import H
from altered_env.engine.terms import C, Z
from altered_env.envs.one_game import OneGame
from altered_env.envs.setup import Setup
from altered_env.spaces.gym_spaces import everything_parts, everything_space, structured


def hidden(everything):
    parts = everything_parts(everything)
    return parts["hidden"][: int(parts["rows"])].tolist()


def test_it_is_every_hand_deck_and_mana_zone_in_order():
    env = altered_v0.raw_env(detail="everything", decks={"player_0": "axiom", "player_1": "lyra"})
    env.reset(seed=3)
    for _ in range(14):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    record = env.game.record
    for viewer, agent in enumerate(env.agents):
        rows = hidden(env.everything(agent))
        for seen in range(2):
            side = viewer ^ seen
            cards = record["obj"][:, C.CARD]
            size = int(record["deck_size"][side])
            deck = [int(cards[slot]) + 1 for slot in record["deck"][side, :size][::-1]]
            mine = [row for row in rows if row[H.SIDE] == 1 + seen]
            told = [row for row in mine if row[H.ZONE] == Z.DECK]
            assert [row[H.CARD] for row in told] == deck
            assert [row[H.DEPTH] for row in told] == list(range(1, size + 1))
            for zone in (Z.HAND, Z.MANA):
                there = (record["obj"][:, C.ZONE] == zone) & (record["obj"][:, C.OWNER] == side)
                there &= record["obj"][:, C.LIFE] == 1
                told = sorted(row[H.CARD] for row in mine if row[H.ZONE] == zone)
                assert told == sorted((cards[there] + 1).tolist())
        observation = env.observe(agent)["observation"]
        table = structured(observation)["entities"]
        for row in rows:
            if row[H.ROW]:  # the same card, where the agent knows it
                assert table[row[H.ROW] - 1][0] in (0, row[H.CARD])


def test_agents_are_given_the_same_as_without_it():
    envs = [altered_v0.raw_env(detail=detail) for detail in ("full", "everything")]
    rng = np.random.default_rng(2)
    for env in envs:
        env.reset(seed=2)
    assert envs[0].observation_space("player_0") == envs[1].observation_space("player_0")
    for _ in range(40):
        for agent in envs[0].agents:
            mine, yours = (env.observe(agent) for env in envs)
            assert mine.keys() == yours.keys() == {"observation", "action_mask"}
            assert all(np.array_equal(mine[name], yours[name]) for name in mine)
            envs[1].everything(agent)
        action = int(rng.choice(np.flatnonzero(envs[0].last()[0]["action_mask"])))
        for env in envs:
            env.step(action)


def test_worlds_that_an_agent_cannot_tell_apart_differ_in_it_and_in_nothing_else():
    setup = Setup.of("starters", detail="everything")
    rng = np.random.default_rng(1)
    one, other = OneGame(setup), OneGame(setup)
    one.start(setup.sample(rng), 1)
    differ = 0
    for step in range(30):
        for player in (0, 1):
            other.begin(one.game.resample(player, step + 1))
            seen, there = one.show_to(player), other.show_to(player)
            assert all(np.array_equal(a, b) for a, b in zip(seen, there, strict=True))
            differ += not np.array_equal(one.everything(player), other.everything(player))
        one.act(int(rng.choice(np.flatnonzero(one.mask))))
    assert differ > 50


def test_the_state_of_pettingzoo():
    env = altered_v0.env(detail="everything", illegal="lose")
    env.reset(seed=1)
    assert env.state_space == everything_space()
    state_space_of_pettingzoo(env)
    state_of_pettingzoo(env, num_cycles=3)
    assert np.array_equal(env.state(), env.unwrapped.everything("player_0"))


def test_a_batch_and_one_seat_give_it_beside_the_observation():
    vec = make_vec(3, seed=1, threads=1, detail="everything")
    for _ in range(6):
        vec.step(vec.mask.argmax(axis=1))
    everything = vec.everything
    assert everything.shape == (3, *everything_space().shape)
    env = altered_v0.raw_env(detail="everything")
    env.reset(seed=1, options={"start": vec.game(1)})
    agent = env.possible_agents[int(vec.seat[1])]
    assert np.array_equal(everything[1], env.everything(agent))
    one = gymnasium.make("Altered-v0", detail="everything").unwrapped
    observation, info = one.reset(seed=1)
    assert observation.keys() == {"observation", "action_mask"}
    assert info["everything"] in everything_space()
    assert np.array_equal(info["everything"], one.everything())
    many = gymnasium.make_vec("Altered-v0", num_envs=2, detail="everything", threads=1)
    observations, infos = many.reset(seed=1)
    assert observations.keys() == {"observation", "action_mask"}
    assert np.array_equal(infos["everything"], many.vec.everything)


def test_who_did_not_ask_is_not_given_it():
    env = altered_v0.raw_env()
    env.reset(seed=1)
    for ask in (env.state, lambda: env.everything("player_0"), lambda: make_vec(2).everything):
        with pytest.raises(ValueError, match='detail="everything"'):
            ask()
    assert not hasattr(env, "state_space")


def test_the_parallel_env_gives_it_to_a_critic():
    aec, parallel = (
        make(detail="everything") for make in (altered_v0.raw_env, altered_v0.parallel_env)
    )
    aec.reset(seed=1)
    parallel.reset(seed=1)
    assert parallel.state_space == aec.state_space
    for _ in range(5):
        assert parallel.state_space.contains(parallel.state())
        assert np.array_equal(parallel.state(), aec.state())
        for agent in aec.agents:
            assert np.array_equal(parallel.everything(agent), aec.everything(agent))
        action = int(aec.last()[0]["action_mask"].argmax())
        parallel.step(dict.fromkeys(parallel.agents, action))
        aec.step(action)
    plain = altered_v0.parallel_env()
    plain.reset(seed=1)
    with pytest.raises(ValueError, match='detail="everything"'):
        plain.state()
