"""The game as a Gymnasium env of one seat, whose opponents play inside `step`.

>>> import gymnasium
>>> env = gymnasium.make("Altered-v0", opponent="random")
>>> observation, info = env.reset(seed=1)
>>> over = False
>>> while not over:
...     action = int(observation["action_mask"].argmax())
...     observation, reward, terminated, truncated, info = env.step(action)
...     over = terminated or truncated
>>> reward in (1.0, -1.0)
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from agents.agent import Agent
from agents.registry import make, refuse_seats
from altered_env.cards import Card
from altered_env.envs.aec import RENDER_MODES
from altered_env.envs.one_game import OneGame
from altered_env.envs.rendering import rendered
from altered_env.envs.setup import Decks, Setup, seat_of
from altered_env.envs.spaces import action_space, observation_space
from altered_env.formats.format import USUAL
from altered_env.game import Game

__all__ = ["OneSeat", "Opponent", "Opponents"]

_SEEDS = 1 << 62
Opponent = str | Agent
Opponents = Opponent | Sequence[Opponent]
"""An agent by its name and options (`altered arena --help`), an `Agent`, or several of these, of
which one is drawn for each game."""


class OneSeat(gymnasium.Env[dict[str, NDArray[Any]], int]):
    """A game in which the learner sees only its own decisions.

    The reward is 0 until the end, then +1 or -1, whoever ends the game. `info` says how many
    decisions have been taken and, at the end, who has won.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium has it
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        opponent: Opponents = "random",
        decks: Decks = USUAL,
        *,
        seat: str | int | None = None,
        rules: str = "2024.09",
        format: str = "standard",
        day_limit: int | None = 50,
        detail: str = "full",
        legal: bool = True,
        cards: Iterable[Card] = (),
        render_mode: str | None = None,
    ) -> None:
        """`seat`: `player_0` or `player_1`, of four up to `player_3`, drawn for each game unless
        told; the opponent plays all other seats, a teammate's among them. The other options are
        those of `AlteredEnv`."""
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(
                f"render_mode is {', '.join(RENDER_MODES)} or None, found {render_mode!r:.40}"
            )
        self.render_mode = render_mode
        self._one = OneGame(Setup.of(decks, rules, format, day_limit, detail, legal, cards))
        self._agents = self._one.setup.agents
        count = len(self._agents)
        self.action_space = action_space(count)  # type: ignore[assignment]
        self.observation_space = observation_space(detail, count)  # type: ignore[assignment]
        self._opponents = _opponents(opponent, count)
        self._seat = None if seat is None else seat_of(seat, count)
        self._opponent: Agent | None = None
        self._learner = 0
        self._full = detail == "full"
        self._ready = False

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Begin a game, and let the opponent play until the learner must decide.

        Options: `decks`, a deck for each player of this game, the learner's first and then
        clockwise, and `seat`.
        """
        super().reset(seed=seed)
        wanted = dict(options or {})
        seated, seat = wanted.pop("decks", None), wanted.pop("seat", self._seat)
        if wanted:
            raise ValueError(f"options of reset are decks and seat, found {sorted(wanted)}")
        rng = self.np_random
        while True:
            count = len(self._agents)
            self._learner = int(rng.integers(count)) if seat is None else seat_of(seat, count)
            self._opponent = self._opponents[int(rng.integers(len(self._opponents)))]
            self._opponent.start(int(rng.integers(_SEEDS)))
            drawn = self._one.setup.sample(rng) if seated is None else tuple(seated)
            if seated is not None:
                drawn = drawn[-self._learner :] + drawn[: -self._learner]
            self._one.start(drawn, int(rng.integers(_SEEDS)))
            self._ready = True
            self._let_play()
            if not self._one.over and not self._one.cut_off:
                return self._observation(), self._info()

    def step(
        self, action: int
    ) -> tuple[dict[str, NDArray[Any]], float, bool, bool, dict[str, Any]]:
        """Take an action, and let the opponent play until the learner must decide again.

        Raises `IllegalActionError`, and changes nothing, when it is not legal.
        """
        if not self._ready:
            raise gymnasium.error.ResetNeeded("call reset before step")
        self._one.act(action)
        self._let_play()
        one = self._one
        reward = 0.0
        if one.over:
            reward = 0.0 if one.winner < 0 else 1.0 if self._learner in one.winners else -1.0
        if self.render_mode == "human":
            self.render()
        terminated = one.over and not one.cut_off
        return self._observation(), reward, terminated, one.cut_off, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as sb3-contrib asks for them."""
        return self._observation()["action_mask"].astype(bool)

    def render(self) -> str | None:
        """The board as the learner sees it."""
        return rendered(self.render_mode, lambda: self._one.game.show(self._learner))

    @property
    def game(self) -> Game:
        """The game under way, a copy: to show, to save as a replay, to try things in."""
        return self._one.game

    @property
    def learner(self) -> str:
        """Which agent the learner is in this game."""
        return self._agents[self._learner]

    def labels(self) -> dict[int, str]:
        """The legal actions, each in words."""
        return self._one.labels()

    def _let_play(self) -> None:
        one = self._one
        assert self._opponent is not None
        while not one.over and not one.cut_off and one.decider != self._learner:
            one.act_as_engine(self._opponent.act(one.seat(one.decider)))

    def _observation(self) -> dict[str, NDArray[Any]]:
        observation, mask = self._one.show_to(self._learner)
        if self._one.over or self._one.cut_off:
            mask[:] = 0
        return (
            {"observation": observation, "action_mask": mask}
            if self._full
            else {"action_mask": mask}
        )

    def _info(self) -> dict[str, Any]:
        one = self._one
        info: dict[str, Any] = {"decisions": one.decisions, "day": one.day, "seat": self.learner}
        if one.over:
            info["winner"] = self._agents[one.winner] if one.winner >= 0 else None
        return info


def _opponents(wanted: Opponents, players: int) -> list[Agent]:
    several: Sequence[Opponent]
    if isinstance(wanted, str) or not isinstance(wanted, Sequence):
        several = [wanted]
    else:
        several = wanted
    if not several:
        raise ValueError("an opponent is needed: the name of an agent, an Agent, or several")
    found = []
    for one in several:
        agent = make(one) if isinstance(one, str) else one
        if not hasattr(agent, "act") or not hasattr(agent, "start"):
            raise TypeError(f"an opponent is an agent or the name of one, found {one!r:.80}")
        found.append(agent)
    refuse_seats([str(getattr(agent, "name", "")) for agent in found], players)
    return found
