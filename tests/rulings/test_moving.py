"""Rulings about regions, and about Expeditions that move."""

from __future__ import annotations

import pytest

from tests.citations import cites


@cites("R022")
def test_persephone_s_forest_is_there_for_the_opponent_as_well(sit):
    for who, forward in (("Persephone C", 2), ("Filler", 1)):
        table = sit()
        table.terrain(1, "mountain")
        table.card("Elk", stats="9/0/0")
        table.player("A").hero_expedition(who).regions(hero=1)
        table.player("B").hero_expedition("Elk").regions(hero=1)
        table.begin("dusk")
        assert table.progress("B", "hero") == forward


@cites("R063")
@pytest.mark.parametrize(("stats", "drawn"), [("5/5/0", 1), ("0/5/0", 0)])
def test_an_expedition_moves_due_to_each_statistic_that_is_higher(sit, stats, drawn):
    table = sit(a="Rin & Orchid")
    table.card("Elk", stats=stats)
    table.player("A").hero_expedition("Elk").deck("Baba Yaga C", "Kappa", "Kappa")
    table.player("B").hero_expedition("Filler")
    table.begin("dusk")
    assert table.progress("A", "hero") == 1
    assert table.zone("A", "reserve").count("Baba Yaga") == drawn


@cites("R084", "R096")
@pytest.mark.parametrize("celebrated", [True, False])
def test_a_small_step_does_not_move_an_expedition_on_celebration_day(sit, celebrated):
    table = sit()
    table.player("A").hand("Celebration Day C", "Small Step, Giant Leap C").mana(11)
    table.begin()
    if celebrated:
        table.act("A", "play Celebration Day", "hero")
        table.act("B", "pass")
    table.act("A", "play Small Step, Giant Leap", "hero")
    assert table.progress("A", "hero") == (0 if celebrated else 1)


@cites("R095")
def test_expeditions_that_meet_in_the_afternoon_win_at_the_end_of_the_day(sit):
    """At once, the ruling says; the rules look at the end of Night (4.2.5.d)."""
    table = sit()
    table.player("A").hand("Small Step, Giant Leap C").mana(6).regions(hero=3, companion=3)
    table.begin()
    table.act("A", "play Small Step, Giant Leap", "hero")
    assert table.progress("A", "hero") + table.progress("A", "companion") == 7
    assert not table.over
    table.act("B", "pass")
    table.until("morning")
    assert (table.over, table.winner, table.day) == (True, "A", 2)


@cites("R109")
def test_of_two_abilities_that_change_terrains_the_later_prevails(sit):
    """Persephone adds forest after the Kraken, or the Kraken takes it; without him it is back."""
    for first, second, terrains in (
        ("The Kraken C", "Persephone C", {"forest", "water"}),
        ("Persephone C", "The Kraken C", {"water"}),
    ):
        table = sit()
        table.terrain(1, "mountain")
        table.card("Flight", type="spell", abilities=["effect: put(target(character), hand)"])
        table.player("A").regions(hero=1).hand("Flight").mana(1)
        table.player("A").hero_expedition(first).hero_expedition(second)
        table.begin()
        assert table.region(1) == terrains
        assert table.region(2) in ({"water"}, set())
        table.act("A", "play Flight", "The Kraken")
        assert table.region(1) == {"mountain", "forest"}
