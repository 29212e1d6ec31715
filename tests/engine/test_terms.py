"""Words of the rules as numbers: no two of a kind alike where that would confuse them."""

from __future__ import annotations

import pytest

from altered_env.engine import terms


@pytest.mark.parametrize("name", ["Z", "OP", "INFO", "ERROR", "DECIDE", "ABILITY", "HAVE", "STAGE"])
def test_numbers_are_given_once(name):
    members = vars(getattr(terms, name))
    words = [key for key in members if key.isupper() and not key.endswith(("MASK", "COUNT"))]
    assert len({members[key] for key in words}) == len(words)
