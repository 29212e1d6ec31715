"""Characteristics changed by passive abilities (2.3)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


@cites("5.0:2.2.a", "5.0:2.3.1.a", "5.0:2.3.1.d", "2024.09:2.3.1.a", "2024.09:2.3.1.j")
@RULES
def test_current_characteristics_are_the_printed_ones_after_the_passives(sit, rules):
    table = sit(rules)
    table.card("Plain", cost="2/3", stats="1/2/4", subtypes=["robot"], abilities=["defender"])
    line = "have(all(character), elemental, gigantic, forest=n + 1)"
    table.card("Aura", type="landmark_permanent", abilities=[line])
    table.card("Axe", type="spell", abilities=["effect: discard(target(permanent))"])
    table.player("A").hero_expedition("Plain").hand("Axe").mana(1).landmarks("Aura")
    table.begin()
    plain = table.find("Plain")
    assert (plain.hand_cost, plain.reserve_cost, plain.stats) == (2, 3, "2/2/4")
    assert plain.subtypes == {"robot", "elemental"}
    assert plain.keywords == {"defender", "gigantic"}
    table.act("A", "play Axe")
    plain = table.find("Plain")
    assert (plain.hand_cost, plain.reserve_cost, plain.stats) == (2, 3, "1/2/4")
    assert plain.subtypes == {"robot"}
    assert plain.keywords == {"defender"}


@cites(
    "5.0:1.1.6.d",
    "5.0:1.2.2.d",
    "5.0:2.2.c",
    "5.0:2.2.f",
    "2024.09:2.3.1.c",
    "2024.09:2.3.1.f",
    "2024.09:1.1.6.d",
)
@RULES
def test_absent_characteristics_are_zero_or_nothing(sit, rules):
    table = sit(rules)
    table.begin()
    idler = table.find("A Idler")
    assert (idler.stats, idler.subtypes, idler.boosts) == ("0/0/0", frozenset(), 0)


@cites("5.0:2.2.d", "5.0:2.2.11.c", "2024.09:2.3.1.d")
@RULES
def test_what_is_absent_is_not_modified(sit, rules):
    """A Permanent has no statistics: neither an ability nor boosts raise them."""
    table = sit(rules)
    table.card("Rock", type="landmark_permanent")
    line = "have(all(card, you.play), forest=n + 1)"
    table.card("Aura", type="landmark_permanent", abilities=[line])
    table.card("Asker", abilities=["J: gain(me, arcane=total(forest, permanent, you.play) + 1)"])
    table.player("A").landmarks("Aura", "Rock").hand("Asker").mana(1)
    table.begin()
    table.act("A", "play Asker to hero")
    assert table.find("Rock").stats == "0/0/0"
    assert table.find("Asker").stats == "2/1/1"
    assert table.find("Asker").counters == {"arcane": 1}


@cites("5.0:2.2.e", "2024.09:2.3.1.e")
@RULES
def test_what_is_absent_can_be_gained(sit, rules):
    table = sit(rules)
    table.card("Blank", stats="1/1/1")
    line = "have(all(character), elemental, tough(2), {R: draw(1)})"
    table.card("Aura", type="landmark_permanent", abilities=[line])
    table.player("A").hero_expedition("Blank").landmarks("Aura")
    table.begin()
    blank = table.find("Blank")
    assert (blank.subtypes, blank.tough) == ({"elemental"}, 2)
    assert len(blank.gained) == 1


@cites("5.0:2.3.1.c", "2024.09:2.3.1.g", "2024.09:2.3.1.i", "2024.09:2.3.1.k")
@RULES
def test_passives_are_in_force_at_once_and_for_all_who_come(sit, rules):
    table = sit(rules)
    table.card("Aura", type="landmark_permanent", abilities=["have(all(character), forest=n + 2)"])
    table.player("A").hand("Aura").mana(2).hero_expedition("Filler")
    table.player("B").hand("Filler").mana(1)
    table.begin()
    assert table.find("Filler in hero").stats == "1/1/1"
    table.act("A", "play Aura")
    assert table.find("A Filler").stats == "3/1/1"
    table.act("B", "play Filler to companion")
    assert table.find("B Filler in companion").stats == "3/1/1"


@cites("5.0:2.3.1.b", "2024.09:2.3.1.h")
@pytest.mark.parametrize("zone", ["hand", "reserve", "discard"])
@RULES
def test_passives_concern_objects_in_play_only(sit, rules, zone):
    table = sit(rules)
    table.card("Pet")
    line = "have(all(character), elemental, forest=n + 2)"
    table.card("Aura", type="landmark_permanent", abilities=[line])
    getattr(table.player("A").landmarks("Aura"), zone)("Pet")
    table.begin()
    assert (table.find("Pet").stats, table.find("Pet").subtypes) == ("1/1/1", frozenset())


@cites("5.0:2.2.12.g", "2024.09:2.3.1.h")
@pytest.mark.parametrize("zone", ["hand", "reserve", "discard"])
@RULES
def test_passives_work_from_play_only(sit, rules, zone):
    table = sit(rules)
    table.card("Aura", abilities=["have(all(character), forest=n + 2)"])
    getattr(table.player("A").hero_expedition("Filler"), zone)("Aura")
    table.begin()
    assert table.find("Filler").stats == "1/1/1"


@cites("5.0:2.3.1.e", "2024.09:2.3.1.k")
@RULES
def test_what_they_apply_to_is_seen_anew_after_each_event(sit, rules):
    """In the middle of an effect too: the second step counts the result of the first."""
    table = sit(rules)
    line = "have(all(character, boosted), elemental)"
    table.card("Aura", type="landmark_permanent", abilities=[line])
    line = "effect: gain(target(character), boost=1); gain(all(elemental), arcane=1)"
    table.card("Rite", type="spell", abilities=[line])
    table.player("A").landmarks("Aura").hand("Rite").mana(1).hero_expedition("Brassbug", "Filler")
    table.begin()
    table.act("A", "play Rite", "Brassbug")
    assert table.find("Brassbug").counters == {"arcane": 1}
    assert table.find("Filler").counters == {}


@cites("5.0:2.3.1.e", "2024.09:2.3.1.k")
@RULES
def test_what_they_do_is_seen_anew_after_each_event(sit, rules):
    table = sit(rules)
    line = "have(all(character, you.play), forest=count(character, you.play))"
    table.card("Chief", stats="1/1/1", abilities=[line])
    table.player("A").hero_expedition("Chief").hand("Filler").mana(1)
    table.begin()
    assert table.find("Chief").forest == 1
    table.act("A", "play Filler to hero")
    assert [card.forest for card in (table.find("Chief"), table.find("Filler in hero"))] == [2, 2]


@cites("5.0:2.3.1.f", "2024.09:2.3.1.k", "2024.09:2.3.1.i")
@RULES
def test_an_object_is_not_thought_to_have_left_in_between(sit, rules):
    """Re-evaluation takes Gigantic away and gives it back: no object joins or leaves."""
    table = sit(rules)
    table.card("Atlas", stats="2/2/2", abilities=["gigantic"])
    lines = [
        "when(goes(character, other, to=me.expedition)): gain(me, arcane=1)",
        "when(goes(character, other, from_=me.expedition)): gain(me, luck=1)",
    ]
    table.card("Guard", abilities=lines)
    table.player("A").hero_expedition("Atlas").companion_expedition("Guard")
    table.player("A").hand("Filler").mana(1)
    table.player("B").hand("Filler").mana(1)
    table.begin()
    table.act("A", "play Filler to hero")
    table.act("B", "play Filler to hero")
    assert table.find("Guard").counters == {}


@cites("5.0:2.3.1.d", "2024.09:2.3.1.l")
@RULES
def test_several_passives_add_up(sit, rules):
    table = sit(rules)
    table.card("Aura", type="landmark_permanent", abilities=["have(all(character), forest=n + 1)"])
    table.player("A").landmarks("Aura", "Aura").hero_expedition("Brassbug", boosts=1)
    table.begin()
    assert table.find("Brassbug").stats == "5/3/3"
