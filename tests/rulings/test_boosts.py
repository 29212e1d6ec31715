"""Rulings about boosts, and about what counts as controlled or as joining."""

from __future__ import annotations

import pytest

from tests.citations import cites


@cites("R006")
def test_boosts_count_towards_a_limit_on_mountain(sit):
    """Mountain 3 and 1: both may go; with a boost, 4 and 1."""
    for boosts in (0, 1):
        table = sit()
        table.card("Rock", stats="0/3/0")
        table.player("A").hand("Avalanche C").mana(3)
        table.player("B").hero_expedition("Rock", boosts=boosts)
        table.player("B").companion_expedition("Baba Yaga C")
        table.begin()
        table.act("A", "play Avalanche", "Baba Yaga")
        assert any("Rock" in option for option in table.options("A")) is (boosts == 0)


@cites("R010")
def test_a_fleeting_gericht_gains_fleeting_again(sit):
    table = sit()
    table.player("A").hand("A Cappella Training C").mana(1)
    table.player("A").hero_expedition("Gericht, Revered Duelist C", fleeting=True)
    table.begin()
    table.act("A", "play A Cappella Training")
    assert table.find("Gericht, Revered Duelist").boosts == 1


@cites("R023")
def test_a_yeti_does_not_boost_who_only_switches(sit):
    table = sit()
    table.player("A").hand("Hooked C", "Baba Yaga C").mana(4)
    table.player("A").hero_expedition("Yeti C", "Kappa")
    table.begin()
    table.act("A", "play Hooked", "Kappa")
    assert table.find("Kappa").expedition == "companion"
    assert table.find("Kappa").boosts == 0
    table.act("B", "pass")
    table.act("A", "play Baba Yaga to hero", "Yeti")
    assert table.find("Baba Yaga").boosts == 1


@cites("R085")
def test_the_monolith_does_not_boost_who_only_switches(sit):
    table = sit()
    table.player("A").hand("Hooked C").mana(1).landmarks("The Monolith, Ordis Bastion C")
    table.player("A").hero_expedition("Kappa")
    table.begin()
    table.act("A", "play Hooked")
    assert table.find("Kappa").expedition == "companion"
    assert table.find("Kappa").boosts == 0


@cites("R086")
def test_the_monolith_boosts_tokens(sit):
    table = sit()
    table.player("A").hand("Gibil C").mana(6).landmarks("The Monolith, Ordis Bastion C")
    table.begin()
    table.act("A", "play Gibil to hero", "Gibil", "companion")
    while table.decision == "reaction":
        table.choose("A", "The Monolith, Ordis Bastion #1")
    assert table.find("Brassbug").boosts == 1


@cites("R029", "R030")
@pytest.mark.parametrize(("version", "kind"), [("C", "robot"), ("R2", "plant")])
def test_ogun_boosts_none_in_reserve(sit, version, kind):
    table = sit()
    table.card("Sprout", subtypes=[kind])
    table.player("A").hand(f"Ogun {version}").mana(2).hero_expedition("Sprout").reserve("Sprout")
    table.begin()
    table.act("A", "play Ogun to hero")
    assert table.find("Sprout in hero").boosts == 1
    assert table.find("Sprout in reserve").boosts == 0


@cites("R064")
def test_yong_su_does_not_count_statistics_in_reserve(sit):
    """Two base statistics of 0 in an Expedition and one more: in Reserve, or there as well."""
    for third, boosts in (("reserve", 0), ("companion_expedition", 2)):
        table = sit()
        table.card("Bud", stats="0/0/1")
        table.card("Leaf", stats="1/0/1")
        side = table.player("A").hand("Yong-Su, Verdant Weaver R2").mana(3).hero_expedition("Bud")
        getattr(side, third)("Leaf")
        table.begin()
        table.act("A", "play Yong-Su, Verdant Weaver to hero")
        assert table.find("Yong-Su, Verdant Weaver").boosts == boosts


@cites("5.0:5.2.d", "R039")
def test_issun_boshi_s_boost_comes_when_the_character_is_there(sit):
    """Akhlut reacts to it."""
    table = sit()
    table.player("A").hand("Akhlut C").mana(4).reserve("Issun-bōshi C")
    table.player("B").reserve("Kappa")
    table.begin()
    table.act("A", "use Issun-bōshi")
    table.act("A", "play Akhlut to hero", "Kappa")
    assert table.find("Akhlut").boosts == 1
    assert table.find("Kappa").statuses == {"exhausted"}


@cites("5.0:5.2.d", "R062")
def test_teija_s_boost_comes_when_the_character_is_there(sit):
    table = sit(a="Teija & Nauraa")
    table.player("A").hand("Akhlut C").mana(4)
    table.player("B").reserve("Kappa")
    table.begin()
    table.act("A", "play Akhlut to hero", "Kappa")
    assert table.find("Akhlut").boosts == 1
    assert table.find("Kappa").statuses == {"exhausted"}


@cites("R053")
def test_the_sandman_boosts_no_one_who_is_not_to_fall_asleep(sit):
    """Without a target there is nothing to boost; one that cannot fall Asleep is a target."""
    table = sit()
    table.player("A").hand("The Sandman R1").mana(3).hero_expedition("Kappa", asleep=True)
    table.begin()
    table.act("A", "play The Sandman to companion", "done", "yes")
    assert (table.decider, table.decision) == ("B", "turn")
    assert [table.find(name).boosts for name in ("Kappa", "The Sandman")] == [0, 0]

    table = sit()
    table.player("A").hand("The Sandman R1").mana(3).hero_expedition("Kappa", asleep=True)
    table.begin()
    table.act("A", "play The Sandman to companion", "Kappa", "yes")
    assert table.find("Kappa").boosts == 2


@cites("R041", "R090")
@pytest.mark.parametrize("who", ["Red R1", "Kadigiran Mage-Dancer R1"])
def test_the_third_boost_may_come_at_dusk(sit, who):
    """The Barmaid's boost at Dusk lets the Hero give another: in time, if her Reaction is first."""
    for first, drawn in (("Reka Barmaid", 1), (who[:-3], 0)):
        table = sit(a="Basira & Kaizaimon")
        table.player("A").hero_expedition(who, boosts=2).hero_expedition("Reka Barmaid C")
        table.begin("dusk")
        table.choose("A", first)
        if first == "Reka Barmaid":
            table.choose("A", "Basira & Kaizaimon", "yes", who[:-3])
            assert table.find(who[:-3]).boosts == 3
        table.until("night")
        assert len(table.zone("A", "hand")) == drawn
