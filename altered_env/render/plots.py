"""Plots as SVG, for a page, a notebook or a file: no library, no network, and a tooltip on every
mark.

>>> drawing = curves({"value": [(0, 0.1), (1, -0.2)]}, "decision", "value")
>>> drawing.startswith("<svg"), drawing.count("<polyline"), "xmlns" in drawing.as_file()
(True, 1, True)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import floor, log10

WIDE = 760
LEFT = 210
RIGHT = 20
ROW = 20
HEADING, GAP = 24, 10
COLOURS = ("#1f6f8b", "#c4572b", "#5b8c3a", "#7a4f9a", "#9a7b16", "#3b3f8f", "#a33b5e", "#4d4d4d")
"""Of groups, distinguishable for colour-blind people; each also has a shape."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A value with its interval and its label."""

    name: str
    value: float
    low: float
    high: float
    group: str = ""
    at: float = 0.0
    """Where it stands across, in a plot of two directions."""
    at_low: float = 0.0
    at_high: float = 0.0
    link: str = ""
    """Where on the page there is more about it."""


STYLE = "font: 12px sans-serif; fill: #1d2529"
RULES = (
    ".grid{stroke:#e6eaec}.axis{stroke:#8b979d}.span{stroke-width:2}.level{stroke:#8b979d;"
    "stroke-dasharray:5 4}.thin{opacity:.5}.path{fill:none;stroke-width:1.5}.bar{fill:#1f6f8b}"
)
"""How it looks outside of a report, whose page has its own style."""


class Plot(str):
    """A drawing: text for a page, shown as a picture in a notebook."""

    def _repr_html_(self) -> str:
        return f'<style>{RULES}</style><div style="{STYLE}">{self}</div>'

    def as_file(self) -> str:
        """The drawing as it lies in a file of its own."""
        head, _, body = self.partition(">")
        look = f'xmlns="http://www.w3.org/2000/svg" style="{STYLE}; background: white"'
        return f"{head} {look}>\n<style>{RULES}</style>{body}\n"


def _svg(wide: float, high: float, about: str, parts: Sequence[str]) -> Plot:
    body = "\n".join(parts)
    return Plot(
        f'<svg viewBox="0 0 {wide:.0f} {high:z.0f}" width="{wide:.0f}" role="img" '
        f'aria-label="{escape(about)}">\n<title>{escape(about)}</title>\n{body}\n</svg>'
    )


def _text(x: float, y: float, text: str, anchor: str = "start", more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(text)}</text>'


def _line(x: float, y: float, to_x: float, to_y: float, kind: str, style: str = "") -> str:
    return (
        f'<line class="{kind}" x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"{style}/>'
    )


def _linked(shape: str, link: str) -> str:
    return f'<a href="#{escape(link)}">{shape}</a>' if link else shape


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round numbers between two ends.

    >>> ticks(-0.12, 0.23)
    [-0.1, 0.0, 0.1, 0.2]
    """
    if high <= low:
        return [low]
    rough = (high - low) / about
    power = 10.0 ** floor(log10(rough))
    step = next(power * k for k in (1, 2, 5, 10) if power * k >= rough * 0.999)
    first = -floor(-low / step + 1e-9)
    found = []
    while first * step <= high + 1e-9 * step:
        found.append(round(first * step, 10) + 0.0)
        first += 1
    return found


def _percent(value: float) -> str:
    return f"{100 * value:g}"


def _number(value: float) -> str:
    """A number at an axis, as one says it.

    >>> _number(2_000_000), _number(2.5e9), _number(800_000), _number(-0.00001), _number(0)
    ('2 million', '2.5 billion', '800,000', '-0.00001', '0')
    """
    for unit, word in ((1e9, "billion"), (1e6, "million")):
        if abs(value) >= unit:
            return f"{value / unit:,.10g} {word}"
    text = f"{value:,.10f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _figure(value: float) -> str:
    """A number in a tooltip, to four digits or more.

    >>> _figure(1_605_632), _figure(77.049), _figure(0.000123456)
    ('1,605,632', '77.05', '0.0001235')
    """
    digits = 4 - (floor(log10(abs(value))) + 1 if value else 0)
    text = f"{value:,.{max(0, digits)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _shape(x: float, y: float, group: int, about: str) -> str:
    """A mark in the colour and the shape of its group."""
    colour = COLOURS[group % len(COLOURS)]
    shapes = (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"',
        f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8"',
        f'<path d="M{x:.1f} {y - 5:.1f} l5 9 l-10 0 z"',
        f'<path d="M{x:.1f} {y - 6:.1f} l5 6 l-5 6 l-5 -6 z"',
    )
    k = (group + group // len(COLOURS)) % len(shapes)  # another one where colours come again
    return (
        f'{shapes[k]} fill="{colour}"><title>{escape(about)}</title></'
        + (("circle>", "rect>", "path>", "path>")[k])
    )


def _said(mark: Mark) -> str:
    group = f", {mark.group}" if mark.group else ""
    span = f"{100 * mark.low:z.1f} to {100 * mark.high:z.1f}"
    return f"{mark.name}{group}: {100 * mark.value:.1f} ({span})"


LINE = 18
"""The height of a line of a legend."""


def _legend(groups: Sequence[str], left: float, y: float) -> tuple[list[str], float]:
    """The shape and the name of each group, in lines; and the height of the lines after the
    first."""
    parts: list[str] = []
    if len(groups) < 2:
        return parts, 0
    x, first = left, y
    for k, group in enumerate(groups):
        wide = 34 + 7 * len(group)
        if x > left and x + wide > WIDE:
            x, y = left, y + LINE
        parts += [_shape(x + 6, y - 4, k, group), _text(x + 16, y, group)]
        x += wide
    return parts, y - first


def _scale(marks: Sequence[Mark], middle: float) -> tuple[Callable[[float], float], list[float]]:
    """Where a value of marks with intervals is across, and the round values to show."""
    low = min(middle, *(mark.low for mark in marks))
    high = max(middle, *(mark.high for mark in marks))

    def across(value: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * (value - low) / max(1e-9, high - low)

    return across, ticks(low, high)


def _framed(
    marks: Sequence[Mark], axis: str, middle: float, top: float, bottom: float
) -> tuple[Callable[[float], float], list[str]]:
    """The scale of marks with intervals; its lines, and what it is of."""
    across, shown = _scale(marks, middle)
    parts = []
    for tick in shown:
        parts += [
            _line(across(tick), top, across(tick), bottom, "grid"),
            _text(across(tick), bottom + 16, _percent(tick), "middle"),
        ]
    parts.append(_line(across(middle), top, across(middle), bottom, "axis"))
    parts.append(_text((LEFT + WIDE) / 2, bottom + 34, axis, "middle"))
    return across, parts


def intervals(marks: Sequence[Mark], axis: str, middle: float = 0.0) -> Plot:
    """A row for each name: its values with their intervals, a line through `middle`."""
    names = list(dict.fromkeys(mark.name for mark in marks))
    groups = list(dict.fromkeys(mark.group for mark in marks))
    drawn = {(mark.name, mark.group) for mark in marks}
    there = {name: [g for g in groups if (name, g) in drawn] for name in names}
    most = max(map(len, there.values()))
    step = ROW + 9 * (most - 1)
    parts, more = _legend(groups, LEFT, 14)
    top = (26 if len(groups) > 1 else 8) + more
    bottom = top + step * len(names)
    across, frame = _framed(marks, axis, middle, top, bottom)
    parts += frame
    links = {mark.name: mark.link for mark in marks}
    for k, name in enumerate(names):
        if k and most > 1:
            parts.append(_line(8, top + step * k, WIDE - RIGHT, top + step * k, "grid"))
        label = _text(LEFT - 8, top + step * (k + 0.5) + 4, name[:32], "end")
        parts.append(_linked(label, links[name]))
    for mark in marks:
        group = groups.index(mark.group)
        mine = there[mark.name]
        room = step / (len(mine) + 1)
        y = top + step * names.index(mark.name) + room * (mine.index(mark.group) + 1)
        style = f' stroke="{COLOURS[group % len(COLOURS)]}"'
        parts.append(_line(across(mark.low), y, across(mark.high), y, "span", style))
        parts.append(_linked(_shape(across(mark.value), y, group, _said(mark)), mark.link))
    return _svg(WIDE, bottom + 42, axis, parts)


def sections(marks: Sequence[Mark], axis: str, middle: float = 0.0) -> Plot:
    """A heading for each group, and below it a row for each of its marks, in their order: for
    groups whose marks have different names."""
    groups = list(dict.fromkeys(mark.group for mark in marks))
    top, y = 8.0, 8.0
    headings, rows = [], []
    for group in groups:
        headings.append((group, y))
        y += HEADING
        for mark in marks:
            if mark.group == group:
                rows.append((mark, y + ROW / 2))
                y += ROW
        y += GAP
    bottom = y - GAP
    across, parts = _framed(marks, axis, middle, top, bottom)
    for group, at in headings:
        parts.append(_text(8, at + 15, group, more=' font-weight="bold"'))
        parts.append(_line(8, at + HEADING - 2, WIDE - RIGHT, at + HEADING - 2, "grid"))
    style = f' stroke="{COLOURS[0]}"'
    for mark, at in rows:
        parts.append(_linked(_text(LEFT - 8, at + 4, mark.name[:32], "end"), mark.link))
        parts.append(_line(across(mark.low), at, across(mark.high), at, "span", style))
        parts.append(_linked(_shape(across(mark.value), at, 0, _said(mark)), mark.link))
    return _svg(WIDE, bottom + 42, axis, parts)


class _Plane:
    """A plane with two scales in it."""

    def __init__(
        self, x: tuple[float, float], y: tuple[float, float], tall: float, top: float
    ) -> None:
        self.x, self.y, self.top = _wider(x), _wider(y), top
        self.bottom, self.left, self.right = top + tall, 70.0, WIDE - 20.0

    def across(self, value: float) -> float:
        return self.left + (self.right - self.left) * (value - self.x[0]) / (self.x[1] - self.x[0])

    def down(self, value: float) -> float:
        return self.bottom - (self.bottom - self.top) * (value - self.y[0]) / (
            self.y[1] - self.y[0]
        )

    def frame(self, x_axis: str, y_axis: str, x_percent: bool, y_percent: bool = True) -> list[str]:
        parts = []
        for tick in ticks(*self.x):
            at = self.across(tick)
            shown = _percent(tick) if x_percent else _number(tick)
            parts += [
                _line(at, self.top, at, self.bottom, "axis" if tick == 0 else "grid"),
                _text(at, self.bottom + 16, shown, "middle"),
            ]
        for tick in ticks(*self.y):
            at = self.down(tick)
            shown = _percent(tick) if y_percent else _number(tick)
            parts += [
                _line(self.left, at, self.right, at, "axis" if tick == 0 else "grid"),
                _text(self.left - 6, at + 4, shown, "end"),
            ]
        parts.append(_text((self.left + self.right) / 2, self.bottom + 34, x_axis, "middle"))
        y = (self.top + self.bottom) / 2
        turn = f' transform="rotate(-90 18 {y:.1f})"'
        parts.append(_text(18, y, y_axis, "middle", turn))
        return parts


def _wider(ends: tuple[float, float]) -> tuple[float, float]:
    room = 0.05 * (ends[1] - ends[0]) or 0.01
    return ends[0] - room, ends[1] + room


def scatter(marks: Sequence[Mark], x_axis: str, y_axis: str) -> Plot:
    """Each mark where its two figures put it, with both intervals."""
    plane = _Plane(
        (min(0.0, *(m.at_low for m in marks)), max(0.0, *(m.at_high for m in marks))),
        (min(0.0, *(m.low for m in marks)), max(0.0, *(m.high for m in marks))),
        380,
        8,
    )
    parts = plane.frame(x_axis, y_axis, x_percent=True)
    style = f' stroke="{COLOURS[0]}"'
    for mark in marks:
        x, y = plane.across(mark.at), plane.down(mark.value)
        ends = plane.across(mark.at_low), plane.across(mark.at_high)
        parts.append(_line(ends[0], y, ends[1], y, "thin", style))
        parts.append(_line(x, plane.down(mark.low), x, plane.down(mark.high), "thin", style))
    for mark in marks:
        x, y = plane.across(mark.at), plane.down(mark.value)
        parts.append(_shape(x, y, 0, f"{_said(mark)}; across {100 * mark.at:.1f}"))
        if len(marks) <= 30:
            parts.append(_text(x + 7, y - 6, mark.name, more=' class="small"'))
    return _svg(WIDE, plane.bottom + 42, f"{y_axis}, by {x_axis}", parts)


def lines(marks: Sequence[Mark], x_axis: str, y_axis: str) -> Plot:
    """A line for each group, through its marks from left to right."""
    groups = list(dict.fromkeys(mark.group for mark in marks))
    plane = _Plane(
        (min(m.at for m in marks), max(m.at for m in marks)),
        (min(0.0, *(m.low for m in marks)), max(0.0, *(m.high for m in marks))),
        320,
        8,
    )
    parts = plane.frame(x_axis, y_axis, x_percent=False)
    for k, group in enumerate(groups):
        colour = COLOURS[k % len(COLOURS)]
        shift = 5 * (k - (len(groups) - 1) / 2)  # so that intervals do not hide each other
        mine = sorted((m for m in marks if m.group == group), key=lambda m: m.at)
        points = [(plane.across(m.at) + shift, plane.down(m.value)) for m in mine]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline class="path" points="{path}" stroke="{colour}"/>')
        for mark, (x, y) in zip(mine, points, strict=True):
            style = f' stroke="{colour}"'
            parts.append(_line(x, plane.down(mark.low), x, plane.down(mark.high), "thin", style))
            parts.append(_shape(x, y, k, _said(mark)))
    below = plane.bottom + 56
    for k, group in enumerate(groups):
        x, y = 70 + 340 * (k % 2), below + 18 * (k // 2)
        parts += [_shape(x, y - 4, k, group), _text(x + 12, y, group)]
    tall = below + 18 * ((len(groups) + 1) // 2)
    return _svg(WIDE, tall, f"{y_axis}, by {x_axis}", parts)


FEW = 40
"""A curve of no more points than this shows each of them."""


def curves(
    lines: Mapping[str, Sequence[tuple[float, float]]],
    x_axis: str,
    y_axis: str,
    spans: Mapping[str, Sequence[tuple[float, float]]] | None = None,
    levels: Mapping[str, float] | None = None,
) -> Plot:
    """Lines by name through points (x, y), in whatever unit. `spans`: for a line, the interval of
    each of its points. `levels`: heights by name, drawn across."""
    spans, levels = spans or {}, levels or {}
    points = [point for line in lines.values() for point in line]
    if not points:
        raise ValueError("a plot needs one or more points")
    across = [x for x, _ in points]
    ends = [end for some in spans.values() for pair in some for end in pair]
    heights = [*(y for _, y in points), *ends, *levels.values()]
    legend, more = _legend(list(lines), 70, 16)
    plane = _Plane((min(across), max(across)), (min(heights), max(heights)), 320, 28 + more)
    parts = plane.frame(x_axis, y_axis, x_percent=False, y_percent=False)
    parts += legend
    for name, level in levels.items():
        at = plane.down(level)
        parts.append(_line(plane.left, at, plane.right, at, "level"))
        parts.append(_text(plane.right - 4, at - 4, name, "end"))
    for k, (name, line) in enumerate(lines.items()):
        colour = COLOURS[k % len(COLOURS)]
        places = [(plane.across(x), plane.down(y)) for x, y in line]
        for (x, _), (low, high) in zip(places, spans.get(name, ()), strict=False):
            style = f' stroke="{colour}"'
            parts.append(_line(x, plane.down(low), x, plane.down(high), "span", style))
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline class="path" points="{path}" stroke="{colour}"/>')
        if len(line) <= FEW:
            said = [f"{name}: {_figure(y)} at {_figure(x)}" for x, y in line]
            parts += [_shape(*place, k, text) for place, text in zip(places, said, strict=True)]
    names = ", ".join(lines)
    return _svg(WIDE, plane.bottom + 42, f"{y_axis or names}, by {x_axis}: {names}", parts)


def heat_map(
    rows: Sequence[str], columns: Sequence[str], cells: dict[tuple[int, int], Mark], about: str
) -> Plot:
    """A square for each row and column: blue above a half, orange below, the paler the nearer."""
    left, top = 150.0, 96.0
    size = max(34.0, min(64.0, (WIDE - left - RIGHT) / max(1, len(columns))))
    parts = []
    for j, name in enumerate(columns):
        x = left + size * (j + 0.5)
        turn = f' transform="rotate(-40 {x:.1f} {top - 8:.1f})"'
        parts.append(_text(x, top - 8, name[:16], more=turn))
    for i, name in enumerate(rows):
        parts.append(_text(left - 8, top + size * (i + 0.5) + 4, name[:20], "end"))
    for (i, j), mark in cells.items():
        x, y = left + size * j, top + size * i
        parts.append(
            f'<rect class="cell" x="{x:.1f}" y="{y:.1f}" width="{size:.1f}" height="{size:.1f}" '
            f'fill="{_heat(mark.value)}"><title>{escape(_said(mark))}</title></rect>'
        )
        parts.append(_text(x + size / 2, y + size / 2, f"{100 * mark.value:.0f}", "middle"))
        reach = f"{100 * mark.low:z.0f}..{100 * mark.high:z.0f}"
        parts.append(_text(x + size / 2, y + size / 2 + 13, reach, "middle", ' class="small"'))
    wide = max(WIDE, left + size * len(columns) + RIGHT)
    return _svg(wide, top + size * len(rows) + 12, about, parts)


def _heat(rate: float) -> str:
    """The colour of a win rate.

    >>> _heat(0.5), _heat(1.0), _heat(0.0)
    ('#ffffff', '#7fb6d6', '#f0a35e')
    """
    far = min(1.0, abs(rate - 0.5) / 0.3)
    end = (127, 182, 214) if rate > 0.5 else (240, 163, 94)
    return "#" + "".join(f"{round(255 + far * (part - 255)):02x}" for part in end)


def bars(heights: Sequence[tuple[str, float, str]], x_axis: str, y_axis: str) -> Plot:
    """A bar for each label: its height and its tooltip."""
    most = max(1e-9, *(height for _, height, _ in heights))
    left, top, bottom = 70.0, 8.0, 228.0
    room = (WIDE - left - RIGHT) / len(heights)
    parts = []
    for tick in ticks(0, most, 4):
        y = bottom - (bottom - top) * tick / most
        parts += [
            _line(left, y, WIDE - RIGHT, y, "grid"),
            _text(left - 6, y + 4, _percent(tick), "end"),
        ]
    every = -(-len(heights) // 24)
    for k, (label, height, about) in enumerate(heights):
        tall = (bottom - top) * height / most
        x = left + room * k
        parts.append(
            f'<rect class="bar" x="{x + 1:.1f}" y="{bottom - tall:.1f}" '
            f'width="{max(1.0, room - 2):.1f}" height="{tall:.1f}">'
            f"<title>{escape(about)}</title></rect>"
        )
        if k % every == 0:
            parts.append(_text(x + room / 2, bottom + 16, label, "middle"))
    parts.append(_text((left + WIDE) / 2, bottom + 34, x_axis, "middle"))
    y = (top + bottom) / 2
    parts.append(_text(18, y, y_axis, "middle", f' transform="rotate(-90 18 {y:.1f})"'))
    return _svg(WIDE, bottom + 42, f"{y_axis}, by {x_axis}", parts)


def printed(text: str, about: str) -> Plot:
    """The output of a command as a picture, in a monospaced font.

    >>> printed("one  two\\nthree", "numbers").count("<text")
    2
    """
    rows = text.rstrip("\n").split("\n")
    look = ' xml:space="preserve" style="font: 12px ui-monospace, monospace; white-space: pre"'
    parts = [_text(10, 22 + 17 * k, row, more=look) for k, row in enumerate(rows)]
    return _svg(20 + 7.3 * max(map(len, rows)), 22 + 17 * len(rows), about, parts)
