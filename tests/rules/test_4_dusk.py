"""Dusk: Progress (5.0 4.2.4)."""

import pytest

from altered_env import Scenario
from tests.citations import cites

both_rulesets = pytest.mark.parametrize("rules", ("2024.09", "5.0"))


def dusk(table):
    """Let Dusk happen: no player can act in the Afternoon."""
    table.begin("dusk")
    assert table.phase in ("night", "morning")


def moved(table):
    """The moves of the Expeditions: A's Hero and Companion, B's Hero and Companion."""
    return tuple(table.progress(p, e) for p in "AB" for e in ("hero", "companion"))


@cites(
    "5.0:4.2.4.b",
    "5.0:4.2.4.e",
    "5.0:4.2.4.f",
    "2024.09:ST-53",
    "2024.09:ST-54",
    "2024.09:ST-55",
    "2024.09:ST-56",
    "2024.09:GL-02",
)
@both_rulesets
@pytest.mark.parametrize(
    ("mine", "theirs", "moves"),
    [
        ("0/0/2", "0/0/1", True),
        ("0/0/1", "0/0/1", False),  # a tie (4.2.4.e)
        ("0/0/1", "0/0/2", False),
        ("9/9/0", "0/0/0", False),  # other terrains do not count
        ("0/0/0", "0/0/0", False),
    ],
)
def test_an_expedition_needs_more_in_a_terrain_of_its_region(rules, mine, theirs, moves):
    table = Scenario(rules=rules)
    table.card("Mine", stats=mine)
    table.card("Theirs", stats=theirs)
    table.terrain(1, "water")
    table.player("A").regions(hero=1).hero_expedition("Mine")
    table.player("B").regions(hero=1).hero_expedition("Theirs")
    dusk(table)
    assert table.progress("A", "hero") == (2 if moves else 1)


@cites("5.0:4.2.4.b", "5.0:7.1.2.b", "2024.09:ST-55", "2024.09:ST-53")
@both_rulesets
def test_statistics_of_all_characters_of_the_expedition_are_added(rules):
    """Also of boosts (ST-108); those in the other Expedition do not count."""
    table = Scenario(rules=rules)
    table.card("Big", stats="3/3/3")
    table.player("A").hero_expedition("Filler", "Filler").hero_expedition("Filler", boosts=1)
    table.player("A").companion_expedition("Big")
    table.player("B").hero_expedition("Big").companion_expedition("Big")
    dusk(table)
    assert moved(table) == (1, 0, 0, 0)


@cites("5.0:4.2.4.g", "2024.09:ST-58", "2024.09:ST-56")
@both_rulesets
def test_an_expedition_moves_one_region_whatever_it_wins_in(rules):
    """5.0 4.2.4.g: three terrains won, by a lot, are one region."""
    table = Scenario(rules=rules)
    table.card("Big", stats="9/9/9")
    table.player("A").hero_expedition("Big")
    dusk(table)
    assert moved(table) == (1, 0, 0, 0)


@cites("5.0:1.2.3.c", "2024.09:ST-60")
@both_rulesets
def test_heroes_face_heroes_and_companions_face_companions_wherever_they_are(rules):
    table = Scenario(rules=rules)
    table.card("Big", stats="3/3/3")
    table.terrain(5, "forest")
    table.player("A").hero_expedition("Filler").companion_expedition("Big").regions(hero=5)
    table.player("B").hero_expedition("Big").companion_expedition("Filler")
    dusk(table)
    assert moved(table) == (5, 1, 1, 0)


@both_rulesets
@cites("2024.09:ST-63", "2024.09:ST-64", "2024.09:ST-65", "2024.09:ST-60")
def test_both_facing_expeditions_can_move(rules):
    """A wins in one of three terrains of its region, B in one of the two of its own. What B
    has most of is no use where B's region does not have it."""
    table = Scenario(rules=rules)
    table.card("Mine", stats="4/1/1")
    table.card("Theirs", stats="2/3/5")
    table.terrain(2, "forest", "mountain")
    table.terrain(1, "forest")
    table.player("A").hero_expedition("Mine")
    table.player("B").hero_expedition("Theirs").regions(hero=2)
    dusk(table)
    assert moved(table) == (1, 0, 3, 0)
    table = Scenario(rules=rules)
    table.card("Mine", stats="4/1/1")
    table.card("Theirs", stats="2/3/5")
    table.terrain(1, "forest")
    table.player("A").hero_expedition("Mine")
    table.player("B").hero_expedition("Theirs").regions(hero=1)
    dusk(table)
    assert moved(table) == (1, 0, 1, 0)  # B is blocked in forest, and has more elsewhere


@both_rulesets
@cites("2024.09:ST-65")
def test_statistics_that_do_not_move_oneself_block_the_other(rules):
    table = Scenario(rules=rules)
    table.card("Wall", stats="0/0/5")
    table.terrain(1, "water")
    table.terrain(3, "forest")
    table.player("A").hero_expedition("Filler").regions(hero=1)
    table.player("B").hero_expedition("Wall").regions(hero=3)
    dusk(table)
    assert moved(table) == (1, 0, 3, 0)


@cites("5.0:4.2.4.h", "2024.09:ST-61")
@both_rulesets
def test_all_that_succeed_move_at_the_same_time(rules):
    """5.0 4.2.4.h: one event, to which `once` reacts once."""
    table = Scenario(rules=rules)
    line = "when(moves(you.expeditions), once): resupply()"
    table.card("Map", type="landmark_permanent", abilities=[line])
    table.player("A").hero_expedition("Filler", anchored=True)
    table.player("A").companion_expedition("Filler", anchored=True).landmarks("Map")
    dusk(table)
    assert moved(table) == (1, 1, 0, 0)
    assert len(table.zone("A", "reserve")) == 1


@both_rulesets
@cites("2024.09:ST-59", "2024.09:RM-3.2.1.c-1", "2024.09:3.2.1.b")
def test_a_tumult_card_is_turned_up_when_an_expedition_moves_onto_it(rules):
    """Both its regions are known then; face-down ones have no terrains (3.1.3.c)."""
    table = Scenario(rules=rules)
    table.player("A").hero_expedition("Filler")
    dusk(table)
    assert table.progress("A", "hero") == 1
    assert [region.face_up for region in table.game.view("B").regions] == (
        [True, True, True, False, False, False, False, True]
    )
    table = Scenario(rules=rules)
    table.player("A").companion_expedition("Filler")
    dusk(table)
    assert [bool(table.region(number)) for number in range(8)] == (
        [True, False, False, False, False, True, True, True]
    )


@cites("5.0:3.2.1.b", "2024.09:ST-62", "2024.09:3.2.1.b", "2024.09:3.2.4.b")
@both_rulesets
def test_six_regions_lie_between_the_start_regions(rules):
    """A Hero that has moved seven times stands in the Companion region, in which a Companion
    begins; there it stays."""
    table = Scenario(rules=rules)
    table.player("A").regions(hero=6).hero_expedition("Filler", asleep=True)
    table.card("Step", type="spell", abilities=["effect: move(you.hero_expedition, 1)"])
    table.player("A").hand("Step", "Step").mana(3)
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Step")
    expeditions = table.game.view().players[0].expeditions
    assert [expedition.region for expedition in expeditions] == [7, 7]
    table.act("B", "pass")
    table.act("A", "play Step")
    assert table.progress("A", "hero") == 7
