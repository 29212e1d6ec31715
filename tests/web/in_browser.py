"""The pages in a real browser: `make test-web`, `make test-web-firefox`. Screenshots go to
`build/screens`.

Not part of `make test`: it takes a browser, and minutes.
"""

from __future__ import annotations

import json
import os
import random
import re
from pathlib import Path

import pytest

from altered_env import Game, decks
from altered_env.agents import STRONGEST
from altered_env.cli import main
from altered_env.game.replay import Replay
from altered_env.render.palette import contrast
from tests.web.serving import chromium, firefox, served

SCREENS = Path(__file__).parents[2] / "build/screens"
WIDTHS = {1440: 900, 1024: 768, 390: 844}
IN_FIREFOX = os.environ.get("ALTERED_BROWSER") == "firefox"
SIZES = [(360, 740), (390, 844), (768, 1024), (1366, 650), (1280, 620), (1440, 757), (1920, 1080)]


@pytest.fixture(scope="session")
def browser():
    path = firefox() if IN_FIREFOX else chromium()
    if path is None:
        pytest.skip("no such browser on this machine: apt-get install chromium or firefox-esr")
    playwright = pytest.importorskip("playwright.sync_api", reason="needs the extra dev")
    with playwright.sync_playwright() as p:
        if IN_FIREFOX:
            made = p.firefox.launch(channel="moz-firefox", executable_path=path)
        else:
            made = p.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture(scope="session")
def address(tmp_path_factory):
    with served(tmp_path_factory.mktemp("data")) as found:
        yield found


@pytest.fixture
def page(browser, request):
    """A page that must not have said anything wrong by the end."""
    width = getattr(request, "param", 1440)
    made = browser.new_page(viewport={"width": width, "height": WIDTHS[width]})
    set_up(made, pace="0")
    wrong: list[str] = []
    made.on("pageerror", lambda error: wrong.append(str(error)))
    made.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    yield made
    made.close()
    wrong = [text for text in wrong if "status of 400" not in text]  # a refusal, which is shown
    assert not wrong


def begin(page, address, opponent="random", format="standard", seed=5):
    page.goto(f"{address}/play")
    page.wait_for_selector("form.begin")
    page.get_by_label("Format").select_option(format)
    page.get_by_label("Seed").fill(str(seed))
    for box in page.get_by_label("Played by").all()[1:]:
        box.select_option(opponent)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("button.option, .result", timeout=300_000)


def set_up(page, **settings):
    """Settings of the table, from the next page on."""
    kept = json.dumps(json.dumps(settings))
    page.add_init_script(f"localStorage.setItem('altered-table', {kept})")


def step_of(page):
    """The parts that change with every decision: options and question."""
    return page.evaluate(
        "() => [document.querySelector('.decision').innerText,"
        " document.querySelector('.decision [data-slot]')?.dataset.slot,"
        " document.querySelectorAll('.log li').length,"
        " document.querySelector('.result') !== null].join('|')"
    )


def settle(page, before):
    """Wait until the server has answered."""
    for _ in range(400):
        now = step_of(page)
        if now != before and page.query_selector("button.option, .result"):
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

    assert play_on(page, press) > 15


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


def choose_mana(page):
    """The three cards of the set-up, up to the first turn."""
    for _ in range(3):
        before = step_of(page)
        page.locator(".hand .can").first.click()
        settle(page, before)


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
    wait_until(page, "!document.querySelector('.passing')")
    page.wait_for_selector("button.option[data-kind=pass], .hand .can")
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
    choose_mana(page)
    page.evaluate(
        """() => { window.moments = []; new MutationObserver(() => {
          const one = document.querySelector('.happening') && document.querySelector('.question');
          if (one && window.moments.at(-1) !== one.innerText) window.moments.push(one.innerText);
        }).observe(document.body, {subtree: true, childList: true}); }"""
    )
    page.keyboard.press("p")
    for phase in ("dusk", "night"):
        wait_until(page, f"window.moments.includes('Day 1, {phase}')")
    page.wait_for_selector("button.option", timeout=60_000)
    set_up(page, pace="1000", confirm="off")
    page.reload()
    page.wait_for_selector("button.option")
    page.keyboard.type("1")
    while not page.query_selector(".happening"):
        page.wait_for_timeout(20)
        if page.query_selector("button.option:not(.waiting *)"):
            page.keyboard.press("p")
    page.keyboard.press(" ")
    page.wait_for_selector("button.option", timeout=900)
    assert page.locator(".log .named").count() > 3


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_hand_is_visible_at_every_size(page, address, scheme):
    page.emulate_media(color_scheme=scheme)
    begin(page, address, "rules")
    act = click_on_board(page, random.Random(4))
    for number in range(14):
        before = step_of(page)
        act(number)
        settle(page, before)
    for width, height in SIZES:
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


def test_on_a_phone_a_long_press_reads_and_the_log_is_a_drawer(browser, address):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    set_up(page, pace="0")
    begin(page, address, "random", seed=5)
    name = page.locator(".hand .card .name").first.inner_text()
    asked = page.inner_text(".decision")
    box = page.locator(".hand .card").first.bounding_box()
    touch = context.new_cdp_session(page)
    at = [{"x": box["x"] + 40, "y": box["y"] + 50}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    page.wait_for_selector("dialog[open] .card.full")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
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


def test_two_are_watched_at_a_speed_from_a_seat(page, address):
    """Run plays them to the end; from a seat the hand of the other is not seen."""
    page.goto(f"{address}/watch")
    page.wait_for_selector("form.begin")
    page.get_by_label("Seed").fill("4")
    for box in page.get_by_label("Played by").all():
        box.select_option("greedy")
    page.get_by_role("button", name="Watch this game").click()
    page.wait_for_selector("[data-key=run]", timeout=300_000)
    page.get_by_label("View", exact=True).select_option("B")
    page.get_by_label("Speed").select_option("0")
    page.keyboard.press(" ")
    page.get_by_role("button", name="Pause").wait_for()
    page.wait_for_selector(".result", timeout=120_000)


def test_a_watched_game_has_steps(page, address):
    """What happens within one action, as Dusk and Night, is shown moment by moment."""
    set_up(page, pace="200")
    page.goto(f"{address}/watch")
    page.wait_for_selector("form.begin")
    page.get_by_label("Seed").fill("4")
    for box in page.get_by_label("Played by").all():
        box.select_option("greedy")
    page.get_by_role("button", name="Watch this game").click()
    page.wait_for_selector("[data-key=step]", timeout=300_000)
    page.evaluate(
        """() => { window.moments = []; new MutationObserver(() => {
          const one = document.querySelector('.happening') && document.querySelector('.question');
          if (one && window.moments.at(-1) !== one.innerText) window.moments.push(one.innerText);
        }).observe(document.body, {subtree: true, childList: true}); }"""
    )
    page.get_by_label("Speed").select_option("700")
    page.get_by_role("button", name="Run").click()
    wait_until(page, "window.moments.includes('Day 1, dusk')")
    page.keyboard.press(" ")
    page.get_by_role("button", name="Run").wait_for()


def test_a_hint_says_what_is_thought_of_each_action(page, address):
    begin(page, address, "rules")
    page.keyboard.press("h")
    page.wait_for_selector(".meter", timeout=600_000)
    assert len(page.query_selector_all(".meter")) == len(page.query_selector_all("button.option"))
    assert page.query_selector(".option.best")
    said = page.inner_text(".decision .verdict")
    assert "Your chance of winning: " in said and STRONGEST in said and "worlds" in said
    assert len(page.query_selector_all(".chance")) == len(page.query_selector_all(".meter"))


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
    with page.expect_download() as kept:
        page.get_by_role("button", name="Download replay").click()
    assert Replay.load(kept.value.path()).decks


@pytest.fixture(scope="module")
def replay_file(tmp_path_factory):
    game = Game.start("lyra", "ordis", seed=5)
    chance = random.Random(5)
    while not game.over and game.day < 4:
        options = [o.action for o in game.options() if o.kind != "pass"] or game.legal_actions()
        game.act(chance.choice(options))
    path = tmp_path_factory.mktemp("replay") / "replay.json"
    Replay.of(game).save(path)
    return path


def test_a_replay_is_stepped_through(page, address, replay_file):
    page.goto(f"{address}/replay")
    page.set_input_files("input[type=file]", replay_file)
    page.wait_for_selector(".plot .line", timeout=300_000)
    steps = len(json.loads(replay_file.read_text())["actions"])
    for key, step in [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", steps)]:
        page.keyboard.press(key)
        page.get_by_text(f"Step {step} of {steps}").wait_for()
    page.keyboard.press("Home")
    page.get_by_text(f"Step 0 of {steps}").wait_for()
    page.get_by_label("View", exact=True).select_option("B")
    page.wait_for_selector(".hand")
    page.locator(".plot").click(position={"x": 30, "y": 30})
    page.get_by_text("Analysing").wait_for(state="hidden", timeout=300_000)


def test_a_review_says_what_was_lost_and_shows_the_best_line(page, address, replay_file):
    """A game at random has mistakes; from each the best line, a report, and a game."""
    page.goto(f"{address}/replay")
    page.set_input_files("input[type=file]", replay_file)
    page.get_by_text("Costliest decisions").wait_for(timeout=300_000)
    page.get_by_text("Analysing").wait_for(state="hidden", timeout=300_000)
    assert page.locator(".scores dt").count() == 2
    assert 1 <= page.locator(".swings h3:text('Costliest') + ul li").count() <= 3
    page.locator(".swings h3:text('Costliest') + ul button").first.click()
    wrong = re.compile("inaccuracy|mistake|blunder")
    page.locator(
        ".verdicts .grade", has_text=wrong
    ).wait_for()  # in place of that of the first step
    assert "points" in page.inner_text(".thought")
    wide = "(e => e.scrollWidth - e.clientWidth)(document.querySelector('.replaying'))"
    assert page.evaluate(wide) <= 0
    page.screenshot(path=SCREENS / "review-1440.png")
    check(page, 1440, "review")
    page.get_by_role("button", name="Best line").click()
    page.get_by_text("Best line, 1 of").wait_for()
    page.keyboard.press("ArrowRight")
    page.get_by_text(re.compile("Best line, [12] of")).wait_for()
    page.keyboard.press("Escape")
    with page.expect_download() as kept:
        page.get_by_role("button", name="Report a wrong judgement").click()
    told = json.loads(kept.value.path().read_text())
    assert told["kind"] == "altered misplay" and told["judge"] == STRONGEST
    page.get_by_label("Level").select_option("greedy")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_selector("button.option, .result", timeout=60_000)
    assert "taken from a replay" in page.inner_text(".log")


@pytest.fixture
def four_file(tmp_path):
    game = Game.start("axiom", "bravos", "lyra", "muna", seed=5, format="free_for_all")
    for _ in range(3):
        game.act(game.legal_actions()[0])
    Replay.of(game).save(tmp_path / "four.json")
    return tmp_path / "four.json"


def test_a_replay_of_four_has_a_line_for_each_and_says_how_it_was_made(page, address, four_file):
    page.goto(f"{address}/replay")
    page.set_input_files("input[type=file]", four_file)
    page.wait_for_selector(".plot .line", timeout=300_000)
    page.get_by_text("Analysing").wait_for(state="hidden", timeout=300_000)
    assert page.locator(".plot .line").count() == 4
    page.get_by_text("finished the game 100 times").wait_for()
    shares = page.locator(".sides b").all_inner_texts()
    assert len(shares) == 4 and abs(sum(int(share[:-1]) for share in shares) - 100) <= 2
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=SCREENS / f"replay-four-{width}.png")
        check(page, width, "replay of four")
    with page.expect_download() as kept:
        page.get_by_role("button", name="Download as page").click()
    assert "finished the game 100 times" in kept.value.path().read_text()


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
    page.get_by_role("button", name="Cost").click()
    page.get_by_label("compare Owl U 1").check()
    page.get_by_label("compare Foundry Armorer C").check()
    page.get_by_role("button", name="Compare 2").click()
    page.get_by_text("its body: costs, statistics, types, name").first.wait_for()
    assert page.locator(".beside").count() == 2
    page.screenshot(path=SCREENS / f"collection-{width}.png")
    check(page, width, "collection")
    page.get_by_label("Name", exact=True).fill("armor")
    assert page.locator(".valued tbody tr").count() == 1
    with page.expect_download() as kept:
        page.get_by_role("link", name="Export CSV").click()
    assert "CORE_AX_16_C" in kept.value.path().read_text()
    page.get_by_label("Deck", exact=True).fill(decks.starter("axiom").to_text())
    page.get_by_role("button", name="Find the best").click()
    page.get_by_text("For pasted: ").wait_for()


def test_junk_is_refused_and_counted_on_the_page_of_collections(page, address):
    page.goto(f"{address}/collection")
    page.get_by_role("button", name="Value the cards").click()
    page.get_by_text("paste a card a line").wait_for()
    page.get_by_label("Paste a collection").fill("frog\n" * 3000)
    page.get_by_role("button", name="Value the cards").click()
    page.get_by_text("Not read: 3,000").wait_for()
    page.get_by_text("There is no card in it.").wait_for()


@pytest.mark.parametrize("page", WIDTHS, indirect=True, ids=str)
def test_a_deck_is_built_by_clicks_saved_shared_and_played(page, address):
    width = page.viewport_size["width"]
    page.goto(f"{address}/decks/build")
    page.get_by_label("Hero", exact=True).select_option(label="Sierra & Oddball (axiom)")
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
    page.get_by_label("Hero", exact=True).select_option(label="Sierra & Oddball (axiom)")
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
    page.get_by_label("You play").select_option("starter: yzmir")
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
    page.get_by_text("greedy").first.wait_for()
    page.screenshot(path=SCREENS / "board.png")
    page.goto(f"{address}/matchups")
    page.get_by_label("Played by").select_option("greedy")
    page.get_by_label("Games").select_option("5")
    page.get_by_role("button", name="Let them meet").click()
    page.get_by_text("The mix that no deck beats").wait_for(timeout=300_000)
    assert page.locator(".heat td.cell").count() == 6
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
    page.get_by_label("Class of time").select_option("50ms")
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
    page.get_by_role("button", name="Test against the starters").click()
    page.get_by_role("row", name="all starters").wait_for(timeout=300_000)
    rows = page.locator(".job ~ table tbody tr").all_inner_texts()
    assert [row.split("\t")[0] for row in rows] == [*decks.names(), "all starters"]
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


@pytest.mark.parametrize(
    "content", [b"\x00\xff" * 5000, b"<img src=x onerror=alert(1)>", b'{"kind": "altered replay"}']
)
def test_a_hostile_upload_is_shown_as_words(page, address, tmp_path, content):
    (tmp_path / "replay.json").write_bytes(content)
    page.goto(f"{address}/replay")
    page.set_input_files("input[type=file]", tmp_path / "replay.json")
    page.wait_for_selector(".notice.wrong")
    assert page.query_selector("main img") is None


def test_rows_of_a_report_are_found_by_words(page, tmp_path, capsys):
    """Opened as a file, without any server; the table is as wide as the window lets it be."""
    dataset = Path(__file__).parents[1] / "saved/0.1.0/games.parquet"
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


CONTRAST = """() => {
  const found = [];
  const opaque = (colour) => !/^rgba.*, 0\\)$|transparent/.test(colour);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
    let behind = element;
    const style = (one) => getComputedStyle(one);
    while (behind && !opaque(style(behind).backgroundColor)) behind = behind.parentElement;
    let faded = false;
    for (let up = element; up; up = up.parentElement) {
      faded ||= style(up).opacity !== "1" || style(up).filter !== "none";
    }
    if (faded || !behind || style(behind).backgroundImage !== "none") continue;
    const text = walker.currentNode.data.trim().slice(0, 40);
    found.push([text, style(element).color, style(behind).backgroundColor]);
  }
  return found;
}"""


AXE = Path(__file__).parents[2] / "build/axe/node_modules/axe-core/axe.min.js"


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
        for path in ("", "learn", "play", "watch", "replay", "cards", "decks", "bench", "reports"):
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


def in_hex(colour):
    numbers = colour.partition("(")[2].split(")")[0].split(",")
    return "#" + "".join(f"{int(float(n)):02x}" for n in numbers[:3])


@pytest.mark.parametrize("page", WIDTHS, indirect=True)
def test_pages_can_be_read_at_every_width(page, address, request):
    """No page is wider than the window, text has the contrast of WCAG AA, the focused element has a
    ring; and a hint moves nothing on the board."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    width = page.viewport_size["width"]
    paths = ("", "play", "watch", "replay", "cards", "cards/CORE_AX_16_R1", "decks", "reports")
    paths += ("learn", "collection", "decks/build", "rankings", "matchups", "board", "bench")
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


def check(page, width, name):
    assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    for text, colour, behind in page.evaluate(CONTRAST):
        assert contrast(in_hex(colour), in_hex(behind)) >= 4.5, (name, text, colour, behind)
    page.locator(".skip").focus()  # from where it was, the end of the page may be near
    page.keyboard.press("Tab")
    ring, there = page.evaluate(
        "[getComputedStyle(document.activeElement).outlineStyle,"
        " document.activeElement.outerHTML.slice(0, 80)]"
    )
    assert ring == "solid", f"{name}: no ring around what has the focus: {there}"
