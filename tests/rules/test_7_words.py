"""I, me, you; becoming, joining, leaving (7.2, 7.5)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


@cites("5.0:7.2.1.a", "2024.09:7.2.1.a")
@RULES
def test_me_is_the_object_that_has_the_ability(sit, rules):
    """Not another of the same name, and not the one that gave it the ability."""
    table = sit(rules)
    table.card("Drill", abilities=["have(all(robot, you.play), {pay(1): gain(me, boost=1)})"])
    table.player("A").mana(1).hero_expedition("Drill", "Brassbug").companion_expedition("Brassbug")
    table.begin()
    table.act("A", "use Brassbug in companion")
    assert table.find("Brassbug in companion").boosts == 1
    assert table.find("Brassbug in hero").boosts == 0
    assert table.find("Drill").boosts == 0


@cites("5.0:7.2.1.d", "2024.09:7.2.1.b")
@RULES
def test_me_on_an_ongoing_emblem_is_what_created_it(sit, rules):
    table = sit(rules)
    table.card(
        "Bard",
        abilities=["pay(1): ongoing({when(plays(you, character)): gain(me, boost=1)}, this=turn)"],
    )
    table.card("Runner")
    table.player("A").mana(2).hand("Runner").hero_expedition("Bard").companion_expedition("Bard")
    table.begin()
    table.act("A", "use Bard in companion")
    table.act("A", "play Runner to hero")
    assert table.find("Bard in companion").boosts == 1
    assert table.find("Bard in hero").boosts == 0
    assert table.find("Runner").boosts == 0


@cites("5.0:7.2.1.d", "2024.09:7.2.1.b")
@RULES
def test_me_on_a_reaction_is_what_created_it(sit, rules):
    """The Reaction to another Character's arrival refers to the observer."""
    table = sit(rules)
    table.card(
        "Host", abilities=["when(goes(character, other, to=me.expedition)): gain(me, boost=1)"]
    )
    table.card("Guest")
    table.player("A").mana(1).hand("Guest").hero_expedition("Host").companion_expedition("Host")
    table.begin()
    table.act("A", "play Guest to companion")
    assert [host.boosts for host in table.all("Host")] == [0, 1]
    assert table.find("Guest").boosts == 0


@cites("5.0:7.2.3.a", "2024.09:7.2.2.a")
@RULES
def test_you_is_the_controller_not_the_owner(sit, rules):
    table = sit(rules)
    table.card("Bell", type="landmark_permanent", abilities=["at(noon): resupply()"])
    table.player("B").landmarks("Bell", owner="A")
    table.begin("noon", first="A")
    assert table.zone("A", "reserve") == []
    assert table.zone("B", "reserve") == ["Filler"]


@cites("5.0:7.2.3.a", "2024.09:7.2.2.a")
@RULES
def test_you_in_a_passive_is_its_controller(sit, rules):
    table = sit(rules)
    table.card("Sale", type="landmark_permanent", abilities=["less(1, plays(you, character))"])
    table.card("Runner", cost="2/2")
    table.player("A").hand("Runner").mana(1)
    table.player("B").hand("Runner").mana(1).landmarks("Sale", owner="A")
    table.begin()
    assert not table.can("A", "play Runner to hero")
    table.act("A", "pass")
    assert table.can("B", "play Runner to hero")


@cites("5.0:2.1.e", "rulesets:A token that leaves play", "2024.09:7.5.4.d", "2024.09:7.5.5.a")
@RULES
def test_a_token_sent_elsewhere_leaves_but_is_never_there(sit, rules):
    """As in 5.0 under both rulesets: it ceases to exist, and does not join the zone first."""
    table = sit(rules)
    table.card("Strike", type="spell", abilities=["effect: put(target(character), reserve)"])
    table.card(
        "Watch",
        type="landmark_permanent",
        abilities=[
            "when(goes(character, to=reserve)): gain(me, arcane=1)",
            "when(goes(character, from_=expeditions)): gain(me, kelon=1)",
        ],
    )
    table.player("A").hand("Strike").mana(1).landmarks("Watch")
    table.player("B").hero_expedition("Booda")
    table.begin()
    table.act("A", "play Strike")
    assert table.all("Booda") == []
    assert table.find("Watch").counters == {"kelon": 1}


@cites("5.0:7.5.10.a", "5.0:7.5.11.a", "2024.09:7.5.4.a", "2024.09:7.5.5.a")
@RULES
def test_a_card_that_moves_from_zone_to_zone_leaves_one_and_joins_the_other(sit, rules):
    """An object that moves within play neither leaves the Expeditions nor joins them."""
    table = sit(rules)
    table.card("Strike", type="spell", abilities=["effect: put(target(character), reserve)"])
    table.card("Swap", type="spell", abilities=["effect: switch(target(character))"])
    table.card(
        "Watch",
        type="landmark_permanent",
        abilities=[
            "when(goes(character, to=reserve), once): gain(me, arcane=1)",
            "when(goes(character, from_=expeditions), once): gain(me, kelon=1)",
        ],
    )
    table.card("Runner")
    table.player("A").hand("Strike", "Swap").mana(2).landmarks("Watch")
    table.player("B").hero_expedition("Runner")
    table.begin()
    table.act("A", "play Swap")
    assert table.find("Watch").counters == {}
    table.act("B", "pass")
    table.act("A", "play Strike")
    table.choose("A", table.options()[0])  # the order of the two Reactions
    assert table.find("Watch").counters == {"arcane": 1, "kelon": 1}


@cites("5.0:7.4.6.b", "2024.09:RM-7.4.4.b-1")
@RULES
def test_seasoned_is_needed_in_the_expedition_not_in_reserve(sit, rules):
    """Both get Seasoned only while they are in play, one from itself and one from a passive."""
    table = sit(rules)
    table.card("Captain", abilities=["have(all(character, you.play), seasoned)"])
    table.card("Runner")
    table.card("Strike", type="spell", abilities=["effect: put(target(character), reserve)"])
    table.player("A").hand("Strike").mana(1)
    table.player("B").hero_expedition("Captain").hero_expedition("Runner", boosts=2)
    table.begin()
    table.act("A", "play Strike", "Runner")
    runner = table.find("Runner")
    assert (runner.zone, runner.boosts) == ("reserve", 2)
    assert "seasoned" not in runner.keywords


@cites("2024.09:RM-7.4.4.b-1")
@RULES
def test_seasoned_on_an_object_in_reserve_keeps_nothing(sit, rules):
    """It was not Seasoned in the Expedition, though it would be in Reserve."""
    table = sit(rules)
    table.card(
        "Warden", type="landmark_permanent", abilities=["have(all(card, reserve), seasoned)"]
    )
    table.card("Runner")
    table.card("Strike", type="spell", abilities=["effect: put(target(character), reserve)"])
    table.player("A").hand("Strike").mana(1)
    table.player("B").hero_expedition("Runner", boosts=2).landmarks("Warden")
    table.begin()
    table.act("A", "play Strike")
    assert (table.find("Runner").zone, table.find("Runner").boosts) == ("reserve", 0)


@cites("2024.09:RM-7.5.2.a-1", "2024.09:7.5.2.a")
@RULES
def test_arriving_with_a_status_is_becoming_it(sit, rules):
    """A Fleeting Character joins, a Fleeting Spell does not: "when a Character gains Fleeting"."""
    table = sit(rules)
    table.card("Runner")
    table.card(
        "Watch", type="landmark_permanent", abilities=["when(gains(character, fleeting)): draw(1)"]
    )
    table.player("A").reserve("Runner").hand("Runner").mana(2).landmarks("Watch")
    table.begin()
    table.act("A", "play Runner from hand to hero")
    table.act("B", "pass")
    assert table.zone("A", "hand") == []
    table.act("A", "play Runner from reserve to hero")
    assert table.zone("A", "hand") == ["Filler"]


@cites("5.0:7.5.4.a", "2024.09:RM-7.5.2.a-1", "2024.09:7.5.2.a")
@RULES
def test_one_that_already_is_does_not_become_it(sit, rules):
    table = sit(rules)
    table.card("Mark", type="spell", abilities=["effect: gain(all(character), fleeting)"])
    table.card(
        "Watch", type="landmark_permanent", abilities=["when(gains(character, fleeting)): draw(1)"]
    )
    table.player("A").hand("Mark").mana(1).landmarks("Watch")
    table.player("B").hero_expedition("Booda", fleeting=True).hero_expedition("Maw")
    table.begin()
    table.act("A", "play Mark")
    assert table.zone("A", "hand") == ["Filler"]  # for Maw alone


@cites("5.0:7.2.1.b")
@RULES
def test_me_in_a_spell_is_the_spell_in_limbo(sit, rules):
    """Its own effect can move it from there; a waiting effect does not find it in Reserve."""
    table = sit(rules)
    lines = ["effect: gain(me, arcane=2); draw(me.arcane); later(put(me, hand), after=rest)"]
    table.card("Echo", type="spell", abilities=lines)
    table.card("Seed", type="spell", abilities=["effect: put(me, mana, ready)"])
    table.player("A").hand("Echo", "Seed").mana(2)
    table.begin()
    table.act("A", "play Echo")
    assert len(table.zone("A", "hand")) == 3
    table.act("B", "pass")
    table.act("A", "play Seed")
    assert table.mana("A") == (1, 3)
    table.until("morning")
    assert table.find("Echo").zone == "reserve"


@cites("5.0:7.2.1.c")
@RULES
def test_me_in_a_quick_action_follows_the_moves_of_its_effect(sit, rules):
    table = sit(rules)
    line = "T: gain(me, arcane=1); put(me, reserve); gain(me, luck=1); exhaust(me)"
    table.card("Kite", abilities=[line])
    table.player("A").hero_expedition("Kite").companion_expedition("Kite")
    table.begin()
    table.act("A", "use Kite in hero")
    kite = table.find("Kite in reserve")
    assert (kite.counters, kite.statuses) == ({"luck": 1}, {"exhausted"})
    assert table.find("Kite in companion").counters == {}
