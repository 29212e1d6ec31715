"""Findings of a review of Axiom and Bravos, each as a scenario by the Complete Rules 5.0."""

from __future__ import annotations

from typing import Any

import pytest

from altered_env import Scenario
from tests.cards.seed_table import drawn, finish
from tests.citations import cites


def sit(hero: str = "Idler", **state: Any) -> Scenario:
    """A table without automatic passes; A has this Hero, in this state."""
    table = Scenario(rules="5.0", seed=1)
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    table.card("Grab", type="spell", cost="0/0", abilities=["effect: take_control(target(card))"])
    table.card("Push", type="spell", cost="0/0", abilities=["effect: put(target(card), reserve)"])
    table.player("A").hero(hero, **state)
    table.player("B").hero("Idler")
    return table


@pytest.mark.parametrize("card", ["Dredger Drone R1", "Dredger Drone R2"])
def test_a_card_one_controls_may_be_the_hero(card):
    """A player controls the Hero in their Hero zone (7.5.5), though it is not in play."""
    table = sit("Sol & Halua", counters={"quest": 2})
    table.player("A").reserve(card).mana(3)
    table.begin()
    table.act("A", "play Dredger Drone to hero", "yes")
    assert table.find("Sol & Halua").counters == {"quest": 1}
    assert table.zone("A", "reserve") == ["Filler"]


@pytest.mark.parametrize(("mine", "left"), [([], ["Brassbug"]), (["Brassbug"], [])])
def test_a_duel_needs_a_character_of_ones_own(mine, left):
    """A player without one has no Hand Cost to compare a token's with."""
    table = sit()
    table.player("A").hand("Duel of Grit R1").mana(6).companion_expedition(*mine)
    table.player("B").hero_expedition("Brassbug")
    table.begin()
    table.act("A", "play Duel of Grit")
    if mine:
        table.choose("A", "B: Brassbug in hero Expedition")
    assert table.zone("B", "expedition") == left


@pytest.mark.parametrize(("card", "gifted"), [("C", "B"), ("R2", "B"), ("R1", "A")])
def test_the_catch_is_paid_to_who_controlled_it(card, gifted):
    """Not to its owner, whose hand it goes to."""
    table = sit()
    table.card("Rock", type="landmark_permanent")
    table.player("A").landmarks("Rock").hand(f"Catch of the Day {card}").mana(6)
    table.player("B").hand("Grab")
    table.begin(first="B")
    table.act("B", "play Grab")
    table.act("A", "play Catch of the Day")
    assert table.zone("A", "hand") == ["Rock"]
    assert table.zone(gifted, "landmarks") == ["Manaseed"]


@pytest.mark.parametrize(("reserve", "cards"), [(1, 0), (2, 1)])
def test_a_price_of_two_cards_is_not_paid_with_one(reserve, cards):
    """A cost is paid in full or not at all (1.2.5.c)."""
    table = sit()
    table.player("A").hand("Reka Recycler C").mana(6).reserve(*["Inari C", "Kappa C"][:reserve])
    table.begin()
    table.act("A", "play Reka Recycler to hero")
    finish(table)
    assert drawn(table) == cards
    assert len(table.zone("A", "reserve")) == (1 if reserve == 1 else 0)


@cites("5.0:1.2.5.b", "5.0:6.4.b")
def test_nobody_is_forced_to_pay_for_a_card_that_an_effect_says_to_play():
    """A player may always decline to pay a cost (6.4.b)."""
    table = sit()
    table.player("A").hand("Mana Flare C", "Atlas C").mana(12)
    table.begin()
    table.act("A", "play Mana Flare", "done")
    assert table.zone("A", "hand") == ["Atlas"]
    assert table.mana("A") == (8, 12)


@pytest.mark.parametrize(("where", "boosts"), [("Inari in Reserve", 0), ("Kappa", 1)])
def test_a_character_that_gains_boosts_is_one_in_play(where, boosts):
    """Without a zone, a type means objects in play (2.2.1.h)."""
    table = sit()
    feed = "effect: gain(target(character, play | reserve), boost=1)"
    table.card("Feed", type="spell", cost="0/0", abilities=[feed])
    table.player("A").hero_expedition("Lakshmi's Owl R2", "Kappa C").reserve("Inari C").hand("Feed")
    table.begin()
    table.act("A", "play Feed", where)
    assert table.find("Lakshmi's Owl").boosts == boosts


@pytest.mark.parametrize(("owner", "mana"), [("A", 1), ("B", 0)])
def test_the_cuckoo_has_to_go_to_the_reserve_of_who_controlled_it(owner, mana):
    """One that was taken over goes to its owner's, which is not "your Reserve"."""
    table = sit()
    table.player(owner).hero_expedition("Colorful Cuckoo R2", boosts=3)
    table.player("A").hand("Grab", "Push").reserve("Kappa C")
    table.begin()
    if owner == "B":
        table.act("A", "play Grab", "hero")
        table.act("B", "use Idler")
    table.act("A", "play Push")
    if mana:
        table.choose("A", "Kappa")
    assert table.mana("A") == (0, mana)
    assert "Colorful Cuckoo" in table.zone(owner, "reserve")


@pytest.mark.parametrize(("answer", "rolled"), [("Filler", True), ("done", False)])
def test_who_throws_no_snowball_rolls_no_die(answer, rolled):
    """ "You may do this, then roll a die" is one offer."""
    table = sit()
    table.card("Bettor", abilities=["when(rolls(you)): gain(me, boost=1)"])
    table.player("A").hand("Snowball Commando C").mana(2).hero_expedition("Bettor")
    table.player("B").reserve("Filler")
    table.begin()
    table.act("A", "play Snowball Commando to hero", answer)
    finish(table)
    assert table.find("Bettor").boosts == rolled
