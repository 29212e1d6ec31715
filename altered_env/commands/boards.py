"""A game that a person looks at: its board, each step that is taken, and what came of it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import replace

from altered_env import stopping
from altered_env.commands.card_words import wording
from altered_env.commands.screen import say
from altered_env.game import Game
from altered_env.game.telling import Line, Telling
from altered_env.game.views import View
from altered_env.render.style import Style, dress
from altered_env.render.text import board

__all__ = ["Watching", "drawn", "still", "tell", "wait"]


def still(view: View) -> View:
    """The view without the question."""
    return replace(view, options=(), decider=None, question="")


def drawn(game: Game, view: View, style: Style) -> str:
    """A board of a game in full: with what the cards say."""
    index, cards = game.book.index, game.book.cards

    def says(reference: str) -> str:
        return " ".join(wording(cards[index[reference]])) if reference in index else ""

    return dress(board(view, style.width, says), style)


def tell(lines: Iterable[Line], style: Style) -> None:
    """Say what happened: turns, what came of them further in, and moments as headings."""
    for kind, text in lines:
        if kind == "moment":
            say(f"\n{text}", style)
        else:
            say(f"  {text}" if kind == "said" else f"      {text}", style)


def wait() -> None:
    """Wait for Enter."""
    with contextlib.suppress(EOFError):
        stopping.answer("")


class Watching:
    """A game that is watched from above: each decision, what came of it, a board for each day."""

    def __init__(self, game: Game, style: Style, step: bool) -> None:
        self._style, self._step = style, step
        self._telling = Telling(game.view())
        tell(self._telling.begin(), style)

    def acts(self, game: Game, action: int) -> None:
        """Say what is about to be done."""
        say(f"  {game.question}: {game.label(action)}", self._style)
        self._telling.acts(game, action)

    def goes_on(self, game: Game) -> None:
        """Say what has come of it, and wait where that is asked for."""
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
