"""Modal effects (6.5.g): number, choice and order of modes; and one of several statuses."""

from __future__ import annotations

import pytest

from tests.citations import cites

both = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
THREE = "gain(me, luck=1), gain(me, scrap=1), gain(me, food=1)"


def modal(table, modes, mana=1):
    """A Character of A that chooses modes as it enters play."""
    table.card("Chooser", abilities=[f"J: modes({modes})"])
    return table.player("A").hand("Chooser").mana(mana)


@both
@pytest.mark.parametrize(("chosen", "counters"), [
    (("done",), {}),
    (("mode 2", "done"), {"scrap": 1}),
    (("mode 3", "mode 1"), {"food": 1, "luck": 1}),
])  # fmt: skip
def test_up_to_a_number(sit, rules, chosen, counters):
    table = sit(rules)
    modal(table, f"2, up_to, {THREE}")
    table.begin()
    table.act("A", "play Chooser to hero", *chosen)
    assert table.find("Chooser").counters == counters
    assert table.decider == "B"


@both
@pytest.mark.parametrize(("ahead", "chosen", "counters"), [
    (1, ("mode 1",), {"luck": 1}),
    (0, ("mode 1", "done"), {"luck": 1}),
    (0, ("mode 2", "mode 1"), {"luck": 1, "scrap": 1}),
])  # fmt: skip
def test_one_and_under_a_condition_another(sit, rules, ahead, chosen, counters):
    table = sit(rules)
    behind = "not you.hero_expedition.ahead"
    modal(table, f"2 if {behind} else 1, gain(me, luck=1), gain(me, scrap=1), least=1")
    table.player("A").regions(hero=ahead)
    table.begin()
    table.act("A", "play Chooser to hero", chosen[0])
    if len(chosen) > 1:
        assert len(table.options("A")) == 2  # the other one, or done
        table.choose("A", chosen[1])
    assert table.find("Chooser").counters == counters
    assert table.decider == "B"


@both
def test_as_many_as_there_are_of_something(sit, rules):
    table = sit(rules)
    modal(table, f"count(card, you.landmarks), up_to, {THREE}")
    table.card("Rock", type="landmark_permanent")
    table.player("A").landmarks("Rock", "Rock")
    table.begin()
    table.act("A", "play Chooser to hero", "mode 1", "mode 3")
    assert table.find("Chooser").counters == {"luck": 1, "food": 1}


@both
def test_none_where_the_number_is_zero(sit, rules):
    table = sit(rules)
    modal(table, f"count(card, you.landmarks), {THREE}")
    table.begin()
    table.act("A", "play Chooser to hero")
    assert table.find("Chooser").counters == {}


FEAST = "draw(1), create(mana_moth, in_=you.hero_expedition), sabotage()"


@cites("5.0:6.5.g")
@both
def test_the_same_one_several_times(sit, rules):
    table = sit(rules)
    table.card("Feast", type="spell", abilities=[
        "fleeting", f"effect: modes(me.arcane + 1, {FEAST}, repeat=True)"
    ])  # fmt: skip
    table.player("A").reserve("Feast", counters={"arcane": 9}).mana(1)
    table.begin()
    table.act("A", "play Feast", *["mode 1", "mode 2"] * 5)
    assert len(table.zone("A", "hand")) == 5
    assert table.zone("A", "hero_expedition") == ["Mana Moth"] * 5


@cites("5.0:6.5.g")
@both
def test_without_that_each_is_chosen_once(sit, rules):
    """X + 1 of three, X being four: the three there are."""
    table = sit(rules)
    table.card("Feast", type="spell", abilities=[
        "fleeting", f"effect: modes(me.arcane + 1, {FEAST})"
    ])  # fmt: skip
    table.player("A").reserve("Feast", counters={"arcane": 4}).mana(1)
    table.player("B").reserve("Filler")
    table.begin()
    table.act("A", "play Feast", "mode 2", "mode 1")
    while table.decider == "A":
        table.choose("A", table.options("A")[0])
    assert len(table.zone("A", "hand")) == 1
    assert table.zone("A", "hero_expedition") == ["Mana Moth"]


def test_modes_whose_number_depends_are_declared(sit):
    """2024.09: modes and their targets belong to the declaration; one without a target is none."""
    table = sit("2024.09")
    line = "effect: modes(1 + count(card, you.landmarks), discard(target(permanent)), draw(1))"
    table.card("Decree", type="spell", abilities=["fleeting", line])
    table.player("A").hand("Decree").mana(1)
    table.begin()
    table.act("A", "play Decree")  # the only mode that can be declared
    assert len(table.zone("A", "hand")) == 1


def test_more_modes_than_a_register_holds(sit):
    table = sit("5.0")
    choices = ", ".join(f"gain(me, {name}=1)" for name in ["luck", "scrap"])
    modal(table, f"21, {choices}, repeat=True")
    table.begin()
    table.act("A", "play Chooser to hero", *["mode 1"] * 8, *["mode 2"] * 12, "mode 1")
    assert table.find("Chooser").counters == {"luck": 9, "scrap": 12}


def test_the_order_of_many_modes_is_kept(sit):
    table = sit("5.0")
    modal(table, "9, gain(me, luck=me.luck + 1), lose(me, luck=1), repeat=True")
    order = [1, 1, 2, 1, 2, 2, 1, 1, 2]
    table.begin()
    table.act("A", "play Chooser to hero", *[f"mode {n}" for n in order])
    luck = 0
    for n in order:
        luck = 2 * luck + 1 if n == 1 else luck - 1
    assert table.find("Chooser").counters == {"luck": luck}


# one of several statuses


@both
@pytest.mark.parametrize("status", ["fleeting", "anchored", "asleep"])
def test_one_of_several_statuses(sit, rules, status):
    table = sit(rules)
    line = "J: gain(target(character, other), choose(fleeting, anchored, asleep))"
    table.card("Host", abilities=[line])
    table.player("A").hand("Host").mana(1).hero_expedition("Filler")
    table.begin()
    table.act("A", "play Host to hero")
    assert [option.split(": ")[1] for option in table.options("A")] == [
        "Fleeting",
        "Anchored",
        "Asleep",
    ]
    table.choose("A", f"mode {['fleeting', 'anchored', 'asleep'].index(status) + 1}")
    assert table.find("Filler").statuses == {status}


@cites("5.0:6.1.g")
@both
def test_a_status_it_has_may_be_chosen(sit, rules):
    """The remark of 6.1.g: an action without effect is not impossible."""
    table = sit(rules)
    table.card("Host", abilities=["J: gain(target(character, other), choose(fleeting, asleep))"])
    table.player("A").hand("Host").mana(1).hero_expedition("Filler", asleep=True)
    table.begin()
    table.act("A", "play Host to hero", "mode 2")
    assert table.find("Filler").statuses == {"asleep"}


@both
@pytest.mark.parametrize(("mode", "boosts", "statuses"), [
    ("mode 1", 1, {"fleeting"}),
    ("mode 2", 0, frozenset()),
])  # fmt: skip
def test_a_boost_or_less_of_a_status(sit, rules, mode, boosts, statuses):
    table = sit(rules)
    line = "J: x = target(character, other); modes(1, gain(x, boost=1), lose(x, fleeting))"
    table.card("Nurse", abilities=[line])
    table.player("A").hand("Nurse").mana(1).hero_expedition("Filler", fleeting=True)
    table.begin()
    table.act("A", "play Nurse to hero", mode)
    assert (table.find("Filler").boosts, table.find("Filler").statuses) == (boosts, statuses)
