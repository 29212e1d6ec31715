"""Counters (2.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from altered_env import Game, Scenario, decks
from altered_env.testing.scenario.own_cards import find_card
from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def cast(sit, rules, line: str, **state):
    """A table at which A has played a Spell, with a Character in play."""
    table = sit(rules)
    table.card("Rite", type="spell", abilities=[f"effect: {line}"])
    table.card("Pet")
    table.player("A").hand("Rite").mana(1).hero_expedition("Pet", **state)
    table.begin()
    table.act("A", "play Rite")
    return table


@cites("5.0:2.5.c", "5.0:2.5.f", "2024.09:2.5.a", "2024.09:2.5.b", "2024.09:2.5.e")
@RULES
def test_counters_of_a_name_add_up(sit, rules):
    table = cast(sit, rules, "gain(all(character), arcane=2, luck=1)", counters={"arcane": 3})
    assert table.find("Pet").counters == {"arcane": 5, "luck": 1}


@cites("5.0:2.5.a", "2024.09:2.5.a")
@RULES
def test_objects_of_every_kind_may_have_counters(sit, rules):
    table = sit(rules)
    table.card("Shrine", type="landmark_permanent")
    line = "effect: gain(all(card, play | reserve), arcane=1); gain(you.hero, luck=2)"
    table.card("Rite", type="spell", abilities=[line])
    table.player("A").hand("Rite").mana(1).reserve("Filler").landmarks("Shrine")
    table.begin()
    table.act("A", "play Rite")
    assert table.find("Shrine").counters == {"arcane": 1}
    assert table.find("Filler in reserve").counters == {"arcane": 1}
    assert table.find("A Idler").counters == {"luck": 2}


@cites("5.0:1.1.7.c", "5.0:2.5.d", "2024.09:2.5.c")
@RULES
def test_counters_of_a_name_are_alike(sit, rules):
    """There is no choice between them: their origin does not matter."""
    line = "gain(all(character), arcane=1); lose(all(character), arcane=2)"
    table = cast(sit, rules, line, counters={"arcane": 2})
    assert table.decision == "turn"
    assert table.find("Pet").counters == {"arcane": 1}


@cites("5.0:2.5.e", "duration/begin the game", "2024.09:2.5.d")
@RULES
def test_a_hero_begins_with_its_counters(rules):
    table = Scenario()
    table.card("Poet", type="hero", abilities=["begin(performance=4, luck=1)"])
    poet = find_card("Poet", table.player("A").own)
    starter = decks.starter("axiom")
    game = Game.start(replace(starter, hero=poet), starter, rules=rules, legal=False, seed=0)
    assert game.decision == "first_mana"  # so early
    heroes = [player.hero for player in game.view().players]
    assert [hero.counters for hero in heroes if hero] == [{"performance": 4, "luck": 1}, {}]


@cites("5.0:2.5.g", "2024.09:2.5.f")
@pytest.mark.parametrize(("had", "left"), [(5, 2), (3, 0), (1, 0), (0, 0)])
@RULES
def test_removing_goes_no_lower_than_zero(sit, rules, had, left):
    table = cast(
        sit, rules, "lose(all(character), arcane=3)", counters={"arcane": had} if had else {}
    )
    assert table.find("Pet").counters == ({"arcane": left} if left else {})


@cites("5.0:2.5.g", "2024.09:2.5.f")
@RULES
def test_removing_boosts_goes_no_lower_than_zero(sit, rules):
    table = cast(sit, rules, "lose(all(character), boost=3)", boosts=1)
    assert (table.find("Pet").boosts, table.find("Pet").stats) == (0, "1/1/1")


@cites("5.0:2.5.h", "2024.09:2.5.g", "2024.09:1.4.1.b")
@pytest.mark.parametrize(("had", "left"), [(1, None), (2, 0), (3, 1)])
@RULES
def test_spending_needs_as_many(sit, rules, had, left):
    table = sit(rules)
    table.card("Well", type="landmark_permanent", abilities=["spend(arcane=2): draw(1)"])
    # Counters of another object, or of another name, do not help.
    table.player("A").landmarks("Well", counters={"arcane": had, "luck": 4})
    table.player("A").hero_expedition("Filler", counters={"arcane": 5})
    table.begin()
    assert table.can("A", "use Well") is (left is not None)
    if left is None:
        return
    table.act("A", "use Well")
    assert table.find("Well").counters.get("arcane", 0) == left
    assert table.find("Well").counters["luck"] == 4
    assert not table.can("A", "use Well")


@cites("5.0:2.5.i", "5.0:2.5.1.b", "2024.09:2.5.h")
@RULES
def test_counters_other_than_boosts_do_nothing_by_themselves(sit, rules):
    table = sit(rules)
    table.player("A").hero_expedition("Filler", counters={"arcane": 5})
    table.player("B").hero_expedition("Filler", boosts=1)
    table.begin()
    assert table.find("A Filler").stats == "1/1/1"
    assert table.find("B Filler").stats == "2/2/2"


@cites("5.0:2.5.j", "2024.09:2.5.i")
@pytest.mark.parametrize("to", ["reserve", "hand", "deck, at=1", "mana"])
@RULES
def test_leaving_the_expedition_takes_all_counters(sit, rules, to):
    line = f"put(target(character), {to})"
    table = cast(sit, rules, line, boosts=2, counters={"arcane": 1})
    pet = table.find("Pet")
    assert pet.zone != "expedition"
    assert (pet.boosts, pet.counters) == (0, {})


@cites("2024.09:2.5.i")
@RULES
def test_rest_takes_all_counters(sit, rules):
    table = sit(rules)
    table.card("Pet")
    table.player("A").hero_expedition("Pet", boosts=2, counters={"arcane": 1})
    table.begin()
    table.until("morning")
    pet = table.find("Pet")
    assert (pet.zone, pet.boosts, pet.counters) == ("reserve", 0, {})


@cites("5.0:2.5.j", "2024.09:2.5.i")
@RULES
def test_leaving_the_landmarks_takes_all_counters(sit, rules):
    table = sit(rules)
    table.card("Shrine", type="landmark_permanent")
    table.card("Call", type="spell", abilities=["effect: put(target(permanent), reserve)"])
    table.player("A").hand("Call").mana(1).landmarks("Shrine", counters={"arcane": 3})
    table.begin()
    table.act("A", "play Call")
    assert (table.find("Shrine").zone, table.find("Shrine").counters) == ("reserve", {})


@cites("2024.09:2.5.i")
@RULES
def test_switching_expeditions_is_not_leaving(sit, rules):
    table = cast(sit, rules, "switch(target(character))", boosts=2, counters={"arcane": 1})
    pet = table.find("Pet")
    assert (pet.expedition, pet.boosts, pet.counters) == ("companion", 2, {"arcane": 1})


@cites("5.0:2.5.l", "2024.09:2.5.j", "2024.09:RM-2.4.4.b-1")
@RULES
def test_counters_stay_from_reserve_through_limbo(sit, rules):
    table = sit(rules)
    table.card("Pet")
    table.card("Shrine", type="landmark_permanent")
    side = table.player("A").mana(2)
    side.reserve("Pet", boosts=1, counters={"arcane": 2}).reserve("Shrine", counters={"luck": 3})
    table.begin()
    table.act("A", "play Pet to hero")
    table.act("B", "pass")
    table.act("A", "play Shrine")
    assert (table.find("Pet").boosts, table.find("Pet").counters) == (1, {"arcane": 2})
    assert (table.find("Shrine").zone, table.find("Shrine").counters) == ("landmarks", {"luck": 3})


@cites("5.0:2.5.l", "2024.09:2.5.j")
@RULES
def test_counters_gained_in_reserve_stay_on_the_way_into_play(sit, rules):
    table = sit(rules)
    table.card("Pet")
    line = "effect: x = all(card, you.reserve); gain(x, boost=1); put(x, you.hero_expedition)"
    table.card("Rite", type="spell", abilities=[line])
    table.player("A").hand("Rite").mana(1).reserve("Pet", boosts=1)
    table.begin()
    table.act("A", "play Rite")
    pet = table.find("Pet")
    assert (pet.zone, pet.boosts) == ("expedition", 2)


@cites("5.0:2.5.b", "2024.09:2.5.j", "2024.09:2.1.g")
@RULES
def test_a_card_that_goes_to_hand_loses_them(sit, rules):
    """It is no object there (2.1.g), so nothing carries them."""
    table = sit(rules)
    table.card("Pet")
    table.card("Call", type="spell", abilities=["effect: put(all(card, you.reserve), hand)"])
    table.player("A").hand("Call").mana(2).reserve("Pet", boosts=2, counters={"arcane": 1})
    table.begin()
    table.act("A", "play Call")
    table.act("B", "pass")
    table.act("A", "play Pet to hero")
    assert (table.find("Pet").boosts, table.find("Pet").counters) == (0, {})


@cites("5.0:2.5.1.b", "5.0:2.2.11.c")
@RULES
def test_boosts_and_abilities_give_a_permanent_no_statistics(sit, rules):
    table = sit(rules)
    table.card("Hut", type="landmark_permanent")
    table.card("Sun", abilities=["have(all(permanent), forest=n + 2)"])
    table.player("A").landmarks("Hut", boosts=3).hero_expedition("Sun")
    table.begin()
    assert (table.find("Hut").stats, table.find("Hut").boosts) == ("0/0/0", 3)


@cites("5.0:2.5.k")
@RULES
def test_counters_are_kept_between_expeditions_and_landmarks(sit, rules):
    table = sit(rules)
    table.card("Root", type="spell", abilities=["effect: put(target(character), you.landmarks)"])
    table.player("A").hand("Root").mana(1).hero_expedition(
        "Filler", boosts=2, counters={"kelon": 1}
    )
    table.begin()
    table.act("A", "play Root")
    seen = table.find("A Filler in landmarks")
    assert (seen.boosts, seen.counters) == (2, {"kelon": 1})
