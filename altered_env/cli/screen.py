"""A game on the terminal: its board, each step and its result, styled and wrapped to its width."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import textwrap
from collections.abc import Iterable
from dataclasses import replace

from altered_env._runtime import signals
from altered_env.game import Game
from altered_env.game.card_text import wording
from altered_env.game.narration import Line, Narration
from altered_env.render.style import Style, choose, dress
from altered_env.render.text import WIDTH, board
from altered_env.render.views import View

WIDEST = 160
"""The maximum number of columns: longer lines are hard to read."""


def width_here() -> int:
    """The columns of the terminal, at least 80; 80 without a terminal."""
    if not sys.stdout.isatty():
        return WIDTH
    return min(WIDEST, max(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns))


def style_here(plain: bool) -> Style:
    """The style for the standard output."""
    found = choose(plain, sys.stdout.isatty(), sys.stdout.encoding or "ascii", os.environ)
    return replace(found, width=width_here())


def say(text: str, style: Style) -> None:
    """Print lines without colours; long ones are wrapped with their indentation.

    >>> say("  A: " + "play Foundry Armorer (3) " * 4, Style(colour=False, unicode=False))
      A: play Foundry Armorer (3) play Foundry Armorer (3) play Foundry Armorer (3)
      play Foundry Armorer (3)
    """
    for line in dress(text, replace(style, colour=False)).split("\n"):
        deep = " " * (len(line) - len(line.lstrip()))
        print(
            textwrap.fill(
                line,
                style.width,
                subsequent_indent=deep,
                break_on_hyphens=False,
                break_long_words=False,
            ),
            flush=True,
        )


def still(view: View) -> View:
    """The view without the question."""
    return replace(view, options=(), decider=None, question="")


def drawn(game: Game, view: View, style: Style) -> str:
    """The full board of a game, with card texts."""
    index, cards = game.book.index, game.book.cards

    def says(reference: str) -> str:
        return " ".join(wording(cards[index[reference]])) if reference in index else ""

    return dress(board(view, style.width, says), style)


def tell(lines: Iterable[Line], style: Style) -> None:
    """Print the log: turns, their results indented, and moments as headings."""
    for kind, text in lines:
        if kind == "moment":
            say(f"\n{text}", style)
        else:
            say(f"  {text}" if kind == "said" else f"      {text}", style)


def wait() -> None:
    """Wait for Enter."""
    with contextlib.suppress(EOFError):
        signals.answer("")


class Watching:
    """A game shown in full: each decision and its result, and a board for each day."""

    def __init__(self, game: Game, style: Style, step: bool) -> None:
        self._style, self._step = style, step
        self._telling = Narration(game.view())
        tell(self._telling.begin(), style)

    def acts(self, game: Game, action: int) -> None:
        """Print the coming action."""
        say(f"  {game.question}: {game.label(action)}", self._style)
        self._telling.acts(game, action)

    def goes_on(self, game: Game) -> None:
        """Print its result, and wait if asked to."""
        view = game.view()
        lines = self._telling.goes_on(view)
        ended = self._telling.ended
        for kind, text in lines:
            if ended is not None and kind == "moment" and not text.startswith(f"Day {ended.day},"):
                print(f"\n{drawn(game, still(ended), self._style)}", flush=True)
                ended = None
            tell([(kind, text)], self._style)
        if self._step:
            wait()

    def end(self, game: Game) -> None:
        """Show the last board."""
        print(f"\n{drawn(game, still(game.view()), self._style)}", flush=True)
