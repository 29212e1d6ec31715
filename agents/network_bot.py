"""A bot with a network: `altered arena agents/network_bot.py:NetworkBot:path=FILE random`.

FILE is what `python training/cleanrl_ppo.py --save FILE` wrote. It needs the extra `train`.
"""

import torch
from safetensors.torch import load_file
from torch import nn

from altered_env.envs import flat
from altered_env.game.states import State
from altered_env.protocol.messages import numbers


class NetworkBot:
    """Take the action that the network finds most likely."""

    def __init__(self, path: str) -> None:
        weights = load_file(path)
        width, features = weights["body.0.weight"].shape
        self.body = nn.Sequential(
            nn.Linear(features, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.actor = nn.Linear(width, len(weights["actor.weight"]))
        for name, layers in (("body", self.body), ("actor", self.actor)):
            start = f"{name}."
            layers.load_state_dict(
                {key.removeprefix(start): w for key, w in weights.items() if key.startswith(start)}
            )

    def act(self, seat) -> int:
        """Return the most likely of the legal actions."""
        games, _ = seat.records()
        observation, rows = numbers(State(games, seat.book), seat.player)
        with torch.inference_mode():
            logits = self.actor(self.body(torch.from_numpy(flat(observation)))).numpy()
        return max(rows, key=lambda action: logits[rows[action]])
