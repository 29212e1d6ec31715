"""A booster draft in a browser: picks by mouse and keyboard, the deck, a game."""

from __future__ import annotations

from tests.web.in_browser.driving import SCREENS, WIDTHS
from tests.web.in_browser.readable import check


def pick(page, number, how):
    """Pick a card, the next being that number."""
    how()
    page.get_by_text(f"Your picks: {number}", exact=True).wait_for()


def looked_at(page, name):
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=SCREENS / f"{name}-{width}.png")
        check(page, width, name)
    page.set_viewport_size({"width": 1440, "height": 900})


def test_a_person_drafts_builds_and_plays(page, address):
    page.goto(f"{address}/draft")
    page.get_by_role("button", name="Start the draft").click()
    page.wait_for_selector(".picking .leaf")
    looked_at(page, "draft")
    pick(page, 1, lambda: page.keyboard.press("3"))
    page.keyboard.press("ArrowRight")
    pick(page, 2, lambda: page.keyboard.press("Enter"))
    assert not page.query_selector(".picking .interval")  # the worth is told only if one asks
    page.get_by_role("button", name="Show the worth").click()
    page.wait_for_selector(".picking .interval")
    page.reload()
    page.get_by_text("Your picks: 2", exact=True).wait_for()
    for number in range(3, 48):
        pick(page, number, lambda: page.locator(".picking .leaf").first.click())
    page.locator(".picking .leaf").click()
    page.wait_for_selector(".legality .legal")
    looked_at(page, "drafted")
    page.locator(".drafted .leaf").nth(3).click()
    page.get_by_text("29 cards; at least 30").wait_for()
    assert page.get_by_role("button", name="Play", exact=True).is_disabled()
    page.get_by_role("button", name="one Mana Convergence more").click()
    page.wait_for_selector(".legality .legal")
    page.get_by_label("Level").select_option("random")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("button.option", timeout=300_000)
    page.goto(f"{address}/draft")
    page.get_by_role("link", name="Resume your draft").click()
    page.wait_for_selector(".drafted")
