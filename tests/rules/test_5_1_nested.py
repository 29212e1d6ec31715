"""Cards played inside an effect: at once, while Reactions wait (5.1.1, 5.2)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


@cites("5.0:5.2.b", "2024.09:5.1.1.d", "2024.09:6.3.b")
@RULES
def test_reactions_wait_until_the_effect_that_plays_a_card_is_done(sit, rules):
    table = sit(rules)
    table.card("Runner", abilities=["J: gain(me, boost=1)"])
    table.card(
        "Rush", type="spell", abilities=["effect: play(choose(character), less=1); may(draw(1))"]
    )
    table.player("A").hand("Rush", "Runner").mana(1)
    table.begin()
    table.act("A", "play Rush", "Runner", "hero")
    assert table.decision == "yes_no"  # the Spell's next step
    assert table.find("Runner").boosts == 0
    assert table.reactions() == [("A", "Runner", 0)]
    table.choose("A", "no")
    assert table.find("Runner").boosts == 1


@cites("5.0:5.1.1.d", "2024.09:5.1.1.a", "2024.09:5.1.2.a")
@RULES
def test_a_card_played_inside_an_effect_is_declared_and_paid(sit, rules):
    table = sit(rules)
    table.card("Runner", cost="3/3")
    table.card("Giant", cost="5/5")
    table.card("Rush", type="spell", abilities=["effect: may(play(choose(character), less=1))"])
    table.player("A").hand("Rush", "Runner", "Giant").mana(4)
    table.begin()
    table.act("A", "play Rush")
    assert table.options() == ["A: Runner in hand", "done"]  # 3 mana are left
    table.choose("A", "Runner", "companion")
    assert table.mana("A") == (1, 4)
    assert table.find("Runner").expedition == "companion"


@cites("5.0:5.2.a", "2024.09:5.1.1.a")
@RULES
def test_to_play_a_card_means_from_hand_or_reserve(sit, rules):
    table = sit(rules)
    table.card("Runner", cost="3/1")
    table.card("Rush", type="spell", abilities=["effect: may(play(choose(character)))"])
    table.player("A").hand("Rush", "Runner").reserve("Runner").discard("Runner").mana(4)
    table.begin()
    table.act("A", "play Rush")
    assert table.options() == ["A: Runner in hand", "A: Runner in Reserve", "done"]
    table.choose("A", "Runner in reserve", "hero")
    assert table.mana("A") == (2, 4)
    assert table.find("Runner in hero").statuses == {"fleeting"}


@cites("5.0:5.2.b", "2024.09:5.2.3.a", "2024.09:5.2.3.j")
@RULES
def test_a_spell_inside_a_spell_resolves_first_and_both_go_to_reserve(sit, rules):
    table = sit(rules)
    table.card("Inner", type="spell", abilities=["effect: draw(1)"])
    table.card("Outer", type="spell", abilities=["effect: play(choose(spell)); may(resupply())"])
    table.player("A").hand("Outer", "Inner").mana(2)
    table.begin()
    table.act("A", "play Outer", "Inner")
    assert table.zone("A", "limbo") == ["Outer"]
    assert table.zone("A", "reserve") == ["Inner"]
    assert table.zone("A", "hand") == ["Filler"]
    table.choose("A", "no")
    assert table.zone("A", "reserve") == ["Inner", "Outer"]


@cites("2024.09:5.1.1.b")
@RULES
def test_a_card_played_inside_an_effect_does_not_take_another_turn(sit, rules):
    table = sit(rules)
    table.card("Runner")
    table.card("Gate", type="landmark_permanent", abilities=["T: play(choose(character))"])
    table.player("A").hand("Runner").mana(1).landmarks("Gate")
    table.begin()
    table.act("A", "use Gate", "Runner", "hero")
    assert table.find("Runner").expedition == "hero"
    assert table.turn == "A"  # a quick action does not end the turn


@cites("2024.09:5.1.2.c")
@RULES
def test_what_cannot_be_played_is_not_among_the_choices(sit, rules):
    table = sit(rules)
    table.card("Bolt", type="spell", abilities=["effect: discard(target(permanent))"])
    table.card("Song", type="spell", abilities=["effect: draw(1)"])
    table.card("Outer", type="spell", abilities=["effect: may(play(choose(spell)))"])
    table.player("A").hand("Outer", "Bolt", "Song").mana(3)
    table.begin()
    table.act("A", "play Outer")
    bolt = [] if rules == "2024.09" else ["A: Bolt in hand"]
    assert table.options() == [*bolt, "A: Song in hand", "done"]
