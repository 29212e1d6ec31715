"""Tough (5.0, 7.4.7)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
SPELL = {"type": "spell", "cost": "1/1"}
RUSH = "gain(target(character), asleep)"


def cast(table, effect=RUSH, mana=2):
    """A Spell of A with this effect."""
    table.card("Decree", **SPELL, abilities=["fleeting", f"effect: {effect}"])
    return table.player("A").hand("Decree").mana(mana)


@cites("5.0:7.4.7.b", "5.0:7.4.7.c", "cost/tough", "keyword/tough")
@RULES
def test_an_opponent_pays_to_target_it(sit, rules):
    """7.4.7.a, 7.4.7.b, 7.4.7.c."""
    table = sit(rules)
    cast(table, mana=3)
    table.player("B").hero_expedition("Shenlong R1")
    table.begin()
    table.act("A", "play Decree")
    while table.decision != "turn":
        table.choose("A", "Shenlong")
    assert table.find("Shenlong").statuses == {"asleep"}
    assert table.mana("A") == (1, 3)


@cites("5.0:7.4.7.c")
@RULES
def test_its_controller_does_not_pay(sit, rules):
    """7.4.7.c: "your opponent must"."""
    table = sit(rules)
    cast(table, mana=1).hero_expedition("Shenlong R1")
    table.begin()
    table.act("A", "play Decree")
    assert table.find("Shenlong").statuses == {"asleep"}


@RULES
def test_without_the_mana_it_cannot_be_the_target(sit, rules):
    """7.4.7.c: another object can."""
    table = sit(rules)
    cast(table, mana=1)
    table.player("B").hero_expedition("Shenlong R1", "Inari C")
    table.begin()
    table.act("A", "play Decree")
    assert table.find("Inari").statuses == {"asleep"}
    assert table.find("Shenlong").statuses == frozenset()


@RULES
def test_a_permanent_may_be_tough(sit, rules):
    """7.4.7.a."""
    table = sit(rules)
    table.card("Rock", type="landmark_permanent", abilities=["tough(2)"])
    cast(table, "discard(target(permanent))", mana=3)
    table.player("B").landmarks("Rock")
    table.begin()
    table.act("A", "play Decree")
    while table.decision != "turn":
        table.choose("A", "Rock")
    assert table.zone("B", "landmarks") == []
    assert table.mana("A") == (0, 3)


@cites("5.0:7.4.7.c")
@RULES
def test_what_is_not_targeted_needs_no_payment(sit, rules):
    """7.4.7.c: "all" and "choose" are no targets."""
    table = sit(rules)
    cast(table, "gain(all(character), asleep)", mana=1)
    table.player("B").hero_expedition("Shenlong R1")
    table.begin()
    table.act("A", "play Decree")
    assert table.find("Shenlong").statuses == {"asleep"}


@cites("5.0:7.4.7.d")
@RULES
def test_nobody_has_to_pay_for_a_reaction_s_only_target(sit, rules):
    """7.4.7.d."""
    table = sit(rules)
    table.card("Lull", abilities=["H: gain(target(character, other), asleep)"])
    table.player("A").hand("Lull").mana(3)
    table.player("B").hero_expedition("Shenlong R1")
    table.begin()
    table.act("A", "play Lull to hero")
    assert table.decider == "A"
    table.choose("A", "done")
    assert table.find("Shenlong").statuses == frozenset()
    assert table.mana("A") == (2, 3)


@cites("5.0:7.4.7.d")
def test_nobody_has_to_pay_for_a_spell_s_only_target_in_5_0(sit):
    """7.4.7.d; the older rules have no such Spell played at all without its target."""
    table = sit("5.0")
    cast(table, mana=2)
    table.player("B").hero_expedition("Shenlong R1")
    table.begin()
    table.act("A", "play Decree")
    table.choose("A", "done")
    assert table.mana("A") == (1, 2)


@RULES
def test_it_is_paid_for_each_object(sit, rules):
    """7.4.7.c: two Tough targets, two payments."""
    table = sit(rules)
    cast(table, "gain(target(character, up_to=2), asleep)", mana=3)
    table.player("B").hero_expedition("Shenlong R1").companion_expedition("Shenlong R1")
    table.begin()
    table.act("A", "play Decree", "Shenlong in hero", "Shenlong in companion")
    while table.decision != "turn":
        table.choose("A", "done")
    assert [found.statuses for found in table.all("Shenlong")] == [{"asleep"}, {"asleep"}]
    assert table.mana("A") == (0, 3)


@cites("5.0:7.4.7.f")
@RULES
def test_it_is_paid_once_in_an_effect_that_targets_it_twice(sit, rules):
    """7.4.7.f."""
    table = sit(rules)
    cast(table, "gain(target(character), asleep); gain(target(character), boost=1)", mana=2)
    table.player("B").hero_expedition("Shenlong R1")
    table.begin()
    table.act("A", "play Decree")
    while table.decision != "turn":
        table.choose("A", "Shenlong")
    assert table.find("Shenlong").statuses == {"asleep"}
    assert table.find("Shenlong").boosts == 1
    assert table.mana("A") == (0, 2)


@RULES
def test_several_tough_abilities_add_up(sit, rules):
    """7.4.7.c for each of them: a Landmark that makes Characters Tough 2, and one that is."""
    table = sit(rules)
    cast(table, mana=3)
    table.player("B").hero_expedition("Shenlong R1").landmarks("The Spindle, Muna Bastion C")
    table.begin()
    assert table.find("Shenlong").tough == 3
    if rules == "2024.09":
        assert not table.can("A", "play Decree")
    else:
        table.act("A", "play Decree")
        assert table.find("Shenlong").statuses == frozenset()


@cites("5.0:7.4.7.f", "rulesets:Tough on a Spell played for free")
def test_a_spell_played_for_free_still_pays_for_tough_in_5_0(sit):
    """The remark of 7.4.7.f."""
    table = sit("5.0")
    table.card("Lull", type="spell", cost="3/3", abilities=[f"effect: {RUSH}"])
    cast(table, "play(choose(spell, you.hand), free)", mana=2).hand("Lull")
    table.player("B").hero_expedition("Shenlong R1")
    table.begin()
    table.act("A", "play Decree")
    while table.decision != "turn":
        table.choose("A", table.options("A")[0])
    assert table.find("Shenlong").statuses == {"asleep"}
    assert table.mana("A") == (0, 2)


@pytest.mark.parametrize(("completed", "left"), [(True, 0), (False, 1)])
@RULES
def test_tough_given_to_cards_in_reserve_is_paid(sit, rules, completed, left):
    """7.4.7.c, of what an ability makes Tough where it is."""
    table = sit(rules)
    cast(table, "discard(target(card, reserve))", mana=2)
    table.player("B").landmarks("Protect the Assets C", completed=completed).reserve("Inari C")
    table.begin()
    table.act("A", "play Decree")
    while table.decision != "turn":
        table.choose("A", "Inari")
    assert table.find("Inari").zone == "discard"
    assert table.mana("A") == (left, 2)


@RULES
def test_a_spell_in_reserve_is_not_tough_where_characters_are(sit, rules):
    table = sit(rules)
    cast(table, "discard(target(card, reserve))", mana=2)
    table.player("B").landmarks("Protect the Assets C", completed=True).reserve("Kelon Burst C")
    table.begin()
    table.act("A", "play Decree")
    assert table.find("Kelon Burst").zone == "discard"
    assert table.mana("A") == (1, 2)


@RULES
def test_a_tough_that_is_printed_does_not_work_in_reserve(sit, rules):
    """1.2.4.d: abilities work in play; what another ability gives it adds to nothing there."""
    for landmark, left in (("Protect the Assets C", 0), ("The Spindle, Muna Bastion C", 1)):
        table = sit(rules)
        cast(table, "discard(target(card, reserve))", mana=2)
        table.player("B").landmarks(landmark, completed=True).reserve("Shenlong R1")
        table.begin()
        table.act("A", "play Decree")
        while table.decision != "turn":
            table.choose("A", "Shenlong")
        assert table.find("Shenlong").zone == "discard"
        assert table.mana("A") == (left, 2)
