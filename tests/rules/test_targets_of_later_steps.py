"""The choice of targets that depend on an earlier step (5.1.2.b, 5.2.3.b of the seeds; 6.5.b)."""

from __future__ import annotations

import pytest

from altered_env.cards import Card, catalogue
from altered_env.engine.terms import ABILITY
from altered_env.language.compiler import build_book
from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def cast(table, effect, mana=1):
    table.card("Decree", type="spell", cost="1/1", abilities=["fleeting", f"effect: {effect}"])
    return table.player("A").hand("Decree").mana(mana)


def finish(table, *choices):
    """Answer with the given choices, then with the first option."""
    for choice in choices:
        table.choose("A", choice)
    while table.decision != "turn":
        table.choose(table.decider, table.options()[0])


@cites("2024.09:5.2.3.b")
@pytest.mark.parametrize("version", ["R1", "R2"])
@RULES
def test_soar_makes_the_expedition_ascended_first(sit, rules, version):
    """An object that Ascends by its first step is in an Ascended Expedition for its second."""
    table = sit(rules)
    table.player("A").hand(f"Soar {version}").mana(1).hero_expedition("Booda")
    table.begin()
    table.act("A", "play Soar", "A hero")
    finish(table, "yes" if table.decision == "yes_no" else "Booda")
    assert table.find("Booda").boosts == 1


@cites("2024.09:5.1.2.c")
@RULES
def test_soar_needs_no_character_to_be_played(sit, rules):
    """No target of it is declared but the Expedition."""
    table = sit(rules)
    table.player("A").hand("Soar R1").mana(1)
    table.begin()
    table.act("A", "play Soar", "A hero")
    assert table.find("Soar").zone == "reserve"


@cites("2024.09:5.2.3.b")
@pytest.mark.parametrize("version", ["R1", "R2"])
@RULES
def test_stigma_of_belligerence_may_target_the_token_that_faces_it(sit, rules, version):
    """It faced no one before: its own condition makes it a target."""
    table = sit(rules)
    table.player("A").hand(f"Stigma of Belligerence {version}").mana(4)
    table.begin()
    table.act("A", "play Stigma of Belligerence to hero", "B hero")
    finish(table)
    (token,) = [x for x in table.game.view("A").players[1].expeditions[0].objects if x.token]
    assert token.statuses == {"anchored"}
    assert table.find("Stigma of Belligerence").statuses == {"anchored"}


@cites("2024.09:5.2.3.b")
@RULES
def test_the_token_of_teamwork_training_counts_for_its_target(sit, rules):
    """Under both rulesets: the number of Characters is that of the second step."""
    table = sit(rules)
    table.player("A").hand("Teamwork Training R1").mana(3)
    table.player("B").hero_expedition("Ratatoskr C")
    table.begin()
    table.act("A", "play Teamwork Training", "A hero")
    finish(table)
    assert table.find("Ratatoskr").zone == "reserve"


@cites("2024.09:5.2.3.b")
@pytest.mark.parametrize("version", ["R1", "R2"])
@RULES
def test_silent_night_rolls_then_targets_where_it_says_so(sit, rules, version):
    table = sit(rules)
    table.player("A").hand(f"Silent Night {version}").mana(3)
    table.player("B").hero_expedition("Booda", "Maw")
    table.dice(5)
    table.begin()
    table.act("A", "play Silent Night")
    assert int(table.game.record["rigged_count"]) == 0  # the die is rolled
    table.choose("A", "Maw")
    assert table.find("Maw").statuses == {"anchored"}


@cites("2024.09:5.2.3.b")
@pytest.mark.parametrize("card", ["Silent Night C", "All In! C", "X Marks the Spot C"])
def test_a_target_whose_sentence_follows_a_die_is_declared(sit, card):
    """The die does not decide the eligible targets, and no word puts the target after it."""
    table = sit("2024.09")
    table.player("A").hand(card).mana(3)
    table.player("B").hero_expedition("Booda", "Maw")
    table.dice(5)
    table.begin()
    table.act("A", f"play {card[:-2]}")
    assert table.decision == "target"
    assert int(table.game.record["rigged_count"]) == 1


@cites("2024.09:5.2.3.b")
@RULES
def test_the_boost_of_huff_and_puff_counts(sit, rules):
    table = sit(rules)
    table.card("Pup", subtypes=["animal"], stats="1/1/1")
    table.card("Rat", stats="2/2/2")
    table.player("A").hand("Huff and Puff C").mana(3).hero_expedition("Pup")
    table.player("B").hero_expedition("Rat")
    table.begin()
    table.act("A", "play Huff and Puff")
    finish(table)
    assert table.find("Rat").zone == "reserve"


@cites("2024.09:5.2.3.b", "2024.09:5.2.3.f")
def test_icebound_lake_kuraokami_and_galvanize_are_declared_as_they_are_played(sit):
    """Their first step makes no object eligible: it creates a Character, exhausts cards,
    Resupplies."""
    table = sit("2024.09")
    table.player("A").landmarks("Icebound Lake C", counters={"trial": 2}).hand("Kappa C").mana(9)
    table.player("B").hero_expedition("Maw").regions(hero=1)
    table.begin()
    table.act("A", "play Kappa to hero", "A hero")
    assert sorted(option[3:7] for option in table.options("A")) == ["Kapp", "Maw "]
    table = sit("2024.09")
    table.player("A").hand("Kuraokami Unbound R1").mana(9).reserve("Maw")
    table.begin()
    table.act("A", "play Kuraokami Unbound to hero")
    assert table.find("Maw").statuses == set()  # no Expedition is ahead
    table = sit("2024.09")
    table.player("A").hand("Galvanize the Troops C").mana(2)
    table.begin()
    table.act("A", "play Galvanize the Troops")
    assert table.zone("A", "reserve") == []  # no object could gain Fleeting


@RULES
def test_what_an_earlier_step_moves_is_no_reason_to_wait(sit, rules):
    """A drawn or created card is one more to choose; the others are as suitable as before."""
    table = sit(rules)
    cast(table, "draw(1); put(target(character, total(hand_cost) <= 3, up_to=2), reserve)")
    table.player("B").hero_expedition("Booda", "Maw")
    table.begin()
    table.act("A", "play Decree")
    drawn = table.zone("A", "hand") == ["Filler"]
    assert drawn == (rules == "5.0")


@pytest.mark.parametrize(
    ("step", "filters", "waits"),
    [
        ("gain(me, arcane=1)", "hand_cost <= me.arcane", True),
        ("lose(me, boost=all)", "forest <= me.forest", True),
        ("lose(me, counter=up_to(2))", "hand_cost <= me.arcane", True),
        ("gain(all(character), fleeting)", "fleeting", True),
        ("ready(all(card, reserve))", "reserve, exhausted", True),
        ("move(you.hero_expedition, 1)", "in_(forest)", True),
        ("draw(1)", "hand_cost <= count(card, you.hand)", True),
        ("create(brassbug, in_=you.hero_expedition)", "highest(hand_cost)", True),
        ("gain(me, fleeting)", "boosted", False),
        ("exhaust(me)", "hand_cost <= 3", False),
        ("later(gain(me, fleeting))", "fleeting", False),
        ("create(brassbug, in_=you.hero_expedition)", "hand_cost <= 3", False),
    ],
)
def test_what_steps_change_and_what_filters_read(step, filters, waits):
    """A Spell whose target waits has nothing to declare."""
    line = f"effect: {step}; gain(target(character, {filters}), boost=1)"
    spell = Card("OWN_AX_01_C", "Decree", "axiom", "common", "spell", abilities=(line,))
    book = build_book([spell], catalogue().tokens)
    assert book.unsupported == {}
    (row,) = (row for row in book.record[0]["ability"] if row["kind"] == ABILITY.SPELL)
    assert int(row["targets"]) == (0 if waits else 1)
