"""Activated abilities and spent counters: Reactions, counts and prohibitions."""

from __future__ import annotations

import pytest

from altered_env.game.errors import IllegalActionError
from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
GROUND = {"type": "landmark_permanent", "cost": "1/1"}


def with_tools(sit, rules, *lines):
    """A has three tools with {T}, three scouts in Reserve with {D}, a Landmark for each line."""
    table = sit(rules)
    table.card("Tool", abilities=["T: resupply()"])
    table.card("Scout", support=["D: discard(top(you.deck))"])
    for number, line in enumerate(lines, 1):
        table.card(f"Rule {number}", **GROUND, abilities=[line])
        table.player("A").landmarks(f"Rule {number}")
    table.player("A").hero_expedition("Tool", "Tool", "Tool").reserve("Scout", "Scout", "Scout")
    for player in "AB":
        table.player(player).hand("Filler").mana(1)
    return table


def kelon(table, number=1):
    return table.find(f"Rule {number}").counters.get("kelon", 0)


def use(table, player, *names):
    """Quick actions one after the other."""
    for name in names:
        table.act(player, f"use {name}")


@RULES
@cites("trigger/ability activated")
def test_each_time_such_an_ability_is_activated(sit, rules):
    table = with_tools(sit, rules, "when(activates(T)): gain(me, kelon=1)")
    table.begin()
    use(table, "A", "Tool #1", "Scout #1", "Tool #1")
    assert kelon(table) == 2


@RULES
def test_what_is_paid_for_the_ability_does_not_hide_it(sit, rules):
    """{D} discards the card whose ability it is; the event knows the card as it was (6.3.j)."""
    table = with_tools(
        sit,
        rules,
        "when(activates(D, you, base_cost <= 1)): gain(me, kelon=1)",
        "when(activates(D | T, card, ~hero)): gain(me, kelon=1)",
        "when(activates(D, opponent)): gain(me, kelon=1)",
    )
    table.begin()
    table.act("A", "use Scout #1", "Rule 1")
    assert [kelon(table, n) for n in (1, 2, 3)] == [1, 1, 0]


@RULES
def test_an_ability_that_is_my_own(sit, rules):
    table = sit(rules)
    lines = ["T: draw(1)", "when(activates(T, me)): gain(me, boost=1)"]
    table.card("Tool", abilities=lines)
    table.player("A").hero_expedition("Tool", "Tool").hand("Filler").mana(1)
    table.begin()
    table.act("A", "use Tool #1")
    assert sorted(seen.boosts for seen in table.all("Tool")) == [0, 1]


@pytest.mark.parametrize(("names", "times"), [(1, 0), (2, 1), (3, 1)])
@RULES
def test_the_second_of_a_turn(sit, rules, names, times):
    """Smoke Them Out: "When two {D} abilities are activated"."""
    table = with_tools(sit, rules, "when(activates(D), nth=2, this=turn): gain(me, kelon=1)")
    table.begin()
    use(table, "A", *["Scout #1"] * names)
    assert kelon(table) == times


@RULES
def test_the_count_begins_anew_each_turn(sit, rules):
    table = with_tools(sit, rules, "when(activates(D), nth=2, this=turn): gain(me, kelon=1)")
    table.begin()
    use(table, "A", "Scout #1")
    table.act("A", "play Filler to hero")
    table.act("B", "pass")
    use(table, "A", "Scout #1")
    assert kelon(table) == 0
    use(table, "A", "Scout")
    assert kelon(table) == 1


@pytest.mark.parametrize(("this", "times"), [("turn", 1), ("you.turn", 0), ("opponent.turn", 1)])
@RULES
def test_on_one_of_your_turns(sit, rules, this, times):
    """On B's turn, B's Hero and tool are exhausted."""
    table = with_tools(sit, rules, f"when(activates(T), nth=2, this={this}): gain(me, kelon=1)")
    table.player("B").hero_expedition("Tool")
    table.begin(first="B")
    use(table, "B", "Idler", "Tool")
    assert kelon(table) == times


@RULES
def test_what_you_activate(sit, rules):
    table = with_tools(sit, rules, "when(activates(T, you), nth=2, this=turn): gain(me, kelon=1)")
    table.player("B").hero_expedition("Tool")
    table.begin(first="B")
    use(table, "B", "Idler", "Tool")
    assert kelon(table) == 0
    table.act("B", "pass")
    use(table, "A", "Idler", "Tool #1")
    assert kelon(table) == 1


@pytest.mark.parametrize(
    ("condition", "drawn"),
    [
        ("happened(activates(D), this=turn)", True),
        ("happened(activates(T), this=turn)", False),
        ("happened(activates(D | T), this=turn) == 1", True),
        ("happened(activates(D, opponent), this=turn)", False),
        ("happened(activates(D), this=you.turn)", True),
        ("happened(activates(D), this=opponent.turn)", False),
        ("happened(activates(T), this=day) == 1", True),
    ],
)
@RULES
def test_whether_one_was_activated(sit, rules, condition, drawn):
    """Corrupted Esmeralda, Lyra Fifer: this turn one {D}, B's turn before it one {T}."""
    table = with_tools(sit, rules)
    table.card("Fifer", cost="0/0", abilities=[f"J: if_({condition}, draw(1))"])
    table.player("A").hand("Fifer")
    table.begin(first="B")
    use(table, "B", "Idler")
    table.act("B", "pass")
    use(table, "A", "Scout #1")
    table.act("A", "play Fifer to hero")
    assert len(table.zone("A", "hand")) == (2 if drawn else 1)


@RULES
def test_not_to_be_played_unless_one_was_activated(sit, rules):
    table = with_tools(sit, rules)
    line = "while_(not happened(activates(D), this=turn)), cant(plays(you, me))"
    table.card("Esmeralda", cost="0/0", abilities=[line])
    table.player("A").hand("Esmeralda")
    table.begin()
    with pytest.raises(IllegalActionError):
        table.act("A", "play Esmeralda to hero")
    use(table, "A", "Scout #1")
    table.act("A", "play Esmeralda to hero")
    assert "Esmeralda" in table.zone("A", "hero_expedition")


@RULES
def test_the_next_time_one_is_activated(sit, rules):
    """The ability that says so is activated before it says so."""
    table = with_tools(sit, rules)
    line = "T: ongoing({when(activates(T)): gain(target(character), boost=1)}, this=turn, uses=1)"
    table.card("Feat", **GROUND, abilities=[line])
    table.player("A").landmarks("Feat")
    table.begin()
    table.act("A", "use Feat")
    assert table.decision == "turn"
    use(table, "A", "Scout #1")
    assert table.decision == "turn"
    table.act("A", "use Tool #1", "Tool #3")
    assert sorted(seen.boosts for seen in table.all("Tool")) == [0, 0, 1]
    table.act("A", "use Tool #1")
    assert sorted(seen.boosts for seen in table.all("Tool")) == [0, 0, 1]


@RULES
def test_an_ability_that_cannot_activate_is_not_offered(sit, rules):
    """1.4.1: of Characters of any controller; not that of the Hero."""
    table = with_tools(sit, rules, "cant(activates(T, character))")
    table.begin()
    with pytest.raises(IllegalActionError):
        table.act("A", "use Tool #1")
    use(table, "A", "Idler")
    assert len(table.zone("A", "hand")) == 2


SPENT = "when(spends(you, kelon)): gain(me, luck=n)"


def with_kelon(sit, rules, *lines, effect="T, spend(kelon=2): draw(1)"):
    """A's Cylinder with 5 Kelon counters, and a Landmark for each line."""
    table = sit(rules)
    table.card("Cylinder", **GROUND, abilities=[effect])
    table.player("A").landmarks("Cylinder", counters={"kelon": 5}).hand("Filler").mana(1)
    for number, line in enumerate(lines, 1):
        table.card(f"Rule {number}", **GROUND, abilities=[line])
        table.player("A").landmarks(f"Rule {number}")
    table.player("B").hand("Filler").mana(1)
    return table


@RULES
def test_counters_that_are_spent(sit, rules):
    """Those of that kind, by that player; spent counters are lost as well."""
    table = with_kelon(
        sit,
        rules,
        SPENT,
        "when(spends(opponent, kelon)): gain(me, luck=n)",
        "when(spends(you, arcane)): gain(me, luck=n)",
        "when(spends(you, counter)): gain(me, luck=n)",
        "when(loses(card, kelon)): gain(me, luck=n)",
    )
    table.begin()
    table.act("A", "use Cylinder", "Rule 1", "Rule 4")
    assert [table.find(f"Rule {n}").counters.get("luck", 0) for n in range(1, 6)] == [2, 0, 0, 2, 2]


@RULES
def test_counters_that_are_spent_in_an_effect(sit, rules):
    line = "at(noon): if_(may(spend(counter=1, of=choose(card, you.play))), draw(1))"
    table = with_kelon(sit, rules, SPENT, effect=line)
    table.begin("noon")
    table.choose("A", "yes")
    if table.decision == "objects":
        table.choose("A", "Cylinder")
    assert table.find("Cylinder").counters == {"kelon": 4}
    assert table.find("Rule 1").counters == {"luck": 1}


@RULES
def test_counters_that_are_lost_are_not_spent(sit, rules):
    table = with_kelon(sit, rules, SPENT, effect="T: lose(me, kelon=2)")
    table.begin()
    table.act("A", "use Cylinder")
    assert table.find("Cylinder").counters == {"kelon": 3}
    assert table.find("Rule 1").counters == {}
