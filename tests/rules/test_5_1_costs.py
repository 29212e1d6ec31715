"""Costs of playing: order of alterations, floors, alternative and optional costs (5.1.2)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def pay_for(sit, rules, cost, *laws, place="hand", mana=9):
    """The mana for playing a Character of this cost, with these passives in play."""
    table = sit(rules)
    table.card("Runner", cost=cost)
    for number, line in enumerate(laws, 1):
        table.card(f"Law {number}", type="landmark_permanent", abilities=[line])
        table.player("A").landmarks(f"Law {number}")
    getattr(table.player("A").mana(mana), place)("Runner")
    table.begin()
    table.act("A", "play Runner to hero")
    return mana - table.mana("A")[0]


@cites("5.0:5.1.2.d", "2024.09:5.1.2.b")
@pytest.mark.parametrize(("place", "paid"), [("hand", 4), ("reserve", 2)])
@RULES
def test_from_hand_the_hand_cost_from_reserve_the_reserve_cost(sit, rules, place, paid):
    assert pay_for(sit, rules, "4/2", place=place) == paid


@cites("5.0:5.1.2.f", "2024.09:5.1.2.b")
@pytest.mark.parametrize(
    ("laws", "paid"),
    [
        (["more(2, plays(player, character))"], 5),
        (["less(1, plays(you, character))"], 2),
        (["less(5, plays(you, character))"], 0),
        (["less(2, plays(you, spell))"], 3),
        (["less(5, plays(you, character))", "more(3, plays(player, character))"], 1),
        (["more(3, plays(player, character))", "less(5, plays(you, character))"], 1),
        (["at_least(2, plays(player, character))", "less(3, plays(you, character))"], 2),
        (["less(3, plays(you, character))", "at_least(2, plays(player, character))"], 2),
        (["at_least(4, plays(player, character))", "more(2, plays(player, character))"], 5),
        (["less(3, plays(you, character), min=1)"], 1),
        (["less(3, plays(you, character), min=1)", "less(1, plays(you, character))"], 0),
        (["less(3, plays(you, character), min=5)"], 3),
    ],
)
@RULES
def test_increases_then_decreases_then_floors(sit, rules, laws, paid):
    """In any order of arrival: 3 mana, altered."""
    assert pay_for(sit, rules, "3/3", *laws) == paid


@cites("cost/increase", "2024.09:5.1.2.b", "2024.09:5.1.2.c")
@RULES
def test_an_increase_can_make_a_card_unplayable(sit, rules):
    table = sit(rules)
    table.card("Runner", cost="3/1")
    table.card("Law", type="landmark_permanent", abilities=["more(1, plays(opponent, card))"])
    table.player("A").hand("Runner").mana(3)
    table.player("B").landmarks("Law").hand("Runner").mana(3)
    table.begin()
    assert not table.can("A", "play Runner to hero")
    table.act("A", "pass")
    assert table.can("B", "play Runner to hero")  # the law is about its opponents


@cites("5.0:5.1.2.c", "5.0:5.2.1.a", "2024.09:5.1.2.b")
@RULES
def test_a_cost_may_depend_on_the_expedition_chosen(sit, rules):
    table = sit(rules)
    table.card(
        "Pilgrim",
        cost="3/3",
        abilities=["while_(count(character, me.expedition) == 0), less(2, plays(you, me))"],
    )
    table.player("A").hand("Pilgrim").mana(1).hero_expedition("Booda")
    table.begin()
    assert not table.can("A", "play Pilgrim to hero")
    table.act("A", "play Pilgrim to companion")
    assert table.mana("A") == (0, 1)


@cites("cost/reduction for others", "2024.09:5.1.2.b")
@RULES
def test_the_next_card_of_a_kind_costs_less_once(sit, rules):
    table = sit(rules)
    table.card("Runner", cost="2/2")
    table.card(
        "Sale",
        type="landmark_permanent",
        abilities=["T: ongoing({less(1, plays(you, character))}, this=afternoon, uses=1)"],
    )
    table.player("A").hand("Runner", "Runner").mana(5).landmarks("Sale")
    table.begin()
    table.act("A", "use Sale")
    table.act("A", "play Runner to hero")
    assert table.mana("A") == (4, 5)
    table.act("B", "pass")
    table.act("A", "play Runner to hero")
    assert table.mana("A") == (2, 5)


@cites("5.0:5.1.2.a", "5.0:5.1.2.c", "5.0:5.1.2.g", "2024.09:5.1.2.b", "2024.09:5.1.2.c")
@RULES
def test_an_alternative_cost_is_chosen_while_declaring(sit, rules):
    """Scout: less mana, and the card goes to Reserve when it is played."""
    table = sit(rules)
    table.card("Ranger", cost="3/3", abilities=["scout(1)"])
    table.player("A").hand("Ranger").mana(4)
    table.begin()
    table.act("A", "play Ranger to hero")
    assert (table.decision, table.mana("A")) == ("scout", (4, 4))
    assert table.zone("A", "hand") == ["Ranger"]
    table.choose("A", "yes")
    assert table.mana("A") == (3, 4)
    assert table.find("Ranger").zone == "reserve"


@cites("2024.09:5.1.2.b")
@RULES
def test_the_alternative_cost_is_the_only_one_that_can_be_paid(sit, rules):
    table = sit(rules)
    table.card("Ranger", cost="3/3", abilities=["scout(1)"])
    table.player("A").hand("Ranger").mana(1)
    table.begin()
    table.act("A", "play Ranger to hero")
    assert table.mana("A") == (0, 1)
    assert table.find("Ranger").zone == "reserve"


@cites("2024.09:5.1.2.b", "2024.09:5.1.2.d")
@pytest.mark.parametrize(("answer", "paid"), [("yes", 1), ("no", 3)])
@RULES
def test_mana_in_an_optional_cost_is_paid_with_the_rest(sit, rules, answer, paid):
    table = sit(rules)
    table.card(
        "Ferryman",
        cost="3/3",
        abilities=["less(2, plays(you, me), may, cost=exhaust(choose(card, ready, you.reserve)))"],
    )
    table.player("A").hand("Ferryman").reserve("Filler").mana(3)
    table.begin()
    table.act("A", "play Ferryman to hero", answer)
    assert 3 - table.mana("A")[0] == paid
    assert ("exhausted" in table.find("Filler").statuses) == (answer == "yes")


@cites("5.0:5.1.2.c", "5.0:7.1.4.c", "cost/X mana", "2024.09:5.1.2.b", "2024.09:5.1.2.c")
@RULES
def test_x_is_chosen_as_the_cost_is_declared(sit, rules):
    table = sit(rules)
    table.card("Mint", type="landmark_permanent", abilities=["T, pay(X): draw(X)"])
    table.player("A").landmarks("Mint").mana(3)
    table.begin()
    table.act("A", "use Mint")
    assert table.decision == "number"
    assert table.options() == ["0", "1", "2", "3"]
    assert table.mana("A") == (3, 3)
    table.choose("A", 2)
    assert table.mana("A") == (1, 3)
    assert len(table.zone("A", "hand")) == 2


@cites("cost/free play", "2024.09:5.1.2.b")
@RULES
def test_played_for_free_means_no_cost_whatever_alters_it(sit, rules):
    table = sit(rules)
    table.card("Runner", cost="3/3")
    table.card("Law", type="landmark_permanent", abilities=["more(1, plays(player, card))"])
    table.card("Gate", type="landmark_permanent", abilities=["T: play(choose(character), free)"])
    table.player("A").hand("Runner").landmarks("Law", "Gate")
    table.begin()
    table.act("A", "use Gate", "hero")
    assert table.find("Runner").expedition == "hero"


@cites("2024.09:5.1.2.b")
@RULES
def test_an_optional_cost_that_would_take_nothing_off_is_not_offered(sit, rules):
    """Its condition does not hold."""
    table = sit(rules)
    sale = "less(2, plays(you, me), may, cost=discard(choose(card, you.reserve)))"
    table.card("Ferryman", cost="3/3", abilities=[f"while_(day > 5), {sale}"])
    table.player("A").hand("Ferryman").reserve("Filler").mana(3)
    table.begin()
    table.act("A", "play Ferryman to hero")
    assert table.find("Ferryman").expedition == "hero"
    assert table.mana("A") == (0, 3)
    assert table.zone("A", "reserve") == ["Filler"]


@cites("5.0:1.2.5.c", "5.0:5.1.2.g", "2024.09:5.1.2.b")
@pytest.mark.parametrize(("mana", "offered"), [(2, False), (3, True), (4, True)])
@RULES
def test_what_an_optional_reduction_costs_is_part_of_what_is_paid(sit, rules, mana, offered):
    """Four less three, and two for that."""
    table = sit(rules)
    line = "less(3, plays(you, me), may, cost=pay(2))"
    table.card("Ferryman", cost="4/4", abilities=[line])
    table.player("A").hand("Ferryman").mana(mana)
    table.begin()
    assert table.can("A", "play Ferryman to hero") == offered
    if offered:
        table.act("A", "play Ferryman to hero", *(["yes"] if mana == 4 else []))
        assert table.mana("A")[0] == mana - 3


@cites("5.0:5.1.2.g", "2024.09:5.1.2.c")
@RULES
def test_an_expedition_is_only_offered_where_the_card_can_be_paid(sit, rules):
    table = sit(rules)
    table.card("Guide", abilities=["less(1, plays(you, character, to=me.expedition))"])
    table.card("Runner", cost="2/2")
    table.player("A").companion_expedition("Guide").hand("Runner").mana(1)
    table.begin()
    table.act("A", "play Runner")
    assert table.find("Runner").expedition == "companion"


@cites("5.0:5.1.2.h", "5.0:1.2.5.c")
@pytest.mark.parametrize("place", ["hand", "reserve"])
@RULES
def test_a_card_does_not_pay_for_itself(sit, rules, place):
    """It is in Limbo as its costs are paid."""
    table = sit(rules)
    line = f"less(2, plays(you, me), may, cost=discard(choose(card, you.{place})))"
    table.card("Ferryman", cost="3/3", abilities=[line])
    getattr(table.player("A").mana(1), place)("Ferryman")
    table.begin()
    assert not table.can("A", "play Ferryman to hero")


@cites("5.0:5.1.2.k")
@pytest.mark.parametrize(("who", "cost"), [("you", 3), ("opponent", 2), ("player", 1)])
@RULES
def test_cards_played_are_counted_for_whom_it_says(sit, rules, who, cost):
    """B has played a Spell, and where both count, A as well."""
    table = sit(rules)
    line = f"less(happened(plays({who}, spell), this=day), plays(you, me))"
    table.card("Late", cost="3/3", abilities=[line])
    table.card("Song", type="spell", cost="0/0", abilities=["effect: draw(1)"])
    table.player("A").hand("Late").mana(3)
    table.player("B").hand("Song")
    if who == "player":
        table.player("A").hand("Song")
    table.begin(first="A" if who == "player" else "B")
    if who == "player":
        table.act("A", "play Song")
    table.act("B", "play Song")
    table.act("A", "play Late to hero")
    assert 3 - table.mana("A")[0] == cost
