"""Tests with the lowest versions allowed by `pyproject.toml`: `make lowest`.

A separate environment gets exactly these versions, for the package and every extra that the tests
need. Tests that touch a library run in it as plain Python; then a game is compiled and played,
since Numba is a library, too, followed by the tests that play hundreds of games.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXTRAS = ("build", "train", "analysis", "pictures", "web")
TOOLS = ("pytest", "hypothesis", "pytest-xdist", "httpx", "httpx2", "jsonschema", "packaging")
"""Old and new Starlette ask with one `httpx` each."""
TESTS = (
    "tests/test_saved_files.py",
    "tests/envs/test_pettingzoo.py",
    "tests/envs/test_gym_env.py",
    "tests/envs/test_gym_vector.py",
    "tests/envs/test_sb3.py",
    "tests/game/test_game.py",
    "tests/cards/test_loading.py",
    "tests/render",
    "tests/training/test_average.py",
    "tests/web/test_server.py",
)
PLAYING = ("tests/training/test_regression.py", "tests/training/test_simulation.py")
"""They play hundreds of games: compiled, as everything else is there."""


def lowest(lines: list[str]) -> list[str]:
    """Return the lowest version that each requirement allows.

    >>> lowest(["numba>=0.61,<0.69", "altered-env[pictures]"])
    ['numba==0.61']
    """
    found = (re.match(r"([\w.\[\]-]+)>=([\w.]+)", line) for line in lines)
    return [f"{match[1]}=={match[2]}" for match in found if match]


def asked() -> list[str]:
    """The lowest version of each library of the package and of these extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    return lowest([*project["dependencies"], *(line for name in EXTRAS for line in extras[name])])


def main() -> int:
    home = ROOT / "build/lowest"
    if not home.exists():
        venv.create(home, with_pip=True)
    python = str(home / "bin/python")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, *asked(), *TOOLS], check=True)
    print("\n".join(asked()))
    plain = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"}
    # older libraries warn of deprecations in their dependencies
    older = ("-W", "default::DeprecationWarning", "-W", "default::PendingDeprecationWarning")
    pytest = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *older]
    tests = subprocess.run([*pytest, *TESTS], cwd=ROOT, env=plain).returncode
    compiled = {**plain, "NUMBA_DISABLE_JIT": "0"}
    command = [python, "-m", "altered_env", "arena", "greedy", "random", "--games", "2"]
    played = subprocess.run(command, cwd=ROOT, env=compiled).returncode
    return tests or played or subprocess.run([*pytest, *PLAYING], cwd=ROOT, env=compiled).returncode


if __name__ == "__main__":
    sys.exit(main())
