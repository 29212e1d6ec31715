"""The Mana zone (3.2.9)."""

import pytest

from altered_env import Scenario
from tests.citations import cites

both_rulesets = pytest.mark.parametrize("rules", ("2024.09", "5.0"))


def cast(rules, line, mana=1, exhausted=0, cost="1/1"):
    """A plays a Spell with this effect, and could still use a Landmark."""
    table = Scenario(rules=rules)
    table.card("Trick", type="spell", cost=cost, abilities=["fleeting", f"effect: {line}"])
    table.card("Bush", type="landmark_permanent", abilities=["T: draw(1)"])
    table.player("A").hand("Trick", "Kelon Burst").mana(mana, exhausted=exhausted)
    table.player("A").landmarks("Bush").deck("Filler", "Filler", "Filler")
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Trick")
    return table


@cites("5.0:3.2.9.b", "2024.09:3.2.9.b", "2024.09:RM-3.2.9.b-1")
@both_rulesets
def test_a_card_is_put_in_mana_face_down_and_exhausted(rules):
    table = cast(rules, "put(top(you.deck), mana)")
    assert table.mana("A") == (0, 2)
    assert [orb.name for orb in table.game.view("B").players[0].mana] == [None, None]
    assert [orb.name for orb in table.game.view("A").players[0].mana] == ["Filler", "Filler"]


@cites("5.0:3.2.9.b", "2024.09:3.2.9.b")
@both_rulesets
def test_unless_it_is_said_to_be_ready(rules):
    assert cast(rules, "put(top(you.deck), mana, ready)").mana("A") == (1, 2)


@cites("5.0:2.2.1.f", "5.0:3.2.9.c", "2024.09:3.2.9.c", "2024.09:ST-29", "2024.09:2.2.1.f")
@both_rulesets
def test_whatever_card_it_is_it_is_a_mana_orb(rules):
    """A Spell in Mana is an Orb like any other."""
    table = cast(rules, "put(choose(card, you.hand), mana); ready(choose(mana_orb, you.mana))")
    assert {orb.type for orb in table.game.view("A").players[0].mana} == {"mana_orb"}
    assert {orb.name for orb in table.game.view("A").players[0].mana} == {"Kelon Burst", "Filler"}


@cites("5.0:1.2.5.e", "5.0:3.2.9.f", "2024.09:3.2.9.f", "2024.09:ST-30", "2024.09:ST-44")
@both_rulesets
def test_a_cost_exhausts_as_many_orbs(rules):
    table = cast(rules, "draw(1)", mana=5, exhausted=1, cost="3/3")
    assert table.mana("A") == (1, 5)


@cites("5.0:3.2.9.e", "rulesets:Exhausting a Mana Orb to ready another", "2024.09:3.2.9.e")
@both_rulesets
def test_an_orb_can_be_exhausted_to_ready_another_before_one_is_chosen(rules):
    """So any card can be taken back as an exhausted Orb, and the ready one is kept. Both
    rulesets offer it where an Orb is chosen (5.0 3.2.9.e)."""
    table = Scenario(rules=rules)
    table.card(
        "Swap",
        type="landmark_permanent",
        abilities=["T: put(choose(mana_orb, you.mana, exhausted), hand)"],
    )
    table.card("Dig", type="landmark_permanent", abilities=["T: put(top(you.deck), mana, ready)"])
    table.player("A").mana(1, exhausted=1).landmarks("Swap", "Dig").deck("Kelon Burst", "Filler")
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "use Dig")
    assert table.mana("A") == (1, 2)
    table.act("A", "use Swap", "Kelon Burst")
    assert table.zone("A", "hand") == ["Kelon Burst"]
    assert table.mana("A") == (1, 1)


@both_rulesets
@cites("2024.09:ST-32")
def test_mana_orbs_stay_from_day_to_day(rules):
    """Also where Reserve and Landmarks are cleaned up."""
    table = Scenario(rules=rules)
    table.card("Leader", type="hero", limits="0/0")
    table.player("A").hero("Leader").mana(7)
    table.begin("afternoon")
    table.until("morning")
    table.until("noon")
    assert table.mana("A") == (7, 7)


@cites("5.0:3.2.9.f", "2024.09:3.2.9.f")
@both_rulesets
def test_mana_of_the_other_player_pays_for_nothing(rules):
    table = Scenario(rules=rules)
    table.player("A").hand("Filler").mana(0)
    table.player("B").hand("Filler").mana(5)
    table.begin("afternoon", first="A")
    assert table.decider == "B"
