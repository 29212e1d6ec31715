"""Terrain Markers: placing and moving them (5.0 3.2.1.d, 7.3.23)."""

from __future__ import annotations

import pytest

from altered_env.testing.scenario import Scenario
from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def nymph(rules: str, line: str) -> Scenario:
    table = Scenario(rules=rules)
    table.card("Nymph", cost="1/1", abilities=[line])
    table.card("Painter", cost="1/1", abilities=["J: place(water_marker, target(region, visible))"])
    table.terrain(1, "forest")
    table.terrain(2, "mountain")
    table.player("A").hand("Painter", "Nymph", "Filler").mana(9)
    table.player("B").hand("Filler", "Filler").mana(9)
    return table


@RULES
def test_a_marker_is_placed_on_a_visible_region(rules: str) -> None:
    table = nymph(rules, "J: draw(1)")
    table.begin("afternoon", first="A")
    table.act("A", "play Painter to hero", "region 1")
    assert table.region(1) == {"water"}


@RULES
def test_a_marker_is_moved_from_any_region(rules: str) -> None:
    table = nymph(rules, "J: may(place(choose(water_marker), me.region))")
    table.player("A").regions(hero=2)
    table.begin("afternoon", first="A")
    table.act("A", "play Painter to companion", "region 1")
    assert table.region(2) == {"mountain"}
    table.act("B", "pass")
    table.act("A", "play Nymph to hero", "yes")
    assert table.region(1) == {"forest"}
    assert table.region(2) == {"water"}


@RULES
def test_without_a_marker_nothing_is_offered(rules: str) -> None:
    table = nymph(rules, "J: may(place(choose(water_marker), me.region))")
    table.begin("afternoon", first="A")
    table.act("A", "play Nymph to hero")
    assert table.decider == "B"


@cites("5.0:7.3.23.a", "5.0:7.3.23.b", "5.0:3.2.1.e")
@RULES
def test_a_marker_that_is_moved_to_where_it_is_becomes_the_latest(rules: str) -> None:
    """A new object with a new timestamp, so it is applied after the one that came later."""
    table = nymph(rules, "J: place(choose(water_marker), target(region, visible))")
    line = "J: place(forest_marker, target(region, visible))"
    table.card("Grower", cost="1/1", abilities=[line])
    table.player("A").regions(hero=2).hand("Grower")
    table.begin("afternoon", first="A")
    table.act("A", "play Painter to hero", "region 2")
    table.act("B", "pass")
    table.act("A", "play Grower to hero", "region 2")
    assert table.region(2) == {"forest"}
    table.act("A", "play Nymph to hero", "region 2")
    assert table.region(2) == {"water"}
