"""A bot with a MaskablePPO model over the compact view: `agents/maskable_ppo_bot.py:Bot:path=FILE`.

FILE is what `python training/sb3_ppo.py --save FILE` or `training/behaviour_cloning.py --save FILE`
wrote. It needs the extra `train`.
"""

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from altered_env.envs import card_features
from altered_env.game.states import State
from altered_env.protocol.messages import numbers
from altered_env.spaces.compact import CompactLayout, unseen_cards


class Bot:
    """Take the action that the policy finds most likely."""

    def __init__(self, path: str) -> None:
        torch.set_num_threads(1)  # more wait for each other, for a single position
        self.path = path
        self.layout = CompactLayout(2)
        self.book = self.model = None

    def act(self, seat) -> int:
        """Return the most likely of the legal actions."""
        if seat.book is not self.book:  # card numbers are those of the book
            cards = {"features_extractor_kwargs": {"cards": card_features(seat.book)}}
            other = {"policy_kwargs": cards, "observation_space": self.layout.space}
            self.model = MaskablePPO.load(self.path, device="cpu", custom_objects=other)
            self.book = seat.book
        games, _ = seat.records()
        observation, rows = numbers(State(games, seat.book), seat.player)
        unseen = unseen_cards(games, np.array([seat.player]), 2)
        seen = {name: part[0] for name, part in self.layout.of(observation[None], unseen).items()}
        mask = np.zeros(self.model.action_space.n, dtype=bool)
        mask[list(rows.values())] = True
        chosen, _ = self.model.predict(seen, action_masks=mask, deterministic=True)
        return next(action for action, row in rows.items() if row == chosen)
