"""Abilities gained permanently once a condition becomes true: `since`."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
GROUND = {"type": "landmark_permanent", "cost": "1/1"}
SPOOK = (
    "since(count(card, you.discard_pile) >= 3),"
    " when(discards(you, card, from_=you.hand)): put(it, reserve)"
)
TOSS = {"type": "spell", "cost": "0/0"}


def with_hero(sit, rules, discarded):
    """A's Hero gains its ability at three cards in the Discard pile."""
    table = sit(rules)
    table.card("Spook", type="hero", abilities=["T: draw(1)", SPOOK])
    table.card("Toss", **TOSS, abilities=["effect: discard(choose(card, you.hand, ~spell))"])
    table.player("A").hero("Spook").discard(*["Filler"] * discarded)
    table.player("A").hand("Toss", "Toss", "Filler", "Filler")
    table.player("B").hand("Filler").mana(1)
    return table


@RULES
def test_it_does_not_work_before(sit, rules):
    table = with_hero(sit, rules, discarded=1)
    table.begin()
    table.act("A", "play Toss", "Filler #1")
    assert len(table.zone("A", "discard")) == 2


@cites("5.0:6.3.f")
@RULES
def test_what_makes_it_true_is_not_reacted_to(sit, rules):
    """A Reaction must exist before the event (6.3.f); the next discard is reacted to."""
    table = with_hero(sit, rules, discarded=2)
    table.begin()
    table.act("A", "play Toss", "Filler #1")
    assert len(table.zone("A", "discard")) == 3
    table.act("B", "pass")
    table.act("A", "play Toss")
    assert len(table.zone("A", "discard")) == 3
    assert sorted(table.zone("A", "reserve")) == ["Filler", "Toss", "Toss"]


@cites("duration/permanently")
@RULES
def test_it_is_kept_when_it_is_no_longer_true(sit, rules):
    """ "I permanently gain": the Discard pile may become empty."""
    table = with_hero(sit, rules, discarded=3)
    table.card("Sweep", **TOSS, abilities=["effect: put(all(card, you.discard_pile), deck)"])
    table.player("A").hand("Sweep")
    table.begin()
    table.act("A", "play Sweep")
    assert table.zone("A", "discard") == []
    table.act("B", "pass")
    table.act("A", "play Toss", "Filler #1")
    assert table.zone("A", "discard") == []
    assert "Filler" in table.zone("A", "reserve")


@RULES
def test_it_can_be_seen(sit, rules):
    table = with_hero(sit, rules, discarded=2)
    table.begin()
    assert table.find("Spook").gained == ()
    table.act("A", "play Toss", "Filler #1")
    assert table.find("Spook").gained == (SPOOK,)


@RULES
def test_statements_and_several_moments(sit, rules):
    """Each line has its own moment; a new object starts over (2.1.d)."""
    table = sit(rules)
    table.card("Cub", abilities=[
        "since(count(card, you.hand) == 0), have(me, defender, eternal)",
        "since(me.boost >= 2), have(me, seasoned)",
    ])  # fmt: skip
    table.card("Feed", **TOSS, abilities=["effect: gain(target(character), boost=1)"])
    table.card("Home", **TOSS, abilities=["effect: put(target(character), hand)"])
    table.player("A").hero_expedition("Cub").hand("Feed", "Feed", "Home").mana(1)
    table.player("B").hand("Filler").mana(1)
    table.begin()
    table.act("A", "play Feed")
    assert table.find("Cub").keywords == frozenset()
    table.act("B", "pass")
    table.act("A", "play Feed")
    assert table.find("Cub").keywords == {"seasoned"}
    table.act("A", "play Home")
    table.act("A", "play Cub to hero")
    assert table.find("Cub").keywords == {"defender", "eternal"}


@RULES
def test_a_moment_under_a_condition(sit, rules):
    """The moment comes only while the other gates hold; the ability works while they do."""
    table = sit(rules)
    line = "while_(me.boosted), since(count(card, you.hand) == 0), have(me, defender)"
    table.card("Cub", abilities=[line])
    table.card("Feed", **TOSS, abilities=["effect: gain(target(character), boost=1)"])
    table.card("Starve", **TOSS, abilities=["effect: lose(target(character), boost=all)"])
    table.player("A").hero_expedition("Cub").hand("Feed")
    table.player("B").hand("Starve", "Feed")
    table.begin()
    table.act("A", "play Feed")
    assert table.find("Cub").keywords == {"defender"}
    table.act("B", "play Starve")
    assert table.find("Cub").keywords == frozenset()
    table.act("A", "pass")
    table.act("B", "play Feed")
    assert table.find("Cub").keywords == {"defender"}


@RULES
def test_in_reserve(sit, rules):
    """A Support ability. As Noon begins the moment has not yet come (6.3.f)."""
    table = sit(rules)
    line = "I, since(count(card, you.hand) == 0), at(noon): gain(me, boost=1)"
    table.card("Cub", support=[line])
    table.player("A").reserve("Cub")
    table.begin("noon")
    assert table.find("Cub").boosts == 0
    table.pass_turns()
    table.until("noon")
    assert table.find("Cub").boosts == 0
    table.until("afternoon")
    assert table.find("Cub").boosts == 1
