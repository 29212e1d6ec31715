"""Forward moves with modifiers and Reactions: the Expedition concerned (5.0 4.2.4, 6.2)."""

from __future__ import annotations

import pytest

from altered_env.testing.scenario import Scenario
from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


@RULES
@cites("2024.09:6.2.b")
def test_an_expedition_that_would_move_at_dusk_moves_one_region_more(rules: str) -> None:
    table = Scenario(rules=rules)
    table.card("Sleigh", abilities=["instead(moves(me.expedition, during=dusk)): move(it, n + 1)"])
    table.card("Walker", stats="3/3/3")
    table.player("A").hero_expedition("Sleigh").companion_expedition("Walker").hand("Filler")
    table.begin("dusk", first="A")
    assert table.progress("A", "hero") == 2
    assert table.progress("A", "companion") == 1


@RULES
def test_a_reaction_knows_which_expedition_moved(rules: str) -> None:
    line = "when(moves(you.expeditions)): move(it.facing, 1)"
    table = Scenario(rules=rules)
    table.card("Guide", stats="1/1/1", abilities=[line])
    table.player("A").companion_expedition("Guide").hand("Filler")
    table.begin("dusk", first="A")
    assert table.progress("A", "companion") == 1
    assert table.progress("B", "companion") == 1
    assert table.progress("B", "hero") == 0
