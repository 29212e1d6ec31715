"""Loops end (1.4.6)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def use_up(table, what: str, most: int = 130) -> int:
    """Use a quick action as long as it is offered; how often that was."""
    for count in range(most):
        if not table.can("A", what):
            return count
        table.act("A", what)
    return most


def next_day(table) -> None:
    """To A's first turn of the next day, on which B is the first player."""
    table.until("morning")
    table.until("afternoon")
    table.act("B", "pass")


@cites("5.0:1.4.6.a", "5.0:1.4.6.b", "2024.09:1.4.6.a", "2024.09:1.4.6.b")
@RULES
def test_a_quick_action_is_played_a_hundred_times_a_day(sit, rules):
    table = sit(rules)
    table.card("Wheel", abilities=["exhaust(me): gain(me, boost=1); ready(me)"])
    table.player("A").hero_expedition("Wheel", anchored=True)
    table.begin()
    assert use_up(table, "use Wheel") == 100
    assert table.find("Wheel").boosts == 100
    next_day(table)
    assert table.can("A", "use Wheel")  # another day


@cites("5.0:1.4.6.b", "2024.09:1.4.6.b")
@RULES
def test_each_quick_action_of_each_object_is_counted_alone(sit, rules):
    table = sit(rules)
    wheel = "exhaust(me): gain(me, boost=1); ready(me)"
    table.card("Wheel", abilities=[wheel, "exhaust(me), pay(0): gain(me, arcane=1); ready(me)"])
    table.player("A").hero_expedition("Wheel").companion_expedition("Wheel")
    table.begin()
    for _ in range(100):
        table.act("A", "use Wheel in hero 1")
    assert not table.can("A", "use Wheel in hero 1")
    assert table.can("A", "use Wheel in hero 2")
    assert table.can("A", "use Wheel in companion 1")


@cites("2024.09:1.4.6.b", "2024.09:1.4.4.a")
@RULES
def test_a_new_object_begins_to_count_anew(sit, rules):
    table = sit(rules)
    table.card("Wheel", abilities=["exhaust(me): gain(me, boost=1); ready(me)"])
    table.card("Call", type="spell", abilities=["effect: put(target(character), hand)"])
    table.player("A").hero_expedition("Wheel").hand("Call").mana(2)
    table.begin()
    assert use_up(table, "use Wheel") == 100
    table.act("A", "play Call")
    table.act("B", "pass")
    table.act("A", "play Wheel to hero")
    assert table.can("A", "use Wheel")


LOOP = [
    "when(gains(me, boost)): gain(me, arcane=1)",
    "when(gains(me, arcane)): gain(me, boost=1)",
]


@cites("5.0:1.4.6.a", "5.0:1.4.6.c", "2024.09:1.4.6.a", "2024.09:1.4.6.c")
@RULES
def test_a_reaction_activates_a_hundred_times_a_day(sit, rules):
    table = sit(rules)
    table.card("Echo", abilities=LOOP)
    table.card("Shout", type="spell", abilities=["effect: gain(all(character), boost=1)"])
    table.player("A").hero_expedition("Echo", anchored=True).hand("Shout").mana(1)
    table.begin()
    table.act("A", "play Shout")
    echo = table.find("Echo")
    assert echo.counters == {"arcane": 100}
    assert echo.boosts == 101
    assert table.turn == "B"  # and the game continues
    # The next day it activates again.
    next_day(table)
    table.act("A", "play Shout")
    assert table.find("Echo").counters == {"arcane": 200}


@cites("5.0:1.4.6.c", "2024.09:1.4.6.c")
@RULES
def test_each_object_counts_its_own_reactions(sit, rules):
    table = sit(rules)
    table.card("Echo", abilities=LOOP)
    table.card("Shout", type="spell", abilities=["effect: gain(target(character), boost=1)"])
    table.player("A").hero_expedition("Echo").companion_expedition("Echo").hand("Shout", "Shout")
    table.player("A").mana(2)
    table.begin()
    table.act("A", "play Shout", "Echo in hero")
    table.act("B", "pass")
    table.act("A", "play Shout", "Echo in companion")
    assert [echo.counters["arcane"] for echo in table.all("Echo")] == [100, 100]


@cites("5.0:1.4.6.b", "2024.09:1.4.6.b", "2024.09:1.4.4.a")
@RULES
def test_no_object_inherits_what_another_has_used(sit, rules):
    """A new object starts fresh, regardless of its slot's history."""
    table = sit(rules)
    table.card("Wheel", abilities=["exhaust(me): gain(me, boost=1); ready(me)"])
    line = "pay(0): put(all(character, you.play), hand); "
    line += "put(choose(character, you.hand), you.hero_expedition)"
    table.card("Lift", type="landmark_permanent", abilities=[line])
    table.player("A").hero_expedition("Wheel").landmarks("Lift")
    table.begin()
    table.act("A", "use Lift")
    assert use_up(table, "use Wheel") == 100
    for _ in range(12):
        table.act("A", "use Lift")
        table.act("A", "use Wheel")
        assert table.find("Wheel").boosts == 1


@cites("5.0:1.4.6.c", "2024.09:1.4.6.c", "2024.09:1.4.4.a")
@RULES
def test_no_object_inherits_how_often_another_reacted(sit, rules):
    table = sit(rules)
    table.card("Echo", abilities=LOOP)
    line = "pay(0): put(all(character, you.play), hand); "
    line += "put(all(character, you.hand), you.hero_expedition); gain(all(character), boost=1)"
    table.card("Lift", type="landmark_permanent", abilities=[line])
    table.player("A").hero_expedition("Echo").landmarks("Lift")
    table.begin()
    for _ in range(9):  # 1,000 are for all Echoes together under 5.0
        table.act("A", "use Lift")
        assert table.find("Echo").counters == {"arcane": 100}


@cites("2024.09:1.4.4.a")
@RULES
def test_no_object_inherits_what_another_has_gained(sit, rules):
    """Statuses of a card in Reserve do not pass to the next card there."""
    table = sit(rules)
    line = (
        "pay(0): x = target(card, you.reserve); gain(x, {(I, when(draws(you))): gain(me, kelon=1)})"
    )
    table.card("Gift", type="landmark_permanent", abilities=[f"{line}; put(x, hand)"])
    table.card("Flow", type="landmark_permanent", abilities=["pay(0): resupply()"])
    table.card("Idea", type="landmark_permanent", abilities=["pay(0): draw(1)"])
    table.player("A").landmarks("Gift", "Flow", "Idea").reserve("Filler")
    table.begin()
    for _ in range(4):
        table.act("A", "use Gift")
        table.act("A", "use Flow")
        table.act("A", "use Idea")
        assert table.find("Filler in reserve").counters == {}
