"""Moves of Expeditions at Dusk (5.0 4.2.4.c to k)."""

import pytest

from altered_env import Scenario
from tests.citations import cites

both_rulesets = pytest.mark.parametrize("rules", ("2024.09", "5.0"))


def table_at(rules, *lines, terrains=("forest", "mountain", "water"), mine="1/1/1", theirs="0/0/0"):
    """A's Hero Expedition in region 1, and a Landmark of A with these abilities; after Dusk."""
    table = Scenario(rules=rules)
    table.card("Mine", stats=mine, abilities=lines)
    table.card("Theirs", stats=theirs)
    table.terrain(1, *terrains)
    table.player("A").regions(hero=1).hero_expedition("Mine")
    table.player("B").hero_expedition("Theirs", anchored=True)
    table.begin("dusk")
    return table


@cites("5.0:4.2.4.c", "2024.09:ST-54")
@both_rulesets
@pytest.mark.parametrize(
    ("terrains", "to"), [(("forest", "water"), 1), (("forest", "mountain"), 2)]
)
def test_a_terrain_due_to_which_it_cannot_move_is_ignored(rules, terrains, to):
    """5.0 4.2.4.c."""
    line = "cant(moves(me.expedition, due_to=forest))"
    table = table_at(rules, line, terrains=terrains, mine="2/2/0")
    assert table.progress("A", "hero") == to


@cites("5.0:4.2.4.d", "2024.09:ST-54")
@both_rulesets
@pytest.mark.parametrize(("mine", "to"), [("2/2/0", 1), ("0/0/2", 2)])
def test_if_it_can_only_move_due_to_one_terrain_the_others_are_ignored(rules, mine, to):
    """5.0 4.2.4.d."""
    table = table_at(rules, "cant(moves(me.expedition, due_to=~water))", mine=mine)
    assert table.progress("A", "hero") == to


@cites("5.0:4.2.4.e", "5.0:4.2.4.f", "2024.09:ST-56", "2024.09:ST-57")
@both_rulesets
@pytest.mark.parametrize(
    ("mine", "theirs", "to"),
    [("1/0/0", "1/1/1", 2), ("0/0/0", "0/0/0", 1), ("1/0/0", "2/1/1", 1)],
)
def test_an_ascended_expedition_moves_on_a_tie_above_zero(rules, mine, theirs, to):
    """5.0 4.2.4.e, f."""
    line = "at(dusk): gain(me.expedition, ascended)"
    table = table_at(rules, line, mine=mine, theirs=theirs)
    assert table.progress("A", "hero") == to


@cites("5.0:4.2.4.j", "5.0:4.2.4.k", "2024.09:ST-56")
@both_rulesets
@pytest.mark.parametrize(("theirs", "due"), [("1/0/0", 1), ("0/0/0", 0)])
def test_it_moves_due_to_ascension_if_a_tie_moves_it(rules, theirs, due):
    """5.0 4.2.4.k."""
    lines = (
        "at(dusk): gain(me.expedition, ascended)",
        "when(moves(me.expedition, due_to=ascended)): resupply()",
    )
    table = table_at(rules, *lines, mine="1/0/0", theirs=theirs)
    assert table.progress("A", "hero") == 2
    assert table.zone("A", "reserve").count("Filler") == due


@both_rulesets
@pytest.mark.parametrize("once", ["", ", once"])
@pytest.mark.parametrize(("ascended", "heard"), [("hero", 1), ("companion", 0)])
def test_an_ascended_expedition_that_moves_is_heard(rules, once, ascended, heard):
    """Ascended as it moved, for any cause; not any more once Dusk is over."""
    line = f"when(moves(you.expeditions, ascended){once}): resupply()"
    rise = f"at(noon): if_(you.first_player, gain(you.{ascended}_expedition, ascended))"
    table = Scenario(rules=rules)
    table.card("Climber", type="hero", abilities=[rise, line])
    table.card("Runner", stats="2/2/2")
    table.player("A").hero("Climber").hero_expedition("Runner")
    table.begin("noon", first="A")
    table.until("night")
    assert table.progress("A", "hero") == 1
    assert table.zone("A", "reserve").count("Filler") == heard


@cites("5.0:4.2.4.j", "2024.09:ST-56")
@both_rulesets
@pytest.mark.parametrize(
    ("mine", "terrains", "due"),
    [
        ("1/0/0", ("forest", "water"), {"forest"}),
        ("1/0/1", ("forest", "water"), {"forest", "water"}),
        ("1/1/1", ("water",), {"water"}),
    ],
)
def test_it_moves_due_to_each_terrain_of_its_region_that_it_won(rules, mine, terrains, due):
    """5.0 4.2.4.j."""
    lines = (
        "when(moves(me.expedition, due_to=forest)): put(top(you.deck), mana)",
        "when(moves(me.expedition, due_to=mountain)): put(top(you.deck), reserve)",
        "when(moves(me.expedition, due_to=water)): put(top(you.deck), discard_pile)",
    )
    table = table_at(rules, *lines, terrains=terrains, mine=mine)
    if table.decision == "reaction":
        table.choose("A", "Mine 1")
    found = {
        "forest": table.mana("A")[1],
        "mountain": table.zone("A", "reserve").count("Filler"),
        "water": table.zone("A", "discard").count("Filler"),
    }
    assert {word: number for word, number in found.items() if number} == dict.fromkeys(due, 1)


@cites("5.0:4.2.4.i", "2024.09:ST-56")
@both_rulesets
@pytest.mark.parametrize(("mine", "fails"), [("0/0/0", 1), ("1/1/1", 0)])
def test_an_expedition_that_does_not_move_at_dusk_fails_to(rules, mine, fails):
    """5.0 4.2.4.i."""
    table = table_at(rules, "when(fails(me.expedition)): resupply()", mine=mine)
    assert table.zone("A", "reserve").count("Filler") == fails


@cites("5.0:4.2.4.i", "2024.09:ST-56")
@both_rulesets
def test_it_fails_at_dusk_although_it_moved_in_the_afternoon(rules):
    """5.0 4.2.4.i, remark."""
    table = Scenario(rules=rules)
    table.card("Mine", stats="0/0/0", abilities=["when(fails(me.expedition)): resupply()"])
    table.card("Step", type="spell", abilities=["effect: move(you.hero_expedition, 1)"])
    table.player("A").hero_expedition("Mine").hand("Step").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Step")
    assert table.progress("A", "hero") == 1
    assert table.decision != "turn"  # the day has moved on
    assert table.zone("A", "reserve").count("Filler") == 1


@cites("keyword/defender", "2024.09:ST-53")
@both_rulesets
def test_a_defender_holds_its_expedition_back_at_dusk(rules):
    """5.0 7.4.2: only its own; its statistics count."""
    table = Scenario(rules=rules)
    table.card("Guard", stats="3/3/3", abilities=["defender"])
    table.player("A").hero_expedition("Guard").companion_expedition("Filler")
    table.player("B").hero_expedition("Filler")
    table.begin("dusk")
    found = [table.progress(p, e) for p in "AB" for e in ("hero", "companion")]
    assert found == [0, 1, 0, 0]


@both_rulesets
@cites("2024.09:ST-53")
def test_a_defender_lets_effects_move_its_expedition_in_the_afternoon(rules):
    table = Scenario(rules=rules)
    table.card("Guard", stats="3/3/3", abilities=["defender"])
    table.card("Step", type="spell", abilities=["effect: move(you.hero_expedition, 1)"])
    table.player("A").hero_expedition("Guard").hand("Step").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Step")
    assert table.progress("A", "hero") == 1


@cites("5.0:2.4.4", "keyword/asleep", "2024.09:ST-53")
@both_rulesets
def test_a_sleeping_character_does_not_count(rules):
    """5.0 2.4.4."""
    table = Scenario(rules=rules)
    table.player("A").hero_expedition("Filler", asleep=True).companion_expedition("Filler")
    table.begin("dusk")
    assert (table.progress("A", "hero"), table.progress("A", "companion")) == (0, 1)


@cites("keyword/gigantic", "2024.09:ST-55")
@both_rulesets
def test_a_gigantic_character_counts_in_both_expeditions(rules):
    """5.0 7.4.4."""
    table = Scenario(rules=rules)
    table.card("Giant", stats="2/2/2", abilities=["gigantic"])
    table.player("A").hero_expedition("Giant")
    table.player("B").hero_expedition("Filler").companion_expedition("Filler")
    table.begin("dusk")
    assert (table.progress("A", "hero"), table.progress("A", "companion")) == (1, 1)
    assert (table.progress("B", "hero"), table.progress("B", "companion")) == (0, 0)


@both_rulesets
@cites("2024.09:ST-53")
def test_reactions_to_the_beginning_of_dusk_come_before_statistics_are_compared(rules):
    """5.0 4.2.b."""
    table = table_at(rules, "at(dusk): gain(me, boost=1)", mine="0/0/0")
    assert table.progress("A", "hero") == 2
