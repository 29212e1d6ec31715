"""Spells, Permanents and tokens, by the starter rules (ST-87 to ST-92, ST-111 to ST-113)."""

import pytest

from altered_env import Scenario
from tests.citations import cites

both_rulesets = pytest.mark.parametrize("rules", ("2024.09", "5.0"))


def table_with(rules, *lines, **state):
    """A holds a Spell with these abilities, and B something to do."""
    table = Scenario(rules=rules)
    table.card("Trick", type="spell", abilities=lines)
    table.card("Bush", type="landmark_permanent", abilities=["T: sacrifice(me)"])
    table.player("A").mana(5).landmarks("Bush")
    table.player("B").hand("Filler").mana(1)
    return table


@both_rulesets
@cites("2024.09:ST-87")
def test_a_spell_resolves_all_its_effects_and_goes_to_reserve(rules):
    table = table_with(rules, "effect: draw(1); gain(all(character), boost=1)")
    table.player("A").hand("Trick").hero_expedition("Filler")
    table.begin("afternoon", first="A")
    table.act("A", "play Trick")
    assert (table.zone("A", "hand"), table.find("A Filler in hero").boosts) == (["Filler"], 1)
    assert (table.zone("A", "reserve"), table.decider) == (["Trick"], "B")


@both_rulesets
@cites("2024.09:ST-87")
def test_it_goes_there_after_its_effects(rules):
    """A Spell that counts the Reserve does not find itself in it."""
    table = table_with(rules, "effect: draw(count(card, you.reserve))")
    table.player("A").hand("Trick").reserve("Filler")
    table.begin("afternoon", first="A")
    table.act("A", "play Trick")
    assert len(table.zone("A", "hand")) == 1


@both_rulesets
@cites("2024.09:ST-88")
def test_a_spell_from_reserve_is_discarded_after_resolving(rules):
    table = table_with(rules, "effect: draw(1)")
    table.player("A").reserve("Trick")
    table.begin("afternoon", first="A")
    table.act("A", "play Trick")
    assert (table.zone("A", "reserve"), table.zone("A", "discard")) == ([], ["Trick"])
    assert len(table.zone("A", "hand")) == 1


@both_rulesets
@cites("2024.09:ST-89")
def test_a_spell_that_is_fleeting_is_discarded_from_wherever_it_was_played(rules):
    table = table_with(rules, "fleeting", "effect: draw(1)")
    table.player("A").hand("Trick")
    table.begin("afternoon", first="A")
    table.act("A", "play Trick")
    assert (table.zone("A", "reserve"), table.zone("A", "discard")) == ([], ["Trick"])


@cites("5.0:2.2.3.a", "5.0:2.2.3.b", "5.0:5.2.2.a", "2024.09:ST-90", "2024.09:ST-91")
@both_rulesets
def test_a_permanent_is_put_in_the_zone_of_its_kind(rules):
    table = table_with(rules, "effect: draw(1)")
    table.card("Place", type="landmark_permanent")
    table.card("Sword", type="expedition_permanent", subtypes=["gear"])
    table.player("A").hand("Place", "Sword")
    table.begin("afternoon", first="A")
    assert not table.can("A", "play Place to hero")
    table.act("A", "play Place")
    table.act("B", "pass")
    table.act("A", "play Sword to companion")
    assert table.zone("A", "landmarks") == ["Bush", "Place"]
    assert table.zone("A", "companion_expedition") == ["Sword"]


@both_rulesets
@cites("2024.09:ST-92")
def test_landmarks_do_not_go_to_reserve_by_themselves(rules):
    table = table_with(rules, "effect: put(target(landmark_permanent, opponent.play), reserve)")
    table.card("Place", type="landmark_permanent")
    table.player("A").hand("Trick")
    table.player("B").landmarks("Place")
    table.begin("afternoon", first="A")
    table.until("noon")
    assert (table.zone("B", "landmarks"), table.zone("B", "reserve")) == (["Place"], [])
    assert table.zone("A", "landmarks") == ["Bush"]


@both_rulesets
@cites("2024.09:ST-92")
def test_a_landmark_goes_to_reserve_if_an_effect_says_so(rules):
    table = table_with(rules, "effect: put(target(landmark_permanent, opponent.play), reserve)")
    table.card("Place", type="landmark_permanent")
    table.player("A").hand("Trick")
    table.player("B").landmarks("Place")
    table.begin("afternoon", first="A")
    table.act("A", "play Trick")
    assert (table.zone("B", "landmarks"), table.zone("B", "reserve")) == ([], ["Place"])


@both_rulesets
@cites("2024.09:ST-111", "2024.09:ST-14")
def test_tokens_are_created_by_other_cards(rules):
    """They are created for their creator, in the place named by the card."""
    table = table_with(rules, "effect: create(brassbug, 2, in_=you.companion_expedition)")
    table.player("A").hand("Trick").deck("Filler")
    table.begin("afternoon", first="A")
    table.act("A", "play Trick")
    assert table.zone("A", "companion_expedition") == ["Brassbug", "Brassbug"]
    assert {seen.type for seen in table.all("Brassbug")} == {"character"}
    assert table.zone("A", "deck") == ["Filler"]


@both_rulesets
@pytest.mark.parametrize("to", ("hand", "reserve", "deck", "mana", "discard_pile"))
@cites("2024.09:ST-112", "2024.09:ST-113")
def test_a_token_that_leaves_its_zone_is_removed_from_the_game(rules, to):
    """Regardless of the card's text."""
    table = table_with(rules, f"effect: put(target(token), {to})")
    table.player("A").hand("Trick").deck().hero_expedition("Brassbug")
    table.begin("afternoon", first="A")
    table.act("A", "play Trick")
    assert table.all("Brassbug") == []
    for zone in ("hand", "deck", "discard", "hero_expedition"):
        assert table.zone("A", zone) == []
    assert table.mana("A") == (4, 5)


@both_rulesets
@cites("2024.09:ST-112")
def test_a_token_that_changes_expeditions_stays(rules):
    table = table_with(rules, "effect: switch(target(token))")
    table.player("A").hand("Trick").hero_expedition("Brassbug")
    table.begin("afternoon", first="A")
    table.act("A", "play Trick")
    assert table.find("Brassbug").expedition == "companion"


@both_rulesets
@cites("2024.09:ST-112")
def test_a_landmark_token_that_leaves_the_landmarks_is_removed_too(rules):
    table = table_with(rules, "effect: put(target(token), reserve)")
    table.player("A").hand("Trick").landmarks("Manaseed")
    table.begin("afternoon", first="A")
    table.act("A", "play Trick")
    assert table.all("Manaseed") == []
    assert table.zone("A", "reserve") == ["Trick"]
