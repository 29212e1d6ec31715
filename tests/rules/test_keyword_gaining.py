"""Gaining sub-types and keywords, boosts exchanged and distributed, "both" (7.2.2, 7.3.11-17)."""

from __future__ import annotations

import pytest

from tests.citations import cites

both = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def cast(table, effect, mana=1):
    """A Spell of A with this effect, which A can play."""
    table.card("Decree", type="spell", cost="1/1", abilities=["fleeting", f"effect: {effect}"])
    return table.player("A").hand("Decree").mana(mana)


def settle(table):
    """Play the Reactions that wait, in the order in which they are offered."""
    while table.decision == "reaction":
        table.choose("A", table.options("A")[0])


# sub-types


MIMIC = "J: x = target(character, facing(me)); gain(me, x.subtypes, boost=x.highest)"


@cites("effect/copy")
@both
def test_sub_types_of_another_are_gained(sit, rules):
    table = sit(rules)
    table.card("Mimic", stats="0/0/0", subtypes=["spirit"], abilities=[MIMIC])
    table.card("Knight", stats="1/4/2", subtypes=["soldier", "noble"])
    cast(table, "discard(all(soldier & spirit & noble))").hand("Mimic").mana(1)
    table.player("B").hero_expedition("Knight", boosts=1)
    table.begin()
    table.act("A", "play Mimic to hero")
    assert table.find("Mimic").boosts == 5
    assert table.find("Mimic").subtypes == {"spirit", "soldier", "noble"}
    table.act("B", "pass")
    table.act("A", "play Decree")
    assert table.zone("A", "hero_expedition") == []
    assert table.zone("B", "hero_expedition") == ["Knight"]


@both
def test_sub_types_are_kept_although_the_other_is_gone(sit, rules):
    table = sit(rules)
    table.card("Mimic", stats="0/0/0", abilities=[MIMIC])
    table.card("Knight", subtypes=["soldier"])
    cast(table, "discard(all(character, opponent.play))").hand("Mimic").mana(1)
    table.player("B").hero_expedition("Knight")
    table.begin()
    table.act("A", "play Mimic to hero")
    table.act("B", "pass")
    table.act("A", "play Decree")
    assert table.zone("B", "discard") == ["Knight"]
    assert table.find("Mimic").subtypes == {"soldier"}


@both
def test_a_new_object_has_not_gained_them(sit, rules):
    table = sit(rules)
    table.card("Mimic", stats="0/0/0", abilities=[MIMIC])
    table.card("Knight", subtypes=["soldier"])
    table.player("A").hand("Mimic").mana(1)
    table.player("B").hero_expedition("Knight")
    table.begin()
    table.act("A", "play Mimic to hero")
    assert table.find("Mimic").subtypes == {"soldier"}
    table.until("morning")
    assert table.zone("A", "reserve") == ["Mimic"]
    assert table.find("Mimic").subtypes == frozenset()


@both
def test_nothing_is_gained_of_nobody(sit, rules):
    table = sit("5.0")
    table.card("Mimic", stats="0/0/0", abilities=[MIMIC])
    table.player("A").hand("Mimic").mana(1)
    table.begin()
    table.act("A", "play Mimic to hero")
    assert (table.find("Mimic").boosts, table.find("Mimic").subtypes) == (0, set())


# keywords


@both
def test_keywords_and_a_named_sub_type_are_gained(sit, rules):
    table = sit(rules)
    cast(table, "gain(target(character), gigantic, tough(2), robot)").hero_expedition("Filler")
    table.begin()
    table.act("A", "play Decree")
    assert {"gigantic"} <= set(table.find("Filler").keywords)
    assert table.find("Filler").tough == 2
    assert "robot" in table.find("Filler").subtypes
    assert table.statistics("A", "companion") == table.statistics("A", "hero")


# boosts exchanged


@both
@pytest.mark.parametrize("whom", ["x", "x, x"])
def test_two_named_together_exchange_their_boosts(sit, rules, whom):
    """7.3.11.a."""
    table = sit(rules)
    cast(table, f"x = target(character, play | reserve, n=2); exchange({whom}, boost); draw(1)")
    table.player("A").hero_expedition("Filler", boosts=3).reserve("Kappa C", boosts=1)
    table.player("B").hero_expedition("Atlas C", boosts=5)
    table.begin()
    table.act("A", "play Decree", "Filler", "Kappa")
    boosts = [table.find(name).boosts for name in ("Filler in hero", "Kappa", "Atlas")]
    assert boosts == [1, 3, 5]
    assert len(table.zone("A", "hand")) == 1


def test_with_one_there_is_no_exchange(sit):
    table = sit("5.0")
    cast(table, "x = target(character, n=2); exchange(x, boost); draw(1)")
    table.player("A").hero_expedition("Filler", boosts=3)
    table.begin()
    table.act("A", "play Decree")
    assert table.find("Filler in hero").boosts == 3
    assert len(table.zone("A", "hand")) == 1


def test_two_must_be_declared(sit):
    """5.1.2.b of the seeds: with one Character there is no legal declaration."""
    table = sit("2024.09")
    cast(table, "x = target(character, n=2); exchange(x, boost)")
    table.player("A").hero_expedition("Filler", boosts=3)
    table.begin()
    assert not table.can("A", "play Decree")


@cites("5.0:6.5.b", "rulesets:The same target twice", "selector/another target")
@both
def test_the_second_target_of_a_step_is_another_one(sit, rules):
    """6.5.b: each object may be chosen once per step."""
    table = sit(rules)
    cast(table, "exchange(target(character), target(character), boost)")
    table.player("A").hero_expedition("Filler", boosts=3).companion_expedition("Kappa C")
    table.begin()
    table.act("A", "play Decree", "Kappa")
    assert (table.find("Filler in hero").boosts, table.find("Kappa").boosts) == (0, 3)


# distributed


@cites("effect/distribute boosts")
@both
def test_boosts_are_distributed_among_targets(sit, rules):
    table = sit(rules)
    cast(table, "gain(spread(target(character, play | reserve, any_number)), boost=4)")
    table.player("A").hero_expedition("Filler").reserve("Kappa C")
    table.player("B").hero_expedition("Atlas C")
    table.begin()
    table.act("A", "play Decree", "Filler", "Kappa", "done", "Kappa", "Filler")
    boosts = [table.find(name).boosts for name in ("Filler in hero", "Kappa", "Atlas")]
    assert boosts == [2, 2, 0]


@cites("selector/distribution")
@both
@pytest.mark.parametrize("where", ["choose(expedition, any_number)", "all(expedition)"])
def test_tokens_are_distributed_among_expeditions(sit, rules, where):
    table = sit(rules)
    cast(table, f"create(mana_moth, 2, in_=spread({where}))")
    table.begin()
    table.act("A", "play Decree", "A hero", "B companion")
    assert table.zone("A", "hero_expedition") == ["Mana Moth"]
    assert table.zone("B", "companion_expedition") == ["Mana Moth"]


@both
def test_tokens_are_distributed_among_target_expeditions(sit, rules):
    table = sit(rules)
    cast(table, "create(mana_moth, 3, in_=spread(target(expedition, any_number)))")
    table.begin()
    table.act("A", "play Decree", "A hero", "B hero", "done", "A hero", "B hero", "A hero")
    assert table.zone("A", "hero_expedition") == ["Mana Moth"] * 2
    assert table.zone("B", "hero_expedition") == ["Mana Moth"]


# both


@cites("5.0:7.2.2.a")
@both
def test_both_gain(sit, rules):
    """7.2.2: "we" are I and another object."""
    table = sit(rules)
    table.card("Crafter", abilities=[
        "H: x = target(character, reserve); r = roll(1);"
        "if_(r >= 4, gain(me | x, boost=1), else_=gain(x, boost=1))"
    ])  # fmt: skip
    table.player("A").hand("Crafter", "Crafter").mana(2).reserve("Filler")
    table.dice(4, 3)
    table.begin()
    table.act("A", "play Crafter to hero")
    assert (table.find("Crafter in hero").boosts, table.find("Filler in reserve").boosts) == (1, 1)
    table.act("B", "pass")
    table.act("A", "play Crafter to companion")
    assert table.find("Crafter in companion").boosts == 0
    assert table.find("Filler in reserve").boosts == 2


@both
def test_if_there_is_a_target_both_gain(sit, rules):
    table = sit(rules)
    line = "H: if_(x := target(character, facing(me)), gain(me | x, anchored))"
    table.card("Brawler", abilities=[line])
    table.player("A").hand("Brawler", "Brawler").mana(2)
    table.player("B").hero_expedition("Filler")
    table.begin()
    table.act("A", "play Brawler to companion")
    assert table.find("Brawler in companion").statuses == frozenset()
    table.act("B", "pass")
    table.act("A", "play Brawler to hero")
    assert table.find("Brawler in hero").statuses == {"anchored"}
    assert table.find("B Filler").statuses == {"anchored"}


# whole hands, cards of a Deck, as many times as


@both
def test_a_whole_hand_is_discarded(sit, rules):
    table = sit(rules)
    cast(table, "discard(all(card, you.hand))").hand("Filler", "Kappa C")
    table.player("B").hand("Filler")
    table.begin()
    table.act("A", "play Decree")
    assert table.zone("A", "hand") == []
    assert len(table.zone("B", "hand")) == 1


@both
@pytest.mark.parametrize("effect", [
    "discard(all(card, they.hand), by=all(player))",
    "each(all(player), discard(all(card, it.hand), by=it))",
])  # fmt: skip
def test_each_player_discards_their_hand(sit, rules, effect):
    table = sit(rules)
    cast(table, effect).hand("Filler", "Kappa C")
    table.player("B").hand("Filler")
    table.begin()
    table.act("A", "play Decree")
    assert table.zone("A", "hand") == table.zone("B", "hand") == []
    assert sorted(table.zone("A", "discard")) == ["Decree", "Filler", "Kappa"]
    assert table.zone("B", "discard") == ["Filler"]


@both
@pytest.mark.parametrize(("top", "drawn"), [("Kappa C", 1), ("Rock", 0)])
def test_what_was_discarded_from_the_deck_is_known(sit, rules, top, drawn):
    table = sit(rules)
    table.card("Rock", type="landmark_permanent")
    cast(table, "x = discard(top(you.deck)); if_(is_(x, character), draw(1))")
    table.player("A").deck(top, "Filler", "Filler")
    table.begin()
    table.act("A", "play Decree")
    assert len(table.zone("A", "hand")) == drawn


@cites("5.0:6.5.i")
@both
def test_as_many_times_as_it_had_boosts(sit, rules):
    """6.3.j: a gone object is queried in its last known state; 6.5.i: a separate choice each
    time."""
    table = sit(rules)
    moth = "create(mana_moth, in_=target(expedition))"
    table.card("Cocoon", abilities=[f"when(goes(me, from_=expeditions)): times(me.boost, {moth})"])
    cast(table, "put(target(character), reserve)").hero_expedition("Cocoon", boosts=2)
    table.begin()
    table.act("A", "play Decree")
    table.choose("A", "A hero", "B companion")
    assert table.zone("A", "hero_expedition") == ["Mana Moth"]
    assert table.zone("B", "companion_expedition") == ["Mana Moth"]
    assert table.decider == "B"


@both
def test_all_that_were_chosen_are_sent(sit, rules):
    table = sit(rules)
    target = "target(character, any_number, total(mountain) <= 4)"
    cast(table, f"x = {target}; put(x, reserve); draw(x.n)")
    table.card("Wall", stats="1/2/1")
    table.player("A").hero_expedition("Wall", "Wall", "Wall")
    table.begin()
    table.act("A", "play Decree", "Wall", "Wall")
    assert table.zone("A", "reserve") == ["Wall", "Wall"]
    assert len(table.zone("A", "hand")) == 2
