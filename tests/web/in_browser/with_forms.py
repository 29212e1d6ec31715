"""Forms on a phone: in their order, and what one chooses is explained."""

from __future__ import annotations

import pytest

PHONE = {"width": 390, "height": 844}
ORDER = """() => [...document.querySelectorAll("main form, main .page")].flatMap((form) => {
  const shown = [...form.children].filter((one) => one.checkVisibility());
  const tops = shown.map((one) => one.getBoundingClientRect()).filter((box) => box.height);
  const labels = [...form.querySelectorAll(".field")].filter((one) => one.checkVisibility());
  return [
    ...tops.slice(1).filter((box, k) => box.top < tops[k].top).map(() => "children of a form"),
    ...labels.filter((one) => getComputedStyle(one).padding !== "0px").map((one) => one.innerText),
  ];
})"""


def test_formats_and_rules_are_explained_and_the_decks_are_even(page, address):
    page.goto(f"{address}/play")
    page.get_by_text("a Hero and 39 cards or more").wait_for()
    decks = [box.input_value() for box in page.locator("fieldset select").all()]
    assert "name:axiom" in decks and "name:lyra" in decks
    page.get_by_label("Rules").select_option("5.0")
    page.get_by_text("The Complete Rules 5.0").wait_for()
    page.get_by_label("Format").select_option("booster_war")
    page.get_by_text("unlimited mana, three cards a day, four days").wait_for()
    page.get_by_role("button", name="Start the game").click()
    page.get_by_text("Unlimited mana").first.wait_for(timeout=120_000)


@pytest.mark.parametrize("path", ["play", "watch", "replay", "collection", "decks", "bench"])
def test_forms_are_in_order_on_a_phone(page, address, path):
    page.set_viewport_size(PHONE)
    page.goto(f"{address}/{path}")
    page.wait_for_selector("main .field")
    assert page.evaluate(ORDER) == []


def test_cards_are_in_sight_below_the_search_on_a_phone(page, address):
    page.set_viewport_size(PHONE)
    page.goto(f"{address}/cards")
    card = page.locator(".gallery .card").first
    card.wait_for()
    assert card.bounding_box()["y"] < 700
    keyword = page.get_by_label("Keyword")
    assert not keyword.is_visible()
    page.get_by_role("button", name="More filters").click()
    keyword.fill("gigantic")
    page.get_by_role("button", name="Fewer filters").click()
    assert not keyword.is_visible()
    page.wait_for_url("**keyword=gigantic**")
    page.reload()
    assert page.get_by_label("Keyword").input_value() == "gigantic", "it is in use, so in sight"
    assert page.get_by_label("Keyword").is_visible()
