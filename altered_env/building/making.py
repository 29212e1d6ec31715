"""Building the engine from the sources, unless it is up to date."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from altered_env._runtime.progress import Progress, hint, span
from altered_env.building import (
    bitcode,
    header,
    licences,
    linking,
    object_code,
    parts,
    targets,
)
from altered_env.building.targets import Target
from altered_env.engine import cache
from altered_env.engine.compiled import FOLDERS
from altered_env.game.books import ship_pool
from altered_env.native import PLACE, built_engine, shipped
from altered_env.native.entry_table import TABLE

BUILDER = Path(__file__).parent


def build(names: Sequence[str] = (), anew: bool = False, place: Path = PLACE) -> None:
    """Build the engine into a folder; or some entries of it, and the engine if they call it, to try
    them in a folder of their own.

    Raises `NoCompilerError` without a linker, `LookupError` for an entry there
    is not, `RuntimeError` for an error in the sources.
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
    target = targets.here()
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent, prefix=".building-") as folder:
        make_all([target], Path(folder), names)
        if place.exists():
            os.replace(place, Path(folder) / "before")
        os.replace(Path(folder) / target.name, place)
    size = sum(path.stat().st_size for path in place.iterdir())
    print(f"Built in {span(time.monotonic() - start)}: {place}, {size / 1e6:.1f} MB.")


def make_all(wanted: Sequence[Target], folder: Path, names: Sequence[str] = ()) -> None:
    """Build the engine for these platforms, each into a folder of its name below this one.

    Raises as `build` does.
    """
    sources, tools = built_engine.fingerprint(FOLDERS), _tools()
    made = _make(names, wanted, folder)
    for name, files in made.items():
        _ship(folder / name)
        (folder / name / header.NAME).write_text(header.header(), "utf-8")
        (folder / name / licences.NAME).write_text(licences.text(name), "utf-8")
        about = built_engine.describe(sources, cache.syntax(*FOLDERS), tools, files, name)
        text = json.dumps(about, indent=1) + "\n"
        (folder / name / built_engine.DESCRIPTION).write_text(text, "utf-8")
    if built_engine.fingerprint(FOLDERS) != sources:
        raise RuntimeError("a source of the rules was edited meanwhile: begin again")


def _ship(place: Path) -> None:
    """Write the compiled cards beside the engine, in place of earlier ones."""
    kept = ship_pool(place)
    for path in place.glob(f"*{shipped.ENDING}"):
        if path not in kept:
            path.unlink()


def _tools() -> str:
    """A hash of what builds: this folder, and the layer that calls."""
    found = hashlib.sha256()
    for path in sorted([*BUILDER.glob("*.*"), linking.CALLS]):
        found.update(path.read_bytes())
    return found.hexdigest()


def _fits(place: Path) -> bool:
    """Return whether the built engine is whole, and made from these sources by these tools."""
    try:
        found = built_engine.find(FOLDERS, lambda: cache.syntax(*FOLDERS), place)
    except built_engine.LibraryError as error:
        print(f"Building anew: {error.what}.")
        return False
    return found is not None and bool(found.tools == _tools())


def _make(names: Sequence[str], targets: Sequence[Target], folder: Path) -> dict[str, list[Path]]:
    """The files of the libraries, each platform's in a folder of its name."""
    jobs = bitcode.jobs(names)
    shares = [parts.share_to_compile(half) for half in parts.halves_of(jobs)]
    if 0.0 < max(shares) < 1.0:
        hint(f"Compiling the {max(shares):.0%} of the functions that edits may have changed.")
    progress = Progress(parts.size_of(jobs, targets, shares), "parts").begin()
    made: dict[str, list[Path]] = {}
    objects = folder / "objects"
    objects.mkdir()
    try:
        for target in targets:
            (folder / target.name).mkdir()
            made[target.name] = [folder / target.name / target.calls]
            linking.compile_calls(target, made[target.name][0])
        parts.make(jobs, targets, objects, progress.say)
        for target, level in parts.pairs(targets):
            halves = [
                path
                for players in (2, 4)
                if (path := parts.object_file(objects, players, target, level)).exists()
            ]
            out = folder / target.name / target.engine(level)
            linking.link(halves, target, _calls_helpers(halves), out)
            made[target.name].append(out)
    finally:
        progress.clear()
    return made


def _calls_helpers(objects: Sequence[Path]) -> bool:
    return any(
        name.encode() in path.read_bytes() for path in objects for name in object_code.HELPERS
    )
