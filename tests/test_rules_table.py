"""Each statement of the rules is tested, or it says why not."""

import pytest

from tests import rules_table
from tests.marks import marks, rows


@pytest.fixture(scope="module")
def collected():
    return rules_table.collect()


def test_every_statement_is_tested_or_says_why_not(collected):
    without = rules_table.missing(collected[0])
    assert not without, f"{len(without)} statements without a test: {' '.join(without)}"


def test_every_id_that_is_cited_exists(collected):
    assert not collected[1]


def test_the_page_is_up_to_date(collected):
    assert rules_table.TABLE.read_text("utf-8") == rules_table.render(collected[0]), (
        "run `make docs`"
    )


def test_what_has_a_test_needs_no_reason(collected):
    listed = {row["id"] for row in rows(rules_table.NOT_TESTED)}
    both = [s.id for s in collected[0].values() if s.tests and s.id in listed]
    assert not both, "these are tested: take them out of docs/rules-not-tested.tsv"


def test_a_missing_and_an_unknown_statement_are_found(tmp_path):
    path = tmp_path / "test_x.py"
    path.write_text('@pytest.mark.rule("1.1.4.b", "9.9.z")\ndef test_it(): ...\n')
    assert list(marks(path, "rule")) == [("1.1.4.b", "test_it", 1), ("9.9.z", "test_it", 1)]
    assert rules_table.missing({"a": rules_table.Statement("a", "000", "")}) == ["a"]
