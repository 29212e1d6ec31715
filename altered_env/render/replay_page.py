"""A replay as one page of HTML that needs nothing else: open it, send it, post it.

Boards of a game have most shapes in common. So each shape is there once, and a board is a list of
the numbers of its shapes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path

from altered_env.render.palette import css
from altered_env.render.picture import picture
from altered_env.render.svg import FONT, element
from altered_env.render.views import View

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Frame:
    """A moment of a game: the board and its narration."""

    view: View
    caption: str
    notes: tuple[str, ...] = ()
    chances: tuple[float, ...] = ()
    """Of each side to win; empty if not computed."""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """The caption of the chances."""

    sides: tuple[str, ...] = ()
    """The sides they belong to, in words."""
    how: str = ""
    """How they were made, and how far they may be off."""
    moments: tuple[int, ...] = ()
    """Those to look at."""


def replay_page(title: str, frames: Iterable[Frame], evaluated: Evaluated = Evaluated()) -> str:
    """The page."""
    shapes: dict[str, int] = {}
    boards = []
    width = height = 0
    for frame in frames:
        drawn = picture(frame.view)
        width, height = drawn.width, max(height, drawn.height)
        boards.append(
            {
                "s": [shapes.setdefault(element(shape), len(shapes)) for shape in drawn.shapes],
                "c": frame.caption,
                "n": list(frame.notes),
                "w": [round(chance, 3) for chance in frame.chances],
                "d": frame.view.day,
            }
        )
    data = {
        "width": width,
        "height": height,
        "shapes": list(shapes),
        "frames": boards,
        "sides": list(evaluated.sides),
        "how": evaluated.how,
        "marked": list(evaluated.moments),
    }
    return (
        (HERE / "replay_page.html")
        .read_text("utf-8")
        .replace("{title}", escape(title))
        .replace("{palette}", css())
        .replace("{font}", FONT)
        .replace("{data}", json.dumps(data, ensure_ascii=False).replace("<", "\\u003c"))
    )
