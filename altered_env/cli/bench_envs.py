"""Benchmarks of the environments, and of other libraries in the same run.

A peer is a game of another library, stepped at random through that library's usual interface. One
that is not installed is reported as absent: `pip install 'altered-env[peers]'` installs them.
"""

from __future__ import annotations

import functools
import random
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env.envs import env as wrapped_env
from altered_env.envs import make_vec, raw_env
from altered_env.envs.gym_env import AlteredGymEnv
from altered_env.envs.gym_vector import AlteredVectorEnv

MANY = 256

Rate = Callable[[float], float]
"""Decisions per second, measured for about this many seconds."""


def _loop(
    step: Callable[[], int], seconds: float, clock: Callable[[], float] | None = None
) -> float:
    """Decisions per second, by default of processor time, of a function that takes some and returns
    their number."""
    clock = clock or time.thread_time
    step()
    total = 0
    start = clock()
    while (spent := clock() - start) < seconds or not total:
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


def aec_rate(make: Callable[[], Any], seconds: float) -> float:
    """An AEC env of this kind, stepped at random by its masks."""
    return _aec(make(), seconds)


def vec_rate(n: int, detail: str, threads: int, seconds: float, alike: bool = False) -> float:
    """The steps of a batch alone, without choosing actions. One core is measured by processor time,
    several by wall time; with `alike` one core too."""
    vec = make_vec(n, detail=detail, threads=threads)
    rng = np.random.default_rng(0)
    clock = time.perf_counter if threads > 1 or alike else time.thread_time
    total, spent = 0, 0.0
    while spent < seconds or not total:
        actions = (rng.random(vec.mask.shape, dtype=np.float32) * vec.mask).argmax(axis=1)
        start = clock()
        vec.step(actions)
        spent += clock() - start
        total += vec.n
    vec.close()
    return total / spent


def _one_seat(seconds: float, every: bool) -> float:
    """Counts the learner's decisions; with `every`, the opponent's as well."""
    env = AlteredGymEnv()
    chance = random.Random(0)
    state, info = env.reset(seed=0)
    before = int(info["decisions"])

    def step() -> int:
        nonlocal state, before
        state, _, terminated, truncated, info = env.step(_pick(state["action_mask"], chance))
        count = info["decisions"] - before if every else 1
        if terminated or truncated:
            state, info = env.reset()
        before = int(info["decisions"])
        return int(count)

    return _loop(step, seconds)


class _Seats:
    """Vectorised envs with one learner's seat, and how to step them: `masks` gives the legal
    actions in the learner's form, and `step` takes actions."""

    def __init__(self, what: str) -> None:
        self.masks: Callable[[], NDArray[Any]]
        self.step: Callable[[NDArray[Any]], object]
        if what == "learner":
            learners = make_vec(MANY, learner=True, threads=1)
            self.vec, self.step, self.masks = learners.vec, learners.step, lambda: learners.mask
        elif what == "vector":
            envs = AlteredVectorEnv(MANY, threads=1)
            envs.reset(seed=0)
            self.vec, self.step, self.masks = envs.vec, envs.step, envs.action_masks
        else:
            from altered_env.envs.sb3 import AlteredVecEnv

            env = AlteredVecEnv(MANY, view=what, threads=1)
            env.reset()
            self.vec, self.step = env.vec, env.step
            self.masks = lambda: np.stack(env.env_method("action_masks"))

    @property
    def decisions(self) -> int:
        """The number of decisions in the running games."""
        return int(self.vec.decisions.sum())

    @property
    def ended(self) -> int:
        """The number of decisions in the games that ended in the last step."""
        slots = self.vec.slots
        ended = (slots["terminated"] | slots["truncated"]) != 0
        return int(slots["last_answers"][ended].sum())


def _seats(seconds: float, what: str, every: bool) -> float:
    """The steps alone: counts the learner's decisions; with `every`, the opponents' as well."""
    seats = _Seats(what)
    rng = np.random.default_rng(0)
    own, ended, spent = 0, 0, 0.0
    before = seats.decisions
    while spent < seconds or not own:
        start = time.thread_time()
        masks = seats.masks()
        spent += time.thread_time() - start
        actions = (rng.random(masks.shape, dtype=np.float32) * masks).argmax(axis=1)
        start = time.thread_time()
        seats.step(actions)
        spent += time.thread_time() - start
        own += MANY
        ended += seats.ended
    seats.vec.close()
    return (ended + seats.decisions - before if every else own) / spent


AEC = "AEC, raw_env, masks sampled"
BATCH = f"batch of {MANY}, observations, 1 core"
ONE_CORE = "batch of 1,024, observations, 1 core"
TWO_CORES = "batch of 1,024, observations, 2 cores"
CONNECT_FOUR = "PettingZoo connect four, raw_env"
SEATS = {
    "one": "one seat",
    "learner": "make_vec(learner=True)",
    "vector": "Gymnasium vector",
    "raw": "VecEnv raw",
    "flat": "VecEnv flat",
    "compact": "VecEnv compact",
}


def seats_name(what: str, every: bool) -> str:
    """The label of an env with a learner's seat."""
    return f"{SEATS[what]}, {'all decisions' if every else 'the learner' + chr(39) + 's'}"


def seats_rates() -> Iterator[tuple[str, bool, Rate]]:
    """The envs with a learner's seat: which, whether all decisions count, and the speed."""
    for what in SEATS:
        if what in ("raw", "flat", "compact") and find_spec("stable_baselines3") is None:
            continue
        for every in (False, True):
            if what == "one":
                yield what, every, functools.partial(_one_seat, every=every)
            else:
                yield what, every, functools.partial(_seats, what=what, every=every)


def env_rates(cores: int) -> Iterator[tuple[str, Rate, float | None]]:
    """A benchmark: its name, function and target."""
    yield AEC, functools.partial(aec_rate, raw_env), 30_000
    yield "AEC, env, masks sampled", functools.partial(aec_rate, wrapped_env), None
    yield f"batch of {MANY}, masks, 1 core", functools.partial(vec_rate, MANY, "mask", 1), None
    yield BATCH, functools.partial(vec_rate, MANY, "full", 1), 150_000
    # a thousand games with observations exceed the cache
    yield ONE_CORE, functools.partial(vec_rate, 1024, "full", 1), None
    if cores > 1:
        yield TWO_CORES, functools.partial(vec_rate, 1024, "full", 2), None
    for what, every, rate in seats_rates():
        yield seats_name(what, every), rate, None


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

        return _loop(step, seconds, time.perf_counter)

    return rate


PEERS: dict[str, Callable[[], Rate]] = {
    CONNECT_FOUR: _connect_four,
    "OpenSpiel gin rummy": lambda: _open_spiel("gin_rummy", False),
    "OpenSpiel gin rummy, observations": lambda: _open_spiel("gin_rummy", True),
    "OpenSpiel hanabi": lambda: _open_spiel("hanabi", False),
    "RLCard gin rummy": _rlcard,
    "pgx connect four, 1,024 at once": _pgx,
}


def peer_rates(names: Sequence[str] = ()) -> Iterator[tuple[str, Rate | None]]:
    """The peers, by default all; None for absent ones."""
    for name in names or PEERS:
        try:
            yield name, PEERS[name]()
        except Exception:  # absent or unusable here, which shows in many exceptions
            yield name, None
