"""The batched VecEnv: only the learner's decisions, complete rewards, and a learner on it."""

from __future__ import annotations

import numpy as np
import pytest
from stable_baselines3.common.vec_env import VecMonitor

from altered_env import Game, make_vec
from altered_env.batch.layout import SIZE
from altered_env.engine.layout import ACTIONS
from altered_env.envs.sb3 import AlteredVecEnv
from altered_env.game.errors import IllegalActionError
from altered_env.spaces.gym_spaces import FLAT, field


def choose(env, rng):
    masks = np.stack(env.env_method("action_masks"))
    return (rng.random(masks.shape) * masks).argmax(axis=1)


def test_the_learner_decides_and_the_reward_of_the_end_arrives():
    env = AlteredVecEnv(16, seed=1, view="raw", threads=1)
    assert env.reset().shape == (16, SIZE)
    rng = np.random.default_rng(1)
    total, ended = 0.0, 0
    for _ in range(200):
        assert np.array_equal(env.vec.seat, env._learners.seat)
        learners = env._learners.seat.copy()
        observation, reward, done, infos = env.step(choose(env, rng))
        assert observation.shape == (16, SIZE)
        assert np.array_equal(reward != 0, done)
        for i in np.flatnonzero(done):
            assert infos[i]["seat"] == f"player_{learners[i]}"
            assert reward[i] == (1 if infos[i]["winner"] == infos[i]["seat"] else -1)
            assert infos[i]["episode"]["r"] == reward[i]
            assert infos[i]["episode"]["l"] > 5
        total += reward.sum()
        ended += done.sum()
    assert ended > 32
    assert abs(total) < ended  # both sides win some
    env.close()


def test_opponents_are_functions_of_what_they_see():
    asked = []

    def first(observation, mask):
        assert observation.shape == (len(mask), FLAT)
        assert mask.any(axis=1).all()
        asked.append(len(mask))
        return mask.argmax(axis=1)

    env = AlteredVecEnv(8, opponent=(first, "random"), seat="player_0", seed=2, threads=1)
    assert env.reset().shape == (8, FLAT)
    rng = np.random.default_rng(2)
    for _ in range(60):
        env.step(choose(env, rng))
        assert np.all(env.vec.seat == 0)
    assert sum(asked) > 50


def test_the_same_seed_gives_the_same_games():
    traces = []
    for threads in (1, 2):
        env = AlteredVecEnv(6, seed=9, view="raw", threads=threads)
        env.reset()
        rng = np.random.default_rng(0)
        traces.append([env.step(choose(env, rng))[:3] for _ in range(80)])
    for one, other in zip(*traces, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def test_wrong_options_are_those_of_one_reset():
    env = AlteredVecEnv(2, seed=9, view="raw", threads=1, seat=0)
    env.set_options({"decks": ["axim", "lyra"], "seat": 1})
    with pytest.raises((ValueError, LookupError), match="axim"):
        env.reset()
    env.reset()
    assert (env.vec.seat == 0).all()


def test_each_reset_begins_other_games_and_a_seed_the_same_again():
    def dealt(env):
        return [env.reset().tobytes() for _ in range(3)]

    one, other = (AlteredVecEnv(2, seed=9, view="raw", threads=1) for _ in range(2))
    first = dealt(one)
    assert len(set(first)) == 3 and dealt(other) == first and dealt(one) != first
    one.seed(9)
    assert dealt(one) == first


def test_a_learner_of_sb3_contrib_learns_on_it():
    """A smoke test: it takes steps, updates, and predicts legal actions."""
    from sb3_contrib import MaskablePPO

    env = AlteredVecEnv(8, seed=3, threads=1)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=16,
        batch_size=64,
        n_epochs=1,
        seed=0,
        policy_kwargs={"net_arch": [16]},
    )
    before = [p.detach().clone() for p in model.policy.parameters()]
    model.learn(256)
    assert any(
        not np.array_equal(p.detach().numpy(), q.numpy())
        for p, q in zip(model.policy.parameters(), before, strict=True)
    )
    observation = env.reset()
    masks = env.action_masks()
    actions, _ = model.predict(observation, action_masks=masks)
    assert masks[np.arange(8), actions].all()


def test_it_learns_to_beat_random_play():
    """The trap: with the opponent's observation and the mover's reward, nothing is ever learned."""
    import torch
    from sb3_contrib import MaskablePPO

    def won(games=60):
        trial = AlteredVecEnv(games, ("random",), "axiom", seed=7, threads=1)
        seen, rewards, due = trial.reset(), 0.0, np.ones(games, bool)
        while due.any():
            masks = trial.action_masks()
            actions, _ = model.predict(seen, action_masks=masks, deterministic=True)
            seen, reward, done, _ = trial.step(actions)
            rewards += float((reward[due & done] > 0).sum())
            due &= ~done
        trial.close()
        return rewards / games

    torch.set_num_threads(1)
    env = AlteredVecEnv(32, ("random",), "axiom", seed=0, threads=1)
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=64, batch_size=1024, n_epochs=2, learning_rate=7e-4, gamma=1.0,
        ent_coef=0.01, seed=0, policy_kwargs={"net_arch": [64, 64]},
    )  # fmt: skip
    assert won() < 0.5
    model.learn(6144)
    assert won() > 0.75
    env.close()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"view": "picture"}, "raw or flat or compact or cards"),
        ({"seat": 2}, "player_0"),
    ],
)
def test_what_is_wrong_is_named(options, says):
    with pytest.raises(ValueError, match=says):
        AlteredVecEnv(2, **options)


def test_methods_of_a_vec_env():
    env = AlteredVecEnv(3, seed=1, threads=1)
    env.reset()
    assert env.has_attr("action_masks")
    assert env.env_method("action_masks", indices=[0, 2])[1].shape == (ACTIONS,)
    assert env.get_attr("render_mode") == [None] * 3
    env.set_attr("opponents", env.opponents)
    with pytest.raises(ValueError, match="all games"):
        env.set_attr("opponents", [], indices=0)
    with pytest.raises(AttributeError, match="action_masks"):
        env.env_method("shuffle")
    assert env.seed(5) == [5, 5, 5]


def test_options_say_where_games_begin():
    game = Game.start("axiom", "bravos", seed=4)
    for _ in range(8):
        game.act(game.legal_actions()[0])
    env = AlteredVecEnv(3, seed=1, threads=1, view="raw")
    env.set_options([{"seat": 0}, {"seat": 0, "start": game}, {"seat": 1}])
    with pytest.raises(ValueError, match="all games"):
        env.reset()
    env.set_options([{"seat": game.decider, "start": start} for start in (None, game, (game, 8))])
    observation = env.reset()
    assert np.array_equal(observation[1], observation[2])
    assert env.vec.decisions.tolist()[1:] == [8, 8]
    assert env.vec.game(1).view() == game.view()
    env.set_options({"strat": game})
    with pytest.raises(ValueError, match="did you mean 'start'"):
        env.reset()


def test_the_last_observation_of_a_game_is_told_and_opponents_can_be_set():
    env = AlteredVecEnv(2, seed=1, threads=1, view="raw", day_limit=1)
    env.reset()
    rng = np.random.default_rng(1)
    done = np.zeros(2, dtype=bool)
    while not done.any():
        observation, _, done, infos = env.step(choose(env, rng))
    i = int(done.argmax())
    assert infos[i]["TimeLimit.truncated"]
    assert field(infos[i]["terminal_observation"], "day") == 2
    assert field(observation[i], "day") == 0
    asked = []

    def first(observation, mask):
        asked.append(len(mask))
        return mask.argmax(axis=1)

    env.opponents = (first,)
    env.reset()
    for _ in range(3):
        env.step(choose(env, rng))
    assert asked
    with pytest.raises(ValueError, match="opponent is needed"):
        env.opponents = ()


@pytest.mark.parametrize("wrapper", [None, VecMonitor])
def test_the_end_of_a_game_has_the_statistics_of_a_monitor(wrapper):
    """VecMonitor replaces them by its own, which are the same but for the time."""
    env = AlteredVecEnv(2, seed=1, seat=0, threads=1, view="raw", day_limit=1)
    if wrapper is not None:
        with pytest.warns(UserWarning, match="already wrapped with a `Monitor`"):
            env = wrapper(env)
    env.reset()
    lengths, done = np.zeros(2, dtype=int), np.zeros(2, dtype=bool)
    while not done.any():
        masks = np.stack(env.env_method("action_masks"))
        _, reward, done, infos = env.step(masks.argmax(axis=1))
        lengths += 1
        assert all(("episode" in info) == ended for info, ended in zip(infos, done, strict=True))
    i = int(done.argmax())
    episode = infos[i]["episode"]
    assert (episode["r"], episode["l"]) == (reward[i], lengths[i]) and episode["t"] > 0
    assert infos[i]["seat"] == "player_0" and infos[i]["day"] == 2
    assert infos[i]["decisions"] >= lengths[i]


def test_agents_by_name_answer_in_compiled_code():
    with pytest.raises(LookupError, match="greedy"):
        AlteredVecEnv(2, ("greddy",))
    env = AlteredVecEnv(2, ("greedy",), seat=0, seed=3, threads=1, view="raw")
    env.reset()
    steps = []
    step, env.vec.step = env.vec.step, lambda *given: steps.append(1) or step(*given)
    rng = np.random.default_rng(3)
    for _ in range(3):
        env.step(choose(env, rng))
        assert (env.vec.seat == 0).all()
    assert len(steps) == 3  # the opponent's answers stay in compiled code


def test_an_illegal_action_names_what_knows_masks():
    env = AlteredVecEnv(2, decks="starters", threads=1, seed=1)
    env.reset()
    wrong = (~env.action_masks()).argmax(axis=1)
    with pytest.raises(IllegalActionError, match=r"No game was changed\. .* MaskableEvalCallback"):
        env.step(wrong)
    env.step(env.action_masks().argmax(axis=1))

    def illegal(seen, masks):
        return (masks == 0).argmax(axis=1)

    env = AlteredVecEnv(2, opponent=illegal, decks="starters", threads=1, seed=1)
    with pytest.raises(IllegalActionError, match=r"illegal, playing") as refused:
        env.reset()
        for _ in range(40):
            env.step(env.action_masks().argmax(axis=1))
    assert "MaskablePPO" not in str(refused.value)


def test_a_seed_may_be_drawn_from_the_system():
    def deals(made):
        if isinstance(made, AlteredVecEnv):
            made.reset()
            made = made._learners
        return made.observation.tobytes()

    for make in (
        lambda **o: make_vec(4, threads=1, **o),
        lambda **o: make_vec(4, learner=True, threads=1, **o),
        lambda **o: AlteredVecEnv(4, threads=1, **o),
    ):
        assert deals(make()) == deals(make(seed=0))
        assert len({deals(make(seed=None)) for _ in range(2)} | {deals(make())}) == 3
    vec = make_vec(2, learner=True, threads=1)
    vec.reset(None)
    assert vec.begun
