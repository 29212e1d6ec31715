"""Which version of the rules and the players games were played with."""

from __future__ import annotations

from pathlib import Path

import agents.thinking.entry
from altered_env.engine.compiled import ENGINE, version_of

__all__ = ["version"]

THINKING = Path(agents.thinking.entry.__file__).parent


def version() -> str:
    """The version of the rules and the players, as a short hash: others may play other games."""
    return version_of(ENGINE, THINKING)
