"""The native batch as a `VecEnv` of stable-baselines3, with masks for sb3-contrib's MaskablePPO.

>>> env = AlteredVecEnv(4, opponent="random", view="raw", threads=1)
>>> env.reset().shape, env.action_masks().shape
((4, 7302), (4, 392))
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Final, Unpack

import gymnasium
import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from altered_env.envs.drawing import seed_or_drawn
from altered_env.envs.env_options import SeenOptions, known_options, taken, yes_or_no
from altered_env.envs.opponents import Opponent, Opponents
from altered_env.envs.rendering import known_mode, pixels
from altered_env.envs.reset_needed import needs_reset
from altered_env.envs.setup import Decks, number_of_game
from altered_env.envs.single_agent_vec import SingleAgentVec
from altered_env.envs.slot_seats import RANDOM
from altered_env.envs.starting import position
from altered_env.envs.vec import Vec
from altered_env.envs.view_option import View, part_of, split_options
from altered_env.formats.format import USUAL
from altered_env.game.errors import IllegalActionError
from altered_env.spaces.card_features import CardFeatures
from altered_env.spaces.gym_spaces import action_space

_MASKED: Final = (
    "PPO, evaluate_policy and EvalCallback of stable-baselines3 know no masks: use MaskablePPO, "
    'evaluate_policy and MaskableEvalCallback of sb3_contrib, or illegal="lose"'
)


class AlteredVecEnv(VecEnv):
    """Many games at once, with the learner in one seat of each; with four players the opponent
    plays all other seats, a teammate's included.

    The learner sees only its own decisions; its opponents answer inside `step`, and the final
    reward arrives regardless of who ends the game. `env_method("action_masks")` costs only a copy,
    as there are no subprocesses. At the end of a game its info has `episode` as from a `Monitor`,
    so no `VecMonitor` is needed, and the same as the single-seat env.
    """

    @known_options(SeenOptions, "the env")
    def __init__(
        self,
        n: int,
        opponent: Opponents = RANDOM,
        decks: Decks = USUAL,
        *,
        odds: Sequence[float] | None = None,
        seat: str | int | None = None,
        seed: int | None = 0,
        threads: int | None = None,
        text: bool = False,
        render_mode: str | None = None,
        **options: Unpack[SeenOptions],
    ) -> None:
        """`opponent`, `odds`, `seat` and `seed`: as in `make_vec`. `view` is `flat` by default:
        floats for a plain network, which cannot tell which card is which; `compact` is for
        `altered_env.nets`. With `text` the learners' seats are described in `info["text"]`.
        `render_mode`: `human`, which prints the boards, or `rgb_array`. For the other options see
        `envs.env_options.SeenOptions`; `detail="mask"` is refused, since the library needs
        observations."""
        others, view = split_options(options)
        view = {"view": "flat", **view}
        if str(others.get("detail")) == "mask":
            raise ValueError(
                'detail="mask" has no observations, which stable-baselines3 needs: use '
                'detail="full", or make_vec(learner=True)'
            )
        self.render_mode = known_mode(render_mode, ("human", "rgb_array"))
        self._text = yes_or_no(text, "text")
        self._learners = SingleAgentVec(
            n,
            decks,
            opponent=opponent,
            odds=odds,
            seat=seat,
            seed=seed,
            threads=threads,
            opponent_sees=view,
            **others,
        )
        self.vec: Vec = self._learners.vec
        self._view = View(self.vec.setup, **view)
        self._handed_out = self.vec.handing_out(self._view)
        self.players = self.vec.kernel.players
        self._next_seed = seed_or_drawn(seed)
        self._steps = np.zeros(n, dtype=np.int64)
        self._nobody = np.zeros(n, dtype=bool)
        """The games that may be skipped."""
        self._began = time.time()
        self._actions: NDArray[Any] | None = None
        super().__init__(n, self._view.space, action_space(self.players))

    @property
    def opponents(self) -> tuple[Opponent, ...]:
        """The opponents; one is drawn for each game. They may be replaced for later games."""
        return self._learners.opponents

    @opponents.setter
    def opponents(self, opponent: Opponents) -> None:
        self.set_opponents(opponent)

    def set_opponents(self, opponent: Opponents, odds: Sequence[float] | None = None) -> None:
        """Draw the opponents of later games from these (`SingleAgentVec.set_opponents`)."""
        self._learners.set_opponents(opponent, odds)

    def seed(self, seed: int | None = None) -> list[int | None]:
        """The seed of the next `reset`, None to draw one; those after it go on with seeds drawn
        from it."""
        self._next_seed = seed_or_drawn(seed)
        return [self._next_seed] * self.num_envs

    @property
    def card_features(self) -> CardFeatures:
        """Features of the printed cards, indexed by card number in observations."""
        return self.vec.card_features

    def reset(self) -> Any:
        """Begin new games, other ones than before. Options are set beforehand with `set_options`:
        `start`, a position to begin at (`envs.starting`), by env; and for all envs and later games
        `decks` and `seat`."""
        given = [dict(one) for one in self._options]
        self._reset_options()  # whoever gave wrong ones resets again without them
        wanted = [taken(one, "decks", "seat", "start") for one in given]
        decks, seat, _ = wanted[0]
        if any(one[:2] != [decks, seat] for one in wanted):
            raise ValueError("decks and seat apply to all games of the batch")
        setup = self.vec.setup
        starts = [None if one[2] is None else position(one[2], setup) for one in wanted]
        self._learners.reset(self._next_seed, decks, seat)
        self._next_seed = int(np.random.SeedSequence(self._next_seed).generate_state(1)[0])
        if any(start is not None for start in starts):
            self._learners.begin(starts)
        self._steps[:] = 0
        self.reset_infos = self._infos(range(self.num_envs), first=True)
        return self._handed_out()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keep the actions for `step_wait`."""
        needs_reset(self._learners.begun, "step")
        self._actions = np.asarray(actions)

    def step_wait(
        self,
    ) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Take the actions, and let the opponents play until each learner's next decision."""
        needs_reset(self._learners.begun, "step")
        learners = self._learners
        if self._actions is None:
            raise gymnasium.error.NoAsyncCallError("call step_async before step_wait", "step")
        actions, self._actions = self._actions, None
        try:
            learners.step(actions, self._nobody)
        except IllegalActionError as error:
            if learners.at_turn:  # otherwise it is an opponent's
                raise IllegalActionError(f"{error}. {_MASKED}") from None
            raise
        self._steps += 1
        infos = self._infos(range(self.num_envs))
        of = np.flatnonzero(learners.ended)
        if len(of):
            last = learners.finals(of, self._view)
            now = round(time.time() - self._began, 6)
            begun = self._infos(of.tolist(), first=True)
            for k, i in enumerate(of.tolist()):
                self.reset_infos[i] = begun[k]
                infos[i] = {
                    "episode": {"r": float(learners.reward[i]), "l": int(self._steps[i]), "t": now},
                    "TimeLimit.truncated": bool(learners.truncated[i]),
                    "terminal_observation": part_of(last, k),
                    **learners.last_info(i, self._text),
                }
            self._steps[of] = 0
        if self.render_mode == "human":
            self.render()
        return self._handed_out(), learners.reward.copy(), learners.ended.copy(), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of each learner, (n, ACTIONS)."""
        return self._learners.mask.astype(bool)

    def _infos(self, of: Sequence[int], first: bool = False) -> list[dict[str, Any]]:
        """The infos of the current decisions of these games, `first` if the games begin: with the
        learner's seat and the opponent's name then."""
        vec, learners = self.vec, self._learners
        found: list[dict[str, Any]] = [{} for _ in of]
        if first:
            for info, i in zip(found, of, strict=True):
                info["seat"] = vec.setup.agents[int(learners.seat[i])]
                info["opponent"] = learners.opponent_names[int(learners.against[i])]
        if vec.setup.detail == "everything":
            for info, part in zip(found, vec.everything[list(of)], strict=True):
                info["everything"] = part
        if self._text:
            for info, i in zip(found, of, strict=True):
                info["text"] = vec.describe(i)
        return found

    def show(self, i: int, agent: str | int | None = None) -> str:
        """The board of game i in an agent's view, by default the learner's."""
        return self._learners.show(i, agent)

    def describe(self, i: int) -> str:
        """What the learner of game i sees and may do, in words; each action with its number."""
        return self._learners.describe(i)

    def labels(self, i: int) -> dict[int, str]:
        """The legal actions of the learner of game i, in words."""
        return self._learners.labels(i)

    def get_images(self) -> list[NDArray[np.uint8] | None]:
        """The board of each game as its learner sees it, as pixels."""
        learners = self._learners
        return [pixels(learners.game(i).view(int(learners.seat[i]))) for i in range(self.num_envs)]

    def render(self, mode: str | None = None) -> NDArray[np.uint8] | None:
        """Print the boards, or return them as one image."""
        if self.render_mode != "human":
            needs_reset(self._learners.begun, "render")
            return super().render(mode)
        print("\n\n".join(map(self.show, range(self.num_envs))))
        return None

    def close(self) -> None:
        """Stop the threads of the batch."""
        self.vec.close()

    # the rest of stable-baselines3's VecEnv interface

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute, the same for every env."""
        return [getattr(self, attr_name)] * len(self._chosen(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of all envs at once; single envs cannot differ."""
        if len(self._chosen(indices)) != self.num_envs:
            raise ValueError(f"{attr_name} applies to all games of the batch")
        setattr(self, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """`action_masks`, a row for each env; or `set_opponents`, for all of them."""
        chosen = self._chosen(indices)
        if method_name == "set_opponents":
            if len(chosen) != self.num_envs:
                raise ValueError("set_opponents applies to all games of the batch")
            self.set_opponents(*method_args, **method_kwargs)
            return [None] * len(chosen)
        if method_name != "action_masks":
            raise AttributeError(
                f"the envs have the methods action_masks and set_opponents, not {method_name[:40]}"
            )
        return list(self.action_masks()[chosen])

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """False for all. Results are recorded as by a `Monitor`, which stable-baselines3 checks
        for."""
        from stable_baselines3.common.monitor import Monitor

        return [issubclass(wrapper_class, Monitor)] * len(self._chosen(indices))

    def _chosen(self, indices: Any) -> list[int]:
        if indices is None:
            return list(range(self.num_envs))
        if not isinstance(indices, Sequence | np.ndarray) or isinstance(indices, str | bytes):
            indices = [indices]
        return [number_of_game(i, self.num_envs) for i in indices]
