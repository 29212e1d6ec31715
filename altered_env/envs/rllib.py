"""The game for RLlib, on its new API stack: a `MultiAgentEnv`, and PPO by self-play against a
growing pool of snapshots.

    from altered_env.envs.rllib import self_play

    algorithm = self_play({"decks": "starters"}).build_algo()
    for _ in range(100):
        print(algorithm.train()["env_runners"]["won"])

Actions are masked by `ActionMaskingTorchRLModule` of RLlib's examples, which reads observations
with the keys `observations` and `action_mask`, both floats. Needs `ray[rllib]` and PyTorch
(`training/rllib_self_play.txt` has the versions it was tried with).
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import ray.rllib.examples.rl_modules.classes.action_masking_rlm as masking
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.callbacks.callbacks import RLlibCallback
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModule, RLModuleSpec
from ray.rllib.env.multi_agent_env import MultiAgentEnv
from ray.rllib.examples.rl_modules.classes.random_rlm import RandomRLModule

from altered_env.envs.aec import AlteredEnv
from altered_env.envs.reset_needed import needs_reset
from altered_env.game.errors import IllegalActionError
from altered_env.spaces.card_features import CardFeatures

LEARNER = "learner"
RANDOM = "random"


def masked_space(space: gymnasium.Space[Any]) -> gymnasium.spaces.Dict:
    """The space of `masked` for observations of this space."""
    assert isinstance(space, gymnasium.spaces.Dict)
    return gymnasium.spaces.Dict(
        {
            "observations": space["observation"],
            "action_mask": gymnasium.spaces.Box(0, 1, space["action_mask"].shape, np.float32),
        }
    )


def masked(observation: Mapping[str, Any]) -> dict[str, Any]:
    """The observation and the mask, with the keys and dtypes that the module reads."""
    return {
        "observations": observation["observation"],
        "action_mask": observation["action_mask"].astype(np.float32),
    }


class AlteredMultiAgentEnv(MultiAgentEnv):  # type: ignore[misc]  # it comes without types
    """The games of `AlteredEnv`. Observations contain only the player to move, and at the end all
    players. Rewards are 0 until then."""

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        """`config`: the options of `AlteredEnv`. RLlib checks an env by playing arbitrary actions,
        so it needs `illegal="lose"`, as `self_play` has it, or `disable_env_checking`. Its module
        reads arrays of floats, so `view` is `flat` by default, which cannot tell which card is
        which; `compact` needs a module of your own."""
        super().__init__()
        self.aec = AlteredEnv(**{"view": "flat", **(config or {})})
        self.possible_agents = list(self.aec.possible_agents)
        self.agents = list(self.possible_agents)
        self._begun = False
        one = self.possible_agents[0]
        seen = masked_space(self.aec.observation_space(one))
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {a: self.aec.action_space(a) for a in self.possible_agents}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game."""
        self.aec.reset(seed=seed, options=options)
        self.agents = list(self.possible_agents)
        self._begun = True
        who = [self.aec.agent_selection]
        return self._seen(who), self._infos(who)

    def step(
        self, action_dict: Mapping[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Take the action of the player to move."""
        needs_reset(self._begun, "step")
        aec = self.aec
        if aec.agent_selection not in action_dict:
            raise IllegalActionError(
                f"actions: {aec.agent_selection} is to act, found those of "
                f"{', '.join(map(str, action_dict)) or 'none'}"
            )
        aec.step(int(action_dict[aec.agent_selection]))
        ended, cut = all(aec.terminations.values()), all(aec.truncations.values())
        who = self.possible_agents if ended or cut else [aec.agent_selection]
        rewards = {agent: float(aec.rewards[agent]) for agent in who}
        ends = {"__all__": ended}, {"__all__": cut}
        return self._seen(who), rewards, *ends, self._infos(who)

    @property
    def card_features(self) -> CardFeatures:
        """Features of the printed cards, indexed by card number in observations."""
        return self.aec.card_features

    def _infos(self, who: list[str]) -> dict[str, Any]:
        found = {agent: dict(self.aec.infos[agent]) for agent in who}
        return {agent: info for agent, info in found.items() if info}

    def _seen(self, who: list[str]) -> dict[str, Any]:
        return {agent: masked(self.aec.observe(agent)) for agent in who}


class RandomLegal(RandomRLModule):  # type: ignore[misc]  # it comes without types
    """A uniformly random legal action."""

    def _forward(self, batch: Mapping[str, Any], **_: Any) -> dict[str, Any]:
        mask = np.asarray(batch[Columns.OBS]["action_mask"])
        drawn = np.random.default_rng().random(mask.shape) * mask
        return {Columns.ACTIONS: drawn.argmax(axis=-1)}


def _seat(pool: int, agent: str, episode: Any, **_: Any) -> str:
    """Policy mapping: the learner in a seat drawn for each episode, against a policy of the pool,
    which begins with random play."""
    drawn = hash(episode.id_)
    if agent == f"player_{drawn % 2}":
        return LEARNER
    number = drawn // 2 % (pool + 1)
    return f"self_{number}" if number else RANDOM


class GrowingPool(RLlibCallback):  # type: ignore[misc]  # it comes without types
    """Adds a snapshot of the learner to the pool once its win rate against the pool is high
    enough."""

    def __init__(self, threshold: float = 0.7, least: int = 200, most: int = 8) -> None:
        super().__init__()
        self.threshold, self.least, self.most = threshold, least, most
        self.pool = 0
        self._joined = 0.0
        """The number of games played when a snapshot last joined."""

    def on_episode_end(self, *, episode: Any, metrics_logger: Any, **_: Any) -> None:
        """Count whether the learner has won, and whether it has against random play."""
        for agent, rewards in episode.get_rewards().items():
            if episode.module_for(agent) == LEARNER and len(rewards):
                won = float(rewards[-1] > 0)
                metrics_logger.log_value("won", won, reduce="mean", window=200)
                metrics_logger.log_value("games", 1, reduce="lifetime_sum")
                others = {episode.module_for(a) for a in episode.agent_ids} - {LEARNER}
                if others == {RANDOM}:
                    metrics_logger.log_value("won_random", won, reduce="mean", window=400)
                    metrics_logger.log_value("games_random", 1, reduce="lifetime_sum")

    def on_train_result(self, *, algorithm: Any, result: dict[str, Any], **_: Any) -> None:
        """Add a snapshot to the pool if it is due."""
        found = result["env_runners"]
        won, games = float(found.get("won", 0.0)), float(found.get("games", 0.0))
        due = won >= self.threshold and games - self._joined >= self.least
        if due and self.pool < self.most:
            self.pool += 1
            self._joined = games
            learner = algorithm.get_module(LEARNER)
            name = f"self_{self.pool}"
            algorithm.add_module(
                module_id=name,
                module_spec=RLModuleSpec.from_module(learner),
                new_agent_to_module_mapping_fn=functools.partial(_seat, self.pool),
            )
            state = {"rl_module": {name: learner.get_state()}}
            algorithm.set_state({"learner_group": {"learner": state}})
        result["pool"] = self.pool


def self_play(
    options: Mapping[str, Any] | None = None,
    runners: int = 0,
    threshold: float = 0.7,
    least: int = 200,
    hidden: tuple[int, ...] = (256, 256),
) -> PPOConfig:
    """PPO against a pool that begins with random play: an algorithm config, which may be changed
    before `build_algo()`. `options` are those of `AlteredEnv`, for two players; illegal actions
    lose. A snapshot of the learner joins the pool when the learner wins this share of its games and
    has played at least `least` since the last one joined."""
    module: type[RLModule] = masking.ActionMaskingTorchRLModule
    config = (
        PPOConfig()
        .environment(AlteredMultiAgentEnv, env_config={"illegal": "lose", **(options or {})})
        .env_runners(num_env_runners=runners, num_envs_per_env_runner=1)
        .callbacks(functools.partial(GrowingPool, threshold, least))
        .multi_agent(
            policies={LEARNER, RANDOM},
            policy_mapping_fn=functools.partial(_seat, 0),
            policies_to_train=[LEARNER],
        )
        .rl_module(
            rl_module_spec=MultiRLModuleSpec(
                rl_module_specs={
                    LEARNER: RLModuleSpec(
                        module_class=module,
                        model_config=DefaultModelConfig(fcnet_hiddens=list(hidden)),
                    ),
                    RANDOM: RLModuleSpec(module_class=RandomLegal),
                }
            )
        )
        .training(
            train_batch_size_per_learner=4096,
            minibatch_size=512,
            num_epochs=4,
            lr=3e-4,
            gamma=1.0,
            lambda_=0.95,
            entropy_coeff=0.01,
        )
    )
    return config
