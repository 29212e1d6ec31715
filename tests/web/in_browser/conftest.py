"""A browser, a server, and a page in which nothing goes wrong: `make test-web`,
`make test-web-firefox`. Screenshots go to `build/screens`.

Not part of `make test`: it takes a browser, and minutes.
"""

from __future__ import annotations

import random
import shutil

import pytest

from altered_env import Game
from altered_env.game.replay import Replay
from tests.web.in_browser.driving import DOWNLOADS, IN_FIREFOX, WIDTHS, set_up, without_screenshots
from tests.web.serving import chromium, firefox, served


@pytest.fixture(scope="session")
def browser():
    path = firefox() if IN_FIREFOX else chromium()
    if path is None:
        pytest.skip("no such browser on this machine: apt-get install chromium or firefox-esr")
    playwright = pytest.importorskip("playwright.sync_api", reason="needs the extra dev")
    with playwright.sync_playwright() as p:
        if IN_FIREFOX:
            shutil.rmtree(DOWNLOADS, ignore_errors=True)
            DOWNLOADS.mkdir(parents=True)
            set_by = {"browser.download.folderList": 2, "browser.download.dir": str(DOWNLOADS)}
            made = p.firefox.launch(
                channel="moz-firefox", executable_path=path, firefox_user_prefs=set_by
            )
        else:
            made = p.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture(scope="session")
def data(tmp_path_factory):
    """The folder of the server's data, with the games that earlier tests have saved."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session")
def address(data):
    with served(data) as found:
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
    refused = "status of 400"  # which is shown
    assert not without_screenshots(text for text in wrong if refused not in text)


@pytest.fixture(scope="session")
def replay_file(tmp_path_factory):
    game = Game.start("lyra", "ordis", seed=5)
    chance = random.Random(5)
    while not game.over and game.day < 4:
        options = [o.action for o in game.options() if o.kind != "pass"] or game.legal_actions()
        game.act(chance.choice(options))
    path = tmp_path_factory.mktemp("replay") / "replay.json"
    Replay.of(game).save(path)
    return path
