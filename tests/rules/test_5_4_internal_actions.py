"""Internal actions of an effect: "you may pay this to do that" (5.4)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
SHOT = "if_(may(pay(1)), discard(target(character, forest <= 1)))"


def with_archer(sit, rules, effect=SHOT, head="J", mana=2):
    table = sit(rules)
    table.card("Archer", stats="2/2/2", abilities=[f"{head}: {effect}"])
    table.player("A").hand("Archer").mana(mana)
    return table


@cites(
    'rulesets:"You may pay to" inside an effect',
    "2024.09:5.4.a",
    "2024.09:5.1.2.a",
    "2024.09:5.2.3.g",
)
def test_its_targets_are_declared_before_its_cost_is_paid(sit):
    table = with_archer(sit, "2024.09")
    table.card("Mouse")
    table.card("Rat")
    table.player("B").hero_expedition("Mouse", "Rat")
    table.begin()
    table.act("A", "play Archer to hero", "yes")
    assert table.decision == "target"
    assert table.mana("A") == (1, 2)
    table.choose("A", "Rat")
    assert table.mana("A") == (0, 2)
    assert table.zone("B", "hero_expedition") == ["Mouse"]


@cites('rulesets:"You may pay to" inside an effect')
def test_in_5_0_the_cost_inside_an_effect_is_paid_first(sit):
    table = with_archer(sit, "5.0")
    table.card("Mouse")
    table.card("Rat")
    table.player("B").hero_expedition("Mouse", "Rat")
    table.begin()
    table.act("A", "play Archer to hero", "yes")
    assert table.decision == "target"
    assert table.mana("A") == (0, 2)


@cites('rulesets:"You may pay to" inside an effect', "2024.09:5.4.a", "2024.09:5.1.2.c")
def test_without_a_target_it_cannot_be_played(sit):
    table = with_archer(sit, "2024.09")
    table.player("B").hero_expedition("Booda")
    table.begin()
    table.act("A", "play Archer to hero")
    assert table.turn == "B"  # nothing was asked
    assert table.mana("A") == (1, 2)


@cites("5.0:6.5.c", 'rulesets:"You may pay to" inside an effect')
def test_in_5_0_one_may_pay_and_find_no_target(sit):
    table = with_archer(sit, "5.0")
    table.player("B").hero_expedition("Booda")
    table.begin()
    table.act("A", "play Archer to hero", "yes")
    assert table.mana("A") == (0, 2)
    assert table.zone("B", "hero_expedition") == ["Booda"]


@cites("2024.09:5.2.3.g")
def test_a_spell_can_be_played_without_targets_for_its_internal_action(sit):
    """They are no targets of the Spell: only playing the action needs them."""
    table = sit("2024.09")
    table.card("Work", type="spell", abilities=[f"effect: draw(1); {SHOT}"])
    table.player("A").hand("Work").mana(2)
    table.begin()
    table.act("A", "play Work")
    assert table.zone("A", "hand") == ["Filler"]
    assert table.mana("A") == (1, 2)


@cites("2024.09:5.2.3.g")
@RULES
def test_a_spell_s_internal_action_chooses_its_targets_on_resolution(sit, rules):
    """A Character that the Spell itself made can be the target."""
    table = sit(rules)
    table.card(
        "Work",
        type="spell",
        abilities=[f"effect: create(ordis_recruit, 2, in_=you.hero_expedition); {SHOT}"],
    )
    table.player("A").hand("Work").mana(2)
    table.begin()
    table.act("A", "play Work")
    assert table.decision == "yes_no"
    table.choose("A", "yes", "Ordis Recruit")
    assert table.zone("A", "hero_expedition") == ["Ordis Recruit"]


@cites("2024.09:5.4.a", "2024.09:5.5.c")
def test_tough_is_added_to_the_cost_of_an_internal_action(sit):
    table = with_archer(sit, "2024.09", mana=3)
    table.card("Mouse", abilities=["tough(1)"])
    table.player("B").hero_expedition("Mouse")
    table.begin()
    table.act("A", "play Archer to hero", "yes")
    assert table.mana("A") == (0, 3)
    assert table.zone("B", "hero_expedition") == []


@cites("2024.09:5.4.a", "2024.09:5.1.2.c")
def test_an_internal_action_whose_tough_target_cannot_be_paid_is_not_offered(sit):
    table = with_archer(sit, "2024.09", mana=2)
    table.card("Mouse", abilities=["tough(1)"])
    table.player("B").hero_expedition("Mouse")
    table.begin()
    table.act("A", "play Archer to hero")
    assert table.turn == "B"
    assert table.mana("A") == (1, 2)


def test_in_5_0_one_may_pay_and_then_not_afford_the_tough_target(sit):
    table = with_archer(sit, "5.0", mana=2)
    table.card("Mouse", abilities=["tough(1)"])
    table.player("B").hero_expedition("Mouse")
    table.begin()
    table.act("A", "play Archer to hero", "yes")
    assert table.mana("A") == (0, 2)
    assert table.zone("B", "hero_expedition") == ["Mouse"]


@cites("2024.09:5.4.a", "2024.09:5.1.2.d")
@RULES
def test_it_is_offered_only_if_its_cost_can_be_paid(sit, rules):
    table = with_archer(
        sit, rules, "if_(may(together(pay(1), discard(choose(card, you.reserve)))), draw(1))"
    )
    table.begin()
    table.act("A", "play Archer to hero")
    assert table.turn == "B"
    assert table.mana("A") == (1, 2)


@cites("2024.09:5.4.b")
@RULES
def test_nothing_changes_zones_to_play_it(sit, rules):
    table = with_archer(sit, rules)
    table.card("Mouse")
    table.player("B").hero_expedition("Mouse")
    table.begin()
    table.act("A", "play Archer to hero")
    archer = table.find("Archer")
    assert archer.zone == "expedition"
    assert table.zone("A", "limbo") == []
    table.choose("A", "yes")
    assert table.find("Archer") == archer


@cites("5.0:1.2.6.d", "5.0:6.5.a", "2024.09:RM-5.4.b-1")
@RULES
def test_if_you_do_is_mandatory_where_it_is_possible(sit, rules):
    table = with_archer(sit, rules, "if_(sacrifice(choose(robot, you.play)), draw(1))")
    table.player("A").hero_expedition("Brassbug")
    table.begin()
    table.act("A", "play Archer to hero")
    assert table.turn == "B"  # no question
    assert table.zone("A", "hero_expedition") == ["Archer"]
    assert table.zone("A", "hand") == ["Filler"]


@cites("2024.09:RM-5.4.b-1")
@RULES
def test_if_you_do_does_nothing_where_it_was_impossible(sit, rules):
    table = with_archer(
        sit, rules, "if_(sacrifice(choose(robot, you.play)), draw(1), else_=gain(me, boost=1))"
    )
    table.begin()
    table.act("A", "play Archer to hero")
    assert table.zone("A", "hand") == []
    assert table.find("Archer").boosts == 1


MODES = "if_(may(pay(1)), (x := target(character, forest <= 1), modes(1, discard(x), draw(1))))"


@cites("2024.09:5.2.3.g")
@RULES
def test_it_may_choose_among_modes(sit, rules):
    table = with_archer(sit, rules, MODES)
    table.card("Mouse")
    table.player("B").hero_expedition("Mouse")
    table.begin()
    table.act("A", "play Archer to hero", "yes")
    assert table.mana("A") == (0 if rules == "5.0" else 1, 2)
    table.choose("A", next(label for label in table.options() if label.startswith("mode 1")))
    assert table.mana("A") == (0, 2)
    assert table.zone("B", "hero_expedition") == []


@cites("2024.09:5.1.2.c")
@pytest.mark.parametrize(("there", "asked"), [("Mouse", True), ("Booda", False)])
def test_one_of_its_modes_must_be_possible(sit, there, asked):
    ways = "discard(target(character, forest <= 1)), exhaust(target(card, reserve))"
    modes = f"if_(may(pay(1)), modes(1, {ways}))"
    table = with_archer(sit, "2024.09", modes)
    table.card("Mouse")
    table.player("B").hero_expedition(there)
    table.begin()
    table.act("A", "play Archer to hero")
    assert (table.decision == "yes_no") is asked
