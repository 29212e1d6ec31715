"""A modified sacrifice is still a sacrifice (5.0 7.3.36.b)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
GROUND = {"type": "landmark_permanent", "cost": "1/1"}
WATCHED = "when(sacrifices(you, character)): gain(me, kelon=1)"


def table_of(sit, rules, *, effect="sacrifice(choose(character, you.play))"):
    """A Spell of A that lets A sacrifice a Character, and a Landmark of each player that counts."""
    table = sit(rules)
    table.card("Altar", type="spell", abilities=["fleeting", f"effect: {effect}"])
    for player, name in (("A", "Watch"), ("B", "Guard")):
        table.card(name, **GROUND, abilities=[WATCHED])
        table.player(player).landmarks(name)
    table.player("A").hand("Altar").mana(1)
    table.player("B").hand("Filler").mana(1)
    return table


def counted(table):
    """The numbers of their own sacrifices that A and B have seen."""
    seen = [table.find(name).counters.get("kelon", 0) for name in ("Watch", "Guard")]
    return tuple(seen)


@cites("5.0:7.3.36.b")
@pytest.mark.parametrize(("answers", "zone"), [(("yes",), "mana"), (("no",), "discard")])
@RULES
def test_mighty_jinn_is_sacrificed_wherever_it_goes(sit, rules, answers, zone):
    table = table_of(sit, rules)
    table.player("A").hero_expedition("Mighty Jinn C")
    table.begin()
    table.act("A", "play Altar", *answers)
    assert "Mighty Jinn" in table.zone("A", zone)
    assert counted(table) == (1, 0)


@RULES
def test_a_boosted_tiny_jinn_feeds_maw(sit, rules):
    """The Maw of Lindiwe."""
    table = table_of(sit, rules)
    table.player("A").hero("Lindiwe & Maw").hero_expedition("Tiny Jinn C", boosts=1).mana(1)
    table.begin()
    table.act("A", "use Lindiwe & Maw")
    table.act("A", "play Altar", "Tiny Jinn", "Watch")
    assert "Tiny Jinn" in table.zone("A", "mana")
    assert table.find("Maw").boosts == 2


@cites("5.0:7.3.36.b")
@RULES
def test_what_stays_was_sacrificed(sit, rules):
    """Floral Tent: an Anchored Character loses Anchored instead of leaving; nothing was moved, and
    nothing was discarded."""
    table = table_of(sit, rules)
    table.card("Martyr", abilities=["when(sacrifices(me)): gain(me, luck=1)"])
    table.card("Ragman", **GROUND, abilities=["when(discards(you, card)): gain(me, kelon=1)"])
    table.player("A").landmarks("Ragman")
    table.player("A").hero_expedition("Martyr", anchored=True).hero_expedition("Floral Tent C")
    table.begin()
    table.act("A", "play Altar")
    table.choose("A", "Watch")
    martyr = table.find("Martyr")
    assert (martyr.zone, martyr.statuses, martyr.counters) == (
        "expedition",
        frozenset(),
        {"luck": 1},
    )
    assert counted(table) == (1, 0)
    assert table.find("Ragman").counters == {}


@RULES
def test_it_counts_among_what_happened(sit, rules):
    table = table_of(sit, rules)
    line = "T: if_(happened(sacrifices(you, character), this=day), draw(1))"
    table.card("Ledger", **GROUND, abilities=[line])
    table.player("A").landmarks("Ledger").hero_expedition("Tiny Jinn C", boosts=1)
    table.begin()
    table.act("A", "play Altar")
    table.act("B", "pass")
    table.act("A", "use Ledger")
    assert table.zone("A", "hand") == ["Filler"]


@RULES
def test_who_sacrifices_it_stays_the_same(sit, rules):
    """B's ability sends A's Character elsewhere: A has sacrificed it all the same (1.4.7)."""
    table = table_of(sit, rules)
    line = "instead(goes(character, from_=opponent.expeditions)): put(it, hand)"
    table.card("Trap", **GROUND, abilities=[line])
    table.player("B").landmarks("Trap")
    table.player("A").hero_expedition("Filler")
    table.begin()
    table.act("A", "play Altar")
    assert table.zone("A", "hand") == ["Filler"]
    assert counted(table) == (1, 0)


@RULES
def test_what_it_goes_to_can_be_modified_again(sit, rules):
    """6.2.i: into Mana instead, and then into the hand instead of Mana. It is one sacrifice."""
    table = table_of(sit, rules)
    table.card(
        "Pipe",
        **GROUND,
        abilities=["instead(goes(character, from_=you.expeditions, to=mana)): put(it, hand)"],
    )
    table.player("A").landmarks("Pipe").hero_expedition("Tiny Jinn C", boosts=1)
    table.begin()
    table.act("A", "play Altar")
    assert table.zone("A", "hand") == ["Tiny Jinn"]
    assert counted(table) == (1, 0)


@RULES
def test_what_is_not_sacrificed_is_not(sit, rules):
    table = table_of(sit, rules, effect="put(choose(character, you.play), reserve)")
    table.player("A").hero_expedition("Tiny Jinn C", boosts=1)
    table.begin()
    table.act("A", "play Altar")
    assert table.zone("A", "mana") != []
    assert counted(table) == (0, 0)


@RULES
def test_when_sacrificed_it_goes_elsewhere(sit, rules):
    """ "If I would be sacrificed while I am not Fleeting": 7.3.36."""
    table = table_of(sit, rules)
    table.card("Shade", abilities=["instead(sacrifices(me), not me.fleeting): put(me, reserve)"])
    table.player("A").hero_expedition("Shade")
    table.begin()
    table.act("A", "play Altar")
    assert table.zone("A", "reserve") == ["Shade"]
    assert counted(table) == (1, 0)
