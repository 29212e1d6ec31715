"""What compiled players think with: records to try answers in, and room for what comes of it.

>>> thought = Thought(4)
>>> len(thought.games), len(thought.values)
(12, 600)
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from altered_env.game.compiling import Entries
from altered_env.kernels import Kernel, kernel_for

__all__ = ["Thought", "entries_for"]


class Thought:
    """What one player, or one thread, thinks with in games of so many players."""

    kernel: Kernel
    entry: Any
    """The entries of compiled thought (`thinking/entry.py`) for such games."""

    def __init__(self, players: int = 2) -> None:
        self.kernel = kernel_for(players)
        self.entry = entries_for(players)
        self.games = self.kernel.rules.new_games(self.entry.PLACES)
        self.cursor = np.zeros(64, dtype=np.int64)
        self.values = np.zeros(self.kernel.rules.ACTIONS)
        self.rng = np.zeros(4, dtype=np.int64)


@functools.cache
def entries_for(players: int, name: str = "entry") -> Any:
    """The entries of a module of compiled thought, for games of so many."""
    return Entries(kernel_for(players).module(f"thinking.{name}"), "how players think")
