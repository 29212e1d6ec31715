"""Building, with a few small entries: all of them take minutes (`make test-engine`)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module

import llvmlite.binding as llvm
import numpy as np
import pytest

from altered_env.building import linking, object_code, reusing
from altered_env.building.binaries import about
from altered_env.building.targets import here
from altered_env.engine.layout import EVERY_BIT, new_games
from altered_env.native import built_engine
from altered_env.native.built_engine import Library


def build(folder, *names, **settings):
    """Build these entries into a folder; return the output and the status."""
    done = subprocess.run(
        [sys.executable, "-m", "altered_env.building", *names, "--into", folder],
        env=os.environ | {"NUMBA_DISABLE_JIT": "0"} | settings,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def built(c_compiler, tmp_path_factory):
    place = tmp_path_factory.mktemp("building") / "built"
    kept = place.with_name("cache")
    kept.mkdir(mode=0o700)
    status, said = build(place, "clone", "measure_positions", ALTERED_CACHE=str(kept))
    assert status == 0, said
    return place


def read(place):
    return json.loads((place / built_engine.DESCRIPTION).read_text("utf-8"))


def record(where):
    module, _, name = where.rpartition(".")
    return getattr(import_module(f"altered_env.{module}"), name)


def test_an_entry_that_was_built_does_what_it_should(built):
    clone = Library(built, read(built)).entry("engine.table", "clone", 2, record)
    games, others = new_games(2), new_games(3)
    games["log"][:] = 7
    games["deck"][:] = [[3], [5]]
    games["logged"][1] = 2
    games["free"][:] = EVERY_BIT  # there is no object
    assert clone(games, 1, others, 2) is None
    assert (others["deck"][2] == games["deck"][1]).all() and not others[:2].view(np.uint8).any()
    assert (others["log"][2, :2] == 7).all() and not others["log"][2, 2:].any()


def test_nothing_but_entries_can_be_seen_from_outside(built):
    import ctypes

    for path in built.glob("engine-*"):
        if path.suffix in (".so", ".dylib", ".dll"):
            library = ctypes.CDLL(str(path))
            assert library.altered_clone_4 and library.altered_measure_positions_2
            assert b"_ZN" not in path.read_bytes()
            assert about(path.read_bytes()).machine.replace("arm64", "aarch64") == here().processor


def test_what_is_linked_in_comes_with_its_licences(built):
    text = (built / "LICENSES.txt").read_text("utf-8")
    assert "Numba" in text and "LLVM" in text and "NumPy" in text


def test_functions_are_compiled_anew_where_what_they_are_compiled_from_is_another(monkeypatch):
    files = dict(reusing._files())
    before = {name: reusing.sources_of(name) for name in files}
    files["engine.night"] = ("another", files["engine.night"][1])
    monkeypatch.setattr(reusing, "_files", lambda: files)
    monkeypatch.setattr(reusing, "sources_of", reusing.sources_of.__wrapped__)
    changed = {name for name in files if reusing.sources_of(name) != before[name]}
    assert {"engine.night", "engine.day", "engine.table"} <= changed
    assert not changed & {"engine.sets", "engine.chance", "engine.layout", "engine.costs"}


def test_functions_of_an_earlier_build_give_the_same_library(built):
    """And the same sources the same bytes."""
    kept, again = built.with_name("cache"), built.with_name("reused")
    for path in kept.glob("bitcode-*.kept"):
        path.unlink()
    status, said = build(again, "clone", "measure_positions", ALTERED_CACHE=str(kept))
    assert status == 0 and read(again) == read(built), said


def test_a_module_that_was_compiled_for_pointers_of_another_size_is_refused():
    llvm.initialize_all_targets()
    wasm = object_code.machine_of("wasm32-unknown-wasi", "generic")
    here_ = llvm.parse_assembly('target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"')
    with pytest.raises(RuntimeError, match="of 64 bits; those of wasm32-unknown-wasi have 32"):
        object_code.optimised(here_, wasm)
    there = llvm.parse_assembly(f'target datalayout = "{wasm.target_data}"')
    assert object_code.optimised(there, wasm).data_layout == str(wasm.target_data)


def test_what_cannot_be_built_is_refused(tmp_path):
    status, said = build(tmp_path / "built", "clones")
    assert (status, said) == (1, "make engine: no entry is called 'clones'\n")
    status, said = build(built_engine.PLACE, "clone")
    assert status == 1 and "name a folder for them with --into" in said
    assert not (tmp_path / "built").exists()


def test_without_a_compiler_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    with pytest.raises(linking.NoCompilerError, match="CC is 'no-such-compiler', which is no"):
        linking.compiler()
    monkeypatch.delenv("CC")
    monkeypatch.setattr(linking.shutil, "which", lambda name: None)
    monkeypatch.setattr(linking.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(linking.NoCompilerError, match="install gcc or clang"):
        linking.compiler()


def test_without_a_compiler_the_demonstration_goes_on(tmp_path):
    status, said = build(tmp_path / "built", "clone", "--if-possible", CC="no-such-compiler")
    assert status == 0 and "Numba compiles it on first use: CC is 'no-such-compiler'" in said


def test_without_the_headers_of_python_it_is_said_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setattr(linking.sysconfig, "get_path", lambda name: str(tmp_path))
    with pytest.raises(linking.NoCompilerError, match=r"holds no Python\.h: install python3"):
        linking.headers()
