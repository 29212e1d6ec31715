"""A policy for MaskablePPO over the compact view, whose scores of actions come from the rows that
they point at."""

from __future__ import annotations

from typing import Any

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


class AlteredPolicy(MaskableActorCriticPolicy):
    """`AlteredExtractor` with a score for each legal action, and a value. Options of the extractor
    go into `features_extractor_kwargs`."""

    def __init__(self, *given: Any, **options: Any) -> None:
        options.setdefault("features_extractor_class", AlteredExtractor)
        given_to_it = options.get("features_extractor_kwargs") or {}
        options["features_extractor_kwargs"] = {**given_to_it, "actions": True}
        options["ortho_init"] = False
        super().__init__(*given, **options)

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
