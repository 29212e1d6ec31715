"""Rulings about tiebreakers: the Arena is one region, nothing moves in it."""

from __future__ import annotations

import pytest

from tests.citations import cites


def arena(sit, a="Idler"):
    table = sit(a=a)
    table.arena()
    return table


@cites("R043")
def test_atlas_counts_twice(sit):
    """3 in each statistic once would lose to 5."""
    for mine, winner in (("Atlas C", "A"), ("Baba Yaga R1", "B")):
        table = arena(sit)
        table.card("Big", stats="5/5/5")
        table.player("A").hero_expedition(mine)
        table.player("B").hero_expedition("Big")
        table.begin("dusk")
        assert table.winner == winner


@cites("R067")
def test_a_defender_is_no_drawback(sit):
    table = arena(sit, a="Gulrang & Tocsin")
    table.player("A").hero_expedition("Brassbug", boosts=1)
    table.player("B").hero_expedition("Filler")
    table.begin("dusk")
    assert table.find("Brassbug").keywords == {"defender"}
    assert table.winner == "A"


@cites("R069", "R082")
@pytest.mark.parametrize("who", ["Monolith Legate C", "Thoth C"])
@pytest.mark.parametrize("tiebreaker", [True, False])
def test_no_expedition_fails_to_move_forward(sit, who, tiebreaker):
    """No winner: in the Arena neither reacts, elsewhere both would, after Rest."""
    table = arena(sit) if tiebreaker else sit()
    table.card("Equal", stats="2/1/2" if who[0] == "M" else "3/3/2")
    table.player("A").hero_expedition(who)
    table.player("B").hero_expedition("Equal").reserve("Kappa")
    table.begin("dusk")
    assert table.winner is None
    if tiebreaker:
        assert (table.day, table.phase) == (3, "morning")
        assert not table.all("Ordis Recruit")
        assert "Kappa" in table.zone("B", "reserve")
    else:
        assert (table.decider, table.phase) == ("A", "night")


@cites("R077")
def test_issitoq_blocks_nothing(sit):
    table = arena(sit)
    table.card("Giant", stats="5/5/5")
    table.player("A").hero_expedition("Issitoq C")
    table.player("B").companion_expedition("Giant")
    table.begin("dusk")
    assert table.winner == "B"


@cites("R093")
@pytest.mark.parametrize(("theirs", "winner"), [("90/90/15", "A"), ("0/0/17", "B")])
def test_the_kraken_counts_twice_and_only_its_water_counts(sit, theirs, winner):
    table = arena(sit)
    table.card("Theirs", stats=theirs)
    table.player("A").hero_expedition("The Kraken C")
    table.player("B").hero_expedition("Theirs")
    table.begin("dusk")
    assert table.winner == winner


@cites("R097")
def test_nothing_moves_by_a_small_step(sit):
    table = arena(sit)
    table.card(
        "Map", type="landmark_permanent", abilities=["when(moves(you.expeditions)): resupply()"]
    )
    table.player("A").hand("Small Step, Giant Leap R1").mana(6).landmarks("Map")
    table.begin()
    table.act("A", "play Small Step, Giant Leap", "hero")
    assert (table.decider, table.decision) == ("B", "turn")
    assert table.zone("A", "reserve") == ["Small Step, Giant Leap"]
    assert [e.region for e in table.game.view().players[0].expeditions] == [0, 0]
