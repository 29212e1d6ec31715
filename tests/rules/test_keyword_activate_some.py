"""Activating some abilities of an object, as one's own, or without paying their cost (7.3.1)."""

from __future__ import annotations

import pytest

both = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
TWO = ["R: gain(me, boost=2)", "R: gain(me, scrap=1)", "J: gain(me, luck=1)"]


def settle(table):
    """Play the Reactions that wait, in the order in which they are offered."""
    while table.decision == "reaction":
        table.choose("A", table.options("A")[0])


# one of its abilities


RUSH = "H: x = may(play(choose(character))); if_(x.played_from == hand, activate(R, x, n=1))"


@both
@pytest.mark.parametrize(("which", "boosts", "counters"), [
    (1, 2, {"luck": 1}),
    (2, 0, {"luck": 1, "scrap": 1}),
])  # fmt: skip
def test_the_controller_chooses_which_ability(sit, rules, which, boosts, counters):
    table = sit(rules)
    table.card("Coach", abilities=[RUSH])
    table.card("Pupil", abilities=TWO)
    table.player("A").hand("Coach", "Pupil").mana(2)
    table.begin()
    table.act("A", "play Coach to hero", "Pupil", "hero", f"Pupil {which}")
    settle(table)
    assert (table.find("Pupil").boosts, table.find("Pupil").counters) == (boosts, counters)


@both
def test_what_was_played_from_reserve_does_not_activate_once_more(sit, rules):
    table = sit(rules)
    table.card("Coach", abilities=[RUSH])
    table.card("Pupil", abilities=["R: gain(me, boost=2)"])
    table.player("A").hand("Coach").reserve("Pupil").mana(2)
    table.begin()
    table.act("A", "play Coach to hero", "Pupil", "hero")
    settle(table)
    assert table.find("Pupil").boosts == 2


@both
def test_nothing_is_asked_where_there_is_nothing_to_activate(sit, rules):
    table = sit(rules)
    table.card("Nurse", abilities=["when(plays(you, character, other)): may(activate(H, it))"])
    table.card("Patient")
    table.player("A").hand("Patient").hero_expedition("Nurse").mana(1)
    table.begin()
    table.act("A", "play Patient to hero")
    assert table.decider == "B"


# whom to choose may be declined


@both
@pytest.mark.parametrize("answer", [True, False])
def test_a_target_to_activate_may_be_declined(sit, rules, answer):
    table = sit(rules)
    table.card("Creature", abilities=[
        "R: activate(J, may(target(permanent, you.play, base_cost <= 2)))"
    ])  # fmt: skip
    table.card("Works", type="landmark_permanent", cost="2/2", abilities=["J: gain(me, kelon=1)"])
    table.card("Tower", type="landmark_permanent", cost="3/3", abilities=["J: gain(me, kelon=1)"])
    table.player("A").reserve("Creature").landmarks("Works", "Tower").mana(1)
    table.begin()
    table.act("A", "play Creature to hero")
    if rules == "2024.09":
        table.choose("A", "yes" if answer else "no")
    else:
        table.choose("A", "Works" if answer else "done")
    assert table.find("Works").counters == ({"kelon": 1} if answer else {})
    assert table.find("Tower").counters == {}


# for each of several


GANESHA = "J: each(all(character, other, you.play), may(activate(J, it)))"


@both
def test_for_each_one_it_is_asked(sit, rules):
    table = sit(rules)
    table.card("Elephant", abilities=[GANESHA])
    table.card("Herald", abilities=["J: gain(me, boost=1)"])
    table.player("A").hand("Elephant").mana(1).hero_expedition("Herald", "Filler")
    table.player("A").companion_expedition("Herald")
    table.player("B").hero_expedition("Herald")
    table.begin()
    table.act("A", "play Elephant to hero", "no", "yes")  # the Filler has nothing to activate
    settle(table)
    assert [seen.boosts for seen in table.all("A Herald")] == [0, 1]
    assert table.find("B Herald").boosts == 0


def test_two_that_activate_each_other_stop_at_a_hundred(sit):
    """6.3.l: a Reaction activates a hundred times a day, also through effects."""
    table = sit()
    line = "J: gain(me, luck=1); activate(J, all(character, other, you.play))"
    table.card("Echo", abilities=[line])
    table.player("A").hand("Echo").mana(1).companion_expedition("Echo")
    table.begin()
    table.act("A", "play Echo to hero")
    settle(table)
    assert sorted(seen.counters["luck"] for seen in table.all("Echo")) == [100, 100]


# as if it was mine


EDISON = (
    "J: x = may(discard(choose(character, you.reserve, up_to={n})));"
    "activate(R, x, up_to={n}, as_=me)"
)


def invent(table, n):
    table.card("Inventor", abilities=[EDISON.format(n=n)])
    table.card("Model", abilities=["R: gain(me, boost=1)", "R: gain(me, scrap=1)", "J: draw(1)"])
    table.card("Sketch", abilities=["R: gain(me, food=1)"])
    return table.player("A").hand("Inventor").mana(1)


@both
def test_the_ability_of_a_discarded_card_is_activated_as_ones_own(sit, rules):
    table = sit(rules)
    invent(table, 1).reserve("Model", "Sketch")
    table.begin()
    table.act("A", "play Inventor to hero", "Model", "Model 1")
    settle(table)
    assert table.zone("A", "discard") == ["Model"]
    assert table.find("Inventor").boosts == 1
    assert table.find("Model").boosts == 0


@both
def test_several_abilities_of_several_cards(sit, rules):
    table = sit(rules)
    invent(table, 2).reserve("Model", "Sketch", "Filler")
    table.begin()
    table.act("A", "play Inventor to hero", "Model", "Sketch", "Model 2", "Sketch")
    settle(table)
    assert table.find("Inventor").counters == {"scrap": 1, "food": 1}


@both
def test_no_ability_is_activated_twice(sit, rules):
    table = sit(rules)
    invent(table, 2).reserve("Sketch", "Filler")
    table.begin()
    table.act("A", "play Inventor to hero", "Sketch", "done", "Sketch")
    settle(table)
    assert table.decider == "B"
    assert table.find("Inventor").counters == {"food": 1}


@both
def test_what_is_activated_as_ones_own_is_subject_to_the_council(sit, rules):
    """7.3.1.e: its bearer is who activates it."""
    table = sit(rules)
    invent(table, 1).reserve("Sketch")
    table.card("Ganger", type="landmark_permanent", abilities=[
        "T: x = choose(card, you.reserve); activate(R, x, n=1, as_=choose(character, you.play))"
    ])  # fmt: skip
    table.player("A").landmarks("Ganger")
    table.player("A").hero_expedition("Filler").companion_expedition("Kappa C")
    table.player("B").hero_expedition("The Council C")
    table.begin()
    table.act("A", "use Ganger", "Filler")
    assert table.find("Filler").counters == {}
    assert table.decision == "turn"


@both
def test_it_is_activated_elsewhere(sit, rules):
    """The other way round: the bearer does not face The Council."""
    table = sit(rules)
    invent(table, 1).reserve("Sketch")
    table.player("B").hero_expedition("The Council C")
    table.begin()
    table.act("A", "play Inventor to companion", "Sketch", "Sketch")
    assert table.find("Inventor").counters == {"food": 1}


# {D} abilities


DIVA = ["when(passes(you)): if_(may(activate(D, me)), gain(me, fleeting))"]


@both
def test_a_support_ability_is_activated_in_play_without_its_cost(sit, rules):
    table = sit(rules)
    table.card("Diva", abilities=DIVA, support=["D: gain(target(character), boost=1)"])
    table.player("A").hero_expedition("Diva")
    table.player("B").hero_expedition("Filler")
    table.begin()
    table.act("A", "pass")
    table.choose("A", "yes")
    settle(table)
    table.choose("A", "Filler")
    assert table.find("B Filler").boosts == 1
    assert (table.find("Diva").expedition, table.find("Diva").statuses) == ("hero", {"fleeting"})


@both
def test_without_such_an_ability_there_is_nothing_to_do(sit, rules):
    table = sit(rules)
    table.card("Diva", abilities=DIVA)
    table.player("A").hero_expedition("Diva")
    table.begin()
    table.act("A", "pass")
    assert table.decider == "B"
    assert table.find("Diva").statuses == frozenset()


YEONG = (
    "T: x = roll(1); s = spend(luck=any_number);"
    "if_(x + s.n >= 4, activate(D, may(target(character, you.expeditions))));"
    "if_(x + s.n <= 3, gain(me, luck=1))"
)


@pytest.mark.parametrize(("die", "spent", "drawn", "luck"), [
    (4, 0, 1, 2),
    (3, 0, 0, 3),
    (2, 2, 1, 0),
    (1, 2, 0, 1),
])  # fmt: skip
def test_luck_is_added_to_a_die(sit, die, spent, drawn, luck):
    table = sit("5.0")
    table.card("Gambler", type="hero", abilities=[YEONG])
    table.card("Fan", support=["D: draw(1)"])
    table.player("A").hero("Gambler", counters={"luck": 2}).hero_expedition("Fan")
    table.dice(die)
    table.begin()
    table.act("A", "use Gambler", spent)
    if drawn:
        table.choose("A", "Fan")
    assert len(table.zone("A", "hand")) == drawn
    assert table.find("Gambler").counters.get("luck", 0) == luck
