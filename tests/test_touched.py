"""The selection of tests by `make check`."""

from __future__ import annotations

from pathlib import Path

from tests import durations, touched


def test_the_durations_that_come_along_are_of_files_that_are_there():
    assert not [
        name for name in durations.read(durations.PLAIN) if not (durations.ROOT / name).is_file()
    ]


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
