"""The vectorized single-agent env: a Gymnasium `VectorEnv` on the native batch."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from altered_env import Game, decks
from altered_env.envs.gym_vector import AlteredVectorEnv
from altered_env.game.errors import IllegalActionError
from altered_env.spaces.gym_spaces import field


def made(n, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # Gymnasium warns of missing parts
        return gymnasium.make_vec(
            "Altered-v0", num_envs=n, vectorization_mode="vector_entry_point", **options
        )


def first(observations):
    return observations["action_mask"].argmax(axis=1)


def test_it_is_what_gymnasium_calls_a_vector_env():
    envs = made(3, threads=1)
    assert isinstance(envs, VectorEnv) and isinstance(envs, AlteredVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert envs.spec.id == "Altered-v0" and envs.num_envs == 3
    one = gymnasium.make("Altered-v0")
    assert envs.single_observation_space == one.observation_space
    assert envs.single_action_space == one.action_space
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.zeros(3, dtype=np.int64))
    observations, _ = envs.reset(seed=1)
    assert observations in envs.observation_space
    observations, rewards, terminations, truncations, _ = envs.step(first(observations))
    assert observations in envs.observation_space
    assert (rewards.dtype, rewards.shape) == (np.float64, (3,))
    assert terminations.dtype == truncations.dtype == bool
    envs.close()


def test_its_infos_are_those_of_gymnasiums_own_vector():
    own = gymnasium.make_vec(
        "Altered-v0",
        num_envs=2,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
        seat="player_0",
        day_limit=1,
    )
    found = []
    for envs in (made(2, seat="player_0", day_limit=1, threads=1), own):
        observations, infos = envs.reset(seed=1)
        kinds = [{name: value.dtype for name, value in infos.items()}]
        while "final_info" not in infos:
            observations, _, _, _, infos = envs.step(first(observations))
        kinds.append({name: value.dtype for name, value in infos["final_info"].items()})
        kinds.append(set(infos))
        kinds.append(sorted(next(one for one in infos["final_obs"] if one is not None)))
        found.append(kinds)
    assert found[0] == found[1]


def test_what_the_learner_saw_at_the_end_is_kept_whether_decided_or_cut_off():
    decided = cut_off = 0
    for limit in (50, 1):
        envs = made(2, day_limit=limit, threads=1)
        observations, _ = envs.reset(seed=3)
        for _ in range(400):
            observations, rewards, terminations, truncations, infos = envs.step(first(observations))
            for i in np.flatnonzero(terminations | truncations).tolist():
                last, info = infos["final_obs"][i], infos["final_info"]
                assert last in envs.single_observation_space
                assert not last["action_mask"].any() and observations["action_mask"][i].any()
                assert info["day"][i] > infos["day"][i] == 0
                assert not np.array_equal(last["observation"], observations["observation"][i])
                won = {1.0: 1, -1.0: -1, 0.0: 0}[float(rewards[i])]
                assert field(last["observation"], "result") == won
                decided += int(terminations[i])
                cut_off += int(truncations[i])
                assert info["_seat"][i]
                if terminations[i]:
                    assert (info["winner"][i] == info["seat"][i]) == (won == 1)
            if (terminations | truncations).any():
                break
        else:
            raise AssertionError("no game has ended")
    assert decided and cut_off


def test_the_env_of_a_seed_plays_the_same_whatever_the_others_are():
    some, more = made(2, threads=1), made(3, threads=1, opponent=["random"])
    mine, _ = some.reset(seed=[7, 5])
    yours, _ = more.reset(seed=[9, 5, 7])
    for _ in range(12):
        assert data_equivalence(
            {name: part[[1, 0]] for name, part in mine.items()},
            {name: part[[1, 2]] for name, part in yours.items()},
            exact=True,
        )
        mine, yours = some.step(first(mine))[0], more.step(first(yours))[0]
    again, _ = some.reset(seed=5)
    other, _ = more.reset(seed=4)
    assert np.array_equal(again["observation"][0], other["observation"][1])
    assert not np.array_equal(some.reset()[0]["observation"], again["observation"])


def test_opponents_by_name_answer_and_are_drawn_by_odds():
    envs = made(6, opponent=["greedy", "random"], odds=[0, 1], seat="player_1", threads=1)
    observations, infos = envs.reset(seed=2)
    assert envs.vec.slots["against"].tolist() == [1] * 6
    assert infos["seat"].tolist() == ["player_1"] * 6
    envs = made(1, opponent="greedy", seat="player_0", threads=1, detail="mask")
    observations, _ = envs.reset(seed=2)
    for _ in range(3):
        observations = envs.step(first(observations))[0]
    assert envs.vec.seat.tolist() == [0]


def test_decks_from_a_function_and_other_decks_later():
    drawn = []

    def sampler(rng):
        drawn.append(decks.random(int(rng.integers(1000))))
        return drawn[-1], decks.starter("axiom")

    envs = made(2, decks=sampler, threads=1, day_limit=1)
    observations, _ = envs.reset(seed=1)
    names = {envs.vec.decks(i)[0].name for i in range(2)}
    assert len(names) == 2
    before, state = envs.vec.decks(0), envs.vec.state()
    while not (ended := envs.step(first(observations)))[3][0]:
        observations = ended[0]
    assert envs.vec.decks(0)[0] != before[0]
    cards = {card for deck in envs.vec.decks(0) for card in deck.cards}
    game = envs.vec.game(0)
    assert {seen.name for seen in game.view().players[0].hand} <= {card.name for card in cards}
    envs.vec.restore(state)
    assert envs.vec.decks(0) == before
    envs.reset(seed=1, options={"decks": "lyra", "seat": 1})
    assert [deck.name for deck in envs.vec.decks(1)] == ["lyra", "lyra"]
    assert envs.vec.seat.tolist() == [1, 1]


def test_games_begin_at_positions_each_its_own():
    game = Game.start("axiom", "bravos", seed=4)
    for _ in range(8):
        game.act(game.legal_actions()[0])
    envs = made(3, threads=1, seat=game.decider)
    observations, infos = envs.reset(seed=1, options={"start": [game, None, (game, 8)]})
    assert infos["decisions"][0] == infos["decisions"][2] == 8
    assert infos["decisions"][1] < 8
    assert np.array_equal(observations["observation"][0], observations["observation"][2])
    assert envs.show(0) == game.show(game.decider)
    assert sorted(envs.labels(0).values()) == sorted(game.labels().values())
    assert envs.vec.decks(0) == ()


def test_an_illegal_action_may_lose():
    envs = made(2, illegal="lose", threads=1)
    observations, infos = envs.reset(seed=1)
    seats = infos["seat"].copy()
    actions = first(observations)
    actions[1] = int(np.flatnonzero(observations["action_mask"][1] == 0)[0])
    _, rewards, terminations, _, infos = envs.step(actions)
    assert rewards.tolist() == [0.0, -1.0] and terminations.tolist() == [False, True]
    assert infos["final_info"]["illegal"][1] == seats[1]
    assert infos["final_info"]["winner"][1] is None
    envs = made(2, threads=1)
    envs.reset(seed=1)
    with pytest.raises(IllegalActionError, match="No game was changed"):
        envs.step(actions)


def test_wrappers_of_gymnasium_run_on_it():
    envs = RecordEpisodeStatistics(made(2, day_limit=1, threads=1))
    observations, infos = envs.reset(seed=1)
    while "episode" not in infos:
        observations, _, _, _, infos = envs.step(first(observations))
    assert infos["episode"]["l"].max() >= 5


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"odds": [1, 2]}, ValueError, "odds: expected one for each of 1 opponents"),
        ({"odds": [0]}, ValueError, "not all 0"),
        ({"seat": "A"}, ValueError, "player_0"),
        ({"oponent": "random"}, TypeError, "did you mean 'opponent'"),
        ({"autoreset_mode": "NextSteps"}, ValueError, "did you mean 'NextStep'"),
    ],
)
def test_what_is_wrong_is_named(options, error, says):
    with pytest.raises(error, match=says):
        AlteredVectorEnv(2, threads=1, **options)


@pytest.mark.parametrize("seed", [1.5, -1, True, "12", [1, 1.5], np.array([1.0, 2.0]), {1: 2}])
def test_what_is_no_seed_is_refused(seed):
    with pytest.raises(ValueError, match="seed: expected a whole number from 0 on, found"):
        made(2, threads=1).reset(seed=seed)


def test_an_array_of_seeds_is_one_for_each():
    envs = made(2, threads=1)
    (one, _), (other, _) = envs.reset(seed=[3, 9]), envs.reset(seed=np.array([3, 9]))
    assert np.array_equal(one["observation"], other["observation"])
    (one, _), (other, _) = envs.reset(seed=4), envs.reset(seed=np.array(4))
    assert np.array_equal(one["observation"], other["observation"])


def test_what_is_wrong_at_reset_is_named():
    envs = made(2, threads=1)
    with pytest.raises(ValueError, match="one seed per env, 2"):
        envs.reset(seed=[1])
    with pytest.raises(ValueError, match="starts: expected one per env, 2"):
        envs.reset(options={"start": [None]})
    with pytest.raises(ValueError, match="did you mean 'decks'"):
        envs.reset(options={"deck": 1})


def test_a_reset_that_is_refused_does_not_change_the_seat():
    envs = gymnasium.make_vec("Altered-v0", 4, vectorization_mode="vector_entry_point", threads=1)
    envs.reset(seed=1)
    drawn = envs.reset(seed=1)[1]["seat"].tolist()
    with pytest.raises(ValueError):
        envs.reset(seed=1, options={"decks": ["axiom"], "seat": 1})
    assert envs.reset(seed=1)[1]["seat"].tolist() == drawn
