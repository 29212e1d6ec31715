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

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Unpack

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from altered_env.batch.slots import WAIT
from altered_env.envs.env_options import SeenOptions, known_options, one_of, taken, yes_or_no
from altered_env.envs.opponents import Opponent, Opponents
from altered_env.envs.rendering import RENDER_MODES, known_mode, pixels
from altered_env.envs.reset_needed import needs_reset
from altered_env.envs.setup import Decks, number_of_game, seat_of, whole
from altered_env.envs.single_agent_vec import SingleAgentVec
from altered_env.envs.slot_seats import RANDOM
from altered_env.envs.starting import Start, position
from altered_env.envs.vec import Vec
from altered_env.envs.view_option import View, copied, part_of, put, split_options
from altered_env.formats.format import USUAL
from altered_env.game import Game
from altered_env.protocol.text_seat import describe
from altered_env.spaces.card_features import CardFeatures, card_features
from altered_env.spaces.gym_spaces import action_space
from altered_env.spaces.masked_actions import multi_discrete

Seen = dict[str, Any]
_SEEDS = 1 << 31


class AlteredVectorEnv(VectorEnv[Seen, NDArray[Any], NDArray[Any]]):
    """Many games; in each, the learner sees only its own decisions.

    A finished or truncated game restarts in the same step: `final_obs` is its last observation and
    `final_info` its last `info`; or as another `autoreset_mode` says. The env with seed s plays the
    same games whatever the other envs do.
    """

    single_observation_space: gymnasium.spaces.Dict
    observation_space: gymnasium.spaces.Dict
    single_action_space: gymnasium.spaces.Discrete
    action_space: gymnasium.spaces.MultiDiscrete

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium has it
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    @known_options(SeenOptions, "the env")
    def __init__(
        self,
        num_envs: int = 1,
        opponent: Opponents = RANDOM,
        decks: Decks = USUAL,
        *,
        odds: Sequence[float] | None = None,
        seat: str | int | None = None,
        threads: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        copy: bool = True,
        text: bool = False,
        render_mode: str | None = None,
        **options: Unpack[SeenOptions],
    ) -> None:
        """`opponent`, `odds` and `seat`: as in `SingleAgentVec`. `autoreset_mode`: when an ended
        game restarts, as in Gymnasium: `SameStep`; `NextStep`, which ignores that step's action; or
        `Disabled`, only by `reset(options={"reset_mask": ...})`. `copy=False` returns arrays that
        the next step overwrites, read-only in the views `raw` and `flat`. With `text` the learners'
        seats are described in `info["text"]`.
        For the other options see the single-seat env and `make_vec`."""
        self.num_envs = whole(num_envs, "num_envs")
        self.render_mode = known_mode(render_mode)
        self._mode = _mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self._copy, self._text = yes_or_no(copy, "copy"), yes_or_no(text, "text")
        others, view = split_options(options)
        if not self._copy:
            others |= view  # written in place
        self._learners = SingleAgentVec(
            self.num_envs,
            decks,
            opponent=opponent,
            odds=odds,
            seat=seat,
            threads=threads,
            opponent_sees=view,
            **others,
        )
        self.vec: Vec = self._learners.vec
        setup = self.vec.setup
        self._view = View(setup, **view)
        self._handed_out = self.vec.handing_out(self._view)
        players = len(setup.agents)
        self._agents = np.array(setup.agents, dtype=object)
        self._finals: dict[int, Seen] = {}
        """The last observations of ended games, until the next ones are shown. Their slots are at
        the next games already."""
        self.single_action_space = action_space(players, setup.masks)
        self.single_observation_space = self._view.space_with_mask()
        seen: Any = batch_space(self.single_observation_space, self.num_envs)
        actions = int(self.single_action_space.n)
        self.action_space = multi_discrete(actions, self.num_envs, setup.masks)
        self.observation_space = seen
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

        Options, the first two for all later games: `decks`, a deck for each player, by seat or by
        agent, or a function that draws them; `seat`, the learner's; `start`, a position to begin at
        (`envs.starting`), or a list of one for each env; and `reset_mask`, booleans for the envs to
        reset, by default all.
        """
        decks, seat, start, mask = taken(options, "decks", "seat", "start", "reset_mask")
        if mask is not None:
            if decks is not None or seat is not None:
                raise ValueError("decks and seat apply to every env: reset without reset_mask")
            return self._reset_some(_masked(mask, self.num_envs), seed, start)
        given = self._each(seed)
        seeds = [
            int(self.np_random.integers(_SEEDS)) if one is None else whole(one, "seed", 0)
            for one in given
        ]
        starts = self._starts(start, range(self.num_envs))
        self._learners.reset(seeds, decks, seat)
        self._seeds = seeds
        self._begin(starts)
        self._ready = True
        self._finals = {}
        return self._seen(), self._infos()

    def _reset_some(
        self, mask: NDArray[np.bool_], seed: Any, start: Start | list[Start | None] | None
    ) -> tuple[Seen, dict[str, Any]]:
        if not self._ready:
            raise gymnasium.error.ResetNeeded("call reset without reset_mask first")
        of, given = np.flatnonzero(mask).tolist(), self._each(seed)
        seeds = {
            i: int(self.np_random.integers(_SEEDS)) if given[i] is None else given[i]
            for i in of
            if given[i] is not None or i not in self._finals
        }  # an ended game without a seed has its next game already
        starts = self._starts(start, of)
        self._learners.restart({i: whole(one, "seed", 0) for i, one in seeds.items()})
        self._begin(starts)
        for i in of:
            self._finals.pop(i, None)
        infos = self._infos()
        for name in [name for name in infos if not name.startswith("_")]:
            infos[f"_{name}"] = mask.copy()
            infos[name][~mask] = None if infos[name].dtype == object else 0
        return self._seen(), infos

    def step(
        self, actions: Any
    ) -> tuple[Seen, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take the learners' actions, and let the opponents play until each learner's next
        decision."""
        needs_reset(self._ready, "step")
        learners = self._learners
        ended = np.zeros(self.num_envs, dtype=bool)
        if self._finals:
            actions = self._past_ended(actions)
            ended[list(self._finals)] = True
        learners.step(actions, ended)
        self._finals = {}
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
        needs_reset(self._ready, "render")
        if self.render_mode == "rgb_array":
            return tuple(
                pixels(game.view(seat)) for game, seat in map(self._board, range(self.num_envs))
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
        needs_reset(self._ready, "action_masks")
        found = self._learners.mask.astype(bool)
        found[list(self._finals)] = False
        return found

    @property
    def card_features(self) -> CardFeatures:
        """Features of the printed cards, indexed by card number in observations."""
        return card_features(self.vec.setup.book)

    @property
    def opponents(self) -> tuple[Opponent, ...]:
        """The opponents; one is drawn for each new game."""
        return self._learners.opponents

    def set_opponents(self, opponent: Opponents, odds: Sequence[float] | None = None) -> None:
        """Draw the opponents of later games from these (`SingleAgentVec.set_opponents`)."""
        self._learners.set_opponents(opponent, odds)

    def show(self, i: int, agent: str | int | None = None) -> str:
        """The board of game i as an agent sees it; by default the learner."""
        needs_reset(self._ready, "show")
        game, seat = self._board(i)
        return game.show(seat if agent is None else seat_of(agent, len(self._agents)))

    def describe(self, i: int) -> str:
        """What the learner of game i sees and may do, in words; each action with its number."""
        needs_reset(self._ready, "describe")
        game, seat = self._board(i)
        return describe(game.seat(seat), rows=True)

    def labels(self, i: int) -> dict[int, str]:
        """The legal actions of the learner of game i, each in words."""
        needs_reset(self._ready, "labels")
        return {} if number_of_game(i, self.num_envs) in self._finals else self._learners.labels(i)

    def _board(self, i: int) -> tuple[Game, int]:
        """Game i, at its end until the next one is shown, and its learner's seat."""
        i = number_of_game(i, self.num_envs)
        if i in self._finals:
            return self.vec.final_game(i), int(self._learners.last_seat[i])
        return self.vec.game(i), int(self._learners.seat[i])

    def _past_ended(self, actions: Any) -> Any:
        """The actions, without those of ended games."""
        ended = list(self._finals)
        if self._mode is AutoresetMode.DISABLED:
            raise gymnasium.error.ResetNeeded(
                f"the games of envs {ended[:40]} have ended: call "
                'reset(options={"reset_mask": terminations | truncations}) before step'
            )
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or not np.issubdtype(chosen.dtype, np.integer):
            return chosen  # an error says so
        if chosen.dtype == np.uint64:  # the highest unsigned numbers would become negative
            chosen = np.minimum(chosen, 1 << 62)
        chosen = chosen.astype(np.int64)
        chosen[ended] = WAIT
        return chosen

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

    def _starts(
        self, start: Start | list[Start | None] | None, of: Collection[int]
    ) -> list[Game | None]:
        """The position at which each env begins, None for one of a deal: checked before any game
        changes."""
        each = start if isinstance(start, list) else [start] * self.num_envs
        if len(each) != self.num_envs:
            raise ValueError(f"starts: expected one per env, {self.num_envs}, found {len(each)}")
        return [
            position(one, self.vec.setup) if i in of and one is not None else None
            for i, one in enumerate(each)
        ]

    def _begin(self, starts: list[Game | None]) -> None:
        if any(one is not None for one in starts):
            self._learners.begin(starts)

    def _seen(self) -> Seen:
        vec = self.vec
        found: Seen = {"action_mask": vec.mask.copy() if self._copy else vec.mask}
        if vec.setup.detail != "mask":
            found["observation"] = self._handed_out() if self._copy else vec.observation
        if self._finals:
            found = {name: copied(part) for name, part in found.items()}
        for i, last in self._finals.items():
            for name, part in last.items():
                put(found[name], i, part)
        return found

    def _infos(self) -> dict[str, Any]:
        vec, learners = self.vec, self._learners
        found: dict[str, Any] = {
            "decisions": vec.decisions.astype(np.int64),
            "day": vec.records["day"].astype(np.int64),
            "seat": self._agents[learners.seat],
            "opponent": np.array(learners.opponent_names, dtype=object)[learners.against],
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
        """The infos with those of the games that have ended in the slots `of`; keeps their last
        observations unless they restart in the same step."""
        vec, learners = self.vec, self._learners
        seen = learners.finals(of, self._view) if vec.setup.detail != "mask" else None
        empty = np.zeros(vec.mask.shape[1], dtype=vec.setup.mask_type)
        for k, i in enumerate(of.tolist()):
            info = learners.last_info(i, self._text)
            last: Seen = {"action_mask": empty.copy()}
            if seen is not None:
                last["observation"] = copied(part_of(seen, k))
            if self._mode is AutoresetMode.SAME_STEP:
                infos = self._add_info(infos, {"final_obs": last, "final_info": info}, i)
                continue
            self._finals[i] = last
            for name, value in info.items():
                if name in infos:
                    infos[name][i], infos[f"_{name}"][i] = value, True
                else:
                    infos = self._add_info(infos, {name: value}, i)
        return infos


def _mode(given: Any) -> AutoresetMode:
    """The autoreset mode, also by its value."""
    if isinstance(given, AutoresetMode):
        return given
    return AutoresetMode(one_of(given, [one.value for one in AutoresetMode], "autoreset_mode"))


def _masked(mask: Any, count: int) -> NDArray[np.bool_]:
    """The envs to reset, checked as Gymnasium does."""
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise TypeError(f"reset_mask must be an array of booleans, found {mask!r:.60}")
    if mask.shape != (count,):
        raise ValueError(f"reset_mask must have the shape ({count},), found {mask.shape}")
    if not mask.any():
        raise ValueError("reset_mask must have at least one True, found none")
    return mask
