"""A built engine is used if it is complete and matches, and otherwise refused with a message."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from altered_env import cli
from altered_env.native import built_engine, choice
from altered_env.native.built_engine import LibraryError, find


@pytest.fixture
def sources(tmp_path):
    folder = tmp_path / "engine"
    folder.mkdir()
    (folder / "day.py").write_text("DAY = 1\n", "utf-8")
    return (folder,)


@pytest.fixture
def place(tmp_path, sources):
    """A library that is whole, by its description; its files cannot be loaded."""
    folder = tmp_path / "built"
    folder.mkdir()
    files = [folder / built_engine.calls_name(), folder / built_engine.engine_name("generic")]
    for path in files:
        path.write_bytes(b"no code\n")
    about = built_engine.describe(built_engine.fingerprint(sources), "syntax", "tools", files)
    (folder / built_engine.DESCRIPTION).write_text(json.dumps(about), "utf-8")
    return folder


def changed(place, **values):
    path = place / built_engine.DESCRIPTION
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | values), "utf-8")


def refused(sources, place, syntax="other syntax"):
    with pytest.raises(LibraryError) as told:
        find(sources, lambda: syntax, place)
    assert "`make engine`" in str(told.value)
    return told.value.what


def test_where_nothing_is_built_nothing_is_found(sources, tmp_path):
    assert find(sources, lambda: "syntax", tmp_path / "nowhere") is None


def test_one_of_other_sources_is_refused(sources, place):
    (sources[0] / "day.py").write_text("DAY = 2\n", "utf-8")
    assert "was built from other sources of the rules" in refused(sources, place)


def test_one_of_sources_that_differ_in_comments_alone_fits(sources, place):
    (sources[0] / "day.py").write_text("DAY = 1  # the first\n", "utf-8")
    assert "cannot be loaded" in refused(sources, place, syntax="syntax")


def test_one_of_another_platform_is_refused(sources, place):
    changed(place, platform="plan9-vax")
    assert "is for plan9-vax, and this is " in refused(sources, place)


def test_one_of_another_table_is_refused(sources, place):
    changed(place, table="0")
    assert "has another table of entries" in refused(sources, place)


def test_one_of_another_version_is_refused(sources, place):
    changed(place, format=built_engine.FORMAT + 1)
    assert (
        f"has format '{built_engine.FORMAT + 1}'; this package reads {built_engine.FORMAT}"
        in refused(sources, place)
    )


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"format": 1}', "\x00\xff", '{"format": 1, "files": {}}'],
)
def test_a_damaged_description_is_refused(sources, place, text):
    (place / built_engine.DESCRIPTION).write_text(text, "utf-8")
    assert "engine.json" in refused(sources, place)


@pytest.mark.parametrize(
    "files",
    [{}, [], {"../calls": [1, "x"]}, {"calls": 1}, {"calls": ["1", "x"]}, {"calls": [1]}],
)
def test_a_description_of_no_files_is_refused(sources, place, files):
    changed(place, files=files)
    assert "engine.json is damaged" in refused(sources, place)


def test_a_file_that_is_missing_cut_off_or_changed_is_refused(sources, place):
    calls = place / built_engine.calls_name()
    calls.write_bytes(b"no c")
    assert "has 4 bytes instead of 8: it is not whole" in refused(sources, place)
    calls.write_bytes(b"no cod3\n")
    assert "was changed after it was built" in refused(sources, place)
    calls.unlink()
    assert f"{calls} is missing" in refused(sources, place)


def test_a_file_that_is_no_library_is_refused(sources, place):
    assert f"{place / built_engine.calls_name()} cannot be loaded" in refused(sources, place)


@pytest.fixture
def none_built(monkeypatch):
    for name in ("ALTERED_ENGINE", "ALTERED_CHECKED", "NUMBA_DISABLE_JIT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(choice, "find", lambda *_: None)
    return monkeypatch


def choose():
    return choice._choose((), lambda: "")[0]


def test_where_no_engine_is_built_numba_compiles(none_built, capsys):
    assert choose() == "jit"
    assert capsys.readouterr().err == ""


def test_an_engine_that_does_not_fit_is_named_and_numba_compiles(none_built, capsys):
    def find(*_):
        raise LibraryError("it is too short")

    none_built.setattr(choice, "find", find)
    assert choose() == "jit"
    assert capsys.readouterr().err == (
        "Numba compiles the rules: it is too short. `make engine` builds it anew.\n"
    )
    none_built.setenv("ALTERED_ENGINE", "aot")
    with pytest.raises(LibraryError, match="it is too short"):
        choose()


def test_an_engine_that_fits_is_used_unless_bounds_are_checked(none_built):
    found = object()
    none_built.setattr(choice, "find", lambda *_: found)
    assert choice._choose((), lambda: "") == ("aot", found)
    none_built.setenv("ALTERED_CHECKED", "1")
    assert choose() == "jit"


def test_an_engine_can_be_named(none_built):
    none_built.setenv("ALTERED_ENGINE", "python")
    assert choose() == "python"
    none_built.setenv("ALTERED_ENGINE", "jit")
    assert choose() == "jit"
    none_built.setenv("ALTERED_ENGINE", "")
    none_built.setenv("NUMBA_DISABLE_JIT", "1")
    assert choose() == "python"


@pytest.mark.parametrize(
    ("settings", "error", "says"),
    [
        ({"ALTERED_ENGINE": "gpu"}, ValueError, "ALTERED_ENGINE is 'gpu': aot, jit, python"),
        ({"ALTERED_ENGINE": "aot"}, LibraryError, "no engine is built here"),
        ({"ALTERED_ENGINE": "aot", "ALTERED_CHECKED": "1"}, ValueError, "checks no bounds"),
        ({"ALTERED_ENGINE": "jit", "NUMBA_DISABLE_JIT": "1"}, ValueError, "unset one of them"),
    ],
)
def test_settings_that_cannot_be_met_are_refused(none_built, settings, error, says):
    for name, value in settings.items():
        none_built.setenv(name, value)
    with pytest.raises(error, match=says):
        choose()


def test_without_a_built_engine_and_without_numba_it_is_said_what_to_install(none_built):
    none_built.setattr(choice.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"no engine is built here .*'altered-env\[build\]'"):
        choose()


def test_a_command_says_it_in_a_sentence(none_built, capsys):
    def chosen(*_):
        raise choice.NoEngineError("there is no engine")

    none_built.setattr(cli, "parser", lambda: SimpleNamespace(parse_args=chosen))
    assert cli.main(["demo"]) == 2
    assert capsys.readouterr().err == "altered: there is no engine\n"
