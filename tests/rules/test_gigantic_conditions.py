"""A condition on "my Expedition" of a Gigantic object, 5.0 7.4.4.k: both must satisfy it, and the
effect happens once. A condition on the object, 7.5.8.c and 7.5.9.b: one is enough."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
FAILS = "when(fails(me.expedition, during=dusk)): create(aerolith, in_=you.landmarks)"
MOVES = "when(moves(me.expedition)): create(aerolith, in_=you.landmarks)"


def made(table):
    """The number of tokens that the Reaction has made."""
    return len(table.zone("A", "landmarks"))


@cites("2024.09:7.4.3.f", "5.0:7.4.4.k")
@pytest.mark.parametrize(
    ("line", "facing", "tokens"),
    [
        (FAILS, ("Filler", "Filler"), 1),
        (FAILS, ("Filler", None), 0),
        (FAILS, (None, None), 0),
        (MOVES, (None, None), 1),
        (MOVES, (None, "Filler"), 0),
        (MOVES, ("Filler", "Filler"), 0),
    ],
)
@RULES
def test_a_trigger_on_my_expedition_holds_for_both_and_resolves_once(
    sit, rules, line, facing, tokens
):
    table = sit(rules)
    table.card("Golem", stats="1/1/1", abilities=["gigantic", line])
    table.player("A").hero_expedition("Golem")
    for way, name in zip(("hero_expedition", "companion_expedition"), facing, strict=True):
        if name:
            getattr(table.player("B"), way)(name)
    table.begin("dusk")
    assert made(table) == tokens


@cites("2024.09:7.4.3.f", "5.0:7.4.4.k")
@RULES
def test_both_at_different_times_are_not_both(sit, rules):
    """One moves and then the other: no event in which both do."""
    table = sit(rules)
    lines = [
        "gigantic",
        MOVES,
        "J: (move(you.hero_expedition, 1), move(you.companion_expedition, 1))",
    ]
    table.card("Golem", abilities=lines)
    table.player("A").mana(1).reserve("Golem")
    table.begin()
    table.act("A", "play Golem to hero")
    assert (table.progress("A", "hero"), table.progress("A", "companion")) == (1, 1)
    assert made(table) == 0


@cites("2024.09:7.4.3.f", "5.0:7.4.4.k")
@RULES
def test_both_in_one_step_are_both(sit, rules):
    table = sit(rules)
    table.card("Golem", abilities=["gigantic", MOVES, "J: move(me.expedition, 1)"])
    table.player("A").mana(1).hand("Golem")
    table.begin()
    table.act("A", "play Golem to hero")
    assert made(table) == 1


@cites("2024.09:7.4.3.f", "5.0:7.4.4.k")
@pytest.mark.parametrize("facing", ["Filler", None])
@RULES
def test_so_it_is_with_the_expedition_facing_me_and_due_to_what(sit, rules, facing):
    """It moves due to forest; the other one moves due to something else."""
    table = sit(rules)
    line = "when(moves(me.expedition.facing, due_to=forest)): create(aerolith, in_=you.landmarks)"
    table.card("Golem", stats="0/0/0", abilities=["gigantic", line])
    table.card("Tree", stats="1/0/0")
    table.card("Hill", stats="0/1/0")
    table.player("A").companion_expedition("Golem")
    table.player("B").hero_expedition("Tree").companion_expedition("Tree" if facing else "Hill")
    table.begin("dusk")
    assert (table.progress("B", "hero"), table.progress("B", "companion")) == (1, 1)
    assert made(table) == (1 if facing else 0)


@cites("2024.09:7.4.3.f", "5.0:7.4.4.h", "5.0:7.4.4.k")
@RULES
def test_what_the_trigger_was_about_is_both_and_one_of_them_is_picked(sit, rules):
    """7.4.4.h: where a token is created, one of the Expeditions is picked."""
    table = sit(rules)
    then = "later(create(ordis_recruit, in_=it), after=rest)"
    line = f"when(moves(me.expedition, due_to=ascended)): {then}"
    table.card("Golem", stats="1/1/1", abilities=["gigantic", line])
    up = "at(dusk): gain(all(you.expeditions), ascended)"
    table.card("Wing", type="landmark_permanent", abilities=[up])
    table.player("A").hero_expedition("Golem").landmarks("Wing")
    for way in ("hero_expedition", "companion_expedition"):
        getattr(table.player("B"), way)("Filler")
    table.begin("dusk")
    table.choose("A", "A companion")
    assert [seen.expedition for seen in table.all("Ordis Recruit")] == ["companion"]


@cites("2024.09:7.4.3.f", "5.0:7.4.4.k")
@pytest.mark.parametrize(("blocked", "moved"), [(False, (2, 2)), (True, (1, 0))])
@RULES
def test_a_replacement_of_my_expedition_s_move_asks_for_both(sit, rules, blocked, moved):
    table = sit(rules)
    line = "instead(moves(me.expedition, during=dusk)): move(it, n + 1)"
    table.card("Golem", stats="1/1/1", abilities=["gigantic", line])
    table.player("A").hero_expedition("Golem")
    if blocked:
        table.player("B").companion_expedition("Filler")
    table.begin("dusk")
    assert (table.progress("A", "hero"), table.progress("A", "companion")) == moved


@cites("2024.09:7.4.3.f", "5.0:7.4.4.k")
@pytest.mark.parametrize(("die", "moved"), [(6, (2, 2)), (2, (1, 1)), (1, (0, 0))])
@RULES
def test_one_die_is_rolled_for_both(sit, rules, die, moved):
    table = sit(rules)
    table.player("A").companion_expedition("Eat Me Energy Bars C", "Eris R1")
    table.dice(die, 7 - die)
    table.begin("dusk")
    assert (table.progress("A", "hero"), table.progress("A", "companion")) == moved


@cites("2024.09:7.4.3.f", "5.0:7.4.4.k")
@RULES
def test_one_more_is_more_than_each_was_to_move(sit, rules):
    """One of the two moves was already modified by an effect on that Expedition alone."""
    table = sit(rules)
    more = "instead(moves(me.expedition, during=dusk)): move(it, n + 1)"
    table.card("Sleigh", type="expedition_permanent", abilities=[more])
    table.card("Golem", stats="1/1/1", abilities=["gigantic", more])
    table.player("A").hero_expedition("Golem", "Sleigh")
    table.begin("dusk")
    while table.decision == "modifier":
        table.choose("A", "Sleigh")
    assert (table.progress("A", "hero"), table.progress("A", "companion")) == (3, 2)


@cites("2024.09:7.4.3.f", "5.0:7.4.4.k")
@RULES
def test_a_cost_is_paid_once_for_both(sit, rules):
    table = sit(rules)
    line = "instead(moves(me.expedition), cost=discard(me)): draw(2)"
    table.card("Golem", stats="1/1/1", abilities=["gigantic", line])
    table.player("A").hero_expedition("Golem")
    table.begin("dusk")
    table.choose("A", "yes")
    assert (table.progress("A", "hero"), table.progress("A", "companion")) == (0, 0)
    assert len(table.zone("A", "hand")) == 2 + 2  # and those of the next Morning


@cites("5.0:7.5.8.c")
@pytest.mark.parametrize("version", ["C", "R1"])
@pytest.mark.parametrize("up", [0, 1, 2])
@RULES
def test_in_an_ascended_expedition_is_who_is_in_one(sit, rules, version, up):
    """7.5.8.c: a Character is where at least one of its Expeditions is."""
    table = sit(rules)
    table.card("Lift", type="spell", abilities=["effect: gain(target(expedition), ascended)"])
    hand = ["Lift"] * up + ["Ascended Trooper C" if version == "C" else "Ascended Trooper R1"]
    table.player("A").hand(*hand).mana(9).hero_expedition("Eat Me Energy Bars C")
    table.begin()
    for way in ("A companion", "A hero")[:up]:
        table.act("A", "play Lift", way)
        table.act("B", "pass") if table.decider == "B" else None
    table.act("A", "play Ascended Trooper to hero")
    assert table.find("Ascended Trooper").boosts == (1 if up else 0)
    assert table.ascended("A", "companion") and table.ascended("A", "hero") is (up != 1)


@cites("5.0:7.4.4.k")
@pytest.mark.parametrize(
    ("up", "fleeting"), [(("A hero",), True), (("A hero", "A companion"), False)]
)
@RULES
def test_my_expedition_is_ascended_if_both_are(sit, rules, up, fleeting):
    """7.4.4.k, in "unless my Expedition is Ascended"."""
    table = sit(rules)
    table.card("Lift", type="spell", abilities=["effect: gain(target(expedition), ascended)"])
    table.card(
        "Golem", abilities=["gigantic", "H: if_(not me.expedition.ascended, gain(me, fleeting))"]
    )
    table.player("A").hand(*["Lift"] * len(up), "Golem").mana(9)
    table.begin()
    for way in up:
        table.act("A", "play Lift", way)
        table.act("B", "pass") if table.decider == "B" else None
    table.act("A", "play Golem to hero")
    assert ("fleeting" in table.find("Golem").statuses) is fleeting
