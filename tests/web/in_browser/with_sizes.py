"""Pages at every size of window, in light and dark, examined by axe."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tests.web.in_browser.driving import (
    ANSWERED,
    SCREENS,
    WIDTHS,
    begin,
    choose_mana,
    click_on_board,
    set_up,
    settle,
    step_of,
    touched,
)
from tests.web.in_browser.readable import check
from tests.web.serving import SIZES

EVERY = [*SIZES, (1280, 620)]


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_hand_is_visible_at_every_size(page, address, scheme):
    page.emulate_media(color_scheme=scheme)
    begin(page, address, "rules")
    act = click_on_board(page, random.Random(4))
    for number in range(14):
        before = step_of(page)
        act(number)
        settle(page, before)
    for width, height in EVERY:
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=SCREENS / f"table-{width}x{height}-{scheme}.png")
        for part in (".hand .row", ".decision", ".field"):
            box = page.locator(part).bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= height, (width, part)
        hand, asked = page.locator(".hand .row").bounding_box(), page.locator(".decision")
        if width <= 900:
            assert asked.bounding_box()["y"] + asked.bounding_box()["height"] <= hand["y"] + 1
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        check(page, width, f"{width}x{height} {scheme}")


CUT = """() => [...document.querySelectorAll('.card .name')]
  .filter((name) => name.checkVisibility()
    && (name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1))
  .map((name) => name.closest('.card').className + ': ' + name.textContent)"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_names_are_whole_on_phones(page, address, width, height):
    """At the table, among the cards, and in rankings, whose tables need no scrolling aside."""
    page.set_viewport_size({"width": width, "height": height})
    begin(page, address, "greedy")
    for number in range(45):
        assert page.evaluate(CUT) == [], number
        if page.query_selector(".result"):
            break
        before = step_of(page)
        page.query_selector(ANSWERED).evaluate("(one) => one.click()")
        settle(page, before)
    page.goto(f"{address}/cards?text=ouroboros")
    page.wait_for_selector(".gallery .card")
    assert page.evaluate(CUT) == []
    page.goto(f"{address}/rankings")
    page.wait_for_selector("tbody tr")
    table = page.locator(".scrolled")
    assert table.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0
    page.screenshot(path=SCREENS / f"rankings-{width}.png")


UNREAD = """() => [...document.querySelectorAll('.folding tbody tr')].flatMap((row) =>
  [...row.cells].filter((cell) => {
    const box = cell.getBoundingClientRect();
    const seen = cell.checkVisibility() && box.left >= 0 && box.right <= innerWidth;
    const said = getComputedStyle(cell, "::before").content;
    const head = said.includes("attr(data-head)") || said.includes(cell.dataset.head);
    const named = cell.matches("th, .drawn") || (cell.dataset.head && head);
    return cell.textContent && !(seen && named);
  }).map((cell) => cell.outerHTML))"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
@pytest.mark.parametrize("path", ["rankings/heroes", "bench", "board"])
def test_on_phones_the_rows_of_tables_are_cards(page, address, width, height, path):
    """Every fact is in sight after its heading, and nothing scrolls aside."""
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{address}/{path}")
    page.wait_for_selector("tbody tr")
    for room in page.locator(".scrolled").all():
        assert room.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0
    assert page.evaluate(UNREAD) == []
    assert page.get_by_role("row").nth(2).get_by_role("cell").count() >= 3
    page.screenshot(path=SCREENS / f"{path.replace('/', '-')}-{width}.png", full_page=True)
    check(page, width, path)


BROKEN = """() => [...document.querySelectorAll('.card.full .name')].flatMap((name) => {
  const text = document.createTreeWalker(name, NodeFilter.SHOW_TEXT).nextNode();
  const words = [...text.data.matchAll(/[^\\s-]+/g)];
  return words.filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word);
})"""


@pytest.mark.parametrize("width", [390, 1366])
def test_long_words_in_names_are_not_broken(page, address, width):
    page.set_viewport_size({"width": width, "height": 757})
    page.goto(f"{address}/decks/build")
    page.wait_for_selector(".gallery .card")
    for word in ("bioengineer", "reprocessor", "intimidation", "quartermaster", "reinforcements"):
        page.get_by_label("Search").fill(word)
        page.locator(".gallery .name", has_text=re.compile(word, re.IGNORECASE)).first.wait_for()
        assert page.evaluate(BROKEN) == []


def test_the_page_that_is_open_is_in_sight_in_the_navigation(page, address):
    page.set_viewport_size({"width": 390, "height": 844})
    for path in ("learn", "decks/build", "reports"):
        page.goto(f"{address}/{path}")
        page.wait_for_selector("h1")
        link = page.locator(".top nav [aria-current]").bounding_box()
        assert link["x"] >= 0 and link["x"] + link["width"] <= 390, path


def test_four_seats_are_two_beside_two(page, address):
    page.goto(f"{address}/play")
    page.get_by_label("Format").select_option("free_for_all")
    tops = [one.bounding_box()["y"] for one in page.locator(".seats fieldset").all()]
    assert tops[0] == tops[1] < tops[2] == tops[3]


def test_what_to_do_after_a_game_is_in_sight_at_every_size(page, address):
    begin(page, address, "greedy")
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Concede the game").click()
    page.wait_for_selector(".result")
    for width, height in EVERY:
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=SCREENS / f"ended-{width}x{height}.png")
        part = page.locator(".decision")
        assert part.evaluate("(one) => one.scrollHeight - one.clientHeight") <= 0, width
        for name in ("Analyse this game", "Download replay", "New game"):
            assert part.get_by_text(name).is_visible()
        check(page, width, f"ended {width}x{height}")


def test_on_a_phone_a_long_press_reads_and_the_log_is_a_drawer(browser, address):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    set_up(page, pace="0")
    begin(page, address, "random", seed=5)
    name = page.locator(".hand .card .name").first.inner_text()
    asked = page.inner_text(".decision")
    box = page.locator(".hand .card").first.bounding_box()
    with touched(page, box["x"] + 40, box["y"] + 50):
        page.wait_for_selector("dialog[open] .card.full")
    assert name in page.inner_text("dialog") and page.inner_text(".decision") == asked
    page.get_by_role("button", name="Close").last.click()
    assert not page.locator(".log").is_visible()
    page.get_by_role("button", name="Log").click()
    assert page.locator(".log").is_visible()
    page.get_by_role("button", name="Close").click()
    assert not page.locator(".log").is_visible()
    context.close()


def test_four_are_seen_whole_at_1280_by_720(page, address):
    """The board of four needs no scrolling, and the hand is visible."""
    page.set_viewport_size({"width": 1280, "height": 720})
    begin(page, address, "greedy", format="two_against_two", seed=7)
    act = click_on_board(page, random.Random(4))
    for number in range(16):
        before = step_of(page)
        act(number)
        settle(page, before)
    page.screenshot(path=SCREENS / "four-1280x720.png")
    hidden = page.evaluate(
        "[...document.querySelectorAll('.field')].map((f) => f.scrollHeight - f.clientHeight)"
    )
    assert max(hidden) <= 1, hidden
    box = page.locator(".hand .row").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= 720
    assert page.evaluate("document.documentElement.scrollHeight") <= 720
    assert page.evaluate(OVERLAPS) == []
    check(page, 1280, "table of four")


OVERLAPS = """() => {
  const found = [];
  const shown = [...document.querySelectorAll(".rivals :is(.facts b, h3, .expedition, .who)")];
  const boxes = shown.filter((one) => one.checkVisibility()).map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const whole = one.matches(".expedition, .who") ? one : range;
    return [one, whole.getBoundingClientRect()];
  });
  for (const [one, a] of boxes) for (const [two, b] of boxes) {
    const apart = !one.contains(two) && !two.contains(one) && one !== two;
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (apart && wide > 1 && high > 1) found.push([one.innerText, two.innerText]);
  }
  return found;
}"""


@pytest.mark.parametrize("page", WIDTHS, indirect=True)
def test_four_watched_from_above_do_not_cover_each_other(page, address):
    """Cards seen in three hands have their place in the players' panels."""
    page.goto(f"{address}/watch")
    page.wait_for_selector("form.begin")
    page.get_by_label("Format").select_option("two_against_two")
    page.get_by_label("Seed").fill("3")
    for box in page.get_by_label("Played by").all():
        box.select_option("random")
    page.get_by_role("button", name="Watch this game").click()
    page.wait_for_selector("[data-key=step]", timeout=300_000)
    for _ in range(40):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(40)
    page.screenshot(path=SCREENS / f"above-{page.viewport_size['width']}.png")
    assert page.locator(".zone.seen").count() == 3
    assert page.evaluate(OVERLAPS) == []


AXE = Path(__file__).parents[3] / "build/axe/node_modules/axe-core/axe.min.js"


def test_axe_finds_nothing(page, address, replay_file):
    """On every page, at the table and in a review, light and dark."""
    if not AXE.exists():
        pytest.skip("axe-core is not here: make build/axe/ready, which needs npm")

    def examine(name):
        page.evaluate(AXE.read_text("utf-8"))
        found = page.evaluate("axe.run().then((result) => result.violations)")
        told = [(one["id"], one["nodes"][0]["html"][:120]) for one in found]
        assert not told, (name, told)

    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        for path in (
            "",
            "learn",
            "play",
            "draft",
            "watch",
            "replay",
            "cards",
            "decks",
            "bench",
            "reports",
        ):
            page.goto(f"{address}/{path}")
            page.wait_for_selector("h1")
            examine(f"{path} {scheme}")
        begin(page, address, "random", seed=5)
        examine(f"set-up {scheme}")
        choose_mana(page)
        page.keyboard.press("h")
        page.wait_for_selector(".meter", timeout=600_000)
        examine(f"table {scheme}")
        page.goto(f"{address}/replay")
        page.set_input_files("input[type=file]", replay_file)
        page.get_by_text("Costliest decisions").wait_for(timeout=300_000)
        examine(f"review {scheme}")


@pytest.mark.parametrize("page", WIDTHS, indirect=True)
def test_pages_can_be_read_at_every_width(page, address, request):
    """No page is wider than the window, text has the contrast of WCAG AA, the focused element has a
    ring; and a hint moves nothing on the board."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    width = page.viewport_size["width"]
    paths = ("", "play", "watch", "replay", "cards", "cards/CORE_AX_16_R1", "decks", "reports")
    paths += (
        "learn",
        "draft",
        "collection",
        "decks/build",
        "rankings",
        "matchups",
        "board",
        "bench",
    )
    for path in paths:
        page.goto(f"{address}/{path}")
        page.wait_for_selector("h1")
        page.screenshot(path=SCREENS / f"{path.replace('/', '-') or 'home'}-{width}.png")
        check(page, width, path)
    begin(page, address, "rules")
    act = click_on_board(page, random.Random(4))
    for number in range(14):
        before = step_of(page)
        act(number)
        settle(page, before)
    check(page, width, "table")
    where = (
        "() => JSON.stringify(['.hand', '.adventure']"
        ".map((c) => document.querySelector(c).getBoundingClientRect()))"
    )
    before = page.evaluate(where)
    page.keyboard.press("h")
    page.wait_for_selector(".meter", timeout=120_000)
    assert page.evaluate(where) == before
    page.screenshot(path=SCREENS / f"table-{width}.png")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("spacing", ["normal", "0.05em"])
def test_who_is_first_can_be_read_in_the_bar(page, address, language, spacing):
    """Also where letters are wider than here."""
    begin(page, address, "random")
    set_up(page, language=language, pace="0")
    page.reload()
    page.evaluate("(spacing) => { document.body.style.letterSpacing = spacing; }", spacing)
    for width in (1024, 1280, 1366, 1440, 1600, 1720):
        page.set_viewport_size({"width": width, "height": 720})
        page.wait_for_selector(".first")
        assert page.locator(".first").is_visible()
        bar = page.locator(".phases").evaluate("(one) => one.scrollWidth - one.clientWidth")
        whole, first = (page.locator(one).bounding_box() for one in (".phases", ".first"))
        inside = first["y"] + first["height"] <= whole["y"] + whole["height"]
        assert bar <= 0 and inside, (width, bar, whole, first)
        assert page.locator(".menu .inviting").is_visible()


def test_the_upper_row_of_four_is_in_sight_when_watched(page, address):
    page.set_viewport_size({"width": 1440, "height": 757})
    page.goto(f"{address}/watch")
    page.wait_for_selector("form.begin")
    page.get_by_label("Format").select_option("two_against_two")
    page.get_by_label("Seed").fill("3")
    for box in page.get_by_label("Played by").all():
        box.select_option("random")
    page.get_by_role("button", name="Watch this game").click()
    page.wait_for_selector("[data-key=step]", timeout=300_000)
    for _ in range(30):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(60)
    page.screenshot(path=SCREENS / "watch-four-1440x757.png")
    assert page.locator(".field").evaluate("(one) => one.scrollTop") == 0
    # all at once: a board that is still being stepped is drawn anew
    tops = page.evaluate(
        "[...document.querySelectorAll('.rivals .who')].map((one) => one.getBoundingClientRect().y)"
    )
    assert len(tops) == 3 and min(tops) > 40


FIELD = """() => {
  const field = document.querySelector(".field");
  const both = [field, document.querySelector(".expeditions.seat-A")];
  const [seen, mine] = both.map((one) => one.getBoundingClientRect());
  const there = mine.top >= seen.top - 1 && mine.bottom <= seen.bottom + 1;
  return { at: field.scrollTop, there };
}"""


def test_the_board_stays_where_it_is_when_a_card_is_picked(page, address):
    """Where it is higher than its place, one's own Expeditions come into sight."""
    page.set_viewport_size({"width": 360, "height": 470})
    begin(page, address, "greedy", seed=5)
    choose_mana(page)
    scroll = "(top) => { document.querySelector('.field').scrollTop = top; }"
    page.evaluate(scroll, 1000)
    page.locator(".hand .laned .name").first.click()
    assert "to which Expedition?" in page.inner_text(".decision")
    found = page.evaluate(FIELD)
    assert found["there"] and found["at"] > 60, found
    page.keyboard.press("Escape")
    assert page.evaluate(FIELD)["at"] > 60
    page.evaluate(scroll, 0)
    page.locator(".hand .laned .name").first.click()
    found = page.evaluate(FIELD)
    assert found["there"] and found["at"] > 0, found
