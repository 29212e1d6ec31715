"""The table names every compiled function that Python calls, with the types of its arguments."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from altered_env.engine.compiled import FLOORS
from altered_env.native.argument_types import Array, Number, Rules, Tuple, read
from altered_env.native.entry_table import RECORDS, TABLE, symbol
from tests.native.compiled_functions import PACKAGE, compiled_functions

ONLY_TESTED = {("thinking.learning_entry", "plans_of")}
"""Entries that only tests call, which compile them."""
READ_AS_PYTHON = {
    ("engine.chance", "below"),  # game/playback.py
    ("engine.knowing", "face_known"),  # game/visibility.py
    ("engine.faces", "found_by_face"),  # game/withholding.py
}
"""Functions called as plain Python on purpose, with one record at a time."""


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


def test_nothing_outside_calls_what_is_only_a_part_of_entries():
    """Under the built engine that would run as plain Python, slowly and silently."""
    parts = {(f.module, f.name) for f in compiled_functions() if f.decorator != "entry"}
    called = set()
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.relative_to(PACKAGE).parts[0] in FLOORS:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                module = node.module.removeprefix("altered_env.")
                called |= {(module, alias.name) for alias in node.names} & parts
    assert called == READ_AS_PYTHON


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
