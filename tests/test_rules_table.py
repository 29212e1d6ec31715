"""Each statement of the rules is tested, or it says why not."""

import importlib.util
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def table():
    path = Path(__file__).with_name("rules_table.py")
    spec = importlib.util.spec_from_file_location("rules_table", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["rules_table"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def collected(table):
    return table.collect()


def test_every_statement_is_tested_or_says_why_not(table, collected):
    without = table.missing(collected[0])
    assert not without, f"{len(without)} statements without a test: {' '.join(without)}"


def test_every_id_that_is_cited_exists(collected):
    assert not collected[1]


def test_the_page_is_up_to_date(table, collected):
    assert table.TABLE.read_text("utf-8") == table.render(collected[0]), "run `make docs`"


def test_what_has_a_test_needs_no_reason(table, collected):
    listed = {row["id"] for row in table.rows(table.NOT_TESTED)}
    both = [s.id for s in collected[0].values() if s.tests and s.id in listed]
    assert not both, "these are tested: take them out of docs/rules-not-tested.tsv"


def test_a_missing_and_an_unknown_statement_are_found(table, tmp_path):
    path = tmp_path / "test_x.py"
    path.write_text('@pytest.mark.rule("1.1.4.b", "9.9.z")\ndef test_it(): ...\n')
    assert list(table.marks(path)) == [("1.1.4.b", "test_it", 1), ("9.9.z", "test_it", 1)]
    assert table.missing({"a": table.Statement("a", "000", "")}) == ["a"]
