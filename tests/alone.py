"""An environment with a built wheel and its requirements, and nothing else.

Nothing is fetched: the libraries are those of the environment that the tests run in, linked one by
one, as the wheel's metadata and theirs say. `python -S` sees none but these.
"""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from email.parser import HeaderParser
from functools import cache
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
NAME = "altered-env"


def build(folder: Path) -> Path:
    """The wheel of this checkout, built into a folder."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


@cache
def asked_by(wheel: Path) -> tuple[str, ...]:
    """The requirements of a wheel, line by line."""
    with zipfile.ZipFile(wheel) as file:
        (name,) = (name for name in file.namelist() if name.endswith(".dist-info/METADATA"))
        return tuple(HeaderParser().parsestr(file.read(name).decode()).get_all("Requires-Dist"))


def closure(wheel: Path, extras: Iterable[str]) -> dict[str, Distribution]:
    """The libraries that a wheel needs with these extras, and those that they need."""
    found: dict[str, Distribution] = {}
    left = [(NAME, frozenset(extras))]
    done = set()
    while left:
        name, wanted = left.pop()
        if (name, wanted) in done:
            continue
        done.add((name, wanted))
        if name == NAME:
            lines: Iterable[str] = asked_by(wheel)
        else:
            found[name] = distribution(name)
            lines = found[name].requires or ()
        for line in lines:
            asked = Requirement(line)
            marker = asked.marker
            if marker is None or any(marker.evaluate({"extra": e}) for e in (wanted or {""})):
                left.append((canonicalize_name(asked.name), frozenset(asked.extras)))
    return found


class Alone:
    """An environment of a wheel and of some extras."""

    def __init__(self, wheel: Path, folder: Path, extras: Iterable[str] = ()) -> None:
        self.folder = folder
        folder.mkdir()
        with zipfile.ZipFile(wheel) as file:
            file.extractall(folder)
        for library in closure(wheel, extras).values():
            for top in {file.parts[0] for file in library.files or ()} - {"..", "__pycache__"}:
                there = folder / top
                if not there.exists() and not top.endswith(".pth"):
                    there.symlink_to(Path(str(library.locate_file(top))))

    def run(
        self, *arguments: str, cwd: Path, before: Iterable[Path] = (), safe: bool = True
    ) -> subprocess.CompletedProcess[str]:
        """Run Python in it, with these arguments. `before`: folders that come earlier on its path.
        Unless it is `safe`, `cwd` comes first of all, as where a user runs it."""
        flags = ["-S", "-s", *(["-P"] if safe else []), "-W", "ignore"]
        command = [sys.executable, *flags, *arguments]
        path = os.pathsep.join(map(str, (*before, self.folder)))
        environment = {**os.environ, "PYTHONPATH": path}
        return subprocess.run(
            command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=600
        )
