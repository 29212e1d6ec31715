"""The game as a PettingZoo parallel env: all agents act at once, and those not to move wait.

>>> from altered_env import altered_v0
>>> env = altered_v0.parallel_env(decks="starters")
>>> observations, infos = env.reset(seed=1)
>>> while env.agents:
...     actions = {agent: env.action_space(agent).sample() for agent in env.agents}
...     observations, rewards, terminations, truncations, infos = env.step(actions)
>>> sorted(rewards.values())
[-1.0, 1.0]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from altered_env._runtime.suggestions import did_you_mean
from altered_env.envs.aec import AlteredEnv
from altered_env.envs.env_options import SeenOptions, known_options
from altered_env.envs.rendering import Rendered
from altered_env.envs.reset_needed import needs_reset
from altered_env.envs.setup import Decks, of_agent
from altered_env.formats.format import USUAL
from altered_env.game.errors import IllegalActionError
from altered_env.spaces.card_features import CardFeatures
from altered_env.spaces.masked_actions import MaskedDiscrete

Rows = dict[str, dict[str, NDArray[Any]]]


class Offered(MaskedDiscrete):
    """The actions of an agent. A sample without a mask is legal where the agent is to act."""

    def __init__(self, env: AlteredEnv, agent: str) -> None:
        super().__init__(int(env.action_space(agent).n))
        self._env, self._agent = env, agent

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Sample an action: from the mask or the probabilities if given, else a legal one."""
        env = self._env
        if mask is None and probability is None and env.agents:
            offered = env.observe(self._agent)["action_mask"]
            mask = offered if offered.any() else None
        return super().sample(mask=mask, probability=probability)


class AlteredParallelEnv(ParallelEnv[str, Any, Any]):  # type: ignore[misc]  # without types
    """The same games as `AlteredEnv`, for libraries that step all agents at once.

    The rules ask one agent at a time. The others wait: their mask is empty and their action is
    ignored. Each gets an observation and a reward in every step.
    """

    metadata: dict[str, Any] = AlteredEnv.metadata

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
        """The options of `AlteredEnv`; a cycle is one decision of any agent."""
        self.aec = AlteredEnv(
            decks, render_mode=render_mode, max_cycles=max_cycles, text=text, **options
        )
        """The same game as an AEC env, with `game`, `show`, `labels` and so on."""
        self.render_mode = self.aec.render_mode
        self.possible_agents = list(self.aec.possible_agents)
        if hasattr(self.aec, "state_space"):
            self.state_space = self.aec.state_space
        self.agents: list[str] = []
        self._begun = False
        self._offered = {agent: Offered(self.aec, agent) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """An observation and a mask of the legal actions."""
        return self.aec.observation_space(agent)

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Rows of the entity table, then the actions without a row."""
        return of_agent(self._offered, agent)

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Rows, dict[str, dict[str, Any]]]:
        """Begin a game; seed and options as in `AlteredEnv.reset`."""
        self.aec.reset(seed, options)
        self.agents = list(self.aec.agents)
        self._begun = True
        return self._seen(self.agents), self._infos(self.agents)

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[Rows, dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Take the action of the player to move."""
        aec = self.aec
        needs_reset(self._begun, "step")
        if not self.agents:
            return {}, {}, {}, {}, {}
        if not isinstance(actions, Mapping):
            raise TypeError(f"actions are by agent, as in {{'player_0': 3}}, found {actions!r:.60}")
        strange = [agent for agent in actions if agent not in self.possible_agents]
        if strange:
            hint = did_you_mean(str(strange[0]), self.possible_agents)
            raise ValueError(f"actions: no agent is called {strange[0]!r:.40}{hint}")
        agent = aec.agent_selection
        if agent not in actions:
            raise IllegalActionError(f"actions: {agent} is to act, but has no action")
        aec.step(actions[agent])
        present = self.agents
        if any(aec.terminations.values()) or any(aec.truncations.values()):
            self.agents = aec.agents = []
        return (
            self._seen(present),
            dict(aec.rewards),
            dict(aec.terminations),
            dict(aec.truncations),
            self._infos(present),
        )

    @property
    def card_features(self) -> CardFeatures:
        """Features of the printed cards, indexed by card number in observations."""
        return self.aec.card_features

    def render(self) -> Rendered:
        """The board with every card shown."""
        return self.aec.render()

    def state(self) -> NDArray[np.int16]:
        """The full state, in the layout of `player_0`'s observation: for a critic in training,
        never for an agent. Only with `detail="everything"`."""
        return self.aec.state()

    def everything(self, agent: str) -> NDArray[np.int16]:
        """The full state in the layout of an agent's observation."""
        return self.aec.everything(agent)

    def close(self) -> None:
        """There is nothing to close."""

    def _infos(self, agents: list[str]) -> dict[str, dict[str, Any]]:
        return {agent: dict(self.aec.infos[agent]) for agent in agents}

    def _seen(self, agents: list[str]) -> Rows:
        return {agent: self.aec.observe(agent) for agent in agents}


parallel_env = AlteredParallelEnv
