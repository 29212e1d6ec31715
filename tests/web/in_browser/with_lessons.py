"""The first game in a browser, in which rules are explained."""

from __future__ import annotations

import random

import pytest

from tests.web.in_browser.driving import WIDTHS, begin, play_on, set_up, wait_until
from tests.web.in_browser.readable import check


def read_hints(page):
    """Read the hints that have come up; their titles."""
    read = []
    while page.query_selector(".lesson:not([hidden]) b"):
        read.append(page.inner_text(".lesson b"))
        page.keyboard.press("g")
    return read


@pytest.mark.parametrize("width", [1440, 390])
def test_a_first_game_explains_rules_as_they_come_up(browser, address, width):
    """Each once, however one plays; read hints are kept, and can be read again."""
    page = browser.new_page(viewport={"width": width, "height": WIDTHS[width]})
    page.add_init_script(  # the page itself changes another setting
        "localStorage.getItem('altered-table')"
        " || localStorage.setItem('altered-table', '{\"pace\": \"0\"}')"
    )
    page.goto(f"{address}/learn")
    page.get_by_text("You have read 0 of").wait_for()
    page.get_by_role("button", name="Start the first game").click()
    page.wait_for_selector(".lesson:not([hidden])")
    check(page, width, "lesson")
    hand = page.locator(".hand .row").bounding_box()
    assert hand["y"] + hand["height"] <= WIDTHS[width]
    read, chance = read_hints(page), random.Random(1)
    assert read == ["What this is about. ", "Mana Orbs. "]

    def read_and_act(number):
        read.extend(read_hints(page))
        buttons = "[...document.querySelectorAll('button.option')]"
        kinds = page.evaluate(f"{buttons}.map((button) => button.dataset.kind)")
        plays = [k for k, kind in enumerate(kinds, start=1) if kind not in ("pass", "done", "no")]
        page.keyboard.type(str(chance.choice(plays or [len(kinds)])))

    play_on(page, read_and_act)
    read += read_hints(page)
    assert len(read) == len(set(read)) >= 15
    for rule in ("Characters", "Terrains", "Dusk", "Night", "Morning", "Reserve", "Fleeting"):
        assert f"{rule}. " in read
    assert read[-1] == "The end of a first game. "
    page.goto(f"{address}/learn")
    page.get_by_text(f"You have read {len(read)} of").wait_for()
    page.get_by_role("button", name="Explain everything again").click()
    page.get_by_text("You have read 0 of").wait_for()
    page.close()


def test_dusk_waits_until_it_has_been_explained_and_hints_can_be_stopped(page, address):
    set_up(page, pace="200", confirm="off", explain="on")
    begin(page, address, "random", seed=5)
    page.wait_for_selector(".lesson:not([hidden])")
    for left in (5, 4, 0):
        read_hints(page)
        page.locator(".hand .can").first.click()
        if left:
            wait_until(page, f"document.querySelectorAll('button.option').length === {left}")
    while not page.query_selector("button.option[data-kind=pass]"):
        read_hints(page)
        page.wait_for_timeout(50)
    read_hints(page)
    page.keyboard.press("p")
    title = "document.querySelector('.lesson b')?.innerText"
    while page.evaluate(title) != "Dusk. ":
        page.keyboard.press("g")
        page.wait_for_timeout(50)
    page.wait_for_timeout(1000)
    assert "dusk" in page.inner_text(".decision .question")
    page.get_by_role("button", name="No more hints").click()
    page.wait_for_selector("button.option", timeout=30_000)
    assert page.query_selector(".lesson:not([hidden])") is None


def test_the_buttons_of_the_last_hint_are_on_a_phone_in_french(page, address):
    page.set_viewport_size({"width": 360, "height": 740})
    begin(page, address, "random", seed=5)
    set_up(page, pace="0", explain="on", language="fr")
    page.reload()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Abandonner").click()
    page.get_by_role("button", name="Abandonner la partie").click()
    page.wait_for_selector(".result")
    while not page.query_selector(".lesson a.button"):
        page.keyboard.press("g")
        page.wait_for_timeout(50)
    for button in page.locator(".lesson :is(button, a)").all():
        box = button.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360, button.inner_text()
