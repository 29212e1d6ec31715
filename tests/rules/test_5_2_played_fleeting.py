""" "Play it, and it gains Fleeting" (5.2.4.a): a Spell gains it before it resolves."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
LINE = "H: x = reveal(random(card, opponent.hand)); "
LINE += "if_(not may(play(x, free, fleeting)), (discard(x), draw(1)))"


def host(sit, rules, **guest):
    """A, whose Host may play the one card in the hand of B: the Guest."""
    table = sit(rules)
    table.card("Host", abilities=[LINE])
    table.card("Guest", **guest)
    table.player("A").hand("Host").mana(1)
    table.player("B").hand("Guest")
    return table


@cites("5.0:5.2.4.a", "5.0:5.2.4.b")
@RULES
def test_a_spell_is_fleeting_while_it_resolves(sit, rules):
    """It goes to its owner's Discard pile, though another player plays it (5.2.4.b)."""
    effect = "effect: if_(me.fleeting, draw(2), else_=resupply())"
    table = host(sit, rules, type="spell", cost="5/5", abilities=[effect])
    table.begin()
    table.act("A", "play Host to hero", "yes")
    assert (table.zone("A", "hand"), table.zone("A", "reserve")) == (["Filler", "Filler"], [])
    assert (table.zone("B", "discard"), table.zone("B", "reserve")) == (["Guest"], [])


@cites("5.0:5.2.4.a")
@RULES
def test_phoibos_plays_a_spell_that_is_fleeting(sit, rules):
    table = sit(rules)
    table.card("Song", type="spell", abilities=["effect: gain(target(character), boost=3)"])
    table.player("A").hand("Phoibos, Reka Hexarch E").mana(7)
    table.player("B").hand("Song")
    table.begin()
    table.act("A", "play Phoibos, Reka Hexarch to hero")
    while table.decider == "A" and table.decision != "turn":
        table.choose("A", table.options()[0])
    assert table.find("Phoibos, Reka Hexarch").boosts == 3
    assert (table.zone("B", "discard"), table.zone("B", "reserve")) == (["Song"], [])


@cites("5.0:5.2.4.b")
@pytest.mark.parametrize("keyword", ["cooldown", "fleeting"])
@RULES
def test_a_fleeting_spell_has_no_cooldown(sit, rules, keyword):
    table = host(sit, rules, type="spell", abilities=[keyword, "effect: draw(1)"])
    table.begin()
    table.act("A", "play Host to hero", "yes")
    assert table.zone("B", "discard") == ["Guest"]


@RULES
def test_a_spell_that_moves_itself_was_played_all_the_same(sit, rules):
    """6.5.f: to play it was begun. In the Mana zone it is not Fleeting."""
    table = host(sit, rules, type="spell", abilities=["effect: put(me, mana)"])
    table.begin()
    table.act("A", "play Host to hero", "yes")
    assert table.zone("B", "mana") == ["Guest"]
    assert table.zone("A", "hand") == []
    assert "fleeting" not in table.find("Guest").statuses


@RULES
def test_a_character_gains_it_once_it_has_been_played(sit, rules):
    """One that has "when I gain Fleeting" is there to see it."""
    lines = ["when(gains(me, fleeting)): gain(me, boost=1)"]
    table = host(sit, rules, cost="5/5", abilities=lines)
    table.begin()
    table.act("A", "play Host to hero", "yes", "companion")
    guest = table.find("Guest")
    assert (guest.controller, guest.expedition) == ("A", "companion")
    assert (guest.statuses, guest.boosts) == ({"fleeting"}, 1)


@RULES
def test_a_landmark_permanent_gains_no_fleeting(sit, rules):
    table = host(sit, rules, type="landmark_permanent")
    table.begin()
    table.act("A", "play Host to hero", "yes")
    assert table.find("Guest in landmarks").statuses == frozenset()


@RULES
def test_if_it_is_not_played(sit, rules):
    table = host(sit, rules, type="spell", abilities=["effect: draw(1)"])
    table.begin()
    table.act("A", "play Host to hero", "no")
    assert table.zone("B", "discard") == ["Guest"]
    assert table.zone("A", "hand") == ["Filler"]


@RULES
def test_other_terms_hold_beside_it(sit, rules):
    """For 2 less, in one Expedition, and it gains Fleeting."""
    table = sit(rules)
    line = "play(choose(character), fleeting, less=2, in_=you.companion_expedition)"
    table.card("Host", abilities=[f"J: {line}"])
    table.card("Guest", cost="3/3")
    table.player("A").hand("Host", "Guest").mana(2)
    table.begin()
    table.act("A", "play Host to hero", "Guest")
    guest = table.find("Guest")
    assert (guest.expedition, guest.statuses, table.mana("A")[0]) == ("companion", {"fleeting"}, 0)
