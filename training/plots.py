"""Plots as SVG, which browsers and notebooks show: no library is needed.

>>> svg = plot({"value": [(0, 0.1), (1, -0.2)]}, "decision", "value")
>>> svg.startswith("<svg"), svg.count("<polyline")
(True, 1)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from training.ratings import Rating
from training.reporting.plots import ticks

__all__ = ["plot", "rating_bars"]

WIDE, HIGH = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 60, 20, 36, 45
COLOURS = ("#1b6ca8", "#c8553d", "#3a7d44", "#8b5fbf", "#b8860b", "#5f6c7b")


def _range(numbers: Sequence[float]) -> tuple[float, float]:
    low, high = min(numbers), max(numbers)
    if high - low < 1e-9:
        return low - 1, high + 1
    return low, high


class _Canvas:
    """Lines of SVG, placed by the numbers they stand for."""

    def __init__(self, x: tuple[float, float], y: tuple[float, float], high: int = HIGH) -> None:
        self._x, self._y, self.high = x, y, high
        self._lines: list[str] = []

    def x(self, value: float) -> float:
        low, high = self._x
        return round(LEFT + (WIDE - LEFT - RIGHT) * (value - low) / (high - low), 1)

    def y(self, value: float) -> float:
        low, high = self._y
        return round(
            self.high - BOTTOM - (self.high - BOTTOM - TOP) * (value - low) / (high - low), 1
        )

    def line(self, x1: float, y1: float, x2: float, y2: float, style: str) -> None:
        self._lines.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {style}/>')

    def path(self, points: Sequence[tuple[float, float]], colour: str) -> None:
        spots = " ".join(f"{x},{y}" for x, y in points)
        self._lines.append(
            f'<polyline points="{spots}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )

    def dot(self, x: float, y: float, colour: str) -> None:
        self._lines.append(f'<circle cx="{x}" cy="{y}" r="3.5" fill="{colour}"/>')

    def words(
        self, x: float, y: float, text: str, anchor: str = "start", colour: str = "#333"
    ) -> None:
        self._lines.append(
            f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'
        )

    def grid(self, x_says: str, y_says: str) -> None:
        """The ticks of both axes, and what they count."""
        for tick in ticks(*self._x):
            at = self.x(tick)
            self.line(at, TOP, at, self.high - BOTTOM, 'stroke="#eee"')
            self.words(at, self.high - BOTTOM + 16, f"{tick:,g}", "middle")
        for tick in ticks(*self._y) if y_says else ():
            at = self.y(tick)
            self.line(LEFT, at, WIDE - RIGHT, at, 'stroke="#eee"')
            self.words(LEFT - 6, at + 4, f"{tick:g}", "end")
        self.words((LEFT + WIDE) / 2, self.high - 10, x_says, "middle")
        self.words(8, 14, y_says)

    def svg(self) -> str:
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {self.high}" '
                f'width="{WIDE}" height="{self.high}" font-family="sans-serif" font-size="12">',
                f'<rect width="{WIDE}" height="{self.high}" fill="white"/>',
                *self._lines,
                "</svg>\n",
            ]
        )


def plot(
    lines: Mapping[str, Sequence[tuple[float, float]]],
    x_says: str,
    y_says: str,
    spans: Mapping[str, Sequence[tuple[float, float]]] | None = None,
    levels: Mapping[str, float] | None = None,
) -> str:
    """Lines by name through points (x, y). `spans`: for a line, the interval of each of its
    points. `levels`: heights by name, drawn across."""
    spans, levels = spans or {}, levels or {}
    points = [point for line in lines.values() for point in line]
    if not points:
        raise ValueError("a plot takes one point or more")
    heights = [y for _, y in points] + [y for span in spans.values() for pair in span for y in pair]
    canvas = _Canvas(_range([x for x, _ in points]), _range([*heights, *levels.values()]))
    canvas.grid(x_says, y_says)
    for name, level in levels.items():
        at = canvas.y(level)
        canvas.line(LEFT, at, WIDE - RIGHT, at, 'stroke="#888" stroke-dasharray="5 4"')
        canvas.words(WIDE - RIGHT - 4, at - 4, name, "end", "#666")
    for k, (name, line) in enumerate(lines.items()):
        colour = COLOURS[k % len(COLOURS)]
        for (x, _), (low, high) in zip(line, spans.get(name, ()), strict=False):
            at = canvas.x(x)
            canvas.line(at, canvas.y(low), at, canvas.y(high), f'stroke="{colour}"')
        places = [(canvas.x(x), canvas.y(y)) for x, y in line]
        canvas.path(places, colour)
        if len(line) <= 40:
            for x, y in places:
                canvas.dot(x, y, colour)
        canvas.words(LEFT + 8 + 150 * k, TOP - 6, name, "start", colour)
    return canvas.svg()


def rating_bars(names: Sequence[str], ratings: Sequence[Rating]) -> str:
    """Ratings with their intervals, one below the other.

    >>> rating_bars(["random"], [Rating(0, -10, 10)]).count("<circle")
    1
    """
    high = TOP + BOTTOM + 34 * len(names)
    ends = [end for rating in ratings for end in (rating.low, rating.high)]
    canvas = _Canvas(_range(ends), (0, len(names)), high)
    canvas.grid("rating (Elo), with 95 % intervals", "")
    for k, (name, rating) in enumerate(zip(names, ratings, strict=True)):
        at = canvas.y(len(names) - k - 0.5)
        canvas.line(
            canvas.x(rating.low),
            at,
            canvas.x(rating.high),
            at,
            f'stroke="{COLOURS[0]}" stroke-width="3"',
        )
        canvas.dot(canvas.x(rating.elo), at, COLOURS[1])
        canvas.words(LEFT + 4, at - 7, f"{name}  {rating.elo:+.0f}")
    return canvas.svg()
