"""Night: Rest (4.2.5.b)."""

import pytest

from altered_env import Scenario
from tests.citations import cites

both_rulesets = pytest.mark.parametrize("rules", ("2024.09", "5.0"))


def rest(table):
    """Let Night happen, up to the next decision."""
    table.begin("night")
    assert table.phase in ("night", "morning")


@cites("5.0:1.3.2.f", "5.0:4.2.5.b", "2024.09:4.2.5.b", "2024.09:ST-66")
@both_rulesets
def test_characters_in_expeditions_go_to_reserve(rules):
    """All of each player; what else is in play stays."""
    table = Scenario(rules=rules)
    table.card("Place", type="landmark_permanent")
    table.card("Tool", type="expedition_permanent", subtypes=["construction"])
    for player in "AB":
        side = table.player(player).hero_expedition("Filler").companion_expedition("Filler")
        side.hero_expedition("Tool").landmarks("Place")
    rest(table)
    for player in "AB":
        assert table.zone(player, "reserve") == ["Filler", "Filler"]
        assert table.zone(player, "hero_expedition") == ["Tool"]
        assert table.zone(player, "companion_expedition") == []
        assert table.zone(player, "landmarks") == ["Place"]


@cites("5.0:3.1.2.c", "2024.09:4.2.5.b", "2024.09:3.1.2.c")
@both_rulesets
def test_a_character_goes_to_the_reserve_of_its_owner(rules):
    table = Scenario(rules=rules)
    table.player("A").hero_expedition("Filler", owner="B")
    rest(table)
    assert (table.zone("A", "reserve"), table.zone("B", "reserve")) == ([], ["Filler"])


@both_rulesets
@cites("2024.09:RM-4.2.5.b-1", "2024.09:ST-67", "2024.09:ST-80")
def test_a_fleeting_character_is_discarded(rules):
    table = Scenario(rules=rules)
    table.player("A").hero_expedition("Filler", fleeting=True).companion_expedition("Filler")
    rest(table)
    assert (table.zone("A", "reserve"), table.zone("A", "discard")) == (["Filler"], ["Filler"])


@cites("5.0:2.4.2", "5.0:2.4.4", "keyword/anchored", "2024.09:RM-4.2.5.b-1")
@both_rulesets
@pytest.mark.parametrize("status", ("anchored", "asleep"))
def test_anchored_and_sleeping_characters_stay_and_lose_that_status(rules, status):
    """5.0 2.4.2, 2.4.4: for one Night."""
    table = Scenario(rules=rules)
    table.player("A").hero_expedition("Filler", boosts=2, **{status: True})
    rest(table)
    filler = table.find("A Filler in hero")
    assert (filler.statuses, filler.boosts) == (frozenset(), 2)
    table.until("night")
    assert table.decision in ("expand", "keep_reserve")
    assert table.zone("A", "hero_expedition") == []


@both_rulesets
@cites("2024.09:RM-4.2.5.b-1")
def test_a_fleeting_character_that_stays_goes_on_being_fleeting(rules):
    table = Scenario(rules=rules)
    table.player("A").hero_expedition("Filler", anchored=True, fleeting=True)
    rest(table)
    assert table.find("A Filler in hero").statuses == {"fleeting"}


@both_rulesets
@cites("2024.09:RM-4.2.5.b-1")
def test_an_eternal_character_stays_every_night(rules):
    table = Scenario(rules=rules)
    table.card("Statue", abilities=["eternal"])
    table.player("A").hero_expedition("Statue")
    rest(table)
    assert table.zone("A", "hero_expedition") == ["Statue"]
    table.until("night")
    assert table.decision is not None
    assert table.zone("A", "hero_expedition") == ["Statue"]


@cites("5.0:1.3.2.f", "5.0:4.2.5.b", "2024.09:4.2.5.b")
@both_rulesets
def test_a_gear_goes_to_reserve_if_its_expedition_moved_forward_today(rules):
    """5.0 4.2.5.b: at Dusk; the one in the Expedition that did not move stays."""
    table = Scenario(rules=rules)
    table.card("Sword", type="expedition_permanent", subtypes=["gear"])
    table.card("Shield", type="expedition_permanent", subtypes=["gear"])
    table.card("Wall", type="expedition_permanent", subtypes=["construction"])
    table.player("A").hero_expedition("Filler", anchored=True).hero_expedition("Sword", "Wall")
    table.player("A").companion_expedition("Shield")
    table.begin("dusk")
    assert table.progress("A", "hero") == 1
    assert table.zone("A", "reserve") == ["Sword"]
    assert table.zone("A", "companion_expedition") == ["Shield"]
    assert table.zone("A", "hero_expedition") == ["Filler", "Wall"]


@cites("5.0:4.2.5.b", "2024.09:4.2.5.b")
@both_rulesets
@pytest.mark.parametrize(("distance", "goes"), [(1, True), (-1, False)])
def test_a_gear_goes_to_reserve_also_if_an_effect_moved_its_expedition(rules, distance, goes):
    """5.0 4.2.5.b: this day, and forward."""
    table = Scenario(rules=rules)
    table.card("Sword", type="expedition_permanent", subtypes=["gear"])
    line = f"at(noon): move(you.companion_expedition, {distance})"
    table.card("Push", type="landmark_permanent", abilities=[line])
    table.player("A").regions(companion=2).companion_expedition("Sword").landmarks("Push")
    table.begin("noon")
    assert table.decision != "turn"  # the day has moved on
    assert table.progress("A", "companion") == 2 + distance
    assert table.zone("A", "reserve") == (["Sword"] if goes else [])


@cites("5.0:2.4.7.d", "2024.09:4.2.5.b")
@both_rulesets
def test_a_fleeting_gear_whose_expedition_moved_is_discarded(rules):
    """5.0 2.4.7.d."""
    table = Scenario(rules=rules)
    table.card("Sword", type="expedition_permanent", subtypes=["gear"])
    table.player("A").hero_expedition("Filler").hero_expedition("Sword", fleeting=True)
    table.begin("dusk")
    assert (table.zone("A", "reserve"), table.zone("A", "discard")) == (["Filler"], ["Sword"])


@cites("5.0:2.4.3", "5.0:4.2.5.b", "duration/until rest", "2024.09:4.2.5.b")
@both_rulesets
def test_expeditions_are_no_longer_ascended_after_rest(rules):
    """5.0 4.2.5.b."""
    table = Scenario(rules=rules)
    line = "at(dusk): gain(you.hero_expedition, ascended)"
    table.card("Wing", type="landmark_permanent", abilities=[line])
    table.player("A").landmarks("Wing").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.until("night")
    assert table.ascended("A", "hero")
    assert table.decision is not None  # Rest has come
    assert not table.ascended("A", "hero")


@both_rulesets
@cites("2024.09:4.2.5.b", "2024.09:ST-109")
def test_boosts_are_lost_on_the_way_to_reserve(rules):
    table = Scenario(rules=rules)
    table.player("A").hero_expedition("Filler", boosts=3)
    rest(table)
    filler = table.find("A Filler in reserve")
    assert (filler.boosts, filler.stats) == (0, "1/1/1")


@both_rulesets
@cites("2024.09:4.2.5.b", "2024.09:ST-112", "2024.09:ST-113")
def test_tokens_do_not_arrive_in_reserve(rules):
    table = Scenario(rules=rules)
    table.player("A").hero_expedition("Brassbug", "Filler")
    rest(table)
    assert table.zone("A", "reserve") == ["Filler"]
    assert table.all("Brassbug") == []


@both_rulesets
@cites("2024.09:4.2.5.b")
def test_all_go_at_the_same_time(rules):
    """One event: `once` reacts once to it, and all Characters are gone by then."""
    table = Scenario(rules=rules)
    then = "if_(count(character, play) == 0, resupply())"
    lines = [f"when(goes(character, from_=expeditions), once): {then}"]
    table.card("Watch", type="landmark_permanent", abilities=lines)
    table.card("Leader", type="hero", limits="9/9")
    table.player("A").hero("Leader").hero_expedition("Filler").landmarks("Watch").deck(
        "Kelon Burst"
    )
    table.player("B").hero_expedition("Filler")
    rest(table)
    assert table.zone("A", "reserve") == ["Filler", "Kelon Burst"]


@both_rulesets
@pytest.mark.parametrize("status", ("anchored", "asleep"))
@cites("5.0:2.4.2", "5.0:2.4.4", "2024.09:4.2.5.b")
def test_an_object_loses_anchored_and_asleep_wherever_it_is(rules, status):
    """5.0 2.4.2, 2.4.4: an object, not a Character, and in any zone that has statuses (2.4.1.b)."""
    table = Scenario(rules=rules)
    table.card("Leader", type="hero")
    table.card("Place", type="landmark_permanent")
    table.card("Tool", type="expedition_permanent")
    state = {status: True}
    side = table.player("A").hero("Leader", **state).landmarks("Place", **state)
    side.reserve("Kelon Burst", **state).hero_expedition("Tool", **state)
    names = ("Leader", "Place", "Kelon Burst", "Tool")
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="B")
    assert all(table.find(name).statuses == {status} for name in names)
    table.until("night")
    assert all(table.find(name).statuses == {status} for name in names)
    assert table.decision is not None
    assert all(table.find(name).statuses == set() for name in names)
