"""Modifiers with a cost: "you may discard me to .. instead" (6.2.d, 6.4)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
GROUND = {"type": "landmark_permanent", "cost": "1/1"}
STEP = {"type": "spell", "cost": "0/0"}
TESTAMENT = (
    "instead(moves(me.expedition), cost=discard(me)):"
    " x = look(top(you.deck, 4)); put(choose(x), hand); discard(x)"
)


def with_testament(sit, rules, effect="move(you.hero_expedition, 1)", line=TESTAMENT):
    """A Gear with a line in A's Hero Expedition, and a Spell of A."""
    table = sit(rules)
    table.card("Gear", type="expedition_permanent", subtypes=["gear"], abilities=[line])
    table.card("Step", **STEP, abilities=[f"effect: {effect}"])
    for name in ("One", "Two", "Three", "Four"):
        table.card(name)
    table.player("A").hero_expedition("Gear").hand("Step").deck("One", "Two", "Three", "Four")
    table.player("B").hand("Filler").mana(1)
    return table


@RULES
def test_it_is_discarded_instead_of_moving(sit, rules):
    """Rune's Testament."""
    table = with_testament(sit, rules)
    table.begin()
    table.act("A", "play Step", "yes", "Three")
    assert table.progress("A", "hero") == 0
    assert table.zone("A", "hand") == ["Three"]
    assert sorted(table.zone("A", "discard")) == ["Four", "Gear", "One", "Two"]
    assert table.zone("A", "hero_expedition") == []


@RULES
def test_one_may_decline(sit, rules):
    table = with_testament(sit, rules)
    table.begin()
    table.act("A", "play Step", "no")
    assert table.progress("A", "hero") == 1
    assert table.zone("A", "hero_expedition") == ["Gear"]


@RULES
def test_it_speaks_of_its_own_expedition_at_dusk_too(sit, rules):
    table = with_testament(sit, rules)
    table.card("Walker", stats="3/3/3")
    table.player("A").hero_expedition("Walker").companion_expedition("Walker")
    table.begin("dusk")
    assert table.decision == "yes_no"
    table.choose("A", "yes", "One")
    assert (table.progress("A", "hero"), table.progress("A", "companion")) == (0, 1)


@pytest.mark.parametrize("stop", ["defender", "cant(moves(me.expedition))"])
@RULES
def test_what_cannot_move_would_not_move(sit, rules, stop):
    """1.4.1: an impossible action cannot be modified."""
    table = with_testament(sit, rules)
    table.card("Walker", stats="3/3/3", abilities=[stop])
    table.player("A").hero_expedition("Walker")
    table.begin("dusk")
    assert (table.day, table.phase) == (3, "morning")
    assert "Gear" in table.zone("A", "hero_expedition")
    assert table.progress("A", "hero") == 0


@RULES
def test_at_the_end_of_the_way_nothing_would_move(sit, rules):
    """7.3.25.c."""
    table = with_testament(sit, rules)
    table.player("A").regions(hero=7)
    table.begin()
    table.act("A", "play Step")
    assert table.decider == "B"


@RULES
def test_in_the_arena_nothing_would_move(sit, rules):
    """4.3.d, 7.3.25.e."""
    table = with_testament(sit, rules)
    table.arena()
    table.begin()
    table.act("A", "play Step")
    assert table.decider == "B"


REAP = "completed, instead(moves(you.expeditions, during=dusk), cost=exhaust(me)): move(it, n + 1)"


@pytest.mark.parametrize("answers", [("yes",), ("no", "yes"), ("no", "no")])
@RULES
def test_what_is_exhausted_pays_once(sit, rules, answers):
    """Reap the Mana: both Expeditions would move, one of them may move one region more."""
    table = sit(rules)
    table.card("Reap", **GROUND, abilities=[REAP, "when(exhausts(me)): gain(me, luck=1)"])
    table.card("Walker", stats="3/3/3")
    table.player("A").landmarks("Reap", completed=True)
    table.player("A").hero_expedition("Walker").companion_expedition("Walker")
    table.begin("dusk")
    table.choose("A", *answers)
    moved = table.progress("A", "hero") + table.progress("A", "companion")
    assert moved == 2 + ("yes" in answers)
    assert table.find("Reap").counters == ({"luck": 1} if "yes" in answers else {})


@RULES
def test_what_is_exhausted_cannot_pay(sit, rules):
    table = sit(rules)
    table.card("Reap", **GROUND, abilities=[REAP])
    table.card("Walker", stats="3/3/3")
    table.player("A").landmarks("Reap", completed=True, exhausted=True).hero_expedition("Walker")
    table.begin("dusk")
    assert table.progress("A", "hero") == 1


@cites("5.0:6.2.k")
@RULES
def test_two_of_them_pay_for_two(sit, rules):
    """Each modifies each move at most once (6.2.k)."""
    table = sit(rules)
    table.card("Reap", **GROUND, abilities=[REAP])
    table.card("Walker", stats="3/3/3")
    table.player("A").landmarks("Reap", "Reap", completed=True).hero_expedition("Walker")
    table.begin("dusk")
    while table.decision in ("modifier", "yes_no"):
        table.choose("A", "yes" if table.decision == "yes_no" else "Reap 1")
    assert table.progress("A", "hero") == 3


def paying(sit, rules, line, *, mana, effect="draw(1)"):
    table = sit(rules)
    table.card("Shop", **GROUND, abilities=[line])
    table.card("Step", **STEP, abilities=[f"effect: {effect}"])
    table.player("A").landmarks("Shop").hand("Step").mana(mana)
    table.player("B").hand("Filler").mana(1)
    table.begin()
    return table


ALSO = "also(draws(you), cost=pay(1)): resupply()"


@RULES
def test_mana_for_something_more(sit, rules):
    table = paying(sit, rules, ALSO, mana=1)
    table.act("A", "play Step", "yes")
    assert table.mana("A") == (0, 1)
    assert table.zone("A", "hand") == ["Filler"]
    assert table.zone("A", "reserve") == ["Filler", "Step"]


@RULES
def test_without_the_mana_it_is_not_asked(sit, rules):
    table = paying(sit, rules, ALSO, mana=0)
    table.act("A", "play Step")
    assert table.decider == "B"
    assert table.zone("A", "reserve") == ["Step"]


@pytest.mark.parametrize(("mana", "asked"), [(1, 1), (2, 2), (3, 2)])
@RULES
def test_mana_is_promised_once(sit, rules, mana, asked):
    """Two cards drawn in one step: each could be paid for, as far as the mana goes."""
    table = paying(sit, rules, ALSO, mana=mana, effect="draw(2)")
    table.act("A", "play Step")
    for _ in range(asked):
        assert table.decision == "yes_no"
        table.choose("A", "yes")
    assert table.decider == "B"
    assert table.mana("A") == (mana - asked, mana)
    assert len(table.zone("A", "reserve")) == asked + 1


@RULES
def test_a_card_that_is_chosen_pays(sit, rules):
    """The choice is made as it is paid."""
    line = "instead(resupplies(you), cost=discard(choose(card, you.hand))): draw(2)"
    table = paying(sit, rules, line, mana=0, effect="resupply()")
    table.act("A", "play Step")
    assert table.zone("A", "reserve") == ["Filler", "Step"]  # no card in hand to pay with


@RULES
def test_a_card_that_is_chosen_pays_for_one_thing(sit, rules):
    line = "instead(draws(you), cost=exhaust(choose(character, you.reserve))): resupply()"
    table = sit(rules)
    table.card("Shop", **GROUND, abilities=[line])
    table.card("Step", **STEP, abilities=["effect: draw(2)"])
    table.card("Guard")
    table.player("A").landmarks("Shop").hand("Step").reserve("Guard")
    table.player("B").hand("Filler").mana(1)
    table.begin()
    table.act("A", "play Step", "yes")
    assert table.decider == "B"
    assert table.find("Guard").statuses == {"exhausted"}
    assert table.zone("A", "hand") == ["Filler"]


@RULES
def test_the_controller_of_the_modifier_is_asked_and_pays(sit, rules):
    """B's Landmark would see A's Character go."""
    table = sit(rules)
    line = "instead(goes(character, from_=opponent.expeditions), cost=pay(1)): put(it, hand)"
    table.card("Trap", **GROUND, abilities=[line])
    table.card("Step", **STEP, abilities=["effect: discard(target(character))"])
    table.player("A").hero_expedition("Filler").hand("Step").mana(1)
    table.player("B").landmarks("Trap").hand("Filler").mana(1)
    table.begin()
    table.act("A", "play Step")
    assert (table.decider, table.decision) == ("B", "yes_no")
    table.choose("B", "yes")
    assert (table.mana("A"), table.mana("B")) == ((1, 1), (0, 1))
    assert table.zone("A", "hand") == ["Filler"]


@RULES
def test_an_addition_to_a_play_is_paid_as_its_reaction_is_played(sit, rules):
    """5.2.d."""
    table = sit(rules)
    table.card(
        "Shop", **GROUND, abilities=["also(plays(you, character), cost=pay(1)): gain(it, boost=1)"]
    )
    table.player("A").landmarks("Shop").hand("Filler").mana(2)
    table.begin()
    table.act("A", "play Filler to hero", "yes")
    assert table.find("Filler in hero").boosts == 1
    assert table.mana("A") == (0, 2)
