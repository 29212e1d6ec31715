"""Scout (5.0, 7.4.5)."""

from __future__ import annotations

import pytest

from tests.citations import cites


def resolve(table):
    """Take whatever is offered first until the turn is over, but decline nothing."""
    while table.decision != "turn":
        offered = [option for option in table.options("A") if option not in ("done", "no")]
        table.choose("A", offered[0])


RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


@cites("5.0:7.4.5.a", "5.0:7.4.5.c")
@RULES
def test_scout_is_another_cost_to_play_it_from_hand(sit, rules):
    """7.4.5.c: pay 1 instead of 3, and it goes to Reserve."""
    table = sit(rules)
    table.player("A").hand("Aby, Sap Courier C").mana(3)
    table.begin()
    table.act("A", "play Aby, Sap Courier to hero", "yes")
    assert table.mana("A") == (2, 3)
    resolve(table)
    assert table.zone("A", "reserve") == ["Aby, Sap Courier"]


@cites("5.0:7.4.5.c")
@RULES
def test_scout_is_a_choice(sit, rules):
    """7.4.5.c: "may decide"; without it the Hand Cost is paid and the card stays."""
    table = sit(rules)
    table.player("A").hand("Aby, Sap Courier C").mana(3)
    table.begin()
    table.act("A", "play Aby, Sap Courier to hero", "no")
    resolve(table)
    assert table.mana("A") == (0, 3)
    assert table.find("Aby, Sap Courier").zone == "expedition"


@RULES
def test_only_scout_is_left_where_the_hand_cost_is_too_high(sit, rules):
    table = sit(rules)
    table.card("Ranger", cost="4/4", abilities=["scout(1)"])
    table.player("A").hand("Ranger").mana(2)
    table.begin()
    table.act("A", "play Ranger to hero")
    assert table.mana("A") == (1, 2)
    assert table.zone("A", "reserve") == ["Ranger"]


@cites("5.0:7.4.5.b")
@RULES
def test_scout_works_in_hand_only(sit, rules):
    """7.4.5.b: from Reserve the Reserve Cost is due."""
    table = sit(rules)
    table.card("Ranger", cost="4/4", abilities=["scout(1)"])
    table.player("A").reserve("Ranger").mana(3)
    table.begin()
    assert not table.can("A", "play Ranger from reserve to hero")


@pytest.mark.parametrize("first", ["augment", "return"])
@RULES
def test_both_reactions_happen_whatever_the_order(sit, rules, first):
    """The example of 7.4.5.c."""
    table = sit(rules)
    table.player("A").hand("Aby, Sap Courier C").mana(1).hero_expedition("Inari C", boosts=1)
    table.begin()
    table.act("A", "play Aby, Sap Courier to companion")
    waiting = [number for _, _, number in table.reactions()]
    assert len(waiting) == 2
    table.choose("A", f"Aby, Sap Courier #{1 if first == 'return' else 2}")
    resolve(table)
    assert table.find("Inari").boosts == 2
    assert table.zone("A", "reserve") == ["Aby, Sap Courier"]


@cites("5.0:7.4.5.c")
@RULES
def test_the_ability_that_sends_it_back_reacts_to_being_played_from_hand(sit, rules):
    """7.4.5.c: it is a Reaction; The Council stops it, and the card stays."""
    table = sit(rules)
    table.card("Ranger", cost="4/4", abilities=["scout(1)"])
    table.player("A").hand("Ranger").mana(1)
    table.player("B").hero_expedition("The Council C")
    table.begin()
    table.act("A", "play Ranger to hero")
    assert table.find("Ranger").expedition == "hero"


@RULES
def test_other_reactions_to_its_arrival_happen_too(sit, rules):
    """The remark of 7.4.5.c."""
    table = sit(rules)
    table.card("Ranger", cost="4/4", abilities=["scout(1)"])
    table.card(
        "Post",
        type="landmark_permanent",
        abilities=["when(goes(character, to=you.expeditions)): draw(1)"],
    )
    table.player("A").hand("Ranger").mana(1).landmarks("Post")
    table.begin()
    table.act("A", "play Ranger to hero")
    resolve(table)
    assert table.zone("A", "reserve") == ["Ranger"]
    assert table.zone("A", "hand") == ["Filler"]


@cites("5.0:7.4.5.d")
@pytest.mark.parametrize(
    ("ability", "mana"),
    [("less(1, plays(you, character))", 1), ("more(1, plays(you, character))", 3)],
)
@RULES
def test_cost_alterations_apply_to_scout(sit, rules, ability, mana):
    """7.4.5.d."""
    table = sit(rules)
    table.card("Ranger", cost="9/9", abilities=["scout(2)"])
    table.card("Toll", type="landmark_permanent", abilities=[ability])
    table.player("A").hand("Ranger").mana(mana).landmarks("Toll")
    table.begin()
    table.act("A", "play Ranger to hero")
    assert table.mana("A") == (0, mana)


@cites("5.0:7.3.26.a")
@RULES
def test_scout_can_be_chosen_for_free(sit, rules):
    """The remark of 7.4.5.d."""
    table = sit(rules)
    table.card("Ranger", cost="9/9", abilities=["scout(2)"])
    table.card("Gift", type="spell", abilities=["effect: play(choose(character, you.hand), free)"])
    table.player("A").hand("Ranger", "Gift").mana(1)
    table.begin()
    table.act("A", "play Gift", "hero", "yes")
    assert table.zone("A", "reserve") == ["Ranger", "Gift"] or table.zone("A", "reserve") == [
        "Gift",
        "Ranger",
    ]


@cites("5.0:7.4.5.e")
@pytest.mark.parametrize(("first", "boosts"), [("return", 1), ("roll", 0)])
@RULES
def test_daedalus_finds_itself_in_reserve(sit, rules, first, boosts):
    """The example of 7.4.5.e: sent back first it gains a boost there; the other way it loses it."""
    table = sit(rules)
    table.player("A").hand("Daedalus R1").mana(1).companion_expedition("Inari C")
    table.dice(4)
    table.begin()
    table.act("A", "play Daedalus to hero")
    table.choose("A", f"Daedalus #{1 if first == 'return' else 2}")
    resolve(table)
    assert table.find("Inari").boosts == 1
    assert table.find("Daedalus").zone == "reserve"
    assert table.find("Daedalus").boosts == boosts


@cites("5.0:7.4.5.a")
@RULES
def test_a_permanent_may_have_scout(sit, rules):
    """7.4.5.a: a Landmark goes from the Landmarks to Reserve."""
    table = sit(rules)
    table.card("Camp", type="landmark_permanent", cost="4/4", abilities=["scout(1)", "J: draw(1)"])
    table.player("A").hand("Camp").mana(1)
    table.begin()
    table.act("A", "play Camp")
    resolve(table)
    assert table.zone("A", "reserve") == ["Camp"]
    assert table.zone("A", "hand") == ["Filler"]
