"""Effects that play cards (5.2.a-c, 7.3.26, 7.3.34): player, card, place and cost."""

from __future__ import annotations

import pytest

from tests.citations import cites

both = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
SPELL = {"type": "spell", "cost": "1/1"}
RUSH = "J: may(play(choose(card), cost=hand_cost | reserve_cost))"


def cast(table, effect, mana=1):
    """A Spell of A with this effect, which A can play."""
    table.card("Decree", **SPELL, abilities=["fleeting", f"effect: {effect}"])
    return table.player("A").hand("Decree").mana(mana)


def settle(table):
    """Play the Reactions that wait, in the order in which they are offered."""
    while table.decision == "reaction":
        table.choose("A", table.options("A")[0])


# the Hand Cost instead of the Reserve Cost (5.1.2.e)


@cites("5.0:5.1.2.e", "keyword/rush", "cost/hand cost instead")
@both
def test_from_reserve_the_hand_cost_may_be_paid(sit, rules):
    table = sit(rules)
    table.card("Trainer", abilities=[RUSH])
    table.card("Veteran", cost="2/5", stats="2/2/2")
    table.player("A").hand("Trainer").reserve("Veteran").mana(3)
    table.begin()
    table.act("A", "play Trainer to hero", "Veteran", "hero")
    assert table.find("Veteran").statuses == {"fleeting"}
    assert table.mana("A") == (0, 3)


def test_whether_it_is_paid_is_asked_where_both_costs_can_be(sit):
    table = sit("5.0")
    table.card("Trainer", abilities=[RUSH])
    table.card("Veteran", cost="4/2", stats="2/2/2")
    table.player("A").hand("Trainer").reserve("Veteran").mana(5)
    table.begin()
    table.act("A", "play Trainer to hero", "Veteran", "hero")
    assert "Hand Cost" in table.game.question
    table.choose("A", "no")
    assert table.mana("A") == (2, 5)


@cites("5.0:5.1.2.e")
@both
def test_from_hand_there_is_only_the_hand_cost(sit, rules):
    table = sit(rules)
    table.card("Trainer", abilities=[RUSH])
    table.card("Veteran", cost="5/1", stats="2/2/2")
    table.player("A").hand("Trainer", "Veteran").mana(3)
    table.begin()
    table.act("A", "play Trainer to hero")
    assert table.zone("A", "hand") == ["Veteran"]
    assert table.decider == "B"


# less, down to a minimum, and restrictions after decreases (5.1.2.f)


@cites("cost/minimum")
@both
@pytest.mark.parametrize(("cost", "left"), [("1/1", 2), ("2/2", 2), ("3/3", 1)])
def test_an_effect_that_plays_for_less_may_have_a_minimum(sit, rules, cost, left):
    table = sit(rules)
    table.card("Outrider", cost="1/1", abilities=["J: may(play(choose(feat), less=1, min=1))"])
    table.card("Deed", type="landmark_permanent", subtypes=["feat"], cost=cost)
    table.player("A").hand("Outrider", "Deed").mana(4)
    table.begin()
    table.act("A", "play Outrider to hero", "Deed")
    assert table.mana("A") == (left, 4)


@cites("5.0:5.1.2.f")
@both
@pytest.mark.parametrize(("mana", "hand"), [(3, ["Kappa"]), (4, [])])
def test_a_floor_stands_after_what_an_effect_takes_off(sit, rules, mana, hand):
    """5.1.2.f: decreases come before restrictions on the final cost; the Spell cost 2 as well."""
    table = sit(rules)
    cast(table, "play(choose(character, they.hand), less=5)", mana).hand("Kappa C")
    table.card("Hood", abilities=["at_least(2, plays(opponent, card))"])
    table.player("B").hero_expedition("Hood")
    table.begin()
    table.act("A", "play Decree", *(["Kappa", "hero"] if not hand else []))
    assert table.zone("A", "hand") == hand
    assert table.mana("A")[0] == (1 if hand else 0)


@cites("5.0:5.1.2.f")
@both
def test_decreases_to_a_minimum_come_before_others(sit, rules):
    """5.1.2.f: decreases apply in any order; the cheapest is to lower to the minimum first."""
    table = sit(rules)
    table.card("Scrooge", abilities=["less(1, plays(player, card, from_=reserve), min=1)"])
    table.card("Aid", abilities=["less(1, plays(you, character))"])
    table.card("Buyer", cost="9/2")
    table.player("A").hero_expedition("Aid", "Scrooge").reserve("Buyer").mana(1)
    table.begin()
    table.act("A", "play Buyer to companion")
    assert table.mana("A") == (1, 1)


# where


@both
def test_an_effect_may_say_in_which_expedition(sit, rules):
    table = sit(rules)
    cast(
        table, "gain(may(play(choose(character), less=7, in_=you.companion_expedition)), anchored)"
    )
    table.player("A").hand("Kappa C")
    table.begin()
    table.act("A", "play Decree", "Kappa")
    assert table.find("Kappa").expedition == "companion"
    assert table.find("Kappa").statuses == {"anchored"}


@cites("effect/opponent plays")
@both
def test_another_player_plays_it_in_theirs(sit, rules):
    table = sit(rules)
    play = "may(play(choose(character), free, in_=p.companion_expedition), by=p)"
    cast(table, f"p = target(player); gain({play}, anchored)").hand("Filler")
    table.player("B").hand("Atlas C").reserve("Kappa C")
    table.begin()
    table.act("A", "play Decree", "B")
    assert {"B: Atlas in hand", "B: Kappa in Reserve", "done"} == set(table.options("B"))
    table.choose("B", "Atlas")
    atlas = table.find("Atlas")
    assert (atlas.controller, atlas.expedition) == ("B", "companion")
    assert atlas.statuses == {"anchored"}
    assert table.zone("A", "hand") == ["Filler"]


# several


SEVERAL = "play(choose(character, base_cost <= 3, up_to=3), free)"


@cites("5.0:5.1.2.l", "5.0:5.2.c")
@both
def test_several_are_played_in_the_order_that_is_chosen(sit, rules):
    """5.2.c: one by one; the later one sees the effect of the earlier one."""
    table = sit(rules)
    line = "when(plays(you, character)): gain(me, boost=1)"
    table.card("Bell", stats="0/0/0", cost="3/3", abilities=[line])
    table.card("Guest", cost="3/3")
    table.card("Giant", cost="4/4")
    cast(table, SEVERAL).hand("Bell", "Guest", "Guest", "Giant")
    table.begin()
    table.act("A", "play Decree", "Bell", "Guest")
    assert not any("Giant" in option for option in table.options("A"))
    table.choose("A", "Guest")
    table.choose("A", "Guest", "hero", "Bell", "hero", "hero")
    assert table.zone("A", "hand") == ["Giant"]
    assert table.find("Bell").boosts == 1


@both
def test_no_more_than_asked_for_need_be_played(sit, rules):
    table = sit(rules)
    table.card("Guest", cost="3/3")
    cast(table, SEVERAL).hand("Guest", "Guest")
    table.begin()
    table.act("A", "play Decree", "Guest", "done", "hero")
    assert table.zone("A", "hand") == ["Guest"]


@both
def test_reactions_wait_until_everything_is_played(sit, rules):
    """Remark of 5.2.b."""
    table = sit(rules)
    table.card("Caller", cost="1/1", abilities=["J: draw(1)"])
    cast(table, SEVERAL).hand("Caller", "Caller").deck("Kappa C", "Kappa C")
    table.begin()
    table.act("A", "play Decree", "Caller", "Caller", "Caller", "hero")
    assert table.decision == "expedition"  # of the second; the first has entered play
    assert table.zone("A", "hand") == ["Caller"]
    table.choose("A", "hero")
    assert table.reactions() == [("A", "Caller", 0), ("A", "Caller", 0)]
    assert table.zone("A", "hand") == []


WOLVES = (
    "x = reveal(top(you.deck, 5));"
    "play(choose(animal | artist, x, any_number, total(hand_cost) <= 7), free{}); discard(x)"
)
TRACES = [
    "J: gain(me, luck=1)",
    "H: gain(me, scrap=1)",
    "R: gain(me, food=1)",
]


def pack(table, how):
    table.card("Wolf", subtypes=["animal"], cost="3/3", abilities=TRACES)
    table.card("Bear", subtypes=["animal"], cost="5/1")
    table.card("Rock", type="landmark_permanent", cost="1/1")
    cast(table, WOLVES.format(how)).deck("Wolf", "Bear", "Rock", "Wolf", "Filler", "Kappa C")


@both
@pytest.mark.parametrize(("how", "traces"), [
    ("", {"luck": 1}),
    (", as_from=hand", {"luck": 1, "scrap": 1}),
])  # fmt: skip
def test_cards_of_the_deck_are_played_and_the_rest_discarded(sit, rules, how, traces):
    """Only {J} activates from the Deck (the ruling on Auraq); played as if from hand, {H} too."""
    table = sit(rules)
    pack(table, how)
    table.begin()
    table.act("A", "play Decree", "Wolf", "Wolf")  # with two, 1 is left of the 7
    table.choose("A", "Wolf", "hero", "hero")
    settle(table)
    assert [wolf.counters for wolf in table.all("Wolf")] == [traces, traces]
    assert sorted(table.zone("A", "discard")) == ["Bear", "Decree", "Filler", "Rock"]
    assert table.zone("A", "deck") == ["Kappa"]
    assert table.find("Wolf #1").statuses == frozenset()


@both
def test_what_is_played_as_if_from_hand_was_played_from_hand(sit, rules):
    table = sit(rules)
    table.card("Proud", abilities=["J: if_(me.played_from == hand, gain(me, boost=2))"])
    cast(table, "x = top(you.deck); play(x, free, as_from=hand)").deck("Proud", "Filler")
    table.card("Usher", abilities=["when(plays(you, character, from_=hand)): gain(it, anchored)"])
    table.player("A").hero_expedition("Usher")
    table.begin()
    table.act("A", "play Decree", "hero")
    settle(table)
    assert (table.find("Proud").boosts, table.find("Proud").statuses) == (2, {"anchored"})


# each player


SANTA = "H: each(all(player), may(play(choose(card, hand_cost <= 3), free), by=it), starting=you)"


@both
def test_each_player_plays_starting_with_you(sit, rules):
    """ "Starting with you" on the turn of another: you are first although they have initiative."""
    table = sit(rules)
    table.card("Santa", cost="1/1", abilities=[SANTA])
    table.card("Gift", cost="3/3")
    table.card("Invitation", type="spell", cost="1/1", abilities=[
        "fleeting", "effect: may(play(choose(character), free), by=target(opponent))"
    ])  # fmt: skip
    table.player("B").hand("Santa", "Gift")
    table.player("A").hand("Invitation", "Gift").mana(1)
    table.begin()
    table.act("A", "play Invitation")
    table.choose("B", "Santa", "hero")
    assert table.decider == "B"
    table.choose("B", "Gift", "hero")
    assert table.decider == "A"
    table.choose("A", "done")
    assert table.zone("B", "hero_expedition") == ["Santa", "Gift"]
    assert table.zone("A", "hand") == ["Gift"]


# where a card was played from


@both
@pytest.mark.parametrize(("place", "boosts"), [("hand", 1), ("reserve", 2)])
def test_a_card_knows_from_where_it_was_played(sit, rules, place, boosts):
    table = sit(rules)
    lines = [
        "J: if_(me.played_from == hand, gain(me, boost=1))",
        "J: if_(me.played_from == reserve, gain(me, boost=2))",
    ]
    table.card("Comer", abilities=lines)
    getattr(table.player("A").mana(1), place)("Comer")
    table.begin()
    table.act("A", "play Comer to hero")
    settle(table)
    assert table.find("Comer").boosts == boosts


@both
def test_what_entered_play_otherwise_was_not_played(sit, rules):
    table = sit(rules)
    table.card("Comer", abilities=["J: if_(me.played_from == hand, gain(me, boost=1))"])
    cast(table, "put(choose(character, you.hand), you.hero_expedition)").hand("Comer")
    table.begin()
    table.act("A", "play Decree")
    assert table.find("Comer").boosts == 0


@both
def test_objects_are_told_apart_by_where_they_were_played_from(sit, rules):
    table = sit(rules)
    cast(table, "gain(all(character, you.play, played_from == reserve), boost=1)", mana=3)
    table.card("Comer")
    table.card("Guest")
    table.player("A").hand("Comer").reserve("Guest").hero_expedition("Atlas C")
    table.begin()
    table.act("A", "play Comer to hero")
    table.act("B", "pass")
    table.act("A", "play Guest to hero")
    table.act("A", "play Decree")
    assert [table.find(name).boosts for name in ("Comer", "Guest", "Atlas")] == [0, 1, 0]


# an optional reduction that restricts


RIPTIDE = [
    "fleeting",
    "less(1, plays(you, me), may)",
    "effect: if_(me.paid_less, put(target(character, in_(water)), deck),"
    " else_=put(target(character), deck))",
]


def riptide(table, mana):
    table.card("Riptide", type="spell", cost="2/2", abilities=RIPTIDE)
    table.player("A").hand("Riptide").mana(mana)
    table.terrain(0, "forest")
    table.terrain(7, "water")
    table.player("B").hero_expedition("Kappa C").companion_expedition("Atlas C")


@both
def test_the_full_cost_lets_anything_be_targeted(sit, rules):
    table = sit(rules)
    riptide(table, 2)
    table.begin()
    table.act("A", "play Riptide", "no", "Kappa")
    assert table.zone("B", "deck")[0] == "Kappa"
    assert table.mana("A") == (0, 2)


@cites("passive/restricted targets")
@both
def test_the_lower_cost_restricts_the_target(sit, rules):
    table = sit(rules)
    riptide(table, 1)
    table.begin()
    table.act("A", "play Riptide")
    assert table.zone("B", "deck")[0] == "Atlas"
    assert table.mana("A") == (0, 1)


def test_without_a_target_in_water_it_cannot_be_declared_for_less(sit):
    """5.1.2.b of the seeds: each way of paying needs a legal declaration of its own."""
    table = sit("2024.09")
    riptide(table, 1)
    table.terrain(7, "forest")
    table.begin()
    assert not table.can("A", "play Riptide")


def test_under_5_0_it_may_be_played_for_nothing(sit):
    table = sit("5.0")
    riptide(table, 1)
    table.terrain(7, "forest")
    table.begin()
    table.act("A", "play Riptide")
    assert table.zone("B", "companion_expedition") == ["Atlas"]


# several that are paid for


@pytest.mark.parametrize(
    ("mana", "beside_big", "beside_small"),
    [(4, set(), {"Small"}), (5, {"Small"}, {"Big", "Small"})],
)
@both
def test_all_that_are_picked_must_be_payable(sit, rules, mana, beside_big, beside_small):
    """5.2.c: of 3 or 4 mana left, the cost of the first is not available for the second."""
    for first, beside in (("Big", beside_big), ("Small", beside_small)):
        table = sit(rules)
        table.card("Big", cost="4/4")
        table.card("Small", cost="2/2")
        cast(table, "play(choose(character, up_to=2), less=1)", mana)
        table.player("A").hand("Big", "Small", "Small")
        table.begin()
        table.act("A", "play Decree", first)
        left = [option for option in table.options() if table.decision == "objects"]
        assert {name for name in ("Big", "Small") if name in " ".join(left)} == beside
