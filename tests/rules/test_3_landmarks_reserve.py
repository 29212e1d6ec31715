"""Landmarks (3.2.7) and Reserve (3.2.10)."""

import pytest

from altered_env import Scenario
from tests.citations import cites

both_rulesets = pytest.mark.parametrize("rules", ("2024.09", "5.0"))


@cites(
    "5.0:1.2.3.d",
    "5.0:2.2.3.e",
    "5.0:3.2.7.b",
    "2024.09:3.2.7.a",
    "2024.09:ST-91",
    "2024.09:RM-3.1.2.b-1",
)
@both_rulesets
def test_a_landmark_goes_to_the_landmarks_of_who_plays_it(rules):
    table = Scenario(rules=rules)
    table.card("Place", type="landmark_permanent")
    table.player("A").hand("Place").mana(1)
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Place")
    assert table.zone("A", "landmarks") == ["Place"]
    assert table.zone("B", "landmarks") == []
    assert [seen.name for seen in table.game.view("B").players[0].landmarks] == ["Place"]


@both_rulesets
@cites("2024.09:3.2.10.a", "2024.09:ST-76", "2024.09:RM-3.1.2.b-1")
def test_nobody_plays_from_the_reserve_of_another(rules):
    table = Scenario(rules=rules)
    table.card("Bush", type="landmark_permanent", abilities=["T: draw(1)"])
    table.player("A").reserve("Kelon Burst").landmarks("Bush").mana(9)
    table.player("B").reserve("Filler").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    assert not table.can("A", "play Filler")
    table.act("A", "pass")
    assert table.can("B", "play Filler from reserve")


@both_rulesets
@cites("2024.09:3.2.10.a", "2024.09:RM-3.2.10.a-1", "2024.09:ST-73")
def test_a_reserve_takes_any_number_of_cards_during_the_day(rules):
    table = Scenario(rules=rules)
    table.card("Wind", type="spell", abilities=["effect: resupply(5)"])
    table.player("A").hand("Wind").mana(1).reserve("Filler", "Filler")
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Wind")
    assert len(table.zone("A", "reserve")) == 8
