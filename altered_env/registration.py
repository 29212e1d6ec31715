"""The envs by name, for `pettingzoo.make("aec", "altered_v0")` and `gymnasium.make("Altered-v0")`.

Importing `altered_env` registers both. Gymnasium finds its own without that, where the package is
installed.
"""

from __future__ import annotations

import gymnasium
import pettingzoo

__all__ = ["register", "register_gymnasium"]

AEC, ONE_SEAT = "altered_v0", "Altered-v0"


def register() -> None:
    """Let both libraries know the envs."""
    if AEC.replace("_v", "-v") not in pettingzoo.aec_registry:
        pettingzoo.register("aec", AEC, entry_point="altered_env.altered_v0:env")
    register_gymnasium()


def register_gymnasium() -> None:
    """Let Gymnasium know the env of one seat."""
    if ONE_SEAT not in gymnasium.registry:
        gymnasium.register(ONE_SEAT, entry_point="altered_env.one_seat:OneSeat")
