"""Each statement of the rules is tested, deviates, or says why not; each point that differs too."""

import pytest

from tests import rules_table
from tests.marks import marks
from tests.statements import Statement, missing, wrongly_covered


@pytest.fixture(scope="module")
def collected():
    return rules_table.collect()


@pytest.fixture(scope="module")
def points():
    return rules_table.points()


def test_every_statement_is_tested_or_says_why_not(collected):
    without = missing(collected[0])
    assert not without, f"{len(without)} statements without a test: {' '.join(without)}"


def test_every_id_that_is_cited_exists_and_what_has_a_test_needs_no_reason(collected):
    assert not collected[1]


def test_every_point_on_which_the_rulesets_differ_is_tested(points):
    tests, wrong = points
    assert not wrong
    assert rules_table.untested(tests) == []


def test_the_page_is_up_to_date(collected, points):
    page = rules_table.render(collected[0], points[0])
    assert rules_table.TABLE.read_text("utf-8") == page, "run `make docs`"


def test_a_missing_and_an_unknown_statement_are_found(tmp_path):
    path = tmp_path / "test_x.py"
    path.write_text('@pytest.mark.rule("1.1.4.b", "9.9.z")\ndef test_it(): ...\n')
    assert list(marks(path, "rule")) == [("1.1.4.b", "test_it", 1), ("9.9.z", "test_it", 1)]
    assert missing({"a": Statement("a", "")}) == ["a"]
    assert rules_table.untested({"Modes": []}) == ["Modes"]


def test_what_deviates_needs_a_test_and_does_not_count_as_tested():
    states = {
        "said": Statement("said", "", tests=["test_x.py::test_it"]),
        "otherwise": Statement("otherwise", "", deviates="why", tests=["test_x.py::test_it"]),
        "untested": Statement("untested", "", deviates="why"),
    }
    assert missing(states) == ["untested"]
    assert [state.tested for state in states.values()] == [True, False, False]


def test_contradictions_are_found():
    states = {
        "tested": Statement("tested", "", why_not="why", tests=["test_x.py::test_it"]),
        "deviates": Statement("deviates", "", why_not="why", deviates="why"),
    }
    assert len(wrongly_covered(states, rules_table.NOT_TESTED)) == 2
