"""The colours of all pictures: of the pages, of boards in notebooks, of rasters.

Text in `ink` on `paper`, and white on a terrain or a faction, meet WCAG AA (a contrast of 4.5 to
1); `tests/render` checks it.

>>> COLOURS["forest"]
'#2c7446'
"""

from __future__ import annotations

from typing import Final

TERRAINS: Final = {"forest": "#2c7446", "mountain": "#9a5016", "water": "#1d679e"}
FACTIONS: Final = {
    "axiom": "#8a4b24",
    "bravos": "#a8322d",
    "lyra": "#a33a6c",
    "muna": "#3a6b35",
    "ordis": "#2f5c94",
    "yzmir": "#6a4698",
    "neutral": "#5b6068",
}
COLOURS: Final = {
    **TERRAINS,
    **FACTIONS,
    "night": "#12191f",
    "table": "#1a242c",
    "panel": "#222f39",
    "raised": "#2d3d49",
    "edge": "#44596a",
    "paper": "#f5efe1",
    "shade": "#e6dcc6",
    "ink": "#221d17",
    "faint": "#5d5446",
    "light": "#eef2f4",
    "quiet": "#a9bac6",
    "gold": "#f2c14e",
    "boost": "#7a5200",
    "danger": "#ff8f80",
    "good": "#7fd6a0",
    "near": "#f2c14e",
    "far": "#86b6ea",
    "seat-a": "#f2c14e",
    "seat-b": "#86b6ea",
    "seat-c": "#e79ac0",
    "seat-d": "#9fd48c",
}
"""By purpose."""


def css() -> str:
    """The colours as custom properties of a style sheet."""
    lines = "".join(f"  --{name}: {value};\n" for name, value in COLOURS.items())
    return f":root {{\n{lines}}}\n"


def _light(colour: str) -> float:
    """Relative luminance, as WCAG 2 defines it."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    low, high = sorted((_light(one), _light(other)))
    return (high + 0.05) / (low + 0.05)
