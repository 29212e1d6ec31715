"""Costs and timestamps as characteristics (2.2.6, 2.2.7, 2.2.14)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


@cites("5.0:2.2.7.a", "5.0:2.2.8.a", "2024.09:2.2.6.a", "2024.09:2.2.7.a")
@pytest.mark.parametrize(("place", "mana"), [("hand", 2), ("reserve", 3)])
@RULES
def test_the_cost_is_that_of_the_zone_it_is_played_from(sit, rules, place, mana):
    for have in (mana - 1, mana):
        table = sit(rules)
        table.card("Comer", cost="2/3")
        getattr(table.player("A").mana(have), place)("Comer")
        table.begin()
        assert table.can("A", f"play Comer from {place} to hero") is (have == mana)
    table.act("A", f"play Comer from {place} to hero")
    assert table.mana("A") == (0, mana)


@cites("5.0:5.1.2.e", "2024.09:2.2.6.b", "2024.09:2.2.7.b")
@RULES
def test_what_has_no_cost_cannot_be_played(sit, rules):
    """A Hero in hand, or in Reserve, by an effect: it has neither cost."""
    table = sit(rules)
    table.card("Banner", type="hero", abilities=["T: draw(1)"])
    table.player("A").hand("Banner", "Filler").reserve("Banner").mana(9)
    table.begin()
    assert not table.can("A", "play Banner from hand")
    assert not table.can("A", "play Banner from reserve")
    assert table.can("A", "play Filler to hero")


@cites("5.0:2.2.7.d", "5.0:2.2.8.d", "2024.09:2.2.7.d", "2024.09:RM-2.2.1.g-1")
@RULES
def test_an_emblem_is_not_played_as_a_card(sit, rules):
    table = sit(rules)
    line = "effect: ongoing({less(1, plays(you, card))}, this=day)"
    table.card("Rite", type="spell", abilities=[line])
    table.player("A").hand("Rite").mana(9)
    table.begin()
    table.act("A", "play Rite")
    table.act("B", "pass")
    assert len(table.ongoing()) == 1
    assert [label for label in table.options("A") if label.startswith("play")] == [
        "play Rite from Reserve (0)"
    ]


@cites("5.0:2.2.9.b", "2024.09:2.2.7.a")
@pytest.mark.parametrize(("fleeting", "fits"), [(False, False), (True, True)])
@RULES
def test_base_cost_is_the_reserve_cost_of_what_is_fleeting(sit, rules, fleeting, fits):
    """5.0 2.2.9: Hand Cost, but Reserve Cost when Fleeting or in Reserve."""
    table = sit(rules)
    table.card("Guest", cost="5/2")
    line = "effect: discard(target(character, base_cost <= 2, up_to=1))"
    table.card("Hook", type="spell", abilities=[line])
    table.player("A").hand("Hook").mana(1)
    table.player("B").hero_expedition("Guest", fleeting=fleeting)
    table.begin()
    table.act("A", "play Hook")
    if fits:
        table.choose("A", "Guest")
    assert table.find("Guest").zone == ("discard" if fits else "expedition")


@cites("5.0:2.2.9.a", "5.0:2.2.9.b", "2024.09:2.2.7.a")
@pytest.mark.parametrize(("place", "counts"), [("reserve", 1), ("hand", 0), ("discard", 0)])
@RULES
def test_base_cost_in_other_zones(sit, rules, place, counts):
    table = sit(rules)
    table.card("Guest", cost="5/2")
    area = "discard_pile" if place == "discard" else place
    table.card("Asker", abilities=[f"J: gain(me, boost=count(card, you.{area}, base_cost <= 2))"])
    getattr(table.player("A").hand("Asker").mana(1), place)("Guest")
    table.begin()
    table.act("A", "play Asker to hero")
    assert table.find("Asker").boosts == counts


@cites("5.0:2.2.9.b", "2024.09:2.2.7.a")
@pytest.mark.parametrize("place", ["hand", "reserve"])
@RULES
def test_base_cost_of_a_card_as_it_is_played(sit, rules, place):
    table = sit(rules)
    table.card("Guest", cost="1/3")
    line = "when(plays(you, card)): if_(is_(it, base_cost <= 1), gain(me, arcane=1))"
    table.card("Herald", type="landmark_permanent", abilities=[line])
    getattr(table.player("A").landmarks("Herald").mana(5), place)("Guest")
    table.begin()
    table.act("A", f"play Guest from {place} to hero")
    assert table.find("Herald").counters == ({"arcane": 1} if place == "hand" else {})


@cites("5.0:2.2.16.b", "5.0:2.2.16.c", "2024.09:2.2.14.b", "2024.09:2.2.14.c")
@RULES
def test_created_objects_get_later_timestamps(sit, rules):
    table = sit(rules)
    line = "effect: create(brassbug, 2, in_=you.hero_expedition)"
    table.card("Maker", type="spell", abilities=[line])
    table.player("A").hand("Maker", "Maker").mana(2).hero_expedition("Filler")
    table.begin()
    table.act("A", "play Maker")
    table.act("B", "pass")
    first = [bug.timestamp for bug in table.all("Brassbug")]
    assert min(first) > table.find("Filler").timestamp
    assert len(set(first)) == 2
    table.act("A", "play Maker in hand")
    later = {bug.timestamp for bug in table.all("Brassbug")} - set(first)
    assert min(later) > max(first)


LANDS = {"Wood": "forest", "Rock": "mountain", "Lake": "water"}


def raise_all(sit, rules, first: str, mine: tuple[str, ...], theirs: tuple[str, ...]):
    """Characters with conflicting statements join at the same time."""
    table = sit(rules)
    for name, terrain in LANDS.items():
        table.card(name, abilities=[f"have(all(region), only({terrain}))"])
    steps = [
        f"put(all(character, {player}.reserve), {player}.hero_expedition)"
        for player in ("you", "opponent")
    ]
    line = f"at(noon): together({', '.join(steps)})"
    table.card("Dawn", type="landmark_permanent", abilities=[line])
    table.player("A").reserve(*mine).landmarks("Dawn")
    table.player("B").reserve(*theirs)
    table.begin("noon", first=first)
    return table


@cites("5.0:2.2.16.d", "2024.09:2.2.14.d")
@pytest.mark.parametrize(("first", "last"), [("A", "mountain"), ("B", "forest")])
@RULES
def test_what_joins_together_is_in_initiative_order(sit, rules, first, last):
    table = raise_all(sit, rules, first, ("Wood",), ("Rock",))
    assert table.decision == "turn"
    assert table.region(0) == {last}


@cites("5.0:2.2.16.d", "2024.09:2.2.14.d")
@pytest.mark.parametrize("then", ["Wood", "Lake"])
@RULES
def test_each_player_orders_the_own_objects(sit, rules, then):
    table = raise_all(sit, rules, "A", ("Wood", "Lake"), ())
    assert table.decider == "A"
    assert table.decision != "turn"
    table.choose("A", "Lake" if then == "Wood" else "Wood")
    assert table.decision == "turn"
    assert table.region(0) == {LANDS[then]}


@cites("5.0:2.2.f")
@RULES
def test_a_cost_that_is_missing_counts_as_zero(sit, rules):
    """Heroes have none."""
    table = sit(rules)
    table.card("Sum", type="spell", abilities=["effect: draw(you.hero.hand_cost + 1)"])
    table.player("A").hand("Sum").mana(1)
    table.begin()
    table.act("A", "play Sum")
    assert table.zone("A", "hand") == ["Filler"]
