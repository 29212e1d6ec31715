"""A drawing as pixels, for `render_mode="rgb_array"`: the same shapes as in SVG, painted by Pillow
(the extra `pictures`).

>>> from altered_env.render.picture import Picture, Shape
>>> size, data = raster(Picture(4, 2, (Shape("box", 0, 0, 4, 2, 0, "#ff0000"),), ""), 4)
>>> size, data[:3]
((4, 2), b'\\xff\\x00\\x00')
"""

from __future__ import annotations

import functools
from typing import Any

from altered_env.render.picture import Picture, Shape

WIDTH = 900
"""Pixels across, where nothing else is asked for."""


def raster(drawn: Picture, width: int = WIDTH) -> tuple[tuple[int, int], bytes]:
    """Its size in pixels, and red, green and blue of each, row by row."""
    try:
        from PIL import Image, ImageDraw
    except ModuleNotFoundError:
        raise LookupError(
            "a picture as an array of pixels needs Pillow: pip install 'altered-env[pictures]'"
        ) from None
    scale = width / drawn.width
    image = Image.new("RGB", (width, round(drawn.height * scale)))
    pen = ImageDraw.Draw(image)
    for shape in drawn.shapes:
        _paint(pen, shape, scale)
    return image.size, image.tobytes()


def _paint(pen: Any, shape: Shape, scale: float) -> None:
    if shape.kind == "text":
        at = (shape.x * scale, shape.y * scale)
        anchor = "ms" if shape.anchor == "middle" else "ls"
        pen.text(at, shape.text, fill=shape.fill, font=_font(shape.size * scale), anchor=anchor)
    elif shape.kind == "area":
        pen.polygon([(x * scale, y * scale) for x, y in shape.points], fill=shape.fill)
    else:
        corners = (
            shape.x * scale,
            shape.y * scale,
            (shape.x + shape.width) * scale - 1,
            (shape.y + shape.height) * scale - 1,
        )
        pen.rounded_rectangle(
            corners, shape.round * scale, fill=shape.fill, outline=shape.edge or None
        )


@functools.lru_cache(maxsize=64)
def _font(size: float) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size=max(6.0, round(size, 1)))
