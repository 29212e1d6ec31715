"""The table names every compiled function that Python calls, with the types of its arguments."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from altered_env.engine.adventure import region_at
from altered_env.engine.compiled import FLOORS, JIT
from altered_env.native.argument_types import Array, Number, Rules, Tuple, read
from altered_env.native.entry_table import RECORDS, TABLE, symbol
from tests.native.compiled_functions import PACKAGE, compiled_functions

ONLY_TESTED = {("thinking.learning_entry", "plans_of")}
"""Entries that only tests call: they give arrays, which no entry of the library does, and raise an
error with it."""
READ_AS_PYTHON = {
    ("engine.chance", "below"),  # game/playback.py
    ("engine.knowing", "face_known"),  # game/visibility.py
    ("engine.knowing", "reveal_to"),  # game/table_setup.py
    ("engine.faces", "found_by_face"),  # game/withholding.py
    ("engine.adventure", "region_at"),  # game/kernels.py
}
"""Functions called as plain Python on purpose, with one record at a time."""
KERNEL = {
    "rules": "engine.layout",
    "table": "engine.table",
    "layout": "batch.layout",
    "entries": "batch.entries",
}
"""Modules by their names in a kernel (`game/kernels.py`)."""
ROOT = PACKAGE.parent


def test_the_table_names_every_entry():
    entries = {(f.module, f.name) for f in compiled_functions() if f.decorator == "entry"}
    assert {(row.module, row.name) for row in TABLE} == entries - ONLY_TESTED


def test_each_entry_takes_as_many_arguments_as_the_table_says():
    takes = {(f.module, f.name): f.takes for f in compiled_functions()}
    assert {row.name: len(row.types) for row in TABLE} == {
        row.name: takes[row.module, row.name] for row in TABLE
    }


def test_rows_and_names_are_there_once():
    names = [symbol(row.name, players) for row in TABLE for players in row.players]
    assert len(set(names)) == len(names)
    assert all(2 in row.players for row in TABLE)


def used_of(path: Path) -> set[tuple[str, str]]:
    """What a file takes from other modules, by import, and as an attribute of an imported module or
    of one that a kernel gives."""
    found, modules = set(), {}
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            module = node.module.removeprefix("altered_env.").removeprefix("of_four.")
            for alias in node.names:
                found.add((module, alias.name))
                modules[alias.asname or alias.name] = f"{module}.{alias.name}"
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute):
            continue
        match node.value:
            case ast.Name(name):
                found.add((modules.get(name, ""), node.attr))
            case ast.Attribute(attr=name) if name in KERNEL:
                found.add((KERNEL[name], node.attr))
            case ast.Call(ast.Attribute(attr="module"), [ast.Constant(str(name))]):
                found.add((name, node.attr))
    return found


def test_nothing_outside_calls_what_is_only_a_part_of_entries():
    """Under the built engine that would run as plain Python, slowly and silently."""
    parts = {(f.module, f.name) for f in compiled_functions() if f.decorator != "entry"}
    called = set()
    for folder in (PACKAGE, ROOT / "agents", ROOT / "training", ROOT / "tests" / "web"):
        for path in sorted(folder.rglob("*.py")):
            if path.relative_to(folder).parts[0] not in FLOORS:
                called |= used_of(path) & parts
    assert called == READ_AS_PYTHON


@pytest.mark.skipif(not JIT, reason="only Numba refuses it: another engine runs it as Python")
def test_numba_refuses_such_a_call_so_that_every_test_finds_it():
    with pytest.raises(TypeError, match="not callable"):
        region_at(0, 3)


def test_uses_of_modules_are_found(tmp_path):
    file = tmp_path / "uses.py"
    file.write_text(
        "from altered_env.engine import chance, day as today\n"
        "chance.below(1, 2)\n"
        "today.dawn\n"
        "self._kernel.table.clone(1)\n"
        "kernel.module('thinking.plan').foresee(1)\n"
    )
    assert used_of(file) >= {
        ("engine.chance", "below"),
        ("engine.day", "dawn"),
        ("engine.table", "clone"),
        ("thinking.plan", "foresee"),
    }


def test_types_are_read():
    assert read("rules, i64, game[:], book[:] const, f32[:,:]") == (
        Rules(),
        Number("i64"),
        Array("game", 1, True),
        Array("book", 1, False),
        Array("f32", 2, True),
    )
    assert read("thinking.encode.Packed(i64[:,:], f64), i64") == (
        Tuple("thinking.encode", "Packed", (Array("i64", 2, True), Number("f64"))),
        Number("i64"),
    )
    assert read("none") == ()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("i65", "'i65' is no type; numbers are i64, f32, f64, bool"),
        ("i64 i64", "'i64' stands where a comma or the end would be right"),
        ("i64, ", "'' is no type"),
        ("a.B(i64, f64", "a bracket is not closed"),
        ("i64; i64", "is no list of types"),
    ],
)
def test_what_is_no_list_of_types_is_refused(text, says):
    with pytest.raises(ValueError, match=says):
        read(text)


def test_named_tuples_and_records_of_the_table_are_there():
    from importlib import import_module

    for place in RECORDS.values():
        module, _, name = place.rpartition(".")
        assert getattr(import_module(f"altered_env.{module}"), name).itemsize

    def look(kind):
        if isinstance(kind, Tuple):
            made = getattr(import_module(f"altered_env.{kind.module}"), kind.name)
            assert len(made._fields) == len(kind.parts), kind.name
            for part in kind.parts:
                look(part)
        elif isinstance(kind, Array):
            assert kind.items in RECORDS or kind.items in ("i8", "i16", "i32", "i64", "f32", "f64")

    for row in TABLE:
        for kind in row.types:
            look(kind)


def test_the_files_of_the_builder_are_in_the_package():
    assert (PACKAGE / "native" / "calls.c").is_file()
    assert (Path(PACKAGE) / "building" / "helpers.c").is_file()
