"""The colours of a page from its first paint on."""

from __future__ import annotations

import pytest

from tests.web.in_browser.driving import set_up
from tests.web.in_browser.readable import in_hex

NIGHT = {"dark": "#12191f", "light": "#eef1f3"}
SYSTEM = "matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'"
"""Playwright cannot emulate it in every Firefox."""
PAINTED = (
    "performance.getEntriesByType('paint').length > 0"
    " && getComputedStyle(document.body).backgroundColor"
)


@pytest.mark.parametrize("system", ["dark", "light"])
@pytest.mark.parametrize("theme", ["system", "dark", "light"])
def test_the_first_paint_has_the_chosen_colours(page, address, system, theme):
    """Before any module has run: they are held back."""
    page.emulate_media(color_scheme=system)
    system = page.evaluate(SYSTEM)
    set_up(page, theme=theme)
    held = []
    page.route("**/static/app.js", lambda route: held.append(route))
    page.goto(f"{address}/decks", wait_until="commit")
    page.get_by_role("link", name="Skip to the content").wait_for(state="attached")
    for _ in range(200):
        if held and page.evaluate(PAINTED):
            break
        page.wait_for_timeout(20)
    wanted = NIGHT[system if theme == "system" else theme]
    assert in_hex(page.evaluate(PAINTED)) == wanted
    held[0].continue_()
    page.wait_for_selector("h1")
    assert in_hex(page.evaluate(PAINTED)) == wanted


def test_another_theme_is_seen_at_once(page, address):
    page.emulate_media(color_scheme="dark")
    page.goto(address)
    system = page.evaluate(SYSTEM)
    for theme, wanted in (("light", "light"), ("dark", "dark"), ("system", system)):
        page.get_by_label("Colours").select_option(theme)
        assert in_hex(page.evaluate(PAINTED)) == NIGHT[wanted]
