"""Reactions and their triggers (6.3)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def with_spell(sit, rules, effect, *abilities):
    """A Spell of A, and a Landmark of A for each ability."""
    table = sit(rules)
    table.card("Work", type="spell", abilities=[f"effect: {effect}"])
    table.player("A").hand("Work").mana(3)
    for number, line in enumerate(abilities, 1):
        table.card(f"Watch {number}", type="landmark_permanent", abilities=[line])
        table.player("A").landmarks(f"Watch {number}")
    return table


@cites(
    "5.0:1.2.6.a",
    "5.0:1.2.7.a",
    "5.0:6.3.a",
    "5.0:6.3.b",
    "5.0:6.3.h",
    "5.0:7.3.1.a",
    "2024.09:6.3.a",
    "2024.09:6.3.b",
    "2024.09:6.3.c",
)
@RULES
def test_a_matching_event_creates_a_reaction_that_waits_in_limbo(sit, rules):
    """Its effect waits while the Spell that caused the event is not done."""
    table = with_spell(
        sit,
        rules,
        "draw(1); if_(may(pay(1)), draw(1))",
        "when(draws(you)): resupply()",
        "when(resupplies(you)): gain(me, kelon=1)",
    )
    table.begin()
    table.act("A", "play Work")
    assert table.decision == "yes_no"
    assert table.reactions() == [("A", "Watch 1", 0)]
    assert table.zone("A", "reserve") == []
    table.choose("A", "no")
    assert table.zone("A", "reserve") == ["Work", "Filler"]
    assert table.reactions() == []
    assert table.find("Watch 2").counters == {"kelon": 1}


@cites("5.0:1.2.7.a", "5.0:6.3.b", "5.0:7.3.1.a", "2024.09:6.3.b")
@RULES
def test_another_event_activates_nothing(sit, rules):
    table = with_spell(sit, rules, "resupply()", "when(draws(you)): gain(me, kelon=1)")
    table.player("B").hand("Work").mana(1)
    table.begin()
    table.act("A", "play Work")
    assert table.find("Watch 1").counters == {}


@cites("2024.09:6.3.b")
@RULES
def test_you_in_a_trigger_is_its_controller(sit, rules):
    table = with_spell(sit, rules, "draw(1)", "when(draws(opponent)): gain(me, kelon=1)")
    table.player("B").hand("Work").mana(1)
    table.begin()
    table.act("A", "play Work")
    assert table.find("Watch 1").counters == {}
    table.act("B", "play Work")
    assert table.find("Watch 1").counters == {"kelon": 1}


@cites("5.0:6.3.g", "5.0:6.3.h", "5.0:6.3.i", "2024.09:6.3.b", "2024.09:6.3.c")
@RULES
def test_each_matching_atomic_action_activates_it_bound_to_its_object(sit, rules):
    table = sit(rules)
    table.card(
        "Monolith",
        type="landmark_permanent",
        abilities=["when(goes(character, to=you.expeditions)): gain(it, boost=1)"],
    )
    table.player("A").hand("Open the Gates C").mana(5).landmarks("Monolith")
    table.begin()
    table.act("A", "play Open the Gates")
    assert table.reactions() == [("A", "Monolith", 0)] * 4
    while table.decision == "reaction":
        table.choose("A", table.options()[0])
    assert [recruit.boosts for recruit in table.all("Ordis Recruit")] == [1, 1, 1, 1]


@cites("5.0:6.3.j", "2024.09:6.3.b")
@RULES
def test_a_reaction_to_an_object_that_is_gone_does_nothing(sit, rules):
    """Bound to the object that left, not to the one its card has become."""
    table = with_spell(
        sit,
        rules,
        "create(brassbug, in_=you.hero_expedition); sacrifice(all(robot, you.play)); draw(1)",
        "when(goes(robot, to=you.expeditions)): gain(it, boost=1)",
    )
    table.begin()
    table.act("A", "play Work")
    assert table.all("Brassbug") == []
    assert table.zone("A", "hand") == ["Filler"]
    assert table.turn == "B"


@cites("5.0:6.3.c", "5.0:6.3.f", "2024.09:6.3.d")
@RULES
def test_a_reaction_must_have_been_there_before_the_event(sit, rules):
    """It does not react to its own arrival, unless it says so."""
    table = sit(rules)
    table.card("Crier", abilities=["when(goes(character, to=you.expeditions)): gain(me, kelon=1)"])
    table.card("Actor", abilities=["J: gain(me, kelon=1)"])
    table.player("A").hand("Crier", "Actor").mana(2)
    table.begin()
    table.act("A", "play Crier to hero")
    table.act("B", "pass")
    assert table.find("Crier").counters == {}
    table.act("A", "play Actor to hero", "Actor")
    assert table.find("Actor").counters == {"kelon": 1}
    assert table.find("Crier").counters == {"kelon": 1}


@cites("5.0:6.3.e", "2024.09:6.3.d", "2024.09:EX-6.3.d-1")
@RULES
def test_asmodeus_put_into_play_by_mind_apotheosis_reacts_to_it(sit, rules):
    table = sit(rules)
    table.player("A").hand("Mind Apotheosis C").mana(9)
    table.player("A").deck("Asmodeus C", "Filler", "Filler", "Filler", "Filler")
    table.dice(2)
    table.begin()
    table.act("A", "play Mind Apotheosis", "Asmodeus", "done", "hero")
    asmodeus = table.find("Asmodeus")
    assert (asmodeus.expedition, asmodeus.boosts) == ("hero", 3)


@cites("2024.09:6.3.d")
@RULES
def test_put_into_play_is_not_played(sit, rules):
    """Only the arrow is about joining; the hand is about being played."""
    table = with_spell(sit, rules, "put(choose(character, you.hand), you.hero_expedition)")
    table.card("Actor", abilities=["J: gain(me, kelon=1)", "H: gain(me, boost=1)"])
    table.player("A").hand("Actor")
    table.begin()
    table.act("A", "play Work")
    actor = table.find("Actor")
    assert (actor.expedition, actor.counters, actor.boosts) == ("hero", {"kelon": 1}, 0)


@cites("5.0:6.3.c", "2024.09:6.3.d", "2024.09:6.3.c")
@pytest.mark.parametrize(("place", "boosts"), [("hand", 1), ("reserve", 2)])
@RULES
def test_the_hand_and_the_reserve_icon(sit, rules, place, boosts):
    table = sit(rules)
    table.card("Actor", abilities=["H: gain(me, boost=1)", "R: gain(me, boost=2)"])
    getattr(table.player("A").mana(1), place)("Actor")
    table.begin()
    table.act("A", f"play Actor from {place} to hero")
    assert table.find("Actor").boosts == boosts


@cites("5.0:6.3.f", "2024.09:6.3.e", "2024.09:EX-6.3.e-1")
@RULES
def test_armored_jammer_reacts_though_mana_reaping_took_it_away(sit, rules):
    table = sit(rules)
    table.player("A").hand("Mana Reaping C").mana(3).reserve("Filler")
    table.player("B").landmarks("Armored Jammer R1")
    table.begin()
    table.act("A", "play Mana Reaping")
    assert table.zone("B", "mana") == ["Armored Jammer"]
    assert (table.decider, table.decision) == ("B", "target")
    table.choose("B", "Filler")
    assert table.zone("A", "reserve") == []


@cites("5.0:6.3.j", "2024.09:6.3.e")
@RULES
def test_a_reaction_of_a_dead_object_uses_where_it_was(sit, rules):
    """In "my Expedition" the Expedition is the one it left."""
    table = with_spell(sit, rules, "put(target(character), reserve)")
    table.card(
        "Nest",
        abilities=["when(goes(me, from_=expeditions)): create(ordis_recruit, in_=me.expedition)"],
    )
    table.player("B").companion_expedition("Nest")
    table.begin()
    table.act("A", "play Work")
    recruit = table.find("Ordis Recruit")
    assert (recruit.controller, recruit.expedition) == ("B", "companion")


@cites("5.0:6.3.b", "5.0:6.3.k", "2024.09:6.3.e", "2024.09:6.3.b")
@pytest.mark.parametrize(("fleeting", "hand"), [(True, ["Filler"]), (False, [])])
@RULES
def test_a_condition_in_the_past_looks_at_the_state_before(sit, rules, fleeting, hand):
    table = with_spell(sit, rules, "discard(target(character))")
    table.card("Duelist", abilities=["when(goes(me, from_=expeditions), me.fleeting): draw(1)"])
    table.player("B").hero_expedition("Duelist", fleeting=fleeting)
    table.begin()
    table.act("A", "play Work")
    assert table.zone("B", "hand") == hand


@cites("5.0:6.3.k", "2024.09:6.3.b")
@RULES
def test_a_condition_in_the_present_looks_at_the_state_after(sit, rules):
    table = with_spell(
        sit,
        rules,
        "sacrifice(choose(character, you.play))",
        "when(sacrifices(you, character), count(character, you.play) == 1): gain(me, kelon=1)",
    )
    table.player("A").hero_expedition("Booda", "Brassbug")
    table.begin()
    table.act("A", "play Work", "Booda")
    assert table.find("Watch 1").counters == {"kelon": 1}


@cites("2024.09:6.3.b")
@RULES
def test_the_condition_in_a_trigger_is_not_checked_again_later(sit, rules):
    table = sit(rules)
    table.card(
        "Bell",
        type="landmark_permanent",
        abilities=["at(noon, count(card, you.hand) == 0): resupply()", "at(noon): draw(1)"],
    )
    table.player("A").landmarks("Bell")
    table.begin("noon")
    table.choose("A", table.options()[1])
    assert table.zone("A", "hand") == ["Filler"]
    assert table.zone("A", "reserve") == ["Filler"]


@cites("5.0:6.3.l", "rulesets:Activations of a Reaction in a day", "2024.09:6.3.c", "2024.09:6.3.f")
@RULES
def test_a_reaction_is_activated_a_hundred_times_a_day(sit, rules):
    """It answers itself; the 101st event stays as it is."""
    table = sit(rules)
    table.card("Echo", abilities=["when(gains(me, kelon)): gain(me, kelon=1)"])
    table.card("Call", type="spell", abilities=["effect: gain(target(character), kelon=1)"])
    table.player("A").hand("Call", "Call").mana(2).hero_expedition("Echo", anchored=True)
    table.begin()
    table.act("A", "play Call")
    assert table.find("Echo").counters == {"kelon": 101}
    table.act("B", "pass")
    table.act("A", "play Call")
    assert table.find("Echo").counters == {"kelon": 102}


@cites("5.0:6.3.l", "2024.09:6.3.f")
@RULES
def test_the_limit_is_each_object_s_own_and_of_one_day(sit, rules):
    table = sit(rules)
    table.card("Echo", abilities=["when(gains(me, kelon)): gain(me, kelon=1)"])
    table.card("Call", type="landmark_permanent", abilities=["T: gain(target(character), kelon=1)"])
    table.player("A").landmarks("Call", "Call")
    table.player("A").hero_expedition("Echo", anchored=True)
    table.player("A").companion_expedition("Echo", anchored=True)
    table.begin(first="B")
    table.act("B", "pass")
    table.act("A", "use Call", "Echo in hero")
    table.act("A", "use Call", "Echo in companion")
    assert [echo.counters for echo in table.all("Echo")] == [{"kelon": 101}] * 2
    table.until("night")
    table.until("afternoon")
    if table.decider == "B":
        table.act("B", "pass")
    table.act("A", "use Call", "Echo in hero")
    assert table.find("Echo in hero").counters == {"kelon": 202}


@cites("5.0:6.3.m", "rulesets:Activations of a Reaction in a day", "2024.09:6.3.f")
@pytest.mark.parametrize(("rules", "limited"), [("2024.09", False), ("5.0", True)])
def test_all_objects_of_one_name_react_a_thousand_times_a_day_in_5_0(sit, rules, limited):
    """Eleven of a name, a hundred times each: the last one finds the 1,000 used up. Another
    Reaction of theirs has 1,000 of its own."""
    table = sit(rules)
    table.card(
        "Echo",
        abilities=[
            "when(gains(me, kelon)): gain(me, kelon=1)",
            "when(gains(me, boost)): gain(me, boost=1)",
        ],
    )
    table.card("Call", type="landmark_permanent", abilities=["T: gain(target(character), kelon=1)"])
    table.card("Cry", type="landmark_permanent", abilities=["T: gain(target(character), boost=1)"])
    table.player("A").landmarks(*["Call"] * 11, "Cry").hero_expedition(*["Echo"] * 11)
    table.begin()
    for number in range(1, 12):
        table.act("A", "use Call", f"Echo #{number}")
    total = sum(echo.counters["kelon"] for echo in table.all("Echo"))
    assert total == 11 + (1000 if limited else 1100)
    table.act("A", "use Cry", "Echo #11")
    assert table.all("Echo")[10].boosts == 101
