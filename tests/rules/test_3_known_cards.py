"""Known cards: revealed hands, and Mana Orbs (3.1.3, 3.2.9)."""

import pytest

from altered_env import Scenario
from tests.citations import cites

both_rulesets = pytest.mark.parametrize("rules", ("2024.09", "5.0"))


def seen_hand(rules):
    """B has looked at A's hand: a Spell that puts a card in the Mana zone, Sun and Moon."""
    table = Scenario(rules=rules)
    table.card("Peek", type="spell", abilities=["effect: look(all(card, opponent.hand))"])
    table.card("Bury", type="spell", abilities=["effect: put(choose(card, you.hand), mana)"])
    table.card("Sun")
    table.card("Moon")
    table.player("A").hand("Bury", "Sun", "Moon").mana(2)
    table.player("B").hand("Peek").mana(1)
    table.begin("afternoon", first="B")
    table.act("B", "play Peek")
    return table


def names(cards):
    return sorted(card.name or "?" for card in cards)


@both_rulesets
@cites("2024.09:3.1.3.f/en")
def test_who_looked_at_a_hand_knows_it(rules):
    table = seen_hand(rules)
    assert names(table.game.view("B").players[0].hand) == ["Bury", "Moon", "Sun"]
    assert table.game.view("A").players[1].hand == ()


@both_rulesets
@cites("2024.09:3.2.9.b", "2024.09:RM-3.2.9.a-1", "2024.09:RM-3.2.9.b-1")
def test_an_orb_from_a_hand_that_was_seen_is_not_known(rules):
    """It is put down face-down; nor is it known any more which cards are left."""
    table = seen_hand(rules)
    table.act("A", "play Bury", "Sun")
    assert names(table.game.view("B").players[0].mana) == ["?", "?", "?"]
    assert names(table.game.view("B").players[0].hand) == []
    assert names(table.game.view("A").players[0].mana) == ["Filler", "Filler", "Sun"]
    assert names(table.game.view("A").players[0].hand) == ["Moon"]


@both_rulesets
@cites("2024.09:4.2.1.e", "2024.09:RM-3.2.9.a-1")
def test_an_orb_of_the_morning_from_a_hand_that_was_seen_is_not_known(rules):
    table = seen_hand(rules)
    table.until("morning")
    while table.decision != "expand" or table.decider != "A":
        table.choose(table.decider, "done")
    table.choose("A", "Moon")
    while table.decision == "expand":
        table.choose(table.decider, "done")
    assert names(table.game.view("B").players[0].mana) == ["?", "?", "?"]
    assert names(table.game.view("B").players[0].hand) == []


@both_rulesets
@cites("2024.09:3.1.3.b", "2024.09:3.2.9.a")
def test_what_goes_to_a_hand_is_known_if_its_face_was(rules):
    """From Reserve everyone has seen it; from the Mana zone who owns it alone."""
    table = Scenario(rules=rules)
    table.card("Dig", type="spell", abilities=["effect: put(choose(mana_orb, you.mana), hand)"])
    table.card("Fetch", type="spell", abilities=["effect: put(choose(card, you.reserve), hand)"])
    table.card("Sun")
    table.card("Moon")
    table.card("Bush", type="landmark_permanent", abilities=["T: draw(1)"])
    table.player("A").landmarks("Bush").hand("Dig", "Fetch").reserve("Sun").mana(2).orbs(
        "Moon", exhausted=True
    )
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Fetch")
    assert names(table.game.view("B").players[0].hand) == ["Sun"]
    table.act("B", "pass")
    table.act("A", "play Dig", "Moon")
    assert names(table.game.view("A").players[0].hand) == ["Moon", "Sun"]
    assert names(table.game.view("B").players[0].hand) == ["Sun"]
