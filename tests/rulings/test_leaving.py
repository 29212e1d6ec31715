"""Rulings about leaving: counters, tokens, redirected objects."""

from __future__ import annotations

import pytest

from tests.citations import cites


@cites("R016")
def test_a_geyser_from_reserve_becomes_a_mana_orb(sit):
    """Fleeting or not: its own effect has moved it before it would be discarded."""
    table = sit()
    table.player("A").reserve("Geyser C").mana(4)
    table.player("B").hero_expedition("Kappa")
    table.begin()
    table.act("A", "play Geyser")
    assert "Geyser" in table.zone("A", "mana")
    assert table.zone("A", "discard") == []
    assert table.zone("B", "hand") == ["Kappa"]


@cites("R028")
@pytest.mark.parametrize("fleeting", [False, True])
def test_a_token_does_not_leave_reserve(sit, fleeting):
    """A card that is played from there does."""
    table = sit(a="Treyst & Rossum")
    table.player("A").hand("Off You Go! C").reserve("Baba Yaga C").mana(9)
    table.player("A").hero_expedition("Brassbug", fleeting=fleeting)
    table.begin()
    table.act("A", "play Off You Go!")
    assert not table.all("Brassbug")
    assert table.find("Treyst & Rossum").counters == {}
    table.act("B", "pass")
    table.act("A", "play Baba Yaga to hero")
    assert table.find("Treyst & Rossum").counters == {"scrap": 1}


@cites("R035", "R036")
@pytest.mark.parametrize("card", ["Brassbug Hub C", "Kelon Cylinder C"])
@pytest.mark.parametrize("zone", ["hand", "deck", "discard", "reserve"])
def test_counters_are_gone_wherever_it_goes(sit, card, zone):
    table = sit()
    table.card("Gust", type="spell", abilities=["effect: put(target(permanent), reserve)"])
    table.card("Ruin", type="spell", abilities=["effect: discard(target(permanent))"])
    spells = {"hand": "Geyser C", "deck": "Paint Prison C", "discard": "Ruin", "reserve": "Gust"}
    table.player("A").hand(spells[zone]).mana(5)
    table.player("B").landmarks(card, counters={"kelon": 2})
    table.begin()
    table.act("A", f"play {spells[zone]}")
    found = table.find(card)
    assert (found.zone, found.counters) == (zone, {})


@cites("R040")
@pytest.mark.parametrize(
    ("spell", "zone"), [("Paint Prison C", "deck"), ("Intimidation C", "hand")]
)
def test_a_boosted_tiny_jinn_becomes_a_mana_orb_instead(sit, spell, zone):
    for boosts, where in ((1, "mana"), (0, zone)):
        table = sit()
        table.player("A").hand(spell).mana(5)
        table.player("B").hero_expedition("Tiny Jinn C", boosts=boosts)
        table.begin()
        table.act("A", f"play {spell}")
        assert table.find("Tiny Jinn").zone == where


@cites("R042")
@pytest.mark.parametrize(
    ("spell", "zone"), [("Paint Prison C", "deck"), ("Intimidation C", "hand")]
)
def test_mighty_jinn_s_controller_may_have_it_become_a_mana_orb(sit, spell, zone):
    for answer, where in (("yes", "mana"), ("no", zone)):
        table = sit()
        table.player("A").hand(spell).mana(5)
        table.player("B").hero_expedition("Mighty Jinn C")
        table.begin()
        table.act("A", f"play {spell}")
        table.choose("B", answer)
        assert table.find("Mighty Jinn").zone == where


@cites("R074")
def test_jeanne_d_arc_does_not_leave_by_switching(sit):
    for spell, recruits in (("Hooked C", 0), ("Intimidation C", 2)):
        table = sit()
        table.player("A").hand(spell).mana(2).hero_expedition("Jeanne d'Arc C")
        table.begin()
        table.act("A", f"play {spell}")
        assert len(table.all("Ordis Recruit")) == recruits
    assert table.zone("A", "hand") == ["Jeanne d'Arc"]


APOTHEOSIS = ("Spindle Harvesters C", "Ratatoskr C", "Kappa", "Baba Yaga C")


@cites("R056")
def test_what_is_put_in_an_expedition_enters_play(sit):
    """And comes neither from Reserve nor from hand."""
    table = sit()
    table.player("A").hand("Mind Apotheosis C").mana(9).deck(*APOTHEOSIS, "Filler")
    table.begin()
    table.act("A", "play Mind Apotheosis", "Spindle Harvesters", "Ratatoskr", "hero", "hero")
    assert table.find("Spindle Harvesters").statuses == {"fleeting", "anchored"}
    assert table.find("Ratatoskr").statuses == {"fleeting"}
    assert table.find("Ratatoskr").boosts == 0
    table = sit()
    table.player("A").hand("Mind Apotheosis C").mana(9).deck(*APOTHEOSIS, "Filler")
    table.begin()
    table.act("A", "play Mind Apotheosis", "Baba Yaga", "done", "hero")
    assert table.find("Baba Yaga").zone == "expedition"
    assert table.zone("A", "hand") == []


@cites("R057")
def test_what_is_put_in_an_expedition_is_not_played(sit):
    """Auraq counts Characters with a statistic of 0 that are played."""
    table = sit(a="Auraq & Kibble")
    table.player("A").hand("Mind Apotheosis C", "Spindle Harvesters C").mana(10)
    table.player("A").deck(*APOTHEOSIS, "Filler")
    table.begin()
    table.act("A", "play Mind Apotheosis", "Spindle Harvesters in deck", "done", "hero")
    assert table.find("Auraq & Kibble").counters == {}
    table.act("B", "pass")
    table.act("A", "play Spindle Harvesters to hero")
    while table.decision == "reaction":
        table.choose("A", "Auraq & Kibble")
    assert table.find("Auraq & Kibble").counters == {"performance": 1}
