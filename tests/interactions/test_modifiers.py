"""Every kind of modifier and prohibition against one and several atomic actions, cards and tokens,
either player's doing: the table `modifiers.tsv`, line by line."""

from __future__ import annotations

import pytest

from altered_env import Scenario
from altered_env.language.vocabulary import GROUPS
from tests.citations import cites
from tests.interactions.modified import COLUMNS, Row, outcome, rows

ELSEWHERE = {"fails"}
"""Events that no Spell can bring about: below."""
ROWS = [pytest.param(row, id=f"{row['event']} by {row['step']}") for row in rows()]


@cites(
    "5.0:6.1.e",
    "5.0:6.2.b",
    "5.0:6.2.c",
    "5.0:6.2.f",
    "5.0:6.2.k",
    "5.0:1.4.1.a",
    "2024.09:6.2.b",
    "2024.09:6.2.c",
    "2024.09:6.2.d",
    "2024.09:6.2.e",
    "2024.09:6.2.i",
    "2024.09:1.4.1.a",
    "2024.09:6.1.e",
)
@pytest.mark.parametrize(("rules", "seat"), [("2024.09", "A"), ("5.0", "B")])
@pytest.mark.parametrize("row", ROWS)
def test_a_line_of_the_table(row: Row, rules: str, seat: str) -> None:
    found = {column: outcome(row, column, rules, seat) for column in COLUMNS}
    assert found == {column: row[column] for column in COLUMNS}


def test_every_event_is_in_the_table() -> None:
    named = {row["event"].split("(")[0] for row in rows()}
    assert named | ELSEWHERE == set(GROUPS["event"])


@cites("2024.09:6.2.b", "2024.09:6.2.c", "2024.09:6.2.d")
@pytest.mark.parametrize(
    ("column", "gained", "failed"),
    [
        ("as it is", 0, 2),
        ("instead", 2, 0),
        ("instead, once", 1, 0),
        ("also", 2, 2),
        ("also, once", 1, 2),
        ("cant", 0, 0),
    ],
)
@pytest.mark.parametrize("rules", ["2024.09", "5.0"])
def test_expeditions_that_would_fail(rules: str, column: str, gained: int, failed: int) -> None:
    """7.5.7: both of mine do at Dusk, in one step."""
    table = Scenario(rules=rules)
    line = COLUMNS[column].format("fails(you.expeditions)")
    table.card("Rule", type="landmark_permanent", abilities=[line] if line else [])
    table.card("Count", type="landmark_permanent", abilities=[COUNT])
    table.player("A").landmarks("Rule", "Count")
    table.begin("dusk")
    while table.decision == "reaction":
        table.game.act(table.game.options()[0].action)
    assert table.find("Rule").counters.get("kelon", 0) == gained
    assert table.find("Count").counters.get("luck", 0) == failed


COUNT = "when(fails(you.expeditions)): gain(me, luck=1)"
