"""The mutations still apply, their tests exist, and a sample of them is detected.

All of them are tried by `make mutants`, which takes minutes.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from functools import cache

import pytest

from tests.citations import rows
from tests.mutants.mutation import ENGINE, ROOT, UnfitMutationError, mutate, read_all
from tests.mutants.run import KILLED, try_out

EVERY = read_all()
NO_RULES = {
    "__init__",
    "beliefs",  # sampling of closed lists
    "cache",  # the cache
    "capacities",  # capacities
    "choices",  # opens decisions for others
    "compiled",
    "copying",  # copies for looking ahead
    "faces",  # which cards another world may show
    "handle",
    "layout",
    "machine_code",
    "opcodes",
    "stack_arrays",
    "sets",
    "table",  # the entry that holds them all
    "terms",
}
"""Files of the engine without a rule to break."""
SAMPLE = ("a Character that is Asleep counts", "a tie is enough to move forward")


def source_of(mutation):
    return (ENGINE / f"{mutation.file}.py").read_text("utf-8")


@pytest.mark.parametrize("mutation", EVERY, ids=lambda mutation: mutation.name)
def test_its_text_is_found_once(mutation):
    assert mutate(source_of(mutation), mutation) != source_of(mutation)


@cache
def functions_of(file):
    tree = ast.parse((ROOT / "tests" / file).read_text("utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("mutation", EVERY, ids=lambda mutation: mutation.name)
def test_the_tests_meant_to_see_it_are_there(mutation):
    assert mutation.tests
    for test in mutation.tests:
        file, _, name = test.partition("::")
        assert not name or name.partition("[")[0] in functions_of(file), test


def test_they_are_of_every_chapter_and_every_file_of_rules():
    assert len({mutation.name for mutation in EVERY}) == len(EVERY) >= 80
    chapters = {mutation.rule[0] for mutation in EVERY if mutation.rule[0].isdigit()}
    assert chapters == set("1234567")
    files = {path.stem for path in ENGINE.glob("*.py")}
    assert {mutation.file for mutation in EVERY} == files - NO_RULES


def test_each_names_a_rule():
    """A rule of the Complete Rules 5.0, or a statement about several players."""
    tables = ("docs/complete-rules.tsv", "docs/seed-statements.tsv")
    there = {row["id"] for table in tables for row in rows(ROOT / table)}
    assert not [mutation.rule for mutation in EVERY if mutation.rule not in there]


@pytest.mark.parametrize("name", SAMPLE)
def test_a_sample_is_killed(name):
    (mutation,) = [mutation for mutation in EVERY if mutation.name == name]
    assert try_out(mutation) == KILLED


def test_what_no_test_sees_and_what_is_not_found_is_no_success():
    (mutation,) = [mutation for mutation in EVERY if mutation.name == SAMPLE[0]]
    blind = replace(mutation, tests=("mutants/test_mutants.py::test_each_names_a_rule",))
    assert try_out(blind).startswith("SURVIVED")
    missing = replace(mutation, tests=("rules/test_2_4_statuses.py::test_nothing_of_this_name",))
    assert try_out(missing).startswith("its tests could not be run")
    lost = replace(mutation, old="if it.is_asleep:")
    assert "0 times" in try_out(lost)
    with pytest.raises(UnfitMutationError, match="changes nothing"):
        mutate(source_of(mutation), replace(mutation, new=mutation.old))
