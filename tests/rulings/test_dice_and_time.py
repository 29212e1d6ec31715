"""Rulings about dice, and about effects that last this Afternoon."""

from __future__ import annotations

import pytest

from tests.citations import cites


@cites("R059")
def test_two_bastions_roll_three_dice(sit):
    table = sit()
    table.player("A").hand("All In! C").mana(3).hero_expedition("Kappa")
    table.player("A").landmarks("The Ouroboros, Lyra Bastion C", "The Ouroboros, Lyra Bastion C")
    table.dice(2, 6, 4)
    table.begin()
    table.act("A", "play All In!")
    if table.decision == "modifier":
        table.choose("A", table.options("A")[0])
    assert [option.rpartition(" ")[2] for option in table.options("A")] == ["2", "4", "6"]
    table.choose("A", 2, 4)  # which to ignore
    assert table.find("Kappa").boosts == 6


@cites("R106")
@pytest.mark.parametrize(("die", "boosts", "statuses"), [(6, 0, {"anchored"}), (5, 1, set())])
def test_nevenka_s_die_has_six_sides(sit, die, boosts, statuses):
    table = sit(a="Nevenka & Blotch")
    table.player("A").hero_expedition("Kappa")
    table.dice(die)
    table.begin()
    table.act("A", "use Nevenka & Blotch")
    assert table.find("Kappa").boosts == boosts
    assert table.find("Kappa").statuses == statuses


@cites("R106")
@pytest.mark.parametrize("die", [6, 5])
def test_a_result_may_be_raised_past_six(sit, die):
    """To 7 or to 6 by Martengale: both are 6 or more."""
    table = sit(a="Nevenka & Blotch")
    table.player("A").hero_expedition("Kappa").companion_expedition("Martengale R1")
    table.dice(die)
    table.begin()
    table.act("A", "use Nevenka & Blotch", "Kappa", "Martengale")
    assert table.find("Kappa").statuses == {"anchored"}


def early(sit, who, when):
    """A's Herald plays this Character from Reserve as a phase begins."""
    table = sit()
    line = f"at({when}): play(choose(character, you.reserve), free)"
    table.card("Herald", type="landmark_permanent", abilities=[line])
    table.player("A").landmarks("Herald").reserve(who)
    return table


LESS = pytest.mark.parametrize(
    ("who", "card", "cost"),
    [("Studious Disciple R1", "Off You Go! C", 2), ("Foundry Engineer C", "Brassbug Hub C", 3)],
)


@cites("5.0:2.2.15.e", "R088", "R103")
@LESS
def test_this_afternoon_is_the_one_to_come_at_noon(sit, who, card, cost):
    table = early(sit, who, "noon")
    table.player("A").hand(card).mana(cost)
    table.begin("noon")
    table.choose("A", "hero")
    table.act("A", f"play {card}")
    assert table.mana("A") == (1, cost)


@cites("5.0:2.2.15.e", "R088", "R103")
@LESS
def test_this_afternoon_is_over_at_dusk(sit, who, card, cost):
    """Neither a card that is played that Dusk costs less, nor one of the next Afternoon."""
    table = early(sit, who, "dusk")
    table.player("A").hand(card).mana(cost)
    table.begin("dusk")
    table.choose("A", "hero")
    table.until("afternoon")
    assert table.day == 3
    table.act("B", "pass")
    table.act("A", f"play {card}")
    assert table.mana("A") == (0, cost)
