"""Signature tokens: each belongs to a Hero, is created in Reserve and played from there.

A token of that kind is created in Reserve and can be played in an Expedition; it is removed from
the game if it would go anywhere else. So it is in a Reserve where it was created and nowhere else:
from an Expedition it does not come back, as no token does (2.1.e).
"""

from __future__ import annotations

import pytest

from altered_env import Scenario
from altered_env.game.invariants import check
from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def at_table(rules="5.0", hero="Eyota", **state):
    """A table without automatic passes; A has this Hero."""
    table = Scenario(rules=rules, seed=2)
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    table.player("A").hero(hero, **state)
    table.player("B").hero("Idler")
    return table


@cites("effect/create signature", "effect/create in reserve")
@pytest.mark.parametrize(
    ("hero", "token", "statistics"),
    [
        ("Wayfinder Sierra", "Oddball", 2),
        ("Squire Kojo", "Blazing Booda", 3),
        ("Zoe", "Shift", 1),
        ("Osric", "Toot", 1),
        ("Eyota", "Echo", 1),
        ("Gray", "Molted Maw", 0),
    ],
)
@pytest.mark.parametrize(("first", "made"), [("A", 1), ("B", 0)])
def test_a_hero_creates_its_token_at_noon_as_first_player(hero, token, statistics, first, made):
    table = at_table(hero=hero)
    table.begin("noon", first=first)
    assert table.zone("A", "reserve") == [token] * made
    if made:
        found = table.find(token)
        assert found.token and found.forest == found.mountain == found.water == statistics


@cites("effect/create signature")
@pytest.mark.parametrize("card", ["Echo Chamber C", "Maw's Molting C"])
def test_a_hero_without_a_token_of_its_own_creates_none(card):
    table = at_table(hero="Idler")
    table.player("A").hand(card).mana(2)
    table.begin()
    table.act("A", f"play {card[:-2]}")
    assert table.zone("A", "reserve") == []


@RULES
@cites("effect/create signature")
@pytest.mark.parametrize("version", ["C", "R1", "R2"])
def test_echo_chamber(rules, version):
    table = at_table(rules)
    table.player("A").hand(f"Echo Chamber {version}").mana(1).deck("Kappa")
    table.begin()
    table.act("A", "play Echo Chamber")
    assert table.zone("A", "reserve") == ["Echo"] + ["Kappa"] * (version != "C")
    assert table.zone("A", "discard") == ["Echo Chamber"]


@RULES
@cites("effect/create signature", "cost/spend counters from several")
@pytest.mark.parametrize("version", ["C", "R1", "R2"])
def test_maws_molting(rules, version):
    table = at_table(rules)
    side = table.player("A").hand(f"Maw's Molting {version}").mana(1 if version != "C" else 2)
    side.hero_expedition("Kappa", boosts=1).companion_expedition("Foundry Armorer C", boosts=1)
    side.deck("Ordis Trooper C")
    table.begin()
    table.act("A", "play Maw's Molting")
    if version == "R1":
        table.choose("A", "Kappa")
        assert table.zone("A", "hero_expedition") == []
    if version == "R2":
        table.choose("A", "Kappa")  # one boost of each: there are no two on one of them
        assert table.find("Kappa").boosts == table.find("Foundry Armorer").boosts == 0
    assert table.zone("A", "reserve") == ["Echo"]
    assert table.zone("A", "hand") == ["Ordis Trooper"]


@cites("cost/spend counters from several")
@pytest.mark.parametrize(("boosts", "possible"), [(1, False), (2, True), (3, True)])
def test_boosts_of_several_are_spent_where_there_are_enough(boosts, possible):
    table = at_table()
    side = table.player("A").hand("Maw's Molting R2").mana(1)
    side.hero_expedition("Kappa", boosts=boosts)
    table.begin()
    assert table.can("A", "play Maw's Molting") is possible
    if possible:
        table.act("A", "play Maw's Molting")
        assert table.find("Kappa").boosts == boosts - 2


@cites("cost/spend counters from several")
def test_who_spends_boosts_of_several_says_how_many_of_each():
    table = at_table()
    side = table.player("A").hand("Maw's Molting R2").mana(1)
    side.hero_expedition("Kappa", boosts=2).companion_expedition("Foundry Armorer C", boosts=1)
    table.begin()
    table.act("A", "play Maw's Molting", "Kappa")
    assert table.options("A") == ["1", "2"]
    table.choose("A", 1)
    assert (table.find("Kappa").boosts, table.find("Foundry Armorer").boosts) == (1, 0)


@RULES
@cites("effect/token in reserve")
def test_it_is_played_at_its_reserve_cost_and_is_fleeting(rules):
    table = at_table(rules)
    table.player("A").reserve("Echo").hero_expedition("Ordis Trooper C", "Ordis Trooper C").mana(1)
    table.begin()
    table.act("A", "play Echo to hero")
    echo = table.find("Echo")
    assert "Echo" in table.zone("A", "hero_expedition") and "fleeting" in echo.statuses
    assert echo.boosts == 1  # {R}: two other Soldiers
    assert table.mana("A") == (0, 1)
    table.pass_turns()
    table.until("morning")
    assert not table.all("Echo")
    assert "Echo" not in table.zone("A", "reserve") + table.zone("A", "discard")


@RULES
@cites("effect/token in reserve")
@pytest.mark.parametrize(
    ("where", "put"),
    [
        ("hand", "put(target(card, reserve), hand)"),
        ("deck", "put(target(card, reserve), deck, at=top)"),
        ("mana", "put(target(card, reserve), mana)"),
        ("discard", "discard(target(card, reserve))"),
    ],
)
def test_it_is_removed_where_it_would_go_anywhere_else(rules, where, put):
    table = at_table(rules)
    table.card("Mover", type="spell", cost="0/0", abilities=["fleeting", f"effect: {put}"])
    table.player("A").hand("Mover").reserve("Echo")
    table.begin()
    table.act("A", "play Mover")
    assert not table.all("Echo")


@RULES
@cites("effect/token in reserve")
def test_it_does_not_come_back_to_reserve_from_an_expedition(rules):
    table = at_table(rules)
    table.card("Mover", type="spell", cost="0/0", abilities=["effect: put(target(token), reserve)"])
    table.player("A").hand("Mover").hero_expedition("Echo")
    table.begin()
    table.act("A", "play Mover")
    assert not table.all("Echo")


@RULES
@cites("effect/token in reserve")
def test_it_counts_as_a_card_in_reserve(rules):
    table = at_table(rules)
    table.player("A").reserve("Echo", "Echo").hand("Trireme Boatswain C").mana(2)
    table.begin()
    table.act("A", "play Trireme Boatswain to hero")
    assert table.find("Trireme Boatswain").boosts == 1


@RULES
@cites("effect/token in reserve")
def test_reserve_limits_count_it(rules):
    table = at_table(rules)
    table.player("A").reserve("Echo", "Echo", "Kappa")
    table.begin()
    table.pass_turns()
    assert table.decision == "keep_reserve"
    table.choose("A", "Kappa", "Echo")
    assert sorted(table.zone("A", "reserve")) == ["Echo", "Kappa"]


@RULES
@cites("effect/token in reserve")
def test_a_gift_of_one_is_a_gift(rules):
    table = at_table(rules)
    giving = ["fleeting", "effect: create(echo, in_=target(opponent).reserve)"]
    table.card("Giving", type="spell", cost="0/0", abilities=giving)
    table.card("Giver", abilities=["when(gifts(you)): gain(me, boost=1)"])
    table.player("A").hand("Giving").hero_expedition("Giver")
    table.begin()
    table.act("A", "play Giving")
    assert table.zone("B", "reserve") == ["Echo"]
    assert table.find("Giver").boosts == 1


@cites("condition/what was played today")
@pytest.mark.parametrize(
    ("card", "cost"),
    [("Fane of Circe C", 0), ("Kelonic Generator C", 2), ("Kappa", 2)],
)
def test_the_oddball_is_cheaper_after_a_construction(card, cost):
    table = at_table(hero="Wayfinder Sierra")
    table.player("A").hand(card).reserve("Oddball").mana(9)
    table.player("B").hand("Filler").mana(9)
    table.begin()
    table.act("A", f"play {card.removesuffix(' C')}" + (" to hero" if card == "Kappa" else ""))
    table.act("B", "pass")
    assert f"play Oddball from Reserve ({cost})" in table.options("A")


@cites("condition/what was played today")
def test_the_oddball_is_cheaper_the_whole_day_and_no_longer():
    table = at_table(hero="Wayfinder Sierra")
    side = table.player("A").hand("Fane of Circe R1", "Kappa").reserve("Oddball").mana(9)
    side.deck(*["Filler"] * 8)
    table.begin()
    table.act("A", "play Fane of Circe")
    table.act("B", "pass")
    table.act("A", "play Kappa to hero", "no")
    assert "play Oddball from Reserve (0)" in table.options("A")
    table.act("A", "pass")
    while table.phase != "afternoon" or table.day != 3:
        table.choose(table.decider, table.options(table.decider)[-1])
    if table.turn != "A":
        table.act("B", "pass")
    assert "play Oddball from Reserve (2)" in table.options("A")


@RULES
@cites("effect/create signature", "trigger/you roll")
@pytest.mark.parametrize(("die", "made"), [(6, 1), (5, 0)])
def test_zoe_exhausts_for_a_six(rules, die, made):
    table = at_table(rules, "Zoe")
    table.player("A").hand("Lyra Gambler C").mana(2)
    table.dice(die)
    table.begin()
    table.act("A", "play Lyra Gambler to hero")
    if made:
        assert set(table.options("A")) == {"yes", "no"}
        table.choose("A", "yes")
        assert "exhausted" in table.find("Zoe").statuses
    assert table.zone("A", "reserve") == ["Shift"] * made


@cites("effect/create signature")
def test_zoe_may_leave_it():
    table = at_table(hero="Zoe")
    table.player("A").hand("Lyra Gambler C").mana(2)
    table.dice(6)
    table.begin()
    table.act("A", "play Lyra Gambler to hero")
    table.choose("A", "no")
    assert table.zone("A", "reserve") == [] and "exhausted" not in table.find("Zoe").statuses


@RULES
@cites("effect/token in reserve")
@pytest.mark.parametrize(("die", "boosts"), [(3, 0), (4, 1)])
def test_shift_rolls_as_it_is_played(rules, die, boosts):
    table = at_table(rules, "Zoe")
    table.player("A").reserve("Shift").mana(1)
    table.dice(die)
    table.begin()
    table.act("A", "play Shift to companion")
    assert table.find("Shift").boosts == boosts


@RULES
@cites("effect/token in reserve")
def test_toot_stays_anchored_for_a_night(rules):
    table = at_table(rules)
    table.player("A").reserve("Toot").mana(1)
    table.begin()
    table.act("A", "play Toot to companion")
    assert {"anchored", "fleeting"} <= set(table.find("Toot").statuses)
    table.pass_turns()
    table.until("morning")
    assert table.zone("A", "companion_expedition") == ["Toot"]


@RULES
@cites("effect/token in reserve")
def test_the_blazing_booda_and_the_molted_maw(rules):
    table = at_table(rules)
    side = table.player("A").reserve("Blazing Booda", "Molted Maw").mana(9)
    side.hand("Agamemnon C", "Filler").hero_expedition("Kappa")
    table.begin()
    table.act("A", "play Blazing Booda to hero")
    assert table.statistics("A", "hero")[0] == 3 + table.find("Kappa").forest
    table.act("B", "pass")
    table.act("A", "play Molted Maw to companion")
    table.act("A", "play Agamemnon to companion", "Kappa")
    assert table.find("Molted Maw").boosts == 1


@RULES
@cites("effect/create signature")
@pytest.mark.parametrize(("first", "made"), [("A", 0), ("B", 1)])
def test_hermes_creates_a_boosted_token_at_noon(rules, first, made):
    table = at_table(rules)
    table.player("A").hero_expedition("Hermes, God of Souls E", anchored=True)
    table.begin("noon", first=first)
    if table.decision == "reaction":
        table.choose("A", next(one for one in table.options("A") if "Hermes" in one))
    assert [echo.boosts for echo in table.all("Echo")] == ([1] if made else [0])


@RULES
@cites("effect/create signature")
def test_what_a_token_says_in_reserve_ends_with_it(rules):
    """Nothing is heard any more of a token that leaves a Reserve for nowhere (2.1.e)."""
    table = at_table(rules)
    table.card("Sweeper", type="hero", abilities=["T: discard(all(card, you.reserve))"])
    table.player("A").hero("Sweeper").reserve("Oddball")
    table.begin()
    table.act("A", "use Sweeper")
    assert table.zone("A", "reserve") == []
    check(table.game)
