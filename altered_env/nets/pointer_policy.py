"""A policy for MaskablePPO over the compact view, whose scores of actions come from the rows that
they point at."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor, nn

from altered_env.nets.extractor import AlteredExtractor


class _Split(nn.Module):
    """The scores for the actor, and the features for the critic."""

    def __init__(self, features: int, actions: int, hidden: int) -> None:
        super().__init__()
        self._features = features
        self.latent_dim_pi, self.latent_dim_vf = actions, hidden
        self._value = nn.Sequential(nn.Linear(features, hidden), nn.ReLU())

    def forward(self, features: Tensor) -> tuple[Tensor, Tensor]:
        """Both."""
        return self.forward_actor(features), self.forward_critic(features)

    def forward_actor(self, features: Tensor) -> Tensor:
        """The scores of the actions."""
        return features[:, self._features :]

    def forward_critic(self, features: Tensor) -> Tensor:
        """The input of the value head."""
        found: Tensor = self._value(features[:, : self._features])
        return found


_NEEDS = (
    "AlteredPolicy is a policy for MaskablePPO of sb3-contrib, which knows the legal actions: "
    "MaskablePPO(AlteredPolicy, env)"
)
_OTHERS = {"q_net": "DQN", "quantile_net": "QR-DQN", "actor": "SAC, TD3 or DDPG"}
"""Attributes that the policies of other algorithms have."""


class AlteredPolicy(MaskableActorCriticPolicy):
    """`AlteredExtractor` with a score for each legal action, and a value. Options of the extractor
    go into `features_extractor_kwargs`."""

    _legal: Any = None

    def __init__(self, *given: Any, **options: Any) -> None:
        if "use_sde" in options:
            raise TypeError(f"{_NEEDS}; not for PPO, A2C or another algorithm without masks")
        if not options.get("share_features_extractor", True):
            raise ValueError(
                "AlteredPolicy has one extractor for actor and critic: leave out "
                "share_features_extractor=False"
            )
        options.setdefault("features_extractor_class", AlteredExtractor)
        given_to_it = options.get("features_extractor_kwargs") or {}
        options["features_extractor_kwargs"] = {**given_to_it, "actions": True}
        options["ortho_init"] = False
        super().__init__(*given, **options)

    def __getattr__(self, name: str) -> Any:
        if name in _OTHERS:
            raise TypeError(f"{_NEEDS}; not for {_OTHERS[name]}")
        return super().__getattr__(name)

    def extract_features(self, obs: Any, features_extractor: Any = None) -> Any:
        """The features of the extractor, which reads small integers as they are."""
        return (features_extractor or self.features_extractor)(obs, self._legal)

    def forward(self, obs: Any, deterministic: bool = False, action_masks: Any = None) -> Any:
        """Actions, values and log probabilities."""
        with self._scoring(action_masks):
            return super().forward(obs, deterministic, action_masks)

    def evaluate_actions(self, obs: Any, actions: Tensor, action_masks: Any = None) -> Any:
        """Values, log probabilities and entropies."""
        with self._scoring(action_masks):
            return super().evaluate_actions(obs, actions, action_masks)

    def get_distribution(self, obs: Any, action_masks: Any = None) -> Any:
        """The distribution over legal actions."""
        with self._scoring(action_masks):
            scores = self.mlp_extractor.forward_actor(self.extract_features(obs))
        found = self._get_action_dist_from_latent(scores)
        if action_masks is not None:
            found.apply_masking(action_masks)
        return found

    def predict_values(self, obs: Any) -> Tensor:
        """The values, without a score of any action."""
        none = np.zeros((len(obs["globals"]), self.mlp_extractor.latent_dim_pi))
        with self._scoring(none):
            found: Tensor = self.value_net(
                self.mlp_extractor.forward_critic(self.extract_features(obs))
            )
        return found

    @contextlib.contextmanager
    def _scoring(self, legal: Any) -> Iterator[None]:
        """Score these actions alone."""
        self._legal = legal
        try:
            yield
        finally:
            self._legal = None

    def _build_mlp_extractor(self) -> None:
        extractor = self.features_extractor
        assert isinstance(extractor, AlteredExtractor)
        split = _Split(extractor.features, extractor.actions, extractor.features // 2)
        self.mlp_extractor = split.to(self.device)  # type: ignore[assignment]

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = nn.Identity()  # the scores are logits
        self.optimizer = self.optimizer_class(
            self.parameters(),
            lr=lr_schedule(1),  # type: ignore[call-arg]
            **self.optimizer_kwargs,
        )
