"""Decks, collections, cards, rankings and reports in a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from altered_env import decks
from altered_env.cli import main
from tests.web.in_browser.driving import SCREENS, WIDTHS, choose_mana, downloaded, settle, step_of
from tests.web.in_browser.readable import check


def test_a_pasted_deck_is_examined_and_played(page, address):
    page.goto(f"{address}/decks")
    page.get_by_label("Or paste your own").fill(decks.starter("muna").to_code())
    page.get_by_role("button", name="Show deck").click()
    page.wait_for_selector(".legality .legal")
    page.get_by_text("Other formats: legal in").wait_for()
    assert len(page.query_selector_all(".bars")) == 2
    page.goto(f"{address}/play")
    page.wait_for_selector("form.begin")
    page.get_by_label("Deck").first.select_option("paste")
    page.get_by_label("Deck list").first.fill("3 Nobody At All")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_text("no card is called").wait_for()
    page.get_by_label("Deck list").first.fill(decks.starter("muna").to_text())
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("button.option", timeout=120_000)
    assert "Teija & Nauraa" in page.inner_text(".side.near")


def test_a_chosen_deck_is_shown_again_by_the_button(page, address):
    page.goto(f"{address}/decks")
    show = page.get_by_role("button", name="Show deck")
    show.click()
    page.get_by_text("Choose a deck, or paste one.").wait_for()
    page.get_by_label("Choose a deck").select_option("muna")
    page.wait_for_selector(".legality .legal")
    with page.expect_response("**/api/decks") as answer:
        show.click()
    assert answer.value.ok
    page.get_by_label("Or paste your own").fill(decks.starter("lyra").to_code())
    show.click()
    page.get_by_role("heading", name="Nevenka & Blotch").wait_for()
    assert page.get_by_label("Choose a deck").input_value() == ""


COLLECTION = """2 CORE_AX_16_C
ALT_CORE_B_AX_13_U_380
Brasbug
Owl (Axiom Character, Robot) 3/2 1/2/3
{J} Draw a card.
"""


@pytest.mark.parametrize("page", WIDTHS, indirect=True, ids=str)
def test_a_collection_is_pasted_compared_and_exported(page, address):
    width = page.viewport_size["width"]
    page.goto(f"{address}/collection")
    page.get_by_label("Paste a collection").fill(COLLECTION)
    page.get_by_role("button", name="Value the cards").click()
    page.get_by_text("3 different cards, 4 in all: 2 measured, 1 estimated, 0 unknown.").wait_for()
    page.get_by_text("Not read: 1").click()
    page.get_by_text("did you mean 'Brassbug Hub'?").wait_for()
    names = page.locator(".valued tbody th").all_inner_texts()
    assert names[0].startswith("Owl") and len(names) == 3
    if width > 900:
        page.get_by_role("button", name="Cost").click()
    else:
        page.get_by_label("Order").select_option("hand_cost")
    page.get_by_label("compare Owl U 1").check()
    page.get_by_label("compare Foundry Armorer C").check()
    page.get_by_role("button", name="Compare 2").click()
    page.get_by_text("its body: costs, statistics, types, name").first.wait_for()
    assert page.locator(".beside").count() == 2
    page.screenshot(path=SCREENS / f"collection-{width}.png")
    check(page, width, "collection")
    page.get_by_label("Name", exact=True).fill("armor")
    assert page.locator(".valued tbody tr").count() == 1
    export = page.get_by_role("link", name="Export CSV")
    assert "CORE_AX_16_C" in downloaded(page, export)
    page.get_by_label("Deck", exact=True).fill(decks.starter("axiom").to_text())
    page.get_by_role("button", name="Find the best").click()
    page.get_by_text("Cards that fit ").wait_for()


def test_junk_is_refused_and_counted_on_the_page_of_collections(page, address):
    page.goto(f"{address}/collection")
    page.get_by_role("button", name="Value the cards").click()
    page.get_by_text("paste a card a line").wait_for()
    # as pasted: Playwright's `fill` takes a minute for so many lines
    page.get_by_label("Paste a collection").evaluate(
        "(one) => (one.value = 'frog\\n'.repeat(3000))"
    )
    page.get_by_role("button", name="Value the cards").click()
    page.get_by_text("Not read: 3,000").wait_for()
    page.get_by_text("There is no card in it.").wait_for()


@pytest.mark.parametrize("page", WIDTHS, indirect=True, ids=str)
def test_a_deck_is_built_by_clicks_saved_shared_and_played(page, address):
    width = page.viewport_size["width"]
    page.goto(f"{address}/decks/build")
    page.get_by_label("Hero", exact=True).select_option(label="Sierra & Oddball (Axiom)")
    page.get_by_label("Search").fill("foundry armorer")
    add = page.get_by_role("button", name="add Foundry Armorer C")
    add.click()
    page.get_by_text("my deck: 1 card").wait_for()
    add.click()
    page.get_by_text("my deck: 2 cards").wait_for()
    page.get_by_text("at least 39 are required").first.wait_for()
    page.get_by_role("button", name="one Foundry Armorer less").click()
    page.get_by_text("my deck: 1 card").wait_for()
    page.get_by_text("Start from a list, or clear the deck").click()
    page.get_by_label("Lists of the package").select_option(index=1)
    page.get_by_text(re.compile(r"^sierra-\S+: (39|4\d) cards$")).wait_for()
    page.get_by_label("Name").fill("my deck")
    page.get_by_label("List or code").fill(decks.starter("axiom").to_text())
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_text("my deck: 39 cards").wait_for()
    page.wait_for_selector(".legality .legal")
    page.get_by_role("button", name="Test hand").click()
    assert page.locator(".page > .gallery .leaf").count() == 6
    page.get_by_role("button", name="Suggest changes").click()
    page.get_by_role("button", name="Change", exact=True).first.wait_for()
    page.get_by_role("button", name="Save here").click()
    page.get_by_text("my deck is saved in this browser").wait_for()
    page.get_by_role("button", name="Copy a link").click()
    link = page.get_by_label("link to this deck").input_value()
    page.screenshot(path=SCREENS / f"build-{width}.png")
    check(page, width, "builder")
    page.evaluate("localStorage.removeItem('altered-draft')")
    page.goto(link)
    page.get_by_text("my deck: 39 cards").wait_for()
    page.get_by_text("Saved in this browser, with versions").wait_for()
    page.get_by_role("button", name="Play it at once").click()
    page.wait_for_selector("button.option", timeout=300_000)
    assert "Sierra & Oddball" in page.inner_text(".side.near")


def carried(page, one, other, release=True):
    """Drag the middle of an element to a place."""
    box = one.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + min(60, box["height"] / 2)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y)
    page.mouse.move(*other, steps=4)
    if release:
        page.mouse.up()


def test_a_card_is_dragged_into_the_deck_and_out_of_it(page, address):
    page.goto(f"{address}/decks/build")
    page.get_by_label("Hero", exact=True).select_option(label="Sierra & Oddball (Axiom)")
    page.get_by_text("my deck: 0 cards").wait_for()
    page.get_by_label("Search").fill("foundry armorer")
    add = page.get_by_role("button", name="add Foundry Armorer C")
    add.wait_for()
    there = page.locator(".building").bounding_box()
    deck = there["x"] + 60, there["y"] + 20
    carried(page, add, deck, release=False)
    assert page.locator(".ghost").inner_text() == "Foundry Armorer"
    assert page.locator(".building.receives").count() == 1
    page.screenshot(path=SCREENS / "build-drag.png")
    page.keyboard.press("Escape")  # it is not put there
    page.mouse.up()
    assert page.locator(".ghost, .receives").count() == 0
    carried(page, add, deck)
    page.get_by_text("my deck: 1 card").wait_for()  # not two: the drag is no click
    add.click()
    page.get_by_text("my deck: 2 cards").wait_for()
    slot = page.locator(".slots li").first
    carried(page, slot, (there["x"] + 60, there["y"] + 22))  # within the deck: nothing
    page.wait_for_timeout(200)
    assert page.get_by_text("my deck: 2 cards").is_visible()
    grid = page.locator(".looking .gallery").bounding_box()
    carried(page, slot, (grid["x"] + 40, grid["y"] + 40))
    page.get_by_text("my deck: 1 card").wait_for()
    add.focus()
    page.keyboard.press("Enter")
    page.get_by_text("my deck: 2 cards").wait_for()
    page.get_by_role("button", name="one Foundry Armorer less").focus()
    page.keyboard.press("Enter")
    page.get_by_text("my deck: 1 card").wait_for()


def test_a_deck_is_practised_with_alone_and_against_a_list(page, address):
    page.goto(f"{address}/decks?name=muna")
    assert not page.get_by_label("Level").is_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("button.option", timeout=120_000)
    assert "Teija & Nauraa" in page.inner_text(".side.near")
    choose_mana(page)
    for _ in range(3):
        before = step_of(page)
        page.locator("button.option").last.click()
        page.keyboard.press("p")
        settle(page, before)
    assert "B: play" not in page.inner_text(".log") and "B: pass" in page.inner_text(".log")
    page.goto(f"{address}/decks?name=muna")
    page.get_by_label("You play").select_option("Akesha & Taru (Yzmir), starter")
    page.get_by_label("Against").select_option("this deck")
    page.get_by_label("Level").select_option("Medium")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("button.option", timeout=120_000)
    assert "Teija & Nauraa" in page.inner_text(".side.far")


def test_cards_are_searched_with_mistakes_and_sorted_by_worth(page, address):
    page.goto(f"{address}/cards")
    page.get_by_label("Text", exact=True).fill("axiom 3 cost robot")
    page.get_by_label("Order").select_option("worth")
    page.wait_for_selector(".gallery .interval")
    page.get_by_label("Text", exact=True).fill("brasbug")
    page.get_by_text("'brasbug' was taken for 'brassbug'").wait_for()


def test_rankings_matchups_and_board_need_no_command(page, address):
    page.goto(f"{address}/rankings")
    page.get_by_label("Faction").select_option("muna")
    page.wait_for_selector("tbody .interval")
    page.get_by_role("button", name="Show more").click()
    page.screenshot(path=SCREENS / "rankings.png")
    page.goto(f"{address}/board")
    page.get_by_role("rowheader", name="rules Medium").wait_for()
    page.get_by_text("Levels without a rating here: Expert").wait_for()
    page.screenshot(path=SCREENS / "board.png")
    page.goto(f"{address}/matchups")
    page.get_by_label("Played by").select_option("greedy")
    page.get_by_label("Games").select_option("5")
    page.get_by_role("button", name="Play the matchups").click()
    page.get_by_text("The mix that no deck beats").wait_for(timeout=300_000)
    assert page.locator(".heat td.cell").count() == 6
    heads = page.locator(".heat thead th").all_inner_texts()
    assert heads[1] == "Sierra & Oddball (Axiom), starter"
    assert page.locator(".heat tbody th").all_inner_texts() == heads[1:-1]
    page.screenshot(path=SCREENS / "matchups.png")
    # a field: whoever is met alone is met as in the matrix
    editor = page.locator(".fieldeditor")
    shares = editor.locator("input").all()
    first = editor.locator("tbody tr").all_inner_texts()
    for box in shares[1:]:
        box.fill("0")
    then = editor.locator("tbody tr").all_inner_texts()
    assert first != then and any("50%\t50% to 50%" in row for row in then)
    shares[0].fill("0")
    editor.get_by_text("Give at least one deck a share above 0.").wait_for()
    shares[0].fill("2")
    editor.scroll_into_view_if_needed()
    page.screenshot(path=SCREENS / "field.png")
    page.get_by_label("Played by").focus()
    check(page, 1440, "matchups")


def test_the_table_of_the_benchmark_can_be_filtered(page, address):
    page.goto(f"{address}/")
    page.get_by_role("navigation").get_by_role("link", name="Benchmark").click()
    page.wait_for_selector("tbody .interval")
    rows = page.locator("tbody tr").count()
    assert rows >= 10 and page.locator("h2").count() == 5
    page.get_by_label("Class of time").select_option("open")
    page.get_by_text("No result yet.").first.wait_for()
    assert page.locator("tbody tr").count() < rows


def test_a_deck_is_tested_against_the_starters_to_the_end(page, address):
    """How far it is goes up as starters have been met, and each has a rate with an interval.

    However fast the games are, one answer is of when the last starter is not told yet."""
    before = []

    def late(route):
        answer = route.fetch()
        told = answer.json()
        if told["state"] == "done" and not before:
            before.append({"rows": told["result"]["rows"][:-1]})
            told.update(state="running", result=before[0])
        route.fulfill(response=answer, json=told)

    page.route("**/api/jobs/*", late)
    page.goto(f"{address}/decks")
    page.get_by_label("Or paste your own").fill(decks.starter("muna").to_text())
    page.get_by_role("button", name="Show deck").click()
    page.get_by_label("Played by").select_option("greedy")
    page.evaluate(
        """() => { window.seen = []; new MutationObserver(() => {
          const bar = document.querySelector(".job progress");
          const rows = document.querySelectorAll(".job ~ table tbody tr").length;
          if (bar) window.seen.push([bar.value, rows]);
        }).observe(document.body, {subtree: true, childList: true}); }"""
    )
    page.get_by_role("button", name="Test against this field").click()
    page.get_by_role("row", name="all of them").wait_for(timeout=300_000)
    rows = page.locator(".job ~ table tbody tr").all_inner_texts()
    assert [row.split("\t")[0] for row in rows] == [*decks.names(), "all of them"]
    for row in rows:
        mean, low, high = (int(share) for share in re.findall(r"(\d+)%", row))
        assert 0 <= low <= mean <= high <= 100
    assert page.locator("table .interval").count() == len(rows)
    seen = page.evaluate("window.seen")
    assert seen == sorted(seen) and seen[-1] == [1, len(rows)]
    assert [1, len(rows) - 2] in seen, "some of it, before the end"
    page.get_by_text("done", exact=True).wait_for()
    page.locator(".job").scroll_into_view_if_needed()
    page.screenshot(path=SCREENS / "deck-tested-1440.png")


def test_rows_of_a_report_are_found_by_words(page, tmp_path, capsys):
    """Opened as a file, without any server; the table is as wide as the window lets it be."""
    dataset = Path(__file__).parents[2] / "saved/0.1.0/games.parquet"
    assert main(["report", str(dataset), "--least", "1", "--out", str(tmp_path / "r.html")]) == 0
    page.goto((tmp_path / "r.html").as_uri())
    rows = page.locator("table tr:has(td):visible")
    every, name = rows.count(), rows.first.locator("th, td").first.inner_text()
    page.get_by_label("Only rows with").fill(name.lower())
    page.wait_for_timeout(300)
    assert 0 < rows.count() < every
    assert all(name.lower() in text.lower() for text in rows.all_inner_texts())
    page.get_by_label("Only rows with").fill("")
    page.wait_for_timeout(300)
    assert rows.count() == every


def test_rows_of_a_collection_are_cards_on_a_phone(page, address):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}/collection")
    page.get_by_label("Paste a collection").fill("2 CORE_AX_16_C\nCORE_AX_04_C\nCORE_AX_01_C")
    page.get_by_role("button", name="Value the cards").click()
    page.wait_for_selector(".valued tbody tr")
    table = ".valued .scrolled"
    assert page.evaluate(f"document.querySelector('{table}').scrollWidth") <= 390
    names = page.locator(f"{table} tbody th").all_inner_texts()
    page.locator(".sorting select").select_option("name")
    assert page.locator(f"{table} tbody th").all_inner_texts() == sorted(names)
    page.locator(f"{table} tbody input").first.check()
    page.get_by_role("button", name="Compare 1").wait_for()
    page.get_by_role("button", name="Which lists can I build?").click()
    page.wait_for_selector(".forDeck .folding tbody tr")
    page.screenshot(path=SCREENS / "collection-folded.png", full_page=True)
    check(page, 390, "collection-folded")
