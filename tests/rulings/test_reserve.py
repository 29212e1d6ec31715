"""Rulings about Reserve: exhausted cards in it, Resupply, exchanging."""

from __future__ import annotations

import pytest

from tests.citations import cites


def names(table, player, zone):
    return sorted(table.zone(player, zone))


@cites("R001")
def test_a_card_in_another_player_s_reserve_is_readied(sit):
    table = sit()
    table.player("A").hand("Rocket Puffin C").mana(2)
    table.player("B").reserve("Kappa", exhausted=True)
    table.begin()
    table.act("A", "play Rocket Puffin to hero", "B Kappa")
    assert table.find("B Kappa").statuses == frozenset()


@cites("R003")
@pytest.mark.parametrize(
    ("card", "to"), [("Baba Yaga C", " to hero"), ("Brassbug Hub C", ""), ("Arcolano Milk C", "")]
)
def test_what_is_played_exhausted_thanks_to_vaike_arrives_ready(sit, card, to):
    table = sit()
    table.player("A").hero_expedition("Vaike, Energy Pioneer C").mana(5)
    table.player("A").reserve(card, exhausted=True)
    table.begin()
    assert "exhausted" in table.find(card).statuses
    table.act("A", f"play {card}{to}", *(["hero"] if card == "Arcolano Milk C" else []))
    assert table.find(card).zone in ("expedition", "landmarks")
    assert "exhausted" not in table.find(card).statuses


@cites("R007")
def test_what_is_played_exhausted_next_to_a_kelonic_heater_arrives_ready(sit):
    table = sit()
    table.player("A").companion_expedition("Kelonic Heater C").mana(5)
    table.player("A").reserve("Baba Yaga C", exhausted=True)
    table.begin()
    assert not table.can("A", "play Baba Yaga to hero")
    table.act("A", "play Baba Yaga to companion")
    assert table.find("Baba Yaga").statuses == {"fleeting"}


@cites("R004")
def test_an_exhausted_resupply_is_a_resupply(sit):
    table = sit()
    table.player("A").reserve("Daring Porter C").mana(3).deck("Kappa")
    table.player("B").hero_expedition("Quetzalcóatl C")
    table.begin()
    table.act("A", "play Daring Porter to hero")
    table.choose("B", "hero")
    assert table.find("Kappa").statuses == {"exhausted"}
    assert table.zone("B", "hero_expedition") == ["Quetzalcóatl", "Ordis Recruit"]


@cites("5.0:6.2.f", "R004", "R061")
def test_an_exhausted_resupply_is_replaced_whole(sit):
    """By the Bastion: a card in Reserve, ready, and one in the Discard pile."""
    table = sit()
    table.player("A").reserve("Daring Porter C").mana(3).deck("Kappa", "Baba Yaga C")
    table.player("A").landmarks("The Ouroboros, Lyra Bastion R2")
    table.begin()
    table.act("A", "play Daring Porter to hero", "Baba Yaga")
    assert table.find("Baba Yaga").zone == "reserve"
    assert table.find("Baba Yaga").statuses == frozenset()
    assert table.zone("A", "discard") == ["Kappa"]


@cites("R060")
def test_what_the_bastion_does_instead_is_neither_a_resupply_nor_a_draw(sit):
    table = sit()
    table.player("A").hand("Harvest C").mana(1).deck("Kappa", "Baba Yaga C")
    table.player("A").landmarks("The Ouroboros, Lyra Bastion R2")
    table.player("B").hero_expedition("Quetzalcóatl C")
    table.begin()
    table.act("A", "play Harvest", "Kappa")
    assert (table.decider, table.decision) == ("B", "turn")
    assert names(table, "A", "reserve") == ["Harvest", "Kappa"]
    assert not table.all("Ordis Recruit")


@cites("R076")
def test_two_resupplies_are_one_after_the_other(sit):
    table = sit()
    table.player("A").hand("Harvest R1").mana(2)
    table.player("B").hero_expedition("Quetzalcóatl C")
    table.begin()
    table.act("A", "play Harvest")
    table.choose("B", "Quetzalcóatl #1", "hero", "companion")
    assert table.zone("B", "hero_expedition") == ["Quetzalcóatl", "Ordis Recruit"]
    assert table.zone("B", "companion_expedition") == ["Ordis Recruit"]


@cites("5.0:7.3.9.c", "R075")
def test_the_two_cards_of_the_morning_are_drawn_at_once(sit):
    """So Quetzalcóatl, still there, brings one token for them."""
    table = sit()
    table.player("B").hero_expedition("Quetzalcóatl C", anchored=True)
    table.begin("dusk")
    table.until("noon")
    assert len(table.zone("A", "hand")) == 2
    assert len(table.all("Ordis Recruit")) == 1


@cites("R020")
def test_the_card_that_is_exchanged_for_an_exhausted_one_is_ready(sit):
    table = sit()
    table.player("A").hand("Nyala, Gifted Conjurer C", "Kappa").mana(3)
    table.player("A").reserve("Baba Yaga C", exhausted=True)
    table.begin()
    table.act("A", "play Nyala, Gifted Conjurer to hero")
    assert table.find("Kappa").zone == "reserve"
    assert table.find("Kappa").statuses == frozenset()
    assert table.find("Baba Yaga").zone == "hand"


@cites("R021")
@pytest.mark.parametrize("zone", ["hand", "reserve"])
def test_nothing_is_exchanged_where_one_of_the_two_cards_is_missing(sit, zone):
    table = sit()
    side = table.player("A").hand("Nyala, Gifted Conjurer C").mana(3)
    getattr(side, zone)("Kappa")
    table.begin()
    table.act("A", "play Nyala, Gifted Conjurer to hero")
    assert (table.decider, table.decision) == ("B", "turn")
    assert table.find("Kappa").zone == zone


@cites("R025", "R026")
@pytest.mark.parametrize(("version", "times"), [("C", 1), ("R1", 2)])
def test_who_is_given_an_exhausted_resupply_does_all_of_it(sit, version, times):
    """So it is B who exhausts the cards, and B's Landmark that counts them."""
    table = sit()
    table.player("A").hand(f"The Snow Maiden {version}").mana(5).landmarks("Icebound Pass C")
    table.player("B").landmarks("Icebound Pass C")
    table.begin()
    table.act("A", "play The Snow Maiden to hero")
    table.choose("B", *["yes"] * times)
    while table.decision == "reaction":  # both cards are counted: in any order
        table.choose("B", "Icebound Pass #1")
    assert (table.decider, table.decision) == ("B", "turn")
    assert len(table.zone("B", "reserve")) == times
    assert table.find("B Icebound Pass").counters == {"trial": times}
    assert table.find("A Icebound Pass").counters == {}


@cites("R027")
def test_each_card_that_is_exhausted_counts(sit):
    table = sit()
    table.player("A").hand("Kuraokami Unbound C").mana(6).landmarks("Icebound Pass C")
    table.player("A").reserve("Kappa")
    table.player("B").reserve("Kappa")
    table.begin()
    table.act("A", "play Kuraokami Unbound to hero")
    table.choose("A", "Icebound Pass #1")
    assert table.find("Icebound Pass").counters == {"trial": 2}
