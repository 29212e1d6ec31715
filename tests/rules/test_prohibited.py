"""Prohibitions: gaining counters, moving, readying (1.4.1)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
GROUND = {"type": "landmark_permanent", "cost": "1/1"}
FREE = {"type": "spell", "cost": "0/0"}


def inspected(sit, rules, line, effect):
    """B's Inspector forbids something; A plays a Spell that would do it."""
    table = sit(rules)
    table.card("Inspector", abilities=[line])
    table.card("Work", **FREE, abilities=[f"effect: {effect}"])
    table.player("B").hero_expedition("Inspector").hand("Filler").mana(1)
    table.player("A").hand("Work")
    return table


@cites("passive/cannot gain counters")
@RULES
def test_cards_in_a_reserve_cannot_gain_counters(sit, rules):
    """Health Inspector: those of the opponent, any counter; not statuses."""
    table = inspected(
        sit,
        rules,
        "cant(gains(card, opponent.reserve, counter))",
        "gain(all(card, play | reserve, ~hero), exhausted, boost=1, kelon=2)",
    )
    table.player("A").reserve("Filler", boosts=1).hero_expedition("Filler")
    table.player("B").reserve("Filler")
    table.begin()
    table.act("A", "play Work")
    mine, theirs = table.find("A Filler in reserve"), table.find("B Filler in reserve")
    assert (mine.boosts, dict(mine.counters), mine.statuses) == (1, {}, {"exhausted"})
    assert (theirs.boosts, dict(theirs.counters)) == (1, {"kelon": 2})
    assert table.find("Filler in hero").boosts == 1


@cites("5.0:2.5.1.a")
@RULES
def test_cards_with_counters_cannot_gain_more(sit, rules):
    """The rare one: in play or in Reserve, boosts being counters (2.5.1.a); not the Heroes."""
    table = inspected(
        sit,
        rules,
        "cant(gains(card, play | reserve, counters > 0, counter))",
        "gain(all(card, you.play | you.reserve), boost=1); gain(all(hero), luck=1);"
        " gain(all(hero), luck=1); gain(all(card, you.play | you.reserve), kelon=1)",
    )
    table.player("A").reserve("Filler", counters={"kelon": 1}).hero_expedition("Filler")
    table.begin()
    table.act("A", "play Work")
    assert dict(table.find("Filler in reserve").counters) == {"kelon": 1}
    assert table.find("Filler in reserve").boosts == 0
    assert (table.find("Filler in hero").boosts, dict(table.find("Filler in hero").counters)) == (
        1,
        {},
    )


@pytest.mark.parametrize(
    "effect", ["augment(target(character))", "double(target(character), boost)"]
)
@RULES
def test_nor_in_other_ways(sit, rules, effect):
    line = "cant(gains(card, play | reserve, counters > 0, counter))"
    table = inspected(sit, rules, line, effect)
    table.player("A").hero_expedition("Filler", boosts=2)
    table.begin()
    table.act("A", "play Work", "Filler")
    assert table.find("Filler in hero").boosts == 2


@RULES
def test_what_is_kept_is_not_gained(sit, rules):
    """A boosted card that is played from Reserve keeps its boosts (2.5.l)."""
    table = inspected(sit, rules, "cant(gains(card, play, counter))", "draw(1)")
    table.player("A").reserve("Filler", boosts=2).mana(1)
    table.begin()
    table.act("A", "play Filler to hero")
    assert table.find("Filler in hero").boosts == 2


@cites("5.0:1.4.1.b")
@RULES
def test_a_cost_that_cannot_be_is_not_paid(sit, rules):
    """1.4.1.b."""
    table = inspected(
        sit,
        rules,
        "cant(gains(card, opponent.play, counter))",
        "if_(may(gain(choose(character, you.play), boost=1)), draw(1), else_=resupply())",
    )
    table.player("A").hero_expedition("Filler")
    table.begin()
    table.act("A", "play Work")
    if table.decider == "A":
        table.choose("A", "done")
    assert table.zone("A", "hand") == []


# Moving forward. Regions: 0 has all terrains, 1 forest, 2 mountain and water.


def facing_wisp(sit, rules, stats, region, *lines, boosts=0):
    """A's Walker faces B's Wisp at Dusk; how far A's Hero Expedition has moved."""
    table = sit(rules)
    table.card("Walker", stats=stats)
    line = "cant(moves(me.expedition.facing, in_(water), during=dusk, due_to=~water))"
    table.card("Wisp", stats="0/0/2", abilities=[*lines, line])
    table.player("A").hero_expedition("Walker").companion_expedition("Walker")
    table.player("A").regions(hero=region)
    table.player("B").hero_expedition("Wisp")
    return table


@cites("passive/expedition cannot move")
@pytest.mark.parametrize(
    ("stats", "region", "moves"),
    [
        ("3/3/1", 0, 0),  # more forest and mountain, but less water
        ("3/3/2", 0, 0),  # as much water
        ("0/0/3", 0, 1),  # more water
        ("3/3/3", 0, 1),
        ("3/0/0", 1, 1),  # not in water
        ("0/3/0", 2, 0),
        ("0/0/3", 2, 1),
    ],
)
@RULES
def test_an_expedition_in_water_moves_only_due_to_water(sit, rules, stats, region, moves):
    """Will-o'-the-Wisp (4.2.4.d); the other Expedition, which it does not face, is free."""
    table = facing_wisp(sit, rules, stats, region)
    table.begin("dusk")
    assert table.progress("A", "hero") == region + moves
    assert table.progress("A", "companion") == 1


@RULES
def test_a_tie_in_water_is_enough_for_an_ascended_expedition(sit, rules):
    """4.2.4.e; due to Ascension it moves only if it is the water that is tied (4.2.4.k)."""
    for stats, moves, tied in (("0/0/2", 1, 1), ("3/3/2", 1, 1), ("0/0/3", 1, 0), ("0/0/1", 0, 0)):
        table = facing_wisp(sit, rules, stats, 0)
        table.card("Rise", **FREE, abilities=["effect: gain(you.hero_expedition, ascended)"])
        line = "when(moves(you.expeditions, due_to=ascended)): gain(me, kelon=1)"
        table.card("Sign", **GROUND, abilities=[line])
        table.player("A").hand("Rise").landmarks("Sign")
        table.begin()
        table.act("A", "play Rise")
        table.pass_turns()
        table.until("night")
        assert table.progress("A", "hero") == moves
        assert table.find("Sign").counters.get("kelon", 0) == tied


@cites("5.0:4.2.4.c")
@RULES
def test_a_tie_in_what_is_ignored_is_no_ascension(sit, rules):
    """Forest is tied and ignored; it moves due to water alone (4.2.4.c, 4.2.4.k)."""
    table = sit(rules)
    table.card("Walker", stats="2/0/3")
    table.card(
        "Wisp", stats="2/0/2", abilities=["cant(moves(me.expedition.facing, due_to=forest))"]
    )
    table.card("Rise", **FREE, abilities=["effect: gain(you.hero_expedition, ascended)"])
    line = "when(moves(you.expeditions, due_to=ascended)): gain(me, kelon=1)"
    table.card("Sign", **GROUND, abilities=[line])
    table.player("A").hero_expedition("Walker").hand("Rise").landmarks("Sign")
    table.player("B").hero_expedition("Wisp")
    table.begin()
    table.act("A", "play Rise")
    table.pass_turns()
    table.until("night")
    assert table.progress("A", "hero") == 1
    assert table.find("Sign").counters == {}


@cites("5.0:4.2.4.d")
@pytest.mark.parametrize(("at", "moves"), [("afternoon", 1), ("dusk", 0)])
@RULES
def test_other_reasons_to_move_at_dusk(sit, rules, at, moves):
    """4.2.4.d: "it cannot move forward for other reasons than Progress", during Dusk."""
    table = facing_wisp(sit, rules, "0/0/0", 0)
    table.card("Push", **GROUND, abilities=[f"at({at}): move(you.hero_expedition, 1)"])
    table.player("A").landmarks("Push")
    table.begin(at)
    assert table.progress("A", "hero") == moves


@RULES
def test_a_gigantic_wisp_looks_at_each_expedition(sit, rules):
    table = facing_wisp(sit, rules, "3/3/1", 1, "gigantic")
    table.begin("dusk")
    assert (table.progress("A", "hero"), table.progress("A", "companion")) == (2, 0)


@RULES
def test_no_expedition_can_move_this_day(sit, rules):
    """Celebration Day, the rare one; the next Day they can."""
    table = sit(rules)
    table.card(
        "Feast", **FREE, abilities=["effect: ongoing({cant(moves(all(expedition)))}, this=day)"]
    )
    table.card("Step", **FREE, abilities=["effect: move(you.hero_expedition, 1)"])
    table.card("Walker", stats="3/3/3", abilities=["eternal"])
    table.player("A").hero_expedition("Walker").hand("Feast")
    table.player("B").companion_expedition("Walker").hand("Step", "Filler")
    table.begin()
    table.act("A", "play Feast")
    table.act("B", "play Step")
    table.pass_turns()
    table.until("night")
    assert [table.progress(p, e) for p in "AB" for e in ("hero", "companion")] == [0, 0, 0, 0]
    table.until("afternoon")
    table.pass_turns()
    table.until("night")
    assert [table.progress(p, e) for p in "AB" for e in ("hero", "companion")] == [1, 0, 0, 1]


@pytest.mark.parametrize(
    ("who", "moved"),
    [
        ("you.hero_expedition", [0, 1, 1, 1]),
        ("expedition, behind", [1, 1, 0, 1]),
        ("expedition, in_(only(forest))", [0, 1, 1, 1]),
        ("opponent.expeditions, ~behind", [1, 1, 1, 0]),
        ("expeditions", [0, 0, 0, 0]),
    ],
)
@RULES
def test_which_expeditions_cannot_move(sit, rules, who, moved):
    """A's Hero Expedition is ahead of B's, in a forest; the Companions are tied."""
    table = sit(rules)
    table.card("Law", **FREE, abilities=[f"effect: ongoing({{cant(moves({who}))}}, this=day)"])
    line = "at(dusk): move(all(expedition), 1)"
    table.card("Wind", **GROUND, abilities=[line])
    table.player("A").landmarks("Wind").hand("Law").regions(hero=1)
    table.begin()
    table.act("A", "play Law")
    before = [table.progress(p, e) for p in "AB" for e in ("hero", "companion")]
    table.pass_turns()
    table.until("night")
    after = [table.progress(p, e) for p in "AB" for e in ("hero", "companion")]
    assert [b - a for a, b in zip(before, after, strict=True)] == moved


@RULES
def test_my_other_expedition_and_the_one_facing_it(sit, rules):
    """Issitoq."""
    table = sit(rules)
    line = "cant(moves(me.expedition.other | me.expedition.other.facing))"
    table.card("Issitoq", stats="3/0/0", abilities=[line])
    table.card("Walker", stats="3/3/3")
    table.player("A").hero_expedition("Issitoq").companion_expedition("Walker")
    table.begin("dusk")
    assert (table.progress("A", "hero"), table.progress("A", "companion")) == (1, 0)


@RULES
def test_the_one_facing_my_other_expedition(sit, rules):
    table = sit(rules)
    line = "cant(moves(me.expedition.other | me.expedition.other.facing))"
    table.card("Issitoq", stats="3/0/0", abilities=[line])
    table.card("Walker", stats="3/3/3")
    table.player("A").hero_expedition("Issitoq")
    table.player("B").companion_expedition("Walker").hero_expedition("Walker")
    table.begin("dusk")
    assert (table.progress("B", "hero"), table.progress("B", "companion")) == (1, 0)


@cites("duration/during a phase")
@RULES
def test_characters_in_reserve_are_not_readied_in_the_morning(sit, rules):
    """The Snow Queen: an effect readies them, in another phase; Permanents are readied."""
    table = sit(rules)
    table.card("Queen", abilities=["eternal", "cant(readies(character, reserve, during=morning))"])
    table.card("Thaw", **FREE, abilities=["effect: ready(all(card, reserve))"])
    table.card("Rock", **GROUND)
    table.player("A").hero_expedition("Queen").hand("Thaw")
    table.player("B").hero_expedition("Filler", exhausted=True).reserve("Filler", exhausted=True)
    table.player("B").reserve("Rock", exhausted=True)
    table.begin("morning", first="B")
    assert "exhausted" in table.find("B Filler in reserve").statuses
    assert table.find("Rock").statuses == frozenset()
    assert table.find("B Filler in hero").statuses == frozenset()
    table.until("afternoon")
    table.act("A", "play Thaw")
    assert table.find("B Filler in reserve").statuses == frozenset()
