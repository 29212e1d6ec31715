"""The draft env: packs and picks, legal decks, and the reward."""

from __future__ import annotations

import warnings

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, seed_test

import altered_env
from altered_env import draft_v0, formats
from altered_env.agents.drafters import RandomDrafter, RatingDrafter
from altered_env.draft_v0 import HEAD, PACK
from altered_env.game.errors import IllegalActionError
from tests.citations import cites


def quick(**options):
    return draft_v0.env(**{"pilot": "random", "rounds": 1, **options})


def play(env, drafters):
    """Draft, build and play to the end; the rewards."""
    rewards = {}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        if termination or truncation:
            rewards[agent] = reward
            env.step(None)
        else:
            env.step(drafters[agent].act(observation))
    return rewards


def of_all(env, make):
    return {agent: make(k) for k, agent in enumerate(env.possible_agents)}


def head(env, agent, name):
    return int(env.observe(agent)["observation"][HEAD.index(name)])


def pack_of(env, agent):
    row = env.observe(agent)["observation"][len(HEAD) : len(HEAD) + PACK]
    return sorted(number for number in row.tolist() if number)


def test_the_api_of_pettingzoo():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of spaces that are no images
        api_test(quick(), num_cycles=500)
    seed_test(quick, num_cycles=100)


@cites("2024.09:BD-01", "2024.09:BD-02", "2024.09:BD-04", "2024.09:BD-05")
def test_boosters_are_passed_to_the_left_and_to_the_right():
    env = quick()
    env.reset(seed=5)
    assert env.possible_agents == [f"player_{seat}" for seat in range(8)]
    everyone = env.possible_agents
    for booster in range(4):
        assert {head(env, agent, "pack") for agent in everyone} == {PACK}
        assert {head(env, agent, "booster") for agent in everyone} == {booster}
        left = {}
        for agent in everyone:
            assert env.agent_selection == agent
            before = pack_of(env, agent)
            taken = int(env.observe(agent)["observation"][len(HEAD)])
            env.step(0)
            before.remove(taken)
            left[agent] = before
        step = 1 if booster % 2 == 0 else -1
        for seat, agent in enumerate(everyone):
            assert pack_of(env, everyone[(seat + step) % 8]) == left[agent]
        for _ in range(8 * (PACK - 1)):
            env.step(0)
    assert {head(env, agent, "stage") for agent in everyone} == {1}
    assert {head(env, agent, "picked") for agent in everyone} == {4 * PACK}


def test_nobody_sees_what_others_have():
    """Observations reveal nothing about others' picks from packs that the agent has not had yet."""
    one, other = quick(), quick()
    for env, place in ((one, 0), (other, 3)):
        env.reset(seed=6)
        for agent in env.possible_agents[:-1]:
            env.step(place if agent == "player_0" else 0)
    assert one.agent_selection == other.agent_selection == "player_7"
    for agent in one.possible_agents[1:]:
        for name in ("observation", "action_mask"):
            assert (one.observe(agent)[name] == other.observe(agent)[name]).all()
    assert (
        one.observe("player_0")["observation"] != other.observe("player_0")["observation"]
    ).any()
    assert not one.observe("player_0")["action_mask"].any()


@cites("2024.09:BD-06")
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_built_is_legal(seed):
    """Any legal actions lead to a legal deck, with or without many Mana Convergence."""
    env = quick(players=4, sets=("BISE", "CORE", "ALIZE", "CORE"), rules="5.0")
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)

    class Anyhow:
        def act(self, observation):
            return int(rng.choice(np.flatnonzero(observation["action_mask"])))

    rewards = play(env, of_all(env, lambda k: Anyhow()))
    form = formats.get("booster_draft")
    for deck in env.unwrapped.decks:
        assert form.of_deck(deck, "5.0") == []
        assert len(deck.every_card) >= 30
    assert sum(rewards.values()) == 0


def test_the_end_of_building_is_offered_with_thirty_cards():
    env = quick(players=2)
    env.reset(seed=2)
    while not env.unwrapped.draft.over:
        env.step(0)
    sizes = []
    while env.agent_selection == "player_0":
        mask = env.observe("player_0")["action_mask"]
        sizes.append((head(env, "player_0", "deck"), bool(mask[-1])))
        env.step(len(mask) - 2)  # Mana Convergence alone
        if head(env, "player_0", "mana") == 30:
            break
    assert all(not may for _, may in sizes)
    mask = env.observe("player_0")["action_mask"]
    assert mask[-1] and head(env, "player_0", "deck") == 30
    env.step(len(mask) - 1)
    assert env.agent_selection == "player_1"
    assert len(env.unwrapped.decks) == 1


def test_the_reward_is_what_the_games_came_to():
    env = quick(players=4, rounds=3)
    env.reset(seed=3)
    rewards = play(env, of_all(env, lambda k: RatingDrafter()))
    assert sum(rewards.values()) == pytest.approx(0)
    assert {round(6 * reward) for reward in rewards.values()} <= {-6, -4, -2, 0, 2, 4, 6}
    assert any(rewards.values())


def test_who_rates_cards_has_the_better_deck():
    env = quick(players=4)
    for seed in range(3):
        env.reset(seed=seed)
        drafters = of_all(env, RandomDrafter) | {"player_0": RatingDrafter()}
        play(env, drafters)
        worth = [sum(map(formats.rating, deck.every_card)) for deck in env.unwrapped.decks]
        assert worth[0] > max(worth[1:])
        assert len(env.unwrapped.decks[0].every_card) == 30


def test_the_same_seed_gives_the_same_draft():
    found = []
    for _ in range(2):
        env = quick(players=4)
        env.reset(seed=11)
        rewards = play(env, of_all(env, RandomDrafter))
        found.append((rewards, [deck.to_text() for deck in env.unwrapped.decks]))
    assert found[0] == found[1]


def test_it_is_registered_and_shows_itself():
    env = pettingzoo.make("aec", "altered_draft_v0", pilot="random", render_mode="ansi")
    env.reset(seed=1)
    env.step(2)
    assert env.render().startswith("player_0 has picked: ")
    assert str(env) == "altered_draft_v0"
    assert altered_env.draft_v0 is draft_v0


def test_what_is_wrong_is_said():
    env = quick()
    env.reset(seed=1)
    with pytest.raises(IllegalActionError, match=r"action 40 is not legal; legal are \[0, 1, "):
        env.step(40)
    with pytest.raises(ValueError, match="an even number from 2 to 16, found 7"):
        quick(players=7)
    with pytest.raises(ValueError, match="rounds must be 1 to 7"):
        quick(rounds=8)
    with pytest.raises(ValueError, match=r"of a set .CORES., did you mean .CORE."):
        quick(sets=["CORES"])
    with pytest.raises(LookupError, match="no agent is called 'gredy'"):
        quick(pilot="gredy")


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"players": "8"}, ValueError, "players: expected a whole number from 2 on, found '8'"),
        ({"players": 8.0}, ValueError, r"players: expected a whole number from 2 on, found 8\.0"),
        ({"uniques": ["x"]}, TypeError, "uniques must be Cards, .* found 'x'"),
        ({"uniques": "x"}, TypeError, "uniques must be Cards, .* found 'x'"),
        ({"pilot": RandomDrafter}, TypeError, "pilot must be the name of an agent, found <class"),
    ],
)
def test_options_of_other_kinds_are_named(options, error, says):
    with pytest.raises(error, match=says):
        draft_v0.raw_env(**options)


def test_an_agent_that_does_not_draft_is_named():
    env = draft_v0.raw_env(4)
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"no agent is called 'player_9'; .* player_3"):
        env.observe("player_9")
