"""The last known region and Expedition of gone objects (2.1.c; 5.0 2.1.h)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def cast(table, effect):
    """A Spell of A with this effect, which A can play."""
    table.card("Decree", type="spell", abilities=[f"effect: {effect}"])
    table.player("A").hand("Decree").mana(1)
    return table


def drawn(table):
    return table.zone("A", "hand").count("Filler")


@cites("5.0:2.1.h", "2024.09:2.1.c")
@pytest.mark.parametrize(
    ("version", "terrain", "filler"),
    [("C", "water", 0), ("C", "forest", 0), ("R1", "water", 0)],
)
@RULES
def test_persephone_was_in_the_forest_that_she_made(sit, rules, version, terrain, filler):
    """Lost in the Woods: "if it wasn't in {V}", though without her there is none."""
    table = sit(rules)
    table.terrain(0, terrain)
    table.player("A").hand("Lost in the Woods R1").mana(3)
    table.player("B").hero_expedition(f"Persephone {version}").landmarks("Armored Jammer R1")
    table.begin()
    table.act("A", "play Lost in the Woods", "mode 1")
    assert table.zone("B", "reserve") == ["Persephone"]
    assert len(table.zone("B", "hand")) == filler


@cites("5.0:2.1.h", "2024.09:2.1.c")
@pytest.mark.parametrize(("version", "ready"), [("C", 2), ("R1", 0)])
@RULES
def test_persephone_was_not_in_the_water_that_she_hid(sit, rules, version, ready):
    """Lost in the Riptide: "if it was in {O}", which her region has again without her."""
    table = sit(rules)
    table.terrain(0, "water")
    table.player("A").hand("Lost in the Riptide R1").mana(4)
    table.player("B").hero_expedition(f"Persephone {version}")
    table.begin()
    table.act("A", "play Lost in the Riptide")
    while table.decider == "A":
        table.choose("A", table.options()[0])
    assert table.mana("A")[0] == ready


@cites("5.0:2.1.h", "2024.09:2.1.c")
@pytest.mark.parametrize(
    ("condition", "so"),
    [
        ("is_(x, in_(forest))", 1),
        ("is_(x, in_(water))", 0),
        ("is_(x, in_(only(forest)))", 1),
        ("is_(x, in_(terrains == 1))", 1),
        ("is_(x, in_(forest | water))", 1),
        ("is_(x, in_(~water))", 1),
        ("is_(x, in_(~forest))", 0),
        ("is_(x, in_(starting))", 1),
        ("is_(x, in_(x.region))", 1),
        ("is_(x, in_(you.hero_region))", 0),
        ("is_(x.region, forest)", 1),
        ("is_(x.region, starting)", 1),
        ("count(x, in_(forest)) == 1", 1),
        ("count(x, ~in_(forest)) == 1", 0),
    ],
)
@RULES
def test_what_is_moved_is_not_where_it_was_discarded(sit, rules, condition, so):
    """Its Expedition has moved on, to a region with water alone."""
    line = "x = target(character); discard(x); move(you.hero_expedition, 1); "
    table = cast(sit(rules), f"{line}if_({condition}, draw(1))")
    table.terrain(0, "forest")
    table.terrain(1, "water")
    table.player("A").hero_expedition("Brassbug")
    table.begin()
    table.act("A", "play Decree")
    assert drawn(table) == so


@cites("5.0:2.1.h", "2024.09:2.1.c")
@pytest.mark.parametrize(
    ("filters", "so"), [("in_(forest)", 1), ("in_(water)", 0), ("~in_(forest)", 0)]
)
@RULES
def test_an_event_speaks_of_where_it_was(sit, rules, filters, so):
    table = cast(sit(rules), "sacrifice(choose(character, you.play))")
    line = f"when(goes(character, {filters}, from_=expeditions)): draw(1)"
    table.card("Watch", type="landmark_permanent", abilities=[line])
    table.terrain(0, "water")
    table.card("Nymph", abilities=["have(me.region, only(forest))"])
    table.player("A").hero_expedition("Nymph").landmarks("Watch")
    table.begin()
    table.act("A", "play Decree")
    assert drawn(table) == so


@cites("5.0:2.1.h", "2024.09:2.1.c", "2024.09:6.3.e")
@RULES
def test_a_reaction_knows_where_its_source_stood(sit, rules):
    """While it waits, the Expedition may go on."""
    table = cast(sit(rules), "sacrifice(choose(character, you.play)); move(you.hero_expedition, 1)")
    lines = ["have(me.region, only(forest))"]
    lines.append("when(goes(me, from_=expeditions)): if_(is_(me, in_(forest)), draw(1))")
    table.card("Nymph", abilities=lines)
    table.terrain(0, "water")
    table.terrain(1, "water")
    table.player("A").hero_expedition("Nymph")
    table.begin()
    table.act("A", "play Decree")
    assert drawn(table) == 1


@cites("5.0:2.1.h", "2024.09:2.1.c")
@pytest.mark.parametrize(
    ("line", "state", "so"),
    [
        ("have(me.expedition, behind)", "behind", 1),
        ("have(me.expedition, behind)", "tied", 0),
        ("have(me.expedition, behind)", "ahead", 0),
        ("have(me.expedition, in_contact)", "in_contact", 1),
        ("defender", "behind", 0),
        ("defender", "tied", 1),
    ],
)
@RULES
def test_what_made_its_expedition_so_was_in_one_that_was_so(sit, rules, line, state, so):
    table = cast(sit(rules), f"x = target(character); discard(x); if_(is_(x, {state}), draw(1))")
    table.card("Laggard", abilities=[line])
    table.player("A").hero_expedition("Laggard")
    table.begin()
    table.act("A", "play Decree")
    assert drawn(table) == so


@cites("5.0:2.1.h", "2024.09:2.1.c", "2024.09:7.4.3.b")
@pytest.mark.parametrize(("condition", "so"), [("forest", 1), ("mountain", 1), ("water", 0)])
@RULES
def test_what_was_gigantic_stood_in_both_regions(sit, rules, condition, so):
    line = f"x = target(character); discard(x); if_(is_(x, in_({condition})), draw(1))"
    table = cast(sit(rules), line)
    table.terrain(0, "forest")
    table.terrain(7, "mountain")
    table.card("Whale", abilities=["gigantic"])
    table.player("A").hero_expedition("Whale")
    table.begin()
    table.act("A", "play Decree")
    assert drawn(table) == so


@cites("2024.09:2.1.c")
@RULES
def test_places_of_the_past_are_let_go_of(sit, rules):
    """Nothing is kept for objects of which nothing speaks any more."""
    table = cast(sit(rules), "discard(target(character))")
    table.player("A").hero_expedition("Filler")
    table.begin()
    table.act("A", "play Decree")
    assert table.decision == "turn"
    assert int(table.game.games[0]["pasts"]) == 0
