"""Rulings about Expeditions counted in the Arena, and about winning at Dusk."""

from __future__ import annotations

import pytest

from tests.citations import cites


@cites("R024")
def test_all_four_expeditions_are_in_forest_in_the_arena(sit):
    table = sit()
    table.arena()
    table.player("A").hand("Leshy C").mana(9)
    table.begin()
    table.act("A", "play Leshy to hero")
    assert table.find("Leshy").boosts == 4


@cites("R058")
@pytest.mark.parametrize("first", ["A", "B"])
def test_of_two_that_would_win_the_first_player_does(sit, first):
    table = sit()
    table.card("Guest", stats="0/0/0")
    for player in ("A", "B"):
        side = table.player(player).landmarks("Lyra Festival R1")
        for status in ("fleeting", "anchored", "asleep"):
            side.hero_expedition("Guest", **{status: True})
    table.begin("dusk", first=first)
    while table.winner is None and table.decision is not None:
        table.game.act(table.game.options()[0].action)
    assert table.winner == first
