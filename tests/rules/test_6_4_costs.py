"""Costs (6.4): the effect can refer to the cards paid; extra costs of plays and targets."""

from __future__ import annotations

import pytest

from altered_env.cards import catalogue
from altered_env.language.model import Apply, walk
from altered_env.language.notation import read_ability
from tests.citations import cites

both = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def altar(table, line):
    """A Landmark of A with this quick action."""
    table.card("Altar", type="landmark_permanent", abilities=[line])
    return table.player("A").landmarks("Altar")


# cards taken by a cost


@both
def test_what_was_sacrificed_is_known_as_it_was(sit, rules):
    table = sit(rules)
    cost = "T, (x := sacrifice(choose(character, you.play)))"
    altar(table, f"{cost}: create(mana_moth, x.forest, in_=you.hero_expedition)")
    table.card("Lamb", stats="1/0/0")
    table.player("A").hero_expedition("Lamb", boosts=2)
    table.player("A").companion_expedition("Filler")
    table.begin()
    table.act("A", "use Altar", "Lamb")
    assert table.zone("A", "hero_expedition") == ["Mana Moth"] * 3
    assert table.zone("A", "discard") == ["Lamb"]


@cites("5.0:2.1.f")
@both
def test_what_a_cost_discarded_is_found_where_it_is(sit, rules):
    """2.1.f: an effect finds the object moved by its own cost."""
    table = sit(rules)
    line = "T, (x := discard(choose(card, you.reserve))): if_(is_(x, character), put(x, hand))"
    altar(table, line).reserve("Filler")
    table.begin()
    table.act("A", "use Altar")
    assert table.zone("A", "hand") == ["Filler"]


@both
def test_only_what_the_cost_names_is_bound(sit, rules):
    """The same cost also exhausts the Landmark: that is not what was sacrificed."""
    table = sit(rules)
    cost = "T, (x := sacrifice(choose(character, you.play)))"
    altar(table, f"{cost}: draw(count(card, x, you.discard_pile))").hero_expedition("Filler")
    table.begin()
    table.act("A", "use Altar")
    assert len(table.zone("A", "hand")) == 1


# a cost that depends


LINDIWE = (
    "T, pay(1 if not you.first_player else 0): x = create(maw, in_=you.companion_expedition);"
    "gain(x, {when(sacrifices(you, character)): gain(me, scrap=1)})"
)


@both
@pytest.mark.parametrize(("first", "left"), [("A", 1), ("B", 0)])
def test_a_quick_action_may_cost_more_under_a_condition(sit, rules, first, left):
    table = sit(rules)
    altar(table, LINDIWE).mana(1)
    table.begin(first=first)
    if first == "B":
        table.act("B", "pass")
    table.act("A", "use Altar")
    assert table.zone("A", "companion_expedition") == ["Maw"]
    assert table.mana("A") == (left, 1)


@both
def test_without_the_mana_it_cannot_be_used(sit, rules):
    table = sit(rules)
    altar(table, LINDIWE)
    table.begin(first="B")
    table.act("B", "pass")
    assert not table.can("A", "use Altar")


@cites("5.0:2.2.12.f")
@both
def test_a_token_is_given_an_ability_as_it_is_created(sit, rules):
    table = sit(rules)
    altar(table, LINDIWE)
    table.card("Knife", type="spell", abilities=[
        "fleeting", "effect: sacrifice(choose(character, you.hero_expedition))"
    ])  # fmt: skip
    table.player("A").mana(1).hand("Knife").hero_expedition("Filler")
    table.begin()
    table.act("A", "use Altar")
    table.act("A", "play Knife")
    while table.decision == "reaction":  # its own as well
        table.choose("A", table.options("A")[0])
    assert table.find("Maw").counters == {"scrap": 1}
    assert table.find("Maw").boosts == 2


# a target that costs more


DELLA = "T: ready(target(permanent | card & reserve, tax(2, permanent, play, hand_cost >= 5)))"


def workshop(table, mana):
    table.card("Shed", type="landmark_permanent", cost="4/4")
    table.card("Tower", type="landmark_permanent", cost="5/5")
    altar(table, DELLA).mana(mana)
    table.player("A").landmarks("Shed", "Tower", exhausted=True)
    table.player("A").reserve("Tower", exhausted=True)


@both
@pytest.mark.parametrize(("target", "left"), [
    ("Shed", 2),
    ("Tower in landmarks", 0),
    ("Tower in reserve", 2),
])  # fmt: skip
def test_some_targets_cost_more(sit, rules, target, left):
    table = sit(rules)
    workshop(table, 2)
    table.begin()
    table.act("A", "use Altar", target)
    assert table.find(target).statuses == frozenset()
    assert table.mana("A") == (left, 2)


@both
def test_who_cannot_pay_for_a_target_cannot_choose_it(sit, rules):
    table = sit(rules)
    workshop(table, 1)
    table.begin()
    table.act("A", "use Altar")
    assert not any("Tower in Landmarks" in option for option in table.options("A"))
    table.choose("A", "Shed")
    assert table.mana("A") == (1, 1)


def test_it_is_paid_together_with_the_action(sit):
    """The target belongs to the declaration under 5.0 as well: the cost depends on it."""
    table = sit("5.0")
    workshop(table, 2)
    table.begin()
    table.act("A", "use Altar")
    assert "exhausted" not in table.find("Altar").statuses  # nothing is paid yet
    table.choose("A", "Tower in landmarks")
    assert "exhausted" in table.find("Altar").statuses


def test_under_5_0_it_may_be_used_without_paying_for_a_target(sit):
    """7.4.7.d, and that a target is not required: the only one there is costs more."""
    table = sit("5.0")
    altar(table, DELLA.replace("permanent |", "permanent & exhausted |")).mana(2)
    table.card("Tower", type="landmark_permanent", cost="5/5")
    table.player("A").landmarks("Tower", exhausted=True)
    table.begin()
    table.act("A", "use Altar")
    assert any("done" in option for option in table.options("A"))


@both
def test_tough_adds_to_it(sit, rules):
    table = sit(rules)
    altar(table, DELLA).mana(3)
    table.card("Bastion", type="landmark_permanent", cost="5/5", abilities=["tough(1)"])
    table.player("B").landmarks("Bastion", exhausted=True)
    table.begin()
    table.act("A", "use Altar", "Bastion")
    assert table.find("Bastion").statuses == frozenset()
    assert table.mana("A") == (0, 3)


# a cost is never forced


@pytest.mark.parametrize("version", ["R1", "R2"])
@both
def test_sap_overflow_s_counter_need_not_be_spent(sit, rules, version):
    """1.2.5.b, 6.4.b: without "you may" it is a cost all the same."""
    for answer, left in (("no", 1), ("yes", 0)):
        table = sit(rules)
        table.player("A").hand(f"Sap Overflow {version}").mana(4)
        table.player("A").landmarks("Brassbug Hub C", counters={"kelon": 1})
        table.begin()
        table.act("A", "play Sap Overflow", *(["mode 1"] if rules == "5.0" else []), answer)
        assert table.find("Brassbug Hub").counters == ({"kelon": 1} if left else {})
        assert len(table.zone("A", "landmarks")) == left


def test_no_line_of_the_pool_forces_what_is_only_ever_a_cost():
    """To pay and to spend are costs: what asks for them as a condition asks whether one will."""
    forced = [
        f"{card.reference}: {line}"
        for card in catalogue()
        for line in (*card.abilities, *card.support)
        for part in walk(read_ability(line, names=catalogue().names))
        if isinstance(part, Apply) and part.name == "if_"
        if isinstance(part.args[0], Apply) and part.args[0].name in ("pay", "spend")
    ]
    assert forced == []
