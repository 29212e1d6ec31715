"""Terminal output, styled and wrapped to its width."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from dataclasses import replace

from altered_env.render.style import Style, choose, dress
from altered_env.render.text import WIDTH

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
