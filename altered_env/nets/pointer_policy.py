"""A policy for MaskablePPO over the compact view, whose scores of actions come from the rows that
they point at."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor, nn

from altered_env.nets.extractor import AlteredExtractor


class _Split(nn.Module):
    """The scores for the actor, and the features for the critic."""

    def __init__(
        self, features: int, actions: int, hidden: Sequence[int], activation: type[nn.Module]
    ) -> None:
        """`hidden`: the widths of the critic's layers."""
        super().__init__()
        self._features = features
        widths = [features, *hidden]
        self.latent_dim_pi, self.latent_dim_vf = actions, widths[-1]
        layers = [(nn.Linear(*pair), activation()) for pair in pairwise(widths)]
        self._value = nn.Sequential(*(part for pair in layers for part in pair))

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


def _value_layers(net_arch: Any) -> dict[str, list[int]]:
    """The option `net_arch` with layers of the value, or none. Raises `ValueError` for others."""
    given = {} if net_arch is None else net_arch
    parts = given if isinstance(given, Mapping) else {"pi": given}
    if set(parts) <= {"pi", "vf"} and not parts.get("pi"):
        layers = parts.get("vf")
        if layers is None:
            return {}
        if isinstance(layers, Sequence) and all(type(n) is int and n > 0 for n in layers):
            return {"vf": list(layers)}
    raise ValueError(
        'net_arch of AlteredPolicy has layers of the value alone, {"vf": [64, 64]}, since actions '
        "are scored by the rows that they point at; width and features of the network go into "
        f"features_extractor_kwargs. Found {net_arch!r:.80}"
    )


class AlteredPolicy(MaskableActorCriticPolicy):
    """`AlteredExtractor` with a score for each legal action, and a value. Options of the extractor
    go into `features_extractor_kwargs`; `net_arch={"vf": [64, 64]}` has the layers of the value, by
    default one of half as many features, and `activation_fn` what follows each, by default ReLU."""

    _legal: Any = None

    def __init__(self, *given: Any, **options: Any) -> None:
        if "use_sde" in options:
            raise TypeError(f"{_NEEDS}; not for PPO, A2C or another algorithm without masks")
        if not options.get("share_features_extractor", True):
            raise ValueError(
                "AlteredPolicy has one extractor for actor and critic: leave out "
                "share_features_extractor=False"
            )
        if options.get("ortho_init"):
            raise ValueError(
                "AlteredPolicy begins as a network of altered train does: leave out ortho_init"
            )
        options["net_arch"] = _value_layers(options.get("net_arch"))
        options.setdefault("activation_fn", nn.ReLU)
        kind = options.setdefault("features_extractor_class", AlteredExtractor)
        if not (isinstance(kind, type) and issubclass(kind, AlteredExtractor)):
            raise ValueError(
                "AlteredPolicy scores actions by AlteredExtractor: leave out "
                f"features_extractor_class, or give a class derived from it; found {kind!r:.80}"
            )
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
        assert isinstance(self.net_arch, dict)
        hidden = self.net_arch.get("vf", [extractor.features // 2])
        split = _Split(extractor.features, extractor.actions, hidden, self.activation_fn)
        self.mlp_extractor = split.to(self.device)  # type: ignore[assignment]

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = nn.Identity()  # the scores are logits
        self.optimizer = self.optimizer_class(
            self.parameters(),
            lr=lr_schedule(1),  # type: ignore[call-arg]
            **self.optimizer_kwargs,
        )
