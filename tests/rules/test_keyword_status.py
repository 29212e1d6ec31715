"""Exhaust, Ready, Gain and Lose a status, Become, Ignore (5.0, 7.3 and 7.5)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def cast(table, effect):
    """A Spell of A with this effect, which A can play."""
    table.card("Decree", type="spell", abilities=["fleeting", f"effect: {effect}"])
    return table.player("A").hand("Decree").mana(1)


@cites("5.0:2.4.6.a", "5.0:2.4.6.c", "5.0:7.3.13.a")
@RULES
def test_exhausting_gives_the_status(sit, rules):
    """7.3.13.a, for cards in Reserve and for Permanents."""
    table = sit(rules)
    cast(table, "exhaust(target(card, reserve)); exhaust(target(permanent))").reserve("Inari C")
    table.player("A").landmarks("Kelonic Generator C").mana(3)
    table.begin()
    table.act("A", "play Decree")
    assert table.find("Inari").statuses == table.find("Kelonic Generator").statuses == {"exhausted"}
    table.act("B", "pass")
    assert not table.can("A", "use Kelonic Generator")
    assert not table.can("A", "play Inari to hero")


@cites("5.0:7.3.13.b")
@RULES
def test_the_symbol_in_a_cost_exhausts_me(sit, rules):
    """7.3.13.b: so it can be used once."""
    table = sit(rules)
    table.player("A").landmarks("Kelonic Generator C").mana(5)
    table.begin()
    table.act("A", "use Kelonic Generator")
    assert table.find("Kelonic Generator").statuses == {"exhausted"}
    assert table.mana("A") == (3, 5)
    assert not table.can("A", "use Kelonic Generator")


@RULES
def test_what_is_exhausted_cannot_be_exhausted(sit, rules):
    """7.3.16.b: so an effect that asks for it is not done."""
    table = sit(rules)
    cast(table, "if_(exhaust(choose(permanent, you.play, ready)), draw(1), else_=draw(2))")
    table.player("A").landmarks("Kelonic Generator C", exhausted=True)
    table.begin()
    table.act("A", "play Decree")
    assert len(table.zone("A", "hand")) == 2


@cites("5.0:7.3.16.b")
@pytest.mark.parametrize(("exhausted", "seen"), [(True, 0), (False, 1)])
@RULES
def test_exhausting_again_is_no_event(sit, rules, exhausted, seen):
    """7.3.16.b."""
    table = sit(rules)
    table.card(
        "Eye", type="landmark_permanent", abilities=["when(exhausts(card)): gain(me, luck=1)"]
    )
    cast(table, "exhaust(all(card, reserve))").landmarks("Eye").reserve(
        "Inari C", exhausted=exhausted
    )
    table.begin()
    table.act("A", "play Decree")
    assert table.find("Eye").counters.get("luck", 0) == seen


@cites("5.0:2.4.6.b", "5.0:7.3.28.a")
@RULES
def test_readying_takes_the_status_away(sit, rules):
    """7.3.28.a: it can be used again."""
    table = sit(rules)
    cast(table, "ready(target(permanent))").landmarks("Kelonic Generator C", exhausted=True)
    table.player("A").mana(2)
    table.begin()
    assert not table.can("A", "use Kelonic Generator")
    table.act("A", "play Decree")
    table.act("B", "pass")
    assert table.can("A", "use Kelonic Generator")


@cites("5.0:7.3.28.b")
@pytest.mark.parametrize(("exhausted", "seen"), [(True, 1), (False, 0)])
@RULES
def test_only_what_is_exhausted_becomes_ready(sit, rules, exhausted, seen):
    """7.3.28.b."""
    table = sit(rules)
    table.card(
        "Eye", type="landmark_permanent", abilities=["when(readies(card)): gain(me, luck=1)"]
    )
    cast(table, "ready(all(card, reserve))").landmarks("Eye").reserve(
        "Inari C", exhausted=exhausted
    )
    table.begin()
    table.act("A", "play Decree")
    assert table.find("Eye").counters.get("luck", 0) == seen


@cites("5.0:7.3.16.a", "5.0:7.3.16.b")
@pytest.mark.parametrize(("fleeting", "seen"), [(True, 0), (False, 1)])
@RULES
def test_a_status_is_gained_only_once(sit, rules, fleeting, seen):
    """7.3.16.a, 7.3.16.b."""
    table = sit(rules)
    table.card("Vain", abilities=["when(gains(me, fleeting)): gain(me, luck=1)"])
    cast(table, "gain(target(character), fleeting)").hero_expedition("Vain", fleeting=fleeting)
    table.begin()
    table.act("A", "play Decree")
    assert table.find("Vain").statuses == {"fleeting"}
    assert table.find("Vain").counters.get("luck", 0) == seen


@cites("5.0:7.3.21.a", "5.0:7.3.21.b")
@pytest.mark.parametrize(("fleeting", "seen"), [(True, 1), (False, 0)])
@RULES
def test_only_a_status_that_is_there_can_be_lost(sit, rules, fleeting, seen):
    """7.3.21.a, 7.3.21.b."""
    table = sit(rules)
    table.card("Vain", abilities=["when(loses(me, fleeting)): gain(me, luck=1)"])
    cast(table, "lose(target(character), fleeting)").hero_expedition("Vain", fleeting=fleeting)
    table.begin()
    table.act("A", "play Decree")
    assert table.find("Vain").statuses == frozenset()
    assert table.find("Vain").counters.get("luck", 0) == seen


@cites("5.0:7.5.4.a", "2024.09:7.5.2.a")
@RULES
def test_arriving_with_a_status_is_becoming_it(sit, rules):
    """The remark of 7.5.4: a Character played from Reserve becomes Fleeting."""
    table = sit(rules)
    line = "when(gains(character, fleeting)): draw(1)"
    table.card("Eye", type="landmark_permanent", abilities=[line])
    table.player("A").landmarks("Eye").reserve("Inari C").mana(3)
    table.begin()
    table.act("A", "play Inari to hero")
    assert table.find("Inari").statuses == {"fleeting"}
    assert len(table.zone("A", "hand")) == 1


@cites("5.0:7.3.19.a", "5.0:7.3.19.b")
@RULES
def test_ignored_abilities_have_no_effect_for_a_while(sit, rules):
    """7.3.19.a, 7.3.19.b: Sigismar & Wingspan on the first Day, and from the second on."""
    from altered_env import Scenario

    for day, recruits in ((1, []), (2, ["Ordis Recruit"])):
        table = Scenario(rules=rules)
        table.player("A").hero("Sigismar & Wingspan").hand("Inari C").mana(3)
        table.begin("noon", day=day)
        assert table.zone("A", "hero_expedition") == recruits
