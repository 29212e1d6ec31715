"""Playing Spells: targets, modes, optional and conditional steps (5.2.3)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def with_spell(sit, rules, *abilities, mana=3, **more):
    table = sit(rules)
    table.card("Work", type="spell", abilities=abilities, **more)
    table.player("A").hand("Work").mana(mana)
    return table


@cites(
    "rulesets:Targets of a Spell, quick action or Reaction", "2024.09:5.2.3.a", "2024.09:5.2.3.b"
)
def test_all_targets_are_chosen_before_anything_resolves(sit):
    """A token made by the first step cannot be the target of the second."""
    table = with_spell(
        sit,
        "2024.09",
        "effect: create(brassbug, in_=target(expedition)); gain(target(character), boost=1)",
    )
    table.player("B").hero_expedition("Booda", "Maw")
    table.begin()
    table.act("A", "play Work", "hero")
    assert table.options() == ["B: Booda in hero Expedition", "B: Maw in hero Expedition"]
    assert table.all("Brassbug") == []
    table.choose("A", "Maw")
    assert table.find("Brassbug").boosts == 0


@cites("5.0:6.5.b", "rulesets:Targets of a Spell, quick action or Reaction")
def test_in_5_0_a_later_step_finds_what_an_earlier_one_made(sit):
    table = with_spell(
        sit,
        "5.0",
        "effect: create(brassbug, in_=target(expedition)); gain(target(character), boost=1)",
    )
    table.player("B").hero_expedition("Booda")
    table.begin()
    table.act("A", "play Work", "hero", "Brassbug")
    assert table.find("Brassbug").boosts == 1


@cites("2024.09:5.2.3.b")
@pytest.mark.parametrize(("rules", "asked_first"), [("2024.09", "target"), ("5.0", "B")])
def test_the_die_is_rolled_after_targets_are_declared(sit, rules, asked_first):
    table = with_spell(sit, rules, "effect: x = roll(1); gain(target(character), boost=x)")
    table.player("B").hero_expedition("Booda", "Maw")
    table.dice(5)
    table.begin()
    table.act("A", "play Work")
    rolled = int(table.game.record["rigged_count"]) == 0
    assert rolled == (rules == "5.0")
    table.choose("A", "Booda")
    assert table.find("Booda").boosts == 5


@cites("rulesets:The same target twice", "2024.09:5.2.3.b")
@RULES
def test_one_target_word_picks_distinct_objects(sit, rules):
    table = with_spell(sit, rules, "effect: gain(target(character, n=2), boost=1)")
    table.player("B").hero_expedition("Booda", "Maw", "Brassbug")
    table.begin()
    table.act("A", "play Work", "Booda")
    assert not any("Booda" in option for option in table.options())
    table.choose("A", "Maw")
    assert table.find("Booda").boosts == table.find("Maw").boosts == 1


@cites("5.0:6.5.b", "rulesets:The same target twice", "2024.09:5.2.3.b")
@RULES
def test_two_target_words_may_pick_the_same_object(sit, rules):
    table = with_spell(
        sit, rules, "effect: gain(target(character), boost=1); gain(target(character), fleeting)"
    )
    table.player("B").hero_expedition("Booda", "Maw")
    table.begin()
    table.act("A", "play Work", "Booda", "Booda")
    booda = table.find("Booda")
    assert (booda.boosts, booda.statuses) == (1, {"fleeting"})


@cites("2024.09:5.2.3.b", "2024.09:5.1.2.c")
def test_too_few_targets_make_a_spell_unplayable(sit):
    table = with_spell(sit, "2024.09", "effect: gain(target(character, n=2), boost=1)")
    table.player("B").hero_expedition("Booda")
    table.begin()
    assert not table.can("A", "play Work")


@cites("selector/up to", "2024.09:5.2.3.b")
@RULES
def test_up_to_any_number_of_targets_never_hinders(sit, rules):
    table = with_spell(
        sit, rules, "effect: gain(target(character, up_to=2), boost=1); sabotage(); draw(1)"
    )
    table.begin()
    table.act("A", "play Work")
    assert table.zone("A", "hand") == ["Filler"]


@cites("2024.09:5.2.3.b")
def test_a_target_that_went_before_it_was_acted_on_is_not_found(sit):
    """Declared, then sacrificed by the first step: the second does nothing, the third happens."""
    table = with_spell(
        sit,
        "2024.09",
        "effect: sacrifice(choose(character, you.play)); put(target(character), hand); draw(1)",
    )
    table.player("A").hero_expedition("Booda")
    table.begin()
    table.act("A", "play Work")
    assert table.zone("A", "hand") == ["Filler"]
    assert table.all("Booda") == []


MODAL = "effect: draw(1); modes(1, gain(target(character), boost=1), discard(target(permanent)))"


@cites("5.0:5.1.2.c", "5.0:6.5.g", "rulesets:Modes", "2024.09:5.2.3.c", "2024.09:5.1.2.b")
@pytest.mark.parametrize(("rules", "drawn"), [("2024.09", []), ("5.0", ["Filler"])])
def test_the_mode_is_declared_before_an_earlier_step(sit, rules, drawn):
    table = with_spell(sit, rules, MODAL)
    table.card("Shrine", type="landmark_permanent")
    table.player("B").hero_expedition("Booda").landmarks("Shrine")
    table.begin()
    table.act("A", "play Work")
    assert table.decision == "mode"
    assert [card for card in table.zone("A", "hand") if card != "Work"] == drawn
    table.choose("A", "mode 2")
    assert table.zone("B", "landmarks") == []
    assert table.find("Booda").boosts == 0


@cites("2024.09:5.2.3.c", "2024.09:5.2.3.d")
def test_only_a_mode_with_targets_can_be_declared(sit):
    table = with_spell(sit, "2024.09", MODAL)
    table.player("B").hero_expedition("Booda", "Maw")
    table.begin()
    table.act("A", "play Work")
    assert table.decision == "target"  # the first mode was the only one
    table.choose("A", "Booda")
    assert table.find("Booda").boosts == 1


@cites("2024.09:5.2.3.d", "2024.09:5.1.2.c")
def test_without_a_mode_that_has_targets_a_modal_spell_cannot_be_played(sit):
    table = with_spell(sit, "2024.09", MODAL)
    table.begin()
    assert not table.can("A", "play Work")


@cites("2024.09:5.2.3.d")
def test_targets_of_modes_that_were_not_selected_are_never_asked_for(sit):
    table = with_spell(sit, "2024.09", MODAL)
    table.card("Shrine", type="landmark_permanent")
    table.player("B").hero_expedition("Booda", "Maw").landmarks("Shrine")
    table.begin()
    table.act("A", "play Work", "mode 2")
    assert table.zone("B", "landmarks") == []
    assert table.turn == "B"


@cites("5.0:6.5.g", "effect/modes", "2024.09:5.2.3.c")
@RULES
def test_several_modes_resolve_in_the_order_chosen(sit, rules):
    table = with_spell(sit, rules, "effect: modes(2, draw(1), resupply(), discard(top(you.deck)))")
    table.card("First")
    table.card("Second")
    table.player("A").deck("First", "Second", "Filler")
    table.begin()
    table.act("A", "play Work", "mode 2", "mode 1")
    assert table.zone("A", "reserve") == ["First", "Work"]
    assert table.zone("A", "hand") == ["Second"]


@cites("2024.09:5.2.3.e")
def test_the_target_of_an_optional_step_is_declared_and_the_step_decided_later(sit):
    table = with_spell(sit, "2024.09", "effect: draw(1); may(discard(target(character)))")
    table.player("B").hero_expedition("Booda", "Maw")
    table.begin()
    table.act("A", "play Work")
    assert (table.decision, "done" in table.options()) == ("target", False)
    table.choose("A", "Booda")
    assert table.decision == "yes_no"
    assert table.zone("A", "hand") == ["Filler"]
    table.choose("A", "no")
    assert table.zone("B", "hero_expedition") == ["Booda", "Maw"]


@cites("rulesets:No suitable target", "2024.09:5.2.3.e")
@pytest.mark.parametrize(("rules", "playable"), [("2024.09", False), ("5.0", True)])
def test_even_an_optional_step_needs_its_target(sit, rules, playable):
    table = with_spell(sit, rules, "effect: draw(1); may(discard(target(character)))")
    table.begin()
    assert table.can("A", "play Work") == playable


@cites("2024.09:5.2.3.f")
def test_a_condition_is_evaluated_on_resolution_its_target_declared_before(sit):
    """When the Spell is declared it is still in hand: the condition becomes true only later."""
    table = with_spell(
        sit, "2024.09", "effect: if_(count(card, you.hand) == 0, discard(target(character)))"
    )
    table.player("B").hero_expedition("Booda", "Maw")
    table.begin()
    table.act("A", "play Work")
    assert (table.decision, table.zone("A", "hand")) == ("target", ["Work"])
    table.choose("A", "Booda")
    assert table.zone("B", "hero_expedition") == ["Maw"]


@cites("2024.09:5.2.3.f")
def test_a_false_condition_leaves_the_declared_target_alone(sit):
    table = with_spell(
        sit, "2024.09", "effect: if_(count(card, you.hand) >= 5, discard(target(character)))"
    )
    table.player("B").hero_expedition("Booda", "Maw")
    table.begin()
    table.act("A", "play Work")
    assert table.decision == "target"
    table.choose("A", "Booda")
    assert table.zone("B", "hero_expedition") == ["Booda", "Maw"]


@cites("2024.09:5.2.3.f")
@pytest.mark.parametrize(("rules", "playable"), [("2024.09", False), ("5.0", True)])
def test_a_conditional_step_needs_its_target_whatever_the_condition(sit, rules, playable):
    table = with_spell(
        sit, rules, "effect: if_(count(card, you.hand) >= 5, discard(target(character))); draw(1)"
    )
    table.begin()
    assert table.can("A", "play Work") == playable


@cites("5.0:1.2.6.e", "5.0:6.5.e", "2024.09:5.2.3.f")
@RULES
def test_otherwise_is_done_when_the_condition_was_false_and_only_then(sit, rules):
    """The condition is evaluated once, though the first branch makes it false."""
    ability = (
        "effect: if_(count(character, you.play) == 0,"
        " create(maw, in_=you.hero_expedition), else_=draw(1))"
    )
    table = with_spell(sit, rules, ability)
    table.player("B").hero_expedition("Booda")
    table.begin()
    table.act("A", "play Work")
    assert table.zone("A", "hero_expedition") == ["Maw"]
    assert table.zone("A", "hand") == []
    table = with_spell(sit, rules, ability)
    table.player("A").hero_expedition("Booda")
    table.begin()
    table.act("A", "play Work")
    assert table.zone("A", "hero_expedition") == ["Booda"]
    assert table.zone("A", "hand") == ["Filler"]


@cites("5.0:5.2.4.a", "5.0:5.2.4.b", "2024.09:5.2.3.h", "2024.09:5.2.3.j")
@RULES
def test_a_spell_from_reserve_is_fleeting_and_ends_in_the_discard_pile(sit, rules):
    table = sit(rules)
    table.card("Work", type="spell", abilities=["effect: if_(may(pay(1)), draw(1))"])
    table.player("A").reserve("Work").mana(3)
    table.begin()
    table.act("A", "play Work")
    assert table.find("Work").zone == "limbo"
    assert table.find("Work").statuses == {"fleeting"}
    table.choose("A", "no")
    assert table.zone("A", "discard") == ["Work"]
    assert table.zone("A", "reserve") == []


@cites("5.0:2.4.7.e", "5.0:5.2.4.a", "2024.09:5.2.3.i", "2024.09:5.2.3.j")
@RULES
def test_a_spell_with_fleeting_in_its_text_is_fleeting_from_hand_too(sit, rules):
    table = with_spell(sit, rules, "fleeting", "effect: if_(may(pay(1)), draw(1))")
    table.begin()
    table.act("A", "play Work")
    assert table.find("Work").statuses == {"fleeting"}
    table.choose("A", "no")
    assert table.zone("A", "discard") == ["Work"]


@cites("5.0:5.2.4.b", "2024.09:5.2.3.h", "2024.09:5.2.3.i", "2024.09:5.2.3.j")
@RULES
def test_a_spell_from_hand_goes_to_reserve(sit, rules):
    table = with_spell(sit, rules, "effect: if_(may(pay(1)), draw(1))")
    table.begin()
    table.act("A", "play Work")
    assert table.find("Work").statuses == frozenset()
    table.choose("A", "no")
    assert table.zone("A", "reserve") == ["Work"]


@cites("2024.09:5.2.3.j")
@RULES
def test_a_spell_that_moved_itself_is_not_moved_again(sit, rules):
    table = with_spell(sit, rules, "effect: put(me, mana)")
    table.begin()
    table.act("A", "play Work")
    assert table.mana("A") == (2, 4)
    assert table.zone("A", "reserve") == []


@cites("2024.09:5.2.3.b")
@RULES
def test_a_target_that_depends_on_an_earlier_step_is_chosen_at_that_step(sit, rules):
    """Nothing else is possible: which Characters can be targets, the die will say."""
    table = with_spell(sit, rules, "effect: x = roll(1); discard(target(character, forest <= x))")
    table.card("Giant", stats="5/5/5")
    table.player("B").hero_expedition("Giant", "Booda", "Maw")
    table.dice(4)
    table.begin()
    table.act("A", "play Work")
    assert (table.decision, table.mana("A")) == ("target", (2, 3))
    assert table.options() == ["B: Booda in hero Expedition", "B: Maw in hero Expedition"]
    table.choose("A", "Booda")
    assert table.zone("B", "hero_expedition") == ["Giant", "Maw"]


@cites("2024.09:5.2.3.c", "2024.09:5.2.3.d")
@pytest.mark.parametrize(("rules", "asked"), [("2024.09", "mode"), ("5.0", "turn")])
def test_a_mode_may_need_what_is_sacrificed_as_the_cost(sit, rules, asked):
    """Costs come after the declaration, so in 2024.09 the mode can still be chosen."""
    table = sit(rules)
    table.card(
        "Altar",
        type="landmark_permanent",
        abilities=[
            "T, sacrifice(choose(character, you.play)):"
            " modes(1, gain(target(character), boost=1), gain(target(character), fleeting))"
        ],
    )
    table.player("A").landmarks("Altar").hero_expedition("Booda")
    table.begin()
    table.act("A", "use Altar")
    if rules == "5.0" and table.decision == "mode":
        table.choose("A", "mode 1")  # a pointless choice is allowed
    assert table.decision == asked
    if asked == "mode":
        assert table.find("Booda").expedition == "hero"
        table.choose("A", "mode 1")
    assert table.all("Booda") == []


@cites("2024.09:2.4.6.f", "2024.09:ST-80")
@RULES
@pytest.mark.parametrize("zone", ["hand", "reserve"])
def test_a_fleeting_spell_that_puts_itself_in_reserve_is_discarded(sit, rules, zone):
    table = sit(rules)
    table.card("Echo", type="spell", abilities=["effect: draw(1); put(me, reserve)"])
    getattr(table.player("A"), zone)("Echo").mana(1)
    table.begin()
    table.act("A", "play Echo")
    assert table.zone("A", "discard" if zone == "reserve" else "reserve") == ["Echo"]
    assert len(table.zone("A", "hand")) == 1
