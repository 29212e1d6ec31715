"""Activate, "cannot activate" and After You (5.0, 7.3.1 and 7.3.2)."""

from __future__ import annotations

import pytest

from tests.citations import cites

both = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


@cites("5.0:7.3.1.d")
@both
def test_the_object_whose_reaction_is_activated_creates_it(sit, rules):
    """The example of 7.3.1.d: the Hub gains the counters, not the Character that asked for it."""
    table = sit(rules)
    table.player("A").reserve("Dr. Frankenstein C").mana(3).landmarks("Brassbug Hub C")
    table.begin()
    table.act("A", "play Dr. Frankenstein to hero")
    table.choose("A", "yes" if rules == "2024.09" else "Brassbug Hub")
    assert table.find("Brassbug Hub").counters == {"kelon": 3}
    assert table.find("Dr. Frankenstein").counters == {}


@cites("5.0:7.3.1.b")
@both
def test_activating_needs_no_matching_event(sit, rules):
    """7.3.1.b: nothing enters play, and the Reaction to entering play happens."""
    table = sit(rules)
    table.player("A").reserve("Jian, Assembly Overseer R1").landmarks("Armored Jammer C")
    table.player("B").reserve("Filler")
    table.begin()
    table.act("A", "use Jian, Assembly Overseer", "B Filler")
    assert table.zone("B", "reserve") == []
    assert table.zone("B", "discard") == ["Filler"]


@cites("5.0:7.3.1.c", "5.0:7.5.1.a")
def test_only_reactions_with_that_symbol_activate(sit):
    """7.3.1.c: of three Reactions the ones that enter play, and no other."""
    table = sit()
    abilities = ["J: gain(me, kelon=1)", "at(noon): gain(me, scrap=1)", "R: gain(me, food=1)"]
    table.card("Works", type="landmark_permanent", abilities=abilities)
    table.player("A").reserve("Jian, Assembly Overseer R1").landmarks("Works")
    table.begin()
    table.act("A", "use Jian, Assembly Overseer")
    assert table.find("Works").counters == {"kelon": 1}


@cites("5.0:7.5.1.a")
def test_either_symbol_may_be_named(sit):
    """7.3.1.b: an effect may activate one of several kinds, as its controller chooses."""
    table = sit()
    table.card("Nurse", cost="1/1", abilities=["J: activate(J | H, target(character, other))"])
    table.card("Patient", abilities=["J: gain(me, boost=1)", "H: gain(me, boost=2)"])
    table.player("A").hand("Nurse").mana(1).hero_expedition("Patient")
    table.begin()
    table.act("A", "play Nurse to hero")
    while table.decision == "reaction":
        table.choose("A", table.options("A")[0])
    assert table.find("Patient").boosts == 3


@cites("5.0:7.3.1.e")
@both
def test_the_council_example(sit, rules):
    """7.3.1.e: a Reserve Reaction of a Character facing The Council does not activate."""
    table = sit(rules)
    table.player("A").reserve("Hua Mulan C").mana(6)
    table.player("B").hero_expedition("The Council C")
    table.begin()
    table.act("A", "play Hua Mulan to hero")
    assert table.find("Hua Mulan").statuses == {"fleeting"}


@cites("5.0:7.3.1.e")
@both
def test_what_does_not_face_the_council_activates(sit, rules):
    """7.3.1.e: the other Expedition is not meant."""
    table = sit(rules)
    table.player("A").reserve("Hua Mulan C").mana(6)
    table.player("B").hero_expedition("The Council C")
    table.begin()
    table.act("A", "play Hua Mulan to companion")
    assert table.find("Hua Mulan").statuses == frozenset()


@cites("5.0:7.3.1.e")
def test_what_cannot_activate_cannot_be_activated_by_an_effect_either(sit):
    """7.3.1.e: "naturally or through another effect"."""
    table = sit()
    table.card("Nurse", type="spell", abilities=["effect: activate(J, target(character))"])
    table.card("Patient", abilities=["J: gain(me, boost=1)"])
    table.player("A").hand("Nurse", "Nurse").mana(2)
    table.player("A").hero_expedition("Patient").companion_expedition("Patient")
    table.player("B").hero_expedition("The Council C")
    table.begin()
    table.act("A", "play Nurse", "Patient in hero")
    assert table.find("Patient in hero").boosts == 0
    table.act("B", "pass")
    table.act("A", "play Nurse", "Patient in companion")
    assert table.find("Patient in companion").boosts == 1


def test_other_reactions_activate_before_the_council(sit):
    """7.3.1.e: only the symbols that are named cannot activate."""
    table = sit()
    table.card("Clock", abilities=["when(plays(you, spell)): gain(me, boost=1)"])
    table.card("Tick", type="spell", abilities=["effect: gain(target(character), boost=5)"])
    table.player("A").hero_expedition("Clock").hand("Tick").mana(1)
    table.player("B").hero_expedition("The Council C")
    table.begin()
    table.act("A", "play Tick", "The Council")
    assert table.find("Clock").boosts == 1


@cites("5.0:7.3.2.a", "5.0:7.3.2.b", "effect/after you", "keyword/after you")
@both
def test_after_you_ends_the_turn_without_passing(sit, rules):
    """The example of 7.3.2: the opponent has the initiative, no one has passed."""
    table = sit(rules)
    table.player("A").reserve("Alice C").hand("Filler").mana(1)
    table.begin()
    table.act("A", "use Alice")
    assert table.decider == "B"
    table.act("B", "pass")
    assert table.decider == "A"
    assert table.can("A", "play Filler to hero")


def test_after_you_when_the_opponent_has_passed_gives_the_turn_back(sit):
    """7.3.2.a: only the turn ends; the next player who has not passed is the same one."""
    table = sit()
    table.player("A").hand("Filler", "Filler").mana(2)
    table.player("B").hero_expedition("Filler")
    table.player("A").reserve("Alice C")
    table.begin(first="B")
    table.act("B", "pass")
    table.act("A", "use Alice")
    assert table.decider == "A"
    table.act("A", "play Filler to hero")
    assert table.phase == "afternoon"


@cites("5.0:7.3.2.a")
def test_the_turn_ends_once_no_reactions_are_left(sit):
    """7.3.2.a: a Reaction that is in Limbo is played within the turn."""
    table = sit()
    table.card("Bell", type="landmark_permanent", abilities=[
        "when(goes(card, from_=you.reserve)): gain(target(character), boost=1)"
    ])  # fmt: skip
    table.player("A").reserve("Alice C").landmarks("Bell").hero_expedition("Filler")
    table.player("B").hero_expedition("Filler")
    table.begin()
    table.act("A", "use Alice")
    assert table.decider == "A"
    table.choose("A", "A Filler")
    assert table.decider == "B"


def test_after_you_of_a_hero_needs_the_first_player(sit):
    """An ability that exhausts, and only for the first player."""
    table = sit()
    table.card("Clock", type="landmark_permanent", abilities=["T, you.first_player: after_you()"])
    table.player("A").landmarks("Clock")
    table.player("B").landmarks("Clock")
    table.begin(first="A")
    table.act("A", "use Clock")
    assert table.decider == "B"
    assert not table.can("B", "use Clock")


# "it activates its abilities", said twice of one play


FOUNDRY = "The Foundry, Axiom Bastion"


@pytest.mark.parametrize("versions", [["C"], ["C", "C"], ["C", "R1"]])
@both
def test_two_foundries_activate_once(sit, rules, versions):
    """A ruling: a played card activates its abilities, or does not. Ratatoskr gains 2 boosts."""
    table = sit(rules)
    names = [f"{FOUNDRY} {version}" for version in versions]
    table.player("A").hand("Ratatoskr C").mana(1).landmarks(*names)
    table.begin()
    for name in names:
        table.act("A", f"use {name}")
    table.act("A", "play Ratatoskr to hero")
    assert table.find("Ratatoskr").boosts == 2


@both
def test_what_activates_once_is_used_up_all_the_same(sit, rules):
    """Both spoke of the next Character, and that was it."""
    table = sit(rules)
    table.player("A").hand("Ratatoskr C", "Ratatoskr C").mana(2)
    table.player("A").landmarks(f"{FOUNDRY} C", f"{FOUNDRY} C")
    table.begin()
    table.act("A", f"use {FOUNDRY}")
    table.act("A", f"use {FOUNDRY}")
    table.act("A", "play Ratatoskr to hero")
    table.act("B", "pass")
    table.act("A", "play Ratatoskr to companion")
    assert [found.boosts for found in table.all("Ratatoskr")] == [2, 0]
