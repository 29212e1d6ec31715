"""Augment, Double, Gain, Give, Spend and Exchange of counters (5.0, 7.3.4 to 7.3.38)."""

from __future__ import annotations

import pytest

from tests.citations import cites

both = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


@cites("5.0:7.3.4.a", "keyword/augment")
@both
def test_augment_adds_one_of_a_single_kind(sit, rules):
    """7.3.4.a: one more of one counter that it has, as the player chooses which."""
    table = sit(rules)
    table.card("Oil", type="spell", abilities=["effect: augment(target(card, play))"])
    table.player("A").hand("Oil").mana(1)
    table.player("A").landmarks("Kelonic Generator C", counters={"kelon": 2, "scrap": 1})
    table.begin()
    table.act("A", "play Oil")
    table.choose("A", "scrap" if "scrap" in table.options("A") else table.options("A")[-1])
    counters = table.find("Kelonic Generator").counters
    assert sum(counters.values()) == 4
    assert set(counters) == {"kelon", "scrap"}


@cites("5.0:2.5.1.a")
@both
def test_augment_adds_a_boost(sit, rules):
    """The remark of 7.3.4: boosts are counters as well."""
    table = sit(rules)
    table.card("Oil", type="spell", abilities=["effect: augment(target(card, play))"])
    table.player("A").hand("Oil").mana(1).hero_expedition("Filler", boosts=2)
    table.begin()
    table.act("A", "play Oil")
    assert table.find("Filler").boosts == 3


@cites("5.0:7.3.4.a")
@both
def test_augment_needs_a_counter(sit, rules):
    """7.3.4.a: an object without a counter gains none."""
    table = sit(rules)
    table.card("Oil", type="spell", abilities=["effect: augment(target(card, play))"])
    table.player("A").hand("Oil").mana(1).hero_expedition("Filler")
    table.begin()
    table.act("A", "play Oil")
    assert table.find("Filler").boosts == 0
    assert table.find("Filler").counters == {}


@cites("5.0:7.3.8.a", "effect/lose or double boosts")
@both
def test_double_gives_as_many_again(sit, rules):
    """7.3.8.a."""
    table = sit(rules)
    table.card("Echo", type="spell", abilities=["effect: double(target(character), boost)"])
    table.player("A").hand("Echo").mana(1).hero_expedition("Filler", boosts=3)
    table.begin()
    table.act("A", "play Echo")
    assert table.find("Filler").stats == "7/7/7"


@cites("5.0:7.3.8.b")
@both
def test_double_of_nothing_is_impossible(sit, rules):
    """7.3.8.b: so what depends on it does not happen."""
    table = sit(rules)
    effect = "effect: if_(double(target(character), boost), draw(1), else_=draw(2))"
    table.card("Echo", type="spell", abilities=[effect])
    table.player("A").hand("Echo", "Echo").mana(2)
    table.player("A").hero_expedition("Filler").companion_expedition("Filler", boosts=1)
    table.begin()
    table.act("A", "play Echo", "Filler in hero")
    assert table.zone("A", "hand").count("Filler") == 2
    table.act("B", "pass")
    table.act("A", "play Echo", "Filler in companion")
    assert table.zone("A", "hand").count("Filler") == 3


@cites("5.0:7.3.15.a", "effect/gain counters")
@both
def test_gaining_counters_puts_them_on_the_object(sit, rules):
    """7.3.15.a."""
    table = sit(rules)
    table.player("A").hand("Brassbug Hub C").mana(3)
    table.begin()
    table.act("A", "play Brassbug Hub")
    assert table.find("Brassbug Hub").counters == {"kelon": 3}


@cites("5.0:7.3.15.b")
@both
def test_counters_of_one_name_are_one_heap(sit, rules):
    """7.3.15.b: counters gained at different times are spent alike."""
    table = sit(rules)
    table.card("Jar", type="landmark_permanent", abilities=["T, spend(kelon=4): draw(1)"])
    table.card("Fill", type="spell", abilities=["effect: gain(target(permanent), kelon=3)"])
    table.player("A").landmarks("Jar", counters={"kelon": 1}).hand("Fill").mana(1)
    table.begin()
    assert not table.can("A", "use Jar")
    table.act("A", "play Fill")
    table.act("B", "pass")
    table.act("A", "use Jar")
    assert table.find("Jar").counters == {}


@cites("5.0:7.3.38.a", "cost/spend counters")
@both
def test_spending_takes_the_counters_off(sit, rules):
    """7.3.38.a."""
    table = sit(rules)
    table.card("Jar", type="landmark_permanent", abilities=["T, spend(kelon=2): draw(1)"])
    table.player("A").landmarks("Jar", counters={"kelon": 3})
    table.begin()
    table.act("A", "use Jar")
    assert table.find("Jar").counters == {"kelon": 1}
    assert table.zone("A", "hand") == ["Filler"]


@cites("5.0:7.3.38.b")
@both
def test_no_more_can_be_spent_than_there_are(sit, rules):
    """7.3.38.b."""
    table = sit(rules)
    table.card("Jar", type="landmark_permanent", abilities=["T, spend(kelon=2): draw(1)"])
    table.player("A").landmarks("Jar", counters={"kelon": 1})
    table.begin()
    assert not table.can("A", "use Jar")


@cites("5.0:7.3.17.a")
@both
def test_giving_a_boost_is_the_character_gaining_it(sit, rules):
    """7.3.17.a: a Reaction to gaining boosts sees boosts that another card gives."""
    table = sit(rules)
    table.card("Proud", abilities=["when(gains(me, boost)): draw(1)"])
    table.card("Cheer", type="spell", abilities=["effect: gain(target(character), boost=2)"])
    table.player("A").hero_expedition("Proud").hand("Cheer").mana(1)
    table.begin()
    table.act("A", "play Cheer")
    assert table.find("Proud").stats == "3/3/3"
    assert table.zone("A", "hand") == ["Filler"]


@cites("5.0:7.3.15.a")
@both
def test_a_reaction_to_gaining_boosts_sees_how_many(sit, rules):
    """7.3.15.a: gaining two is one event of two."""
    table = sit(rules)
    table.card("Copycat", abilities=["when(gains(character, boost)): gain(me, luck=n)"])
    table.card("Cheer", type="spell", abilities=["effect: gain(target(character), boost=2)"])
    table.player("A").hero_expedition("Copycat").hand("Cheer").mana(1)
    table.begin()
    table.act("A", "play Cheer")
    assert table.find("Copycat").counters == {"luck": 2}


SWAP = "effect: exchange(target(character), target(character, other), boost)"


@cites("5.0:7.3.11.a")
@both
def test_exchanged_boosts_change_by_their_difference(sit, rules):
    """7.3.11.a: the object with more loses as many as the one with fewer gains."""
    table = sit(rules)
    table.card("Trade", type="spell", abilities=[SWAP])
    table.player("A").hand("Trade").mana(1).hero_expedition("Filler", boosts=4)
    table.player("B").hero_expedition("Filler", boosts=1)
    table.begin()
    table.act("A", "play Trade", "A Filler")
    assert table.find("A Filler").boosts == 1
    assert table.find("B Filler").boosts == 4


@cites("5.0:7.3.11.a")
@both
def test_exchanged_boosts_are_gained_and_lost(sit, rules):
    """7.3.11.a: only the difference is gained, as a Reaction sees it."""
    table = sit(rules)
    table.card("Trade", type="spell", abilities=[SWAP])
    table.card("Copycat", abilities=["when(gains(me, boost)): gain(me, luck=n)"])
    table.player("A").hand("Trade").mana(1).hero_expedition("Copycat", boosts=1)
    table.player("B").hero_expedition("Filler", boosts=4)
    table.begin()
    table.act("A", "play Trade", "Copycat")
    assert table.find("Copycat").counters == {"luck": 3}


@cites("5.0:7.3.11.b")
@both
def test_exchanging_equal_boosts_does_nothing(sit, rules):
    """7.3.11.b."""
    table = sit(rules)
    table.card("Trade", type="spell", abilities=[SWAP])
    table.card("Proud", abilities=["when(gains(me, boost)): draw(1)"])
    table.player("A").hand("Trade").mana(1).hero_expedition("Proud", boosts=2)
    table.player("B").hero_expedition("Filler", boosts=2)
    table.begin()
    table.act("A", "play Trade", "Proud")
    assert table.find("Proud").boosts == table.find("B Filler").boosts == 2
    assert table.zone("A", "hand") == []
