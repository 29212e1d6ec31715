"""Passing by an effect: a player who has passed has no turn left to pass (1.3.2.d; 5.0 4.2.3.b to
e)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
GROUND = {"type": "landmark_permanent"}
GUEST = "effect: may(play(choose(card), free), by=opponent)"


def with_bells(table):
    """A Landmark of each player that counts how often its player passes."""
    table.card("Bell", **GROUND, abilities=["when(passes(you)): gain(me, kelon=1)"])
    for player in "AB":
        table.player(player).landmarks("Bell")
    return table


def rung(table):
    return [bell.counters.get("kelon", 0) for bell in table.all("Bell")]


@cites("5.0:4.2.3.b", "2024.09:1.3.2.d", "2024.09:ST-45")
@pytest.mark.parametrize("passed", [True, False])
@RULES
def test_of_all_players_those_pass_who_have_not(sit, rules, passed):
    table = with_bells(sit(rules))
    table.card("Curfew", type="spell", abilities=["effect: pass_(by=all(player))"])
    table.player("B").hand("Curfew").mana(1)
    table.begin(first="A" if passed else "B")
    if passed:
        table.act("A", "pass")
    table.act("B", "play Curfew")
    assert rung(table) == [1, 1]
    assert table.day == 3


@cites("5.0:4.2.3.b", "2024.09:1.3.2.d", "2024.09:ST-45")
@pytest.mark.parametrize(
    ("card", "boosts", "manaseeds"),
    [("Phileas Fogg R1", 0, 0), ("Nephele C", 0, 1), ("Nephele R1", 0, 0)],
)
@RULES
def test_who_has_passed_may_not_pass_again(sit, rules, card, boosts, manaseeds):
    """It is not offered: nothing depends on it as on something done."""
    table = with_bells(sit(rules))
    table.card("Guest", type="spell", abilities=[GUEST])
    table.player("B").hand("Guest").mana(1)
    table.player("A").reserve(card)
    table.begin()
    table.act("A", "pass")
    name = card.rsplit(" ", 1)[0]
    table.act("B", "play Guest")
    table.choose("A", name, "hero")
    assert table.decision == "turn"
    assert rung(table) == [1, 0]
    assert table.find(name).boosts == boosts
    assert len(table.all("Manaseed")) == manaseeds


@cites("5.0:4.2.3.b", "2024.09:1.3.2.d", "2024.09:ST-45")
@RULES
def test_wanax_does_not_pass_for_who_has_passed(sit, rules):
    table = with_bells(sit(rules))
    table.card("Guest", type="spell", abilities=[GUEST])
    table.player("B").hand("Guest").mana(1)
    table.player("A").hand("Wanax, Reka Hexarch E")
    table.begin()
    table.act("A", "pass")
    table.act("B", "play Guest")
    table.choose("A", "Wanax, Reka Hexarch", "hero")
    assert rung(table) == [1, 0]


@cites("2024.09:1.3.2.d")
@RULES
def test_a_feat_counts_no_second_pass(sit, rules):
    """For the player who passes last, it was the last pass: a further one is none."""
    table = sit(rules)
    line = "when(passes(you), last): gain(me, kelon=1)"
    table.card("Deed", **GROUND, subtypes=["feat"], abilities=[line])
    table.card("Gong", **GROUND, abilities=["at(dusk): pass_(by=all(player))"])
    table.player("A").landmarks("Deed", "Gong")
    table.begin(first="B")
    table.act("B", "pass")
    table.act("A", "pass")
    assert table.find("Deed").counters == {"kelon": 1}


@cites("5.0:4.2.3.e", "2024.09:ST-42", "2024.09:1.3.2.d")
@RULES
def test_another_player_s_pass_does_not_end_the_turn(sit, rules):
    """A player who made it by a quick action continues the turn: "this turn" effects last
    (4.2.3.e)."""
    table = with_bells(sit(rules))
    sale = "T: ongoing({less(1, plays(you, character))}, this=turn)"
    table.card("Fair", **GROUND, abilities=[sale])
    table.card("Whip", **GROUND, abilities=["T: pass_(by=opponent)"])
    table.player("A").landmarks("Whip", "Fair").hand("Filler")
    table.begin()
    table.act("A", "use Fair")
    table.act("A", "use Whip")
    assert rung(table) == [0, 1]
    assert (table.decider, table.decision) == ("A", "turn")
    table.act("A", "play Filler to hero")
    assert (table.decider, table.decision) == ("A", "turn")  # B takes none any more
