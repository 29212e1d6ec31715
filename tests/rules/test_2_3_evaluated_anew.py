"""Passive abilities are re-evaluated after each event (2.3.1.e), whatever they depend on."""

from __future__ import annotations

import pytest

from altered_env.game.invariants import check
from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
TURN = ["use Idler", "play Loss", "play Fill", "play Mill", "play Stock"]


@cites("5.0:2.3.1.e", "2024.09:2.3.1.e")
@pytest.mark.parametrize(
    ("condition", "truths"),
    [
        ("count(card, you.hand) <= 4", [False, False, True, True, True, True]),
        ("count(mana_orb, you.mana) >= 3", [False, False, False, True, True, True]),
        ("count(card, you.discard_pile) >= 2", [False, False, False, False, True, True]),
        ("count(card, you.deck) < 19", [False, False, False, True, True, True]),
        ("count(card, you.reserve) >= 3", [False, False, False, False, True, True]),
        ("happened(plays(you, spell), this=day) >= 2", [False, False, False, True, True, True]),
    ],
)
@RULES
def test_a_passive_ability_follows_what_it_reads(sit, rules, condition, truths):
    table = sit(rules)
    table.card("Watch", abilities=[f"while_({condition}), have(me, gigantic)"])
    for name, effect in (
        ("Loss", "discard(choose(card, you.hand))"),
        ("Fill", "put(top(you.deck), mana)"),
        ("Mill", "discard(top(you.deck))"),
        ("Stock", "resupply()"),
    ):
        line = f"effect: {effect}; extra_turn()"
        table.card(name, type="spell", cost="0/0", abilities=[line])
    table.player("A").hero_expedition("Watch").hand("Loss", "Fill", "Mill", "Stock", "Filler")
    table.player("A").mana(2)
    table.begin()
    seen = ["gigantic" in table.find("Watch").keywords]
    for turn in TURN:
        table.act("A", turn, *(["Filler #1"] if turn == "play Loss" else []))
        check(table.game)
        seen.append("gigantic" in table.find("Watch").keywords)
    assert seen == truths


@cites("2024.09:2.3.1.e")
@RULES
def test_what_counts_a_turn_is_over_when_the_turn_is(sit, rules):
    table = sit(rules)
    line = "while_(happened(plays(you, spell), this=turn)), have(me, gigantic)"
    table.card("Watch", abilities=[line])
    table.card("Verse", type="spell", cost="0/0", abilities=["effect: draw(1)"])
    table.player("A").hero_expedition("Watch").hand("Verse")
    table.begin()
    table.act("A", "play Verse")
    assert table.turn == "B"
    check(table.game)
    assert "gigantic" not in table.find("Watch").keywords


@cites("2024.09:2.3.1.e")
@RULES
def test_what_comes_to_reserve_has_what_is_given_there(sit, rules):
    table = sit(rules)
    table.card("Ward", type="landmark_permanent", abilities=["have(all(card, reserve), tough(1))"])
    table.card("Stock", type="spell", cost="0/0", abilities=["effect: resupply()"])
    table.player("A").landmarks("Ward").hand("Stock").deck("Filler")
    table.begin()
    table.act("A", "play Stock")
    check(table.game)
    assert table.find("A Filler in reserve").tough == 1


@cites("5.0:2.3.1.e", "2024.09:2.3.1.e")
@RULES
def test_the_next_step_of_an_effect_finds_them_evaluated_anew(sit, rules):
    table = sit(rules)
    table.card("Watch", abilities=["while_(count(card, you.hand) >= 1), have(me, gigantic)"])
    table.card(
        "Verse",
        type="spell",
        cost="0/0",
        abilities=["effect: draw(1); gain(all(character, gigantic), boost=1)"],
    )
    table.player("A").hero_expedition("Watch").hand("Verse")
    table.begin()
    table.act("A", "play Verse")
    assert table.find("Watch").boosts == 1
