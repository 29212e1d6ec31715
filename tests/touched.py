"""What `make check` runs: the tests that a change touches, as far as its time goes.

A change is the difference from the merge base with `main`. Tests that are part of it come first,
then those that import changed modules, the nearest first; a change of data selects the tests of its
package and those that name it. A few quick files are always there. All of it runs as plain Python,
so that a changed rule is not compiled; `make test` runs everything, compiled. They are chosen by
how long they took once; however long they take now, it ends in time (`in_time.py`).

`python -m tests.touched` prints the files; with `--run -n 2` they are given to pytest.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from tests import durations
from tests.changes import ROOT, changed
from tests.test_house import at_home, imports, module_of

__all__ = ["chosen", "main", "touched"]

SECONDS = 80.0
"""The time budget of the chosen tests, by `durations-plain.tsv`; half of that in parallel."""
WITHIN = 65.0
"""The time limit in seconds, after which tests are cut off."""
UNKNOWN = 4.0
"""The assumed duration of an unmeasured file, in seconds."""
SMOKE = (
    "tests/test_leftovers.py",
    "tests/cards/test_catalogue.py",
    "tests/decks/test_forms.py",
    "tests/envs/test_card_features.py",
    "tests/game/test_view.py",
    "tests/language/test_notation.py",
    "tests/render/test_palette.py",
    "tests/rules/test_4_passing.py",
    "tests/scenario/test_answers.py",
)
"""A few quick files, of every floor of the house."""


@cache
def _modules() -> dict[str, Path]:
    """Every module of the project and of its tests, and where it is."""
    folders = ("altered_env", "tests")
    return {module_of(path): path for top in folders for path in sorted((ROOT / top).rglob("*.py"))}


@cache
def _importers() -> dict[str, set[str]]:
    """Return the importers of each module. Any other name counts as its package."""
    paths = _modules()
    found: dict[str, set[str]] = {}
    for module, path in paths.items():
        for _, name in imports(path, types=False):
            used = at_home(name)
            while used and used not in paths:
                used = used.rpartition(".")[0]
            if used:
                found.setdefault(used, set()).add(module)
    return found


def distances(start: Iterable[str], by: Mapping[str, set[str]]) -> dict[str, int]:
    """Return the number of imports between the changes and each module."""
    found = dict.fromkeys(start, 0)
    queue = deque(found)
    while queue:
        module = queue.popleft()
        for user in by.get(module, ()):
            if user not in found:
                found[user] = found[module] + 1
                queue.append(user)
    return found


def touched(names: Iterable[str]) -> dict[str, int]:
    """The files of tests that a change of these files touches, each with how near it is."""
    names = list(names)
    paths = {module: path.relative_to(ROOT).as_posix() for module, path in _modules().items()}
    start = [module for module, path in paths.items() if path in names]
    found = {paths[module]: far for module, far in distances(start, _importers()).items()}
    tests = [path for path in paths.values() if path.startswith("tests/")]
    texts = {path: (ROOT / path).read_text("utf-8") for path in tests}
    for name in names:
        path = Path(name)
        if path.name == "conftest.py":
            found |= {test: 1 for test in texts if Path(test).is_relative_to(path.parent)}
        elif path.suffix != ".py":
            beside = f"tests/{path.parts[1]}/" if path.parts[0] == "altered_env" else path.name
            for test, text in texts.items():
                if test.startswith(beside) or path.name in text:
                    found.setdefault(test, 1)
    return {test: far for test, far in found.items() if Path(test).name.startswith("test_")}


def chosen(names: Iterable[str], seconds: Mapping[str, float]) -> tuple[list[str], list[str]]:
    """The files of tests to run, and those that are touched as well but left to `make test`."""
    near = touched(names)
    order = sorted(near, key=lambda test: (near[test], seconds.get(test, UNKNOWN), test))
    left = SECONDS - sum(seconds.get(test, UNKNOWN) for test in SMOKE)
    run, rest = list(SMOKE), []
    for test in order:
        takes = seconds.get(test, UNKNOWN)
        if test in run:
            continue
        if takes <= left and takes < durations.LIMIT:  # what reached the limit may take minutes
            run.append(test)
            left -= takes
        else:
            rest.append(test)
    return run, rest


def main() -> int:
    run, rest = chosen(changed(), durations.read(durations.PLAIN))
    if sys.argv[1:2] != ["--run"]:
        print("\n".join(run))
        return 0
    if rest:
        print(f"{len(rest)} more files of tests are touched, which `make test` runs")
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    until = f"--until={time.time() + WITHIN:.0f}"
    command = [sys.executable, "-m", "pytest", "-q", until, *sys.argv[2:], *run]
    return subprocess.run(command, cwd=ROOT, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
