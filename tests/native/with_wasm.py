"""The WebAssembly package in `build/wasm`, in Node and in Chromium. `make wasm` and
`make test-engine` build it first; `make wasm` plays 400 games besides."""

from __future__ import annotations

import functools
import gzip
import http.server
import json
import re
import shutil
import subprocess
import threading
from pathlib import Path

import pytest

from tests.native.with_engine import ROOT, run
from tests.web.serving import chromium

PACKAGE = ROOT / "build" / "wasm"
HERE = Path(__file__).parent
LARGEST = 1_000_000
"""Bytes of the module, compressed; the book and weights are in `memory.bin.gz`."""


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    file = tmp_path_factory.mktemp("games") / "games.jsonl"
    run("-m", "tests.native.wasm_games", str(file), "--games", "12")
    return file


def node(script: str, *given: str | Path) -> str:
    """The output of a script. The test fails if the script does."""
    done = subprocess.run(
        ["node", HERE / script, *given], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_the_module_is_small_and_asks_the_page_for_nothing():
    assert len(gzip.compress((PACKAGE / "engine.wasm").read_bytes(), 9)) < LARGEST
    asks = "new WebAssembly.Module(require('fs').readFileSync(process.argv[1]))"
    said = subprocess.run(
        ["node", "-p", f"JSON.stringify(WebAssembly.Module.imports({asks}))",
         PACKAGE / "engine.wasm"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(said.stdout) == []


def test_games_are_the_same_in_node(games):
    said = node("wasm_games.mjs", PACKAGE, games)
    counts = dict(re.findall(r"^(\w+): (\d+)$", said, re.MULTILINE))
    assert int(counts["records"]) == 12 and int(counts["net"]) > 50


def test_a_worker_plays_in_node(games):
    found = json.loads(node("wasm_in_node.mjs", PACKAGE, games))
    assert found["wrong"] == [] and found["decisions"] > 50 and found["beats"] > 0


def test_a_package_with_a_file_missing_says_which(tmp_path):
    package = tmp_path / "package"
    shutil.copytree(PACKAGE, package)
    (package / "words.json").unlink()
    client = (package / "client.js").as_uri()
    ask = (
        f"const {{ Client }} = await import('{client}'); await new Client().start('axiom', 'muna')"
    )
    done = subprocess.run(
        ["node", "--input-type=module", "-e", ask], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1 and re.search("worker failed: .*words.json", done.stderr)


@pytest.fixture
def address(tmp_path):
    """The package and the tests on a web server."""
    (tmp_path / "package").symlink_to(PACKAGE)
    shutil.copy(HERE / "wasm_worker.mjs", tmp_path)
    (tmp_path / "index.html").write_text("<!doctype html><title>Altered</title>", "utf-8")

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    handler = functools.partial(Quiet, directory=str(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_worker_plays_in_chromium(games, address):
    path = chromium()
    if path is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium, or ALTERED_CHROMIUM")
    playwright = pytest.importorskip("playwright.sync_api", reason="needs the extra dev")
    recorded = [json.loads(line) for line in games.read_text("utf-8").splitlines()[:2]]
    with playwright.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(address)
        found = page.evaluate(
            "async (games) => (await import('/wasm_worker.mjs'))"
            ".played(await import('/package/client.js'), games)",
            recorded,
        )
        browser.close()
    assert found["wrong"] == [] and found["decisions"] > 50 and found["beats"] > 0
