"""Modifiers and prohibitions about tokens that are about to be created (6.2, 1.4.1)."""

from __future__ import annotations

import pytest

from altered_env.game.errors import UnsupportedCardError
from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
GROUND = {"type": "landmark_permanent", "cost": "1/1"}
MAKE = "create(brassbug, in_=you.hero_expedition)"


def make(sit, rules, line, *, effect=MAKE, whose="A"):
    """A's Spell creates something; `whose` Landmark has the line."""
    table = sit(rules)
    table.card("Forge", type="spell", abilities=["fleeting", f"effect: {effect}"])
    table.card("Rule", **GROUND, abilities=[line])
    table.player(whose).landmarks("Rule")
    table.player("A").hand("Forge").mana(1)
    table.player("B").hand("Filler").mana(1)
    table.begin()
    table.act("A", "play Forge")
    return table


def names(table, *players):
    return [
        name
        for player in players or ("A",)
        for place in ("hero_expedition", "companion_expedition")
        for name in table.zone(player, place)
    ]


@pytest.mark.parametrize(
    ("filters", "seen"),
    [
        ("", True),
        (", token", True),
        (", character", True),
        (", robot", True),
        (", animal", False),
        (", ~character", False),
        (", mountain >= 2", True),
        (", mountain >= 3", False),
        (", named(brassbug)", True),
        (", named(woollyback)", False),
        (", you.hero_expedition", True),
        (", you.companion_expedition", False),
    ],
)
@RULES
def test_a_filter_sees_the_token_as_it_will_be(sit, rules, filters, seen):
    table = make(sit, rules, f"instead(creates(you{filters})): gain(me, kelon=1)")
    assert names(table) == ([] if seen else ["Brassbug"])
    assert table.find("Rule").counters == ({"kelon": 1} if seen else {})


@pytest.mark.parametrize(
    ("line", "stopped"),
    [
        ("cant(creates(you, character))", True),
        ("cant(creates(you, animal))", False),
        ("cant(creates(opponent, robot))", False),
        ("cant(goes(token, to=you.expeditions))", True),
        ("cant(goes(robot, to=you.expeditions))", True),
        ("cant(goes(animal, to=you.expeditions))", False),
        ("cant(goes(token, to=opponent.expeditions))", False),
    ],
)
@cites("2024.09:1.4.1.a")
@RULES
def test_what_may_not_be_created_is_not(sit, rules, line, stopped):
    table = make(sit, rules, line)
    assert names(table) == ([] if stopped else ["Brassbug"])


@pytest.mark.parametrize(
    ("line", "added"),
    [
        ("also(goes(token, to=you.expeditions)): gain(me, kelon=1)", 1),
        ("also(goes(robot, to=you.expeditions)): gain(me, kelon=1)", 1),
        ("also(goes(animal, to=you.expeditions)): gain(me, kelon=1)", 0),
        ("also(creates(you, robot)): gain(me, kelon=1)", 1),
        ("also(creates(opponent, robot)): gain(me, kelon=1)", 0),
    ],
)
@RULES
def test_what_is_added_to_the_creation(sit, rules, line, added):
    table = make(sit, rules, line)
    assert names(table) == ["Brassbug"]
    assert table.find("Rule").counters == ({"kelon": 1} if added else {})


@cites("2024.09:6.1.e")
@RULES
def test_each_token_is_seen_apart(sit, rules):
    """One step, an atomic action for each: the Robots are replaced, the Animal is not."""
    effect = f"together({MAKE}, create(woollyback, in_=you.hero_expedition))"
    line = "instead(creates(you, robot)): create(maw, in_=you.companion_expedition)"
    table = make(sit, rules, line, effect=effect)
    assert names(table) == ["Woollyback", "Maw"]


@RULES
def test_only_the_expedition_of_the_pattern(sit, rules):
    effect = "create(brassbug, in_=all(you.expeditions))"
    line = "cant(creates(you, token, you.companion_expedition))"
    table = make(sit, rules, line, effect=effect)
    assert table.zone("A", "hero_expedition") == ["Brassbug"]
    assert table.zone("A", "companion_expedition") == []


@pytest.mark.parametrize(
    ("line", "there"),
    [
        ("instead(creates(you)): create(it, 2)", 4),
        ("instead(creates(you, robot)): create(it, 3)", 6),
        ("also(creates(you, token)): create(it)", 4),
        ("also(creates(you, animal)): create(it)", 2),
        ("also(creates(you), once): create(brassbug, in_=you.hero_expedition)", 3),
    ],
)
@RULES
def test_more_of_the_same_in_the_same_place(sit, rules, line, there):
    """Another one where it is created, for each of two that are."""
    table = make(sit, rules, line, effect="create(brassbug, in_=all(you.expeditions))")
    assert names(table) == ["Brassbug"] * there
    if "once" not in line:
        assert len(table.zone("A", "hero_expedition")) == there // 2


@RULES
def test_more_of_the_same_in_landmarks_of_another(sit, rules):
    line = "instead(creates(you)): create(it, 2)"
    table = make(sit, rules, line, effect="create(aerolith, in_=opponent.landmarks)")
    assert table.zone("B", "landmarks") == ["Aerolith", "Aerolith"]


@RULES
def test_the_token_that_is_foreseen_leaves_nothing_behind(sit, rules):
    """A filter leaves no trace in the bytes of an object."""
    lines = ["cant(creates(you, animal))", "cant(creates(opponent))"]
    tables = [make(sit, rules, line) for line in lines]
    one, other = (table.game.record["obj"].tobytes() for table in tables)
    assert one == other


def test_what_cannot_be_said_of_what_is_not_there(sit):
    table = sit()
    table.card("Rule", **GROUND, abilities=["instead(creates(you)): gain(it, boost=1)"])
    table.player("A").landmarks("Rule")
    with pytest.raises(UnsupportedCardError, match="not yet there"):
        table.begin()
