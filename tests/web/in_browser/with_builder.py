"""The deck builder in a browser: links, decks that are set aside, cards from other pages."""

from __future__ import annotations

import re

import pytest

from altered_env.decks.constructing import by_name

HERO = "CORE_AX_01_C"
MINE = "list=3.CORE_AX_04_C-1.EOLE_AX_108_C"


def made(page, address):
    """A deck of two cards in the builder."""
    page.goto(f"{address}/decks/build?name=mine&hero={HERO}&list=2.CORE_AX_16_C")
    page.get_by_text("mine: 2 cards").wait_for()


def test_a_link_carries_any_deck_with_its_name(page, address):
    deck = by_name("sierra-spells-1")
    with pytest.raises(ValueError, match="no number for the set"):
        deck.to_code()
    page.goto(f"{address}/decks/build")
    page.get_by_label("Name").fill("a & b")
    page.get_by_text("Start from a list, or clear the deck").click()
    page.get_by_label("List or code").fill(deck.to_text().split("\n", 1)[1])
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_text("a & b: 39 cards").wait_for()
    page.get_by_role("button", name="Copy a link").click()
    link = page.get_by_label("link to this deck").input_value()
    page.evaluate("localStorage.clear()")
    page.goto(link)
    page.get_by_text("a & b: 39 cards").wait_for()
    page.wait_for_selector(".legality .legal")


def test_a_link_sets_the_deck_aside_once(page, address):
    made(page, address)
    page.goto(f"{address}/decks/build?name=other&hero={HERO}&{MINE}")
    page.get_by_text("other: 4 cards").wait_for()
    page.get_by_text("mine was set aside").wait_for()
    assert "mine" in page.locator(".kept").inner_text()
    assert "?" not in page.url, "a reload goes on with the deck as it is by then"
    page.get_by_role("button", name="one Kelon Elemental less").click()
    page.get_by_text("other: 3 cards").wait_for()
    page.reload()
    page.get_by_text("other: 3 cards").wait_for()
    page.get_by_role("button", name="Back to my deck").click()
    page.get_by_text("mine: 2 cards").wait_for()
    assert page.get_by_role("button", name="Back to my deck").count() == 0
    assert "other" in page.locator(".kept").inner_text()


def test_lists_and_clearing_set_the_deck_aside(page, address):
    made(page, address)
    page.get_by_text("Start from a list, or clear the deck").click()
    page.get_by_label("Lists of the package").select_option(index=1)
    page.get_by_text(re.compile(r"^sierra-\S+: (39|4\d) cards$")).wait_for()
    page.get_by_role("button", name="Back to my deck").click()
    page.get_by_text("mine: 2 cards").wait_for()
    page.get_by_role("button", name="Clear the deck").click()
    page.get_by_text("mine: 0 cards").wait_for()
    page.get_by_role("button", name="Back to my deck").click()
    page.get_by_text("mine: 2 cards").wait_for()


ON_SCREEN = """() => {
  for (const sheet of document.styleSheets) for (const rule of sheet.cssRules)
    if (rule.media && rule.media.mediaText === "print") rule.media.mediaText = "all";
}"""
"""Shows what is printed on the screen. Not every browser can be asked for that."""


def test_a_deck_is_printed_whole_and_alone(page, address):
    page.goto(f"{address}/decks/build")
    page.get_by_text("Start from a list, or clear the deck").click()
    page.get_by_label("List or code").fill(by_name("sierra-spells-1").to_text())
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_text(re.compile("39 cards")).first.wait_for()
    names = page.locator(".slotname").all_inner_texts()
    assert page.locator(".printed").is_hidden()
    page.evaluate(ON_SCREEN)
    told = page.inner_text("body")
    assert told.startswith("my deck\n") and "Hero: Sierra & Oddball" in told
    assert re.search(r"^Character: \d+$", told, re.M) and re.search(r"^Spell: \d+$", told, re.M)
    assert names and all(name in told for name in names) and "Hand Cost" in told
    printed = page.locator("button:visible, select:visible, textarea:visible, summary:visible")
    assert printed.count() == 0


def test_a_deck_is_saved_over_where_it_is_asked(page, address, data):
    made(page, address)
    page.get_by_role("button", name="Save on the server").click()
    page.get_by_text("Saved as mine.txt").wait_for()
    page.get_by_role("button", name="one Foundry Armorer more").click()
    page.get_by_text("mine: 3 cards").wait_for()
    page.get_by_role("button", name="Save on the server").click()
    page.get_by_text("mine.txt is there already").wait_for()
    assert page.get_by_text("Saved as mine.txt").count() == 0
    page.get_by_role("button", name="Save over it").click()
    page.get_by_text("The one before is earlier/mine (1).txt").wait_for()
    assert page.get_by_text("is there already").count() == 0
    assert "3 " in (data / "mine.txt").read_text()
    assert "2 " in (data / "earlier/mine (1).txt").read_text()
    page.get_by_role("button", name="earlier/mine (1).txt").click()
    page.get_by_text("mine (1): 2 cards").wait_for()


@pytest.mark.parametrize(
    "junk",
    ["list=abc", f"list={'A' * 20_000}", "hero=<script>", "code=frog",
     "list=" + "-".join(["99.CORE_AX_04_C"] * 9), "list=0.CORE_AX_04_C"],
)  # fmt: skip
def test_a_link_with_rubbish_leaves_the_deck(page, address, junk):
    made(page, address)
    page.goto(f"{address}/decks/build?{junk}")
    page.locator(".notice.wrong").wait_for()
    page.get_by_text("mine: 2 cards").wait_for()


def test_cards_are_added_from_their_pages_where_they_fit(page, address):
    made(page, address)
    page.goto(f"{address}/cards?text=CORE_AX_16_C")
    add = page.get_by_role("button", name="Add to my deck: Foundry Armorer C")
    for count in (3, 4):
        add.click()
        page.get_by_text(f"{count} in mine, which has {count} cards.").wait_for()
    page.get_by_text("Standard allows 3 cards of one name.").wait_for()
    page.goto(f"{address}/cards/CORE_BR_16_C")
    page.get_by_role("button", name="to my deck").click()
    page.get_by_text("is from Bravos, and your deck's Hero is from Axiom").wait_for()
    page.goto(f"{address}/cards/CORE_AX_02_C")
    page.get_by_role("button", name="to my deck").click()
    page.get_by_text("your deck has the Hero Sierra & Oddball already").wait_for()
    page.get_by_role("link", name="Cards", exact=True).click()
    page.goto(f"{address}/decks/build")
    page.get_by_text("mine: 4 cards").wait_for()


def test_a_test_against_a_field_has_the_decks_name_and_is_found_again(page, address):
    deck = by_name("sierra-spells-1")
    page.goto(f"{address}/decks/build")
    page.get_by_label("Name").fill("my spells")
    page.get_by_text("Start from a list, or clear the deck").click()
    page.get_by_label("List or code").fill(deck.to_text().split("\n", 1)[1])
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_text("my spells: 39 cards").wait_for()
    page.get_by_text("Test it against a field").click()
    form = page.locator(".fieldtest")
    form.get_by_label("Field").select_option("public")
    form.get_by_label("Played by").select_option("greedy")
    form.get_by_role("button", name="Test against this field").click()
    page.get_by_text("my spells against the public lists, 20 deals each, greedy").wait_for()
    page.get_by_role("button", name="Stop").click()
    form.get_by_label("Field").select_option("starters")
    form.get_by_role("button", name="Test against this field").click()
    page.get_by_role("row", name="all of them").wait_for(timeout=300_000)
    page.reload()
    page.get_by_role("row", name="all of them").wait_for()
    page.goto(f"{address}/reports")
    page.get_by_role("link", name="Show the result").first.click()
    page.get_by_role("row", name="all of them").wait_for()


def test_matchups_say_what_is_wrong_before_they_run(page, address):
    page.goto(f"{address}/matchups")
    page.get_by_text("3 chosen; choose 2 to 12 decks.").wait_for()
    meet = page.get_by_role("button", name="Play the matchups")
    page.get_by_label("And this one").fill("3 Nobody At All")
    meet.click()
    page.get_by_text("no card is called").wait_for()
    page.get_by_label("And this one").fill("3 Foundry Armorer C")
    meet.click()
    page.get_by_text("pasted deck is illegal: no Hero").wait_for()
    page.get_by_label("And this one").fill("Name: my frogs\n3 Kappa C")
    meet.click()
    page.get_by_text("my frogs is illegal: no Hero").wait_for()
    for box in page.locator(".picked input").all():
        box.check()
    assert meet.is_disabled()
    for box in page.locator(".picked input").all()[1:]:
        box.uncheck()
    page.get_by_label("And this one").fill("")
    page.get_by_text("1 chosen; choose 2 to 12 decks.").wait_for()
    assert meet.is_disabled()


@pytest.mark.parametrize("path", ["board/foo", "decks/NOPE", "decks/build/foo", "cards/%E0%A4%A"])
def test_addresses_that_lead_nowhere_get_the_page_that_helps(browser, address, path):
    page = browser.new_page()  # the status is said in its console
    page.goto(f"{address}/{path}")
    page.get_by_role("heading", name="There is no such page").wait_for()
    page.close()


def test_an_unknown_card_leads_back_to_the_cards(page, address):
    page.goto(f"{address}/cards/ALT_XX")
    page.get_by_text("no card").wait_for()
    page.get_by_role("link", name="\u2039 Cards").click()
    page.get_by_role("heading", name="Cards", exact=True).wait_for()


def test_all_cards_that_are_found_can_be_shown_in_the_builder(page, address):
    page.goto(f"{address}/decks/build")
    page.get_by_text(re.compile("the first 60 shown")).wait_for()
    page.get_by_role("button", name="Show more").click()
    page.get_by_text(re.compile("the first 120 shown")).wait_for()
    assert page.locator(".leaf.add").count() > 60
    page.get_by_label("Search").fill("foundry armorer")
    page.get_by_text("3 cards", exact=True).wait_for()
    assert not page.get_by_role("button", name="Show more").is_visible()


def test_a_search_without_result_says_what_to_do(page, address):
    page.goto(f"{address}/cards?text=zzzzqqqq&faction=muna")
    page.get_by_text("No card fits all of this.").wait_for()
    page.get_by_role("button", name="Clear the search").click()
    page.locator(".leafed").first.wait_for()
    page.goto(f"{address}/cards?text=ALT_CORE_B_AX_16_C")
    page.get_by_text("1 card", exact=True).wait_for()


def test_a_collection_is_there_after_a_reload_until_it_is_forgotten(page, address):
    page.goto(f"{address}/collection")
    page.get_by_label("Paste a collection").fill("2 CORE_AX_16_C\n-3 CORE_AX_04_C")
    page.get_by_role("button", name="Value the cards").click()
    page.get_by_text("Not read: 1").wait_for()
    page.get_by_role("button", name="Find the best").click()
    page.get_by_text("Paste the deck first").wait_for()
    page.reload()
    page.get_by_text("1 different card, 2 in all").wait_for()
    page.get_by_role("button", name="Forget the list").click()
    page.reload()
    page.get_by_role("heading", name="Collection").wait_for()
    assert page.get_by_label("Paste a collection").input_value() == ""


def test_heroes_are_ranked_and_cards_have_a_worth_by_hero(page, address):
    page.goto(f"{address}/rankings")
    page.get_by_role("link", name="Heroes", exact=True).click()
    page.get_by_text("Stronger than the mean of the Heroes").wait_for()
    assert page.locator("tbody .interval").count() == 30
    page.goto(f"{address}/cards/CORE_AX_16_C")
    page.get_by_role("heading", name="Worth by Hero").wait_for()
    assert page.locator("section.players tbody tr").count() == 5


def test_why_a_deck_cannot_be_played_is_said_beside_the_button(page, address):
    made(page, address)
    button = page.get_by_role("button", name="Play it at once")
    button.scroll_into_view_if_needed()
    button.click()
    said = page.locator(".sidebar .notice.wrong")
    said.wait_for()
    assert "at least 39 are required" in said.inner_text()
    box = said.bounding_box()
    assert box["y"] > 0 and box["y"] + box["height"] < page.evaluate("innerHeight + 1")
    page.get_by_role("button", name="one Foundry Armorer more").click()
    page.get_by_text("mine: 3 cards").wait_for()
    assert said.count() == 0, "a change of the deck makes it stale"


def test_a_deck_is_played_at_once_among_four(page, address):
    made(page, address)
    page.get_by_label("Format").select_option("free_for_all")
    assert page.get_by_text("Each of the three others has this deck.").is_visible()
    levels = page.locator(".sidebar").get_by_label("Played by").first
    assert levels.locator("option").all_inner_texts() == ["Beginner", "Easy", "Medium"]
    page.get_by_text("Start from a list, or clear the deck").click()
    page.get_by_label("Lists of the package").select_option(index=1)
    page.get_by_text(re.compile(r"^sierra-\S+: (39|4\d) cards$")).wait_for()
    page.get_by_role("button", name="Play it at once").click()
    # the rules of four are compiled where there is no library
    page.wait_for_url("**/play/*", timeout=300_000)
    page.wait_for_selector("button.option", timeout=60_000)
    assert page.locator(".board .strip .who").count() >= 4
    page.goto(f"{address}/decks/build")
    page.get_by_label("Format").select_option("booster_war_technical")
    assert page.get_by_label("Against the deck").input_value() == "boosters:CORE"
    page.get_by_label("Format").select_option("standard")
    assert page.get_by_label("Against the deck").input_value().startswith("name:")


def test_nothing_is_said_against_a_deck_that_is_not_begun(page, address):
    page.goto(f"{address}/decks/build")
    page.get_by_text("Choose a Hero, then click a card").wait_for()
    assert page.locator(".building .legality, .building .bars").count() == 0
    page.get_by_label("Hero").select_option(HERO)
    page.get_by_text("at least 39 are required").first.wait_for()
    page.locator(".leaf.add").first.click()
    page.wait_for_selector(".building .bars")
