"""Passive abilities that change limits, or depend on state outside play (2.3.1.e)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
GROUND = {"type": "landmark_permanent", "cost": "1/1"}


@RULES
def test_a_limit_that_is_so_much(sit, rules):
    """The Last Stand: four, regardless of the Hero's."""
    table = sit(rules)
    table.card("Stand", **GROUND, abilities=["have(you, landmark_limit=4)"])
    table.player("A").landmarks("Stand")
    table.begin()
    assert table.limits("A") == (2, 4)
    assert table.limits("B") == (2, 2)


@pytest.mark.parametrize(
    ("first", "second", "limit"), [("Shelf", "Stand", 4), ("Stand", "Shelf", 5)]
)
@RULES
def test_limits_change_in_the_order_of_timestamps(sit, rules, first, second, limit):
    """2.3.3.b: "is four" overrides everything before it."""
    table = sit(rules)
    table.card("Stand", **GROUND, abilities=["have(you, landmark_limit=4)"])
    table.card("Shelf", **GROUND, abilities=["have(you, landmark_limit=n + 1)"])
    table.player("A").landmarks(first, second)
    table.begin()
    assert table.limits("A") == (2, limit)


@RULES
def test_two_limits_at_once(sit, rules):
    table = sit(rules)
    table.card("Store", **GROUND, abilities=["have(you, reserve_limit=n + 1, landmark_limit=4)"])
    table.player("A").landmarks("Store", "Store")
    table.begin()
    assert table.limits("A") == (4, 4)


@cites("5.0:1.1.6.j", "5.0:2.2.12.e", "5.0:2.2.12.j", "5.0:7.1.5.a")
@RULES
def test_the_limits_of_all_players(sit, rules):
    """Simurgh, from Reserve: ready, not exhausted (2.2.12.j)."""
    table = sit(rules)
    table.card("Bird", support=["I: have(all(player), reserve_limit=n - 1)"])
    table.player("A").reserve("Bird")
    table.player("B").reserve("Bird", exhausted=True)
    table.begin()
    assert table.limits("A")[0] == table.limits("B")[0] == 1


@RULES
def test_a_limit_that_depends_on_the_reserve(sit, rules):
    """Scholars' Vault: evaluated again as a Spell enters Reserve, and as it leaves."""
    table = sit(rules)
    line = "while_(count(spell, you.reserve) >= 1), have(you, reserve_limit=n + 1)"
    table.card("Vault", **GROUND, abilities=[line])
    table.card("Spark", type="spell", abilities=["effect: resupply()"])
    table.player("A").landmarks("Vault").hand("Spark").mana(2)
    table.player("B").hand("Filler").mana(1)
    table.begin()
    assert table.limits("A")[0] == 2
    table.act("A", "play Spark")
    assert table.limits("A")[0] == 3
    table.act("B", "play Filler to hero")
    table.act("A", "play Spark")
    assert table.limits("A")[0] == 2


@pytest.mark.parametrize(
    ("condition", "before", "after"),
    [
        ("count(card, you.hand) == 0", False, True),
        ("count(mana_orb, you.mana, exhausted) == 1", False, True),
        ("count(card, you.discard_pile) >= 1", False, True),
        ("you.first_player", True, True),
    ],
)
@RULES
def test_a_passive_looks_at_the_whole_table(sit, rules, condition, before, after):
    table = sit(rules)
    table.card("Watcher", abilities=[f"while_({condition}), have(me, defender)"])
    table.card(
        "Flash", type="spell", abilities=["fleeting", "effect: exhaust(choose(hero, you.play))"]
    )
    table.player("A").hero_expedition("Watcher").hand("Flash").mana(1)
    table.begin()
    assert ("defender" in table.find("Watcher").keywords) == before
    table.act("A", "play Flash")
    assert ("defender" in table.find("Watcher").keywords) == after


@RULES
def test_a_granted_passive_looks_at_the_whole_table(sit, rules):
    table = sit(rules)
    line = "have(all(character, other), {(while_(count(card, you.hand) == 0), have(me, defender))})"
    table.card("Teacher", **GROUND, abilities=[line])
    table.player("A").landmarks("Teacher").hero_expedition("Filler").hand("Filler").mana(1)
    table.begin()
    assert table.find("Filler in hero").keywords == frozenset()
    table.act("A", "play Filler to companion")
    assert [seen.keywords for seen in table.all("Filler")] == [{"defender"}] * 2


@RULES
def test_a_granted_reaction_works_under_its_condition(sit, rules):
    table = sit(rules)
    line = "(while_(me.boosted), when(draws(you)))"
    table.card("Teacher", **GROUND, abilities=[f"have(all(character), {{{line}: resupply()}})"])
    table.card("Look", type="spell", abilities=["effect: draw(1)"])
    table.player("A").landmarks("Teacher").hero_expedition("Filler", boosts=1)
    table.player("A").companion_expedition("Filler").hand("Look").mana(1)
    table.begin()
    table.act("A", "play Look")
    assert sorted(table.zone("A", "reserve")) == ["Filler", "Look"]


MORE = "have(all(card, reserve), max=n + 1)"
NO_MAX = "have(all(card, reserve), max=none)"


def at_noon(sit, rules, *lines, boosts=0, support=True):
    """A Drone in B's Reserve that gains boosts at Noon, up to 2."""
    table = sit(rules)
    for number, line in enumerate(lines, 1):
        table.card(f"Outpost {number}", **GROUND, abilities=[line])
        table.player("A").landmarks(f"Outpost {number}")
    drone = "at(noon): gain(me, boost=3, max=2)"
    if support:
        table.card("Drone", support=[f"I, {drone}"])
        table.player("B").reserve("Drone", boosts=boosts)
    else:
        table.card("Drone", abilities=[drone])
        table.player("B").hero_expedition("Drone", boosts=boosts)
    table.begin("noon")
    return table.find("Drone").boosts


@pytest.mark.parametrize(
    ("lines", "boosts", "then"),
    [
        ((), 0, 2),
        ((MORE,), 0, 3),
        ((MORE,), 2, 3),
        ((MORE, MORE), 2, 4),
        ((NO_MAX,), 2, 5),
        ((NO_MAX, MORE), 4, 7),
    ],
)
@RULES
def test_support_abilities_beyond_their_maximum(sit, rules, lines, boosts, then):
    """Sofia, First Outpost: of every card in Reserve, a player's or the other's."""
    assert at_noon(sit, rules, *lines, boosts=boosts) == then


@RULES
def test_only_support_abilities_go_beyond_their_maximum(sit, rules):
    assert at_noon(sit, rules, NO_MAX, support=False) == 2


@RULES
def test_other_abilities_do_not_give_more_than_their_maximum(sit, rules):
    """It is the Support ability of the card itself that can give it more."""
    table = sit(rules)
    table.card("Outpost", **GROUND, abilities=[NO_MAX])
    table.card("Gift", support=["I, at(noon): gain(all(card, you.reserve, other), boost=3, max=1)"])
    table.player("A").landmarks("Outpost").reserve("Gift", "Filler")
    table.begin("noon")
    assert table.find("Filler").boosts == 1


REPROCESSOR = "have(choose(card, you.reserve, exhausted), uncounted)"


def tidy(sit, rules, *exhausted, reprocessors=1, limit=2):
    """A's Reserve holds four cards, of which some are exhausted, as the Night comes."""
    table = sit(rules)
    table.card("Reprocessor", **GROUND, abilities=[REPROCESSOR])
    table.card("Hoarder", type="hero", limits=f"{limit}/3")
    table.player("A").hero("Hoarder").landmarks(*["Reprocessor"] * reprocessors)
    for name in ("One", "Two", "Three", "Four"):
        table.card(name)
        table.player("A").reserve(name, exhausted=name in exhausted)
    table.begin("night")
    return table


@cites("passive/day structure")
@RULES
def test_one_more_card_is_kept_if_it_is_exhausted(sit, rules):
    """Frozen Reprocessor: it is chosen first, and then as many as the limit says."""
    table = tidy(sit, rules, "One", "Three")
    assert sorted(label.split(": ")[1] for label in table.options()[:-1]) == [
        "One in Reserve",
        "Three in Reserve",
    ]
    table.choose("A", "Three", "Two", "Four")
    assert table.zone("A", "reserve") == ["Two", "Three", "Four"]


@RULES
def test_one_may_keep_no_more(sit, rules):
    table = tidy(sit, rules, "One")
    table.choose("A", "done", "One", "Two")
    assert table.zone("A", "reserve") == ["One", "Two"]


@RULES
def test_where_no_card_is_exhausted_none_is_kept_besides(sit, rules):
    table = tidy(sit, rules)
    table.choose("A", "One", "Two")
    assert table.zone("A", "reserve") == ["One", "Two"]


@RULES
def test_two_abilities_keep_two(sit, rules):
    """The one that is left after it need not be asked about."""
    table = tidy(sit, rules, "One", "Two", reprocessors=2)
    table.choose("A", "One", "Two")
    assert table.zone("A", "reserve") == ["One", "Two", "Three", "Four"]


@RULES
def test_within_the_limit_nothing_is_asked(sit, rules):
    table = tidy(sit, rules, "One", limit=4)
    assert (table.day, table.phase) == (3, "morning")
    assert len(table.zone("A", "reserve")) == 4
