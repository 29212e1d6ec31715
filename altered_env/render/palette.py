"""The colours of all pictures: of the pages, of boards in notebooks, of rasters.

Text in `ink` on `paper`, and white on a terrain or a faction, meet WCAG AA (a contrast of 4.5 to
1); `tests/render` checks it.

>>> COLOURS["forest"]
'#2c7446'
"""

from __future__ import annotations

from collections.abc import Mapping
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
    "on-gold": "#221d17",
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
"""By purpose, on a dark table."""
LIGHT: Final = {
    "night": "#eef1f3",
    "table": "#ffffff",
    "panel": "#f4f6f8",
    "raised": "#dde4e9",
    "edge": "#8497a5",
    "light": "#16202a",
    "quiet": "#475866",
    "gold": "#7a5600",
    "on-gold": "#ffffff",
    "danger": "#a3261c",
    "good": "#1c6a3c",
    "near": "#7a5600",
    "far": "#1f5fa8",
    "seat-a": "#7a5600",
    "seat-b": "#1f5fa8",
    "seat-c": "#9b2f6a",
    "seat-d": "#2d6b1e",
}
"""Those that differ on a light one."""


def css() -> str:
    """The dark colours as custom properties of a style sheet."""
    return f":root {{\n{_properties({**COLOURS, 'scheme': 'dark'})}}}\n"


def css_of_pages() -> str:
    """The colours light or dark, as the system prefers or the page's `data-theme` says."""
    light = _properties({**LIGHT, "scheme": "light"})
    return (
        f"{css()}"
        f"@media (prefers-color-scheme: light) {{\n:root:not([data-theme=dark]) {{\n{light}}}\n}}\n"
        f":root[data-theme=light] {{\n{light}}}\n"
    )


def _properties(colours: Mapping[str, str]) -> str:
    return "".join(f"  --{name}: {value};\n" for name, value in colours.items())


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
