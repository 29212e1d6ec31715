"""Each official ruling about play is checked by a test that names it."""

import pytest

from tests import rulings_table


@pytest.fixture(scope="module")
def collected():
    return rulings_table.collect()


def test_each_ruling_has_a_test_or_a_reason(collected):
    tests, wrong = collected
    assert not wrong
    assert rulings_table.missing(tests) == []


def test_the_page_is_up_to_date(collected):
    assert rulings_table.PAGE.read_text("utf-8") == rulings_table.render(collected[0]), (
        "run `make docs`"
    )


def test_a_ruling_without_a_test_is_found():
    assert rulings_table.missing({"R000": [], "R001": ["test_x.py::test_it"]}) == ["R000"]
