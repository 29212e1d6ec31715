"""Rulings about playing for free, and about costs with a minimum."""

from __future__ import annotations

import pytest

from tests.citations import cites


def coppelia(sit, elemental="Kelon Elemental C"):
    """A puts Coppélia from hand in Reserve, and has no mana left; B controls Robin Hood."""
    table = sit()
    table.player("A").hand(elemental, "Coppélia C").mana(2)
    table.player("B").hero_expedition("Robin Hood C")
    table.begin()
    table.act("A", "play Kelon Elemental to hero")
    return table


@cites("R031")
def test_coppelia_costs_nothing_against_robin_hood(sit):
    table = coppelia(sit)
    assert table.mana("A") == (0, 2)
    table.choose("A", "yes", "hero")
    assert table.find("Coppélia").zone == "expedition"


@cites("R032")
def test_coppelia_gains_fleeting_as_she_is_played_from_reserve(sit):
    table = coppelia(sit)
    table.choose("A", "yes", "hero")
    assert table.find("Coppélia").statuses == {"asleep", "fleeting"}


@cites("R033")
def test_coppelia_is_not_found_in_the_discard_pile(sit):
    table = sit()
    table.card("Loss", abilities=["J: put(choose(card, you.hand), reserve); sabotage()"])
    table.player("A").hand("Loss", "Coppélia C").mana(2)
    table.begin()
    table.act("A", "play Loss to hero", "A Coppélia")
    assert (table.decider, table.decision) == ("B", "turn")
    assert table.find("Coppélia").zone == "discard"


def auraq(sit, card):
    """A reveals the top card of the Deck at Noon and plays it for free, without mana."""
    table = sit(a="Auraq & Kibble", performance=5)
    table.player("A").deck(card, "Filler", "Filler", "Filler")
    table.player("B").hero_expedition("Robin Hood R1")
    table.begin("noon")
    table.choose("A", "yes", "yes", "mode 1", "hero")
    if table.decision == "reaction":  # the Hero's counter and the card's effect, in any order
        table.choose("A", "Auraq & Kibble")
    return table


@cites("R048", "R079")
def test_the_card_that_auraq_plays_costs_nothing_against_robin_hood(sit):
    table = auraq(sit, "Baba Yaga C")
    assert table.find("Baba Yaga").zone == "expedition"
    assert table.mana("A") == (0, 0)


@cites("R047", "R107")
@pytest.mark.parametrize(
    ("card", "boosts", "statuses", "hand"),
    [
        ("Baba Yaga C", 0, set(), 0),
        ("Ratatoskr C", 0, set(), 0),
        ("Spindle Harvesters C", 0, {"anchored"}, 0),
    ],
)
def test_what_is_played_from_the_deck_enters_play_and_no_more(sit, card, boosts, statuses, hand):
    """No card drawn for coming from hand, no boosts for coming from Reserve."""
    table = auraq(sit, card)
    found = table.find(card)
    assert (found.zone, found.boosts, found.statuses) == ("expedition", boosts, statuses)
    assert len(table.zone("A", "hand")) == hand


@cites("R108")
def test_what_is_played_at_noon_has_missed_noon(sit):
    """The Hive's Brassbug of entering play comes, the one of Noon does not."""
    table = auraq(sit, "Brassbug Hive C")
    assert table.find("Brassbug Hive").zone == "landmarks"
    assert len(table.all("Brassbug")) == 1


@cites("R078", "R081")
@pytest.mark.parametrize("version", ["C", "R2"])
@pytest.mark.parametrize(("card", "cost"), [("Ratatoskr C", 2), ("Baba Yaga C", 3)])
def test_robin_hood_sets_a_minimum(sit, version, card, cost):
    """1 is 2; 3 stays 3."""
    table = sit()
    table.player("A").hand(card).mana(5)
    table.player("B").hero_expedition(f"Robin Hood {version}")
    table.begin()
    table.act("A", f"play {card} to hero")
    assert table.mana("A") == (5 - cost, 5)


@cites("R080", "R101")
@pytest.mark.parametrize("free", [True, False])
def test_a_spell_that_the_kadigir_makes_free_costs_nothing_against_robin_hood(sit, free):
    table = sit()
    table.player("A").hand("Harvest C").mana(2).landmarks("The Kadigir, Yzmir Bastion C")
    table.player("B").hero_expedition("Robin Hood R1")
    table.begin()
    if free:
        table.act("A", "use The Kadigir, Yzmir Bastion")
    table.act("A", "play Harvest")
    assert table.mana("A") == (2 if free else 0, 2)


@cites("R100", "R102")
@pytest.mark.parametrize("version", ["C", "R2"])
@pytest.mark.parametrize("spell", ["Off You Go! C", "Kraken's Wrath C", "Cloth Cocoon R1"])
def test_a_free_spell_and_a_tough_target(sit, version, spell):
    """Nothing is paid, the ruling says, and so it is in 2024.09. Since rules 2.0 Tough is due."""
    for rules, left in (("2024.09", 2), ("5.0", 1)):
        table = sit(rules=rules)
        table.card("Rock", cost="2/2", abilities=["tough(1)"])
        table.player("A").hand(spell).mana(2)
        table.player("A").landmarks(f"The Kadigir, Yzmir Bastion {version}")
        table.player("B").hero_expedition("Rock", fleeting=True)
        table.begin()
        table.act("A", "use The Kadigir, Yzmir Bastion")
        table.act("A", f"play {spell}")
        while table.decision != "turn":
            table.choose("A", table.options("A")[0])
        assert table.find("Rock").zone != "expedition"
        assert table.mana("A") == (left, 2)
