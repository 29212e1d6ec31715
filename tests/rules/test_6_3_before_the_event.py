"""A Reaction that is not self-move exists and works before the event (6.3.e; 5.0 6.3.f)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
GROUND = {"type": "landmark_permanent"}


def cast(table, effect):
    """A Spell of A with this effect, which A can play."""
    table.card("Decree", type="spell", abilities=[f"effect: {effect}"])
    table.player("A").hand("Decree").mana(1)
    return table


def kelon(table, name):
    return table.find(name).counters.get("kelon", 0)


@cites("5.0:6.3.f", "2024.09:6.3.e")
@pytest.mark.parametrize(
    ("trigger", "effect"),
    [
        ("goes(me, from_=expeditions)", "put(target(character), reserve)"),
        ("sacrifices(me)", "sacrifice(choose(character, you.play))"),
        ("goes(me, from_=expeditions)", "x = all(character); put(x, hand)"),
    ],
)
@pytest.mark.parametrize("victim", ["Filler", "Brassbug"])
@RULES
def test_a_granted_reaction_sees_its_object_go(sit, rules, trigger, effect, victim):
    """It does not exist any more after the event, and need not."""
    table = cast(sit(rules), effect)
    line = f"have(all(character, you.play), {{when({trigger}): resupply()}})"
    table.card("Will", **GROUND, abilities=[line])
    table.player("A").landmarks("Will").hero_expedition(victim)
    table.begin()
    table.act("A", "play Decree")
    assert len(table.zone("A", "reserve")) == 2 + (victim == "Filler" and "reserve" in effect)


@cites("5.0:6.3.f", "2024.09:6.3.e")
@RULES
def test_a_reaction_gained_for_good_sees_its_object_go(sit, rules):
    line = "x = target(character); gain(x, {when(sacrifices(me)): draw(1)}); sacrifice(x)"
    table = cast(sit(rules), line)
    table.player("A").hero_expedition("Filler")
    table.begin()
    table.act("A", "play Decree")
    assert table.zone("A", "hand") == ["Filler"]


@cites("5.0:6.3.f", "2024.09:6.3.e")
@RULES
def test_what_grants_goes_at_the_same_time(sit, rules):
    """All of them had the ability as they went."""
    table = cast(sit(rules), "discard(all(character))")
    line = "have(all(character, you.play), {when(goes(me, from_=expeditions)): resupply()})"
    table.card("Chief", abilities=[line])
    table.player("A").hero_expedition("Chief", "Filler")
    table.begin()
    table.act("A", "play Decree")
    for _ in range(2):
        if table.decision == "reaction":
            table.choose("A", table.options()[0])
    assert table.zone("A", "reserve") == ["Decree", "Filler", "Filler"]


@cites("5.0:6.3.f", "2024.09:6.3.e")
@pytest.mark.parametrize(("gate", "so"), [(">= 1", 1), ("== 0", 0)])
@RULES
def test_a_gate_is_read_before_the_event(sit, rules, gate, so):
    """One that was true and is not any more lets the Reaction activate; one that has become true by
    the event does not."""
    table = cast(sit(rules), "sacrifice(choose(character, you.play))")
    line = f"while_(count(character, you.play) {gate}), when(sacrifices(you, character)): "
    table.card("Watch", **GROUND, abilities=[line + "gain(me, kelon=1)"])
    table.player("A").landmarks("Watch").hero_expedition("Filler")
    table.begin()
    table.act("A", "play Decree")
    assert kelon(table, "Watch") == so


@cites("5.0:6.3.f", "2024.09:6.3.e")
@RULES
def test_a_feat_that_the_event_completes_does_not_react_to_it(sit, rules):
    table = cast(sit(rules), "draw(1)")
    watch = "completed, when(gains(me, completed)): gain(me, kelon=1)"
    deed = "when(draws(you)): gain(me, completed)"
    table.card("Deed", **GROUND, subtypes=["feat"], abilities=[deed, watch])
    table.player("A").landmarks("Deed")
    table.begin()
    table.act("A", "play Decree")
    assert "completed" in table.find("Deed").statuses
    assert kelon(table, "Deed") == 0


@cites("5.0:6.3.f", "2024.09:6.3.e")
@RULES
def test_a_gate_about_the_past_does_not_count_the_event(sit, rules):
    """ "If you have sacrificed this Day" as a gate: the first time opens it for the second."""
    table = cast(sit(rules), "sacrifice(choose(character, you.play)); sacrifice(choose(character))")
    line = "while_(happened(sacrifices(you), this=day)), when(sacrifices(you, character)): "
    table.card("Watch", **GROUND, abilities=[line + "gain(me, kelon=1)"])
    table.player("A").landmarks("Watch").hero_expedition("Brassbug", "Brassbug")
    table.begin()
    table.act("A", "play Decree", "Brassbug #1")
    assert kelon(table, "Watch") == 1


@cites("5.0:6.3.f", "2024.09:6.3.e", "2024.09:1.2.4.d")
@pytest.mark.parametrize(
    ("was", "effect", "so"),
    [
        (False, "together(exhaust(all(card, you.reserve)), draw(1))", 1),
        (True, "together(ready(all(card, you.reserve)), draw(1))", 0),
        (False, "draw(1)", 1),
        (True, "draw(1)", 0),
    ],
)
@RULES
def test_a_support_ability_exhausted_in_the_same_step_is_not_lost(sit, rules, was, effect, so):
    table = cast(sit(rules), effect)
    table.card("Squire", support=["I, when(draws(you)): gain(me, kelon=1)"])
    table.player("A").reserve("Squire", exhausted=was)
    table.begin()
    table.act("A", "play Decree")
    assert kelon(table, "Squire") == so


@cites("5.0:6.3.f", "2024.09:6.3.e")
@RULES
def test_a_support_ability_sees_its_own_exhausting(sit, rules):
    table = cast(sit(rules), "exhaust(target(card, reserve))")
    table.card("Squire", support=["I, when(exhausts(you, card, reserve)): gain(me, kelon=1)"])
    table.player("A").reserve("Squire")
    table.begin()
    table.act("A", "play Decree")
    assert kelon(table, "Squire") == 1


@cites("5.0:6.3.f", "5.0:7.5.5.c", "2024.09:6.3.e")
@RULES
def test_abilities_are_controlled_by_who_controlled_their_object_before(sit, rules):
    """5.0 7.5.5.c: taken control of, it leaves "your Landmarks"; that is the former player's."""
    table = cast(sit(rules), "take_control(target(permanent))")
    line = "when(goes(me, from_=you.landmarks)): draw(1)"
    table.card("Jammer", **GROUND, abilities=[line])
    table.player("B").landmarks("Jammer")
    table.begin()
    table.act("A", "play Decree")
    assert table.find("Jammer").controller == "A"
    assert (table.zone("A", "hand"), table.zone("B", "hand")) == ([], ["Filler"])


@cites("5.0:6.3.e", "2024.09:6.3.d")
@pytest.mark.parametrize(("gate", "so"), [("== 1", 1), ("== 0", 0)])
@RULES
def test_the_gate_of_a_self_move_reaction_is_read_after_the_event(sit, rules, gate, so):
    """5.0 6.3.e: it exists after the event."""
    table = sit(rules)
    line = f"while_(count(character, you.play) {gate}), J: gain(me, kelon=1)"
    table.card("Actor", abilities=[line])
    table.player("A").hand("Actor").mana(1)
    table.begin()
    table.act("A", "play Actor to hero")
    assert kelon(table, "Actor") == so


@cites("5.0:6.3.e", "2024.09:6.3.d", "2024.09:6.3.e")
@RULES
def test_a_self_move_reaction_may_be_granted_by_the_event(sit, rules):
    """The granting object may arrive at the same time; an observer must already be there."""
    table = cast(sit(rules), "put(all(character, you.hand), you.hero_expedition)")
    line = "have(all(character, you.play, other), {J: gain(me, kelon=1)})"
    table.card("Chief", abilities=[line])
    table.card("Kid")
    table.player("A").hand("Chief", "Kid")
    table.begin()
    table.act("A", "play Decree")
    assert kelon(table, "Kid") == 1
