"""Which version of the rules and the players games were played with."""

from __future__ import annotations

from altered_env.engine.compiled import version_of

__all__ = ["version"]


def version() -> str:
    """The version of the rules and the players, as a short hash: others may play other games."""
    return version_of("thinking")
