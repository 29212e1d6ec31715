"""Cards printed under Ordis and Yzmir: findings of a comparison of their texts with the
notation."""

from __future__ import annotations

import pytest

from altered_env import Scenario
from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
HERO, COMPANION = "A: hero Expedition", "A: companion Expedition"
DUCKLING = "use The Ugly Duckling"
"""Discarded from Reserve, it makes an Expedition Ascend."""
PLAYED = [
    ("9/2", "hand", True),
    ("2/9", "hand", False),
    ("2/9", "reserve", True),
    ("9/2", "reserve", False),
]
BASE_COSTS = pytest.mark.parametrize(("cost", "place", "fits"), PLAYED)
"""The Base Cost of a played card is that of the zone it is played from (2.2.9.b)."""


def sit(rules: str = "5.0", hero: str = "Idler") -> Scenario:
    """A table without automatic passes; A has this Hero."""
    table = Scenario(rules=rules, seed=1)
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    table.player("A").hero(hero)
    table.player("B").hero("Idler")
    return table


@RULES
@BASE_COSTS
def test_moyo_hears_what_a_spell_cost_where_it_was_played_from(rules, cost, place, fits):
    """Its cost is not that of Reserve, where it goes."""
    table = sit(rules, "Moyo & Silk C")
    table.card("Big", type="spell", cost=cost, abilities=["effect: resupply()"])
    getattr(table.player("A").mana(9), place)("Big")
    table.begin()
    table.act("A", "play Big")
    if fits:
        table.choose("A", "yes")
    assert table.zone("A", "hero_expedition") == (["Mana Moth"] if fits else [])
    assert len(table.zone("A", "hand")) == int(fits)


@RULES
def test_moyo_draws_only_where_exhausted(rules):
    """The card is drawn as well as the Mana Moth created, for the same price."""
    table = sit(rules, "Moyo & Silk C")
    table.card("Big", type="spell", cost="7/7", abilities=["effect: resupply()"])
    table.player("A").hand("Big").mana(7)
    table.begin()
    table.act("A", "play Big")
    table.choose("A", "no")
    assert table.zone("A", "hand") == []


@RULES
@pytest.mark.parametrize(("cost", "cards"), [("4/4", 0), ("6/6", 0), ("7/7", 1)])
def test_moyo_draws_for_seven_or_more(rules, cost, cards):
    table = sit(rules, "Moyo & Silk C")
    table.card("Big", type="spell", cost=cost, abilities=["effect: resupply()"])
    table.player("A").hand("Big").mana(9)
    table.begin()
    table.act("A", "play Big")
    table.choose("A", "yes")
    assert table.zone("A", "hero_expedition") == ["Mana Moth"]
    assert len(table.zone("A", "hand")) == cards


@RULES
@BASE_COSTS
@pytest.mark.parametrize("kind", ["character", "landmark_permanent", "expedition_permanent"])
def test_the_well_of_tears_hears_cards_of_every_type(rules, cost, place, fits, kind):
    table = sit(rules)
    table.card("Big", type=kind, cost=cost)
    table.player("A").landmarks("The Well of Tears R1").hero_expedition("Kappa C").mana(9)
    getattr(table.player("A"), place)("Big")
    table.begin()
    table.act("A", "play Big" if kind == "landmark_permanent" else "play Big to companion")
    assert (table.decision in ("yes_no", "target")) is fits


@RULES
@BASE_COSTS
def test_the_embassy_anchors_by_the_base_cost_as_played(rules, cost, place, fits):
    table = sit(rules)
    table.card("Guest", cost=cost)
    getattr(table.player("A").landmarks("The Embassy C").mana(9), place)("Guest")
    table.begin()
    table.act("A", "use The Embassy")
    table.act("A", "play Guest to hero")
    assert ("anchored" in table.find("Guest").statuses) is not fits


@RULES
@pytest.mark.parametrize("facing", [False, True])
def test_zhen_draws_when_an_ascended_expedition_moves_unopposed(rules, facing):
    """For any cause of the move: due to Ascension it can move only if something faces it."""
    table = sit(rules, "Zhen & Zephyr C")
    table.card("Weak", stats="0/0/0")
    table.player("A").hero_expedition("Kappa C")
    if facing:
        table.player("B").hero_expedition("Weak")
    table.begin("noon")
    assert table.ascended("A", "hero")
    table.until("night")
    assert table.progress("A", "hero") == 1
    assert len(table.zone("A", "hand")) == (0 if facing else 1)


@RULES
def test_zhen_does_not_hear_an_expedition_that_is_not_ascended(rules):
    table = sit(rules, "Zhen & Zephyr C")
    table.player("A").companion_expedition("Kappa C")
    table.begin("noon")
    table.until("night")
    assert table.progress("A", "companion") == 1
    assert table.zone("A", "hand") == []


@RULES
@pytest.mark.parametrize(("opposed", "cards"), [([], 1), (["companion"], 1), (["both"], 0)])
def test_zhen_draws_once_where_one_of_two_moves_unopposed(rules, opposed, cards):
    table = sit(rules, "Zhen & Zephyr C")
    table.card("Weak", stats="0/0/0")
    side = table.player("A").hero_expedition("Kappa C").companion_expedition("Kappa C")
    side.reserve("The Ugly Duckling C")
    if opposed:
        table.player("B").companion_expedition("Weak")
    if opposed == ["both"]:
        table.player("B").hero_expedition("Weak")
    table.begin("noon")
    table.act("A", DUCKLING, COMPANION)
    table.until("night")
    assert (table.progress("A", "hero"), table.progress("A", "companion")) == (1, 1)
    assert len(table.zone("A", "hand")) == cards


@RULES
@pytest.mark.parametrize("ascended", [False, True])
def test_hippogriff_leaves_an_ascended_expedition_at_rest(rules, ascended):
    """The Expedition is Ascended as Hippogriff leaves it, though no longer after Rest."""
    table = sit(rules)
    table.player("A").hero_expedition("Hippogriff C").reserve("The Ugly Duckling C")
    table.begin()
    if ascended:
        table.act("A", DUCKLING, HERO)
    table.until("morning")
    assert "Hippogriff" in table.zone("A", "reserve")
    assert not table.ascended("A", "hero")
    assert table.zone("A", "hero_expedition") == (["Ordis Recruit"] if ascended else [])


@RULES
@pytest.mark.parametrize("ascended", [HERO, COMPANION])
def test_hippogriff_leaves_an_expedition_as_it_switches(rules, ascended):
    """7.5.11.c: the Expedition, not the zone. The Recruit is created in the one that was left."""
    table = sit(rules)
    table.card("Wind", type="spell", abilities=["effect: switch(target(character))"])
    side = table.player("A").hero_expedition("Hippogriff C").hand("Wind").mana(1)
    side.reserve("The Ugly Duckling C")
    table.begin()
    table.act("A", DUCKLING, ascended)
    table.act("A", "play Wind")
    left = ["Ordis Recruit"] if ascended == HERO else []
    assert table.zone("A", "hero_expedition") == left
    assert table.zone("A", "companion_expedition") == ["Hippogriff"]


@RULES
def test_hippogriff_reinforces_the_expedition_that_moved(rules):
    """After Rest, wherever Hippogriff itself has gone in the meantime."""
    table = sit(rules)
    switch = "when(moves(you.expeditions)): switch(choose(animal, you.play))"
    table.card("Wind", type="landmark_permanent", abilities=[switch])
    side = table.player("A").hero_expedition("Hippogriff R1").landmarks("Wind")
    side.reserve("The Ugly Duckling C")
    table.player("B").hero_expedition("Hippogriff R1")
    table.begin()
    table.act("A", DUCKLING, HERO)
    table.until("morning")
    assert table.progress("A", "hero") == 1
    assert table.zone("A", "hero_expedition") == ["Ordis Recruit"]
    assert table.zone("A", "companion_expedition") == []


@cites("5.0:5.1.2.h")
@RULES
@pytest.mark.parametrize("mana", [4, 5])
def test_moth_decoy_does_not_pay_for_itself(rules, mana):
    """5.1.2.h: as its cost is paid it is in Limbo, and in Reserve no longer."""
    table = sit(rules)
    table.player("A").reserve("Moth Decoy C").mana(mana)
    table.begin()
    assert table.can("A", "play Moth Decoy") is (mana == 5)
    if mana == 5:
        table.act("A", "play Moth Decoy", HERO)
        assert table.mana("A") == (0, 5)


@RULES
@pytest.mark.parametrize(("other", "fits"), [(False, True), (True, False)])
def test_moth_decoy_exhausts_another_ready_card(rules, other, fits):
    table = sit(rules)
    table.player("A").reserve("Moth Decoy C").reserve("Kappa C", exhausted=other).mana(4)
    table.begin()
    assert table.can("A", "play Moth Decoy") is fits


@RULES
@pytest.mark.parametrize("place", ["hand", "reserve"])
def test_the_kadigir_speaks_of_one_spell(rules, place):
    """That it loses Fleeting if it is played from hand is said of the same Spell, not of the next
    one that comes from there."""
    table = sit(rules)
    play = "effect: play(choose(spell, you.hand), free)"
    table.card("First", type="spell", cost="5/5", abilities=["fleeting", play])
    table.card("Second", type="spell", cost="1/1", abilities=["fleeting", "effect: resupply()"])
    side = table.player("A").landmarks("The Kadigir, Yzmir Bastion R1").hand("Second")
    getattr(side, place)("First")
    table.begin()
    table.act("A", "use The Kadigir, Yzmir Bastion")
    table.act("A", "play First")
    assert ("First" in table.zone("A", "reserve")) is (place == "hand")
    assert "Second" in table.zone("A", "discard")


@RULES
def test_the_infirmary_exhausts_a_ready_card_of_ones_own(rules):
    table = sit(rules)
    side = table.player("A").landmarks("The Infirmary C").reserve("Kappa C")
    side.reserve("Inari C", exhausted=True)
    table.player("B").reserve("Atlas C")
    table.begin()
    table.act("A", "use The Infirmary")
    assert "exhausted" in table.find("Kappa").statuses
    assert "exhausted" not in table.find("Atlas").statuses
    assert table.decider == "B"
    table.act("B", "pass")
    assert not table.can("A", "use The Infirmary")


@pytest.mark.parametrize("exhausted", [False, True])
def test_the_receptionist_exhausts_a_ready_permanent(exhausted):
    """An exhausted one is no payment: it is not offered."""
    table = sit()
    side = table.player("A").hand("Adamant Receptionist R1").mana(3).landmarks("Mandjet C")
    side.landmarks("The Reunion C", exhausted=exhausted)
    table.player("B").reserve("Kappa C")
    table.begin()
    table.act("A", "play Adamant Receptionist to hero", "yes")
    if not exhausted:
        assert "A: The Reunion in Landmarks" in table.options()
        table.choose("A", "Mandjet")
    assert "exhausted" in table.find("Mandjet").statuses


@RULES
@pytest.mark.parametrize(("reserve_cost", "mana"), [(0, 0), (1, 1), (2, 1), (3, 2)])
def test_ebenezer_scrooge_lowers_to_one_and_never_raises(rules, reserve_cost, mana):
    table = sit(rules)
    table.card("Guest", cost=f"5/{reserve_cost}")
    table.player("A").hero_expedition("Ebenezer Scrooge R2").reserve("Guest").mana(3)
    table.begin()
    table.act("A", "play Guest to hero")
    assert table.mana("A") == (3 - mana, 3)


@RULES
@pytest.mark.parametrize(("reserve_cost", "mana"), [(1, 0), (2, 0), (3, 1)])
def test_the_minimum_is_of_his_decrease_alone(rules, reserve_cost, mana):
    """5.1.2.f: decreases apply in the order that helps most; what another takes off is its own."""
    table = sit(rules)
    table.card("Rite", type="spell", cost=f"5/{reserve_cost}", abilities=["effect: resupply()"])
    side = table.player("A").hero_expedition("Ebenezer Scrooge R2").mana(3)
    side.reserve("Rite", "Studious Disciple C")
    table.begin()
    table.act("A", "use Studious Disciple")
    table.act("A", "play Rite")
    assert table.mana("A") == (3 - mana, 3)
