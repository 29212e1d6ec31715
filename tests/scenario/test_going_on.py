"""Advancing the day, and querying the state."""

from __future__ import annotations

import pytest

from altered_env import Scenario
from altered_env.game.errors import IllegalActionError


@pytest.fixture
def table() -> Scenario:
    table = Scenario(seed=3)
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    table.player("A").hero("Idler").hero_expedition("Brassbug").hand("Filler").mana(2)
    table.player("B").hero("Idler").reserve("Filler", "Tanuki C", "Hathor C").mana(1)
    table.begin("afternoon", first="A")
    return table


def test_both_pass_and_dusk_happens(table):
    table.pass_turns()
    assert table.phase == "dusk"
    assert table.progress("A", "hero") == 1
    assert table.zone("A", "hero_expedition") == ["Brassbug"]  # Rest has not come yet
    assert len(table.zone("B", "reserve")) == 3
    assert table.decision == "keep_reserve"  # asking lets the game go on
    assert table.phase == "night" and table.zone("A", "hero_expedition") == []


def test_passing_stops_at_another_decision(table):
    table = Scenario()
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    table.card("Bell", type="landmark_permanent", abilities=["at(dusk): may(draw(1))"])
    table.player("A").hero("Idler").landmarks("Bell")
    table.begin("afternoon")
    table.pass_turns()
    assert (table.phase, table.decider, table.decision) == ("dusk", "A", "yes_no")
    with pytest.raises(IllegalActionError, match="no player can pass"):
        table.pass_turns()


def test_the_day_goes_on_until_a_phase_has_begun(table):
    table.until("dusk")
    assert (table.day, table.phase, table.progress("A", "hero")) == (2, "dusk", 0)
    table.until("night")
    assert (table.day, table.phase, table.progress("A", "hero")) == (2, "night", 1)
    assert table.zone("A", "hero_expedition") == ["Brassbug"]
    table.until("morning")
    assert (table.day, table.phase) == (3, "morning")
    assert table.zone("A", "hero_expedition") == [] and len(table.zone("B", "reserve")) == 2
    assert table.first == "A" and table.zone("B", "hand") == []
    table.until("noon")
    assert (table.day, table.phase, table.first) == (3, "noon", "B")
    assert len(table.zone("B", "hand")) == 2 and table.zone("B", "mana") == ["Filler"]
    table.until("afternoon")
    assert (table.day, table.phase, table.decider) == (3, "afternoon", "B")


def test_the_same_phase_is_that_of_the_next_day(table):
    table.until("afternoon")
    assert (table.day, table.phase) == (3, "afternoon")
    table.until("night")
    table.until("night")
    assert (table.day, table.phase) == (4, "night")


def test_reactions_to_the_beginning_wait():
    table = Scenario()
    table.card("Bell", type="landmark_permanent", abilities=["at(night): may(draw(1))"])
    table.player("A").landmarks("Bell")
    table.begin("afternoon")
    table.until("night")
    assert table.reactions() == [("A", "Bell", 0)]
    assert table.decision == "yes_no"
    hand = len(table.zone("A", "hand"))
    table.choose("A", "yes")
    assert len(table.zone("A", "hand")) >= hand + 1


def test_a_game_that_ends_goes_no_further():
    table = Scenario()
    table.card("Giant", stats="9/9/9", abilities=["gigantic"])
    table.player("A").regions(hero=3, companion=3).hero_expedition("Giant")
    table.begin("afternoon")
    table.until("morning")
    assert table.over and table.winner == "A"
    assert table.decider is None and table.options() == []
    with pytest.raises(IllegalActionError, match="the game is over"):
        table.act("A", "pass")
    table.until("noon")
    assert table.winner == "A"


def test_an_unknown_phase_is_refused(table):
    with pytest.raises(ValueError, match="no phase is called 'evening'"):
        table.until("evening")


def test_finding_objects(table):
    assert table.find("brassbug").name == "Brassbug"
    assert table.find("B Idler").owner == "B"
    assert table.find("Filler in hand").zone == "hand"
    assert table.find("Filler in reserve").controller == "B"
    assert [seen.zone for seen in table.all("Filler")] == ["hand", "reserve"]
    assert len(table.all("A Filler in deck")) == 20
    assert len(table.all("A Filler in mana")) == 2
    assert table.all("Kitsune") == []
    with pytest.raises(LookupError, match="several: A: Idler in hero; B: Idler in hero"):
        table.find("Idler")
    with pytest.raises(LookupError, match="none; expected one of Brassbug, Filler, Hathor"):
        table.find("Kitsune")


def test_zones_have_names(table):
    with pytest.raises(
        ValueError, match="no zone is called 'graveyard'; expected one of deck, hand"
    ):
        table.zone("A", "graveyard")


def test_effects_that_last_are_shown(table):
    table = Scenario()
    table.card("Sale", type="spell", cost="0/0", abilities=[
        "effect: ongoing({less(1, plays(you, character))}, this=turn, uses=1)"
    ])  # fmt: skip
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    table.card("Flyer", abilities=[], support=[
        "D: ongoing({less(1, plays(you, character))}, this=turn, uses=1)"
    ])  # fmt: skip
    table.player("A").hero("Idler").reserve("Flyer").hand("Filler")
    table.begin("afternoon")
    assert not table.can("A", "play Filler to hero")
    table.act("A", "use Flyer")
    (emblem,) = table.ongoing()
    assert (emblem.controller, emblem.source, emblem.duration, emblem.uses) == (
        "A", "Flyer", "turn", 1,
    )  # fmt: skip
    table.act("A", "play Filler to hero")
    assert table.ongoing() == []


def test_a_table_prints_as_a_board(table):
    assert str(table) == table.game.show()
    assert "Brassbug 2/2/2" in str(table)
