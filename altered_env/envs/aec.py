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

import functools
from collections.abc import Callable, Mapping
from typing import Any, ParamSpec, Unpack

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv

from altered_env.envs.call_order import InOrder, Ordered
from altered_env.envs.env_options import SeenOptions, known_options, taken, yes_or_no
from altered_env.envs.one_game import OneGame
from altered_env.envs.rendering import RENDER_MODES, Rendered, known_mode, rendered
from altered_env.envs.setup import Decks, Setup, chance_of, of_agent, seat_of, whole
from altered_env.envs.view_option import View, split_options
from altered_env.formats.format import USUAL
from altered_env.game import Game
from altered_env.language.book import Book
from altered_env.protocol.text_seat import describe
from altered_env.spaces.card_features import CardFeatures, card_features
from altered_env.spaces.gym_spaces import action_space, everything_space

P = ParamSpec("P")
_SEEDS = 1 << 62


class AlteredEnv(InOrder):
    """A game between two agents, `player_0` and `player_1`, or four. The rules decide whose turn it
    is to act.

    Rewards are 0 until the end, then +1 for the winners, both of a team, and -1 for the others; a
    game that exceeds the day limit is truncated. Agents that are not to move see an empty mask. At
    the end `info` has the winner and the day.

    An illegal action raises `IllegalActionError` and leaves the game as it was. With
    `illegal="lose"` it ends the game: -1 for the agent that took it, 0 for the others.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo has it
        "name": "altered_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    @known_options(SeenOptions, "the env")
    def __init__(
        self,
        decks: Decks = USUAL,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        text: bool = False,
        **options: Unpack[SeenOptions],
    ) -> None:
        """`decks`: a pool by name (`altered_env.decks.POOLS`), a deck, a path, several of these, a
        mapping from agents to any of these, or a function that draws a deck for each player from a
        generator. `max_cycles`: truncate a game after this many decisions, an option of
        PettingZoo's `make`. With `text` the seat of the player to move is described in its
        `info["text"]`. For the other options see `envs.env_options.SeenOptions`.
        """
        super().__init__()
        self.render_mode = known_mode(render_mode)
        self._text = yes_or_no(text, "text")
        self._most = None if max_cycles is None else whole(max_cycles, "max_cycles")
        others, view = split_options(options)
        setup = Setup.of(decks, **others)
        self._view = View(setup, **view)
        self.possible_agents = list(setup.agents)
        self.agents: list[str] = []
        self._one = OneGame(setup)
        self._rng = np.random.default_rng()
        count = len(setup.agents)
        self._action_spaces = {agent: action_space(count, setup.masks) for agent in setup.agents}
        self._observation_spaces = {agent: self._view.space_with_mask() for agent in setup.agents}
        self._full = setup.detail != "mask"
        if setup.detail == "everything":
            self.state_space = everything_space(count)
        self._ended = True

    # required by PettingZoo

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """An observation and a mask of the legal actions."""
        return of_agent(self._observation_spaces, agent)

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Rows of the entity table, then the actions without a row."""
        return of_agent(self._action_spaces, agent)

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game. Without a seed, it is the next game of the same random stream.

        Options: `decks`, a deck for each player of this game, by seat or by agent, or a function
        that draws them; `game_seed`, to begin the same game as `Game.start` with these decks and
        this seed; and `start`, a position to begin at (`envs.starting`).
        """
        decks, game_seed, start = taken(options, "decks", "game_seed", "start")
        if start is not None and (decks is not None or game_seed is not None):
            raise ValueError("a game that starts from a position already has decks and a seed")
        if game_seed is not None:
            game_seed = whole(game_seed, "game_seed", 0)
        if seed is not None:
            self._rng = chance_of(seed)
        drawn = int(self._rng.integers(_SEEDS))
        if start is not None:
            self._one.begin(start)
        else:
            seated = self._one.setup.sample(self._rng, decks)
            self._one.start(seated, drawn if game_seed is None else game_seed)
        self._ended = False
        self.agents = everyone = list(self.possible_agents)
        self.rewards = dict.fromkeys(everyone, 0.0)
        self._cumulative_rewards = dict.fromkeys(everyone, 0.0)
        self.terminations = dict.fromkeys(everyone, False)
        self.truncations = dict.fromkeys(everyone, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in everyone}
        self.agent_selection = everyone[self._one.decider]
        self._describe()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """An agent's observation and legal actions."""
        self._needs_reset("observe")
        one = self._one
        if not self._ended and agent == self.possible_agents[one.decider]:
            mask = one.mask.copy()
            if not self._full:
                return {"action_mask": mask}
            return {
                "observation": self._seen(one.observation.copy(), one.decider),
                "action_mask": mask,
            }
        seat = seat_of(agent, len(self.possible_agents))
        observation, mask = one.show_to(seat)
        if self._ended:
            mask[:] = 0
        if not self._full:
            return {"action_mask": mask}
        return {"observation": self._seen(observation, seat), "action_mask": mask}

    def _seen(self, observation: NDArray[np.int16], seat: int) -> Any:
        """The view of a raw observation of a seat."""
        return self._view.of_one(observation, self._one.record, seat)

    def step(self, action: Any) -> None:
        """Take an action for `agent_selection`; None for one whose game is over."""
        self._needs_reset("step")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        one = self._one
        if one.forfeits(action):
            self._forfeit(agent, action)
            return
        one.act(action)
        self.infos[agent].pop("text", None)
        self._cumulative_rewards[agent] = 0.0
        if one.over and not one.cut_off:
            winners = one.winners
            for seat, who in enumerate(self.possible_agents):
                if winners:
                    self.rewards[who] = 1.0 if seat in winners else -1.0
                self.terminations[who] = True
            self._end(one.winner)
        elif one.cut_off or (self._most is not None and one.decisions >= self._most):
            for who in self.possible_agents:
                self.truncations[who] = True
            self._end(one.winner)
        if not one.over:
            self.agent_selection = self.possible_agents[one.decider]
        if not self._ended:
            self._describe()
        if self.render_mode == "human":
            self.render()

    def _describe(self) -> None:
        """Describe the position and the legal actions in words to the agent to act, if `text` is
        on."""
        if self._text:
            self.infos[self.agent_selection]["text"] = self.describe()

    def _forfeit(self, agent: str, action: Any) -> None:
        """End the game after an illegal action."""
        self._cumulative_rewards[agent] = 0.0
        self.rewards[agent] = -1.0
        self.terminations = dict.fromkeys(self.possible_agents, True)
        self._end(-1, illegal=agent)

    def _end(self, winner: int, **more: Any) -> None:
        one = self._one
        self._ended = True
        result = {
            "winner": self.possible_agents[winner] if winner >= 0 else None,
            "winners": [self.possible_agents[seat] for seat in one.winners],
            "day": one.day,
            "decisions": one.decisions,
            **more,
        }
        for agent in self.possible_agents:
            self.infos[agent] = dict(result)
        self._accumulate_rewards()

    def render(self) -> Rendered:
        """The board with every card shown. Use `show` for one agent's view."""
        self._needs_reset("render")
        return rendered(self.render_mode, self._one.game.show, self._one.game.view)

    def close(self) -> None:
        """There is nothing to close."""

    def state(self) -> NDArray[np.int16]:
        """The full state, in the layout of `player_0`'s observation: for a critic in training,
        never for an agent. Only with `detail="everything"`."""
        self._needs_reset("state")
        return self._one.everything(0)

    # additions to PettingZoo's interface

    def everything(self, agent: str) -> NDArray[np.int16]:
        """The full state in the layout of an agent's observation."""
        self._needs_reset("everything")
        return self._one.everything(seat_of(agent, len(self.possible_agents)))

    @property
    def book(self) -> Book:
        """The compiled cards of this env."""
        return self._one.setup.book

    @property
    def game(self) -> Game:
        """A copy of the current game, to display, to save as a replay or to try actions in."""
        self._set_by_reset("game")
        return self._one.game

    @property
    def card_features(self) -> CardFeatures:
        """Features of the printed cards, indexed by card number in observations."""
        return card_features(self._one.setup.book)

    def show(self, agent: str | int | None = None) -> str:
        """The board as text, as an agent sees it; with None, every card is shown."""
        self._needs_reset("show")
        return self._one.show(agent)

    @property
    def question(self) -> str:
        """The open decision, in words."""
        self._set_by_reset("question")
        return self._one.game.question

    def describe(self) -> str:
        """What the player to move sees and may do, in words; each action with its number."""
        self._needs_reset("describe")
        return describe(self._one.seat(self._one.decider), rows=True)

    def labels(self) -> dict[int, str]:
        """The legal actions of the player to move, in words."""
        self._needs_reset("labels")
        return self._one.labels()


def in_order(make: Callable[P, AECEnv[str, Any, Any]]) -> Callable[P, AECEnv[str, Any, Any]]:
    """Make the same env with PettingZoo's check that methods are called in order."""

    @functools.wraps(make, assigned=("__module__", "__doc__"))
    def env(*args: P.args, **options: P.kwargs) -> AECEnv[str, Any, Any]:
        return Ordered(make(*args, **options))

    return env


env = in_order(AlteredEnv)
raw_env = AlteredEnv
