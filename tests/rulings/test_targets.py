"""Rulings about eligible choices: targets, tokens, Mana Orbs, sacrifices."""

from __future__ import annotations

import pytest

from tests.citations import cites


@cites("R005")
def test_gibil_s_brassbugs_go_to_one_expedition(sit):
    table = sit()
    table.player("A").hand("Gibil R1").mana(6).landmarks("Brassbug Hub C", "Brassbug Hub C")
    table.begin()
    table.act("A", "play Gibil to hero", "companion")
    assert (table.decider, table.decision) == ("B", "turn")
    assert table.zone("A", "companion_expedition") == ["Brassbug", "Brassbug"]


@cites("5.0:2.2.7.c", "R046")
def test_a_token_s_hand_cost_is_0(sit):
    """It is a target, returned to no hand, and ceases to exist."""
    table = sit()
    table.player("A").hand("Intimidation C").mana(2)
    table.player("B").hero_expedition("Brassbug")
    table.begin()
    table.act("A", "play Intimidation")
    assert not table.all("Brassbug")
    assert table.zone("B", "hand") == []


@cites("R065")
def test_a_token_becomes_no_mana_orb(sit):
    table = sit()
    table.player("A").hand("Mana Reaping C").mana(3)
    table.player("B").hero_expedition("Brassbug").mana(1)
    table.begin()
    table.act("A", "play Mana Reaping")
    assert not table.all("Brassbug")
    assert table.mana("B") == (1, 1)


@cites("R054", "R094")
@pytest.mark.parametrize("spell", ["A Cappella Training C", "Off You Go! C"])
def test_a_spell_without_a_target_may_be_played(sit, spell):
    table = sit()
    table.player("A").hand(spell).mana(2)
    table.begin()
    table.act("A", f"play {spell}")
    assert table.find(spell).zone == "reserve"


@cites("R054", "R094")
@pytest.mark.parametrize("spell", ["A Cappella Training C", "Off You Go! C"])
def test_one_s_own_character_is_the_target_if_there_is_no_other(sit, spell):
    table = sit()
    table.player("A").hand(spell).mana(2).hero_expedition("Baba Yaga C")
    table.begin()
    table.act("A", f"play {spell}")
    found = table.find("Baba Yaga")
    assert found.zone == "reserve" or found.statuses == {"fleeting"}


@cites("R055")
def test_the_die_of_all_in_is_seen_before_the_target_is_chosen(sit):
    table = sit()
    table.player("A").hand("All In! C").mana(3).hero_expedition("Kappa", "Baba Yaga C")
    table.dice(5)
    table.begin()
    table.act("A", "play All In!")
    assert table.decision == "target"
    assert "5" in str(table.game.show("A"))
    table.choose("A", "Baba Yaga")
    assert table.find("Baba Yaga").boosts == 5


@cites("R066")
@pytest.mark.parametrize(
    ("asks", "zone"), [("Baku R1", "discard"), ("Kelon Elemental C", "reserve")]
)
def test_a_mana_convergence_in_hand_may_be_discarded_or_put_in_reserve(sit, asks, zone):
    table = sit()
    player = "B" if asks == "Baku R1" else "A"
    table.player("A").hand(asks).mana(4)
    table.player(player).hand("Mana Convergence", "Kappa")
    table.begin()
    table.act("A", f"play {asks} to hero")
    table.choose(player, "Mana Convergence")
    assert table.find("Mana Convergence").zone == zone


@cites("R083")
def test_the_token_of_teamwork_training_counts(sit):
    """It is A's only Character: the limit on Hand Cost is 1."""
    table = sit()
    table.player("A").hand("Teamwork Training R1").mana(3)
    table.player("B").hero_expedition("Ratatoskr C").companion_expedition("Ogun C")
    table.begin()
    table.act("A", "play Teamwork Training", "A hero", "Ratatoskr")
    assert table.find("Ratatoskr").zone == "reserve"
    table = sit()
    table.player("A").hand("Teamwork Training R1").mana(3)
    table.player("B").hero_expedition("Ratatoskr C")
    table.begin()
    table.act("A", "play Teamwork Training", "B hero")
    assert table.find("Ratatoskr").zone == "expedition"


@cites("R091")
def test_only_characters_that_one_controls_are_sacrificed(sit):
    """Not those in Reserve, nor those of the other player."""
    table = sit()
    table.player("A").hand("Kuwat, the Dissenter C").mana(4).reserve("Baba Yaga C")
    table.player("A").hero_expedition("Ogun C")
    table.player("B").hero_expedition("Kappa")
    table.begin()
    table.act("A", "play Kuwat, the Dissenter to hero")
    assert sorted(table.options("A")) == [
        "A: Kuwat, the Dissenter in hero Expedition",
        "A: Ogun in hero Expedition",
    ]
    table.choose("A", "Ogun")
    assert table.zone("A", "discard") == ["Ogun"]


@cites("R093")
def test_the_kraken_takes_only_what_one_controls(sit):
    table = sit()
    table.player("A").hand("The Kraken C").mana(7).hero_expedition("Ogun C")
    table.player("B").hero_expedition("Kappa")
    table.begin()
    table.act("A", "play The Kraken to hero")
    assert not any("Kappa" in option for option in table.options("A"))
    table.choose("A", "Ogun")
    assert sorted(table.zone("A", "discard")) == ["Ogun", "The Kraken"]


@cites("R008")
def test_no_dragon_shade_where_something_else_sacrifices_the_landmark(sit):
    """With two Trial counters, or with all three while its own Reaction waits."""
    table = sit()
    table.player("A").hand("Boom! R1").mana(3)
    table.player("A").landmarks("Icebound Hollow C", counters={"trial": 2})
    table.player("B").hero_expedition("Kappa")
    table.begin()
    table.act("A", "play Boom!")
    assert table.find("Icebound Hollow").zone == "discard"
    assert table.find("Kappa").zone == "discard"
    assert not table.all("Dragon Shade")


@cites("R008")
@pytest.mark.parametrize(("first", "shades"), [("Miner", 0), ("Icebound Hollow", 1)])
def test_its_own_sacrifice_may_come_too_late(sit, first, shades):
    table = sit()
    table.card("Miner", abilities=["J: resupply()", "J: sacrifice(choose(permanent))"])
    table.player("A").hand("Miner").mana(3)
    table.player("A").landmarks("Icebound Hollow C", counters={"trial": 2})
    table.begin()
    table.act("A", "play Miner to hero", "Miner 1", "Icebound Hollow", first)
    while table.decision != "turn":
        table.choose("A", "hero" if table.decision == "expedition" else table.options("A")[0])
    assert table.find("Icebound Hollow").zone == "discard"
    assert len(table.all("Dragon Shade")) == shades
