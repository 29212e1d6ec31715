"""Objects, and their moves between zones (2.1)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


@cites("5.0:2.1.a", "2024.09:2.1.a")
@RULES
def test_an_object_is_in_one_zone(sit, rules):
    table = sit(rules)
    table.card("Walker", abilities=["gigantic"])
    table.card("Call", type="spell", abilities=["effect: put(target(character), reserve)"])
    table.player("A").hand("Walker", "Call").mana(2)
    table.begin()

    def where() -> list[str]:
        return [seen.zone for seen in table.all("Walker")]

    assert where() == ["hand"]
    table.act("A", "play Walker to hero")
    assert where() == ["expedition"]  # Gigantic is present twice, and still one object
    table.act("B", "pass")
    table.act("A", "play Call")
    assert where() == ["reserve"]


@cites("5.0:2.1.b", "5.0:2.2.1.e", "2024.09:2.1.b/en", "2024.09:2.1.b/fr", "2024.09:2.2.1.e")
def test_what_represents_objects(sit):
    """Cards, tokens, the ends of the Adventure, halves of Tumult cards, emblems."""
    table = sit()
    line = "effect: ongoing({less(1, plays(you, card))}, this=day)"
    table.card("Band", type="spell", abilities=[line])
    table.terrain(1, "forest")
    table.player("A").hero_expedition("Brassbug", "Filler").hand("Band").mana(1)
    table.begin()
    table.act("A", "play Band")
    assert table.find("Filler").token is False
    assert table.find("Brassbug").token is True
    # Two halves of one Tumult card are two regions.
    assert table.region(1) == {"forest"}
    assert table.region(2) == {"mountain", "water"}
    assert len(table.game.view().regions) == 8
    assert [emblem.kind for emblem in table.ongoing()] == ["ongoing"]


@cites(
    "5.0:2.1.d",
    "5.0:2.2.16.a",
    "5.0:2.2.16.b",
    "5.0:2.2.16.c",
    "2024.09:2.1.c",
    "2024.09:2.2.14.b",
    "2024.09:2.2.14.c",
    "2024.09:2.2.14.a",
)
@RULES
def test_moving_makes_a_new_object_with_a_later_timestamp(sit, rules):
    table = sit(rules)
    table.card("Call", type="spell", abilities=["effect: put(target(character), reserve)"])
    table.card("Pet")
    table.player("A").hand("Pet", "Call").mana(2).hero_expedition("Filler")
    table.begin()
    stamps = [table.find("Pet").timestamp]
    table.act("A", "play Pet to companion")
    stamps.append(table.find("Pet").timestamp)
    assert stamps[1] > table.find("Filler").timestamp
    table.act("B", "pass")
    table.act("A", "play Call", "Pet")
    stamps.append(table.find("Pet").timestamp)
    assert stamps == sorted(set(stamps))
    assert all(isinstance(stamp, int) for stamp in stamps)


@cites("5.0:2.1.d", "2024.09:2.1.c", "2024.09:EX-2.1.c-1")
@pytest.mark.parametrize("sacrifice_first", [True, False])
@RULES
def test_a_reaction_does_not_reach_the_card_after_it_moved(sit, rules, sacrifice_first):
    table = sit(rules)
    table.player("A").landmarks("Haven, Bravos Bastion C").reserve("Kuwat, the Dissenter C").mana(4)
    table.begin()
    table.act("A", "play Kuwat, the Dissenter to hero")
    assert table.decision == "reaction"
    assert len(table.reactions()) == 2
    own = next(n for n, (_, _, ability) in enumerate(table.reactions()) if ability == 0)
    labels = table.options("A")
    sacrifice = next(label for label in labels if "acrifice" in label)
    boost = next(label for label in labels if label != sacrifice)
    assert own in (0, 1)
    table.choose("A", sacrifice if sacrifice_first else boost)
    kuwat = table.find("Kuwat, the Dissenter")
    assert (kuwat.zone, kuwat.boosts) == ("discard", 0)


@cites("5.0:2.1.e", "2024.09:2.1.d")
@pytest.mark.parametrize("where", ["hand", "reserve", "mana", "deck, at=1"])
@RULES
def test_a_token_that_leaves_ceases_to_exist(sit, rules, where):
    table = sit(rules)
    table.card("Broom", type="spell", abilities=[f"effect: put(target(character), {where})"])
    line = "when(goes(token, from_=expeditions)): gain(me, arcane=1)"
    table.card("Watch", type="landmark_permanent", abilities=[line])
    table.player("A").hand("Broom").mana(1).hero_expedition("Brassbug").landmarks("Watch")
    table.begin()
    table.act("A", "play Broom")
    assert table.all("Brassbug") == []
    assert table.find("Watch").counters == {"arcane": 1}  # it did leave


@cites("2024.09:2.1.d")
@pytest.mark.parametrize("verb", ["discard", "sacrifice"])
@RULES
def test_a_discarded_or_sacrificed_token_ceases_to_exist(sit, rules, verb):
    table = sit(rules)
    table.card("Broom", type="spell", abilities=[f"effect: {verb}(choose(character))"])
    line = f"when({verb}s(you, character)): gain(me, arcane=1)"
    table.card("Watch", type="landmark_permanent", abilities=[line])
    table.player("A").hand("Broom").mana(1).hero_expedition("Brassbug").landmarks("Watch")
    table.begin()
    table.act("A", "play Broom")
    assert table.all("Brassbug") == []
    assert table.find("Watch").counters == {"arcane": 1}
    assert table.zone("A", "discard") == []


@cites("effect/switch expeditions", "2024.09:2.1.d")
@RULES
def test_a_token_that_switches_expeditions_stays(sit, rules):
    table = sit(rules)
    table.card("Turn", type="spell", abilities=["effect: switch(target(character))"])
    table.player("A").hand("Turn").mana(1).hero_expedition("Brassbug", boosts=1)
    table.begin()
    table.act("A", "play Turn")
    bug = table.find("Brassbug")
    assert (bug.expedition, bug.stats) == ("companion", "3/3/3")


@cites("5.0:2.1.f", "2024.09:2.1.e", "2024.09:EX-2.1.e-1")
@pytest.mark.parametrize("fleeting", [False, True])
@RULES
def test_moonlight_jellyfish(sit, rules, fleeting):
    table = sit(rules)
    table.card("Altar", type="spell", abilities=["effect: sacrifice(choose(character))"])
    table.player("A").hand("Altar").mana(1)
    table.player("A").hero_expedition("Moonlight Jellyfish C", fleeting=fleeting)
    table.begin()
    table.act("A", "play Altar")
    assert table.find("Moonlight Jellyfish").zone == ("discard" if fleeting else "reserve")


@cites("5.0:2.1.g", "2024.09:2.1.e")
@RULES
def test_the_new_object_is_not_found_after_it_moved_again(sit, rules):
    """Something else moves it in between, so it is another object by then."""
    table = sit(rules)
    line = "effect: sacrifice(choose(character, named(me)|character))"
    table.card("Altar", type="spell", abilities=[line])
    line = "when(sacrifices(you, character)): put(all(character, you.discard_pile), mana)"
    table.card("Grave", type="landmark_permanent", abilities=[line])
    table.player("A").hand("Altar").mana(1).landmarks("Grave")
    table.player("A").hero_expedition("Moonlight Jellyfish C")
    table.begin()
    table.act("A", "play Altar")
    assert table.decision == "reaction"
    table.choose("A", "Grave")
    assert table.find("Moonlight Jellyfish").zone == "mana"
    assert table.zone("A", "reserve") == ["Altar"]


@cites("5.0:2.1.f", "2024.09:2.1.e")
@RULES
def test_what_the_cost_moved_is_found(sit, rules):
    table = sit(rules)
    line = "T, sacrifice(me): draw(1); put(me, hand)"
    table.card("Raft", type="landmark_permanent", abilities=[line])
    table.player("A").landmarks("Raft")
    table.begin()
    table.act("A", "use Raft")
    assert table.zone("A", "hand") == ["Filler", "Raft"]
    assert table.zone("A", "discard") == []


@cites("5.0:2.1.g", "2024.09:2.1.f", "2024.09:EX-2.1.f-1")
@RULES
def test_coppelia_is_followed_through_three_zones(sit, rules):
    table = sit(rules)
    table.card("Dropper", abilities=["J: put(choose(card, you.hand), reserve)"])
    table.player("A").hand("Dropper", "Coppélia C").mana(1)
    table.begin()
    table.act("A", "play Dropper to hero", "yes", "companion")
    doll = table.find("Coppélia")
    assert (doll.zone, doll.expedition) == ("expedition", "companion")
    assert {"asleep", "fleeting"} <= doll.statuses
    assert table.mana("A") == (0, 1)


@cites("5.0:2.1.g", "2024.09:2.1.f")
@RULES
def test_an_effect_follows_what_it_moves_twice(sit, rules):
    table = sit(rules)
    line = (
        "effect: x = put(target(character), reserve); "
        "y = put(x, you.companion_expedition); gain(y, boost=2)"
    )
    table.card("Loop", type="spell", abilities=[line])
    table.card("Twice", abilities=["when(goes(me, from_=expeditions)): draw(1)", "J: resupply()"])
    table.player("A").hand("Loop").mana(1).hero_expedition("Twice", boosts=1)
    table.begin()
    table.act("A", "play Loop")
    while table.decision == "reaction":
        table.choose("A", table.options()[0])
    twice = table.find("Twice")
    assert (twice.expedition, twice.boosts) == ("companion", 2)
    assert len(table.zone("A", "hand")) == 1
    assert len(table.zone("A", "reserve")) == 2  # the spell and what J brought


@cites("5.0:2.1.j", "2024.09:2.1.g")
@RULES
def test_a_card_in_hand_is_not_an_object(sit, rules):
    """It is neither counted nor chosen as one, and its abilities do nothing."""
    table = sit(rules)
    table.card("Sun", abilities=["have(all(character), {R: gain(me, boost=1)})"])
    table.card("Census", abilities=["J: gain(me, boost=count(character, other))"])
    table.player("A").hand("Sun", "Census").mana(1)
    table.player("B").hand("Sun").deck("Sun")
    table.begin()
    table.act("A", "play Census to hero")
    census = table.find("Census")
    assert (census.boosts, census.gained) == (0, ())


@cites("5.0:2.1.k", "2024.09:2.1.h", "2024.09:1.4.4.a")
@RULES
def test_a_zone_keeps_what_is_said_of_it_when_its_objects_change(sit, rules):
    """A zone is a collection: what joins it later is in it just the same."""
    table = sit(rules)
    line = "when(goes(character, to=you.expeditions)): gain(it, boost=1)"
    table.card("Camp", type="landmark_permanent", abilities=[line])
    table.player("A").landmarks("Camp").hand("Filler", "Filler").mana(2)
    table.begin()
    table.act("A", "play Filler in hand to hero")
    table.act("B", "pass")
    table.act("A", "play Filler in hand to hero")
    assert [card.boosts for card in table.all("Filler in hero")] == [1, 1]


@cites("5.0:2.1.l", "2024.09:2.1.i/en")
@RULES
def test_counters_are_not_objects(sit, rules):
    table = sit(rules)
    table.card("Census", abilities=["J: gain(me, arcane=count(card, play))"])
    table.player("A").hero_expedition("Filler", boosts=3).hand("Census").mana(1)
    table.begin()
    table.act("A", "play Census to companion")
    assert table.find("Census").counters == {"arcane": 2}
