"""Rulings about the Council: an object that cannot activate does not, whatever the effect."""

from __future__ import annotations

import pytest

from tests.citations import cites

COUNCIL = pytest.mark.parametrize("council", ["The Council C", "The Council R1"])


@COUNCIL
@cites("R034", "R072", "R073")
def test_ganesha_facing_the_council_does_nothing(sit, council):
    for to, statuses in (("hero", set()), ("companion", {"anchored"})):
        table = sit()
        table.player("A").hand("Ganesha R2").mana(7).companion_expedition("Spindle Harvesters C")
        table.player("B").hero_expedition(council)
        table.begin()
        table.act("A", f"play Ganesha to {to}")
        if to == "companion":
            table.choose("A", "yes")
        assert (table.decider, table.decision) == ("B", "turn")
        assert table.find("Spindle Harvesters").statuses == statuses


@COUNCIL
@cites("R034", "R072", "R073")
def test_ganesha_activates_nothing_of_those_facing_the_council(sit, council):
    """Of two alike, the one facing it is unchanged."""
    table = sit()
    table.player("A").hand("Ganesha R2").mana(7)
    table.player("A").hero_expedition("Spindle Harvesters C")
    table.player("A").companion_expedition("Spindle Harvesters C")
    table.player("B").hero_expedition(council)
    table.begin()
    table.act("A", "play Ganesha to companion")
    while table.decision != "turn":
        table.choose("A", "yes")
    assert table.find("Spindle Harvesters in hero").statuses == set()
    assert table.find("Spindle Harvesters in companion").statuses == {"anchored"}


@pytest.mark.parametrize("foundry", ["C", "R1"])
@cites("R037", "R038", "R071", "R104", "R105")
def test_the_foundry_has_nothing_activate_facing_the_council(sit, foundry):
    for to, boosts in (("hero", 0), ("companion", 2)):
        table = sit()
        name = "The Foundry, Axiom Bastion"
        table.player("A").hand("Ratatoskr C").mana(1).landmarks(f"{name} {foundry}")
        table.player("B").hero_expedition("The Council C")
        table.begin()
        table.act("A", f"use {name}")
        table.act("A", f"play Ratatoskr to {to}")
        assert table.find("Ratatoskr").boosts == boosts
