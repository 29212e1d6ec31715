"""Rulings about Tough: the cost for opponents, and its exceptions."""

from __future__ import annotations

import pytest

from altered_env import Scenario
from tests.citations import cites


def targets(table: Scenario, name: str) -> bool:
    """Return whether an object with this name is offered to A."""
    return any(name in option for option in table.options("A"))


@cites("R044", "R045")
def test_nobody_must_pay_for_the_only_target(sit):
    for choice, statuses, left in (("Achilles", {"fleeting"}, 0), ("done", set(), 1)):
        table = sit()
        table.player("A").hand("A Cappella Training C").mana(2)
        table.player("B").hero_expedition("Achilles C")
        table.begin()
        table.act("A", "play A Cappella Training", choice)
        assert table.find("Achilles").statuses == statuses
        assert table.mana("A") == (left, 2)


@cites("R044", "R045")
def test_who_does_not_pay_must_target_their_own(sit):
    for choice, left in (("Achilles", 0), ("Kappa", 1)):
        table = sit()
        table.player("A").hand("A Cappella Training C").mana(2).hero_expedition("Kappa")
        table.player("B").hero_expedition("Achilles C")
        table.begin()
        table.act("A", "play A Cappella Training")
        assert "done" not in table.options("A")
        table.choose("A", choice)
        assert table.find(choice).statuses == {"fleeting"}
        assert table.mana("A") == (left, 2)


@cites("R044")
def test_who_cannot_pay_must_target_their_own(sit):
    table = sit()
    table.player("A").hand("A Cappella Training C").mana(1).hero_expedition("Kappa")
    table.player("B").hero_expedition("Achilles C")
    table.begin()
    table.act("A", "play A Cappella Training")
    assert table.find("Kappa").statuses == {"fleeting"}
    assert table.find("Achilles").statuses == set()


@cites("R051")
def test_a_player_who_is_the_target_is_not_tough(sit):
    table = sit()
    table.player("A").hand("Lyra Cloth Dancer R1").mana(5)
    table.player("B").hero_expedition("Achilles C").companion_expedition("Kappa")
    table.begin()
    table.act("A", "play Lyra Cloth Dancer to hero", "B")
    assert table.find("Achilles").statuses == {"fleeting"}
    assert table.find("Kappa").statuses == {"fleeting"}
    assert table.mana("A") == (2, 5)


@cites("R052", "R092")
@pytest.mark.parametrize(("who", "cost"), [("Lyra Cloth Dancer R2", 3), ("Dorothy Gale C", 5)])
@pytest.mark.parametrize(("choice", "tax"), [("Achilles", 1), ("B Kappa", 0), ("done", 0)])
def test_a_character_s_ability_may_be_paid_for_or_turned_elsewhere(sit, who, cost, choice, tax):
    table = sit()
    table.player("A").hand(who).mana(6)
    table.player("B").hero_expedition("Achilles C").companion_expedition("Kappa")
    table.begin()
    table.act("A", f"play {who} to hero", choice)
    assert (table.decider, table.decision) == ("B", "turn")
    assert table.mana("A") == (6 - cost - tax, 6)
    for name in ("Achilles", "Kappa"):
        found = table.find(f"B {name}")
        hit = found.zone == "reserve" or "fleeting" in found.statuses
        assert hit is (name in choice)


@cites("R098", "R099")
@pytest.mark.parametrize(("spell", "cost"), [("Kraken's Wrath C", 5), ("Celestial Blast C", 7)])
@pytest.mark.parametrize("mana", [0, 1, 3])
def test_each_tough_target_is_paid_for(sit, spell, cost, mana):
    """Tough 1 and Tough 2: both cost 3 more; what cannot be paid for is no target."""
    table = sit()
    table.card("Rock", cost="2/2", abilities=["tough(1)"])
    table.card("Cliff", cost="2/2", abilities=["tough(2)"])
    table.player("A").hand(spell).mana(cost + mana)
    table.player("B").hero_expedition("Rock").companion_expedition("Cliff")
    table.begin()
    table.act("A", f"play {spell}")
    for name, needed in (("Rock", 1), ("Cliff", 3)):
        if mana >= needed:
            table.choose("A", name)
    while table.decision != "turn":
        table.choose("A", "done")
    gone = {name for name in ("Rock", "Cliff") if table.find(name).zone != "expedition"}
    assert gone == {0: set(), 1: {"Rock"}, 3: {"Rock", "Cliff"}}[mana]
    assert table.mana("A") == (0, cost + mana)


@cites("R099")
def test_a_tough_permanent_is_paid_for(sit):
    table = sit()
    table.card("Wall", type="landmark_permanent", abilities=["tough(1)"])
    table.player("A").hand("Celestial Blast C").mana(8)
    table.player("B").landmarks("Wall")
    table.begin()
    table.act("A", "play Celestial Blast", "Wall")
    assert table.find("Wall").zone == "discard"
    assert table.mana("A") == (0, 8)
