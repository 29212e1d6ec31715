"""The site without a server, made of the package in `build/wasm`: its messages in Node, and games
in Chromium, also without a network. `make wasm` and `make test-engine` run it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from altered_env._runtime.plurals import counted
from altered_env.agents import STRONGEST_FAST
from altered_env.game.replay import Replay
from altered_env.web import play_site
from tests.native.site_speeds import hosted
from tests.native.with_engine import run
from tests.native.with_wasm import PACKAGE, node
from tests.web.serving import chromium

LARGEST = 3_000_000
"""Bytes up to the first game, gzipped."""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("built") / "site"
    return folder, play_site.build(PACKAGE, folder)


def test_the_first_game_is_small(built):
    _, sizes = built
    assert play_site.first_game(sizes) < LARGEST
    assert not any(name.endswith(play_site.LATER) for name in sizes if name.startswith("engine/"))


def test_pages_are_those_of_altered_web(built):
    """Only the module in place of the server is another one."""
    folder, _ = built
    others = {
        name
        for path in filter(Path.is_file, play_site.STATIC.rglob("*"))
        if (name := path.relative_to(play_site.STATIC).as_posix()) != "index.html"
        and path.read_bytes() != (folder / "static" / name).read_bytes()
    }
    assert others == {"server.js"}
    names = re.compile(r"^export (?:async )?(?:const|function) (\w+)", re.MULTILINE)
    here, there = (
        set(names.findall((place / "server.js").read_text("utf-8")))
        for place in (folder / "static", play_site.STATIC)
    )
    assert here == there


def test_nothing_is_loaded_from_another_host(built):
    folder, sizes = built
    page = (folder / "index.html").read_text("utf-8")
    assert "default-src 'none'" in page and "unsafe-inline" not in page
    for name in sizes:
        if name.endswith((".js", ".html", ".css")):
            text = (folder / name).read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
            assert not re.search(r"https?://[a-z]", text), name


def test_the_service_worker_keeps_every_file(built):
    folder, sizes = built
    listed = re.search(r"^const FILES = (.*);$", (folder / "service.js").read_text(), re.MULTILINE)
    assert listed
    kept = set(json.loads(listed[1]))
    assert kept == {"./", *sizes} - {"index.html", "service.js"}


def test_a_number_before_a_noun_is_as_in_python(built):
    folder, _ = built
    module = (folder / "static/tab/kit.js").as_uri()
    numbers = [0, 1, 2, 999, 1000, 12_345]
    script = f"""import {{ counted }} from {json.dumps(module)};
      console.log(JSON.stringify({numbers}.map((number) => counted(number, "card"))));"""
    done = subprocess.run(
        ["node", "--input-type=module", "-e", script], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == [counted(number, "card") for number in numbers]


def test_messages_are_those_of_altered_web(built, tmp_path):
    counts = compared(built, tmp_path, "tab_games", "--games", "8")
    assert counts["messages"] > 1000 and counts["taken_back"] > 10 and counts["wrong"] == 0


def test_decks_are_judged_as_by_altered_web(built, tmp_path):
    counts = compared(built, tmp_path, "tab_decks", "--decks", "40")
    assert counts["decks"] > 40 and counts["illegal"] > 20 and counts["wrong"] == 0


def test_decisions_are_judged_as_by_the_judge_of_altered_web(built, tmp_path):
    counts = compared(built, tmp_path, "tab_review", "--every", "6")
    assert counts["games"] == 2 and counts["answers"] > 40 and counts["wrong"] == 0
    assert counts["toss_ups"] and counts["mistakes"]


def compared(built, tmp_path, what, *given):
    """The counts of a comparison in Node with what Python has written."""
    written, site = tmp_path / "written.jsonl", tmp_path / "site"
    run("-m", f"tests.native.{what}", str(written), *given)
    shutil.copytree(built[0] / "static", site)
    (site / "package.json").write_text('{"type": "module"}')
    said = node(f"{what}.mjs", site, written)
    return {name: int(n) for name, n in re.findall(r"^(\w+): (\d+)$", said, re.MULTILINE)}


# in a browser


@pytest.fixture(scope="module")
def address(built):
    with hosted(built[0].parent) as found:  # the site lies in a folder of its host
        yield f"{found}site/"


@pytest.fixture
def page(address):
    """A page that must not have said anything wrong by the end."""
    path = chromium()
    if path is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium, or ALTERED_CHROMIUM")
    playwright = pytest.importorskip("playwright.sync_api", reason="needs the extra dev")
    with playwright.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=path, args=["--no-sandbox"])
        made = browser.new_page(viewport={"width": 1440, "height": 900})
        settings = json.dumps(json.dumps({"pace": "0", "confirm": "off"}))
        kept = f"localStorage.setItem('altered-table', {settings})"
        made.add_init_script(f"if (location.protocol !== 'about:') {kept}")
        wrong: list[str] = []
        made.on("pageerror", lambda error: wrong.append(str(error)))
        made.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        yield made
        browser.close()
    assert not wrong


def open_at(page, address, place):
    page.goto("about:blank")  # another part of an address alone would open nothing anew
    page.goto(f"{address}#{place}")


def begin(page, address, opponent):
    open_at(page, address, "/play")
    page.wait_for_selector("form.begin")
    page.get_by_label("Played by").all()[1].select_option(opponent)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector("button.option")


def play_to_the_end(page):
    """Click the last option, at every third decision the first; how often."""
    for number in range(1000):
        page.wait_for_selector("main:not(.waiting) button.option, .result")
        if page.query_selector(".result"):
            return number
        at = 0 if number % 3 else -1
        page.evaluate(
            "k => { const all = [...document.querySelectorAll('button.option')];"
            " if (all.length) all.at(k).click(); }",
            at,
        )
    raise AssertionError("the game is not over")


def replay_of(page):
    with page.expect_download() as found:
        page.get_by_role("button", name="Download replay").click()
    return Replay.from_json(found.value.path().read_text("utf-8"))


@pytest.mark.parametrize("opponent", ["greedy", "rules", STRONGEST_FAST])
def test_a_whole_game_is_played_and_python_replays_it(page, address, opponent):
    begin(page, address, opponent)
    page.keyboard.press("h")
    page.wait_for_selector(".opinion")
    assert play_to_the_end(page) > 10
    replay = replay_of(page)
    assert replay.play().over
    page.get_by_role("button", name="Analyse this game").click()
    page.wait_for_selector(".replaying")
    assert page.get_by_text(f"Step 0 of {len(replay.actions)}").is_visible()
    page.get_by_role("button", name="One step forward").click()
    page.wait_for_selector(".curve .dot, .curve .line")
    page.wait_for_selector(".scores")  # the accuracy so far
    page.wait_for_selector(".thought")  # of the decision that is shown


def test_the_first_game_explains_rules_and_can_be_replayed(page, address):
    open_at(page, address, "/learn")
    page.get_by_role("button", name="Start the first game").click()
    page.wait_for_selector(".lesson:not([hidden])")
    assert page.inner_text(".lesson").startswith("What this is about.")
    page.get_by_role("button", name="No more hints").click()
    first = page.inner_text(".decision")
    page.reload()
    page.wait_for_selector("button.option")
    assert page.inner_text(".decision") == first  # it is where it was
    assert play_to_the_end(page) > 10
    replay = replay_of(page)
    assert replay.format == "first_game" and replay.play().over
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_selector("button.option")


def test_a_goldfish_plays_nothing(page, address):
    open_at(page, address, "/learn")
    page.get_by_label("Against").select_option("goldfish")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("button.option")
    assert play_to_the_end(page) > 10
    assert replay_of(page).play().winners == (0,)


def test_without_a_network_the_site_goes_on(page, address):
    begin(page, address, "greedy")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("button.option")  # the game is where it was
    begin(page, address, "rules")
    assert play_to_the_end(page) > 10
    open_at(page, address, "/cards")
    page.get_by_label("Text").fill("brassbug hub")
    page.wait_for_selector("text=Brassbug Hub")


def test_cards_are_found_by_plurals_references_and_links(page, address):
    open_at(page, address, "/cards")
    for text, name in [
        ("3 cost axiom robots", "Axiom Puppeteer"),
        ("coreks_ax_04", "Kelon Elemental"),
        ("https://example.org/cards/ALT_CORE_B_AX_16_F", "Foundry Armorer"),
        ("unique", "there are no unique cards here"),
    ]:
        page.get_by_label("Text").fill(text)
        page.wait_for_selector(f"text={name}")


def test_a_deck_is_built_and_played(page, address):
    open_at(page, address, "/decks/build")
    page.get_by_label("Hero", exact=True).select_option("CORE_BR_01_C")
    page.get_by_text("Start from a list").click()
    page.wait_for_selector("select option:nth-child(3)", state="attached")
    page.get_by_label("Lists of the package, by archetype").select_option(index=1)
    page.wait_for_selector(".legality .legal")
    page.get_by_role("button", name="Play it at once").click()
    page.wait_for_selector("button.option")


def test_a_decision_is_taken_back(page, address):
    begin(page, address, "greedy")
    before = page.inner_text(".decision")
    page.query_selector("button.option").click()
    page.wait_for_selector("[data-key=back]").click()
    page.wait_for_selector(".decision:not(:has([data-key=back]))")
    assert page.inner_text(".decision") == before


def test_an_engine_that_is_missing_is_said(page, address):
    page.route("**/engine.wasm", lambda route: route.fulfill(status=500, body=""))
    open_at(page, address, "/play")
    page.wait_for_selector("text=The engine cannot be loaded")
    page.unroute("**/engine.wasm")
