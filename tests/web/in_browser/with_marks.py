"""No text of a page is without a translation: French with marks around every translation."""

from __future__ import annotations

import json
import random
import re

import pytest

from altered_env import decks
from altered_env.cards import catalogue
from altered_env.web.app import STATIC
from altered_env.web.game_choices import offered
from tests.web.in_browser.driving import settle, step_of
from tests.web.in_browser.marked import SHOWN, marked, unmarked
from tests.web.in_browser.with_french import PATHS

FRENCH = json.loads((STATIC / "words/fr.json").read_text("utf-8"))
MARKED = marked(FRENCH)
KEPT = {text for text, entry in FRENCH["pages"].items() if text == entry}
"""Examples of what one may type, which is English."""
NAMES = re.compile(
    r"'[^']*'|altered train.*|\S*[\d_=@/]\S*|--\S+|\bE[\w+/-]{2,}={0,2}(?=$|\s)"
    r"|\b(net|search|rollout):\w+|\b(random|greedy|rules|ismcts|goldfish|MaskablePPO|config|decks|decisions"
    r"|opponents|seed|armorer|gigantic|et|English|Français)\b|\{[JHRDT]\}"
)
"""Names of programs and files, options of commands, references and codes, and what was typed."""


@pytest.fixture
def names(data):
    """Names of cards, sets, decks, players and saved games, the longest first."""
    found = {card.name for card in catalogue()} | {card.set for card in catalogue()}
    found |= {*decks.names(), *decks.lists()} | {entry["name"] for entry in offered()}
    found |= {path.name for path in data.rglob("*.game")}
    return sorted(filter(None, found), key=len, reverse=True)


@pytest.fixture
def page_with_marks(browser):
    made = browser.new_page(viewport={"width": 1366, "height": 768}, locale="fr-FR")
    made.add_init_script(
        "try { localStorage.getItem('altered-table') || localStorage.setItem('altered-table',"
        " JSON.stringify({pace: '0', explain: 'on'})) } catch {}"
    )
    made.route("**/words/fr.json", lambda route: route.fulfill(json=MARKED))
    yield made
    made.close()


def left(page, names):
    """The texts of a page that are outside of all marks, without names."""
    found = []
    for text in set(page.evaluate(SHOWN)) - KEPT:
        rest = unmarked(text)
        for name in names:
            rest = rest.replace(name, " ") if name in rest else rest
        rest = NAMES.sub(" ", rest)
        if re.search(r"[A-Za-z]{2}", rest):
            found.append(text)
    return sorted(found)


def test_the_check_finds_a_text_without_a_translation(page_with_marks, address, names):
    page_with_marks.route("**/words/fr.json", lambda route: route.fulfill(json={"pages": {}}))
    page_with_marks.goto(f"{address}/board")
    page_with_marks.get_by_text("greedy").first.wait_for()
    found = left(page_with_marks, names)
    assert {"Ratings", "Player"} <= set(found)


def test_a_value_is_translated_too():
    said = marked(FRENCH)["pages"]["{0} of {1}"]
    assert said == "⟦⟧{0}⟦ sur ⟧{1}⟦⟧"
    assert unmarked(said.replace("{0}", "many").replace("{1}", "⟦tous⟧")) == "many"


@pytest.mark.parametrize(
    "path", [*PATHS, "decks?list=axiom", "cards/NOPE", "rankings?player=rules"]
)
def test_every_text_of_a_page_is_translated(page_with_marks, address, names, path):
    page_with_marks.goto(f"{address}/{path}")
    page_with_marks.wait_for_selector("main h1, main .notice")
    page_with_marks.wait_for_timeout(700)
    for part in page_with_marks.locator("summary:visible").all():
        part.click()
    assert left(page_with_marks, names) == []


def test_a_deck_and_its_faults_are_translated(page_with_marks, address, names):
    page = page_with_marks
    page.goto(f"{address}/decks")
    for text in ("1 Sierra & Oddball\n1 Foundry Armorer C", "3 Kelon Elemental U", "nothing"):
        page.locator("textarea").first.fill(text)
        page.get_by_role("button", name="Voir le deck").click()
        page.wait_for_timeout(800)
        assert left(page, names) == []


def test_a_collection_is_translated(page_with_marks, address, names):
    page = page_with_marks
    page.goto(f"{address}/collection")
    page.locator("textarea").first.fill("2 CORE_AX_16_C\nALT_CORE_B_AX_04_U_123\n1 Zzz\n3 Brassbug")
    page.get_by_role("button", name="Évaluer").click()
    page.get_by_text("en tout").first.wait_for(timeout=60_000)
    assert left(page, names) == []


@pytest.mark.parametrize("format", ["standard", "two_against_two"])
def test_every_text_of_a_game_is_translated(page_with_marks, address, names, format):
    page = page_with_marks
    page.goto(f"{address}/play")
    page.wait_for_selector("form.begin")
    page.get_by_label("Format").select_option(format)
    page.get_by_label("Graine").fill("5")
    for box in page.get_by_label("Joué par").all()[1:]:
        box.select_option("random")
    page.get_by_role("button", name="Commencer la partie").click()
    page.wait_for_selector("button.option", timeout=300_000)
    found, chance = set(left(page, names)), random.Random(2)
    for number in range(150):
        while page.locator("[data-key=read-on]:visible").count():
            page.locator("[data-key=read-on]:visible").first.click()
        if page.locator(".result").count():
            break
        if number % 5 == 0:
            found.update(left(page, names))
        options, before = page.locator("button.option:visible"), step_of(page)
        options.nth(chance.randrange(options.count())).click()
        settle(page, before)
    assert not found | set(left(page, names))


def test_the_review_of_a_game_is_translated(page_with_marks, address, names, replay_file):
    page = page_with_marks
    page.goto(f"{address}/replay")
    page.locator("input[type=file]").set_input_files(replay_file)
    page.get_by_role("heading", name="contre").wait_for(timeout=60_000)
    found = set()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(120)
        found.update(left(page, names))
    assert not found
