"""The screenshots of docs/web.md, every page at every size among them, and the short film of a
replay: `make film`."""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from altered_env import Game
from altered_env.agents import make
from altered_env.game.replay import Replay
from altered_env.web.app import PAGES, PARTS
from tests.web.serving import SIZES, chromium, served

DOCS = Path(__file__).parents[2] / "docs/images"
SIZE = {"width": 1280, "height": 800}
COLOURS = 96
FRAMES = 36
SHEET = 1440
"""The width of a sheet with all pages at one size."""


def main() -> int:
    """Make them. Return 1 without Chromium."""
    path = chromium()
    if path is None:
        print("no Chromium on this machine: apt-get install chromium")
        return 1
    DOCS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        replay = Path(folder) / "replay.json"
        _record(replay)
        with served(Path(folder)) as address, sync_playwright() as p:
            browser = p.chromium.launch(executable_path=path, args=["--no-sandbox"])
            page = browser.new_page(viewport=SIZE)  # type: ignore[arg-type]  # it is one
            page.emulate_media(color_scheme="dark")
            page.add_init_script("localStorage.setItem('altered-table', '{\"pace\": \"0\"}')")
            _table(page, address)
            _replay(page, address, replay)
            page.goto(f"{address}/cards?faction=yzmir&type=character")
            page.wait_for_selector(".leaf")
            _keep(page, "cards")
            for width, height in SIZES:
                _sheet(page, address, width, height)
            browser.close()
    return 0


def _record(path: Path) -> None:
    """A game between two good players."""
    game = Game.start("lyra", "ordis", seed=5)
    players = [make("rules", seed=1), make("greedy", seed=2)]
    while not game.over:
        seat = game.seat()
        game.act(players[seat.player].act(seat))
    Replay.of(game).save(path)


def _sheet(page: Page, address: str, width: int, height: int) -> None:
    """All pages at one size, as they open, and a table in the middle of a game."""
    page.set_viewport_size({"width": width, "height": height})
    below = [f"{name}/{part}" for name, parts in PARTS.items() for part in parts]
    pictures = []
    for name in [*PAGES, *below]:
        page.goto(f"{address}/{name}")
        page.locator("main .loading").wait_for(state="hidden")
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(400)
        pictures.append(_image(page))
    _begin(page, address, 8)
    pictures.append(_image(page))
    columns = 6 if width < 500 else 4
    wide = SHEET // columns
    high = round(wide * height / width)
    rows = -(-len(pictures) // columns)
    sheet = Image.new("RGB", (wide * columns, high * rows))
    for k, picture in enumerate(pictures):
        small = picture.resize((wide, high), Image.Resampling.LANCZOS)
        sheet.paste(small, (k % columns * wide, k // columns * high))
    path = DOCS / f"pages-{width}.webp"
    sheet.save(path, quality=50)
    print(f"{path.name}: {path.stat().st_size:,} bytes")


def _table(page: Page, address: str) -> None:
    _begin(page, address, 22)
    page.keyboard.press("h")
    page.get_by_text("Your chance of winning").wait_for(timeout=300_000)
    _keep(page, "play")


def _begin(page: Page, address: str, decisions: int) -> None:
    """A game after so many decisions."""
    page.goto(f"{address}/play")
    page.wait_for_selector("form.begin")
    page.get_by_label("Seed").fill("7")
    page.get_by_role("button", name="Start the game").click()
    for _ in range(decisions):
        page.wait_for_selector("button.option")
        before = page.inner_text(".decision")
        for button in page.query_selector_all("button.option"):
            if button.get_attribute("data-kind") != "pass":
                button.click()
                break
        page.wait_for_timeout(250)
        if page.inner_text(".decision") == before:
            page.wait_for_timeout(500)


def _replay(page: Page, address: str, replay: Path) -> None:
    page.goto(f"{address}/replay")
    page.set_input_files("input[type=file]", replay)
    page.wait_for_selector(".plot .line")
    page.get_by_text("Analysing").wait_for(state="hidden", timeout=600_000)
    frames = []
    for step in range(FRAMES):
        page.keyboard.press("ArrowRight")
        page.get_by_text(f"Step {step + 1} of").wait_for()
        page.wait_for_timeout(600 if step == 0 else 350)
        frames.append(_image(page).resize((960, 600), Image.Resampling.LANCZOS))
        if step == 25:
            _keep(page, "replay")
    first, *others = frames
    film = DOCS / "replay.webp"
    first.save(film, save_all=True, append_images=others, duration=700, loop=0, quality=55)
    print(f"{film.name}: {film.stat().st_size:,} bytes")


def _image(page: Page) -> Any:
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def _keep(page: Page, name: str) -> None:
    page.wait_for_timeout(600)
    path = DOCS / f"{name}.png"
    _image(page).quantize(COLOURS).save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    sys.exit(main())
