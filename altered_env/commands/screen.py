"""What is said on a terminal: in its style, and no wider than a board."""

from __future__ import annotations

import os
import sys
import textwrap

from altered_env.render.style import Style, choose, dress
from altered_env.render.text import WIDTH

__all__ = ["say", "style_here"]


def style_here(plain: bool) -> Style:
    """The style for the standard output."""
    return choose(plain, sys.stdout.isatty(), sys.stdout.encoding or "ascii", os.environ)


def say(text: str, style: Style) -> None:
    """Print lines without colours, those too wide broken, as far in as they begin.

    >>> say("  A: " + "play Foundry Armorer (3) " * 4, Style(colour=False, unicode=False))
      A: play Foundry Armorer (3) play Foundry Armorer (3) play Foundry Armorer (3)
      play Foundry Armorer (3)
    """
    for line in dress(text, Style(False, style.unicode)).split("\n"):
        deep = " " * (len(line) - len(line.lstrip()))
        print(
            textwrap.fill(
                line,
                WIDTH,
                subsequent_indent=deep,
                break_on_hyphens=False,
                break_long_words=False,
            ),
            flush=True,
        )
