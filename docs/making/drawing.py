"""Boxes, arrows and words, as the shapes of `altered_env/render/picture.py`."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from altered_env.render.palette import COLOURS
from altered_env.render.picture import Picture, Shape

__all__ = ["EDGE", "FAINT", "INK", "PAPER", "SHADE", "WIDTH", "Drawing"]

PAPER, SHADE = COLOURS["paper"], COLOURS["shade"]
INK, FAINT, EDGE = COLOURS["ink"], COLOURS["faint"], "#b9ab90"
WIDTH = 960
LINE = 21
LETTER = 0.54
"""About how wide a letter is, of its height, where letters are wide."""


class Drawing:
    """What is drawn so far, from the back to the front, on paper."""

    def __init__(self, height: int, title: str) -> None:
        self.height, self.title = height, title
        self.shapes = [Shape("box", 0, 0, WIDTH, height, 10, PAPER)]

    def words(
        self, x: float, y: float, text: str, size: float = 16, fill: str = INK, **more: object
    ) -> None:
        """A line of text."""
        self.shapes.append(Shape("text", x, y, fill=fill, text=text, size=size, **more))  # type: ignore[arg-type]

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        title: str,
        lines: Sequence[str] = (),
        fill: str = SHADE,
        ink: str = INK,
    ) -> None:
        """A box with a title and lines below it, set again where they are too long. Raises
        `ValueError` where they do not fit."""
        self.shapes.append(Shape("box", x, y, width, height, 8, fill, edge=EDGE))
        self.words(x + 14, y + 27, title, 17, ink, bold=True)
        most = int((width - 20) / (15 * LETTER))
        found = [part for line in lines for part in wrap(line, most)]
        if 27 + LINE * len(found) > height - 8:
            raise ValueError(f"{title!r}: {len(found)} lines are too many for a box of {height:g}")
        for k, line in enumerate(found):
            self.words(x + 14, y + 27 + LINE * (k + 1), line, 15, ink)

    def arrow(self, x: float, y: float, to_x: float, to_y: float, fill: str = FAINT) -> None:
        """An arrow, straight across or straight up or down."""
        if to_y == y:
            on = 1 if to_x > x else -1
            first, last = sorted((x, to_x - 8 * on))
            self.shapes.append(Shape("box", first, y - 1.5, last - first, 3, fill=fill))
            points = ((to_x - 10 * on, y - 7), (to_x, y), (to_x - 10 * on, y + 7))
        else:
            down = 1 if to_y > y else -1
            top, bottom = sorted((y, to_y - 8 * down))
            self.shapes.append(Shape("box", x - 1.5, top, 3, bottom - top, fill=fill))
            points = ((x - 7, to_y - 10 * down), (x, to_y), (x + 7, to_y - 10 * down))
        self.shapes.append(Shape("area", points=points, fill=fill))

    def picture(self) -> Picture:
        """All of it."""
        return Picture(WIDTH, self.height, tuple(self.shapes), self.title)
