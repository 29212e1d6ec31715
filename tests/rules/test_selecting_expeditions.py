"""Selectors of Expeditions, players and regions, and of objects by place."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
PLACES = [("A", "hero"), ("A", "companion"), ("B", "hero"), ("B", "companion")]


def cast(table, effect):
    """A Spell of A with this effect, which A can play."""
    table.card("Decree", type="spell", abilities=[f"effect: {effect}"])
    table.player("A").hand("Decree").mana(1)
    return table


def where(table, name="Woollyback"):
    """The Expeditions in which there are tokens of this name, and how many."""
    found = {}
    for player, way in PLACES:
        many = table.zone(player, f"{way}_expedition").count(name)
        if many:
            found[f"{player} {way}"] = many
    return found


def offered(table):
    return sorted(label for _, label in table.game.view(table.decider).options)


# A is ahead with the Hero and tied with the Companion Expedition; B's Companion is Ascended. The
# Heroes are in regions 2 and 1, of mountain and water and of forest; the others in their start.
SEATED = {
    "all(expedition)": ["A companion", "A hero", "B companion", "B hero"],
    "all(expedition, you.expeditions, behind | tied)": ["A companion"],
    "all(you.expeditions)": ["A companion", "A hero"],
    "all(you.expeditions, ahead | ascended)": ["A hero"],
    "all(expedition, ascended)": ["B companion"],
    "all(expedition, ~ascended & tied)": ["A companion"],
    "all(expedition, opponent.expeditions, ~behind)": ["B companion"],
    "all(expedition, in_(forest), ~opponent.expeditions)": ["A companion"],
    "all(you.hero_expedition | opponent.hero_expedition)": ["A hero", "B hero"],
    "all(expedition, in_(terrains == 1))": ["B hero"],
    "all(expedition, in_(starting))": ["A companion", "B companion"],
    "all(expedition, in_(mountain | forest), ~(behind | you.companion_expedition))": [
        "A hero",
        "B companion",
    ],
}


def seated(table):
    table.player("A").regions(hero=2)
    table.player("B").regions(hero=1)
    table.card("Omen", type="spell", abilities=["effect: gain(you.companion_expedition, ascended)"])
    table.player("B").hand("Omen").mana(1)
    table.begin(first="B")
    table.act("B", "play Omen")
    return table


@cites("selector/each", "condition/behind tied ahead")
@pytest.mark.parametrize("selector", SEATED)
@RULES
def test_each_expedition_that_passes_the_filters(sit, rules, selector):
    table = seated(cast(sit(rules), f"create(woollyback, in_={selector})"))
    table.act("A", "play Decree")
    assert sorted(where(table)) == SEATED[selector]
    assert set(where(table).values()) <= {1}


@cites("selector/expedition or player")
@pytest.mark.parametrize("selector", [s for s in SEATED if len(SEATED[s]) > 1])
@pytest.mark.parametrize("which", ["target", "choose"])
@RULES
def test_one_expedition_of_those_that_pass(sit, rules, which, selector):
    picked = selector.replace("all(", f"{which}(", 1)
    table = seated(cast(sit(rules), f"create(woollyback, in_={picked})"))
    table.act("A", "play Decree")
    wanted = SEATED[selector]
    assert len(offered(table)) == len(wanted)
    table.choose("A", wanted[-1])
    assert where(table) == {wanted[-1]: 1}


@cites("condition/for each")
@pytest.mark.parametrize("selector", SEATED)
@RULES
def test_expeditions_are_counted(sit, rules, selector):
    """All there are, not only those of one's own."""
    table = seated(cast(sit(rules), f"draw({selector.replace('all(', 'count(', 1)})"))
    table.act("A", "play Decree")
    assert table.zone("A", "hand").count("Filler") == len(SEATED[selector])


@RULES
def test_a_reaction_counts_expeditions_of_both_players(sit, rules):
    """The Ouroboros's kind of boosts: one for each Expedition in forest."""
    table = sit(rules)
    table.card("Dryad", abilities=["J: gain(me, boost=count(expedition, in_(forest)))"])
    table.player("A").hand("Dryad").mana(1).regions(hero=2)
    table.player("B").regions(hero=1)
    table.begin()
    table.act("A", "play Dryad to hero")
    assert table.find("Dryad").boosts == 3


@RULES
def test_not_my_expedition(sit, rules):
    """A Gigantic Character has two that are not (7.4.4.g)."""
    table = sit(rules)
    line = "J: create(woollyback, in_=target(expedition, ~me.expedition))"
    table.card("Shepherd", abilities=[line])
    table.card("Giant", abilities=["gigantic", line])
    table.player("A").hand("Shepherd", "Giant").mana(2)
    table.player("B").hand("Filler").mana(1)
    table.begin()
    table.act("A", "play Shepherd to hero")
    assert len(offered(table)) == 3
    table.choose("A", "B hero")
    table.act("B", "pass")
    table.act("A", "play Giant to hero")
    assert len(offered(table)) == 2
    table.choose("A", "B companion")
    assert where(table) == {"B hero": 1, "B companion": 1}


@RULES
def test_no_expedition_passes(sit, rules):
    """Nothing is created where nothing is behind."""
    table = cast(sit(rules), "create(woollyback, in_=all(expedition, behind)); draw(1)")
    table.begin()
    table.act("A", "play Decree")
    assert where(table) == {}
    assert table.zone("A", "hand") == ["Filler"]


@cites("selector/several expeditions")
@RULES
def test_tokens_in_each_of_several_targets(sit, rules):
    """A name for several Expeditions means each of them."""
    table = cast(sit(rules), "x = target(expedition, n=3); create(woollyback, 2, in_=x)")
    table.begin()
    table.act("A", "play Decree", "A hero", "B hero", "B companion")
    assert where(table) == {"A hero": 2, "B hero": 2, "B companion": 2}


@RULES
def test_objects_in_an_expedition_that_was_targeted(sit, rules):
    table = cast(sit(rules), "x = target(expedition); gain(all(character, x), asleep)")
    table.player("A").hero_expedition("Filler").companion_expedition("Kappa")
    table.player("B").hero_expedition("Inari C")
    table.begin()
    table.act("A", "play Decree", "A companion")
    assert "asleep" in table.find("Kappa").statuses
    assert not table.find("Inari").statuses
    assert not table.find("A Filler in hero").statuses


@RULES
def test_a_gigantic_character_is_in_either(sit, rules):
    """7.4.4.c."""
    table = sit(rules)
    table.card("Giant", abilities=["gigantic"])
    cast(table, "x = target(expedition); discard(all(character, x)); move(x, -1)")
    table.player("B").hero_expedition("Giant").companion_expedition("Inari C")
    table.player("B").regions(hero=2, companion=2)
    table.begin()
    table.act("A", "play Decree", "B companion")
    assert sorted(table.zone("B", "discard")) == ["Giant", "Inari"]
    assert (table.progress("B", "hero"), table.progress("B", "companion")) == (2, 1)


@RULES
def test_objects_elsewhere_than_in_a_bound_expedition(sit, rules):
    table = cast(sit(rules), "x = target(expedition); exhaust(all(character, ~x))")
    table.player("A").hero_expedition("Kappa").companion_expedition("Inari C")
    table.begin()
    table.act("A", "play Decree", "A hero")
    assert "exhausted" not in table.find("Kappa").statuses
    assert "exhausted" in table.find("Inari").statuses


@RULES
def test_objects_in_a_region_that_was_targeted(sit, rules):
    """7.5.8.c: of any player whose Expedition is there."""
    table = cast(sit(rules), "x = target(region, visible); discard(all(character, x))")
    table.player("A").hero_expedition("Kappa").companion_expedition("Filler").regions(hero=2)
    table.player("B").companion_expedition("Inari C").regions(companion=5)
    table.begin()
    table.act("A", "play Decree", "region 2")
    assert table.zone("A", "discard") == ["Kappa", "Decree"] or "Kappa" in table.zone(
        "A", "discard"
    )
    assert table.zone("B", "discard") == ["Inari"]
    assert table.zone("A", "companion_expedition") == ["Filler"]


@RULES
def test_a_character_in_a_region_with_one_terrain(sit, rules):
    """Seen from the object: a Gigantic one is, if either of its regions is so."""
    table = sit(rules)
    table.card("Giant", abilities=["gigantic"])
    cast(table, "gain(target(character, terrains == 1), boost=1)")
    table.player("A").hero_expedition("Kappa").companion_expedition("Filler").regions(hero=1)
    table.player("B").hero_expedition("Giant").regions(hero=1)
    table.begin()
    table.act("A", "play Decree")
    assert len(offered(table)) == 2
    table.choose("A", "Giant")
    assert table.find("Giant").boosts == 1


@RULES
def test_what_my_region_is_and_what_faces_me(sit, rules):
    table = sit(rules)
    table.card("Guide", abilities=["J: if_(is_(me.region, terrains == 1), draw(1))"])
    line = "J: if_(is_(me.expedition.facing, in_(water)), draw(2))"
    table.card("Diver", abilities=[line])
    table.player("A").hand("Guide", "Guide", "Diver", "Diver").mana(4).regions(hero=1)
    table.player("B").regions(hero=2, companion=1).hand("Filler").mana(1)
    table.terrain(6, "forest")
    table.begin()
    for name, way, drawn in (
        ("Guide", "hero", 1),
        ("Guide", "companion", 1),
        ("Diver", "hero", 3),
        ("Diver", "companion", 3),
    ):
        table.act("A", f"play {name} to {way}")
        table.act("B", "pass") if table.decider == "B" else None
        assert table.zone("A", "hand").count("Filler") == drawn


@RULES
def test_players_are_selected_like_expeditions(sit, rules):
    """`~x` of players."""
    table = sit(rules)
    cast(table, "x = target(player); draw(1, by=all(player, ~x))")
    table.begin()
    table.act("A", "play Decree", "A")
    assert (len(table.zone("A", "hand")), len(table.zone("B", "hand"))) == (0, 1)
