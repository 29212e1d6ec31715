"""The autoreset modes of `AlteredVectorEnv` are those of Gymnasium's own vector envs."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from altered_env import Game, decks
from altered_env.envs.gym_vector import AlteredVectorEnv
from altered_env.spaces.gym_spaces import field

MODES = list(AutoresetMode)
OPTIONS = {"day_limit": 1, "seat": "player_0"}


def made(mode, n=3, **options):
    return AlteredVectorEnv(n, threads=1, autoreset_mode=mode, **{**OPTIONS, **options})


def own(mode, n=3, **options):
    return gymnasium.make_vec(
        "Altered-v0",
        num_envs=n,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": mode},
        **{**OPTIONS, **options},
    )


def legal(observations):
    """First legal actions; illegal ones where an observation is a last one."""
    mask = observations["action_mask"]
    return np.where(mask.any(axis=1), mask.argmax(axis=1), 391)


def steps(envs, count, seed=1):
    """Play on; everything that came back. Ended games are reset if the mode does not do it."""
    observations, infos = envs.reset(seed=seed)
    found = [(observations, None, None, infos)]
    for _ in range(count):
        observations, rewards, terminations, truncations, infos = envs.step(legal(observations))
        ended = terminations | truncations
        found.append((observations, rewards, ended, infos))
        if ended.any() and envs.metadata["autoreset_mode"] is AutoresetMode.DISABLED:
            observations, infos = envs.reset(options={"reset_mask": ended})
            found.append((observations, None, None, infos))
    return found


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("spelt", [lambda mode: mode, lambda mode: mode.value])
def test_the_mode_is_an_option_and_in_the_metadata(mode, spelt):
    envs = gymnasium.make_vec("Altered-v0", num_envs=2, threads=1, autoreset_mode=spelt(mode))
    assert envs.metadata["autoreset_mode"] is mode
    assert AlteredVectorEnv.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


@pytest.mark.parametrize("mode", MODES)
def test_infos_have_the_names_and_types_of_gymnasiums_own(mode):
    """At a reset, a step, an end, and the step or reset after it."""

    def kinds(info):
        return {
            name: kinds(part) if isinstance(part, dict) else part.dtype
            for name, part in info.items()
        }

    told = []
    for envs in (made(mode, 1, text=True), own(mode, 1, text=True)):
        found = steps(envs, 40)
        at = next(k for k, (_, _, ended, _) in enumerate(found) if ended is not None and ended[0])
        told.append([kinds(found[k][3]) for k in (0, 1, at, at + 1)])
    assert told[0] == told[1]


@pytest.mark.parametrize("mode", MODES)
def test_games_end_and_begin_as_in_gymnasiums_own(mode):
    """The timing is the same: places of last and first observations, and of rewards."""
    for envs in (made(mode), own(mode)):
        was_ended = np.zeros(3, dtype=bool)
        seen_end = False
        observations, infos = envs.reset(seed=1)
        for _ in range(60):
            observations, rewards, terminations, truncations, infos = envs.step(legal(observations))
            ended, masked = terminations | truncations, observations["action_mask"].any(axis=1)
            days = field(observations["observation"], "day")
            seen_end |= bool(ended.any())
            if mode is AutoresetMode.SAME_STEP:
                assert masked.all() and ("final_obs" in infos) == ended.any()
                assert (days[ended] == 0).all()
            else:
                assert "final_obs" not in infos
                assert (masked == ~ended).all() and (days[ended] == 2).all()
                assert (infos["day"] == days).all()
            if mode is AutoresetMode.NEXT_STEP:
                assert not ended[was_ended].any() and not rewards[was_ended].any()
                assert (days[was_ended] == 0).all()
                was_ended = ended
            elif mode is AutoresetMode.DISABLED and ended.any():
                before = observations
                if isinstance(
                    envs, AlteredVectorEnv
                ):  # Gymnasium's own steps some before it raises
                    with pytest.raises(gymnasium.error.ResetNeeded):
                        envs.step(legal(observations))
                observations, infos = envs.reset(options={"reset_mask": ended})
                assert observations["action_mask"].any(axis=1).all()
                assert (infos["_day"] == ended).all() and not infos["day"][~ended].any()
                assert np.array_equal(
                    before["observation"][~ended], observations["observation"][~ended]
                )
        assert seen_end


def test_the_modes_play_the_same_games():
    found = {}
    for mode in MODES:
        seen = []
        for observations, _, ended, infos in steps(made(mode, 1), 40):
            if mode is AutoresetMode.SAME_STEP and ended is not None and ended[0]:
                seen.append(infos["final_obs"][0]["observation"].tobytes())
            seen.append(observations["observation"][0].tobytes())
        found[mode] = seen[:40]
    assert found[AutoresetMode.NEXT_STEP] == found[AutoresetMode.SAME_STEP]
    assert found[AutoresetMode.DISABLED] == found[AutoresetMode.SAME_STEP]


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED])
@pytest.mark.parametrize("copied", [True, False])
def test_an_ended_game_is_shown_at_its_end(mode, copied):
    envs = made(mode, 2, copy=copied, render_mode="ansi")
    observations, _ = envs.reset(seed=1)
    while not (step := envs.step(legal(observations)))[3].any():
        observations = step[0]
    i = int(step[3].argmax())
    assert not envs.action_masks()[i].any() and envs.labels(i) == {}
    assert envs.render()[i] == envs.show(i) == envs.vec.final_game(i).show(0)
    assert envs.show(i) != envs.vec.game(i).show(0)
    envs.reset(options={"reset_mask": step[3]})
    assert envs.action_masks()[i].any() and envs.show(i) == envs.vec.game(i).show(0)


@pytest.mark.parametrize("mode", MODES)
def test_statistics_are_recorded_as_of_gymnasiums_own(mode):
    for envs in (made(mode), own(mode)):
        envs = RecordEpisodeStatistics(envs)
        lengths = np.zeros(3, dtype=int)
        observations, _ = envs.reset(seed=2)
        was_ended = np.zeros(3, dtype=bool)
        for _ in range(40):
            observations, _, terminations, truncations, infos = envs.step(legal(observations))
            ended = terminations | truncations
            lengths[~was_ended] += 1
            if ended.any():
                assert (infos["episode"]["l"][ended] == lengths[ended]).all()
                lengths[ended] = 0
            was_ended = ended if mode is AutoresetMode.NEXT_STEP else was_ended
            if mode is AutoresetMode.DISABLED and ended.any():
                observations, _ = envs.reset(options={"reset_mask": ended})
                lengths[:] = envs.episode_lengths
        assert envs.episode_count


def test_some_games_are_reset_with_seeds_and_positions():
    envs = made(AutoresetMode.DISABLED, seat=None)
    first, _ = envs.reset(seed=5)
    for _ in range(3):
        envs.step(legal(envs._seen()))
    middle = envs._seen()["observation"].copy()
    again, _ = envs.reset(seed=5, options={"reset_mask": np.array([False, True, False])})
    assert np.array_equal(again["observation"][1], first["observation"][1])
    assert np.array_equal(again["observation"][[0, 2]], middle[[0, 2]])
    game = Game.start("axiom", "bravos", seed=4)
    mask = np.array([True, False, False])
    seat = envs.vec.slots["learner"][0]
    while game.decider != seat:
        game.act(game.legal_actions()[0])
    envs.reset(seed=5, options={"reset_mask": mask, "start": game})
    assert envs.vec.decks(0) == () and envs.vec.decks(1) != ()


def test_decks_from_a_function_follow_the_seed_of_a_single_game():
    def sampler(rng):
        return decks.random(int(rng.integers(1000))), decks.starter("axiom")

    envs = made(AutoresetMode.DISABLED, 2, decks=sampler)
    envs.reset(seed=5)
    before = [envs.vec.decks(i) for i in range(2)]
    envs.reset(seed=9, options={"reset_mask": np.array([True, False])})
    assert envs.vec.decks(0) != before[0] and envs.vec.decks(1) == before[1]
    state = envs.vec.state()
    envs.reset(seed=5, options={"reset_mask": np.array([True, False])})
    assert [envs.vec.decks(i) for i in range(2)] == before
    envs.vec.restore(state)
    assert envs.vec.decks(0) != before[0] and envs.vec.decks(1) == before[1]


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"reset_mask": [True, False, False]}, TypeError, "an array of booleans, found"),
        ({"reset_mask": np.array([1, 0, 0])}, TypeError, "an array of booleans, found"),
        ({"reset_mask": np.array([True])}, ValueError, r"shape \(3,\), found \(1,\)"),
        ({"reset_mask": np.zeros(3, dtype=bool)}, ValueError, "at least one True"),
        ({"reset_mask": np.ones(3, dtype=bool), "seat": 1}, ValueError, "without reset_mask"),
    ],
)
def test_what_is_no_mask_is_refused(options, error, says):
    envs = made(AutoresetMode.DISABLED)
    envs.reset(seed=1)
    with pytest.raises(error, match=says):
        envs.reset(options=options)


def test_some_are_reset_only_after_all():
    with pytest.raises(gymnasium.error.ResetNeeded, match="without reset_mask first"):
        made(AutoresetMode.DISABLED).reset(options={"reset_mask": np.ones(3, dtype=bool)})


def test_the_games_to_reset_are_named():
    envs = made(AutoresetMode.DISABLED, 1)
    observations, _ = envs.reset(seed=1)
    while not (step := envs.step(legal(observations)))[3][0]:
        observations = step[0]
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"envs \[0\] have ended: .*reset_mask"):
        envs.step(legal(step[0]))
