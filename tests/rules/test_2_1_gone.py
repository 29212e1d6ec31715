"""Last known information about gone objects (2.1.c; 5.0 2.1.h, 2.1.i)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


@cites("5.0:2.1.h", "2024.09:2.1.c")
@pytest.mark.parametrize("victim", ["Brassbug", "Filler"])
@RULES
def test_an_effect_reads_what_a_gone_object_last_was(sit, rules, victim):
    table = sit(rules)
    line = (
        "effect: x = sacrifice(choose(character)); "
        "create(mana_moth, x.boost + x.forest, in_=x.expedition)"
    )
    table.card("Burn", type="spell", abilities=[line])
    table.player("A").hand("Burn").mana(1).companion_expedition(victim, boosts=1)
    forest = 2 if victim == "Brassbug" else 1
    table.begin()
    table.act("A", "play Burn")
    moths = 1 + (forest + 1)
    assert table.zone("A", "companion_expedition") == ["Mana Moth"] * moths
    assert table.zone("A", "hero_expedition") == []


@cites("5.0:2.1.h", "2024.09:2.1.c")
@pytest.mark.parametrize("token", [False, True])
@RULES
def test_the_last_controller_is_known(sit, rules, token):
    """The card goes to its owner, but it was another player who controlled it."""
    table = sit(rules)
    line = "effect: x = discard(target(permanent)); resupply(by=x.controller)"
    table.card("Wreck", type="spell", abilities=[line])
    table.card("Shrine", type="landmark_permanent")
    table.player("A").hand("Wreck").mana(1)
    table.player("B").landmarks("Aerolith" if token else "Shrine", owner="B" if token else "A")
    table.begin()
    table.act("A", "play Wreck")
    assert table.zone("B", "reserve") == ["Filler"]
    assert table.zone("A", "reserve") == ["Wreck"]


@cites("2024.09:2.1.c")
@RULES
def test_a_reaction_knows_what_its_gone_source_last_was(sit, rules):
    table = sit(rules)
    line = "when(sacrifices(me)): create(mana_moth, me.forest, in_=me.expedition)"
    table.card("Martyr", stats="2/0/0", abilities=[line])
    table.card("Altar", type="spell", abilities=["effect: sacrifice(choose(character))"])
    table.player("A").hand("Altar").mana(1).companion_expedition("Martyr", boosts=1)
    table.begin()
    table.act("A", "play Altar")
    assert table.zone("A", "companion_expedition") == ["Mana Moth"] * 3


@cites("5.0:2.1.i", "2024.09:2.1.c")
@RULES
def test_a_gone_object_is_neither_changed_nor_moved(sit, rules):
    table = sit(rules)
    line = (
        "effect: x = target(character); sacrifice(x); gain(x, boost=1); "
        "put(x, you.hero_expedition); draw(1)"
    )
    table.card("Doom", type="spell", abilities=[line])
    table.player("A").hand("Doom").mana(1).companion_expedition("Filler")
    table.begin()
    table.act("A", "play Doom")
    assert table.find("Filler in discard").boosts == 0
    assert table.zone("A", "hero_expedition") == []
    assert len(table.zone("A", "hand")) == 1  # and the rest is done


@cites("5.0:2.1.h", "2024.09:2.1.c", "2024.09:2.5.i")
@pytest.mark.parametrize("token", [False, True])
@RULES
def test_a_reaction_reads_what_it_is_about_as_it_last_was(sit, rules, token):
    """5.0 2.1.h: "it", sacrificed, had boosts, and counted with its controller."""
    table = sit(rules)
    line = "when(sacrifices(you, character)): gain(me, arcane=it.boost + 1)"
    table.card("Urn", type="landmark_permanent", abilities=[line])
    table.card("Altar", type="spell", abilities=["effect: sacrifice(choose(character))"])
    table.player("A").hand("Altar").mana(1).landmarks("Urn")
    table.player("A").hero_expedition("Brassbug" if token else "Filler", boosts=2)
    table.begin()
    table.act("A", "play Altar")
    assert table.find("Urn").counters == {"arcane": 3}


@cites("5.0:2.1.h", "5.0:6.3.j")
@RULES
def test_what_waits_remembers_what_its_source_was(sit, rules):
    """It left play in the Afternoon, boosted; its effect waits for the end of Rest."""
    table = sit(rules)
    table.card(
        "Sage",
        stats="1/0/0",
        abilities=["J: gain(me, boost=1); later(draw(me.forest), after=rest)"],
    )
    table.card("Axe", type="spell", abilities=["effect: discard(target(character))"])
    table.player("A").hand("Sage", "Axe").mana(2)
    table.begin()
    table.act("A", "play Sage to hero")
    table.act("B", "pass")
    table.act("A", "play Axe")
    assert table.zone("A", "discard") == ["Sage"]
    table.until("morning")
    assert table.zone("A", "hand") == ["Filler", "Filler"]
