"""Regions, and positions of Expeditions in them (7.5.2, 7.5.8, 7.5.9)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
COST = {"cost": "1/1"}


def played(table, *lines, name="Scout", **card):
    """A plays a Character with these abilities in the Hero Expedition."""
    table.card(name, abilities=list(lines), **COST, **card)
    table.player("A").hand(name).mana(1)
    table.begin()
    table.act("A", f"play {name} to hero")
    while table.decision == "reaction":
        table.choose("A", f"{name} 1")
    return table


def filler_in_hand(table):
    return table.zone("A", "hand").count("Filler")


@pytest.mark.parametrize(
    ("hero", "companion", "many"), [(0, 0, 6), (2, 1, 3), (3, 3, 0), (4, 3, 0), (5, 5, 2)]
)
@RULES
def test_regions_between_two_expeditions(sit, rules, hero, companion, many):
    """Those in which they are do not count, nor does it matter whether they have crossed."""
    table = sit(rules)
    table.player("A").regions(hero=hero, companion=companion)
    line = "J: draw(between(you.hero_expedition, you.companion_expedition))"
    assert filler_in_hand(played(table, line)) == many


@RULES
def test_tough_by_the_regions_between(sit, rules):
    """Kaibara: re-evaluated as an Expedition moves (2.3.1.e)."""
    table = sit(rules)
    line = "tough(between(you.hero_expedition, you.companion_expedition))"
    table.card("Leviathan", abilities=[line])
    table.card("Step", type="spell", abilities=["effect: move(you.companion_expedition, 2)"])
    table.player("A").hero_expedition("Leviathan").hand("Step").mana(1)
    table.begin()
    assert table.find("Leviathan").tough == 6
    table.act("A", "play Step")
    assert table.find("Leviathan").tough == 4


@RULES
def test_in_the_arena_nothing_lies_between(sit, rules):
    table = sit(rules)
    table.arena()
    line = "J: draw(between(you.hero_expedition, you.companion_expedition))"
    assert filler_in_hand(played(table, line)) == 0


# The regions that are face-up are, by number, all three terrains (0 and 7), forest (1),
# mountain and water (2), and, where B has moved two regions, mountain (3), forest and water (4).


@pytest.mark.parametrize(
    ("filters", "many"),
    [
        ("region", 8),
        ("region, visible", 6),
        ("region, visible, terrains == 1", 2),
        ("region, visible, terrains >= 2", 4),
        ("region, terrains == 0", 2),
        ("region, visible, only(forest)", 1),
        ("region, only(forest | water)", 1),
        ("region, visible, water", 4),
        ("region, water & mountain", 3),
        ("region, visible, ~water", 2),
        ("region, starting", 2),
        ("region, visible, ~starting, (water | only(mountain))", 3),
    ],
)
@RULES
def test_regions_are_counted(sit, rules, filters, many):
    table = sit(rules)
    table.player("A").regions(hero=1)
    table.player("B").regions(hero=4)
    assert filler_in_hand(played(table, f"J: draw(count({filters}))")) == many


@RULES
def test_the_arena_is_the_only_region_and_no_starting_one(sit, rules):
    """4.3.a, 4.3.c."""
    table = sit(rules)
    table.arena()
    lines = [
        f"J: draw({n} * count({what}))" for n, what in ((1, "region"), (5, "region, starting"))
    ]
    lines.append("J: resupply(count(region, visible, terrains == 3))")
    played(table, *lines)
    assert (filler_in_hand(table), len(table.zone("A", "reserve"))) == (1, 1)


@RULES
def test_a_terrain_that_a_passive_gives_is_counted(sit, rules):
    """All regions are water: those that are turned up later too, and those that are face-down have
    none (3.2.1.b)."""
    table = sit(rules)
    table.card("Flood", abilities=["have(all(region), only(water))"])
    table.card("Step", type="spell", abilities=["effect: move(you.hero_expedition, 1)"])
    table.card("Count", type="spell", abilities=["effect: draw(count(region, only(water)))"])
    table.player("A").hero_expedition("Flood").hand("Step", "Count").mana(2)
    table.player("B").hand("Filler").mana(1)
    table.begin()
    assert [len(table.region(number)) for number in (0, 1, 7)] == [1, 0, 1]
    table.act("A", "play Step")
    assert table.region(1) == table.region(2) == {"water"}
    table.act("B", "pass")
    table.act("A", "play Count")
    assert filler_in_hand(table) == 4


@RULES
def test_only_the_visible_regions(sit, rules):
    table = sit(rules)
    table.card("Sea", abilities=["have(all(region, mountain), only(water))"])
    table.player("A").hero_expedition("Sea").regions(hero=3)
    table.begin()
    assert [table.region(n) for n in range(5)] == [
        {"water"},
        {"forest"},
        {"water"},
        {"water"},
        {"forest", "water"},
    ]


@pytest.mark.parametrize(("hero", "single"), [(1, True), (2, False), (3, True)])
@RULES
def test_in_a_region_with_one_terrain(sit, rules, hero, single):
    """A Character, an Expedition and a region can be asked."""
    table = sit(rules)
    table.player("A").regions(hero=hero)
    table.player("B").hero_expedition("Filler", boosts=1)
    played(
        table,
        "J: if_(is_(me.region, terrains == 1), draw(1))",
        "J: if_(me.region.terrains == 1, draw(1))",
        "J: if_(is_(me.expedition, in_(terrains == 1)), draw(1))",
        "J: gain(all(character, in_(terrains == 1)), boost=3)",
    )
    assert filler_in_hand(table) == (3 if single else 0)
    assert table.find("Scout").boosts == (3 if single else 0)
    assert table.find("B Filler").boosts == 1


DIOCLES = "while_(is_(me.region, starting)), cant(plays(you, me))"


@cites("passive/cannot be played")
@RULES
def test_what_cannot_be_played_in_a_starting_region(sit, rules):
    """The declared Expedition decides (5.1.2.c); with both at the start it cannot be played."""
    table = sit(rules)
    table.card("Racer", abilities=[DIOCLES])
    table.player("A").regions(companion=1).hand("Racer").mana(1)
    table.player("B").hand("Racer").mana(1)
    table.begin()
    table.act("A", "play Racer")
    assert table.zone("A", "companion_expedition") == ["Racer"]
    assert not any("play Racer" in option.label for option in table.game.options())


@RULES
def test_across_the_adventure_is_a_starting_region_too(sit, rules):
    """The Hero Expedition has reached where Companions start."""
    table = sit(rules)
    table.card("Racer", abilities=[DIOCLES])
    table.player("A").regions(hero=7, companion=2).hand("Racer").mana(1)
    table.begin()
    table.act("A", "play Racer")
    assert table.zone("A", "companion_expedition") == ["Racer"]


@RULES
def test_what_costs_more_in_a_starting_region(sit, rules):
    table = sit(rules)
    table.card("Racer", abilities=["while_(is_(me.region, starting)), more(3, plays(you, me))"])
    table.player("A").regions(companion=1).hand("Racer", "Racer").mana(5)
    table.begin()
    table.act("A", "play Racer to hero")
    assert table.mana("A") == (1, 5)
    table.act("B", "pass")
    table.act("A", "play Racer")
    assert table.zone("A", "companion_expedition") == ["Racer"]


BEHIND = "J: if_(is_(me.expedition, behind), draw(1))"


@RULES
def test_considered_behind(sit, rules):
    """It is behind, no longer tied or ahead; the Expedition facing it stays the same (7.5.2)."""
    table = sit(rules)
    table.card("Headset", type="expedition_permanent", abilities=["have(me.expedition, behind)"])
    table.player("A").hero_expedition("Headset").regions(hero=2)
    table.player("B").hero_expedition("Filler")
    played(
        table,
        BEHIND,
        "J: if_(is_(me.expedition, ahead), draw(5))",
        "J: if_(is_(me.expedition, tied), draw(5))",
        "J: if_(is_(me.expedition.facing, behind), draw(1))",
        "J: if_(count(you.expeditions, behind) == 1 and count(expedition, tied) == 2, draw(1))",
    )
    assert filler_in_hand(table) == 3


@cites("passive/considered")
@RULES
def test_considered_in_contact(sit, rules):
    """The Expedition, and with it its contents (7.5.9.b); not the Expedition facing it."""
    table = sit(rules)
    line = "have(me.expedition | all(character, me.expedition), in_contact)"
    table.card("Headset", type="expedition_permanent", abilities=[line])
    table.player("A").hero_expedition("Headset").companion_expedition("Filler").regions(2, 2)
    table.player("B").hero_expedition("Filler")
    played(
        table,
        "J: if_(me.in_contact, draw(1))",
        "J: if_(is_(me.expedition, in_contact), draw(1))",
        "J: draw(count(expedition, in_contact))",
        "J: draw(count(character, in_contact))",
    )
    assert filler_in_hand(table) == 4


@RULES
def test_one_considered_in_contact_by_itself(sit, rules):
    """Wherever it is, while the Expedition is not."""
    table = sit(rules)
    table.player("A").regions(hero=1)
    played(
        table,
        "have(me, in_contact)",
        "J: if_(me.in_contact, draw(1))",
        "J: if_(is_(me.expedition, in_contact), draw(5))",
    )
    assert filler_in_hand(table) == 1


@cites("5.0:7.5.9.b")
@RULES
def test_a_gigantic_character_is_in_contact_in_one_of_its_expeditions(sit, rules):
    """7.5.9.b: one is enough for a Character; "my Expedition" needs both (7.4.4.k)."""
    table = sit(rules)
    table.player("A").regions(hero=1)
    played(
        table,
        "gigantic",
        "J: if_(me.in_contact, draw(1))",
        "J: if_(is_(me.expedition, in_contact), draw(5))",
    )
    assert filler_in_hand(table) == 1
