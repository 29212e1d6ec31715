"""Rulings about the order of resolution: Reactions wait, and their controllers order them."""

from __future__ import annotations

import pytest

from tests.citations import cites


@cites("R002")
def test_the_match_girl_draws_twice(sit):
    """Two draws, to which the opponent reacts twice, after both."""
    table = sit()
    table.player("A").reserve("The Little Match Girl R1").mana(3)
    table.player("B").hero_expedition("Quetzalcóatl C")
    table.begin()
    table.act("A", "play The Little Match Girl to hero")
    assert table.decider == "B"
    assert len(table.zone("A", "hand")) == 2
    assert not table.all("Ordis Recruit")
    table.choose("B", "Quetzalcóatl #1", "hero", "companion")
    assert len(table.all("Ordis Recruit")) == 2


@cites("R009")
@pytest.mark.parametrize(("first", "boosts"), [("Fire Rabbit", 1), ("Arcolano Milk", 0)])
def test_the_fire_rabbit_may_come_before_the_milk(sit, first, boosts):
    """It gains Fleeting by its own ability, or has it from the Milk and cannot any more."""
    table = sit()
    table.player("A").hand("Fire Rabbit C").mana(1)
    table.player("A").hero_expedition("Arcolano Milk C").companion_expedition("Kappa")
    table.begin()
    table.act("A", "play Fire Rabbit to hero", first)
    table.choose("A", "yes")
    assert table.find("Kappa").boosts == boosts
    assert table.find("Fire Rabbit").boosts == 1
    assert table.find("Fire Rabbit").statuses == {"fleeting"}


def eros(sit, version):
    """A has a Reaction to each Character that joins, B to each that A plays."""
    table = sit()
    table.card("Watcher", abilities=["when(plays(opponent, character)): gain(me, boost=1)"])
    table.player("A").hand(f"Eros {version}", "Baba Yaga C").mana(8)
    table.player("A").landmarks("The Monolith, Ordis Bastion C")
    table.player("B").hero_expedition("Watcher")
    table.begin()
    table.act("A", "play Eros to hero")
    return table


MONOLITH = "The Monolith, Ordis Bastion"


@cites("R013", "R014")
@pytest.mark.parametrize("version", ["C", "R2"])
def test_what_a_second_character_triggers_joins_what_eros_triggered(sit, version):
    table = eros(sit, version)
    waiting = {(who, source) for who, source, _ in table.reactions()}
    assert waiting == {("A", "Eros"), ("A", MONOLITH), ("B", "Watcher")}
    table.choose("A", "Eros", "Baba Yaga", "companion")
    assert sorted(source for _, source, _ in table.reactions()) == sorted(
        [MONOLITH, MONOLITH, "Baba Yaga", "Watcher", "Watcher"]
    )
    table.choose("A", "Baba Yaga")  # the newest first, if A likes
    assert len(table.zone("A", "hand")) == 1
    assert table.find("Watcher").boosts == 0  # B is not asked before A has finished
    table.choose("A", f"{MONOLITH} #1")
    table.choose("B", "Watcher #1")
    assert table.find("Watcher").boosts == 2
    assert [table.find(name).boosts for name in ("Eros", "Baba Yaga")] == [1, 1]


@cites("R013", "R014")
@pytest.mark.parametrize("version", ["C", "R2"])
def test_other_reactions_may_resolve_before_the_second_character_is_played(sit, version):
    table = eros(sit, version)
    table.choose("A", MONOLITH)
    assert table.find("Eros").boosts == 1
    assert table.find("Baba Yaga").zone == "hand"
    table.choose("A", "Baba Yaga")
    assert table.find("Watcher").boosts == 0


@cites("R014")
@pytest.mark.parametrize(("version", "statuses"), [("C", set()), ("R2", {"anchored"})])
def test_the_second_character_is_anchored_before_anything_else_resolves(sit, version, statuses):
    table = eros(sit, version)
    table.choose("A", "Eros", "Baba Yaga", "companion")
    assert table.decision == "reaction"
    assert table.find("Baba Yaga").statuses == statuses


@cites("R015")
@pytest.mark.parametrize("first", ["Afanas & Senka", "Spindle Harvesters"])
def test_a_spell_is_finished_before_reactions_in_any_order(sit, first):
    table = sit(a="Afanas & Senka")
    table.player("A").hand("Mana Flare C", "Spindle Harvesters C").mana(4)
    table.begin()
    table.act("A", "play Mana Flare", "Spindle Harvesters", "hero")
    assert table.decision == "reaction"
    assert table.find("Mana Flare").zone == "discard"
    assert table.find("Spindle Harvesters").statuses == {"fleeting"}
    table.choose("A", first)
    assert table.find("Spindle Harvesters").boosts == 1
    assert table.find("Spindle Harvesters").statuses == {"fleeting", "anchored"}


@cites("R049", "R050")
@pytest.mark.parametrize("version", ["C", "R2"])
def test_two_inkcasters_return_each_other(sit, version):
    table = sit()
    name = f"Ouroboros Inkcaster {version}"
    table.player("A").hero_expedition(name).companion_expedition(name)
    table.begin("night")
    assert table.zone("A", "reserve") == ["Ouroboros Inkcaster"] * 2
    table.choose("A", "Ouroboros Inkcaster #1", "Ouroboros Inkcaster")
    assert table.zone("A", "hand") == ["Ouroboros Inkcaster"]
    table.choose("A", "Ouroboros Inkcaster")
    assert table.zone("A", "hand").count("Ouroboros Inkcaster") == 2


@cites("R089")
@pytest.mark.parametrize(("fleeting", "zone"), [(False, "reserve"), (True, "discard")])
def test_the_jellyfish_returns_after_the_effect_that_sacrificed_it(sit, fleeting, zone):
    table = sit()
    table.player("A").hand("Boom! C").mana(3)
    table.player("A").hero_expedition("Moonlight Jellyfish C", fleeting=fleeting)
    table.player("B").hero_expedition("Kappa").companion_expedition("Kappa")
    table.begin()
    table.act("A", "play Boom!")
    assert table.decision == "target"  # the discarded card is not chosen yet
    assert table.find("Moonlight Jellyfish").zone == "discard"
    table.choose("A", "Kappa in hero")
    assert table.find("Moonlight Jellyfish").zone == zone


@cites("R070")
def test_after_rest_is_before_clean_up(sit):
    """All three Characters of B are in Reserve, none of them has had to go yet."""
    table = sit()
    table.player("A").hero_expedition("Monolith Legate C")
    table.player("B").hero_expedition("Kappa", "Baba Yaga C", "Ogun C")
    table.begin("dusk")
    assert sorted(table.zone("B", "reserve")) == ["Baba Yaga", "Kappa", "Ogun"]
    assert table.zone("A", "reserve") == ["Monolith Legate"]
    assert table.phase == "night"
    table.choose("A", "B Ogun")
    assert table.zone("B", "discard") == ["Ogun"]
    assert sorted(table.zone("B", "reserve")) == ["Baba Yaga", "Kappa"]
