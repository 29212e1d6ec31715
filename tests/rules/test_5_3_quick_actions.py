"""Quick actions: played like Spells, but nothing moves (5.3)."""

from __future__ import annotations

import pytest

from altered_env.game.errors import IllegalActionError
from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def with_lab(sit, rules, ability, **more):
    table = sit(rules)
    table.card("Lab", type="landmark_permanent", abilities=[ability], **more)
    table.player("A").landmarks("Lab").mana(3)
    return table


@cites("rulesets:Targets of a Spell, quick action or Reaction", "2024.09:5.3.a", "2024.09:5.2.3.b")
def test_targets_are_declared_before_the_cost_is_paid(sit):
    table = with_lab(sit, "2024.09", "T, pay(1): discard(target(character))")
    table.player("B").hero_expedition("Booda", "Maw")
    table.begin()
    table.act("A", "use Lab")
    assert table.decision == "target"
    assert table.mana("A") == (3, 3)
    assert "exhausted" not in table.find("Lab").statuses
    table.choose("A", "Booda")
    assert table.mana("A") == (2, 3)
    assert table.zone("B", "hero_expedition") == ["Maw"]


@cites("5.0:5.1.2.b", "rulesets:Targets of a Spell, quick action or Reaction", "2024.09:5.3.a")
def test_in_5_0_the_cost_is_paid_first(sit):
    table = with_lab(sit, "5.0", "T, pay(1): discard(target(character))")
    table.player("B").hero_expedition("Booda", "Maw")
    table.begin()
    table.act("A", "use Lab")
    assert table.decision == "target"
    assert table.mana("A") == (2, 3)
    assert "exhausted" in table.find("Lab").statuses


@cites("rulesets:No suitable target", "2024.09:5.3.a", "2024.09:5.1.2.c")
@pytest.mark.parametrize(("rules", "usable"), [("2024.09", False), ("5.0", True)])
def test_without_a_target_it_cannot_be_played(sit, rules, usable):
    table = with_lab(sit, rules, "T: discard(target(character))")
    table.begin()
    assert table.can("A", "use Lab") == usable


@cites("rulesets:Modes", "2024.09:5.3.a", "2024.09:5.2.3.c")
@pytest.mark.parametrize(("rules", "ready"), [("2024.09", True), ("5.0", False)])
def test_modes_are_declared_before_the_cost_is_paid(sit, rules, ready):
    table = with_lab(sit, rules, "T: modes(1, draw(1), resupply())")
    table.begin()
    table.act("A", "use Lab")
    assert table.decision == "mode"
    assert ("exhausted" not in table.find("Lab").statuses) == ready
    table.choose("A", "mode 2")
    assert table.zone("A", "reserve") == ["Filler"]


@cites("cost/sacrifice", "2024.09:5.3.a")
def test_a_target_may_be_what_is_sacrificed_as_the_cost(sit):
    """Costs come after the declaration, so the Character can be declared; the effect finds none."""
    table = with_lab(
        sit,
        "2024.09",
        "T, sacrifice(choose(character, you.play)): put(target(character), hand); draw(1)",
    )
    table.player("A").hero_expedition("Filler")
    table.begin()
    table.act("A", "use Lab")
    assert table.zone("A", "hero_expedition") == []
    assert table.zone("A", "discard") == ["Filler"]
    assert len(table.zone("A", "hand")) == 1  # the card drawn


@cites("5.0:5.1.2.b", "5.0:5.1.2.j", "5.0:5.3.c", "2024.09:5.3.b")
@RULES
def test_what_bears_the_quick_action_stays_where_it_is(sit, rules):
    table = with_lab(sit, rules, "pay(1): if_(may(pay(1)), draw(1))")
    table.begin()
    before = table.find("Lab").timestamp
    table.act("A", "use Lab")
    assert table.decision == "yes_no"
    assert table.find("Lab").zone == "landmarks"
    assert table.zone("A", "limbo") == []
    table.choose("A", "yes")
    assert (table.find("Lab").zone, table.find("Lab").timestamp) == ("landmarks", before)


@cites("5.0:1.2.6.a", "2024.09:5.3.b", "2024.09:5.2.3.j")
@RULES
def test_a_turn_goes_on_after_a_quick_action(sit, rules):
    table = with_lab(sit, rules, "pay(1): draw(1)")
    table.begin()
    table.act("A", "use Lab")
    assert (table.turn, table.decision) == ("A", "turn")
    table.act("A", "use Lab")
    assert table.mana("A") == (1, 3)


@cites("5.0:2.4.6.a", "5.0:5.3.d", "cost/exhaust me", "2024.09:5.3.c")
@RULES
def test_the_exhaust_icon_exhausts_the_bearer(sit, rules):
    table = with_lab(sit, rules, "T: draw(1)")
    table.player("A").landmarks("Lab")
    table.begin()
    table.act("A", "use Lab #2")
    first, second = table.all("Lab")
    assert first.statuses == frozenset()
    assert second.statuses == {"exhausted"}
    table.act("A", "use Lab")
    with pytest.raises(IllegalActionError):
        table.act("A", "use Lab")


@cites("5.0:5.3.d", "2024.09:5.3.c")
@RULES
def test_an_exhausted_bearer_cannot_pay_the_icon(sit, rules):
    table = sit(rules)
    table.card("Lab", type="landmark_permanent", abilities=["T: draw(1)", "pay(1): resupply()"])
    table.player("A").landmarks("Lab", exhausted=True).mana(1)
    table.begin()
    with pytest.raises(IllegalActionError):
        table.act("A", "use Lab 1")
    table.act("A", "use Lab 2")
    assert table.zone("A", "reserve") == ["Filler"]


@cites("5.0:5.3.e", "2024.09:5.3.d")
@RULES
def test_a_quick_action_is_played_a_hundred_times_a_day(sit, rules):
    table = sit(rules)
    ability = "spend(boost=1): gain(me, kelon=1)"
    table.card("Dynamo", abilities=[ability])
    table.player("A").hero_expedition("Dynamo", boosts=120, anchored=True)
    table.player("A").companion_expedition("Dynamo", boosts=1)
    table.begin()
    for _ in range(100):
        table.act("A", "use Dynamo in hero")
    assert table.find("Dynamo in hero").boosts == 20
    assert not table.can("A", "use Dynamo in hero")
    assert table.can("A", "use Dynamo in companion")  # another object's
    table.until("night")
    table.until("afternoon")
    assert table.can("A" if table.decider == "A" else "B", "pass")
    if table.decider == "B":
        table.act("B", "pass")
    assert table.can("A", "use Dynamo in hero")


@cites("2024.09:5.3.c")
@RULES
def test_a_prohibition_with_a_condition_does_not_hinder_a_cost(sit, rules):
    """Whether a prohibition works is asked while a cost is checked, and leaves the check alone."""
    table = with_lab(sit, rules, "T, pay(1): draw(1)")
    table.card("Ban", abilities=["while_(day > 9), cant(plays(opponent, spell))"])
    table.player("B").hero_expedition("Ban")
    table.begin()
    table.act("A", "use Lab")
    assert len(table.zone("A", "hand")) == 1


@cites("5.0:5.3.b")
@RULES
def test_whose_quick_actions_one_may_play(sit, rules):
    """Those of controlled objects of any owner, one's Hero and one's Reserve; no others."""
    table = sit(rules)
    table.card("Lab", type="landmark_permanent", abilities=["T: draw(1)"])
    table.card("Smith", abilities=["T: draw(1)"])
    table.card("Guide", support=["D: draw(1)"])
    table.player("A").hero_expedition("Smith", owner="B").reserve("Guide").landmarks("Lab")
    table.player("B").hero_expedition("Smith", owner="A").reserve("Guide").landmarks("Lab")
    table.begin()
    offered = {option for option in table.options("A") if option.startswith("use")}
    assert len(offered) == 4  # Idler, Smith, Lab, Guide
    for what in ("use Idler", "use Smith", "use Lab", "use Guide"):
        table.act("A", what)
    assert len(table.zone("A", "hand")) == 4
    assert not any(option.startswith("use") for option in table.options("A"))
    assert table.find("A Smith").statuses == {"exhausted"}
    assert table.zone("B", "reserve") == ["Guide"]
