"""A game that a person looks at: its board, and each step that is taken."""

from __future__ import annotations

import contextlib
from dataclasses import replace

from altered_env.commands.screen import say
from altered_env.game import Game
from altered_env.render.style import Style
from altered_env.render.text import board

__all__ = ["show_step", "still"]


def still(game: Game) -> str:
    """The board from above, without the question."""
    return board(replace(game.view(), options=(), decider=None, question=""))


def show_step(game: Game, action: int, wait: bool, style: Style) -> None:
    """Say what is done, and wait for Enter after it."""
    say(f"  {game.question}: {game.labels()[action]}", style)
    if wait:
        with contextlib.suppress(EOFError):
            input()
