"""Steps that Ctrl-C or an opponent's error ends: nobody sees or plays another seat afterwards."""

from __future__ import annotations

import os
import signal

import gymnasium
import numpy as np
import pytest

from altered_env import Game, make_vec
from altered_env._runtime.interrupts import held
from altered_env.envs.gym_env import AlteredGymEnv
from altered_env.envs.gym_vector import AlteredVectorEnv
from altered_env.envs.sb3 import AlteredVecEnv
from altered_env.game.errors import IllegalActionError


class Failing:
    """Takes the first legal action, except when it is told to fail."""

    def __init__(self, error):
        self.error, self.fails = error, False

    def act(self, seat):
        if self.fails:
            self.fails = False
            raise self.error
        return seat.actions[0]

    def answers(self, observations, masks):
        """The same as a function."""
        if self.fails:
            self.fails = False
            if self.error is IllegalActionError:
                return np.full(len(masks), masks.shape[1])
            raise self.error
        return masks.argmax(axis=1)


def batch(opponent):
    env = make_vec(2, learner=True, opponent=opponent, seat=0, decks="starters", threads=1)
    views = [lambda: env.observation, lambda: env.mask, lambda: env.packed]
    words = [lambda: env.labels(0), lambda: env.describe(0)]
    return env, env.reset, lambda: env.mask, env.step, views + words


def of_gymnasium(opponent):
    env = gymnasium.make("Altered-v0", opponent=opponent, seat=0, decks="starters")
    inner = env.unwrapped
    views = [inner.action_masks, inner.labels, inner.describe, lambda: inner.question]
    reset = lambda: env.reset(seed=1)  # noqa: E731
    return env, reset, lambda: inner.action_masks()[None], lambda chosen: env.step(chosen[0]), views


def vector(opponent):
    env = AlteredVectorEnv(2, opponent=opponent, seat=0, decks="starters", threads=1)
    views = [env.action_masks, lambda: env.labels(0)]
    return env, lambda: env.reset(seed=1), env.action_masks, env.step, views


def of_sb3(opponent):
    env = AlteredVecEnv(2, opponent=opponent, seat=0, decks="starters", threads=1)
    views = [env.action_masks, lambda: env.labels(0), lambda: env.describe(0)]
    return env, env.reset, env.action_masks, env.step, views


@pytest.mark.parametrize("make", [batch, of_gymnasium, vector, of_sb3])
@pytest.mark.parametrize(
    ("error", "kind"),
    [(KeyboardInterrupt, "act"), (RuntimeError, "answers"), (IllegalActionError, "answers")],
)
def test_after_an_opponent_failed_nobody_sees_or_plays_its_seat(make, error, kind):
    opponent = Failing(error)
    env, reset, masks, step, views = make(opponent if kind == "act" else opponent.answers)
    reset()
    step(masks().argmax(axis=1))
    opponent.fails = True
    with pytest.raises(error):
        for _ in range(40):
            step(masks().argmax(axis=1))
    for call in (*views, lambda: step(np.zeros(2, dtype=int))):
        with pytest.raises(gymnasium.error.ResetNeeded, match="an opponent is still to move"):
            call()
    show = env.unwrapped.show if make is of_gymnasium else lambda *seat: env.show(0, *seat)
    assert show() == show("player_0") != show("player_1")
    reset()
    step(masks().argmax(axis=1))
    env.close()


def test_a_refused_reset_leaves_the_game_as_it_was():
    over = Game.start("axiom", "bravos", "lyra", "muna", format="free_for_all", seed=0)
    for wrong in (
        {"seat": "player_1", "decks": ["axiom", "lira"]},
        {"seat": "player_1", "start": over},
        {"seat": "player_1", "start": "nowhere.game"},
        {"seat": "player_9"},
    ):
        env = AlteredGymEnv(decks="starters")
        seen, info = env.reset(seed=1, options={"seat": "player_0"})
        with pytest.raises((LookupError, ValueError)):
            env.reset(options=wrong)
        assert env.learner == info["seat"] == "player_0"
        assert np.array_equal(env.action_masks(), seen["action_mask"])
        next_seen, _, _, _, info = env.step(int(seen["action_mask"].argmax()))
        assert info["seat"] == "player_0" and next_seen["action_mask"].any()


@pytest.mark.parametrize("make", [AlteredVectorEnv, AlteredVecEnv])
def test_a_refused_start_leaves_the_games_of_a_batch(make):
    env = make(2, seat=0, decks="starters", threads=1)
    env.reset()
    seat, before = env.vec.slots["learner"].copy(), env.vec.state()["games"]
    wrong = {"seat": "player_1", "start": "nowhere.game"}
    with pytest.raises(ValueError, match="nowhere"):
        if make is AlteredVecEnv:
            env.set_options(wrong)
            env.reset()
        else:
            env.reset(options=wrong)
    assert np.array_equal(env.vec.slots["learner"], seat)
    assert np.array_equal(env.vec.state()["games"], before)


def test_games_of_a_batch_begin_at_their_positions_together_or_not_at_all():
    vec = make_vec(2, learner=True, seat=0, decks="starters", threads=1)
    before = vec.state()["games"]
    with pytest.raises(ValueError, match="nowhere"):
        vec.begin([Game.start("axiom", "bravos", seed=1), "nowhere.game"])
    assert np.array_equal(vec.state()["games"], before)


def interrupting(monkeypatch, vec, name):
    """Send Ctrl-C after this method of the batch, once."""
    found, sent = getattr(vec, name), []

    def then(*given):
        result = found(*given)
        if not sent:
            sent.append(os.kill(os.getpid(), signal.SIGINT))
        return result

    monkeypatch.setattr(vec, name, then)


@pytest.mark.parametrize("view", ["flat", "compact"])
def test_an_interrupted_step_is_whole(monkeypatch, view):
    def same():
        options = {"decks": "starters", "view": view, "threads": 1, "seed": 3}
        return make_vec(4, learner=True, opponent="greedy", day_limit=1, **options)

    one, other = same(), same()
    for _ in range(400):
        one.step(one.mask.argmax(axis=1))
        if one.ended.any():
            break
        other.step(other.mask.argmax(axis=1))
    assert one.ended.any()
    interrupting(monkeypatch, other.vec, "_run")
    with pytest.raises(KeyboardInterrupt):
        other.step(other.mask.argmax(axis=1))
    assert np.array_equal(one.mask, other.mask) and np.array_equal(one.ended, other.ended)
    assert np.array_equal(one.reward, other.reward)
    parts = (one.observation, other.observation)
    for name in parts[0] if view == "compact" else [slice(None)]:
        assert np.array_equal(parts[0][name], parts[1][name])
    for mine, theirs in zip(one.state().values(), other.state().values(), strict=True):
        assert np.array_equal(mine, theirs)


def test_a_game_whose_last_action_was_not_noted_has_no_replay(monkeypatch):
    env = AlteredGymEnv(decks="starters", seat=0)
    seen, _ = env.reset(seed=1)
    one = env._one
    assert len(env.game.story.actions) == one.decisions
    found = env._pool.play

    def then(*given):
        found(*given)
        raise KeyboardInterrupt

    monkeypatch.setattr(env._pool, "play", then)
    with pytest.raises(KeyboardInterrupt):
        env.step(int(seen["action_mask"].argmax()))
    assert env.game.story.actions is None


def interrupt():
    os.kill(os.getpid(), signal.SIGINT)


def test_ctrl_c_waits_for_the_end_of_the_block_once():
    before, reached = signal.getsignal(signal.SIGINT), []
    with pytest.raises(KeyboardInterrupt), held:
        with held:
            interrupt()
        reached.append("end")
    with pytest.raises(KeyboardInterrupt), held:
        interrupt()
        interrupt()
        reached.append("never")
    assert reached == ["end"]
    assert signal.getsignal(signal.SIGINT) is before
    with held:
        pass
