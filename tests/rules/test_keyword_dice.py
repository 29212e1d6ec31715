"""Rolling dice (5.0, 7.3.33)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


@cites("5.0:7.3.33.a", "5.0:7.3.33.b", "effect/roll")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
@RULES
def test_the_result_is_used_by_a_later_step(sit, rules, face):
    """7.3.33.a, 7.3.33.b."""
    table = sit(rules)
    table.player("A").hand("All In! C").mana(3).hero_expedition("Inari C")
    table.dice(face)
    table.begin()
    table.act("A", "play All In!")
    assert table.find("Inari").boosts == face


@cites("5.0:1.1.7.d", "5.0:6.5.j", "5.0:7.3.33.a")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_every_face_comes_up_about_equally_often(sit, face):
    """7.3.33.a: a fair die."""
    table = sit(seed=5)
    line = f"T: times(100, (r := roll(1)), if_(r == {face}, gain(me, boost=1)))"
    table.card("Gambler", abilities=[line])
    table.player("A").hero_expedition("Gambler")
    table.begin()
    table.act("A", "use Gambler")
    assert 5 <= table.find("Gambler").boosts <= 29


@cites("5.0:7.3.33.c", "effect/modify a die")
@RULES
def test_of_several_dice_a_player_ignores_one_after_seeing_them(sit, rules):
    """7.3.33.c: The Ouroboros rolls one more and ignores one of them."""
    table = sit(rules)
    table.player("A").hand("All In! C").mana(3).hero_expedition("Inari C")
    table.player("A").landmarks("The Ouroboros, Lyra Bastion C")
    table.dice(2, 5)
    table.begin()
    table.act("A", "play All In!")
    table.choose("A", 2)
    assert table.find("Inari").boosts == 5


@RULES
def test_an_opponent_s_roll_is_not_modified(sit, rules):
    """7.3.33.c: "a player who benefits"."""
    table = sit(rules)
    table.player("A").hand("All In! C").mana(3).hero_expedition("Inari C")
    table.player("B").landmarks("The Ouroboros, Lyra Bastion C")
    table.dice(2, 5)
    table.begin()
    table.act("A", "play All In!")
    assert table.find("Inari").boosts == 2


@RULES
def test_rolling_is_an_event(sit, rules):
    table = sit(rules)
    table.player("A").hand("All In! C").mana(3).hero_expedition("Kadigiran Mage-Dancer R2")
    table.dice(3)
    table.begin()
    table.act("A", "play All In!")
    assert table.find("Kadigiran Mage-Dancer").boosts == 4


@cites("5.0:7.3.33.c")
@RULES
def test_the_dice_are_seen_by_who_decides(sit, rules):
    """7.3.33.c: everyone sees them; afterwards they are gone."""
    table = sit(rules)
    table.player("A").hand("All In! C").mana(3).hero_expedition("Inari C")
    table.player("A").landmarks("The Ouroboros, Lyra Bastion C")
    table.dice(2, 5)
    table.begin()
    table.act("A", "play All In!")
    assert table.game.view("A").dice == table.game.view("B").dice == (2, 5)
    assert "Dice: 2, 5" in table.game.show("A")
    table.choose("A", 2)
    assert table.game.view("A").dice == ()
