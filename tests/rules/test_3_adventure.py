"""Regions and their terrains (3.2.1), Terrain Markers too (5.0 3.2.1.d, e)."""

import pytest

from altered_env import Scenario
from tests.citations import cites

both_rulesets = pytest.mark.parametrize("rules", ("2024.09", "5.0"))


def table_with(rules, *abilities, hero=1, arena=False):
    """A has a forest and a water Marker to place, and a Character with these abilities in
    region 1."""
    table = Scenario(rules=rules)
    line = "T: if_(m := may(spend(marker=1)), place(m, target(region, visible)))"
    for name in ("Grow", "Flood"):
        table.card(name, type="landmark_permanent", abilities=[line])
    table.card("Tiller", stats="1/0/0", abilities=abilities)
    table.card("Bush", type="landmark_permanent", abilities=["T: draw(1)"])
    table.terrain(1, "mountain")
    side = table.player("A").landmarks("Bush").regions(hero=hero).hero_expedition("Tiller")
    side.landmarks("Grow", counters={"forest_marker": 1})
    side.landmarks("Flood", counters={"water_marker": 1})
    if arena:
        table.arena()
    table.begin("afternoon", first="A")
    return table


def mark(table, name, region):
    """Place a Marker: the target is declared first in 2024.09, and chosen later in 5.0."""
    table.act("A", f"use {name}")
    while table.decision in ("yes_no", "region"):
        table.choose("A", "yes" if table.decision == "yes_no" else f"region {region}")


@cites("5.0:3.2.1.d", "2024.09:3.2.1.a", "2024.09:3.2.1.b", "2024.09:RM-3.2.1.a-1")
@both_rulesets
def test_only_face_up_regions_are_visible(rules):
    table = table_with(rules)
    table.act("A", "use Grow")
    if table.decision == "yes_no":
        table.choose("A", "yes")
    assert [label.split(" (")[0] for label in table.options("A")] == (
        ["region 0", "region 1", "region 2", "region 7"]
    )
    assert [bool(table.region(number)) for number in range(8)] == (
        [True, True, True, False, False, False, False, True]
    )


@cites("5.0:3.2.1.d", "2024.09:3.2.1.b", "2024.09:ST-54")
@both_rulesets
def test_a_marker_gives_a_region_its_terrain_and_takes_the_others(rules):
    """Only its own region; at Dusk the region's current terrains count."""
    table = table_with(rules)
    mark(table, "Grow", 1)
    assert table.region(1) == {"forest"}
    assert table.region(2) == {"mountain", "water"}
    table.act("A", "pass")
    assert table.decision != "turn"  # the day has moved on
    assert table.progress("A", "hero") == 2


@cites("5.0:3.2.1.e", "2024.09:3.2.1.b")
@both_rulesets
def test_of_several_markers_the_latest_counts(rules):
    table = table_with(rules)
    mark(table, "Grow", 1)
    mark(table, "Flood", 1)
    assert table.region(1) == {"water"}
    table.act("A", "pass")
    assert table.decision != "turn"  # the day has moved on
    assert table.progress("A", "hero") == 1


@cites("5.0:3.2.1.e", "2024.09:3.2.1.b")
@both_rulesets
def test_markers_come_before_all_other_abilities(rules):
    """The example of 5.0 3.2.1.e: also before one that was there earlier."""
    table = table_with(rules, "have(me.region, forest)")
    assert table.region(1) == {"forest", "mountain"}
    mark(table, "Flood", 1)
    assert table.region(1) == {"forest", "water"}


@both_rulesets
@cites("2024.09:3.2.1.c", "2024.09:TB-08")
def test_a_marker_on_the_arena_leaves_one_terrain_to_win(rules):
    """5.0 4.3.e: those are compared which the Arena has."""
    table = table_with(rules, hero=0, arena=True)
    mark(table, "Flood", 0)
    assert table.region(0) == {"water"}
    table.act("A", "pass")
    assert table.decision == "keep_landmarks"  # A has the only forest, which does not count
    assert table.winner is None
