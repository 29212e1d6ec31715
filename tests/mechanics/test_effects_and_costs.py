"""Effects on orbs, cards in Reserve and control; costs; lasting effects."""

from __future__ import annotations

import pytest

from tests.citations import cites


def spell(table, line):
    """A Spell with this effect in A's hand, with five orbs."""
    table.card("Rite", type="spell", cost="2/2", abilities=[f"effect: {line}"])
    table.player("A").hand("Rite").mana(5)


@cites("effect/ready or exhaust mana orbs")
def test_orbs_are_readied_and_exhausted(sit):
    table = sit()
    orbs = "choose(mana_orb, you.mana, {})"
    line = f"ready({orbs.format('exhausted, n=2')}); exhaust({orbs.format('~exhausted')})"
    spell(table, line)
    table.begin()
    table.act("A", "play Rite")
    while table.decision not in ("turn", None):
        table.game.act(table.game.options()[0].action)
    assert table.mana("A") == (4, 5)  # 5 - 2 paid + 2 readied - 1 exhausted


@cites("effect/discard a mana orb")
def test_an_orb_is_discarded(sit):
    table = sit()
    spell(table, "if_(discard(choose(mana_orb, you.mana)), draw(1))")
    table.begin()
    table.act("A", "play Rite")
    while table.decision not in ("turn", None):
        table.game.act(table.game.options()[0].action)
    assert table.mana("A")[1] == 4
    assert len(table.zone("A", "hand")) == 1
    assert len(table.zone("A", "discard")) == 1


@cites("effect/exhaust a card", "effect/ready a card")
def test_a_card_in_a_reserve_is_exhausted_and_readied(sit):
    table = sit()
    table.card("Oak")
    table.card("Elm")
    spell(table, "exhaust(target(card, opponent.reserve)); ready(all(card, you.reserve))")
    table.player("A").reserve("Elm", exhausted=True)
    table.player("B").reserve("Oak")
    table.begin()
    assert "exhausted" in table.find("Elm").statuses
    table.act("A", "play Rite")
    assert "exhausted" in table.find("Oak").statuses
    assert "exhausted" not in table.find("Elm").statuses


@cites("effect/move boosts")
@pytest.mark.parametrize(("answer", "mine", "new"), [("yes", 1, 1), ("no", 2, 0)])
def test_a_boost_moves_to_who_joins(sit, answer, mine, new):
    table = sit()
    line = (
        "when(goes(character, other, to=you.expeditions)):"
        " if_(may(spend(boost=1)), gain(it, boost=1))"
    )
    table.card("Host", abilities=[line])
    table.card("Guest", cost="1/1")
    table.player("A").hand("Guest").mana(5).hero_expedition("Host", boosts=2)
    table.begin()
    table.act("A", "play Guest to hero")
    table.choose("A", answer)
    assert (table.find("Host").boosts, table.find("Guest").boosts) == (mine, new)


@cites("effect/look")
def test_who_looks_sees_the_cards_and_keeps_one(sit):
    table = sit()
    for name in ("One", "Two", "Three"):
        table.card(name)
    spell(table, "x = look(top(you.deck, 3)); put(choose(x), hand); discard(x)")
    table.player("A").deck("One", "Two", "Three")
    table.begin()
    table.act("A", "play Rite")
    assert sum(any(n in option for n in ("One", "Two", "Three")) for option in table.options()) == 3
    table.choose("A", "Two")
    assert table.zone("A", "hand") == ["Two"]
    assert {"One", "Three"} <= set(table.zone("A", "discard"))


@cites("effect/take control")
def test_a_landmark_changes_hands(sit):
    table = sit()
    table.card("Shrine", type="landmark_permanent", cost="2/2")
    spell(table, "take_control(target(landmark_permanent, hand_cost <= 2))")
    table.player("B").landmarks("Shrine")
    table.begin()
    table.act("A", "play Rite")
    assert table.zone("A", "landmarks") == ["Shrine"]
    assert table.find("Shrine").controller == "A"
    assert table.zone("B", "landmarks") == []


@cites("effect/complete me")
@pytest.mark.parametrize(("pile", "done"), [(6, True), (5, False)])
def test_a_feat_is_completed(sit, pile, done):
    table = sit()
    table.card(
        "Quest",
        type="landmark_permanent",
        subtypes=["feat"],
        abilities=["at(noon): if_(count(card, you.discard_pile) >= 6, gain(me, completed))"],
    )
    table.player("A").landmarks("Quest").discard(*["Filler"] * pile)
    table.begin("noon")
    assert ("completed" in table.find("Quest").statuses) is done


@cites("cost/discard from reserve", "cost/exhaust another")
@pytest.mark.parametrize(
    ("cost", "left"),
    [("discard(choose(card, you.reserve))", []), ("exhaust(choose(card, you.reserve))", ["Oak"])],
)
def test_a_card_in_reserve_is_the_price(sit, cost, left):
    table = sit()
    table.card("Oak")
    table.card("Engine", type="landmark_permanent", abilities=[f"T, {cost}: draw(1)"])
    table.player("A").landmarks("Engine").reserve("Oak").mana(0)
    table.player("B").reserve("Oak")
    table.begin()
    table.act("A", "use Engine")
    assert table.zone("A", "reserve") == left
    assert len(table.zone("A", "hand")) == 1
    if left:
        assert "exhausted" in table.find("A: Oak").statuses


@cites("cost/opponent resupplies")
def test_the_opponent_resupplies_as_the_price(sit):
    table = sit()
    line = "T, resupply(by=target(opponent)): draw(1)"
    table.card("Engine", type="landmark_permanent", abilities=[line])
    table.player("A").landmarks("Engine").mana(0)
    table.begin()
    table.act("A", "use Engine")
    assert table.zone("B", "reserve") == ["Filler"]
    assert table.zone("A", "reserve") == []
    assert table.zone("A", "hand") == ["Filler"]


@cites("duration/next this afternoon")
def test_the_next_one_this_afternoon_costs_less_in_a_later_turn_too(sit):
    table = sit()
    table.card("Oak", cost="3/3")
    line = "ongoing({less(2, plays(you, character))}, this=afternoon, uses=1)"
    spell(table, line)
    table.player("A").hand("Oak", "Oak").mana(2)
    table.begin()
    table.act("A", "play Rite")
    table.act("B", "pass")
    table.act("A", "play Oak to hero")
    assert table.mana("A") == (4, 7)  # 7 - 2 - 1
    table.act("A", "play Oak to hero")
    assert table.mana("A") == (1, 7)


@cites("duration/first each afternoon")
def test_only_the_first_of_an_afternoon(sit):
    table = sit()
    table.card("Oak", cost="1/1")
    line = "also(plays(you, character), nth=1, this=afternoon): gain(it, boost=1)"
    table.card("Inn", type="landmark_permanent", abilities=[line])
    table.card("Elm", cost="1/1")
    table.player("A").landmarks("Inn").hand("Oak", "Elm").mana(5)
    table.begin()
    table.act("A", "play Oak to hero")
    table.act("B", "pass")
    assert table.find("Oak").boosts == 1
    table.act("A", "play Elm to hero")
    assert table.find("Elm").boosts == 0


@cites("passive/permission to play")
@pytest.mark.parametrize("allowed", [True, False])
def test_exhausted_cards_may_be_played(sit, allowed):
    table = sit()
    table.card("Oak", cost="1/1")
    line = "can(plays(you, card, from_=you.reserve), even=exhausted)"
    table.card("Door", type="landmark_permanent", abilities=[line] if allowed else [])
    table.player("A").landmarks("Door").reserve("Oak", exhausted=True).mana(5)
    table.begin()
    assert any("Oak" in option for option in table.options()) is allowed
