"""Clicks that a whole game takes: `python -m tests.web.clicks`.

A person plays as `rules` would, in Chromium, and clicks, drags or sweeps where that does most. With
`--address` the pages of a running server are counted (started with `--public-seed`), which may be
of an earlier version.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from altered_env.agents import make
from altered_env.web.data_folder import DataFolder
from altered_env.web.play_pages import PlayPages
from altered_env.web.sessions import Sessions
from tests.web.serving import chromium, served

OPPONENT = "rules"
SWEPT = ("first_mana", "keep_reserve", "keep_landmarks")
"""Decisions about several cards."""
CARDS = "[...document.querySelectorAll('.board .can[data-slot]')].map((c) => +c.dataset.slot)"
"""The slots of the cards that can be chosen, as they lie."""
ABOVE = 45
"""Pixels from the upper part of a card to the space above its row."""


@dataclass(frozen=True)
class Answer:
    """The person's answer to a decision."""

    action: int
    kind: str
    value: int
    alone: bool
    """Was it the only answer?"""
    can_play: bool
    """Could a card have been played?"""
    decision: str | None


def answers(seed: int) -> list[Answer]:
    """The person's answers in the game of this seed."""
    sessions = Sessions()
    pages = PlayPages(sessions, DataFolder(None), True)
    begun = pages._begin({"seats": ["person", OPPONENT], "seed": seed})
    session, player = sessions.find(begun["tokens"]["A"]), make("rules", seed=1)
    found = []
    while not session.over:
        if session.act_for_agent():
            continue
        seat = session.game.seat(0)
        options, wanted = seat.choices(), player.act(seat)
        option = next(option for option in options if option.stands_for(wanted))
        plays = any(one.kind == "turn" and one.value & 1 for one in options)
        alone = len(options) == 1
        found.append(Answer(option.action, option.kind, option.value, alone, plays, seat.decision))
        session.act(option.action)
    return found


def count(page: Page, address: str, seed: int) -> tuple[int, int]:
    """The clicks of a game, and its decisions."""
    page.goto(f"{address}/play")
    page.wait_for_selector("form.begin")
    page.get_by_label("Seed").fill(str(seed))
    page.get_by_label("Played by").nth(1).select_option(OPPONENT)
    page.get_by_role("button", name="Start the game").click()
    every = answers(seed)
    new = page.evaluate("fetch('/static/review.js').then((answer) => answer.ok)")
    clicks = k = 0
    while k < len(every):
        answer = every[k]
        k += 1
        if answer.alone and new:
            continue
        alike = [answer]
        while answer.decision in SWEPT and new and k < len(every) and not every[k].alone:
            if (every[k].decision, every[k].kind) != (answer.decision, "object"):
                break
            alike.append(every[k])
            k += 1
        if len(alike) > 1:
            clicks += _swept(page, alike)
            continue
        button = page.locator(f'button.option[data-action="{answer.action}"]')
        button.wait_for(timeout=30_000)
        after = k
        while after < len(every) and every[after].kind in ("use", "yes"):
            after += 1
        both = _both(page, answer, every[after]) if after < len(every) else None
        if both is not None:
            both()
            k = after + 1
        else:
            button.click()
        clicks += 1
        page.wait_for_selector("main:not(.waiting, .passing)")
    page.wait_for_selector(".result", timeout=30_000)
    return clicks, len(every)


def _both(page: Page, answer: Answer, then: Answer) -> Callable[[], None] | None:
    """Return what gives two answers by one click or drag, if the page has it."""
    if answer.kind == "turn" and then.kind == "object":
        button = page.locator(f'button.option[data-action="{answer.action}"]')
        targets = (button.get_attribute("data-targets") or "").split()
        card = page.locator(f'.board [data-slot="{answer.action}"]')
        target = page.locator(f'.board [data-slot="{then.action}"]')
        fits = str(then.action) in targets and card.count() == target.count() == 1
        return (lambda: card.drag_to(target)) if fits else None
    if then.kind == "expedition":
        lane = f'.options .lane[data-action="{answer.action}"][data-lane="{then.value}"]'
    elif answer.kind == "yes" and then.kind == "object":
        lane = f'.board .can[data-slot="{then.action}"]'
    else:
        return None
    found = page.locator(lane)
    return found.click if found.count() else None


def _swept(page: Page, answers: Sequence[Answer]) -> int:
    """Choose these cards by one sweep, which goes around those in between that it leaves: the
    number of sweeps."""
    page.locator(f'.board .can[data-slot="{answers[0].action}"]').wait_for()
    order = page.evaluate(CARDS)
    slots = sorted((answer.action for answer in answers), key=order.index)
    boxes = [page.locator(f'.board [data-slot="{slot}"]').bounding_box() for slot in slots]
    corners = [(box["x"] + 25, box["y"] + 20) for box in boxes if box]
    above = min(y for _, y in corners) - ABOVE
    page.mouse.move(*corners[0])
    page.mouse.down()
    for (left, _), (x, y) in pairwise(corners):
        for at in ((left, above), (x, above), (x, y)):
            page.mouse.move(*at, steps=8)
    page.mouse.up()
    page.wait_for_selector("main:not(.waiting)")
    return 1


@contextlib.contextmanager
def _address(given: str | None) -> Iterator[str]:
    if given:
        yield given
        return
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as address:
        yield address


def main() -> int:
    """Count game by game. Return 1 without Chromium."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--address", help="of a running server")
    options = parser.parse_args()
    path = chromium()
    if path is None:
        print("no Chromium on this machine: apt-get install chromium")
        return 1
    clicks = decisions = 0
    with _address(options.address) as address, sync_playwright() as p:
        browser = p.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.add_init_script("localStorage.setItem('altered-table', '{\"pace\": \"0\"}')")
        for seed in range(options.games):
            more, asked = count(page, address, seed)
            clicks, decisions = clicks + more, decisions + asked
            print(f"game {seed}: {more} clicks, {asked} decisions", flush=True)
        browser.close()
    print(f"{options.games} games: {clicks} clicks for {decisions} decisions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
