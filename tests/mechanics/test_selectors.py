"""Selectors: filters, numbers, budgets."""

from __future__ import annotations

import pytest

from tests.citations import cites

OAK = "B: Oak in hero Expedition"
ELM = "A: Elm in hero Expedition"
ROBOT = "B: Brassbug in companion Expedition"


def probe(sit, filters):
    """A Spell that may discard one Character that passes the filters, with its candidates."""
    table = sit()
    table.card("Oak", cost="3/1", stats="3/0/0")
    table.card("Elm", cost="1/3", stats="0/1/1")
    line = f"effect: discard(target(character, {filters}, up_to=1))"
    table.card("Probe", type="spell", abilities=[line])
    table.player("A").hand("Probe").mana(5).hero_expedition("Elm", boosts=1, fleeting=True)
    table.player("B").hero_expedition("Oak").companion_expedition("Brassbug")
    table.begin()
    table.act("A", "play Probe")
    return {option for option in table.options() if " in " in option}


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        pytest.param("hand_cost <= 1", {ELM, ROBOT}, marks=cites("selector/hand cost")),
        pytest.param(  # for Fleeting objects it is the Reserve Cost
            "base_cost >= 3", {OAK, ELM}, marks=cites("selector/base cost")
        ),
        pytest.param("reserve_cost <= 1", {OAK, ROBOT}, marks=cites("selector/reserve cost")),
        pytest.param("forest >= 3", {OAK}, marks=cites("selector/statistic")),
        pytest.param("boosted", {ELM}, marks=cites("selector/status or boosted")),
        pytest.param("fleeting", {ELM}, marks=cites("selector/status or boosted")),
        pytest.param("~token", {OAK, ELM}, marks=cites("selector/non-token")),
        pytest.param(
            "opponent.play",
            {OAK, ROBOT},
            marks=cites("selector/controlled by opponent"),
        ),
    ],
)
def test_only_what_passes_the_filter_may_be_picked(sit, filters, found):
    assert probe(sit, filters) == found


@cites("selector/highest or lowest")
def test_the_one_with_the_highest_cost_is_sacrificed(sit):
    table = sit()
    table.card("Oak", cost="3/1", stats="3/0/0")
    table.card("Elm", cost="1/3", stats="0/1/1")
    table.card(
        "Levy",
        type="spell",
        abilities=[
            "effect: sacrifice(choose(character, they.play, highest(base_cost)),"
            " by=target(opponent))"
        ],
    )
    table.player("A").hand("Levy").mana(5).hero_expedition("Elm")
    table.player("B").hero_expedition("Elm", "Oak")
    table.begin()
    table.act("A", "play Levy")
    assert table.zone("B", "hero_expedition") == ["Elm"]
    assert table.zone("A", "hero_expedition") == ["Elm"]


@cites("selector/any number", "selector/total budget")
def test_any_number_within_a_total(sit):
    table = sit()
    for name, mountain in (("One", 1), ("Two", 2), ("Three", 3)):
        table.card(name, stats=f"1/{mountain}/1")
    line = "effect: put(target(character, any_number, total(mountain) <= 4), reserve)"
    table.card("Gust", type="spell", abilities=[line])
    table.player("A").hand("Gust").mana(5)
    table.player("B").hero_expedition("One", "Two", "Three")
    table.begin()
    table.act("A", "play Gust")
    table.choose("A", "Three")
    assert not any("Two" in option for option in table.options())  # 3 + 2 are more than 4
    table.choose("A", "One")
    while table.decision not in ("turn", None):
        table.choose("A", "done")
    assert sorted(table.zone("B", "reserve")) == ["One", "Three"]
    assert table.zone("B", "hero_expedition") == ["Two"]


@cites("selector/own name")
@pytest.mark.parametrize(("pile", "moths"), [(["Twin", "Twin"], 2), (["Other"], 0)])
def test_those_with_my_name(sit, pile, moths):
    table = sit()
    line = (
        "J: times(count(card, named(me), you.discard_pile), create(mana_moth, in_=me.expedition))"
    )
    table.card("Twin", abilities=[line])
    table.card("Other")
    table.player("A").hand("Twin").mana(5).discard(*pile)
    table.begin()
    table.act("A", "play Twin to hero")
    assert table.zone("A", "hero_expedition").count("Mana Moth") == moths
