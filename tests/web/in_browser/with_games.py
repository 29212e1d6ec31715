"""Games in a browser: clicks, keys, gestures, hints, taking back, saving."""

from __future__ import annotations

import random
import re

import pytest

from altered_env.agents.named import JUDGE
from altered_env.game.replay import Replay
from tests.web.in_browser.driving import (
    ANSWERED,
    SCREENS,
    begin,
    choose_mana,
    click_on_board,
    downloaded,
    play_on,
    set_up,
    settle,
    step_of,
    wait_until,
)

# notes each moment that is shown between two decisions
MOMENTS = """() => { window.moments = []; new MutationObserver(() => {
  const one = document.querySelector('.happening') && document.querySelector('.question');
  if (one && window.moments.at(-1) !== one.innerText) window.moments.push(one.innerText);
}).observe(document.body, {subtree: true, childList: true}); }"""


# notes the lines of each such moment, what is marked, and how many Expeditions have moved
SEEN = """() => { window.seen = []; new MutationObserver(() => {
  const lines = document.querySelector('.happening');
  if (!lines) return;
  const marked = document.querySelectorAll('.expedition.weighed, .against, .region.weighed');
  const entry = {
    at: document.querySelector('.question').innerText,
    lines: lines.innerText.split('\\n'),
    marked: [...marked].map((one) => one.dataset.key),
    moved: document.querySelectorAll('.moved b').length,
  };
  if (JSON.stringify(entry) !== JSON.stringify(window.seen.at(-1))) window.seen.push(entry);
}).observe(document.body, {subtree: true, childList: true, attributes: true}); }"""


def test_a_whole_game_is_played_by_clicking(page, address):
    begin(page, address, "rules")
    clicks = play_on(page, click_on_board(page, random.Random(1)))
    assert clicks > 15
    assert page.query_selector(".result").inner_text() in ("You win.", "You lose.")
    page.get_by_role("button", name="Analyse this game").click()
    page.wait_for_selector(".plot .line", timeout=300_000)


def test_a_whole_game_is_played_by_keyboard_alone(page, address):
    begin(page, address, seed=6)
    chance = random.Random(2)

    def press(number):
        kinds = [o.get_attribute("data-kind") for o in page.query_selector_all("button.option")]
        if number % 4 == 3:
            for _ in range(chance.randint(1, len(kinds))):
                page.keyboard.press("ArrowDown")
            page.keyboard.press("Enter")
        elif "pass" in kinds and chance.random() < 0.3:
            page.keyboard.press("p")
        else:
            page.keyboard.type(str(chance.randint(1, len(kinds))))

    assert play_on(page, press) > 8


def test_the_first_mana_orbs_are_chosen_by_one_sweep(page, address):
    begin(page, address, "random", seed=5)
    cards = page.locator(".hand .can").all()
    middles = [
        (box["x"] + 30, box["y"] + 20) for box in (card.bounding_box() for card in cards[:3])
    ]
    page.mouse.move(*middles[0])
    page.mouse.down()
    for at in middles[1:]:
        page.mouse.move(*at, steps=6)
    page.mouse.up()
    page.wait_for_selector("button.option[data-kind=pass]")
    assert page.locator(".hand .card.full").count() == 3
    costs = [int(text) for text in page.locator(".hand .costs b").all_inner_texts()]
    assert costs == sorted(costs), "the hand is sorted"


def test_a_sweep_goes_around_a_card_and_selects_no_text(page, address):
    begin(page, address, "random", seed=5)
    cards = page.locator(".hand .can").all()
    slots = [int(card.get_attribute("data-slot")) for card in cards]
    (x, y), (_, _), (far, _), (farther, _) = [
        (box["x"] + 30, box["y"] + 20) for box in (card.bounding_box() for card in cards[:4])
    ]
    page.mouse.move(x, y)
    page.mouse.down()
    for at in ((x, y - 45), (far, y - 45), (far, y), (farther, y)):
        page.mouse.move(*at, steps=6)
    assert page.evaluate("getSelection().toString()") == ""
    page.mouse.up()
    page.wait_for_selector("button.option[data-kind=pass]")
    left = page.locator(".hand .card.full").all()
    assert {int(card.get_attribute("data-slot")) for card in left} == {slots[1], *slots[4:]}


def test_a_spectator_by_link_sees_no_hand_and_a_rematch_brings_both_along(browser, page, address):
    begin(page, address, "random", seed=5)
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Spectators").input_value()
    page.get_by_role("button", name="Close").last.click()
    other = browser.new_page()
    other.goto(link)
    other.get_by_text("You see what every player sees").wait_for()
    assert other.locator(".hand .card.full").count() == 0
    assert other.locator(".hand .card.back").count() == 6
    choose_mana(page)
    wait_until(other, "document.querySelector('.day').innerText === 'Day 1'")
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Concede the game").click()
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_selector(".hand .can")
    other.get_by_role("button", name="Join the rematch").click()
    other.get_by_text("You see what every player sees").wait_for()
    assert other.locator(".hand .card.back").count() == 6
    other.close()


def test_a_game_of_four_is_played(page, address):
    begin(page, address, format="two_against_two", seed=7)
    assert len(page.query_selector_all(".rivals .side")) == 3
    assert len(page.query_selector_all(".region")) == 16
    play_on(page, click_on_board(page, random.Random(3)))
    page.screenshot(path=SCREENS / "four-1440.png")


def test_a_card_is_played_to_its_expedition_by_one_click_and_by_a_drag(page, address):
    begin(page, address, "random", seed=5)
    for gesture in ("click", "drag"):
        while not page.query_selector(".hand .laned"):
            before = step_of(page)
            page.locator("button.option").last.click()
            settle(page, before)
        card = page.locator(".hand .laned").first
        name = card.locator(".name").inner_text()
        before = step_of(page)
        if gesture == "click":
            card.locator(".lane").first.click()
        else:
            card.drag_to(page.locator(".board > .field > .expeditions [data-expedition='0']"))
        settle(page, before)
        assert f"A: play {name}" in page.inner_text(".log")
        asked = page.inner_text(".decision .question")
        assert "Expedition" not in asked or name not in asked


def test_a_decision_is_taken_back_and_esc_chooses_another_card(page, address):
    begin(page, address, "random", seed=5)
    asked, lines = page.inner_text(".decision"), page.locator(".log li").count()
    before = step_of(page)
    page.locator(".hand .can").first.click()
    settle(page, before)
    assert page.locator(".hand .can").count() == 5
    page.get_by_role("button", name="Back", exact=True).click()
    wait_until(page, "document.querySelectorAll('.hand .can').length === 6")
    assert page.inner_text(".decision") == asked
    assert page.locator(".log li").count() == lines
    choose_mana(page)
    asked = page.inner_text(".decision .question")
    page.locator(".hand .laned .name").first.click()
    assert "to which Expedition?" in page.inner_text(".decision")
    page.keyboard.press("Escape")
    assert page.inner_text(".decision .question") == asked


def test_a_pass_with_playable_cards_is_confirmed_and_a_setting_says_otherwise(page, address):
    begin(page, address, "random", seed=5)
    choose_mana(page)
    before = step_of(page)
    page.keyboard.press("p")
    assert "You can still play" in page.inner_text(".decision")
    page.keyboard.press("Escape")
    page.wait_for_timeout(2500)
    assert step_of(page) == before, "it does not pass after all"
    page.keyboard.press("p")
    page.wait_for_selector(ANSWERED)
    while not page.query_selector("button.option[data-kind=pass]"):
        before = step_of(page)
        page.locator("button.option").first.click()
        settle(page, before)
    before = step_of(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Pass with playable cards").select_option("off")
    page.get_by_role("button", name="Close").last.click()
    page.keyboard.press("p")
    settle(page, before)


def test_what_happens_between_two_decisions_is_shown_step_by_step(page, address):
    """Dusk and Night are moments of their own; Space goes to the next decision."""
    set_up(page, pace="200", confirm="off")
    begin(page, address, "random", seed=5)
    page.evaluate(MOMENTS)
    choose_mana(page)
    page.keyboard.press("p")
    for phase in ("dusk", "night"):
        wait_until(page, f"window.moments.includes('Day 1, {phase}')")
    assert not any("setup" in moment for moment in page.evaluate("window.moments"))
    page.wait_for_selector("button.option", timeout=60_000)
    set_up(page, pace="1000", confirm="off")
    page.reload()
    page.wait_for_selector("button.option")
    page.evaluate(MOMENTS)
    page.keyboard.type("1")
    while not page.query_selector(".happening"):
        page.wait_for_timeout(20)
        if page.query_selector(ANSWERED):
            page.keyboard.press("p")
    shown = page.evaluate("window.moments.length")
    page.keyboard.press(" ")
    page.wait_for_selector(ANSWERED)
    assert page.evaluate("window.moments.length") <= shown + 1, "Space skips what is left"
    assert page.locator(".log .named").count() > 3


def test_dusk_compares_each_expedition_on_the_board_before_any_moves(page, address):
    """Its comparison is marked; the passes come before, and not after another's turn."""
    set_up(page, pace="400", confirm="off")
    begin(page, address, "greedy", seed=5)
    choose_mana(page)
    page.evaluate(SEEN)
    page.keyboard.press("p")
    wait_until(page, "window.seen.some((one) => one.at === 'Day 1, night')")
    seen = page.evaluate("window.seen")
    turns = [one for one in seen if one["at"] == "Day 1, afternoon"]
    assert turns and not any("A: pass" in one["lines"] for one in turns), "it is no news"
    dusk = [one for one in seen if one["at"] == "Day 1, dusk"]
    compared = [one for one in dusk if one["marked"]]
    assert any("pass" in line for line in dusk[0]["lines"]) and not dusk[0]["marked"]
    for number, one in enumerate(compared):
        assert {f"e{number}", f"e{(number + 2) % 4}"} <= set(one["marked"])
        assert any(key.startswith("r") for key in one["marked"])
        assert not one["moved"] and len(one["lines"]) == 1
    assert len(compared) == 4 and dusk[-1]["moved"] == 1


def test_a_hint_says_what_is_thought_of_each_action(page, address):
    begin(page, address, "rules")
    page.keyboard.press("h")
    page.wait_for_selector(".meter", timeout=600_000)
    options = len(page.query_selector_all("button.option"))
    assert 0 < len(page.query_selector_all(".meter")) <= options, "none where hardly ever right"
    assert page.query_selector(".option.best")
    said = page.inner_text(".decision .verdict")
    assert "Your chance of winning: " in said and JUDGE in said and "worlds" in said
    assert len(page.query_selector_all(".chance")) == options


def test_a_game_is_saved_gone_on_with_and_conceded(page, address):
    """From seat B, against an agent named with options."""
    page.goto(f"{address}/play")
    page.wait_for_selector("form.begin")
    for box, who in zip(page.get_by_label("Played by").all(), ("other", "person"), strict=True):
        box.select_option(who)
    assert page.locator("legend").all_inner_texts() == ["A Player A", "B You"]
    page.get_by_label("Which").first.fill("net:v1,pick=draw")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("button.option", timeout=300_000)
    page.get_by_role("button", name="Save").click()
    page.get_by_label("Name").fill("from B")
    page.locator("dialog").get_by_role("button", name="Save").click()
    page.get_by_text("Saved as from B.game").wait_for()
    asked = page.inner_text(".decision")
    page.goto(f"{address}/play")
    page.get_by_role("button", name="from B.game").click()
    page.wait_for_selector("button.option")
    assert page.inner_text(".decision") == asked
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Concede the game").click()
    page.get_by_text("B conceded").wait_for()
    assert page.query_selector(".turn") is None, "nobody decides any more"
    replay = downloaded(page, page.get_by_role("button", name="Download replay"))
    assert Replay.from_json(replay).decks


@pytest.mark.parametrize("language", ["en", "fr"])
def test_ones_own_cards_are_not_called_by_ones_seat(page, address, language):
    begin(page, address)
    set_up(page, pace="0", language=language)
    page.reload()
    page.wait_for_selector("button.option")
    assert page.locator("html").get_attribute("lang") == language
    labels = page.locator("button.option .label").all_inner_texts()
    assert len(labels) >= 3 and not any(re.match(r"A\s?:", label) for label in labels)
    choose_mana(page)
    page.locator("button.option").first.click()
    own = {"en": "Your Hero Expedition", "fr": "Votre Expédition Héros"}[language]
    page.locator("button.option", has_text=own).wait_for()


def test_a_newcomer_is_shown_the_first_game_and_sees_how_to_start(page, address):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}/play")
    learn = page.get_by_role("link", name="A first game of ten minutes")
    learn.wait_for()
    start = page.get_by_role("button", name="Start the game").bounding_box()
    assert start["y"] + start["height"] <= 844, "without scrolling"
    begin(page, address)
    page.goto(f"{address}/play")
    page.wait_for_selector(".mygames li")
    assert learn.count() == 0, "not for one who has played"


def focused(page, property):
    return page.evaluate(f"document.activeElement.{property}")


def test_arrows_go_through_the_options_and_enter_takes_one(page, address):
    begin(page, address)
    many = page.locator("button.option").count()
    assert many >= 3
    for key, place in [("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("ArrowUp", many)]:
        page.keyboard.press(key)
        assert focused(page, "querySelector('kbd').textContent") == str(place)
    page.keyboard.press("ArrowDown")
    wanted, before = focused(page, "querySelector('.label').textContent"), step_of(page)
    page.keyboard.press("Enter")
    settle(page, before)
    assert wanted not in page.locator("button.option .label").all_inner_texts()


def test_the_log_is_read_by_a_key_and_left_by_another(page, address):
    begin(page, address)
    page.keyboard.press("l")
    assert focused(page, "className") == "log"
    page.keyboard.press("ArrowDown")
    assert focused(page, "className") == "log", "it scrolls, and no option is taken up"
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")
    assert "option" in focused(page, "className")
    page.set_viewport_size({"width": 390, "height": 844})
    assert not page.locator(".log").is_visible()
    page.keyboard.press("L")
    assert page.locator(".log").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator(".log").is_visible()


def test_escape_puts_a_picked_card_back(page, address):
    begin(page, address)
    choose_mana(page)
    asked = page.inner_text(".decision .question")
    page.locator(".hand .card.laned").first.click(position={"x": 60, "y": 20})
    page.wait_for_selector(".expedition.can")
    assert page.inner_text(".decision .question") != asked
    page.keyboard.press("Escape")
    assert page.locator(".expedition.can").count() == 0
    assert page.inner_text(".decision .question") == asked


def test_a_forecast_is_there_until_dusk_and_none_at_night(page, address):
    """Each Expedition tells whether it would move: at Night it already has."""
    begin(page, address, "greedy")
    set_up(page, pace="0", confirm="off")
    page.reload()
    page.wait_for_selector("button.option")
    seen = set()
    for _ in range(150):
        phase = (
            page.inner_text(".phases .now").lower() if page.locator(".phases .now").count() else ""
        )
        forecasts = page.locator(".expedition .advance").count()
        seen.add(phase)
        if phase == "afternoon":
            assert forecasts == 4
        if phase == "night":
            assert forecasts == 0
            return
        before = step_of(page)
        page.locator(ANSWERED).first.click()
        settle(page, before)
    raise AssertionError(f"no decision at Night, but at {sorted(seen)}")


@pytest.mark.parametrize(
    ("format", "asked", "said", "winners"),
    [("free_for_all", "you lose, B, C, and D win", "A conceded during set-up.", 3),
     ("two_against_two", "you and your ally C lose, B and D win",
      "A conceded during set-up, for C too.", 2)],
)  # fmt: skip
def test_who_concedes_among_four_is_told_first_who_loses_by_it(
    page, address, format, asked, said, winners
):
    begin(page, address, format=format)
    page.get_by_role("button", name="Concede").click()
    assert f"The game ends for everyone: {asked}." in page.inner_text("dialog")
    page.get_by_role("button", name="Concede the game").click()
    page.get_by_text(said).wait_for()
    assert page.locator(".sums .winner").count() == winners


def test_the_way_back_to_a_game_is_listed(page, address):
    """A game that was left is on the first page and where games begin; one that is gone says so."""
    begin(page, address)
    table = page.url
    page.get_by_role("link", name="Leave").first.click()
    page.locator(".mygames", has_text="your turn").wait_for()
    page.locator(".mygames a").click()
    page.wait_for_selector("button.option")
    assert page.url == table
    assert page.request.delete(f"{address}/api/games/{table.rpartition('/')[2]}").ok
    page.goto(f"{address}/play")
    page.locator(".mygames .gone").wait_for()
    page.get_by_role("button", name="from the list").click()
    page.locator(".mygames").wait_for(state="hidden")
