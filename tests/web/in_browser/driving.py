"""How tests begin a game in a browser and play it."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path

IN_FIREFOX = os.environ.get("ALTERED_BROWSER") == "firefox"
SCREENS = Path(__file__).parents[3] / "build/screens"
DOWNLOADS = SCREENS.parent / "downloads" / os.environ.get("PYTEST_XDIST_WORKER", "")
"""Where Firefox puts them: Playwright does not find them there."""
WIDTHS = {1440: 900, 1024: 768, 390: 844}


def begin(page, address, opponent="random", format="standard", seed=5):
    page.goto(f"{address}/play")
    page.wait_for_selector("form.begin")
    page.get_by_label("Format").select_option(format)
    page.get_by_label("Seed").fill(str(seed))
    for box in page.get_by_label("Played by").all()[1:]:
        box.select_option(opponent)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("button.option, .result", timeout=300_000)


def downloaded(page, button):
    """Click, and return the text of the file that comes."""
    if not IN_FIREFOX:
        with page.expect_download() as kept:
            button.click()
        return kept.value.path().read_text()
    before = set(DOWNLOADS.iterdir())
    button.click()
    for _ in range(500):
        for path in set(DOWNLOADS.iterdir()) - before:
            if path.suffix != ".part" and (text := path.read_text()):
                return text
        page.wait_for_timeout(20)
    raise AssertionError("no file has come")


def without_screenshots(wrong):
    """What a page said, but for the style that Playwright adds to it for a screenshot, of which
    Firefox says that it is blocked."""
    return [text for text in wrong if not (IN_FIREFOX and "blocked an inline style" in text)]


@contextlib.contextmanager
def touched(page, x, y):
    """A finger on this point."""
    if IN_FIREFOX:  # Playwright cannot hold a finger there: the page gets the events alone
        finger = (
            "([type, x, y]) => document.elementFromPoint(x, y).dispatchEvent(new PointerEvent(type,"
            " {pointerType: 'touch', pointerId: 2, isPrimary: true, bubbles: true,"
            " clientX: x, clientY: y}))"
        )
        page.evaluate(finger, ["pointerdown", x, y])
        yield
        page.evaluate(finger, ["pointerup", x, y])
        return
    touch = page.context.new_cdp_session(page)
    event = "Input.dispatchTouchEvent"
    touch.send(event, {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    yield
    touch.send(event, {"type": "touchEnd", "touchPoints": []})


def set_up(page, **settings):
    """Settings of the table, from the next page on."""
    kept = json.dumps(json.dumps(settings))
    # Firefox also runs it in the empty page before, which has no storage
    page.add_init_script(f"try {{ localStorage.setItem('altered-table', {kept}) }} catch {{}}")


def step_of(page):
    """The parts that change with every decision: options and question."""
    return page.evaluate(
        "() => [document.querySelector('.decision').innerText,"
        " document.querySelector('.decision [data-slot]')?.dataset.slot,"
        " document.querySelectorAll('.log li').length,"
        " document.querySelector('.result') !== null].join('|')"
    )


# an option, in answer to what was done last: until then the page keeps those of before
ANSWERED = "main:not(.waiting):not(.passing) button.option"


def settle(page, before):
    """Wait until the server has answered."""
    for _ in range(1000):
        now = step_of(page)
        if now != before and page.query_selector(f"{ANSWERED}, .result"):
            return
        page.wait_for_timeout(15)
    raise AssertionError(f"nothing came of it: {before}")


def wait_until(page, true):
    """Wait for an expression; `wait_for_function` would need a weaker policy."""
    for _ in range(1000):
        if page.evaluate(true):
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"it never held: {true}")


def play_on(page, act, most=1500):
    """Act until the game is over; how many actions it took."""
    for number in range(most):
        if page.query_selector(".result"):
            return number
        before = step_of(page)
        act(number)
        settle(page, before)
    raise AssertionError(f"the game is not over after {most} actions")


def click_on_board(page, chance):
    """Click what lights up on the board; where nothing does, one of the list."""

    def act(number):
        lit = page.query_selector_all(".board .can")
        lit = [element for element in lit if element.is_visible()]
        if lit and chance.random() < 0.85:
            chosen = chance.choice(lit)
            chosen.evaluate("element => element.scrollIntoView({block: 'start'})")
            chosen.click(timeout=5_000)
        else:
            chance.choice(page.query_selector_all("button.option")).click()

    return act


def choose_mana(page):
    """The three cards of the set-up, up to the first turn."""
    for _ in range(3):
        before = step_of(page)
        page.locator(".hand .can").first.click()
        settle(page, before)
