"""Building the engine from the sources that are here, unless what is there fits."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from altered_env._runtime.progress import Progress, span
from altered_env.building import bitcode, header, linking, object_code
from altered_env.engine import cache
from altered_env.engine.compiled import FOLDERS
from altered_env.game.books import ship_pool
from altered_env.native import PLACE, built_engine, shipped
from altered_env.native.entry_table import TABLE, Row

BUILDER = Path(__file__).parent


def build(names: Sequence[str] = (), anew: bool = False, place: Path = PLACE) -> None:
    """Build the engine into a folder; or some entries of it, and the engine if they call it, to try
    them in a folder of their own.

    Raises `NoCompilerError` where there is nothing to link with, `LookupError` for an entry there
    is not, `RuntimeError` where something is wrong with the sources.
    """
    for name in names:
        if name not in {row.name for row in TABLE}:
            raise LookupError(f"no entry is called {name[:40]!r}")
    if names and place == PLACE:
        raise LookupError("some entries alone are no engine: name a folder for them with --into")
    linking.compiler(), linking.headers()  # before minutes are spent
    if not names and not anew and _fits(place):
        _ship(place)
        print(f"The engine was built from these sources: {place}.")
        return
    start = time.monotonic()
    sources, tools = built_engine.fingerprint(FOLDERS), _tools()
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent, prefix=".building-") as folder:
        made = Path(folder) / place.name
        made.mkdir()
        files = _make(bitcode.jobs(names), made)
        _ship(made)
        (made / header.NAME).write_text(header.header(), "utf-8")
        if built_engine.fingerprint(FOLDERS) != sources:
            raise RuntimeError("a source of the rules was edited meanwhile: begin again")
        about = built_engine.describe(sources, cache.syntax(*FOLDERS), tools, files)
        text = json.dumps(about, indent=1) + "\n"
        (made / built_engine.DESCRIPTION).write_text(text, "utf-8")
        if place.exists():
            os.replace(place, Path(folder) / "before")
        os.replace(made, place)
    size = sum(path.stat().st_size for path in place.iterdir())
    print(f"Built in {span(time.monotonic() - start)}: {place}, {size / 1e6:.1f} MB.")


def _ship(place: Path) -> None:
    """Write the compiled cards of today beside the engine, and remove those of before."""
    kept = ship_pool(place)
    for path in place.glob(f"*{shipped.ENDING}"):
        if path not in kept:
            path.unlink()


def _tools() -> str:
    """A hash of what builds: this folder, and the layer that calls."""
    found = hashlib.sha256()
    for path in sorted([*BUILDER.glob("*.py"), linking.HELPERS, linking.CALLS]):
        found.update(path.read_bytes())
    return found.hexdigest()


def _fits(place: Path) -> bool:
    """Was what is there built from these sources, by what builds now, and is it whole?"""
    try:
        found = built_engine.find(FOLDERS, lambda: cache.syntax(*FOLDERS), place)
    except built_engine.LibraryError as error:
        print(f"Building anew: {error.what}.")
        return False
    return found is not None and bool(found.tools == _tools())


def _make(jobs: list[bitcode.Job], folder: Path) -> list[Path]:
    """The files of a library."""
    levels = object_code.levels()
    shares = [WEIGHTS.get(row.name, 1) for row, _ in jobs] + [OPTIMISING] * len(levels)
    progress = Progress(sum(shares), "parts").begin()
    begun = 0

    def said(what: str) -> None:
        nonlocal begun
        progress.say(sum(shares[:begun]), note=what)
        begun += 1

    def compiling(_: Row, players: int) -> None:
        said(f"{'two' if players == 2 else 'four'} players")

    files = [folder / built_engine.calls_name()]
    try:
        linking.compile_calls(files[0])
        module = bitcode.module_of(jobs, compiling)
        for level in levels:
            said(f"machine code for {level}")
            code = object_code.object_of(module, level)
            files.append(folder / built_engine.engine_name(level))
            linking.link(code, files[-1])
    finally:
        progress.clear()
    return files


WEIGHTS = {"step_engine": 50, "serve_learners": 10}
"""About how many seconds an entry takes, with all that none before it has called."""
OPTIMISING = 35
"""And machine code for a family of processors."""
