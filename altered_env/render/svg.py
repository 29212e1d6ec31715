"""A drawing as SVG: for notebooks, pages, and replays that anyone can open.

>>> from altered_env.render.picture import Picture, Shape
>>> svg(Picture(20, 10, (Shape("text", 1, 9, fill="#fff", text="a < b", size=8),), "t"))[-65:]
'<text x="1" y="9" font-size="8" fill="#fff">a &lt; b</text></svg>'
"""

from __future__ import annotations

from html import escape

from altered_env.render.picture import Picture, Shape, picture
from altered_env.render.views import View

FONT = "system-ui, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"


def svg(drawn: Picture) -> str:
    """The whole drawing, with its size."""
    inside = "".join(map(element, drawn.shapes))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {drawn.width} {drawn.height}" '
        f'role="img" aria-label="{escape(drawn.title)}" font-family="{FONT}">{inside}</svg>'
    )


def element(shape: Shape) -> str:
    """One shape."""
    edge = f' stroke="{shape.edge}" stroke-width="2"' if shape.edge else ""
    if shape.kind == "box":
        place = f'x="{_n(shape.x)}" y="{_n(shape.y)}" width="{_n(shape.width)}" '
        place += f'height="{_n(shape.height)}"' + (f' rx="{_n(shape.round)}"' * bool(shape.round))
        start = f'<rect {place} fill="{shape.fill}"{edge}'
        return f"{start}><title>{escape(shape.text)}</title></rect>" if shape.text else f"{start}/>"
    if shape.kind == "area":
        points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
        return f'<path d="M{points}z" fill="{shape.fill}"/>'
    bold = ' font-weight="650"' if shape.bold else ""
    anchor = f' text-anchor="{shape.anchor}"' if shape.anchor != "start" else ""
    place = f'x="{_n(shape.x)}" y="{_n(shape.y)}" font-size="{_n(shape.size)}"'
    return f'<text {place}{bold}{anchor} fill="{shape.fill}">{escape(shape.text)}</text>'


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def notebook(view: View) -> str:
    """A view as notebooks show it."""
    return svg(picture(view))
