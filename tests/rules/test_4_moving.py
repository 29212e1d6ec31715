"""Effects that move Expeditions (5.0 7.3.24, 7.3.25)."""

import pytest

from altered_env import Scenario
from tests.citations import cites

both_rulesets = pytest.mark.parametrize("rules", ("2024.09", "5.0"))


def after_moving(rules, distance, hero=0, companion=0, way="hero"):
    """A has moved an Expedition by a Spell."""
    table = Scenario(rules=rules)
    table.card("Step", type="spell", abilities=[f"effect: move(you.{way}_expedition, {distance})"])
    table.player("A").regions(hero=hero, companion=companion).hand("Step").mana(1)
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Step")
    assert table.decider == "B"
    return table


def face_up(table):
    return [region.number for region in table.game.view("B").regions if region.face_up]


@cites("5.0:7.3.25.b", "2024.09:3.2.1.b", "2024.09:ST-59")
@both_rulesets
def test_an_expedition_that_moves_several_regions_turns_up_all_it_passes(rules):
    """5.0 7.3.25.b: three regions, two Tumult cards."""
    table = after_moving(rules, 3)
    assert table.progress("A", "hero") == 3
    assert face_up(table) == [0, 1, 2, 3, 4, 7]


@both_rulesets
@cites("2024.09:3.2.1.b", "2024.09:ST-59")
def test_a_companion_comes_from_the_other_side(rules):
    table = after_moving(rules, 2, way="companion")
    assert table.progress("A", "companion") == 2
    assert table.game.view().players[0].expeditions[1].region == 5
    assert face_up(table) == [0, 5, 6, 7]


@cites("5.0:7.3.25.d", "2024.09:3.2.1.b")
@both_rulesets
def test_it_stops_in_the_region_opposite(rules):
    """5.0 7.3.25.c, d."""
    assert after_moving(rules, 3, hero=6).progress("A", "hero") == 7
    assert after_moving(rules, 2, hero=7).progress("A", "hero") == 7


@cites("5.0:7.3.24.c", "2024.09:3.2.1.b")
@both_rulesets
def test_it_moves_backwards_as_far_as_its_start(rules):
    """5.0 7.3.24.a to c."""
    assert after_moving(rules, -1, hero=3).progress("A", "hero") == 2
    assert after_moving(rules, -4, hero=3).progress("A", "hero") == 0
    assert after_moving(rules, -1).progress("A", "hero") == 0
    assert after_moving(rules, -2, companion=3, way="companion").progress("A", "companion") == 1


@both_rulesets
@cites("2024.09:3.2.1.b")
def test_moving_backwards_turns_no_tumult_card_up_or_down(rules):
    table = after_moving(rules, -2, hero=3)
    assert face_up(table) == [0, 1, 2, 3, 4, 7]


@both_rulesets
@pytest.mark.parametrize(("distance", "times"), [(2, 1), (-2, 0)])
@cites("2024.09:3.2.1.b")
def test_only_moving_forward_is_reacted_to_as_moving_forward(rules, distance, times):
    table = Scenario(rules=rules)
    table.card(
        "Map", type="landmark_permanent", abilities=["when(moves(you.expeditions)): resupply()"]
    )
    table.card("Step", type="spell", abilities=[f"effect: move(you.hero_expedition, {distance})"])
    table.player("A").regions(hero=3).hand("Step").mana(1).landmarks("Map")
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Step")
    assert table.zone("A", "reserve").count("Filler") == times


@both_rulesets
@cites("2024.09:3.2.1.b")
def test_nothing_is_reacted_to_where_an_expedition_cannot_go_further(rules):
    table = Scenario(rules=rules)
    table.card(
        "Map", type="landmark_permanent", abilities=["when(moves(you.expeditions)): resupply()"]
    )
    table.card("Step", type="spell", abilities=["effect: move(you.hero_expedition, 1)"])
    table.player("A").regions(hero=7).hand("Step").mana(1).landmarks("Map")
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Step")
    assert "Filler" not in table.zone("A", "reserve")
