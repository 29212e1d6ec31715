"""Modifiers: "instead" and "also" (6.2)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def with_spell(sit, rules, effect, *modifiers):
    """A Spell of A, and a Landmark of A for each modifier."""
    table = sit(rules)
    table.card("Work", type="spell", abilities=[f"effect: {effect}"])
    table.player("A").hand("Work").mana(3)
    for number, line in enumerate(modifiers, 1):
        table.card(f"Rule {number}", type="landmark_permanent", abilities=[line])
        table.player("A").landmarks(f"Rule {number}")
    return table


@cites("5.0:6.2.a", "5.0:6.2.b", "5.0:6.2.m", "2024.09:6.2.a", "2024.09:6.2.b", "2024.09:6.2.k")
@RULES
def test_a_replacing_modifier_changes_what_happens(sit, rules):
    """A replaced action never happened: nothing reacts to it."""
    table = with_spell(
        sit,
        rules,
        "resupply(); draw(1)",
        "instead(resupplies(you)): discard(top(you.deck))",
        "when(goes(card, to=you.reserve)): gain(me, kelon=1)",
    )
    table.begin()
    table.act("A", "play Work")
    assert table.zone("A", "discard") == ["Filler"]
    assert table.zone("A", "hand") == ["Filler"]
    assert table.find("Rule 2").counters == {"kelon": 1}  # for the Spell itself
    assert table.zone("A", "reserve") == ["Work"]


@cites("5.0:6.2.b", "2024.09:6.2.b")
@RULES
def test_gericht_gains_a_boost_instead_of_fleeting(sit, rules):
    table = with_spell(sit, rules, "gain(target(character), fleeting)")
    table.player("A").hero_expedition("Gericht, Revered Duelist R1")
    table.begin()
    table.act("A", "play Work")
    gericht = table.find("Gericht, Revered Duelist")
    assert (gericht.boosts, gericht.statuses) == (1, frozenset())


@cites("5.0:6.2.a", "5.0:6.2.c", "2024.09:6.2.c", "2024.09:6.2.a")
@RULES
def test_an_additive_modifier_adds_to_the_step(sit, rules):
    table = with_spell(sit, rules, "draw(1)", "also(draws(you)): resupply()")
    table.begin()
    table.act("A", "play Work")
    assert table.zone("A", "hand") == ["Filler"]
    assert table.zone("A", "reserve") == ["Filler", "Work"]


@cites("5.0:6.2.c", "2024.09:6.2.c", "2024.09:6.2.k")
@RULES
def test_what_is_added_happens_in_the_same_event(sit, rules):
    """A Reaction to one or more cards comes once for the two that go at the same time."""
    table = with_spell(
        sit,
        rules,
        "sacrifice(choose(character, you.play))",
        "also(sacrifices(you, character)): discard(top(you.deck))",
        "when(goes(card, to=discard_pile), once): gain(me, kelon=1)",
    )
    table.card("Runner")
    table.player("A").hero_expedition("Runner")
    table.begin()
    table.act("A", "play Work")
    assert sorted(table.zone("A", "discard")) == ["Filler", "Runner"]
    assert table.find("Rule 2").counters == {"kelon": 1}


@cites("5.0:6.2.g", "2024.09:6.2.d", "2024.09:6.2.e")
@RULES
def test_replacing_modifiers_come_before_additive_ones(sit, rules):
    """Once the draw is replaced, there is nothing left to add to."""
    table = with_spell(
        sit,
        rules,
        "draw(1)",
        "also(draws(you)): gain(me, kelon=1)",
        "instead(draws(you)): resupply()",
    )
    table.begin()
    table.act("A", "play Work")
    assert table.zone("A", "hand") == []
    assert table.zone("A", "reserve") == ["Filler", "Work"]
    assert table.find("Rule 1").counters == {}


@cites("5.0:6.2.h", "2024.09:6.2.f", "2024.09:6.2.e")
@pytest.mark.parametrize(("first", "zone"), [("Rule 1", "discard"), ("Rule 2", "mana")])
@RULES
def test_the_controller_of_the_step_chooses_which_modifier_comes_first(sit, rules, first, zone):
    """B's Spell would discard A's Character; both modifiers are A's, the choice is B's."""
    table = sit(rules)
    table.card("Strike", type="spell", abilities=["effect: put(target(character), hand)"])
    table.card(
        "Rule 1",
        type="landmark_permanent",
        abilities=["instead(goes(character, from_=you.expeditions, to=hand)): discard(it)"],
    )
    table.card(
        "Rule 2",
        type="landmark_permanent",
        abilities=["instead(goes(character, from_=you.expeditions, to=hand)): put(it, mana)"],
    )
    table.player("A").hero_expedition("Filler").landmarks("Rule 1", "Rule 2")
    table.player("B").hand("Strike").mana(1)
    table.begin()
    table.act("A", "pass")
    table.act("B", "play Strike")
    assert (table.decider, table.decision) == ("B", "modifier")
    table.choose("B", first)
    assert table.zone("A", zone) == ["Filler"]


@cites("5.0:6.2.h", "2024.09:6.2.f")
@pytest.mark.parametrize("first", ["A", "B"])
@RULES
def test_for_a_step_without_controller_the_first_player_chooses(sit, rules, first):
    """At Rest, no effect sends Characters to Reserve."""
    table = sit(rules)
    table.card(
        "Rule 1",
        type="landmark_permanent",
        abilities=["instead(goes(character, from_=you.expeditions, to=reserve)): put(it, hand)"],
    )
    table.card(
        "Rule 2",
        type="landmark_permanent",
        abilities=["instead(goes(character, from_=you.expeditions, to=reserve)): put(it, mana)"],
    )
    table.card("Walker", stats="9/9/9")
    table.player("B").hero_expedition("Walker").landmarks("Rule 1", "Rule 2")
    table.begin("dusk", first=first)
    assert (table.decider, table.decision) == (first, "modifier")
    table.choose(first, "Rule 1")
    assert "Walker" in table.zone("B", "hand")


@cites("5.0:6.2.i", "2024.09:6.2.g", "2024.09:6.2.h", "2024.09:6.2.i")
@RULES
def test_the_modified_step_is_checked_again(sit, rules):
    """Resupplying becomes drawing, drawing becomes discarding: both apply, each once."""
    table = with_spell(
        sit,
        rules,
        "resupply()",
        "instead(draws(you)): discard(top(you.deck))",
        "instead(resupplies(you)): draw(1)",
    )
    table.begin()
    table.act("A", "play Work")
    assert table.zone("A", "hand") == []
    assert table.zone("A", "discard") == ["Filler"]


@cites("5.0:6.2.j", "2024.09:6.2.h", "2024.09:6.2.i", "2024.09:6.2.g")
@RULES
def test_a_modifier_applies_once_to_what_it_has_changed(sit, rules):
    table = with_spell(
        sit,
        rules,
        "roll(1)",
        "instead(rolls(you)): roll(n + 1)",
        "when(rolls(you)): gain(me, kelon=n)",
    )
    table.begin()
    table.act("A", "play Work")
    assert table.find("Rule 2").counters == {"kelon": 2}


@cites("5.0:6.2.k", "2024.09:6.2.h", "2024.09:6.2.i", "2024.09:6.2.g")
@RULES
def test_two_modifiers_that_answer_each_other_come_to_an_end(sit, rules):
    """Drawing becomes Resupplying, Resupplying becomes drawing: each applies once."""
    table = with_spell(
        sit,
        rules,
        "draw(1)",
        "instead(draws(you)): resupply()",
        "instead(resupplies(you)): draw(1)",
    )
    table.begin()
    table.act("A", "play Work")
    assert table.zone("A", "hand") == ["Filler"]
    assert table.zone("A", "reserve") == ["Work"]


@cites("5.0:6.2.f", "2024.09:6.2.i", "2024.09:6.2.d")
@RULES
def test_a_modifier_applies_to_every_atomic_action_it_matches(sit, rules):
    table = with_spell(
        sit,
        rules,
        "gain(all(character), boost=1)",
        "instead(gains(character, boost)): gain(it, kelon=1)",
    )
    table.player("B").hero_expedition("Booda", "Maw")
    table.begin()
    table.act("A", "play Work")
    for name in ("Booda", "Maw"):
        assert (table.find(name).boosts, table.find(name).counters) == (0, {"kelon": 1})


@cites("5.0:6.2.l", "2024.09:6.2.j")
@RULES
def test_a_modifier_that_arrives_with_the_step_does_not_change_it(sit, rules):
    table = with_spell(sit, rules, "draw(1)")
    table.card("Late", abilities=["also(goes(character, to=you.expeditions)): gain(me, kelon=1)"])
    table.card("Runner")
    table.player("A").hand("Late", "Runner")
    table.begin()
    table.act("A", "play Late to hero")
    table.act("B", "pass")
    assert table.find("Late").counters == {}
    table.act("A", "play Runner to hero")
    assert table.find("Late").counters == {"kelon": 1}


@cites("5.0:6.2.d", "5.0:6.2.e", "2024.09:6.2.e")
@pytest.mark.parametrize("answer", ["yes", "no"])
@RULES
def test_the_controller_of_its_object_decides_on_an_optional_modifier(sit, rules, answer):
    """Mighty Jinn, sent away by the other player: into Mana instead, or else a card is drawn."""
    table = sit(rules)
    table.card("Strike", type="spell", abilities=["effect: put(target(character), deck)"])
    table.player("A").hand("Strike").mana(1)
    table.player("B").hero_expedition("Mighty Jinn R1")
    table.begin()
    table.act("A", "play Strike")
    assert (table.decider, table.options()) == ("B", ["yes", "no"])
    table.choose("B", answer)
    if answer == "yes":
        assert table.zone("B", "mana") == ["Mighty Jinn"]
        assert table.zone("B", "hand") == []
    else:  # a step of its own, after: the card drawn is the one that was sent to the Deck
        assert table.zone("B", "hand") == ["Mighty Jinn"]
        assert table.zone("B", "mana") == []


@cites("5.0:6.5.f", "2024.09:6.2.b")
@RULES
def test_if_you_do_counts_a_step_that_was_modified(sit, rules):
    """It was started, so "if you do" is true, though another thing happened."""
    table = with_spell(
        sit,
        rules,
        "if_(sacrifice(choose(character, you.play)), draw(1), else_=resupply())",
        "instead(goes(character, from_=you.expeditions)): put(it, hand)",
    )
    table.card("Runner")
    table.player("A").hero_expedition("Runner")
    table.begin()
    table.act("A", "play Work")
    assert sorted(table.zone("A", "hand")) == ["Filler", "Runner"]


@cites("2024.09:6.2.c")
@RULES
def test_the_next_card_you_play_is_modified_once(sit, rules):
    table = with_spell(
        sit, rules, "ongoing({also(plays(you, character)): gain(it, boost=1)}, this=turn, uses=1)"
    )
    table.card("Herald", abilities=["J: play(choose(character, you.hand), free)"])
    table.card("Runner")
    table.card(
        "Flag",
        type="landmark_permanent",
        abilities=[
            "T: ongoing({also(plays(you, character)): gain(it, boost=1)}, this=turn, uses=1)"
        ],
    )
    table.player("A").hand("Herald", "Runner").landmarks("Flag")
    table.begin()
    table.act("A", "use Flag")
    table.act("A", "play Herald to hero")
    while table.decision != "turn":
        table.choose("A", next(o for o in table.options()))
    assert table.find("Herald").boosts == 1
    assert table.find("Runner").boosts == 0


@RULES
def test_what_is_added_to_an_arrival_is_gained_by_what_arrives(sit, rules):
    """Played, a card is another object in play than in Limbo (2.1.d, 2.1.f)."""
    table = sit(rules)
    held = "{also(goes(character, to=me.expedition)): gain(it, boost=2)}"
    line = f"T: ongoing({held}, this=turn, uses=1)"
    table.card("Mask", type="expedition_permanent", abilities=[line])
    table.player("A").hero_expedition("Mask").hand("Filler").mana(2)
    table.begin()
    table.act("A", "use Mask")
    table.act("A", "play Filler to hero")
    assert table.find("A Filler in hero").boosts == 2
    assert table.ongoing() == []
