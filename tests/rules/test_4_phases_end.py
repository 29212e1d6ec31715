"""Effects that wait for a time of the day, or end with it (5.0 4.2)."""

import pytest

from altered_env import Scenario
from tests.citations import cites

both_rulesets = pytest.mark.parametrize("rules", ("2024.09", "5.0"))


@cites("5.0:4.2.d", "2024.09:4.2.5.a", "2024.09:4.2.5.b")
@both_rulesets
def test_what_waits_for_rest_is_played_between_rest_and_clean_up(rules):
    """5.0 4.2.d, remark."""
    table = Scenario(rules=rules)
    line = "at(night): later(resupply(), after=rest)"
    table.card("Sloth")
    table.card("Owl", type="landmark_permanent", abilities=[line])
    table.player("A").landmarks("Owl").reserve("Kelon Burst").hero_expedition("Brassbug")
    table.player("A").companion_expedition("Filler").deck("Sloth")
    table.player("A").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "pass")
    assert table.decision == "keep_reserve"
    assert table.zone("A", "reserve") == ["Kelon Burst", "Filler", "Sloth"]


@cites("5.0:2.2.15.a", "5.0:2.2.15.c", "2024.09:ST-42")
@both_rulesets
@pytest.mark.parametrize(
    ("duration", "costs"), [("turn", (0, 3)), ("afternoon", (0, 0)), ("day", (0, 0))]
)
def test_effects_end_with_what_they_last_for(rules, duration, costs):
    """A turn ends when a card has been played (5.0 4.2.3.e)."""
    table = Scenario(rules=rules)
    line = f"T: ongoing({{less(3, plays(you, card))}}, this={duration})"
    table.card("Tap", type="landmark_permanent", abilities=[line])
    table.card("Ox", cost="3/3")
    table.player("A").landmarks("Tap").hand("Ox", "Ox").mana(3)
    table.player("B").hand("Filler", "Filler").mana(2)
    table.begin("afternoon", first="A")
    table.act("A", "use Tap")
    for cost in costs:
        ready = table.mana("A")[0]
        table.act("A", "play Ox to hero")
        assert ready - table.mana("A")[0] == cost
        if cost != costs[-1] or table.decider == "B":
            table.act("B", "play Filler to hero")


@both_rulesets
@cites("2024.09:ST-75")
def test_effects_for_the_day_end_with_it(rules):
    table = Scenario(rules=rules)
    line = "effect: ongoing({cant(moves(expeditions))}, this=day)"
    table.card("Fog", type="spell", abilities=["fleeting", line])
    table.card("Statue", abilities=["eternal"])
    table.player("A").hand("Fog").mana(1).hero_expedition("Statue")
    table.begin("afternoon", first="A")
    table.act("A", "play Fog")
    assert table.decision != "turn"  # the day has moved on
    assert (table.day, table.progress("A", "hero")) == (3, 0)
    table.until("night")
    assert table.progress("A", "hero") == 1


@both_rulesets
@cites("2024.09:TB-06", "2024.09:4.2.5.b")
def test_a_day_forgets_which_expeditions_moved(rules):
    """A Gear stays if its Expedition moved yesterday (5.0 4.2.5.b)."""
    table = Scenario(rules=rules)
    table.card("Sword", type="expedition_permanent", subtypes=["gear"])
    table.card("Push", type="landmark_permanent", abilities=["T: move(you.hero_expedition, 1)"])
    table.player("A").landmarks("Push").hand("Sword").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "use Push")
    table.until("noon")
    assert table.zone("A", "hero_expedition") == []
    table.until("afternoon")
    table.act("A", "play Sword to hero")
    table.act("A", "pass")
    assert table.zone("A", "hero_expedition") == ["Sword"]
