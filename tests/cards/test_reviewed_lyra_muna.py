"""Findings of a second review of Lyra's and Muna's cards, a scenario each."""

from __future__ import annotations

import pytest

from altered_env import Scenario
from tests.cards.seed_table import go


def seated() -> Scenario:
    """A table with the current rules and without automatic passes."""
    table = Scenario("5.0", seed=1)
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    table.player("A").hero("Idler")
    table.player("B").hero("Idler")
    return table


# No comparison holds with a missing object.


@pytest.mark.parametrize(("mine", "left"), [([], ["Bare"]), (["Tall"], [])])
def test_nobody_has_an_equal_statistic_to_nobodys(mine, left):
    table = seated()
    table.card("Bare", stats="0/1/1")
    table.card("Tall", stats="2/1/1")
    table.player("A").hand("Huff and Puff C").mana(9).hero_expedition(*mine)
    table.player("B").hero_expedition("Bare")
    table.begin()
    go(table, "play Huff and Puff")
    assert table.zone("B", "hero_expedition") == left


@pytest.mark.parametrize(
    ("theirs", "shown", "readied"),
    [([], 6, 0), (["Elm"], 4, 0), (["Elm"], 5, 1)],
)
def test_the_result_is_higher_than_the_cost_of_a_target_that_is_there(theirs, shown, readied):
    table = seated()
    table.card("Elm", cost="4/1")
    table.player("A").hand("X Marks the Spot R1").mana(9)
    table.player("B").hero_expedition(*theirs)
    table.dice(shown)
    table.begin()
    left = 9 - table.find("X Marks the Spot").hand_cost
    go(table, "play X Marks the Spot")
    assert table.mana("A")[0] == left + readied


# What an exhausted card in Reserve has not (2.4.6.e).


@pytest.mark.parametrize(("exhausted", "boosts"), [(True, 0), (False, 1)])
def test_an_exhausted_card_in_reserve_has_no_support_ability(exhausted, boosts):
    table = seated()
    table.player("A").hand("Lyra Fifer C").mana(9).reserve("Martengale C", exhausted=exhausted)
    table.begin()
    go(table, "play Lyra Fifer to hero")
    assert table.find("Lyra Fifer").boosts == boosts


# One of several Expeditions that face a Gigantic Character.


@pytest.mark.parametrize(("permanents", "left"), [([], ["Inari"]), (["Eat Me Energy Bars C"], [])])
def test_an_expedition_in_water_is_one_of_those_faced(permanents, left):
    table = seated()
    table.terrain(0, "forest")
    table.terrain(7, "water")
    table.player("A").hand("Sea Nymph C").mana(9).hero_expedition(*permanents)
    table.player("B").reserve("Inari C")
    table.begin()
    go(table, "play Sea Nymph to hero")
    assert table.zone("B", "reserve") == left


# "You may exhaust target card, then roll a die."


@pytest.mark.parametrize(
    ("exhausted", "answer", "rolled"),
    [(False, "Inari", True), (True, "Inari", True), (False, "done", False)],
)
def test_the_die_is_rolled_by_who_picks_a_target(exhausted, answer, rolled):
    table = seated()
    table.card("Witness", stats="1/1/1", abilities=["when(rolls(you)): gain(me, boost=1)"])
    table.player("A").hand("Snowball Commando C").mana(9).hero_expedition("Witness")
    table.player("A").reserve("Kappa C")
    table.player("B").reserve("Inari C", exhausted=exhausted)
    table.dice(2)
    table.begin()
    go(table, "play Snowball Commando to hero", answer)
    assert table.find("Witness").boosts == rolled
    assert table.find("Kappa").statuses == ({"exhausted"} if rolled else set())
