"""Rolls: Reactions to a result, additions, and effects of a roll; as printed."""

from __future__ import annotations

import pytest

from tests.citations import cites

both = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def cast(table, effect, mana=1):
    """A Spell of A with this effect, which A can play."""
    table.card("Decree", type="spell", cost="1/1", abilities=["fleeting", f"effect: {effect}"])
    return table.player("A").hand("Decree").mana(mana)


def settle(table):
    """Play the Reactions that wait, in the order in which they are offered."""
    while table.decision == "reaction":
        table.choose("A", table.options("A")[0])


# X Marks the Spot

SPOT = (
    "r = roll(1); x = put(target(character), deck, at=r);"
    "if_(r > x.hand_cost, ready(choose(mana_orb, you.mana, exhausted)))"
)


@both
@pytest.mark.parametrize(("die", "ready"), [(3, 0), (4, 1)])
def test_a_character_goes_to_a_position_of_the_deck(sit, rules, die, ready):
    table = sit(rules)
    cast(table, SPOT)
    table.card("Victim", cost="3/3")
    table.player("B").hero_expedition("Victim").deck("Filler", "Filler", "Filler", "Filler")
    table.dice(die)
    table.begin()
    table.act("A", "play Decree")
    assert table.zone("B", "deck").index("Victim") == die - 1
    assert table.mana("A") == (ready, 1)


@cites("5.0:2.2.7.c")
@both
def test_a_token_has_no_cost(sit, rules):
    table = sit(rules)
    cast(table, SPOT)
    table.player("B").hero_expedition("Brassbug")
    table.dice(1)
    table.begin()
    table.act("A", "play Decree")
    assert table.mana("A") == (1, 1)


# The Wayfarer

WAYFARER = (
    "also(rolls(you)): x = reveal(top(you.deck)); later(if_(x.hand_cost == result, put(x, hand)))"
)


@both
@pytest.mark.parametrize(("dice", "hand"), [((3,), ["Card"]), ((4,), [])])
def test_a_roll_reveals_a_card_as_well(sit, rules, dice, hand):
    table = sit(rules)
    table.card("Wayfarer", type="landmark_permanent", abilities=[WAYFARER])
    table.card("Card", cost="3/1")
    cast(table, "roll(1)").landmarks("Wayfarer").deck("Card", "Filler")
    table.dice(*dice)
    table.begin()
    table.act("A", "play Decree")
    assert table.zone("A", "hand") == hand


@both
def test_the_result_is_what_is_left_of_the_dice(sit, rules):
    """With The Ouroboros two dice are rolled and one ignored."""
    table = sit(rules)
    table.card("Wayfarer", type="landmark_permanent", abilities=[WAYFARER])
    table.card("Ouroboros", type="landmark_permanent", abilities=[
        "instead(rolls(you)): roll(n + 1, ignore=1)"
    ])  # fmt: skip
    table.card("Card", cost="3/1")
    cast(table, "roll(1)").landmarks("Wayfarer", "Ouroboros").deck("Card", "Filler")
    table.dice(5, 3)
    table.begin()
    table.act("A", "play Decree", 5)
    assert table.zone("A", "hand") == ["Card"]


@both
def test_it_may_be_exhausted_to_play_the_card(sit, rules):
    table = sit(rules)
    line = (
        "also(rolls(you)): x = reveal(top(you.deck));"
        "later(if_(x.hand_cost == result, if_(may(exhaust(me)), play(x, free))))"
    )
    table.card("Wayfarer", type="landmark_permanent", abilities=[line])
    table.card("Card", cost="3/1", abilities=["J: gain(me, luck=1)", "H: gain(me, scrap=1)"])
    cast(table, "roll(1)").landmarks("Wayfarer").deck("Card")
    table.dice(3)
    table.begin()
    table.act("A", "play Decree", "yes", "hero")
    settle(table)
    assert table.find("Card").counters == {"luck": 1}
    assert "exhausted" in table.find("Wayfarer").statuses


# results of rolls


@both
@pytest.mark.parametrize(("die", "where", "boosts"), [(6, "hero", 1), (3, "hero", 0), (1, None, 0)])
def test_the_result_of_a_roll_is_heard(sit, rules, die, where, boosts):
    """Plague of Despair."""
    table = sit(rules)
    high, low = "if_(result >= 6, gain(me, boost=1))", "if_(result <= 1, put(me, reserve))"
    table.card("Plague", abilities=[f"when(rolls(you)): {high}; {low}"])
    cast(table, "roll(1)").hero_expedition("Plague")
    table.dice(die)
    table.begin()
    table.act("A", "play Decree")
    assert (table.find("Plague").expedition, table.find("Plague").boosts) == (where, boosts)


@both
def test_a_result_may_be_a_condition_of_the_trigger(sit, rules):
    table = sit(rules)
    table.card("Plague", abilities=["when(rolls(you), result >= 6): gain(me, boost=1)"])
    cast(table, "roll(1); roll(1)").hero_expedition("Plague")
    table.dice(5, 6)
    table.begin()
    table.act("A", "play Decree")
    assert table.find("Plague").boosts == 1


# Martengale, Give Fate a Twist!


@cites("5.0:7.3.33.c")
@both
@pytest.mark.parametrize(("answer", "drawn"), [("Raiser", 1), ("done", 0)])
def test_whether_to_add_is_decided_once_the_die_is_seen(sit, rules, answer, drawn):
    """7.3.33.c."""
    table = sit(rules)
    table.card("Raiser", abilities=["instead(rolls(you), may): roll(n, plus=1)"])
    cast(table, "r = roll(1); if_(r >= 4, draw(1))").hero_expedition("Raiser")
    table.dice(3)
    table.begin()
    table.act("A", "play Decree")
    assert "3" in table.game.question
    table.choose("A", answer)
    assert len(table.zone("A", "hand")) == drawn


@both
def test_two_add_one_each(sit, rules):
    table = sit(rules)
    table.card("Raiser", abilities=["instead(rolls(you), may): roll(n, plus=1)"])
    cast(table, "r = roll(1); if_(r >= 7, draw(1))").hero_expedition("Raiser", "Raiser")
    table.dice(5)
    table.begin()
    table.act("A", "play Decree", "Raiser 1", "Raiser")
    assert len(table.zone("A", "hand")) == 1


@both
def test_to_add_may_cost_exhausting(sit, rules):
    table = sit(rules)
    line = "instead(rolls(you), cost=exhaust(me)): roll(n, plus=1)"
    table.card("Twist", type="landmark_permanent", abilities=[line])
    cast(table, "r = roll(1); draw(r); roll(1)").landmarks("Twist")
    table.dice(1, 1)
    table.begin()
    table.act("A", "play Decree", "Twist")
    assert table.find("Twist").statuses == {"exhausted"}
    assert len(table.zone("A", "hand")) == 2
    assert table.decider == "B"  # exhausted, it adds nothing to the second roll


@both
def test_what_is_added_counts_for_who_hears_of_the_roll(sit, rules):
    table = sit(rules)
    table.card("Raiser", abilities=["instead(rolls(you), may): roll(n, plus=1)"])
    table.card("Hearer", abilities=["when(rolls(you)): gain(me, boost=result)"])
    cast(table, "roll(1)").hero_expedition("Raiser", "Hearer")
    table.dice(6)
    table.begin()
    table.act("A", "play Decree", "Raiser")
    assert table.find("Hearer").boosts == 7


# Snowball Commando

SNOWBALL = (
    "H: if_(o := may(exhaust(target(card, opponent.reserve))), (r := roll(1),"
    "if_(r <= 3, later(exhaust(target(card, you.reserve, by=o.owner))))))"
)


@pytest.mark.parametrize("rules", ["5.0"])
@pytest.mark.parametrize(("die", "theirs"), [(3, True), (4, False)])
def test_an_opponent_targets_in_return(sit, rules, die, theirs):
    table = sit(rules)
    table.card("Commando", abilities=[SNOWBALL])
    table.player("A").hand("Commando").mana(1).reserve("Kappa C", "Filler")
    table.player("B").reserve("Atlas C")
    table.dice(die)
    table.begin()
    table.act("A", "play Commando to hero", "Atlas")
    assert table.find("Atlas").statuses == {"exhausted"}
    if theirs:
        table.choose("B", "Kappa")
        assert table.find("Kappa").statuses == {"exhausted"}
    assert table.find("Filler in reserve").statuses == frozenset()
    assert table.decision == "turn"


def test_who_declines_does_not_roll(sit):
    table = sit("5.0")
    table.card("Commando", abilities=[SNOWBALL])
    table.player("A").hand("Commando").mana(1).reserve("Kappa C")
    table.player("B").reserve("Atlas C")
    table.dice(1)
    table.begin()
    table.act("A", "play Commando to hero", "done")
    assert table.find("Kappa").statuses == frozenset()
    assert table.decision == "turn"


# choices that others make


@pytest.mark.parametrize("rules", ["2024.09", "5.0"])
def test_each_player_chooses_one_of_theirs(sit, rules):
    table = sit(rules)
    cast(table, "x = choose(character, they.play, by=all(player)); gain(x, asleep)")
    table.player("A").hero_expedition("Filler").companion_expedition("Kappa C")
    table.player("B").hero_expedition("Filler").companion_expedition("Atlas C")
    table.begin()
    table.act("A", "play Decree", "Kappa")
    table.choose("B", "Filler")
    assert {seen.name for seen in table.all("Kappa") if seen.statuses} == {"Kappa"}
    assert table.find("Kappa").statuses == table.find("B Filler").statuses == {"asleep"}
    assert table.find("A Filler in hero").statuses == frozenset()


@pytest.mark.parametrize("rules", ["2024.09", "5.0"])
def test_an_opponent_chooses_what_one_does(sit, rules):
    table = sit(rules)
    cast(table, "discard(choose(card, you.reserve, by=opponent))")
    table.player("A").reserve("Kappa C", "Filler")
    table.begin()
    table.act("A", "play Decree")
    table.choose("B", "Kappa")
    assert sorted(table.zone("A", "discard")) == ["Decree", "Kappa"]
