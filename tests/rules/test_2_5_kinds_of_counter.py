"""Counters of any kind: taking some, up to some, spending one, Augment (2.5, 7.3.4)."""

from __future__ import annotations

import pytest

from tests.citations import cites

both = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
LADEN = {"kelon": 2, "trial": 1}


def laden(table, line):
    """A Character of A that enters play with this ability, and a card with three kinds."""
    table.card("Taker", abilities=[line])
    table.card("Laden")
    table.player("A").hand("Taker").mana(1)
    table.player("A").reserve("Laden", boosts=1, counters=LADEN)


@cites("effect/remove counters")
@both
@pytest.mark.parametrize(("chosen", "boosts", "counters"), [
    (("done",), 1, LADEN),
    (("kelon", "done"), 1, {"kelon": 1, "trial": 1}),
    (("kelon", "kelon"), 1, {"trial": 1}),
    (("trial", "boost"), 0, {"kelon": 2}),
])  # fmt: skip
def test_up_to_two_counters(sit, rules, chosen, boosts, counters):
    table = sit(rules)
    laden(table, "H: lose(target(card, reserve), counter=up_to(2))")
    table.begin()
    table.act("A", "play Taker to hero", *chosen)
    assert (table.find("Laden").boosts, table.find("Laden").counters) == (boosts, counters)
    assert table.decider == "B"


@both
def test_three_counters_of_any_kinds(sit, rules):
    table = sit(rules)
    laden(table, "H: lose(target(card, reserve), counter=3)")
    table.begin()
    table.act("A", "play Taker to hero", "kelon", "boost", "trial")
    assert (table.find("Laden").boosts, table.find("Laden").counters) == (0, {"kelon": 1})


@both
def test_no_more_than_there_are(sit, rules):
    table = sit(rules)
    table.card("Taker", abilities=["H: x = lose(target(card, reserve), counter=3); draw(x.n)"])
    table.player("A").hand("Taker").mana(1).reserve("Filler", counters={"trial": 2})
    table.begin()
    table.act("A", "play Taker to hero")
    assert table.find("Filler in reserve").counters == {}
    assert len(table.zone("A", "hand")) == 2


@both
def test_up_to_some_of_one_kind(sit, rules):
    table = sit(rules)
    laden(table, "H: lose(target(card, reserve), kelon=up_to(5))")
    table.begin()
    table.act("A", "play Taker to hero")
    assert table.options("A") == ["0", "1", "2"]
    table.choose("A", 1)
    assert table.find("Laden").counters == {"kelon": 1, "trial": 1}


@both
def test_each_of_several_loses_some(sit, rules):
    table = sit(rules)
    table.card("Taker", abilities=["H: lose(all(card, you.reserve), counter=1)"])
    table.player("A").hand("Taker").mana(1)
    table.player("A").reserve("Filler", counters={"trial": 1})
    table.player("A").reserve("Kappa C", counters={"trial": 1, "kelon": 1})
    table.begin()
    table.act("A", "play Taker to hero", "kelon")
    assert table.find("Filler in reserve").counters == {}
    assert table.find("Kappa").counters == {"trial": 1}


@both
def test_a_counter_of_any_kind_is_spent(sit, rules):
    table = sit(rules)
    spend = "may(spend(counter=1, of=choose(card, you.play | you.reserve | you.hero)))"
    laden(table, f"J: if_({spend}, draw(1))")
    table.player("A").hero("Idler", counters={"trial": 1})
    table.begin()
    table.act("A", "play Taker to hero", "yes", "Laden", "trial")
    assert table.find("Laden").counters == {"kelon": 2}
    assert len(table.zone("A", "hand")) == 1


@cites("5.0:7.5.5.a")
@both
def test_a_hero_is_controlled(sit, rules):
    """7.5.5.a: its counters are on a card that one controls."""
    table = sit(rules)
    spend = "may(spend(counter=1, of=choose(card, you.play | you.hero)))"
    table.card("Taker", abilities=[f"J: if_({spend}, draw(1))"])
    table.card("Rich", type="hero")
    table.player("A").hero("Rich", counters={"trial": 1}).hand("Taker").mana(1)
    table.begin()
    table.act("A", "play Taker to hero", "yes")
    assert table.find("Rich").counters == {}
    assert len(table.zone("A", "hand")) == 1


@both
def test_augment_lets_one_choose_among_all_kinds(sit, rules):
    table = sit(rules)
    laden(table, "J: augment(target(card, reserve))")
    table.begin()
    table.act("A", "play Taker to hero")
    assert set(table.options("A")) == {"boost", "kelon", "trial"}
    table.choose("A", "trial")
    assert table.find("Laden").counters == {"kelon": 2, "trial": 2}


@both
def test_a_terrain_marker_is_no_counter_of_any_kind(sit, rules):
    """It is a Marker: `counter` does not speak of it."""
    table = sit(rules)
    table.card("Taker", abilities=["H: lose(all(card, you.landmarks), counter=1)"])
    table.card("Rock", type="landmark_permanent")
    table.player("A").hand("Taker").mana(1).landmarks("Rock", counters={"water_marker": 1})
    table.begin()
    table.act("A", "play Taker to hero")
    assert table.find("Rock").counters == {"water_marker": 1}
