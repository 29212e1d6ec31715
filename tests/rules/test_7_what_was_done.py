"""Whether an action was done, and the current state of its object (6.5.f, 7.4.4.k)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def cast(table, effect):
    """A Spell of A with this effect, which A can play."""
    table.card("Decree", type="spell", abilities=[f"effect: {effect}"])
    table.player("A").hand("Decree").mana(1)
    return table


def fillers(table):
    return table.zone("A", "hand").count("Filler")


@cites("condition/if you do")
@pytest.mark.parametrize(("answer", "drawn"), [("Kid", 0), ("done", 2)])
@RULES
def test_what_was_not_done(sit, rules, answer, drawn):
    """ "If you don't"."""
    table = cast(sit(rules), "x = may(discard(choose(card, you.reserve))); if_(not x, draw(2))")
    table.card("Kid")
    table.player("A").reserve("Kid")
    table.begin()
    table.act("A", "play Decree", answer)
    assert fillers(table) == drawn


@RULES
def test_what_could_not_be_done(sit, rules):
    table = cast(sit(rules), "x = may(discard(choose(card, you.reserve))); if_(not x, draw(2))")
    table.begin()
    table.act("A", "play Decree")
    assert fillers(table) == 2


@pytest.mark.parametrize(("answer", "boosts"), [("Kid", 5), ("done", 3)])
@RULES
def test_more_if_something_was_done(sit, rules, answer, boosts):
    """All In!, rare: "to increase the result by 2"."""
    line = "x = roll(1); d = may(discard(choose(card, you.reserve)));"
    table = cast(sit(rules), f"{line} gain(target(character), boost=x + (2 if d else 0))")
    table.card("Kid")
    table.player("A").reserve("Kid").hero_expedition("Filler")
    table.dice(3)
    table.begin()
    table.act("A", "play Decree", answer)
    assert table.find("Filler in hero").boosts == boosts


@pytest.mark.parametrize(
    "condition", ["is_(x, permanent)", "x.boosted", "is_(x, character | card)"]
)
@RULES
def test_nothing_is_not_a_permanent(sit, rules, condition):
    """If nothing was taken, every condition about it is false."""
    line = f"x = sacrifice(choose(permanent, you.play)); if_({condition}, draw(1), else_=draw(3))"
    table = cast(sit(rules), line)
    table.begin()
    table.act("A", "play Decree")
    assert fillers(table) == 3


@pytest.mark.parametrize(("second", "drawn"), [("Filler", 3), ("Ghost", 1)])
@RULES
def test_all_of_several_must_be_so(sit, rules, second, drawn):
    """7.4.4.k, in the way it is read for Expeditions."""
    line = "x = all(character, you.play); if_(is_(x, gigantic), draw(1), else_=draw(3))"
    table = cast(sit(rules), line)
    table.card("Ghost", abilities=["gigantic"])
    table.player("A").hero_expedition("Ghost", second)
    table.begin()
    table.act("A", "play Decree")
    assert fillers(table) == drawn


@pytest.mark.parametrize("condition", ["is_(x, boosted)", "x.boosted", "x.boost >= 2"])
@RULES
def test_what_has_left_is_asked_about_as_it_was(sit, rules, condition):
    """2.1.h."""
    line = f"x = sacrifice(choose(character, you.play)); if_({condition}, draw(1))"
    table = cast(sit(rules), line)
    table.player("A").hero_expedition("Filler", boosts=2)
    table.begin()
    table.act("A", "play Decree")
    assert fillers(table) == 1


@pytest.mark.parametrize("condition", ["is_(it, boosted)", "it.boosted", "is_(it, in_(forest))"])
@RULES
def test_what_a_reaction_is_about_is_asked_about_as_it_was(sit, rules, condition):
    table = sit(rules)
    line = f"when(goes(character, other, from_=me.expedition)): if_({condition}, draw(1))"
    table.card("Witness", abilities=[line])
    cast(table, "discard(target(character, boosted))")
    table.player("A").hero_expedition("Witness").hero_expedition("Filler", boosts=2)
    table.begin()
    table.act("A", "play Decree")
    assert fillers(table) == 1


@RULES
def test_two_targets_one_after_the_other(sit, rules):
    """The second is another one; with one alone the Spell cannot be played under 2024.09."""
    line = "x = target(character); y = target(character, ~x); gain(x, boost=1); gain(y, boost=2)"
    table = cast(sit(rules), line)
    table.card("Kid")
    table.player("A").hero_expedition("Kid").companion_expedition("Filler")
    table.begin()
    table.act("A", "play Decree", "Kid")
    assert (table.find("Kid").boosts, table.find("Filler in companion").boosts) == (1, 2)


@cites("cost/minimum")
@pytest.mark.parametrize(("hand_cost", "paid"), [("3/3", 2), ("2/2", 1), ("1/1", 1), ("0/0", 0)])
@RULES
def test_a_play_for_less_down_to_a_minimum(sit, rules, hand_cost, paid):
    """ "For 1 less, down to a minimum of 1": what costs less already stays as it is."""
    table = sit(rules)
    table.card("Rite", abilities=["J: play(choose(feat), less=1, min=1)"])
    kind = {"type": "landmark_permanent", "subtypes": ["feat"]}
    table.card("Deed", cost=hand_cost, **kind)
    table.player("A").hand("Rite", "Deed").mana(4)
    table.begin()
    table.act("A", "play Rite to hero", "Deed")
    assert table.zone("A", "landmarks") == ["Deed"]
    assert table.mana("A")[0] == 3 - paid
