"""The colours of pictures have enough contrast."""

import pytest

from altered_env.render.palette import (
    COLOURS,
    FACTIONS,
    LIGHT,
    TERRAINS,
    contrast,
    css,
    css_of_pages,
)

READ = [
    *[("#ffffff", colour) for colour in (*TERRAINS, *FACTIONS)],
    ("ink", "paper"),
    ("faint", "paper"),
    ("ink", "shade"),
    ("faint", "shade"),
    *[("on-gold", ground) for ground in ("gold", "near", "far", *(f"seat-{s}" for s in "abcd"))],
    *[(text, ground) for text in ("light", "quiet") for ground in ("night", "table", "panel")],
    ("light", "raised"),
    ("quiet", "raised"),
    ("gold", "table"),
    ("danger", "panel"),
    ("good", "panel"),
    *[(f"seat-{seat}", ground) for seat in "abcd" for ground in ("night", "panel")],
    ("#ffffff", "boost"),
]


@pytest.mark.parametrize("colours", [COLOURS, {**COLOURS, **LIGHT}], ids=["dark", "light"])
@pytest.mark.parametrize(("text", "ground"), READ)
def test_text_has_the_contrast_of_wcag_aa(text, ground, colours):
    assert contrast(colours.get(text, text), colours[ground]) >= 4.5


def test_black_on_black_has_none():
    assert contrast("#000000", "#000000") == 1


def test_the_style_sheet_has_every_colour():
    assert all(f"--{name}: {value};" in css() for name, value in COLOURS.items())
    assert all(f"--{name}: {value};" in css_of_pages() for name, value in LIGHT.items())
    assert LIGHT.keys() <= COLOURS.keys(), "a light colour stands for a dark one"
