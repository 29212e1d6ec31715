"""Objects created by a loop leave play together: a step has room for the maximum number of
objects."""

from __future__ import annotations

import pytest

from altered_env import Scenario
from altered_env.engine.capacities import CAPACITIES
from altered_env.game.invariants import check
from tests.citations import cites

LOOP = [
    "when(gains(me, boost)): create(brassbug, in_=me.expedition)",
    "when(goes(character, other, to=you.expeditions)): gain(me, boost=1)",
]
"""As two uniques of Axiom do together: 14 of two million games of limited decks once passed 96
things in one step."""


@cites("2024.09:1.4.6.c")
@pytest.mark.parametrize("rules", ["2024.09", "5.0"])
def test_a_hundred_tokens_leave_at_rest(rules):
    table = Scenario(rules=rules)
    table.card("Maker", abilities=LOOP)
    table.card("Shout", type="spell", abilities=["effect: gain(all(character), boost=1)"])
    table.player("A").hero_expedition("Maker").hand("Shout", "Shout").mana(2)
    table.begin("afternoon", first="A")
    table.act("A", "play Shout")
    made = table.all("Brassbug")
    assert len(made) == 100
    check(table.game)
    table.until("morning")
    assert table.game.overfull is None and not table.game.over and not table.all("Brassbug")
    check(table.game)


def test_a_step_has_room_for_all_objects():
    assert CAPACITIES["actions of a step"] >= CAPACITIES["objects"]
