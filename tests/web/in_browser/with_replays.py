"""Games watched, replayed and reviewed in a browser."""

from __future__ import annotations

import json
import re

import pytest

from altered_env import Game
from altered_env.agents.named import JUDGE
from altered_env.game.replay import Replay
from tests.web.in_browser.driving import SCREENS, WIDTHS, downloaded, set_up, wait_until
from tests.web.in_browser.readable import check


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


def test_the_slider_goes_to_any_step(page, address, replay_file):
    page.goto(f"{address}/replay")
    page.set_input_files("input[type=file]", replay_file)
    slider = page.get_by_label("Step", exact=True)
    slider.wait_for(timeout=300_000)
    steps = len(json.loads(replay_file.read_text())["actions"])
    assert slider.get_attribute("max") == str(steps)
    slider.fill(str(steps // 2))
    page.get_by_text(f"Step {steps // 2} of {steps}").wait_for()
    board = page.inner_html(".board")
    slider.press("ArrowRight")
    page.get_by_text(f"Step {steps // 2 + 1} of {steps}").wait_for()
    assert slider.input_value() == str(steps // 2 + 1), "one step a key, not two"
    page.keyboard.press("ArrowLeft")
    page.get_by_text(f"Step {steps // 2} of {steps}").wait_for()
    box = slider.bounding_box()
    page.mouse.click(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
    page.get_by_text(f"Step {steps} of {steps}").wait_for()
    assert page.inner_html(".board") != board
    wait_until(page, f"location.href.endsWith('step={steps}')")


def test_a_review_says_what_was_lost_and_shows_the_best_line(page, address, replay_file):
    """A game at random has mistakes; from each the best line, a report, and a game."""
    page.goto(f"{address}/replay")
    page.set_input_files("input[type=file]", replay_file)
    page.get_by_text("Costliest decisions").wait_for(timeout=300_000)
    page.get_by_text("Analysing").wait_for(state="hidden", timeout=300_000)
    assert page.locator(".scores dt").count() == 2
    assert re.fullmatch(r"A\s*\d+% accuracy", page.locator(".scores dt").first.inner_text())
    assert 1 <= page.locator(".swings h3:text('Costliest') + ul li").count() <= 3
    turns = page.locator(".swings h3:text('Turning points') + ul li").all_inner_texts()
    assert turns and all(re.fullmatch(r"Steps? \d+.*: \W\d+ for [AB]", one) for one in turns)
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
    best = page.get_by_role("button", name="Best line")
    for width, height in ((1366, 650), (390, 844), (360, 740), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        panel, button = page.locator(".replaying").bounding_box(), best.bounding_box()
        below = button["y"] + button["height"] - panel["y"] - panel["height"]
        assert below <= 0, f"in sight without scrolling at {width}"
    best.click()
    page.get_by_text("Best line, 1 of").wait_for()
    page.keyboard.press("ArrowRight")
    page.get_by_text(re.compile("Best line, [12] of")).wait_for()
    page.keyboard.press("Escape")
    report = page.get_by_role("button", name="Report a wrong judgement")
    told = json.loads(downloaded(page, report))
    assert told["kind"] == "altered misplay" and told["judge"] == JUDGE
    page.get_by_label("Level").select_option("greedy")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_selector("button.option, .result", timeout=60_000)
    assert "taken from a replay" in page.inner_text(".log")


def test_a_review_is_found_again(page, address, replay_file):
    """A reload stays at the step; an address that leads nowhere has the way to others."""
    page.goto(f"{address}/replay")
    page.set_input_files("input[type=file]", replay_file)
    page.wait_for_selector(".plot .line", timeout=300_000)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.get_by_text("Step 3 of").wait_for()
    wait_until(page, "location.href.endsWith('step=3')")
    page.reload()
    page.get_by_text("Step 3 of").wait_for()
    page.goto(f"{address}/replay/nowhere")
    page.get_by_text("no longer open").wait_for()
    page.locator(".versionlist a").first.click()
    page.get_by_text("Step 0 of").wait_for()


@pytest.fixture
def four_file(tmp_path):
    game = Game.start("axiom", "bravos", "lyra", "muna", seed=5, format="free_for_all")
    for _ in range(3):
        game.act(game.legal_actions()[0])
    Replay.of(game).save(tmp_path / "four.json")
    return tmp_path / "four.json"


def test_the_own_side_is_seen_beside_a_review(page, address, replay_file):
    """No part of the panel is cut off, and the near side is not below the hand."""
    page.goto(f"{address}/replay")
    page.set_input_files("input[type=file]", replay_file)
    page.wait_for_selector(".thought", timeout=300_000)
    page.wait_for_selector(".replaying .fine:has-text('rollout')")
    for width, height in ((1366, 650), (1440, 757), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(500)
        page.screenshot(path=SCREENS / f"review-{width}x{height}.png")
        for part in (".replaying", ".field"):
            assert page.locator(part).evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0
        side, field = page.locator(".side.near").bounding_box(), page.locator(".field")
        bottom = field.bounding_box()["y"] + field.bounding_box()["height"]
        assert side["y"] + side["height"] <= bottom + 1, (width, height)


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
    kept = downloaded(page, page.get_by_role("button", name="Download as page"))
    assert "finished the game 100 times" in kept


@pytest.mark.parametrize(
    "content", [b"\x00\xff" * 5000, b"<img src=x onerror=alert(1)>", b'{"kind": "altered replay"}']
)
def test_a_hostile_upload_is_shown_as_words(page, address, tmp_path, content):
    (tmp_path / "replay.json").write_bytes(content)
    page.goto(f"{address}/replay")
    page.set_input_files("input[type=file]", tmp_path / "replay.json")
    page.wait_for_selector(".notice.wrong")
    assert page.query_selector("main img") is None
