"""How tests are dealt to workers, what `make check` chooses, and how durations are kept."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import dealing, durations, touched
from tests.dealing import Dealer

SECONDS = {
    "tests/quick.py": 1.0,
    "tests/middle.py": 20.0,
    "tests/long.py": 100.0,
    "tests/long.py::test_a": 60.0,
    "tests/long.py::test_b[x]": 39.0,
}
TESTS = [
    "tests/quick.py::test_1",
    "tests/long.py::test_a",
    "tests/middle.py::test_1",
    "tests/long.py::test_b[x]",
    "tests/quick.py::test_2",
    "tests/long.py::test_c",
    "tests/new.py::test_1",
    "tests/middle.py::test_2",
]


@pytest.fixture(autouse=True)
def no_shares(monkeypatch):
    monkeypatch.setattr(dealing, "shares", lambda file: False)


def test_the_longest_are_dealt_first_and_long_files_test_by_test():
    dealt = [TESTS[k] for k in Dealer(SECONDS).ordered(TESTS)]
    assert dealt == [
        "tests/new.py::test_1",  # nobody knows how long it takes
        "tests/long.py::test_a",
        "tests/long.py::test_b[x]",
        "tests/middle.py::test_1",
        "tests/middle.py::test_2",
        "tests/quick.py::test_1",
        "tests/quick.py::test_2",
        "tests/long.py::test_c",
    ]


def test_tests_that_share_a_fixture_stay_together(monkeypatch):
    monkeypatch.setattr(dealing, "shares", lambda file: True)
    assert {Dealer(SECONDS).unit(test) for test in TESTS if "long" in test} == {"tests/long.py"}


def test_every_test_is_dealt_once():
    assert sorted(Dealer(SECONDS).ordered(TESTS)) == list(range(len(TESTS)))
    assert sorted(Dealer({}).ordered(TESTS)) == list(range(len(TESTS)))


def test_workers_are_given_units_in_that_order(tmp_path):
    for name in ("fast", "slow"):
        (tmp_path / f"test_{name}.py").write_text(
            "def test_1(): pass\ndef test_2(): pass\n", "utf-8"
        )
    (tmp_path / "conftest.py").write_text(
        "from tests import dealing, durations\n"
        "from tests.conftest import Dealing, pytest_collection_modifyitems\n"
        "dealing.shares = lambda file: False\n"
        "durations.known = lambda: {'test_fast.py': 1.0, 'test_slow.py': 9.0}\n"
        "def pytest_configure(config): config.pluginmanager.register(Dealing())\n",
        "utf-8",
    )
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-n1", "--dist=loadfile", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert ran.stdout.index("test_slow.py::test_1") < ran.stdout.index("test_fast.py::test_1")
    assert "4 passed" in ran.stdout and not ran.returncode


def test_durations_are_kept_and_read(tmp_path):
    rows = durations.table({"tests/a.py::one": 2.0, "tests/a.py::two": 0.1, "tests/b.py::x": 0.2})
    assert rows == {
        "tests/a.py": pytest.approx(2.1),
        "tests/a.py::one": 2.0,
        "tests/b.py": pytest.approx(0.2),
    }
    durations.write(tmp_path / "kept.tsv", rows)
    assert durations.read(tmp_path / "kept.tsv") == {name: round(s, 1) for name, s in rows.items()}


def test_the_slowest_are_listed():
    text = durations.slowest(SECONDS, 1)
    assert text.splitlines() == [
        "    60.0 s  tests/long.py::test_a",
        "    60.0 s  of 121 s in all",
    ]


@pytest.mark.parametrize("path", [durations.COMPILED, durations.PLAIN], ids=lambda path: path.name)
def test_the_durations_that_come_along_are_of_files_that_are_there(path):
    files = {name.partition("::")[0] for name in durations.read(path)}
    assert not sorted(name for name in files if not (durations.ROOT / name).is_file())


@pytest.mark.parametrize("path", [durations.COMPILED, durations.PLAIN], ids=lambda path: path.name)
def test_the_durations_that_come_along_name_no_folder_of_a_machine(path):
    assert not [name for name in durations.read(path) if re.search(r"(?<![\w\]])/\w", name)]


def test_a_change_touches_what_imports_it_the_nearest_first():
    near = touched.touched(["altered_env/render/palette.py", "tests/decks/test_stats.py"])
    assert near["tests/decks/test_stats.py"] == 0
    assert near["tests/render/test_palette.py"] == 1
    assert near["tests/render/test_picture.py"] >= 2 or "tests/render/test_picture.py" not in near


def test_a_change_of_data_touches_the_tests_that_name_it():
    near = touched.touched(
        ["altered_env/protocol/schema.json", "docs/rulesets.tsv", "tests/game/conftest.py"]
    )
    assert any(name.startswith("tests/protocol/") for name in near)
    assert "tests/rules/test_points_of_5_0.py" in near
    assert "tests/game/test_view.py" in near and "tests/rules/test_4_passing.py" not in near


def test_what_is_chosen_fits_and_the_rest_is_said():
    every = {path.relative_to(touched.ROOT).as_posix(): 5.0 for path in _tests()}
    run, rest = touched.chosen(["altered_env/engine/layout.py"], every)
    assert set(run) >= set(touched.SMOKE) and not set(run) & set(rest)
    assert sum(every[test] for test in run) <= touched.SECONDS < sum(every.values())
    assert set(touched.touched(["altered_env/engine/layout.py"])) <= set(run) | set(rest)
    assert touched.chosen([], every) == (list(touched.SMOKE), [])


def test_a_file_that_was_not_measured_to_its_end_is_left_to_all_tests():
    slow = "tests/game/test_command.py"
    assert slow in touched.chosen([slow], {slow: durations.LIMIT - 0.1})[0]
    assert slow in touched.chosen([slow], {slow: float(durations.LIMIT)})[1]


def test_the_quick_files_are_there():
    assert set(touched.SMOKE) <= {path.relative_to(touched.ROOT).as_posix() for path in _tests()}


def _tests() -> list[Path]:
    return sorted((touched.ROOT / "tests").rglob("test_*.py"))
