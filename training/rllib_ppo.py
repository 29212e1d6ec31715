"""RLlib: PPO of the new stack on the env of one seat, with the masking module of its examples.

That module reads observations with the keys `observations` and `action_mask`, both floats. RLlib
checks an env by playing random actions, legal or not, hence `illegal="lose"`.

python training/rllib_ppo.py --seconds 60
"""

from __future__ import annotations

import argparse
import time

import gymnasium
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

import altered_env  # noqa: F401 - it registers Altered-v0
from altered_env.envs.rllib import masked, masked_space


class ForRLlib(gymnasium.ObservationWrapper):
    """The flat view and the mask, with the keys and dtypes that the module reads."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        self.observation_space = masked_space(env.observation_space)

    def observation(self, observation):
        return masked(observation)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    seconds = parser.parse_args().seconds
    register_env(
        "altered",
        lambda config: ForRLlib(
            gymnasium.make("Altered-v0", illegal="lose", view="flat", **config)
        ),
    )
    config = (
        PPOConfig()
        .environment("altered", env_config={"opponent": "random"})
        .env_runners(num_env_runners=0, num_envs_per_env_runner=1)
        .training(train_batch_size_per_learner=512, minibatch_size=256, num_epochs=2)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config=DefaultModelConfig(fcnet_hiddens=[64, 64]),
            )
        )
    )
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    algorithm = config.build_algo()
    start, decisions, found = time.perf_counter(), 0, {}
    while time.perf_counter() - start < seconds:
        found = algorithm.train()["env_runners"]
        decisions += int(found["num_env_steps_sampled"])
    rate = decisions / (time.perf_counter() - start)
    print(f"speed: {rate:,.0f} decisions/s, learning included")
    print(f"mean reward against random: {found.get('episode_return_mean')}")
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
