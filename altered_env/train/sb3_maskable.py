"""MaskablePPO of sb3-contrib against opponents: `python -m altered_env.train.sb3_maskable --help`.

The learner has one seat of each game of a batch; in the other sits random play or an earlier self.
It sees only its own decisions, and receives the final reward regardless of who ends the game, so it
learns to win rather than to help the opponent move.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from altered_env._runtime import signals
from altered_env._runtime.atomic_files import refuse_unwritable, write_atomically
from altered_env.arena.ratings import wilson
from altered_env.envs import flat
from altered_env.envs.sb3 import AlteredVecEnv, BatchPolicy, play_at_random
from altered_env.train import runs
from altered_env.train.refusing import refusing

__all__ = ["Selves", "against_random", "learner", "main", "policy_of"]


def policy_of(model: MaskablePPO, weights: dict[str, torch.Tensor] | None = None) -> BatchPolicy:
    """An opponent with the model's current or earlier weights."""
    policy: Any = model.policy_class(
        model.observation_space, model.action_space, lambda _: 0.0, **model.policy_kwargs
    )
    policy.load_state_dict(weights or model.policy.state_dict())
    policy.set_training_mode(False)

    def act(observation: NDArray[np.int16], mask: NDArray[np.int8]) -> NDArray[Any]:
        actions, _ = policy.predict(flat(observation), action_masks=mask.astype(bool))
        return np.asarray(actions)

    return act


def learner(env: AlteredVecEnv, seed: int) -> MaskablePPO:
    """A plain network that knows nothing yet, to be trained on an env."""
    return MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=64,
        batch_size=1024,
        n_epochs=2,
        learning_rate=7e-4,
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.01,
        seed=seed,
        policy_kwargs={"net_arch": [64, 64]},
    )


def against_random(model: MaskablePPO, games: int, decks: str, seed: int) -> tuple[float, int]:
    """How many games the model wins against random play, and of how many."""
    env = AlteredVecEnv(min(games, 64), decks=decks, seed=seed, threads=1)
    seen: Any = env.reset()
    won, ended = 0.0, 0
    while ended < games:
        actions, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
        seen, reward, done, _ = env.step(actions)
        won += float((reward > 0).sum())
        ended += int(done.sum())
    env.close()
    return won, ended


class Selves(BaseCallback):
    """Regularly add the learner to its own opponents, and evaluate it against random play."""

    def __init__(self, every: int, keep: int, games: int, decks: str) -> None:
        super().__init__()
        self.every, self.keep, self.games, self.decks = every, keep, games, decks
        self.rates: list[tuple[int, float]] = []
        """The win rate against random play, by number of decisions."""
        self._next = every
        self._stopping = False

    def stop(self) -> None:
        """End after this step."""
        self._stopping = True

    def _on_step(self) -> bool:
        return not self._stopping

    def _on_rollout_end(self) -> None:
        if self.num_timesteps < self._next:
            return
        self._next += self.every
        assert isinstance(self.model, MaskablePPO)
        env = self.training_env
        assert isinstance(env, AlteredVecEnv)
        first, *others = env.opponents
        weights = {k: v.clone() for k, v in self.model.policy.state_dict().items()}
        later = [*others, policy_of(self.model, weights)][-self.keep :]
        env.opponents = (first, *later)  # random play stays
        won, games = against_random(self.model, self.games, self.decks, self.num_timesteps)
        self.rates.append((self.num_timesteps, won / games))
        low, high = wilson(won, games)
        print(
            f"{self.num_timesteps:>9,} decisions: wins {100 * won / games:.1f} % against random "
            f"({100 * low:.1f} - {100 * high:.1f} %, {games} games)",
            flush=True,
        )


def _refuse(options: argparse.Namespace) -> None:
    """Raise `ValueError` for options that cannot be."""
    for name, least in (("decisions", 1), ("games", 1), ("every", 1), ("seed", 0)):
        if getattr(options, name) < least:
            raise ValueError(f"--{name} must be {least} or more, found {getattr(options, name)}")


@refusing("altered_env.train.sb3_maskable")
def main(arguments: Sequence[str] | None = None) -> int:
    """Train, and say how strong it is; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m altered_env.train.sb3_maskable", description=__doc__
    )
    parser.add_argument(
        "--decisions", type=int, default=200_000, help="decisions to train on (200000)"
    )
    parser.add_argument("--games", type=int, default=64, help="at once (64)")
    parser.add_argument("--decks", default="starters", help="a pool of decks (starters)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the run (0)")
    parser.add_argument(
        "--every", type=int, default=40_000, help="decisions between trials (40000)"
    )
    parser.add_argument("--out", default="runs/sb3.zip", help="the model's file (runs/sb3.zip)")
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    path = Path(options.out)
    _refuse(options)
    random_play = play_at_random(np.random.default_rng(options.seed))
    env = AlteredVecEnv(options.games, (random_play,), options.decks, seed=options.seed, threads=1)
    runs.make_folder(path.parent)
    refuse_unwritable(path)
    model = learner(env, options.seed)
    trials = Selves(options.every, 6, 200, options.decks)
    soft = signals.softly(trials.stop, "stopping after this step", lambda: trials.n_calls > 0)
    with signals.keeping("nothing is saved: the model is written at the end"), soft:
        model.learn(options.decisions, callback=trials)
        model_file = io.BytesIO()
        model.save(model_file)
        write_atomically(path, model_file.getvalue())
    done = "stopped; the model so far" if signals.status() else "The model"
    print(f"{done} is in {path}; load it with MaskablePPO.load, which trusts the file.")
    env.close()
    return signals.status()


if __name__ == "__main__":
    raise SystemExit(main())
