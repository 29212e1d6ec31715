"""The pages in French, in a browser. Screenshots go to `build/screens/fr`."""

from __future__ import annotations

import functools
import json
import random
import re

import pytest

from altered_env import Game, decks
from altered_env.cards import catalogue
from altered_env.decks import Deck
from altered_env.decks.legality import constructed
from altered_env.game.card_text import wording
from altered_env.game.narration import Narration
from altered_env.web.app import STATIC
from altered_env.web.game_choices import offered
from tests.web.in_browser.driving import SCREENS, settle, step_of, without_screenshots

PATHS = (
    "draft",
    *("", "learn", "play", "watch", "replay", "cards", "cards/CORE_AX_16_R1", "cards/try"),
    *(
        "collection",
        "decks",
        "decks/build",
        "rankings",
        "rankings/heroes",
        "matchups",
        "board",
        "bench",
        "nowhere",
    ),
)
FRENCH = json.loads((STATIC / "words/fr.json").read_text("utf-8"))
WORDS = re.compile(
    r"\b(the|of|and|is|are|with|your|from|for|this|that|not|have|has|which|when|to|by|at|in)\b",
    re.I,
)
"""Words of English, and not of French."""
SAME = ["Cooldown.", "Temple 2."]
"""The lines of cards that are the same in both languages: names of keywords."""
EXAMPLES = {text for text, entry in FRENCH["pages"].items() if text == entry} | {"gigantic"}
TEXTS = """() => {
  const found = [];
  const left = "code, script, noscript, kbd, .code, .line, .ability p, .report, [translate=no]";
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (!walk.currentNode.parentElement.closest(left))
    found.push(walk.currentNode.textContent.trim());
  for (const element of document.querySelectorAll("[title], [placeholder], [aria-label]"))
    for (const name of ["title", "placeholder", "aria-label"])
      found.push(element.getAttribute(name) || "");
  return [...found, document.title].filter(Boolean);
}"""
"""All texts but code and the wording of cards."""


@pytest.fixture
def names(data):
    """Names of cards, decks, players and saved games, the longest first: they stay as they are."""
    found = {card.name for card in catalogue().of_package()} | {*decks.names(), *decks.lists()}
    found |= {entry["name"] for entry in offered()} | {path.name for path in data.rglob("*.game")}
    return sorted(found, key=len, reverse=True)


@pytest.fixture(params=[360, 1366])
def french(request, browser):
    """A page of a browser whose language is French."""
    made = browser.new_page(
        viewport={"width": request.param, "height": 768}, locale="fr-FR", color_scheme="light"
    )
    made.add_init_script(
        "try { localStorage.getItem('altered-table') ||"
        " localStorage.setItem('altered-table', JSON.stringify({pace: '0', explain: 'on'})) }"
        " catch {}"  # the empty page before has no storage in Firefox
    )
    wrong: list[str] = []
    made.on("pageerror", lambda error: wrong.append(str(error)))
    yield made
    made.close()
    assert not without_screenshots(wrong)


def english(texts, names):
    """The texts that are English: whole texts of the catalogue, and others by their words."""
    known = {
        text
        for part in FRENCH.values()
        for text, entry in part.items()
        if text != entry and "{" not in text
    } - {entry for entry in FRENCH["server"].values() if isinstance(entry, str)}
    known -= {entry for entry in FRENCH["pages"].values() if isinstance(entry, str)}
    found = []
    for text in sorted(set(texts) - EXAMPLES - set(names)):
        rest = text
        for name in names:
            if name in rest:
                rest = rest.replace(name, "")
        rest = re.sub(r"--\w+|altered \w+( \w+)? [A-Z]+|docs/\S+", "", rest)
        if text in known or WORDS.search(rest):
            found.append(text)
    return found


def look(page, names, name):
    """What of a page is English, and does it fit?"""
    folder = SCREENS / "fr"
    folder.mkdir(parents=True, exist_ok=True)
    width = page.viewport_size["width"]
    page.screenshot(path=folder / f"{name}-{width}.png")
    assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    return [(name, text) for text in english(page.evaluate(TEXTS), names)]


def test_the_navigation_is_whole(browser, address):
    page = browser.new_page(locale="fr-FR")
    page.goto(f"{address}/cards")
    page.wait_for_selector(".gallery .card")
    for width in (1024, 1280, 1366, 1440):
        page.set_viewport_size({"width": width, "height": 757})
        bar = page.locator(".top nav")
        assert bar.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0, width
        assert bar.evaluate("(one) => one.offsetHeight") < (50 if width > 1300 else 90)
    page.close()


@pytest.mark.parametrize("width", [390, 1366])
def test_the_navigation_waits_for_its_words(browser, address, width):
    page = browser.new_page(locale="fr-FR", viewport={"width": width, "height": 757})
    held = []
    page.route("**/words/fr.json", lambda route: held.append(route))
    page.goto(f"{address}/collection", wait_until="commit")
    link = page.locator(".top nav a", has_text=re.compile("Rankings|Classement"))
    link.wait_for(state="attached")
    for _ in range(200):
        if held:
            break
        page.wait_for_timeout(20)
    height = page.locator(".top").evaluate("(one) => one.offsetHeight")
    assert link.inner_text() == "" and not link.is_visible(), "English is not shown"
    held[0].continue_()
    link.wait_for()
    assert link.inner_text() == "Classement"
    assert page.locator(".top").evaluate("(one) => one.offsetHeight") == height
    page.close()


def test_pages_are_in_french(french, address, names):
    found = []
    for path in PATHS:
        french.goto(f"{address}/{path}")
        french.wait_for_selector("h1")
        french.wait_for_timeout(300)
        found += look(french, names, path.replace("/", "-") or "home")
    assert french.evaluate("document.documentElement.lang") == "fr"
    assert not found


def test_a_game_is_in_french(french, address, names):
    french.goto(f"{address}/play")
    french.wait_for_selector("form.begin")
    french.get_by_label("Graine").fill("5")
    french.get_by_label("Joué par").all()[1].select_option("random")
    french.get_by_role("button", name="Commencer la partie").click()
    french.wait_for_selector("button.option", timeout=300_000)
    found, chance = [], random.Random(2)
    for number in range(40):
        while french.locator("[data-key=read-on]:visible").count():
            french.locator("[data-key=read-on]:visible").first.click()
        found += look(french, names, f"table-{number // 10}")
        options = french.locator("button.option:visible")
        if not options.count():
            break
        before = step_of(french)
        options.nth(chance.randrange(options.count())).click()
        settle(french, before)
    assert not found


def test_the_wording_of_cards_is_in_french(french, address):
    """The grammar of French knows every part of every line."""
    lines = sorted(
        {
            line.removeprefix("Support: ")
            for card in catalogue().of_package()
            for line in wording(card)
        }
    )
    french.goto(address)
    said = french.evaluate(
        "async (lines) => lines.map((await import('/static/words.js')).translated)", lines
    )
    left = [line for line, found in zip(lines, said, strict=True) if line == found]
    assert left == SAME
    assert all(WORDS.search(line) is None for line in set(said) - set(left))


def test_a_question_with_its_player_is_in_french(french, address):
    """As a replay shows it; no part of it is taken for the name of a card."""
    begins = re.compile("choose|pay|which|what to do|do it|play a card|shuffle")
    questions = [text for text in FRENCH["server"] if begins.match(text) and "{" not in text]
    french.goto(address)
    said = french.evaluate(
        "async (texts) => texts.map((await import('/static/words.js')).translated)",
        [f"A: {question}" for question in questions],
    )
    assert len(questions) > 20
    assert said == [f"A\u00a0: {FRENCH['server'][question]}" for question in questions]


def test_all_reasons_why_a_deck_is_illegal_are_in_french(french, address):
    deck = Deck.from_text("5 Kappa C\n1 Foundry Armorer C", name="mes grenouilles")
    reasons = "; ".join(f"{deck.name}: {wrong}" for wrong in constructed(deck))
    french.goto(address)
    said = french.evaluate(
        "async (text) => (await import('/static/words.js')).translated(text)",
        f"illegal decks: {reasons}",
    )
    assert reasons.count("mes grenouilles") == said.count("mes grenouilles") > 1
    assert not re.search(r"deck needs|cards|at (least|most)|illegal decks", said), said


@functools.cache
def said_in_games(games):
    """Every answer, question and line of the log of games of random players."""
    pool, chance = decks.pool(f"random:{2 * games}:31:curve"), random.Random(5)
    found = set()
    for number in range(games):
        game = Game.start(*pool[2 * number : 2 * number + 2], seed=number)
        narration = Narration(game.view("A"))
        lines = narration.begin()
        while not game.over:
            found.update(option.label for option in game.choices())
            found.add(game.question.partition(": ")[2] or game.question)
            action = chance.choice(game.legal_actions())
            lines += narration.acts(game, action)
            game.act(action)
            lines += narration.goes_on(game.view("A"))
        found.update(text for _, text in lines)
    return sorted(found)


def test_answers_questions_and_the_log_are_in_french(french, address, names):
    """All of many games, but for what is the same in both languages."""
    texts = said_in_games(40)
    french.goto(address)
    said = french.evaluate(
        "async (texts) => texts.map((await import('/static/words.js')).translated)", texts
    )
    of_cards = re.compile("|".join(map(re.escape, names)))
    wrong = []
    for text, found in zip(texts, said, strict=True):
        bare, left = of_cards.sub("", text), of_cards.sub("", found)
        same = text == found and re.search(r"[a-z]{2}", bare) and not re.match(r"mode \d+$", text)
        if same or WORDS.search(left):
            wrong.append((text, found))
    assert len(texts) > 4000
    assert not wrong


def test_a_language_that_is_begun_is_english_for_the_rest(french, address):
    begun = {"pages": {"Play": "Ludi"}, "server": {"forest": "arbaro"}}
    french.route("**/words/fr.json", lambda route: route.fulfill(json=begun))
    french.goto(f"{address}/cards")
    french.wait_for_selector(".card.full")
    links = french.locator(".top nav a").all_text_contents()
    assert [link.strip() for link in links][:3] == ["Learn", "Ludi", "Draft"]
    assert french.locator("[title^=arbaro]").count() > 0
    assert french.locator("[title^=mountain]").count() > 0


def test_the_setting_wins_over_the_browser(french, address):
    french.goto(address)
    french.get_by_label("Langue").select_option("en")
    french.get_by_role("heading", name="A table for Altered").wait_for()
    french.get_by_label("Language").select_option("browser")
    french.get_by_role("heading", name="Une table pour Altered").wait_for()
