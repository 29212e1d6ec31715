"""Effects: choices just before a step (5.0, 6.5)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def cast(table, effect):
    """A Spell of A with this effect, which A can play."""
    table.card("Decree", type="spell", abilities=["fleeting", f"effect: {effect}"])
    return table.player("A").hand("Decree").mana(1)


@cites("5.0:6.5.d", "5.0:1.2.6.e")
@pytest.mark.parametrize(("before", "happens"), [("draw(1)", True), ("resupply()", False)])
@RULES
def test_a_condition_is_looked_at_just_before_its_step(sit, rules, before, happens):
    """Results of earlier steps count; those of later ones come too late."""
    table = sit(rules)
    then = "if_(count(card, you.hand) == 1, gain(all(character), boost=1))"
    cast(table, f"{before}; {then}; draw(1)").hero_expedition("Filler")
    table.begin()
    table.act("A", "play Decree")
    assert table.find("Filler in hero").boosts == int(happens)


@cites("5.0:6.5.d")
@pytest.mark.parametrize(("landmarks", "drawn"), [(0, 1), (1, 0)])
@RULES
def test_unless_is_an_if_that_is_not(sit, rules, landmarks, drawn):
    table = sit(rules)
    table.card("Rock", type="landmark_permanent")
    cast(table, "if_(not count(card, you.landmarks) >= 1, draw(1))")
    table.player("A").landmarks(*["Rock"] * landmarks)
    table.begin()
    table.act("A", "play Decree")
    assert len(table.zone("A", "hand")) == drawn


@cites("5.0:6.5.c", "5.0:6.1.g")
@RULES
def test_whether_to_do_it_is_decided_just_before(sit, rules):
    """The choice follows the previous step's visible result; if declined, the effect goes on."""
    table = sit(rules)
    cast(table, "draw(1); may(discard(choose(character))); draw(1)").hero_expedition("Filler")
    table.begin()
    table.act("A", "play Decree")
    assert len(table.zone("A", "hand")) == 1
    table.choose("A", table.options("A")[-1])
    assert table.zone("A", "hero_expedition") == ["Filler"]
    assert len(table.zone("A", "hand")) == 2


@cites("5.0:6.5.b", "5.0:1.2.6.c")
@RULES
def test_a_later_step_may_choose_the_same_target(sit, rules):
    table = sit(rules)
    cast(table, "gain(target(character, n=2), boost=1); gain(target(character), asleep)")
    table.player("B").hero_expedition("Filler", "Booda")
    table.begin()
    table.act("A", "play Decree", "Filler")
    while table.decision == "target":
        table.choose("A", "Booda")
    booda, filler = table.find("Booda"), table.find("B Filler in hero")
    assert (booda.boosts, filler.boosts) == (1, 1)
    assert booda.statuses == {"asleep"}
