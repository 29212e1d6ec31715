"""Tiebreakers: the Arena (TB-03 to TB-09; 5.0 4.3)."""

import pytest

from altered_env import Scenario
from tests.citations import cites

both_rulesets = pytest.mark.parametrize("rules", ("2024.09", "5.0"))


def arena(rules):
    table = Scenario(rules=rules)
    table.arena()
    return table


@cites(
    "5.0:1.3.3.c",
    "5.0:1.3.3.d",
    "5.0:3.2.1.c",
    "5.0:4.3.a",
    "5.0:4.3.c",
    "2024.09:TB-04",
    "2024.09:TB-05",
    "2024.09:3.2.1.c",
)
@both_rulesets
def test_the_arena_replaces_all_regions(rules):
    """5.0 4.3.a to c: all Expeditions are in it, and it has every terrain."""
    table = Scenario(rules=rules)
    table.player("A").regions(hero=4, companion=3)
    table.player("B").regions(hero=3, companion=4)
    table.begin("night")
    view = table.game.view("A")
    assert [(r.face_up, r.terrains) for r in view.regions] == (
        [(True, {"forest", "mountain", "water"})]
    )
    assert {e.region for player in view.players for e in player.expeditions} == {0}


@cites("5.0:1.3.3.d", "5.0:4.3.e", "2024.09:TB-08")
@both_rulesets
def test_both_expeditions_of_a_player_count_together(rules):
    """A has less than B in each Hero Expedition, more in sum."""
    table = arena(rules)
    table.card("Big", stats="3/3/3")
    table.card("Bigger", stats="4/4/4")
    table.player("A").hero_expedition("Big").companion_expedition("Big")
    table.player("B").hero_expedition("Bigger").companion_expedition("Filler")
    table.begin("dusk")
    assert (table.winner, table.phase) == ("A", "dusk")


@cites("5.0:1.3.3.e", "5.0:4.3.e", "2024.09:TB-08", "2024.09:TB-09")
@both_rulesets
@pytest.mark.parametrize(
    ("mine", "theirs", "winner"),
    [
        ("1/1/0", "0/0/9", "A"),  # two terrains to one
        ("1/0/0", "0/0/0", "A"),  # one to none
        ("1/2/3", "1/2/4", "B"),
        ("1/0/5", "0/1/5", None),  # one each, and a tie
        ("2/2/2", "2/2/2", None),  # three ties
        ("0/0/0", "0/0/0", None),
    ],
)
def test_who_wins_more_terrains_wins_the_game(rules, mine, theirs, winner):
    table = arena(rules)
    table.card("Mine", stats=mine)
    table.card("Theirs", stats=theirs)
    table.player("A").hero_expedition("Mine")
    table.player("B").companion_expedition("Theirs")
    table.begin("dusk", day=6)
    assert table.winner == winner
    if winner is None:
        assert (table.day, table.phase) == (7, "morning")
        assert table.game.view().arena


@cites("5.0:1.3.3.f", "5.0:4.3.f", "2024.09:TB-06", "2024.09:TB-09", "2024.09:TB-03")
@both_rulesets
def test_days_in_the_arena_are_played_until_someone_wins(rules):
    """With Morning, turns and Night as always, and no check of victory at Night (4.3.f)."""
    table = arena(rules)
    for player in "AB":
        table.player(player).hand("Filler").mana(1).regions(hero=7, companion=7)
    table.begin("afternoon", first="A", day=6)
    table.act("A", "play Filler to hero")
    table.act("B", "play Filler to companion")
    assert table.decision == "expand"
    assert (table.day, table.phase, table.first) == (7, "morning", "B")
    assert table.zone("A", "reserve") == ["Filler"]
    table.choose("B", "done")
    table.choose("A", "done")
    assert (table.decider, table.decision) == ("B", "turn")
    table.act("B", "pass")
    table.act("A", "play Filler from hand to hero")
    assert table.decision is None
    assert table.winner == "A"
    assert table.day == 7


@cites("5.0:4.3.d", "2024.09:TB-07")
@both_rulesets
@pytest.mark.parametrize("distance", (1, -1))
def test_effects_move_no_expeditions_in_the_arena(rules, distance):
    """5.0 4.3.d: and nothing is reacted to."""
    table = arena(rules)
    table.card("Step", type="spell", abilities=[f"effect: move(you.hero_expedition, {distance})"])
    table.card(
        "Map", type="landmark_permanent", abilities=["when(moves(you.expeditions)): resupply()"]
    )
    table.player("A").hand("Step").mana(1).landmarks("Map")
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Step")
    assert table.zone("A", "reserve") == ["Step"]
    assert [e.region for e in table.game.view().players[0].expeditions] == [0, 0]


@both_rulesets
@cites("2024.09:TB-08")
def test_a_gigantic_character_counts_twice_in_the_arena(rules):
    """5.0 7.4.4: once in each Expedition."""
    table = arena(rules)
    table.card("Giant", stats="2/2/2", abilities=["gigantic"])
    table.card("Big", stats="3/3/3")
    table.player("A").hero_expedition("Giant")
    table.player("B").hero_expedition("Big")
    table.begin("dusk")
    assert table.winner == "A"


@both_rulesets
@cites("2024.09:TB-08")
def test_sleeping_characters_do_not_count_in_the_arena_either(rules):
    table = arena(rules)
    table.player("A").hero_expedition("Filler", asleep=True)
    table.player("B").hero_expedition("Filler")
    table.begin("dusk")
    assert table.winner == "B"


@cites("5.0:4.2.4.i", "2024.09:TB-06")
@both_rulesets
def test_no_expedition_fails_to_move_in_the_arena(rules):
    """5.0 4.2.4.i."""
    table = arena(rules)
    table.card("Sulk", stats="0/0/0", abilities=["when(fails(me.expedition)): resupply()"])
    table.player("A").hero_expedition("Sulk")
    table.begin("dusk")
    assert table.zone("A", "reserve") == ["Sulk"]


@both_rulesets
@cites("2024.09:TB-08")
def test_a_defender_and_ascension_do_not_matter_in_the_arena(rules):
    table = arena(rules)
    table.card("Guard", stats="2/2/2", abilities=["defender"])
    table.card("Wing", abilities=["at(dusk): gain(me.expedition, ascended)"], stats="1/2/2")
    table.player("A").hero_expedition("Guard")
    table.player("B").hero_expedition("Wing")
    table.begin("dusk")
    assert table.winner == "A"


@both_rulesets
@cites("2024.09:TB-06")
def test_gears_stay_in_the_arena(rules):
    """No Expedition moves forward, so none of them goes to Reserve (5.0 4.2.5.b)."""
    table = arena(rules)
    table.card("Sword", type="expedition_permanent", subtypes=["gear"])
    table.player("A").hero_expedition("Sword", "Filler")
    table.player("B").hero_expedition("Filler")
    table.begin("dusk")
    assert table.zone("A", "hero_expedition") == ["Sword"]


@cites("5.0:4.3.e", "2024.09:TB-08")
@both_rulesets
@pytest.mark.parametrize(("theirs", "winner"), [("9/9/0", "A"), ("9/9/2", "B")])
def test_only_terrains_that_the_arena_has_are_compared(rules, theirs, winner):
    """5.0 4.3.e: an ability can leave it fewer."""
    table = arena(rules)
    table.card("Whale", stats="1/1/1", abilities=["have(me.region, only(water))"])
    table.card("Theirs", stats=theirs)
    table.player("A").hero_expedition("Whale")
    table.player("B").hero_expedition("Theirs")
    table.begin("dusk")
    assert table.winner == winner
