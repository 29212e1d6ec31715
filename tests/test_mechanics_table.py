"""Each mechanic is checked by a test that names it."""

import pytest

from tests import mechanics_table


@pytest.fixture(scope="module")
def collected():
    return mechanics_table.collect()


def test_every_mechanic_that_is_cited_exists(collected):
    assert not collected[1]


def test_the_page_is_up_to_date(collected):
    assert mechanics_table.PAGE.read_text("utf-8") == mechanics_table.render(collected[0]), (
        "run `make docs`"
    )


def test_a_mechanic_without_a_test_is_found():
    assert mechanics_table.missing({"a": [], "b": ["test_x.py::test_it"]}) == ["a"]
