"""MaskablePPO of sb3-contrib on the batch: the compact view with `AlteredPolicy`, or the flat view
with a plain network, which cannot tell which card is which.

First the policy imitates `rules`, a hand-written player: it is told the answer of `rules` at each
decision, in games that `rules` plays and in games that it plays itself. Meanwhile its value head
learns to foresee results. Then it learns by PPO in games against `greedy` and `rules`. Without
imitation the opponent is `random` until the learner wins four games in five.

python training/sb3_ppo.py --minutes 30 --threads 2 --save model.zip
python training/sb3_ppo.py --imitate "" --minutes 5
python training/sb3_ppo.py --bench T2-train --minutes 5 --save model.zip
"""

from __future__ import annotations

import argparse
import time
from collections import deque

import numpy as np
import torch
from evaluate import wilson, win_rate
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.utils import obs_as_tensor

from altered_env.envs.imitated import Expert
from altered_env.envs.sb3 import AlteredVecEnv
from altered_env.nets import AlteredPolicy

ENVS = 256
"""Games at once: the network is asked about all of them together."""
RECENT = 400
"""Games that decide whether the opponent becomes `greedy`."""
OPPONENTS = ("greedy", "rules")


class Clock:
    """The share of a time that has passed. Seconds of the processor are counted, of all threads
    together, so that other work on the machine changes nothing."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._began = time.process_time()

    @property
    def passed(self) -> float:
        """From 0 to 1."""
        return min(1.0, (time.process_time() - self._began) / self.seconds)


class Schedule(BaseCallback):
    """Trains until the time has passed, and changes the opponent."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._won: deque[bool] = deque(maxlen=RECENT)
        self._said = 0.0

    def _on_step(self) -> bool:
        env, passed = self.training_env, self._clock.passed
        self._won += [info["episode"]["r"] > 0 for info in self.locals["infos"] if info]
        if "random" in env.opponents and len(self._won) == RECENT and np.mean(self._won) > 0.8:
            env.set_opponents(OPPONENTS)
            print(f"against {' and '.join(OPPONENTS)} from {self.num_timesteps:,} decisions on")
        if passed >= self._said + 0.05 and self._won:
            self._said = passed
            print(
                f"{passed:4.0%}  PPO: {self.num_timesteps:,} decisions, "
                f"won {np.mean(self._won):z.1%} of the last {len(self._won)} games",
                flush=True,
            )
        return passed < 1


def new_model(env, view: str, seed: int = 0, clock: Clock | None = None) -> MaskablePPO:
    """A learner for an env of this view. The learning rate falls with the clock."""
    policy, options = "MlpPolicy", {}
    if view != "flat":  # card numbers of observations are those of the env
        policy, options = AlteredPolicy, {"features_extractor_kwargs": {"cards": env.card_features}}
    return MaskablePPO(
        policy,
        env,
        policy_kwargs=options,
        n_steps=16,
        batch_size=1024,
        n_epochs=3,
        learning_rate=lambda _: 4e-4 * (1 - 0.95 * clock.passed) if clock else 4e-4,
        gamma=1.0,  # the reward comes at the end of a game
        gae_lambda=0.95,
        clip_range=0.15,
        ent_coef=0.005,
        seed=seed,
    )


def imitate(model: MaskablePPO, name: str, clock: Clock, steps: int = 100, epochs: int = 2) -> None:
    """Learn the answers of an agent, and the results of games, until the time has passed.

    In half of the games the agent's answers are taken, in the others those of the model: so it
    learns what to do after its own mistakes."""
    env, policy = model.get_env(), model.policy
    expert, every = Expert(env, name), np.arange(env.num_envs)
    follows = every < env.num_envs // 2
    observation, seen, said = env.reset(), 0, 0.0
    while clock.passed < 1:
        observations, masks, answers = [], [], []
        results = np.full((steps, env.num_envs), np.nan, dtype=np.float32)
        for t in range(steps):
            observations.append(observation)
            masks.append(env.action_masks())
            answers.append(expert.actions())
            chosen, _ = model.predict(observation, action_masks=masks[-1])
            observation, reward, ended, _ = env.step(np.where(follows, answers[-1], chosen))
            for i in np.flatnonzero(ended):
                begun = results[: t + 1, i]
                begun[np.isnan(begun)] = reward[i]
            if clock.passed >= 1:
                break
        data = {k: np.concatenate([one[k] for one in observations]) for k in observation}
        mask, answer = np.concatenate(masks), np.concatenate(answers)
        result = torch.from_numpy(results[: len(answers)].reshape(-1))
        policy.set_training_mode(True)
        for group in policy.optimizer.param_groups:
            group["lr"] = 2e-3 * (1 - 0.9 * clock.passed)
        order = np.concatenate([np.random.permutation(len(answer)) for _ in range(epochs)])
        lost, error = [], []
        for batch in np.array_split(order, max(1, len(order) // 1024)):
            values, log_prob, _ = policy.evaluate_actions(
                obs_as_tensor({k: part[batch] for k, part in data.items()}, policy.device),
                torch.from_numpy(answer[batch]),
                action_masks=mask[batch],
            )
            known = ~result[batch].isnan()
            off = (values[known, 0] - result[batch][known]).square().mean()
            loss = 0.5 * off - log_prob.mean()
            policy.optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
            policy.optimizer.step()
            lost.append(-log_prob.mean().item())
            error.append(off.item())
        seen += len(answer)
        if clock.passed >= said + 0.1:
            said = clock.passed
            print(
                f"{said:4.0%}  imitation: {seen:,} decisions, -log p {np.mean(lost):z.3f}, value "
                f"error {np.mean(error):z.3f}",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--minutes", type=float, default=30, help="of training, times --threads")
    parser.add_argument("--seconds", type=float, help="instead of --minutes")
    parser.add_argument("--threads", type=int, default=1, help="that play and learn")
    parser.add_argument("--imitate", default="rules", help="agent to imitate at first; '' for none")
    parser.add_argument("--share", type=float, default=0.4, help="of the time, for imitation")
    parser.add_argument("--view", choices=("compact", "flat"), default="compact")
    parser.add_argument("--decks", default="starters")
    parser.add_argument("--bench", default="", help="training split of Altered-Bench 1: T2-train")
    parser.add_argument("--save", default="", help="file for the model, .zip")
    parser.add_argument("--games", type=int, default=1000, help="games of the test at the end")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    played = {"bench": args.bench} if args.bench else {"decks": args.decks}
    imitated = args.imitate if args.view != "flat" else ""
    first = OPPONENTS if imitated else "random"
    env = AlteredVecEnv(
        ENVS, opponent=first, seed=args.seed, view=args.view, threads=args.threads, **played
    )
    env.reset()
    if imitated:
        env.step(Expert(env, imitated).actions())  # compiled before time counts
    seconds = (args.seconds or 60 * args.minutes) * args.threads
    share = args.share if imitated else 0.0
    clock = Clock(seconds)
    model = new_model(env, args.view, args.seed, clock)
    if imitated:
        imitate(model, imitated, Clock(seconds * share))
    begun = time.process_time()
    model.learn(10**9, callback=Schedule(clock))
    speed = model.num_timesteps / (time.process_time() - begun)
    print(f"speed: {speed:,.0f} decisions/s, learning included, {model.num_timesteps:,} in all")
    print(f"{time.process_time() / 60:.1f} minutes of the processor, compiling included")
    if args.save:
        model.save(args.save)
        print(f"The model is in {args.save}.")
    for opponent in ("greedy", "random"):
        rate = win_rate(model, opponent, args.games, args.decks, args.seed + 1_000, args.bench)
        low, high = wilson(rate, args.games)
        print(f"won {rate:.1%} ({low:z.1%} to {high:z.1%}) of {args.games} against {opponent}")


if __name__ == "__main__":
    main()
