"""Modifiers of a step and of an atomic action in it (6.2.e, 6.2.g to 6.2.j)."""

from __future__ import annotations

import pytest

from altered_env import Scenario
from altered_env.game.errors import UnsupportedCardError
from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
GROUND = {"type": "landmark_permanent", "cost": "1/1"}


def with_work(sit, rules, effect, *lines):
    """A Spell of A with this effect, and a Landmark of A for each line."""
    table = sit(rules)
    table.card("Work", type="spell", abilities=[f"effect: {effect}"])
    table.player("A").hand("Work").mana(3)
    for number, line in enumerate(lines, 1):
        table.card(f"Rule {number}", **GROUND, abilities=[line])
        table.player("A").landmarks(f"Rule {number}")
    return table


@cites("5.0:6.2.f", "2024.09:6.2.d", "2024.09:6.2.e")
@pytest.mark.parametrize(("once", "drawn"), [("", 3), (", once", 1)])
@RULES
def test_a_modifier_speaks_of_each_action_or_of_the_step(sit, rules, once, drawn):
    """5.0 6.2.f: three cards would be drawn in one step."""
    table = with_work(sit, rules, "draw(3)", f"instead(draws(you){once}): draw(1)")
    table.begin()
    table.act("A", "play Work")
    assert len(table.zone("A", "hand")) == drawn


@cites("5.0:6.2.g", "2024.09:6.2.e")
@RULES
def test_what_is_about_the_step_comes_first(sit, rules):
    """5.0 6.2.g: then no part of the step is left for the other to apply to, and no one is
    asked."""
    table = with_work(
        sit,
        rules,
        "draw(2)",
        "instead(draws(you)): gain(me, kelon=1)",
        "instead(draws(you), once): resupply()",
    )
    table.player("B").hand("Filler").mana(1)
    table.begin()
    table.act("A", "play Work")
    assert table.decider == "B"
    assert table.zone("A", "reserve") == ["Filler", "Work"]
    assert table.find("Rule 1").counters == {}


@cites("5.0:6.2.g", "5.0:6.2.j", "2024.09:6.2.h")
@RULES
def test_it_applies_once_to_a_step(sit, rules):
    """5.0 6.2.j: what another modifier adds to the step comes on top."""
    table = with_work(
        sit,
        rules,
        "draw(3)",
        "instead(draws(you), once): draw(1)",
        "also(draws(you), once): draw(1)",
    )
    table.begin()
    table.act("A", "play Work")
    assert len(table.zone("A", "hand")) == 2


@pytest.mark.parametrize(("once", "gained"), [("", 3), (", once", 1)])
@RULES
def test_what_is_added_for_each_action_or_for_the_step(sit, rules, once, gained):
    table = with_work(sit, rules, "draw(3)", f"also(draws(you){once}): gain(me, kelon=1)")
    table.begin()
    table.act("A", "play Work")
    assert table.find("Rule 1").counters == {"kelon": gained}


@RULES
def test_it_knows_how_much_and_of_what(sit, rules):
    table = with_work(
        sit,
        rules,
        "gain(all(character), boost=2)",
        "instead(gains(character, boost), once): (gain(me, kelon=n), gain(it, luck=1))",
    )
    table.player("A").hero_expedition("Booda")
    table.player("B").hero_expedition("Maw")
    table.begin()
    table.act("A", "play Work")
    assert table.find("Rule 1").counters == {"kelon": 4}
    for name in ("Booda", "Maw"):
        assert (table.find(name).boosts, table.find(name).counters) == (0, {"luck": 1})


@cites("5.0:6.2.d")
@pytest.mark.parametrize(("answer", "hand"), [("yes", 0), ("no", 2)])
@RULES
def test_one_answer_and_one_cost_for_the_step(sit, rules, answer, hand):
    """6.2.d, 6.4."""
    line = "instead(draws(you), once, cost=pay(1)): resupply()"
    table = with_work(sit, rules, "draw(2)", line)
    table.player("B").hand("Filler").mana(1)
    table.begin()
    table.act("A", "play Work", answer)
    assert table.decider == "B"
    assert len(table.zone("A", "hand")) == hand
    assert table.mana("A") == (1 if hand == 0 else 2, 3)


@pytest.mark.parametrize(
    "line", ["instead(plays(you, spell)): draw(1)", "also(plays(you, spell), once): draw(1)"]
)
def test_what_would_mean_nothing_is_refused(sit, line):
    """A play is no atomic action of a step (7.5.12)."""
    table = sit()
    table.card("Rule", **GROUND, abilities=[line])
    table.player("A").landmarks("Rule")
    with pytest.raises(UnsupportedCardError, match=r"plays\("):
        table.begin()


def fen(rules):
    table = Scenario(rules=rules)
    table.player("A").hero("Fen & Crowbar")
    table.player("B").hand("Kappa C").mana(1)
    return table


@RULES
def test_fen_draws_only_one_card(rules):
    """The Draw of the Morning is a step of two atomic actions for each player (4.2.1.d)."""
    table = fen(rules)
    table.player("A").deck("Inari C", "Kappa C", "Maw")
    table.begin("morning")
    assert table.decision == "expand"
    assert table.zone("A", "hand") == ["Inari"]
    assert len(table.zone("B", "hand")) == 3


@RULES
def test_the_top_card_of_fens_deck_is_expanded(rules):
    """Her second sentence is about the card that goes from hand to Mana, not about a draw."""
    table = fen(rules)
    table.player("A").deck("Inari C", "Kappa C", "Tanuki C")
    table.begin("morning", first="B")
    assert (table.decider, table.decision) == ("A", "expand")
    table.choose("A", "Inari")
    table.choose("B", "done")
    assert table.zone("A", "hand") == ["Inari"]
    assert table.zone("A", "mana") == ["Kappa"]
    assert table.mana("A") == (1, 1)


@RULES
def test_what_an_ability_adds_to_fens_draw_is_drawn_besides(rules):
    """6.2.g, 6.2.j: the step is replaced first, and once; additions come after that. It is a draw:
    her second sentence does not change it."""
    table = fen(rules)
    table.card("Well", type="landmark_permanent", abilities=["also(draws(you), once): draw(1)"])
    table.player("A").landmarks("Well")
    table.begin("morning")
    assert len(table.zone("A", "hand")) == 2
    assert table.zone("A", "mana") == []


@pytest.mark.parametrize(
    "line",
    [
        "also(rolls(you)): x = reveal(top(you.deck))",
        "also(rolls(you)): (gain(me, kelon=5), draw(2))",
        "also(rolls(you), cost=pay(1)): draw(1)",
        "instead(rolls(you)): (roll(n), draw(1))",
    ],
)
@RULES
def test_what_a_modifier_adds_is_no_part_of_the_result(sit, rules, line):
    """The Wayfarer: a card is revealed with the roll; the result is unchanged (7.3.33)."""
    table = with_work(sit, rules, "x = roll(1); gain(all(character), boost=x)", line)
    table.player("A").hero_expedition("Booda")
    table.dice(3)
    table.begin()
    table.act("A", "play Work")
    while table.decision in ("yes_no", "reaction"):
        table.choose("A", "yes" if table.decision == "yes_no" else table.options()[0])
    assert table.find("Booda").boosts == 3


@RULES
def test_what_stands_for_the_step_is_its_result(sit, rules):
    """6.5.f, 2.1.f: an effect finds the objects it has moved in their actual zone, but not other
    objects moved by a modifier."""
    effect = "x = put(all(card, you.reserve), hand); gain(x, luck=1)"
    line = "instead(goes(card, to=you.hand)): (put(it, you.hero_expedition), gain(me, kelon=1))"
    table = with_work(sit, rules, effect, line)
    table.player("A").reserve("Booda")
    table.begin()
    table.act("A", "play Work")
    assert table.find("Booda").counters == {"luck": 1}
    assert table.find("Rule 1").counters == {"kelon": 1}


@cites("5.0:1.4.1.d", "2024.09:1.4.1.d")
@pytest.mark.parametrize(
    ("effect", "line"),
    [
        ("gain(all(character), asleep)", "instead(gains(character, asleep)): gain(me, kelon=1)"),
        ("gain(all(character), asleep)", "also(gains(character, asleep)): gain(me, kelon=1)"),
        ("lose(all(character), anchored)", "instead(loses(character, anchored)): draw(1)"),
        ("lose(all(character), boost=1)", "also(loses(character, boost)): draw(1)"),
    ],
)
@RULES
def test_what_is_impossible_is_not_modified(sit, rules, effect, line):
    """An object cannot gain a status that it has, nor lose one or counters that it has not (2.4.1.f
    to h)."""
    table = with_work(sit, rules, effect, line)
    table.player("A").hero_expedition("Booda", asleep=True)
    table.begin()
    table.act("A", "play Work")
    assert table.find("Rule 1").counters == {}
    assert table.zone("A", "hand") == []


@cites("2024.09:6.2.b")
@RULES
def test_one_of_two_statuses_is_replaced(sit, rules):
    """ "Gains Fleeting and Asleep": Gericht gains a boost instead of Fleeting, and Asleep."""
    table = with_work(sit, rules, "gain(target(character), fleeting, asleep)")
    table.player("A").hero_expedition("Gericht, Revered Duelist R1")
    table.begin()
    table.act("A", "play Work")
    gericht = table.find("Gericht, Revered Duelist")
    assert (gericht.boosts, gericht.statuses) == (1, {"asleep"})
