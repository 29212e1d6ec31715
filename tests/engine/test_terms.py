"""The rules' words as numbers: no two of a kind are confusable."""

from __future__ import annotations

import pytest

from altered_env.engine import opcodes, terms

GIVEN = (
    *(terms.Z, terms.ERROR, terms.DECIDE, terms.ABILITY, terms.HAVE, terms.STAGE, terms.EV),
    *(terms.ACT, terms.STEP, terms.NOTED, opcodes.OP, opcodes.INFO),
)


@pytest.mark.parametrize("given", GIVEN, ids=lambda given: given.__name__)
def test_numbers_are_given_once(given):
    members = vars(given)
    words = [key for key in members if key.isupper() and not key.endswith(("MASK", "COUNT"))]
    assert len({members[key] for key in words}) == len(words)


def test_what_python_adds_to_a_class_is_no_word():
    """From Python 3.13 on a class has its first line number as an attribute: as an extra column it
    changed the layout, and no shipped network could be read."""

    class SIDE:
        LEFT = 0

    SIDE.__firstlineno__ = 41
    words = {key for key in vars(terms.namespace(SIDE)) if not key.startswith("__")}
    assert words == {"LEFT"} and "__firstlineno__" not in vars(terms.namespace(SIDE))


def test_nor_is_it_counted():
    """A count is taken inside of the class, where 3.13 has put its line number already."""
    assert terms.after({"__firstlineno__": 154, "DECK": 1, "HAND": terms.Term(2)}) == 3
