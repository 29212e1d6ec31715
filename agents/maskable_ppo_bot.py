"""A bot with a MaskablePPO model: `agents/maskable_ppo_bot.py:Bot:path=FILE`.

FILE is what `python training/sb3_ppo.py --save FILE` or `training/behaviour_cloning.py --save FILE`
wrote: a model over the compact view with `AlteredPolicy` or `AlteredExtractor`, or over the flat
view. `lists=closed` if it was trained with closed lists. It needs the extra `train`.
"""

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.save_util import load_from_zip_file

from altered_env.envs import card_features
from altered_env.game.kernels import kernel_of
from altered_env.game.states import State
from altered_env.nets import AlteredExtractor, AlteredPolicy
from altered_env.protocol.messages import numbers
from altered_env.spaces.compact import CompactLayout, described, known, unseen_cards
from altered_env.spaces.gym_spaces import flat


class Bot:
    """Take the action that the policy finds most likely."""

    def __init__(self, path: str, lists: str = "open") -> None:
        torch.set_num_threads(1)  # more wait for each other, for a single position
        if lists not in ("open", "closed"):
            raise ValueError(f"lists is open or closed, found {lists!r:.40}")
        saved, _, _ = load_from_zip_file(path, device="cpu")
        self.path, self.closed, self.options = path, lists == "closed", saved["policy_kwargs"]
        self.view = known(saved["observation_space"])
        policy = saved["policy_class"]
        extractor = self.options.get("features_extractor_class", object)
        if not issubclass(policy, MaskableActorCriticPolicy):
            raise ValueError(f"{path} is no model of MaskablePPO: its policy is {policy.__name__}")
        reads_cards = issubclass(policy, AlteredPolicy) or issubclass(extractor, AlteredExtractor)
        views = ("flat", "compact") if reads_cards else ("flat",)
        if self.view is None or self.view.view not in views:
            raise ValueError(
                f"{path} observes {described(saved['observation_space'])}; this bot plays models "
                'of view="flat", and of view="compact" with AlteredPolicy or AlteredExtractor'
            )
        self.layout = CompactLayout(self.view.players, self.view.rows)
        self.book = self.model = None

    def act(self, seat) -> int:
        """Return the most likely of the legal actions."""
        games, _ = seat.records()
        players = kernel_of(games).players
        if players != self.view.players:
            raise ValueError(f"{self.path} plays with {self.view.players} players, not {players}")
        self.load(seat.book)
        observation, rows = numbers(State(games, seat.book), seat.player)
        if self.view.view == "flat":
            seen = flat(observation)
        else:
            unseen = unseen_cards(games, np.array([seat.player]), players, self.closed)
            many = self.layout.of(observation[None], unseen)
            seen = {name: part[0] for name, part in many.items()}
        mask = np.zeros(self.model.action_space.n, dtype=bool)
        mask[list(rows.values())] = True
        chosen, _ = self.model.predict(seen, action_masks=mask, deterministic=True)
        return next(action for action, row in rows.items() if row == chosen)

    def load(self, book) -> None:
        """Load the model for the cards of a game: card numbers are those of the book."""
        if book is self.book:
            return
        other = {}
        if self.view.view == "compact":
            given = self.options.get("features_extractor_kwargs") or {}
            kwargs = {"features_extractor_kwargs": {**given, "cards": card_features(book)}}
            other["policy_kwargs"] = {**self.options, **kwargs}
            other["observation_space"] = self.layout.space
        self.model = MaskablePPO.load(self.path, device="cpu", custom_objects=other)
        self.book = book
