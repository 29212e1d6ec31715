"""The game as a PettingZoo AEC env.

>>> from altered_env import altered_v0
>>> env = altered_v0.env(decks="starters", render_mode="ansi")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter(max_iter=4000):
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else int(observation["action_mask"].argmax()))
>>> env.agents
[]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from altered_env.cards import Card
from altered_env.envs.features import CardFeatures, card_features
from altered_env.envs.one_game import OneGame
from altered_env.envs.rendering import rendered
from altered_env.envs.setup import Decks, Setup, seat_of, whole
from altered_env.envs.spaces import action_space, observation_space
from altered_env.formats.format import USUAL
from altered_env.game import Game

__all__ = ["RENDER_MODES", "AlteredEnv", "env", "raw_env"]

RENDER_MODES = ("ansi", "human")
_SEEDS = 1 << 62


def env(**options: Any) -> AECEnv[str, Any, Any]:
    """The env, with PettingZoo's check that methods are called in order; options as `AlteredEnv`.

    An illegal action raises `IllegalActionError` and leaves the game as it was. Who would rather
    lose the game over it puts PettingZoo's `TerminateIllegalWrapper` around.
    """
    return OrderEnforcingWrapper(AlteredEnv(**options))


def raw_env(**options: Any) -> AlteredEnv:
    """The env without wrappers; options as `AlteredEnv`."""
    return AlteredEnv(**options)


class AlteredEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]  # it comes without types
    """A game between two agents, `player_0` and `player_1`, or four, who decide in the order of the
    rules.

    Rewards are 0 until the end, then +1 for who has won, both of a team, and -1 for the others; a
    game that passes the day limit is truncated. Agents that are not deciding see an empty mask.
    `info` says, at the end, who has won and when.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo has it
        "name": "altered_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        decks: Decks = USUAL,
        *,
        rules: str = "2024.09",
        format: str = "standard",
        day_limit: int | None = 50,
        detail: str = "full",
        legal: bool = True,
        cards: Iterable[Card] = (),
        render_mode: str | None = None,
        max_cycles: int | None = None,
    ) -> None:
        """`decks`: a pool by name (`altered_env.decks.POOLS`), a deck, a path, several of these,
        the same for each agent by name, or a function that draws a deck for each player
        from a generator.
        `detail="mask"` leaves observations out. `cards`: those beyond the pool that decks which
        come later may hold. With `legal=False` decks need not keep the rules of deck building.
        `max_cycles`: cut a game off after so many decisions, as PettingZoo's `make` can ask for.
        """
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(
                f"render_mode is {', '.join(RENDER_MODES)} or None, found {render_mode!r:.40}"
            )
        self._most = None if max_cycles is None else whole(max_cycles, "max_cycles")
        setup = Setup.of(decks, rules, format, day_limit, detail, legal, cards)
        self.render_mode = render_mode
        self.possible_agents = list(setup.agents)
        self.agents: list[str] = []
        self._one = OneGame(setup)
        self._rng = np.random.default_rng()
        count = len(setup.agents)
        self._action_spaces = {agent: action_space(count) for agent in setup.agents}
        self._observation_spaces = {
            agent: observation_space(detail, count) for agent in setup.agents
        }
        self._full = detail == "full"
        self._ended = True

    # what PettingZoo asks for

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """An observation and a mask of the legal actions."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """Rows of the entity table, then what has no row."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game. Without a seed the next game of the same stream.

        Options: `decks`, a deck for each player of this game, and `game_seed`, to begin the game
        that `Game.start` begins with them.
        """
        wanted = dict(options or {})
        seated, game_seed = wanted.pop("decks", None), wanted.pop("game_seed", None)
        wanted.pop("options", None)  # PettingZoo's api_test sends it
        if wanted:
            raise ValueError(f"options of reset are decks and game_seed, found {sorted(wanted)}")
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        drawn = int(self._rng.integers(_SEEDS))
        if seated is None:
            seated = self._one.setup.sample(self._rng)
        self._one.start(seated, drawn if game_seed is None else game_seed)
        self._ended = False
        self.agents = everyone = list(self.possible_agents)
        self.rewards = dict.fromkeys(everyone, 0.0)
        self._cumulative_rewards = dict.fromkeys(everyone, 0.0)
        self.terminations = dict.fromkeys(everyone, False)
        self.truncations = dict.fromkeys(everyone, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in everyone}
        self.agent_selection = everyone[self._one.decider]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees, and what it may do."""
        one = self._one
        if not self._ended and agent == self.possible_agents[one.decider]:
            mask = one.mask.copy()
            if not self._full:
                return {"action_mask": mask}
            return {"observation": one.observation.copy(), "action_mask": mask}
        observation, mask = one.show_to(seat_of(agent, len(self.possible_agents)))
        if self._ended:
            mask[:] = 0
        if not self._full:
            return {"action_mask": mask}
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action for `agent_selection`; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        one = self._one
        one.act(action)  # type: ignore[arg-type]  # what is no number is refused there
        self._cumulative_rewards[agent] = 0.0
        if one.over and not one.cut_off:
            winners = one.winners
            for seat, who in enumerate(self.possible_agents):
                if winners:
                    self.rewards[who] = 1.0 if seat in winners else -1.0
                self.terminations[who] = True
            self._end()
        elif one.cut_off or (self._most is not None and one.decisions >= self._most):
            for who in self.possible_agents:
                self.truncations[who] = True
            self._end()
        if not one.over:
            self.agent_selection = self.possible_agents[one.decider]
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        one = self._one
        self._ended = True
        result = {
            "winner": self.possible_agents[one.winner] if one.winner >= 0 else None,
            "winners": [self.possible_agents[seat] for seat in one.winners],
            "day": one.day,
            "decisions": one.decisions,
        }
        for agent in self.possible_agents:
            self.infos[agent] = dict(result)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board, from above: every card is shown. `show` is for one agent's eyes."""
        return rendered(self.render_mode, self._one.game.show)

    def close(self) -> None:
        """Nothing is held open."""

    # what this game has beyond

    @property
    def game(self) -> Game:
        """The game under way, a copy: to show, to save as a replay, to try things in."""
        return self._one.game

    @property
    def card_features(self) -> CardFeatures:
        """What is printed on the cards, by their numbers in observations."""
        return card_features(self._one.setup.book)

    def show(self, agent: str) -> str:
        """The board as an agent sees it, as text."""
        return self._one.game.show(seat_of(agent, len(self.possible_agents)))

    def labels(self) -> dict[int, str]:
        """The legal actions of who is to act, each in words."""
        return self._one.labels()
