"""The report of `altered bot` on programs that never make a decision."""

import pytest

from altered_env.agents.conditions import Conditions
from altered_env.agents.conformance import Manner, checks


@pytest.mark.parametrize(
    ("program", "how"),
    [
        ("true", "crashed: it ended"),
        ("cat", "malformed"),
        ("sleep 100", "late: no answer after 0.2 s"),
        ("python3 nope.py", "crashed: it ended"),
    ],
)
def test_a_program_that_is_gone_before_its_first_decision_is_told_so(program, how):
    manner = Manner()
    found = list(checks(f"cmd:{program}", 1, 0, Conditions(limit=0.2), manner))
    assert len(found) == 7 and all(check.problem for check in found)
    first = found[0].problem
    assert first.startswith(how) or first.startswith("late")
    assert first.endswith("(game 0 as A, before its first decision)")
    assert not manner.decisions
