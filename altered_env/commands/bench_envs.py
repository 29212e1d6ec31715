"""What `altered bench` measures of the environments, and peers beside them in the same run.

A peer is a game of another library, stepped at random in the way that library means it to be. One
that is not installed is said to be absent: `pip install 'altered-env[peers]'` brings them.
"""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from altered_env.envs import env as wrapped_env
from altered_env.envs import make_vec, raw_env
from altered_env.many_seats import ManySeats
from altered_env.one_seat import OneSeat

__all__ = ["PEERS", "env_rates", "peer_rates"]

Rate = Callable[[float], float]
"""Decisions a second, measured for about so many seconds."""


def _loop(step: Callable[[], int], seconds: float) -> float:
    """Decisions a second of a function that takes some and says how many."""
    step()
    total = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or not total:
        for _ in range(20):
            total += step()
    return total / spent


def _pick(mask: np.ndarray, chance: random.Random) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[int(chance.random() * len(legal))])


def _aec(env: Any, seconds: float) -> float:
    chance = random.Random(0)
    env.reset(seed=0)

    def step() -> int:
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            env.reset()
            return 0
        env.step(_pick(observation["action_mask"], chance))
        return 1

    return _loop(step, seconds)


def _batch(seconds: float, n: int, detail: str, threads: int) -> float:
    """The steps alone: choosing actions is the affair of whoever steps."""
    vec = make_vec(n, detail=detail, threads=threads)
    rng = np.random.default_rng(0)
    total, spent = 0, 0.0
    while spent < seconds or not total:
        actions = (rng.random(vec.mask.shape, dtype=np.float32) * vec.mask).argmax(axis=1)
        start = time.perf_counter()
        vec.step(actions)
        spent += time.perf_counter() - start
        total += vec.n
    vec.close()
    return total / spent


def _one_seat(seconds: float) -> float:
    env = OneSeat()
    chance = random.Random(0)
    state = env.reset(seed=0)[0]

    def step() -> int:
        nonlocal state
        state, _, terminated, truncated, _ = env.step(_pick(state["action_mask"], chance))
        if terminated or truncated:
            state = env.reset()[0]
        return 1

    return _loop(step, seconds)


def _vec_env(seconds: float) -> float:
    from altered_env.envs.sb3 import AlteredVecEnv

    env = AlteredVecEnv(256, view="raw", threads=1)
    env.reset()
    rng = np.random.default_rng(0)

    def step() -> int:
        masks = np.stack(env.env_method("action_masks"))
        env.step((rng.random(masks.shape, dtype=np.float32) * masks).argmax(axis=1))
        return env.num_envs

    rate = _loop(step, seconds)
    env.close()
    return rate


def _vector(seconds: float) -> float:
    envs = ManySeats(256, threads=1)
    masks = envs.reset(seed=0)[0]["action_mask"]
    rng = np.random.default_rng(0)

    def step() -> int:
        nonlocal masks
        actions = (rng.random(masks.shape, dtype=np.float32) * masks).argmax(axis=1)
        masks = envs.step(actions)[0]["action_mask"]
        return envs.num_envs

    rate = _loop(step, seconds)
    envs.close()
    return rate


def env_rates(cores: int) -> Iterator[tuple[str, Rate, float | None]]:
    """What is measured: its name, how, and what was promised."""
    yield "AEC, raw_env, masks sampled", lambda s: _aec(raw_env(), s), 30_000
    yield "AEC, env, masks sampled", lambda s: _aec(wrapped_env(), s), None
    yield "batch of 256, masks, 1 core", lambda s: _batch(s, 256, "mask", 1), None
    yield "batch of 256, observations, 1 core", lambda s: _batch(s, 256, "full", 1), 150_000
    # a thousand games and what is seen of them do not fit into a cache
    yield "batch of 1,024, observations, 1 core", lambda s: _batch(s, 1024, "full", 1), None
    if cores > 1:
        what = f"batch of 1,024, observations, {cores} cores"
        yield what, lambda s: _batch(s, 1024, "full", cores), None
    yield "one seat against random, its decisions", _one_seat, None
    yield "Gymnasium vector of 256 against random, its decisions", _vector, None
    try:
        import stable_baselines3  # noqa: F401
    except ImportError:
        return
    yield "VecEnv of 256 against random, its decisions", _vec_env, None


def _connect_four() -> Rate:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.classic import connect_four_v3

    return lambda s: _aec(connect_four_v3.raw_env(), s)


def _open_spiel(name: str, observe: bool) -> Rate:
    import pyspiel

    game = pyspiel.load_game(name)
    chance = random.Random(0)

    def rate(seconds: float) -> float:
        state = game.new_initial_state()

        def step() -> int:
            nonlocal state
            if state.is_terminal():
                state = game.new_initial_state()
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
                return 0
            if observe:
                state.observation_tensor()
            state.apply_action(chance.choice(state.legal_actions()))
            return 1

        return _loop(step, seconds)

    return rate


def _rlcard() -> Rate:
    import rlcard

    def rate(seconds: float) -> float:
        env = rlcard.make("gin-rummy")
        chance = random.Random(0)
        state, _ = env.reset()

        def step() -> int:
            nonlocal state
            if env.is_over():
                state, _ = env.reset()
            state, _ = env.step(chance.choice(list(state["legal_actions"])))
            return 1

        return _loop(step, seconds)

    return rate


def _pgx() -> Rate:
    import jax
    import pgx

    env = pgx.make("connect_four")
    many = 1024
    begin, go = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))

    def rate(seconds: float) -> float:
        key = jax.random.PRNGKey(0)
        state = begin(jax.random.split(key, many))
        rng = np.random.default_rng(0)

        def step() -> int:
            nonlocal state
            mask = np.asarray(state.legal_action_mask)
            state = go(state, (rng.random(mask.shape) * mask).argmax(axis=1))
            return many

        return _loop(step, seconds)

    return rate


PEERS: dict[str, Callable[[], Rate]] = {
    "PettingZoo connect four, raw_env": _connect_four,
    "OpenSpiel gin rummy": lambda: _open_spiel("gin_rummy", False),
    "OpenSpiel gin rummy, observations": lambda: _open_spiel("gin_rummy", True),
    "OpenSpiel hanabi": lambda: _open_spiel("hanabi", False),
    "RLCard gin rummy": _rlcard,
    "pgx connect four, 1,024 at once": _pgx,
}


def peer_rates() -> Iterator[tuple[str, Rate | None]]:
    """The peers; None for those that are absent."""
    for name, load in PEERS.items():
        try:
            yield name, load()
        except Exception:  # absent, or not to be used here: it has many ways to say so
            yield name, None
