"""Four agents in the same envs: their views of each other, and their legal actions."""

from __future__ import annotations

import copy
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from altered_env import altered_v0, make_vec
from altered_env.decks import starter
from altered_env.engine.terms import C, Z
from altered_env.envs import flat, structured
from altered_env.envs.one_game import OneGame
from altered_env.envs.setup import Setup
from altered_env.game.errors import IllegalActionError, IllegalDeckError
from altered_env.game.visibility import hidden_from
from altered_env.spaces.gym_spaces import field, flat_size
from tests.citations import cites

FORMATS = ("two_against_two", "free_for_all")
FOUR = pytest.mark.parametrize("form", FORMATS)
NAMES = ("axiom", "bravos", "lyra", "muna")
WAYS = (
    [0, 1, 2, 3, 4, 13, 14, 15],
    [0, 1, 2, 3, 4, 5, 6, 7],
    [8, 9, 10, 11, 12, 5, 6, 7],
    [8, 9, 10, 11, 12, 13, 14, 15],
)
"""The regions that the Hero Expedition of each player passes through."""


def begun(form, seed=1, decks=None, rules="2024.09"):
    setup = Setup.of(rules=rules, format=form)
    one = OneGame(setup)
    one.start(decks or setup.sample(np.random.default_rng(seed)), seed)
    return one


def shown(one, games, player):
    """Observation and mask that a player is given of a game."""
    slots = one._slots[:1].copy()
    slots["observation"] = 0
    slots["stale"] = 0
    one.setup.kernel.entries.show_desk(games, 0, one.setup.book.record, slots, 0, player, 1)
    return slots["observation"][0].tobytes(), slots["mask"][0].tobytes()


@cites("2024.09:MP-18")
@FOUR
def test_other_worlds_look_the_same(form):
    """The hands of all others are hidden, a teammate's among them."""
    rng = np.random.default_rng(3)
    one = begun(form, seed=3)
    varied = np.zeros(4, dtype=int)
    for _ in range(110):
        if one.over:
            break
        game = one.game
        for player in range(4):
            seen = shown(one, one._games, player)
            other = game.resample(player, int(rng.integers(1 << 30)))
            assert shown(one, other.games, player) == seen
            for step in (1, 2, 3):
                hands = [
                    sorted(
                        int(record["obj"][slot, C.CARD])
                        for slot in hidden_from(record, player)
                        if record["obj"][slot, C.ZONE] == Z.HAND
                        and record["obj"][slot, C.SIDE] == (player + step) % 4
                    )
                    for record in (one._games[0], other.games[0])
                ]
                varied[step] += hands[0] != hands[1]
        one.act(int(rng.choice(np.flatnonzero(one.mask))))
    assert (varied[1:] > 20).all()


@FOUR
def test_sides_are_named_as_the_viewer_sees_them(form):
    rng = np.random.default_rng(5)
    one = begun(form, seed=5, decks=NAMES)
    for _ in range(160):
        if one.over or one.day == 4:
            break
        one.act(int(rng.choice(np.flatnonzero(one.mask))))
    view = one.game.view()
    for viewer in range(4):
        seen, _ = one.show_to(viewer)
        round_table = [view.players[(viewer + step) % 4] for step in range(4)]
        assert field(seen, "hand").tolist() == [player.hand_count for player in round_table]
        assert field(seen, "deck").tolist() == [player.deck_count for player in round_table]
        allies = "ABCD"[viewer] + round_table[0].allies
        assert field(seen, "team").tolist() == [int(p.seat in allies) for p in round_table]
        expeditions = [e for player in round_table for e in player.expeditions]
        names = [f"{e.controller} {e.name}" for e in expeditions]
        assert field(seen, "distance").tolist() == [e.distance for e in expeditions]
        assert [names[k - 1] for k in field(seen, "facing")] == [e.facing for e in expeditions]
        own = expeditions[0].distance, 7 - expeditions[1].distance
        assert tuple(field(seen, "region")[:2]) == own  # along the own way, 0 to 7
        for one_e, other_e in zip(expeditions, field(seen, "region").tolist(), strict=True):
            assert other_e % 8 == one_e.region % 8
        way = WAYS[viewer] + [(r + 8) % 16 for r in WAYS[viewer]]
        printed = [view.regions[r] for r in way]
        assert field(seen, "face_up").tolist() == [int(region.face_up) for region in printed]
        assert [bin(mask).count("1") for mask in field(seen, "terrain").tolist()] == [
            len(region.terrains) if region.face_up else 0 for region in printed
        ]
        rows = structured(seen)["entities"]
        faces = {(int(row[1]), int(row[2])) for row in rows if row[0]}
        assert (Z.HAND, 1) in faces and not {(Z.HAND, side) for side in (2, 3, 4)} & faces
        assert {int(row[2]) for row in rows if row[1] == Z.HERO} == {1, 2, 3, 4}


@FOUR
def test_each_action_is_one_of_the_game(form):
    rng = np.random.default_rng(7)
    one = begun(form, seed=7, rules="5.0")
    kinds = set()
    while not one.over:
        actions = one.actions()
        assert sorted(actions.values()) == one.game.legal_actions()
        row = int(rng.choice(list(actions)))
        kinds.add(one.game.decision)
        one.act(row)
        assert one._actions[-1] == actions[row]
    assert {"turn", "expedition", "first_mana"} <= kinds
    assert one._games[0]["error"] == 0 and not one._slots["lost"].any()
    with pytest.raises(IllegalActionError, match="the game is over"):
        one.act(0)


@FOUR
def test_the_api_of_pettingzoo(form):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of spaces that are no images
        api_test(altered_v0.env(format=form), num_cycles=120)
    seed_test(lambda: altered_v0.env(format=form), num_cycles=20)


@FOUR
def test_who_wins_is_rewarded(form):
    env = altered_v0.env(format=form)
    assert env.possible_agents == ["player_0", "player_1", "player_2", "player_3"]
    env.reset(seed=4, options={"decks": NAMES})
    rng = np.random.default_rng(4)
    again = None
    for count in range(5000):
        if any(env.terminations.values()):
            break
        if count == 40:
            again = pickle.loads(pickle.dumps(copy.deepcopy(env.unwrapped)))
            assert again.game == env.unwrapped.game
        env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    rewards = [env.rewards[agent] for agent in env.possible_agents]
    winners = env.infos["player_0"]["winners"]
    assert [agent for agent in env.possible_agents if env.rewards[agent] > 0] == winners
    if form == "two_against_two":
        assert rewards in ([1, -1, 1, -1], [-1, 1, -1, 1])
    else:
        assert sorted(rewards) == [-1, -1, -1, 1]
    for agent, reward in zip(env.possible_agents, rewards, strict=True):
        observation = env.observe(agent)
        assert field(observation["observation"], "result") == reward
        assert not observation["action_mask"].any()


@FOUR
def test_the_batch_plays_the_same_games_whatever_the_threads(form):
    played = []
    for threads in (1, 2):
        vec = make_vec(6, format=form, seed=2, threads=threads)
        rng = np.random.default_rng(1)
        rewards = []
        for _ in range(500):
            vec.step((rng.random(vec.mask.shape) * vec.mask).argmax(axis=1))
            rewards += vec.reward[vec.terminated].tolist()
        played.append((vec.observation.tobytes(), vec.mask.tobytes(), rewards))
        winners = 2 if form == "two_against_two" else 1
        assert rewards and all(row.count(1) == winners for row in rewards)
        assert flat(vec.observation).shape == (6, flat_size(4))
        assert vec.observation.shape[1] == 13744
    assert played[0] == played[1]
    vec = make_vec(3, format=form, seats=(None, "random", "random", "random"), seed=2)
    for _ in range(60):
        vec.step(vec.mask.argmax(axis=1))
        assert not vec.seat.any()


@FOUR
@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_one_seat_of_four(form, opponent):
    env = gymnasium.make("Altered-v0", format=form, opponent=opponent)
    observation, info = env.reset(seed=1, options={"decks": NAMES, "seat": "player_2"})
    assert info["seat"] == "player_2"
    assert [p.hero.faction for p in env.unwrapped.game.view().players] == list(NAMES)
    for _ in range(12):
        assert env.observation_space.contains(observation)
        assert env.unwrapped.game.decider == 2
        action = int(np.flatnonzero(observation["action_mask"])[-1])
        observation, _, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            break
    assert env.unwrapped.game.day >= 1


def test_a_learner_of_four_in_a_vec_env():
    from altered_env.envs.sb3 import AlteredVecEnv

    env = AlteredVecEnv(3, format="free_for_all", seed=1, threads=1)
    rng = np.random.default_rng(0)
    assert env.reset().shape == (3, flat_size(4))
    seats = set()
    for _ in range(60):
        masks = env.action_masks()
        env.step((rng.random(masks.shape) * masks).argmax(axis=1))
        assert (env.vec.seat == env._learners.seat).all()
        seats |= set(env._learners.seat.tolist())
    assert len(seats) > 1


def test_a_learner_is_told_both_winners_of_a_team():
    from altered_env.envs.sb3 import AlteredVecEnv

    agents, told = [f"player_{seat}" for seat in range(4)], []
    vec = AlteredVecEnv(8, format="two_against_two", seat=2, seed=1, threads=1)
    vec.reset()
    while len(told) < 4:
        _, rewards, over, infos = vec.step(vec.action_masks().argmax(axis=1))
        told += [(rewards[i], infos[i]) for i in np.flatnonzero(over).tolist()]
    env = gymnasium.make("Altered-v0", format="two_against_two", seat=2)
    seen, over = env.reset(seed=1)[0], False
    while not over:
        seen, reward, *ends, info = env.step(int(seen["action_mask"].argmax()))
        over = any(ends)
    for won, end in [*told, (reward, info)]:
        assert end["winners"] == ([] if won == 0 else agents[end["winner"] != agents[0] :: 2])
        assert (end["seat"] in end["winners"]) == (won == 1)
    assert {won for won, _ in told} >= {1.0, -1.0}


def test_what_is_wrong_is_said_all_at_once():
    with pytest.raises(ValueError, match=r"3 decks; a game of Free for All needs 4"):
        begun("free_for_all", decks=NAMES[:3])
    short = [starter(name) for name in NAMES]
    for k in (1, 3):
        short[k] = type(short[k])(f"short {k}", short[k].hero, short[k].cards[:20])
    with pytest.raises(IllegalDeckError) as refused:
        begun("two_against_two", decks=short)
    assert "short 1 is not legal" in str(refused.value) and "short 3 is not legal" in str(
        refused.value
    )
    with pytest.raises(ValueError, match=r"who plays each of 4"):
        make_vec(2, format="free_for_all", seats=(None, "random"))
    with pytest.raises(ValueError, match=r"net:v1: trained for two players"):
        gymnasium.make(
            "Altered-v0", format="free_for_all", opponent=["ismcts:iterations=2", "net:v1"]
        )
    with pytest.raises(ValueError, match=r"decks for each of player_0, .*, player_3"):
        make_vec(2, {"player_0": "axiom", "player_1": "lyra"}, format="free_for_all")
