"""Afternoon (5.0 4.2.3): turns."""

import pytest

from altered_env import Scenario
from tests.citations import cites

both_rulesets = pytest.mark.parametrize("rules", ("2024.09", "5.0"))


def bushes(table):
    """A Landmark whose quick action always does something."""
    return table.card("Bush", type="landmark_permanent", abilities=["T: resupply()"])


@cites("5.0:4.2.3.b", "5.0:4.2.3.c", "2024.09:ST-41")
@both_rulesets
@pytest.mark.parametrize("first", ("A", "B"))
def test_the_first_player_begins_and_turns_alternate(rules, first):
    """5.0 4.2.3.b, c: a turn ends with the card that is played."""
    table = Scenario(rules=rules)
    for player in "AB":
        table.player(player).hand("Filler", "Filler").mana(3)
    table.begin("afternoon", first=first)
    second = "B" if first == "A" else "A"
    for player in (first, second, first):
        assert (table.decider, table.turn) == (player, player)
        table.act(player, "play Filler to hero")
    assert table.decider == second


@cites("5.0:4.2.3.d", "5.0:4.2.3.e", "2024.09:ST-42", "2024.09:ST-49")
@both_rulesets
def test_a_turn_is_any_number_of_quick_actions_and_then_a_card(rules):
    """5.0 4.2.3.e: a quick action does not end the turn."""
    table = Scenario(rules=rules)
    bushes(table)
    table.player("A").landmarks("Bush", "Bush", "Bush").hand("Filler").mana(1)
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    for left in (2, 1):
        table.act("A", "use Bush #1" if left == 2 else "use ready Bush")
        assert (table.decider, len(table.zone("A", "reserve"))) == ("A", 3 - left)
    table.act("A", "play Filler from hand to hero")
    assert table.decider == "B"  # although a quick action was left


@cites("5.0:4.2.3.d", "2024.09:ST-43")
@both_rulesets
def test_a_turn_with_quick_actions_may_end_by_passing(rules):
    table = Scenario(rules=rules)
    bushes(table)
    table.player("A").landmarks("Bush").hand("Filler").mana(1)
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "use Bush")
    table.act("A", "pass")
    assert (table.decider, len(table.zone("A", "reserve"))) == ("B", 1)
    assert table.game.view().players[0].passed


@cites("5.0:4.2.f", "5.0:4.2.3.b", "5.0:4.2.3.e", "2024.09:ST-45", "2024.09:ST-46")
@both_rulesets
def test_who_passed_takes_no_more_turns_and_the_other_goes_on(rules):
    table = Scenario(rules=rules)
    bushes(table)
    table.player("A").landmarks("Bush").hand("Filler", "Filler").mana(9)
    table.player("B").hand("Filler", "Filler", "Filler").mana(3)
    table.begin("afternoon", first="A", day=5)
    table.act("A", "pass")
    for _ in range(2):
        table.act("B", "play Filler to hero")
        assert (table.decider, table.phase) == ("B", "afternoon")
    table.act("B", "pass")
    assert table.decision != "turn"
    table.until("afternoon")
    assert (table.day, table.decider) == (6, "B")  # both have turns again
    table.act("B", "pass")
    assert table.decider == "A"


@both_rulesets
@cites("2024.09:ST-45")
def test_who_can_do_nothing_else_passes(rules):
    table = Scenario(rules=rules)
    table.player("A").hand("Filler").mana(0)
    table.player("B").hand("Filler", "Filler").mana(2)
    table.begin("afternoon", first="A")
    assert table.decider == "B"
    assert table.game.view().players[0].passed


@cites("5.0:4.2.f", "2024.09:ST-46")
@both_rulesets
def test_dusk_comes_when_both_have_passed(rules):
    table = Scenario(rules=rules)
    table.card("Bell", type="landmark_permanent", abilities=["at(dusk): may(resupply())"])
    for player in "AB":
        table.player(player).hand("Filler").mana(1).landmarks("Bell")
    table.begin("afternoon", first="A")
    table.act("A", "pass")
    assert table.phase == "afternoon"
    table.act("B", "pass")
    assert (table.decision, table.phase) == ("yes_no", "dusk")


@both_rulesets
@cites("2024.09:ST-48", "2024.09:ST-77", "2024.09:ST-76")
def test_the_card_of_a_turn_comes_from_hand_or_reserve(rules):
    """A card in Reserve is played for its Reserve Cost, one from hand for its Hand Cost."""
    table = Scenario(rules=rules)
    table.card("Scholar", cost="3/2")
    table.card("Sage", cost="2/3")
    table.player("A").hand("Scholar", "Sage").reserve("Scholar", "Sage").mana(2)
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    assert table.can("A", "play Scholar from reserve")
    assert not table.can("A", "play Scholar from hand")
    assert table.can("A", "play Sage from hand")
    assert not table.can("A", "play Sage from reserve")
    table.act("A", "play Scholar from reserve to hero")
    assert table.decider == "B"
    assert table.mana("A") == (0, 2)


@both_rulesets
@cites("2024.09:ST-44", "2024.09:ST-21", "2024.09:ST-22", "2024.09:ST-30", "2024.09:3.2.9.f")
def test_a_card_costs_as_many_mana_orbs(rules):
    table = Scenario(rules=rules)
    table.card("Scholar", cost="3/2")
    bushes(table)
    table.player("A").hand("Scholar").reserve("Scholar").mana(6, exhausted=1).landmarks("Bush")
    table.begin("afternoon", first="A")
    table.act("A", "play Scholar from hand to hero")
    assert table.mana("A") == (2, 6)
    table.act("A", "play Scholar from reserve to hero")
    assert table.mana("A") == (0, 6)


@both_rulesets
@cites("2024.09:ST-44")
def test_what_cannot_be_paid_is_not_offered(rules):
    table = Scenario(rules=rules)
    table.card("Scholar", cost="3/2")
    table.player("A").hand("Scholar", "Filler").mana(4, exhausted=2)
    table.begin("afternoon", first="A")
    assert table.options("A") == ["play Filler (1)", "pass"]


@cites("5.0:5.2.1.a", "2024.09:ST-47")
@both_rulesets
def test_a_character_goes_to_the_expedition_its_player_chooses(rules):
    table = Scenario(rules=rules)
    bushes(table)
    table.player("A").hand("Filler", "Filler").mana(2).landmarks("Bush")
    table.begin("afternoon", first="A")
    table.act("A", "play Filler to companion")
    assert table.zone("A", "companion_expedition") == ["Filler"]
    table.act("A", "play Filler to hero")
    assert table.zone("A", "hero_expedition") == ["Filler"]
    assert not table.zone("B", "hero_expedition") + table.zone("B", "companion_expedition")
