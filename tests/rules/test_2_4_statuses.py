"""Statuses (2.4)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
ALL = ("anchored", "asleep", "exhausted", "fleeting")


@cites("5.0:2.4.1.a", "5.0:2.4.1.b", "2024.09:2.4.1.a")
@RULES
def test_several_statuses_at_once(sit, rules):
    table = sit(rules)
    line = "effect: gain(target(character), anchored, asleep, fleeting, boost=1)"
    table.card("Curse", type="spell", abilities=[line])
    table.player("A").hand("Curse").mana(1).hero_expedition("Filler", exhausted=True)
    table.begin()
    table.act("A", "play Curse")
    assert set(ALL) <= table.find("Filler").statuses
    table.until("morning")
    # Rest took two of them, and it stayed in spite of Fleeting.
    filler = table.find("Filler in hero")
    assert {"fleeting"} == filler.statuses & {"anchored", "asleep", "fleeting"}
    assert filler.boosts == 1


@cites("5.0:2.4.1.d", "2024.09:2.4.1.b")
@pytest.mark.parametrize("to", ["reserve", "hand", "you.companion_expedition"])
@RULES
def test_statuses_do_not_follow_to_another_zone(sit, rules, to):
    table = sit(rules)
    table.card("Pet")
    table.card("Call", type="spell", abilities=[f"effect: put(target(character), {to})"])
    statuses = dict.fromkeys(("anchored", "asleep", "exhausted"), True)
    table.player("A").hand("Call").mana(1).hero_expedition("Pet", **statuses)
    table.begin()
    table.act("A", "play Call")
    kept = to.endswith("expedition")  # that is the same zone
    assert (table.find("Pet").statuses & set(ALL)) == (set(statuses) if kept else set())


@cites("5.0:2.4.1.d", "2024.09:2.4.1.b")
@RULES
def test_unless_something_says_so(sit, rules):
    table = sit(rules)
    line = "effect: put(target(character), reserve, exhausted)"
    table.card("Call", type="spell", abilities=[line])
    table.card("Pet")
    table.player("A").hand("Call").mana(1).hero_expedition("Pet")
    table.begin()
    table.act("A", "play Call")
    assert "exhausted" in table.find("Pet").statuses


@cites("5.0:2.4.1.e", "2024.09:2.4.1.c")
@RULES
def test_statuses_stay_until_something_alters_them(sit, rules):
    table = sit(rules)
    table.card("Turn", type="spell", abilities=["effect: switch(target(character))"])
    table.card("Cure", type="spell", abilities=["effect: lose(target(character), asleep)"])
    statuses = dict.fromkeys(("anchored", "asleep", "fleeting"), True)
    table.player("A").hand("Turn", "Cure", "Filler").mana(4)
    table.player("A").hero_expedition("Brassbug", **statuses)
    table.begin()
    table.act("A", "play Turn")
    table.act("B", "pass")
    assert table.find("Brassbug").statuses & set(ALL) == set(statuses)
    table.act("A", "play Filler to hero")
    assert table.find("Brassbug").statuses & set(ALL) == set(statuses)
    table.act("A", "play Cure", "Brassbug")
    assert table.find("Brassbug").statuses & set(ALL) == {"anchored", "fleeting"}


@cites("5.0:2.4.1.f", "2024.09:2.4.1.d")
@pytest.mark.parametrize("status", ["anchored", "asleep", "fleeting"])
@pytest.mark.parametrize("had", [False, True])
@RULES
def test_a_status_is_not_gained_twice(sit, rules, status, had):
    table = sit(rules)
    line = f"when(gains(character, {status})): gain(me, arcane=1)"
    table.card("Watch", type="landmark_permanent", abilities=[line])
    line = f"effect: if_(gain(all(character), {status}), draw(1))"
    table.card("Curse", type="spell", abilities=[line])
    table.player("A").hand("Curse").mana(1).hero_expedition("Filler", **{status: had})
    table.player("A").landmarks("Watch")
    table.begin()
    table.act("A", "play Curse")
    assert status in table.find("Filler in hero").statuses
    assert table.find("Watch").counters == ({} if had else {"arcane": 1})


@cites("5.0:2.4.1.h", "2024.09:2.4.1.e")
@pytest.mark.parametrize("status", ["anchored", "asleep", "fleeting"])
@pytest.mark.parametrize("had", [False, True])
@RULES
def test_a_status_that_is_not_had_is_not_lost(sit, rules, status, had):
    table = sit(rules)
    line = f"when(loses(character, {status})): gain(me, arcane=1)"
    table.card("Watch", type="landmark_permanent", abilities=[line])
    table.card("Cure", type="spell", abilities=[f"effect: lose(all(character), {status})"])
    table.player("A").hand("Cure").mana(1).hero_expedition("Filler", **{status: had})
    table.player("A").landmarks("Watch")
    table.begin()
    table.act("A", "play Cure")
    assert status not in table.find("Filler in hero").statuses
    assert table.find("Watch").counters == ({"arcane": 1} if had else {})


@cites("2024.09:2.4.1.d")
@pytest.mark.parametrize("had", [False, True])
def test_exhausting_as_a_cost_needs_a_ready_object(sit, had):
    table = sit()
    table.card("Well", type="landmark_permanent", abilities=["T: gain(me, arcane=1)"])
    table.player("A").landmarks("Well", exhausted=had)
    table.begin()
    assert table.can("A", "use Well") is not had


@cites("5.0:2.4.1.c", "2024.09:2.4.1.g")
@RULES
def test_cards_in_hidden_zones_have_no_statuses(sit, rules):
    table = sit(rules)
    line = "effect: x = put(target(character), hand); gain(x, fleeting, anchored, asleep, boost=1)"
    table.card("Call", type="spell", abilities=[line])
    table.card("Pet")
    table.player("A").hand("Call").mana(2)
    table.player("A").hero_expedition("Pet", fleeting=True, asleep=True, boosts=2)
    table.begin()
    table.act("A", "play Call")
    pet = table.find("Pet")
    assert (pet.zone, pet.statuses & set(ALL), pet.boosts) == ("hand", set(), 0)
    table.act("B", "pass")
    table.act("A", "play Pet to hero")
    assert table.find("Pet").statuses & set(ALL) == set()


@cites("5.0:2.4.5.a", "keyword/boosted", "2024.09:2.4.4.a")
@pytest.mark.parametrize(("boosts", "counted"), [(0, 0), (1, 1), (2, 1)])
@RULES
def test_boosted_is_to_have_a_boost(sit, rules, boosts, counted):
    table = sit(rules)
    table.card("Census", abilities=["J: gain(me, arcane=count(character, boosted))"])
    table.player("A").hand("Census").mana(1).companion_expedition("Filler", boosts=boosts)
    table.begin()
    table.act("A", "play Census to hero")
    assert table.find("Census").counters.get("arcane", 0) == counted


@cites("5.0:2.4.5.b", "2024.09:2.4.4.b")
@RULES
def test_boosted_comes_and_goes_with_the_boosts(sit, rules):
    table = sit(rules)
    table.card("Light", abilities=["while_(me.boosted), have(me, gigantic)"])
    for name, step in (("Up", "gain"), ("Down", "lose")):
        table.card(name, type="spell", abilities=[f"effect: {step}(all(character), boost=1)"])
    table.player("A").hero_expedition("Light").hand("Up", "Down").mana(2)
    table.begin()
    table.act("A", "play Up")
    table.act("B", "pass")
    assert table.find("Light").keywords == {"gigantic"}
    table.act("A", "play Down")
    assert table.find("Light").keywords == frozenset()


@cites("2024.09:RM-2.4.4.b-1", "2024.09:2.5.j")
@RULES
def test_boosts_stay_on_what_is_played_from_reserve(sit, rules):
    table = sit(rules)
    table.card("Pet")
    table.player("A").reserve("Pet", boosts=2).mana(1)
    table.begin()
    table.act("A", "play Pet to hero")
    pet = table.find("Pet")
    assert (pet.expedition, pet.boosts, pet.stats) == ("hero", 2, "3/3/3")


@cites("5.0:2.4.7.a", "5.0:2.4.7.c", "5.0:5.2.1.b", "2024.09:2.4.6.a", "2024.09:2.4.6.b")
@pytest.mark.parametrize(("place", "fleeting"), [("reserve", True), ("hand", False)])
@RULES
def test_a_character_from_reserve_is_fleeting(sit, rules, place, fleeting):
    table = sit(rules)
    table.card("Pet")
    line = "when(goes(character, to=limbo)): if_(it.fleeting, gain(me, luck=1)); gain(me, arcane=1)"
    table.card("Watch", type="landmark_permanent", abilities=[line])
    getattr(table.player("A").mana(1).landmarks("Watch"), place)("Pet")
    table.begin()
    table.act("A", "play Pet to hero")
    assert ("fleeting" in table.find("Pet").statuses) is fleeting
    assert table.find("Watch").counters == ({"luck": 1, "arcane": 1} if fleeting else {"arcane": 1})


@cites("5.0:2.4.7.d", "2024.09:2.4.6.c")
@pytest.mark.parametrize(("fleeting", "zone"), [(True, "discard"), (False, "reserve")])
@pytest.mark.parametrize("how", ["rest", "effect"])
@RULES
def test_a_fleeting_character_is_discarded_instead_of_going_to_reserve(
    sit, rules, how, fleeting, zone
):
    table = sit(rules)
    table.card("Pet")
    table.card("Call", type="spell", abilities=["effect: put(target(character), reserve)"])
    table.player("A").hand("Call").mana(1).hero_expedition("Pet", fleeting=fleeting)
    table.begin()
    if how == "rest":
        table.until("morning")
    else:
        table.act("A", "play Call")
    assert table.find("Pet").zone == zone


@cites("2024.09:2.4.6.c")
@RULES
def test_a_fleeting_character_may_go_elsewhere(sit, rules):
    table = sit(rules)
    table.card("Call", type="spell", abilities=["effect: put(target(character), hand)"])
    table.card("Pet")
    table.player("A").hand("Call").mana(1).hero_expedition("Pet", fleeting=True)
    table.begin()
    table.act("A", "play Call")
    assert table.find("Pet").zone == "hand"


@cites("5.0:2.4.7.a", "5.0:2.4.7.e", "2024.09:2.4.6.d", "2024.09:2.4.6.f")
@pytest.mark.parametrize(("place", "zone"), [("reserve", "discard"), ("hand", "reserve")])
@RULES
def test_a_spell_from_reserve_is_fleeting(sit, rules, place, zone):
    table = sit(rules)
    table.card("Rite", type="spell", abilities=["effect: if_(me.fleeting, draw(1))"])
    getattr(table.player("A").mana(1), place)("Rite")
    table.begin()
    table.act("A", "play Rite")
    assert table.find("Rite").zone == zone
    assert len(table.zone("A", "hand")) == int(place == "reserve")


@cites("5.0:2.4.7.b", "keyword/fleeting", "2024.09:2.4.6.e", "2024.09:2.4.6.f")
@RULES
def test_a_spell_with_fleeting_is_fleeting_from_anywhere(sit, rules):
    table = sit(rules)
    table.card("Rite", type="spell", abilities=["fleeting", "effect: if_(me.fleeting, draw(1))"])
    table.player("A").mana(1).hand("Rite")
    table.begin()
    table.act("A", "play Rite")
    assert table.find("Rite").zone == "discard"
    assert table.zone("A", "hand") == ["Filler"]


@cites("2024.09:2.4.6.f")
@RULES
def test_a_spell_that_loses_fleeting_goes_to_reserve(sit, rules):
    table = sit(rules)
    table.card("Rite", type="spell", abilities=["fleeting", "effect: lose(me, fleeting)"])
    table.player("A").mana(1).hand("Rite")
    table.begin()
    table.act("A", "play Rite")
    assert table.find("Rite").zone == "reserve"


@cites("5.0:2.4.1.c", "5.0:2.5.b", "2024.09:2.4.1.g")
@RULES
@pytest.mark.parametrize("zone", ["discard_pile", "hand"])
def test_what_has_left_for_a_pile_or_a_hand_gains_nothing(sit, rules, zone):
    table = sit(rules)
    line = f"effect: x = put(target(character), {zone}); gain(x, asleep, fleeting, boost=1)"
    table.card("Blow", type="spell", abilities=[line])
    table.player("A").hand("Blow").mana(1)
    table.player("B").hero_expedition("Filler")
    table.begin()
    table.act("A", "play Blow")
    seen = table.find("Filler in discard" if zone == "discard_pile" else "Filler in hand")
    assert (seen.statuses, seen.boosts) == (frozenset(), 0)


@cites("5.0:2.4.7.b")
@RULES
def test_a_landmark_gains_no_fleeting(sit, rules):
    """Neither by an effect nor by being played from Reserve (remark of 5.0 2.4.7.b)."""
    table = sit(rules)
    table.card("Hut", type="landmark_permanent")
    table.card("Fade", type="spell", abilities=["effect: gain(target(permanent), fleeting)"])
    table.player("A").reserve("Hut").hand("Fade").mana(2)
    table.begin()
    table.act("A", "play Hut")
    assert table.find("Hut").statuses == frozenset()
    table.act("B", "pass")
    table.act("A", "play Fade")
    assert table.find("Hut").statuses == frozenset()


@cites("5.0:2.4.6.e")
@RULES
@pytest.mark.parametrize(("exhausted", "boosts"), [(False, 1), (True, 0)])
def test_an_exhausted_card_does_not_count_as_having_a_support_ability(
    sit, rules, exhausted, boosts
):
    table = sit(rules)
    table.card("Page", support=["D: draw(1)"])
    line = "J: gain(me, boost=count(card, you.reserve, has(D)))"
    table.card("Clerk", abilities=[line])
    table.player("A").reserve("Page", exhausted=exhausted).hand("Clerk").mana(1)
    table.begin()
    table.act("A", "play Clerk to hero")
    assert table.find("Clerk").boosts == boosts


@cites("5.0:7.5.4.a", "2024.09:7.5.2.a", "2024.09:RM-7.5.2.a-1")
@pytest.mark.parametrize(
    ("effect", "player"),
    [
        ("put(target(character), reserve, exhausted)", "A"),
        ("put(choose(card, you.hand), reserve, exhausted)", "A"),
        ("resupply(exhausted)", "A"),
        ("resupply(exhausted, by=opponent)", "B"),
    ],
)
@RULES
def test_arriving_exhausted_is_being_exhausted(sit, rules, effect, player):
    """The acting player exhausts it: that player's Icebound Pass counts."""
    table = sit(rules)
    table.card("Call", type="spell", abilities=["fleeting", f"effect: {effect}"])
    table.player("A").hand("Call", "Filler").mana(1)
    if "target" in effect:
        table.player("A").hero_expedition("Kappa")
    table.player("A").landmarks("Icebound Pass C")
    table.player("B").landmarks("Icebound Pass C")
    table.begin()
    table.act("A", "play Call")
    trials = [one.counters.get("trial", 0) for one in table.all("Icebound Pass")]
    assert trials == [int(player == "A"), int(player == "B")]


@cites("5.0:7.3.14.a", "2024.09:2.4.1.b")
@pytest.mark.parametrize(
    ("abilities", "expected"),
    [
        # 7.3.14.a: two steps, of which a Reaction sees each; it waits for the effect
        (["when(resupplies(you)): if_(is_(it, exhausted), gain(me, kelon=1))"], 1),
        (["when(goes(card, to=you.reserve), is_(it, exhausted)): gain(me, kelon=1)"], 0),
        (["when(exhausts(you, card, reserve)): gain(me, kelon=1)"], 1),
        (["instead(exhausts(you, card, reserve)): gain(me, kelon=1)"], 1),
        (["cant(exhausts(card, reserve))"], 0),
    ],
)
@RULES
def test_an_exhausted_resupply_is_two_steps(sit, rules, abilities, expected):
    table = sit(rules)
    table.card("Call", type="spell", abilities=["fleeting", "effect: resupply(exhausted)"])
    table.card("Watch", type="landmark_permanent", abilities=abilities)
    table.player("A").hand("Call").mana(1).landmarks("Watch")
    table.begin()
    table.act("A", "play Call")
    assert table.find("Watch").counters == ({"kelon": 1} if expected else {})
    kept = abilities[0].startswith(("instead", "cant"))
    assert table.find("Filler in reserve").statuses == (set() if kept else {"exhausted"})


@cites("5.0:7.3.14.a", "5.0:6.5.f", "2024.09:2.4.1.b")
@pytest.mark.parametrize("prevented", [False, True])
@RULES
def test_what_was_resupplied_is_known_though_it_was_exhausted_after(sit, rules, prevented):
    """6.5.f: "if you do" is about all of it, which began with the Resupply."""
    table = sit(rules)
    line = "effect: x = resupply(exhausted); if_(x, draw(x.n)); gain(x, kelon=1)"
    table.card("Call", type="spell", abilities=["fleeting", line])
    table.card("Sun", type="landmark_permanent", abilities=["cant(exhausts(card, reserve))"])
    table.player("A").hand("Call").mana(1).landmarks(*["Sun"] * prevented)
    table.begin()
    table.act("A", "play Call")
    assert table.zone("A", "hand") == ["Filler"]
    assert table.find("Filler in reserve").counters == {"kelon": 1}


@cites("5.0:7.3.14.a")
@RULES
def test_each_player_exhausts_what_they_resupplied(sit, rules):
    table = sit(rules)
    line = "effect: resupply(exhausted, by=all(player))"
    table.card("Call", type="spell", abilities=["fleeting", line])
    table.player("A").hand("Call").mana(1)
    for player in "AB":
        table.player(player).landmarks("Icebound Pass C")
    table.begin()
    table.act("A", "play Call")
    while table.decision == "reaction":
        table.choose(table.decider, table.options()[0])
    assert [one.counters for one in table.all("Icebound Pass")] == [{"trial": 1}] * 2
