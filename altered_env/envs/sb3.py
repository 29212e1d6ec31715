"""The native batch as a `VecEnv` of stable-baselines3, with masks for sb3-contrib's MaskablePPO.

>>> env = AlteredVecEnv(4, opponents=("random",), view="raw", threads=1)
>>> env.reset().shape, env.action_masks().shape
((4, 7302), (4, 392))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from altered_env.cards import Card
from altered_env.envs.setup import Decks, seat_of
from altered_env.envs.spaces import action_space, flat, flat_size, observation_space
from altered_env.envs.vec import WAIT, Vec, make_vec
from altered_env.formats.format import USUAL

__all__ = ["AlteredVecEnv", "BatchPolicy", "play_at_random"]

BatchPolicy = Callable[[NDArray[np.int16], NDArray[np.int8]], NDArray[np.integer[Any]]]
"""An opponent: from observations (k, SIZE) and masks (k, ACTIONS) to k actions."""


def play_at_random(rng: np.random.Generator) -> BatchPolicy:
    """The opponent that takes any legal action.

    >>> mask = np.eye(3, 392, dtype=np.int8)
    >>> play_at_random(np.random.default_rng(0))(np.zeros((3, 1), np.int16), mask).tolist()
    [0, 1, 2]
    """

    def act(observation: NDArray[np.int16], mask: NDArray[np.int8]) -> NDArray[np.integer[Any]]:
        return np.asarray((rng.random(mask.shape, dtype=np.float32) * mask).argmax(axis=1))

    return act


class AlteredVecEnv(VecEnv):
    """Many games at once, in each of which one seat is the learner's; of four, all other seats are
    its opponent's, a teammate's among them.

    The learner sees only its own decisions; its opponents answer inside `step`, and the reward of
    the end arrives whoever ends the game. `env_method("action_masks")` costs nothing but a copy:
    there are no subprocesses.
    """

    def __init__(
        self,
        n: int,
        opponents: Sequence[str | BatchPolicy] = ("random",),
        decks: Decks = USUAL,
        *,
        seat: str | int | None = None,
        seed: int = 0,
        view: str = "flat",
        rules: str = "2024.09",
        format: str = "standard",
        day_limit: int | None = 50,
        legal: bool = True,
        cards: Iterable[Card] = (),
        threads: int | None = None,
    ) -> None:
        """`opponents`: `"random"`, or functions from observations and masks to actions, of which
        one is drawn for each game. `seat`: the learner's, drawn for each game unless told. `view`:
        `flat`, floats for a plain network, or `raw`, the integers of docs/observation.md. The other
        options are those of `make_vec`."""
        if view not in ("flat", "raw"):
            raise ValueError(f"view is flat or raw, found {view!r:.40}")
        self.render_mode = None
        self._view = view
        self._rng = np.random.default_rng(seed)
        self.opponents: list[BatchPolicy] = _policies(opponents, self._rng)
        self.vec: Vec = make_vec(
            n,
            decks,
            seed=seed,
            rules=rules,
            format=format,
            day_limit=day_limit,
            legal=legal,
            cards=cards,
            threads=threads,
        )
        self.players = self.vec.room.players
        self._seat = None if seat is None else seat_of(seat, self.players)
        self._next_seed = seed
        box = observation_space(players=self.players)["observation"]
        if view == "flat":
            size = flat_size(self.players)
            box = gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float32)
        self._learner = np.zeros(n, dtype=np.int32)
        self._against = np.zeros(n, dtype=np.int64)
        self._steps = np.zeros(n, dtype=np.int64)
        self._actions: NDArray[Any] = np.zeros(n, dtype=np.int64)
        super().__init__(n, box, action_space(self.players))

    def seed(self, seed: int | None = None) -> list[int | None]:
        """The seed of the next `reset`."""
        if seed is None:
            seed = int(np.random.SeedSequence().generate_state(1)[0])
        self._next_seed = seed
        return [self._next_seed] * self.num_envs

    def reset(self) -> NDArray[Any]:
        """Begin every game anew."""
        self._rng.bit_generator.state = np.random.default_rng(self._next_seed).bit_generator.state
        self.vec.reset(self._next_seed)
        self._seat_anew(np.ones(self.num_envs, dtype=bool))
        self._let_play(np.zeros(self.num_envs, np.float32), np.zeros((2, self.num_envs), bool))
        return self._seen()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = np.asarray(actions)

    def step_wait(
        self,
    ) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Take the actions, and let the opponents play until each learner must decide again."""
        n = self.num_envs
        reward: NDArray[np.float32] = np.zeros(n, dtype=np.float32)
        ends = np.zeros((2, n), dtype=bool)
        before = self._steps.copy()
        self._step(self._actions, reward, ends)
        self._let_play(reward, ends)
        done: NDArray[np.bool_] = np.asarray(ends.any(axis=0))
        self._steps += 1
        infos: list[dict[str, Any]] = [{} for _ in range(n)]
        for i in np.flatnonzero(done).tolist():
            infos[i] = {
                "episode": {"r": float(reward[i]), "l": int(before[i]) + 1, "t": 0.0},
                "TimeLimit.truncated": bool(ends[1, i]),
                "winner": int(self.vec.last["winner"][i]),
            }
            self._steps[i] = 0
        return self._seen(), reward, done, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of each learner, (n, ACTIONS)."""
        return self.vec.mask.astype(bool)

    def close(self) -> None:
        """Let the threads of the batch go."""
        self.vec.close()

    # the rest of what stable-baselines3 asks of a VecEnv

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The same of every env."""
        return [getattr(self, attr_name)] * len(self._chosen(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Only all envs at once: they are one."""
        if len(self._chosen(indices)) != self.num_envs:
            raise ValueError(f"{attr_name} is the same for all games of the batch")
        setattr(self, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """`action_masks`, a row for each env."""
        if method_name != "action_masks":
            raise AttributeError(f"the envs have the method action_masks, not {method_name[:40]}")
        return list(self.action_masks()[self._chosen(indices)])

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """None is; results are those of a `Monitor`, which stable-baselines3 looks for."""
        from stable_baselines3.common.monitor import Monitor

        return [issubclass(wrapper_class, Monitor)] * len(self._chosen(indices))

    def _chosen(self, indices: Any) -> list[int]:
        if indices is None:
            return list(range(self.num_envs))
        return [indices] if isinstance(indices, int) else list(indices)

    def _seen(self) -> NDArray[Any]:
        observation = self.vec.observation
        return flat(observation) if self._view == "flat" else observation.copy()

    def _seat_anew(self, where: NDArray[np.bool_]) -> None:
        """Draw seats and opponents for games that begin."""
        count = int(where.sum())
        if count:
            seats = (
                self._rng.integers(self.players, size=count) if self._seat is None else self._seat
            )
            self._learner[where] = seats
            self._against[where] = self._rng.integers(len(self.opponents), size=count)

    def _step(
        self, actions: NDArray[Any], reward: NDArray[np.float32], ends: NDArray[np.bool_]
    ) -> None:
        vec = self.vec
        vec.step(actions)
        reward += vec.reward[np.arange(self.num_envs), self._learner]
        ends[0] |= vec.terminated
        ends[1] |= vec.truncated
        self._seat_anew(vec.terminated | vec.truncated)

    def _let_play(self, reward: NDArray[np.float32], ends: NDArray[np.bool_]) -> None:
        vec = self.vec
        while (theirs := vec.seat != self._learner).any():
            actions = np.full(self.num_envs, WAIT, dtype=np.int64)
            for k, policy in enumerate(self.opponents):
                of = np.flatnonzero(theirs & (self._against == k))
                if len(of):
                    actions[of] = policy(vec.observation[of], vec.mask[of])
            self._step(actions, reward, ends)


def _policies(
    opponents: Sequence[str | BatchPolicy], rng: np.random.Generator
) -> list[BatchPolicy]:
    if isinstance(opponents, str) or not opponents:
        raise ValueError(f"opponents are one or several in a sequence, found {opponents!r:.40}")
    found: list[BatchPolicy] = []
    for one in opponents:
        if one == "random":
            found.append(play_at_random(rng))
        elif callable(one):
            found.append(one)
        else:
            raise ValueError(
                f"an opponent is 'random' or a function from observations and masks to actions, "
                f"found {one!r:.60}"
            )
    return found
