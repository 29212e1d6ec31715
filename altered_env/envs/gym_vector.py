"""A Gymnasium `VectorEnv` of single-seat envs, on the native batch.

>>> import gymnasium
>>> envs = gymnasium.make_vec("Altered-v0", num_envs=3, vectorization_mode="vector_entry_point")
>>> observations, infos = envs.reset(seed=1)
>>> actions = observations["action_mask"].argmax(axis=1)
>>> observations, rewards, terminations, truncations, infos = envs.step(actions)
>>> observations["observation"].shape, rewards.tolist()
((3, 7302), [0.0, 0.0, 0.0])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from altered_env.envs.env_options import SeenOptions, known_options, taken
from altered_env.envs.rendering import RENDER_MODES, known_mode, pixels
from altered_env.envs.setup import Decks, whole
from altered_env.envs.single_agent_vec import SingleAgentVec
from altered_env.envs.slot_seats import RANDOM
from altered_env.envs.starting import Start
from altered_env.envs.vec import Vec
from altered_env.formats.format import USUAL
from altered_env.spaces.card_features import CardFeatures, card_features
from altered_env.spaces.gym_spaces import action_space, observation_space

Seen = dict[str, NDArray[Any]]
_SEEDS = 1 << 31


class AlteredVectorEnv(VectorEnv[Seen, NDArray[Any], NDArray[Any]]):
    """Many games; in each, the learner sees only its own decisions.

    A finished or truncated game restarts in the same step: `final_obs` is its last observation and
    `final_info` its last `info`. The env with seed s plays the same games whatever the other envs
    do.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium has it
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    @known_options(SeenOptions, "the env")
    def __init__(
        self,
        num_envs: int = 1,
        opponent: str | Sequence[str] = RANDOM,
        decks: Decks = USUAL,
        *,
        odds: Sequence[float] | None = None,
        seat: str | int | None = None,
        threads: int | None = None,
        copy: bool = True,
        text: bool = False,
        render_mode: str | None = None,
        **options: Unpack[SeenOptions],
    ) -> None:
        """`opponent`: an agent by its name and options, or several; one is drawn for each game with
        `odds`, uniform by default. `copy=False` returns arrays that the next step overwrites. With
        `text` the learners' seats are described in `info["text"]`. For the other options see the
        single-seat env and `make_vec`."""
        self.num_envs = whole(num_envs, "num_envs")
        self.render_mode = known_mode(render_mode)
        names = _named(opponent)
        self._learners = SingleAgentVec(
            self.num_envs, decks, opponents=names, odds=odds, seat=seat, threads=threads, **options
        )
        self.vec: Vec = self._learners.vec
        self._handed_out = self.vec.handing_out()
        setup = self.vec.setup
        players = len(setup.agents)
        self._agents = np.array(setup.agents, dtype=object)
        self._copy, self._text = copy, bool(text)
        self.single_action_space = action_space(players)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.single_observation_space = observation_space(setup.detail, players, setup.masks)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._seeds: list[int] = []
        self._ready = False

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[Seen, dict[str, Any]]:
        """Restart every game. `seed`: that of the first env, or one for each; by default each env
        continues its own random stream.

        Options, the first two for all later games: `decks`, pools or a function that draws decks;
        `seat`, the learner's; and `start`, a position to begin at (`envs.starting`), or a list of
        one for each env.
        """
        decks, seat, start = taken(options, "decks", "seat", "start")
        given = self._each(seed)
        self._seeds = [
            int(self.np_random.integers(_SEEDS)) if one is None else whole(one, "seed", 0)
            for one in given
        ]
        if seat is not None:
            self._learners.sit(seat)
        self._learners.reset(self._seeds, decks)
        if start is not None:
            self._begin(start)
        self._ready = True
        return self._seen(), self._infos()

    def step(
        self, actions: Any
    ) -> tuple[Seen, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take the learners' actions, and let the opponents play until each learner's next
        decision."""
        if not self._ready:
            raise gymnasium.error.ResetNeeded("call reset before step")
        learners = self._learners
        learners.step(actions)
        infos = self._infos()
        if learners.ended.any():
            infos = self._with_finals(infos, np.flatnonzero(learners.ended))
        if self.render_mode == "human":
            self.render()
        return (
            self._seen(),
            learners.reward.astype(np.float64),
            learners.ended & ~learners.truncated,
            learners.truncated.copy(),
            infos,
        )

    def render(self) -> tuple[str, ...] | tuple[NDArray[np.uint8], ...] | None:
        """The board of each game as its learner sees it."""
        if self.render_mode == "rgb_array":
            return tuple(
                pixels(self.vec.game(i).view(int(self._learners.seat[i])))
                for i in range(self.num_envs)
            )
        found = tuple(self.show(i) for i in range(self.num_envs))
        if self.render_mode == "human":
            print("\n\n".join(found))
            return None
        return found

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads. There may be none: some versions of Gymnasium close an env whose
        creation failed."""
        if hasattr(self, "vec"):
            self.vec.close()

    # additions to Gymnasium's interface

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, under the name that sb3-contrib expects."""
        return self.vec.mask.astype(bool)

    @property
    def card_features(self) -> CardFeatures:
        """Features of the printed cards, indexed by card number in observations."""
        return card_features(self.vec.setup.book)

    def show(self, i: int, agent: str | int | None = None) -> str:
        """The board of game i as an agent sees it; by default the learner."""
        return self.vec.show(i, int(self._learners.seat[i]) if agent is None else agent)

    def labels(self, i: int) -> dict[int, str]:
        """The legal actions of the learner of game i, each in words."""
        return self.vec.labels(i)

    def _each(self, seed: Any) -> Sequence[int | None]:
        """The seed of each env, None to draw one."""
        if isinstance(seed, np.ndarray):
            seed = seed.tolist()
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, Sequence) and not isinstance(seed, str):
            if len(seed) != self.num_envs:
                raise ValueError(f"expected one seed per env, {self.num_envs}, found {len(seed)}")
            return seed
        first = whole(seed, "seed", 0)
        super().reset(seed=first)
        return range(first, first + self.num_envs)

    def _begin(self, start: Start | list[Start | None]) -> None:
        starts: list[Start | None]
        starts = start if isinstance(start, list) else [start] * self.num_envs
        if len(starts) != self.num_envs:
            raise ValueError(f"starts: expected one per env, {self.num_envs}, found {len(starts)}")
        self._learners.begin(starts)

    def _seen(self) -> Seen:
        vec = self.vec
        found: Seen = {"action_mask": vec.mask.copy() if self._copy else vec.mask}
        if vec.setup.detail != "mask":
            found["observation"] = self._handed_out() if self._copy else vec.observation
        return found

    def _infos(self) -> dict[str, Any]:
        vec = self.vec
        found: dict[str, Any] = {
            "decisions": vec.decisions.astype(np.int64),
            "day": vec.records["day"].astype(np.int64),
            "seat": self._agents[self._learners.seat],
        }
        if vec.setup.detail == "everything":
            found["everything"] = vec.everything
        if self._text:
            said = [vec.describe(i) for i in range(self.num_envs)]
            found["text"] = np.array(said, dtype=object)
        for name in tuple(found):
            found[f"_{name}"] = np.ones(self.num_envs, dtype=bool)
        return found

    def _with_finals(self, infos: dict[str, Any], of: NDArray[np.int64]) -> dict[str, Any]:
        """The infos of the learners whose games have ended in the slots `of`."""
        vec, learners = self.vec, self._learners
        slots, detail = vec.slots, vec.setup.detail
        seen = learners.finals(of) if detail != "mask" else None
        empty = np.zeros(vec.mask.shape[1], dtype=vec.setup.mask_type)
        for k, i in enumerate(of.tolist()):
            slot = slots[i]
            seat, winner = int(slot["last_learner"]), int(slot["last_winner"])
            info: dict[str, Any] = {
                "decisions": int(slot["last_answers"]),
                "day": int(slot["last_day"]),
                "seat": self._agents[seat],
            }
            if not learners.truncated[i]:
                info["winner"] = self._agents[winner] if winner >= 0 else None
            if learners.illegal[i]:
                info["illegal"] = self._agents[learners.loser[i]]
            if detail == "everything":
                info["everything"] = vec.final(i, seat)["everything"]
            last: Seen = {"action_mask": empty.copy()}
            if seen is not None:
                last["observation"] = seen[k].copy()
            infos = self._add_info(infos, {"final_obs": last, "final_info": info}, i)
        return infos


def _named(names: Any) -> list[str]:
    """The name of an agent, or the names of several. Raises `TypeError` for anything else."""
    if isinstance(names, str):
        return [names]
    if not isinstance(names, Sequence):
        raise TypeError(
            f"an opponent must be the name of an agent, or a list of names with odds=[...],"
            f" found {names!r:.60}"
        )
    if not names:
        raise ValueError("an opponent is needed: the name of an agent, or several")
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"opponents of many games must be names of agents, found {name!r:.80}")
    return list(names)
