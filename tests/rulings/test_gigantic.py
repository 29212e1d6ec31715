"""Rulings about Gigantic Characters: they are in both Expeditions."""

from __future__ import annotations

import pytest

from tests.citations import cites


@cites("R011")
def test_who_is_gigantic_joins_amarok_s_expedition_from_the_other(sit):
    for played, zone in (("Atlas C", "discard"), ("Baba Yaga C", "expedition")):
        table = sit()
        table.player("A").hand(played).mana(5).hero_expedition("Amarok C")
        table.begin()
        table.act("A", f"play {played} to companion")
        while table.decision == "reaction":
            table.choose("A", "Amarok")
        assert table.find(played).zone == zone


@cites("R012")
@pytest.mark.parametrize("to", ["hero", "companion"])
def test_a_gigantic_amarok_has_both_expeditions_to_himself(sit, to):
    table = sit()
    table.player("A").hand("Kappa").mana(4)
    table.player("A").hero_expedition("Eat Me Energy Bars C", "Amarok C")
    table.begin()
    table.act("A", f"play Kappa to {to}")
    assert table.find("Kappa").zone == "discard"


@cites("R012")
@pytest.mark.parametrize(("to", "cost"), [("hero", 3), ("companion", 5)])
def test_amarok_s_cost_is_found_before_he_is_gigantic(sit, to, cost):
    """He would be in both Expeditions, of which one has a Character; it counts in which he is
    played."""
    table = sit()
    table.player("A").hand("Amarok C").mana(6).companion_expedition("Kappa")
    table.player("A").hero_expedition("Eat Me Energy Bars C")
    table.begin()
    table.act("A", f"play Amarok to {to}")
    assert table.mana("A") == (6 - cost, 6)


@cites("R017", "R019")
@pytest.mark.parametrize("version", ["C", "R2"])
@pytest.mark.parametrize("bars", [True, False])
def test_my_expedition_is_both_to_who_is_gigantic(sit, version, bars):
    table = sit()
    table.player("A").hand("Thunderbird C").mana(3)
    if bars:
        table.player("A").hero_expedition(f"Eat Me Energy Bars {version}")
    table.begin()
    table.act("A", "play Thunderbird to hero")
    assert table.ascended("A", "hero")
    assert table.ascended("A", "companion") is bars


@cites("R018")
def test_of_two_characters_next_to_bars_the_first_is_gigantic(sit):
    """Until it is gone: then the other is alone."""
    table = sit()
    table.player("A").hand("Kappa", "Baba Yaga C", "Boom! C").mana(10)
    table.player("A").hero_expedition("Eat Me Energy Bars C")
    table.player("A").companion_expedition("Eat Me Energy Bars C")
    table.begin()
    table.act("A", "play Kappa to hero")
    table.act("B", "pass")
    table.act("A", "play Baba Yaga to companion")
    assert table.find("Kappa").keywords == {"gigantic"}
    assert table.find("Baba Yaga").keywords == set()
    table.act("A", "play Boom!", "Kappa", "Eat Me Energy Bars in hero")
    assert table.find("Kappa").zone == "discard"
    assert table.find("Baba Yaga").keywords == {"gigantic"}


@cites("R068")
@pytest.mark.parametrize(("boosts", "moved"), [(1, 0), (0, 1)])
def test_a_gigantic_defender_keeps_both_expeditions(sit, boosts, moved):
    """Atlas makes the token Gigantic, Gulrang a boosted one a Defender."""
    table = sit(a="Gulrang & Tocsin")
    table.player("A").hero_expedition("Ordis Recruit", boosts=boosts)
    table.player("A").companion_expedition("Atlas R2", asleep=True).mana(3)
    table.begin("dusk")
    assert table.progress("A", "hero") == table.progress("A", "companion") == moved
