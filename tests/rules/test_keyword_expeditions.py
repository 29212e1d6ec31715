"""Expeditions: Ascend, moving, In Contact, ahead and behind, attempting (5.0, 7.3 and 7.5)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
SPELL = {"type": "spell", "cost": "1/1"}


def cast(table, effect):
    """A Spell of A with this effect, which A can play."""
    table.card("Decree", **SPELL, abilities=[f"effect: {effect}"])
    return table.player("A").hand("Decree").mana(1)


@cites("5.0:2.4.1.a", "5.0:7.3.3.a")
@RULES
def test_ascending_is_gaining_the_status(sit, rules):
    """7.3.3.a."""
    table = sit(rules)
    table.player("A").hand("Gargoyle C").mana(2)
    table.begin()
    table.act("A", "play Gargoyle to hero", "A companion")
    assert table.ascended("A", "companion")
    assert not table.ascended("A", "hero")


@cites("5.0:2.4.3", "keyword/ascend")
@RULES
def test_an_ascended_expedition_wins_ties(sit, rules):
    """7.3.3.a: the effect of the status, until Rest."""
    table = sit(rules)
    cast(table, "gain(you.hero_expedition, ascended)")
    for player in "AB":
        table.player(player).hero_expedition("Filler").companion_expedition("Filler")
    table.begin()
    table.act("A", "play Decree")
    table.pass_turns()
    assert (table.progress("A", "hero"), table.progress("A", "companion")) == (1, 0)
    assert table.progress("B", "hero") == 0
    table.until("morning")
    assert not table.ascended("A", "hero")


@cites("5.0:7.5.3.a")
@RULES
def test_mandjet_turns_another_ascent_into_a_resupply(sit, rules):
    """The example of 7.5.3: an attempt is an instruction that cannot be followed."""
    table = sit(rules)
    table.player("A").landmarks("Mandjet R1").hand("Gargoyle C").mana(2)
    table.begin()
    table.act("A", "use Mandjet", "A hero")
    assert table.zone("A", "reserve") == []
    table.act("A", "play Gargoyle to hero", "A hero")
    assert table.zone("A", "reserve") == ["Filler"]
    assert table.ascended("A", "hero")


@cites("5.0:7.5.3.a")
@pytest.mark.parametrize("target", ["A companion", "B hero"])
@RULES
def test_only_a_failing_ascent_of_yours_is_an_attempt(sit, rules, target):
    """7.5.3.a: not one that works, nor an opponent's."""
    table = sit(rules)
    table.player("A").landmarks("Mandjet R1", "Mandjet C").hand("Gargoyle C").mana(2)
    table.begin()
    table.act("A", "use Mandjet R1", "A hero" if target[0] == "A" else target)
    table.act("A", "play Gargoyle to hero", target)
    assert table.zone("A", "reserve") == []


@cites("5.0:7.3.24.a", "effect/move an expedition")
@RULES
def test_backwards_is_towards_where_it_came_from(sit, rules):
    """7.3.24.a, for either Expedition."""
    table = sit(rules)
    cast(table, "move(you.expeditions, -1)").regions(hero=3, companion=2)
    table.begin()
    table.act("A", "play Decree")
    assert (table.progress("A", "hero"), table.progress("A", "companion")) == (2, 1)


@cites("5.0:7.3.24.b", "5.0:7.3.24.c", "5.0:7.3.25.c", "5.0:7.3.25.d")
@pytest.mark.parametrize(("start", "steps", "end"), [(0, -1, 0), (1, -3, 0), (7, 1, 7), (6, 3, 7)])
@RULES
def test_no_expedition_leaves_the_adventure(sit, rules, start, steps, end):
    """7.3.24.b, 7.3.24.c, 7.3.25.c, 7.3.25.d."""
    table = sit(rules)
    cast(table, f"move(you.hero_expedition, {steps})").regions(hero=start)
    table.begin()
    table.act("A", "play Decree")
    assert table.progress("A", "hero") == end


@cites("5.0:7.3.24.b", "5.0:7.3.25.c")
@pytest.mark.parametrize(("start", "steps"), [(0, -1), (7, 1)])
@RULES
def test_a_move_that_cannot_happen_is_no_event(sit, rules, start, steps):
    """7.3.24.b, 7.3.25.c: "nothing happens"."""
    table = sit(rules)
    table.card("Horn", type="landmark_permanent", abilities=["when(moves(expeditions)): draw(1)"])
    cast(table, f"move(you.hero_expedition, {steps})").regions(hero=start).landmarks("Horn")
    table.begin()
    table.act("A", "play Decree")
    assert table.zone("A", "hand") == []


@cites("5.0:7.3.25.a", "5.0:7.5.8.a", "effect/move an expedition")
@RULES
def test_forward_is_towards_the_other_end(sit, rules):
    """7.3.25.a, and the region it then is in."""
    table = sit(rules)
    cast(table, "move(all(you.expeditions), 1)")
    table.begin()
    table.act("A", "play Decree")
    regions = [e.region for e in table.game.view().players[0].expeditions]
    assert regions == [1, 6]


@cites("5.0:7.3.25.b")
@RULES
def test_tumult_cards_on_the_way_are_flipped(sit, rules):
    """7.3.25.b: moved into or passed, face-up; those beyond stay face-down."""
    table = sit(rules)
    cast(table, "move(you.hero_expedition, 3)")
    table.begin()
    assert table.region(1) == frozenset()
    table.act("A", "play Decree")
    assert [number for number in range(1, 7) if table.region(number)] == [1, 2, 3, 4]


@cites("5.0:7.3.24.d", "5.0:7.3.25.e")
@pytest.mark.parametrize("steps", [1, -1])
@RULES
def test_nothing_moves_in_the_arena(sit, rules, steps):
    """7.3.24.d, 7.3.25.e."""
    table = sit(rules)
    table.arena()
    cast(table, f"move(you.hero_expedition, {steps})")
    table.begin()
    table.act("A", "play Decree")
    assert table.progress("A", "hero") == 0


@RULES
def test_several_regions_at_once_are_one_move(sit, rules):
    """7.3.25.a: a Reaction to moving happens once."""
    table = sit(rules)
    table.card("Horn", type="landmark_permanent", abilities=["when(moves(expeditions)): draw(1)"])
    cast(table, "move(you.hero_expedition, 2)").landmarks("Horn")
    table.begin()
    table.act("A", "play Decree")
    assert len(table.zone("A", "hand")) == 1


POSITION = "J: (if_(is_(me.expedition, {0}), draw(1)), if_(me.expedition.{0}, draw(1)))"


@cites("5.0:7.5.2.a", "5.0:7.5.2.b", "5.0:7.5.2.c")
@pytest.mark.parametrize(
    ("word", "mine", "theirs", "drawn"),
    [
        ("ahead", 2, 1, 2),
        ("ahead", 1, 1, 0),
        ("behind", 0, 1, 2),
        ("behind", 1, 0, 0),
        ("tied", 2, 2, 2),
        ("tied", 2, 1, 0),
    ],
)
@RULES
def test_ahead_behind_and_tied_compare_with_what_faces(sit, rules, word, mine, theirs, drawn):
    """7.5.2.a, 7.5.2.b, 7.5.2.c: distances from the own start."""
    table = sit(rules)
    table.card("Scale", abilities=[POSITION.format(word)])
    table.player("A").hand("Scale").mana(1).regions(hero=mine)
    table.player("B").regions(hero=theirs, companion=7)
    table.begin()
    table.act("A", "play Scale to hero")
    assert len(table.zone("A", "hand")) == drawn


@cites("5.0:7.5.2.d")
@pytest.mark.parametrize(("word", "drawn"), [("ahead", 0), ("behind", 0), ("tied", 2)])
@RULES
def test_all_expeditions_are_tied_in_the_arena(sit, rules, word, drawn):
    """7.5.2.d."""
    table = sit(rules)
    table.arena()
    table.card("Scale", abilities=[POSITION.format(word)])
    table.player("A").hand("Scale").mana(1)
    table.begin()
    table.act("A", "play Scale to hero")
    assert len(table.zone("A", "hand")) == drawn


@cites("5.0:7.5.9.a", "5.0:7.5.9.b", "keyword/in contact")
@pytest.mark.parametrize(
    ("mine", "theirs", "drawn"),
    [({}, {}, 1), ({"hero": 1}, {}, 0), ({"hero": 3}, {"companion": 4}, 1), ({}, {"hero": 1}, 0)],
)
@RULES
def test_in_contact_is_sharing_a_region_with_another_player(sit, rules, mine, theirs, drawn):
    """7.5.9.a, 7.5.9.b."""
    table = sit(rules)
    table.card("Hand", abilities=["J: if_(me.in_contact, draw(1))"])
    table.player("A").hand("Hand").mana(1).regions(**mine)
    table.player("B").regions(**theirs)
    table.begin()
    table.act("A", "play Hand to hero")
    assert len(table.zone("A", "hand")) == drawn


@cites("5.0:7.5.9.a")
@RULES
def test_your_own_expeditions_do_not_touch(sit, rules):
    """7.5.9.a: "of another player"."""
    table = sit(rules)
    table.card("Hand", abilities=["J: if_(me.in_contact, draw(1))"])
    table.player("A").hand("Hand").mana(1).regions(hero=3, companion=4)
    table.begin()
    table.act("A", "play Hand to hero")
    assert table.zone("A", "hand") == []


@cites("5.0:7.5.7.a")
@pytest.mark.parametrize(("mine", "fails"), [(["Filler"], 1), ([], 2)])
@RULES
def test_failing_is_not_moving_forward_in_progress(sit, rules, mine, fails):
    """7.5.7.a: each Expedition that does not move has failed."""
    table = sit(rules)
    line = "when(fails(you.expeditions)): gain(me, luck=1)"
    table.card("Log", type="landmark_permanent", abilities=[line])
    table.player("A").landmarks("Log").hero_expedition(*mine)
    table.begin()
    table.pass_turns()
    assert table.find("Log").counters == {"luck": fails}


@cites("5.0:7.5.7.a")
@RULES
def test_nothing_fails_in_a_tiebreaker(sit, rules):
    """7.5.7.a: "unless tiebreakers have started"."""
    table = sit(rules)
    table.arena()
    line = "when(fails(you.expeditions)): gain(me, luck=1)"
    table.card("Log", type="landmark_permanent", abilities=[line])
    table.player("A").landmarks("Log")
    table.begin()
    table.pass_turns()
    assert table.find("Log").counters == {}


@cites("5.0:7.5.8.b", "5.0:7.5.8.c")
@RULES
def test_an_object_is_in_the_terrains_of_its_region(sit, rules):
    """7.5.8.a, 7.5.8.b, 7.5.8.c: for a Gigantic one either Expedition will do."""
    table = sit(rules)
    line = "J: if_(is_(me, in_(forest)), draw(1))"
    table.card("Deer", abilities=[line])
    table.card("Moose", abilities=["gigantic", line])
    table.terrain(1, "forest")
    table.terrain(5, "water")
    table.player("A").hand("Deer", "Deer", "Moose").mana(3).regions(hero=1, companion=2)
    table.begin()
    table.act("A", "play Deer to companion")
    assert "Filler" not in table.zone("A", "hand")
    table.act("B", "pass")
    table.act("A", "play Deer to hero")
    assert table.zone("A", "hand").count("Filler") == 1
    table.act("A", "play Moose to companion")
    assert table.zone("A", "hand").count("Filler") == 2


@RULES
def test_a_terrain_marker_replaces_the_terrain(sit, rules):
    """The Hero who begins with three of them; each is used once."""
    table = sit(rules)
    table.player("A").hero_expedition("Filler")
    table.card("Painter", type="landmark_permanent", abilities=[
        "J: gain(me, water_marker=2)",
        "T: if_(m := spend(marker=1), place(m, target(region, visible)))",
    ])  # fmt: skip
    table.player("A").hand("Painter").mana(1)
    table.begin()
    table.act("A", "play Painter")
    table.act("B", "pass")
    table.act("A", "use Painter", "region 0")
    assert table.region(0) == {"water"}
    assert table.find("Painter").counters == {"water_marker": 1}
