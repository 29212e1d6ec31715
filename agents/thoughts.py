"""What compiled players think with: records to try answers in, and room for what comes of it.

>>> thought = Thought(4)
>>> len(thought.games), len(thought.values)
(11, 600)
"""

from __future__ import annotations

import functools
from importlib import import_module
from typing import Any

import numpy as np

from altered_env.batch.rooms import Room, room_for
from altered_env.game.compiling import Entries

__all__ = ["Thought", "entries_for"]


class Thought:
    """What one player, or one thread, thinks with in games of so many players."""

    room: Room
    entry: Any
    """The entries of compiled thought (`agents/thinking/entry.py`) for such games."""

    def __init__(self, players: int = 2) -> None:
        self.room = room_for(players)
        self.entry = entries_for(players)
        self.games = self.room.rules.new_games(self.entry.PLACES)
        self.cursor = np.zeros(64, dtype=np.int64)
        self.values = np.zeros(self.room.rules.ACTIONS)
        self.rng = np.zeros(4, dtype=np.int64)


@functools.cache
def entries_for(players: int, name: str = "entry") -> Any:
    """The entries of a module of compiled thought, for games of so many."""
    package = "agents" if players == 2 else "agents.of_four"
    return Entries(import_module(f"{package}.thinking.{name}"), "how players think")
