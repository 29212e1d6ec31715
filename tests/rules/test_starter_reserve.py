"""The Reserve and the scope of abilities (ST-76 to ST-85, ST-101 to ST-104, GL-04, GL-05)."""

import pytest

from altered_env import Scenario
from tests.citations import cites

both_rulesets = pytest.mark.parametrize("rules", ("2024.09", "5.0"))


def table_after(rules, *lines, name="Fire"):
    """A has played a Spell; B has a Mole in play and another in Reserve."""
    table = Scenario(rules=rules)
    table.card("Mole")
    table.card("Vole")
    table.card(name, type="spell", abilities=lines)
    table.card("Bush", type="landmark_permanent", abilities=["T: draw(1)"])
    table.player("A").hand(name).mana(1).landmarks("Bush")
    table.player("B").hero_expedition("Mole").reserve("Vole").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", f"play {name}")
    return table


@both_rulesets
@cites(
    "2024.09:ST-83",
    "2024.09:ST-85",
    "2024.09:ST-101",
    "2024.09:ST-102",
    "2024.09:GL-04",
    "2024.09:GL-05",
    "2024.09:ST-104",
)
def test_a_target_is_in_play_unless_something_else_is_said(rules):
    """There is one target, so there is no decision."""
    table = table_after(rules, "effect: discard(target(character))")
    assert table.zone("B", "discard") == ["Mole"]
    assert table.zone("B", "reserve") == ["Vole"]


@both_rulesets
@cites("2024.09:ST-85", "2024.09:ST-104", "2024.09:GL-05")
def test_a_target_in_reserve_must_be_named_so(rules):
    table = table_after(rules, "effect: discard(target(card, reserve))")
    assert table.zone("B", "discard") == ["Vole"]
    assert table.zone("B", "hero_expedition") == ["Mole"]


@both_rulesets
@cites("2024.09:ST-84", "2024.09:ST-82")
def test_what_reaches_all_does_not_reach_reserves(rules):
    table = table_after(rules, "effect: gain(all(character), boost=1)")
    assert table.find("Mole").boosts == 1
    assert table.find("Vole").boosts == 0


@both_rulesets
@cites("2024.09:GL-04")
def test_a_target_meets_the_conditions(rules):
    table = Scenario(rules=rules)
    table.card("Mole", cost="3/3")
    table.card("Vole", cost="2/2")
    table.card(
        "Fire", type="spell", abilities=["effect: discard(target(character, hand_cost <= 2))"]
    )
    table.player("A").hand("Fire").mana(1).hero_expedition("Vole")
    table.player("B").hero_expedition("Mole", "Vole").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Fire")
    assert table.decision == "target"
    assert table.options("A") == ["A: Vole in hero Expedition", "B: Vole in hero Expedition"]


@cites("5.0:7.5.5.b", "5.0:7.5.5.a", "2024.09:ST-82", "2024.09:GL-05", "2024.09:ST-103")
@both_rulesets
def test_cards_in_reserve_are_not_controlled(rules):
    """Objects in an Expedition or among the Landmarks are."""
    table = Scenario(rules=rules)
    table.card("Place", type="landmark_permanent")
    table.card("Leader", type="hero")
    line = "effect: draw(count(card, you.play)); resupply(count(card, opponent.play))"
    table.card("Census", type="spell", abilities=["fleeting", line])
    side = table.player("A").hero("Leader").reserve("Kelon Burst").landmarks("Place").mana(3)
    side.hero_expedition("Filler").companion_expedition("Filler").hand("Census")
    table.player("B").hand("Filler").mana(1).reserve("Filler").landmarks("Place")
    table.begin("afternoon", first="A")
    table.act("A", "play Census")
    assert len(table.zone("A", "hand")) == 3
    assert len(table.zone("A", "reserve")) == 2


@both_rulesets
@cites("2024.09:ST-82")
def test_abilities_of_cards_in_reserve_do_not_apply(rules):
    table = Scenario(rules=rules)
    lines = ["when(plays(you, character)): draw(2)", "less(1, plays(you, character))"]
    table.card("Sage", abilities=[*lines, "have(all(character, you.play), forest=5)"])
    table.player("A").reserve("Sage").hand("Filler").mana(2)
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Filler to hero")
    assert (table.zone("A", "hand"), table.mana("A")) == ([], (1, 2))
    assert table.find("A Filler in hero").forest == 1


@both_rulesets
@cites("2024.09:ST-78", "2024.09:ST-79")
def test_a_character_played_from_reserve_gains_fleeting(rules):
    table = Scenario(rules=rules)
    table.card("Mole")
    table.player("A").reserve("Mole").hand("Filler").mana(2)
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Mole to hero")
    assert table.find("Mole").statuses == {"fleeting"}
    table.act("B", "pass")
    table.act("A", "play Filler to companion")
    assert table.decision != "turn"  # the day has moved on
    assert table.zone("A", "discard") == ["Mole"]
    assert table.zone("A", "reserve") == ["Filler"]


@both_rulesets
@cites("2024.09:ST-78", "2024.09:ST-93", "2024.09:ST-97", "2024.09:ST-79")
def test_a_landmark_played_from_reserve_does_not(rules):
    """It costs its Reserve Cost."""
    table = Scenario(rules=rules)
    table.card("Place", type="landmark_permanent", cost="3/2")
    table.player("A").reserve("Place").mana(2)
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Place")
    assert table.find("Place").statuses == frozenset()
    assert table.find("Place").zone == "landmarks"
    assert table.mana("A") == (0, 2)


@both_rulesets
@cites("2024.09:ST-78")
def test_an_expedition_permanent_played_from_reserve_does(rules):
    """5.0 2.4.7 and the newer starter rules, which both rulesets follow."""
    table = Scenario(rules=rules)
    table.card("Sword", type="expedition_permanent", subtypes=["gear"])
    table.player("A").reserve("Sword").mana(2)
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Sword to companion")
    assert table.find("Sword").statuses == {"fleeting"}


@cites(
    "5.0:2.4.7.c",
    "5.0:5.2.1.c",
    "rulesets:Fleeting of a Character played from Reserve",
    "2024.09:ST-78",
    "2024.09:ST-79",
    "2024.09:2.4.6.b",
)
@pytest.mark.parametrize(("rules", "with_it"), [("2024.09", True), ("5.0", False)])
def test_fleeting_comes_with_the_character_or_after_it(rules, with_it):
    """The switch fleeting_on_entry: in 2024.09 it joins the Expedition as a Fleeting one, in
    5.0 it gains Fleeting in a step of its own (5.2.1.c)."""
    table = Scenario(rules=rules)
    table.card("Mole")
    line = "when(goes(character, fleeting, to=you.expeditions)): draw(1)"
    table.card("Watch", type="landmark_permanent", abilities=[line])
    table.player("A").reserve("Mole").mana(2).landmarks("Watch")
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Mole to hero")
    assert table.find("Mole").statuses == {"fleeting"}
    assert len(table.zone("A", "hand")) == (1 if with_it else 0)


@both_rulesets
@cites("2024.09:ST-80")
def test_a_fleeting_character_sent_to_reserve_is_discarded(rules):
    table = Scenario(rules=rules)
    table.card("Wind", type="spell", abilities=["effect: put(all(character, you.play), reserve)"])
    table.card("Mole")
    table.card("Vole")
    table.player("A").hero_expedition("Mole", fleeting=True).hero_expedition("Vole")
    table.player("A").hand("Wind").mana(1)
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Wind")
    assert table.zone("A", "reserve") == ["Vole", "Wind"]
    assert table.zone("A", "discard") == ["Mole"]
