"""Interactions: cards that change the effects of other cards."""

from __future__ import annotations

import pytest

from altered_env import Scenario
from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])
BASTION = "The Ouroboros, Lyra Bastion R2"
"""One of the top two cards goes to Reserve in place of a Resupply; the other is discarded."""


@pytest.fixture
def table_of():
    def lay(rules: str) -> Scenario:
        table = Scenario(rules=rules)
        table.card("Idler", type="hero", abilities=["T: draw(1)"])
        for player in "AB":
            table.player(player).hero("Idler")
        return table

    return lay


@RULES
def test_what_was_put_in_reserve_this_way_is_what_went_there(table_of, rules):
    """Cards revealed and discarded by a replaced Resupply are not resupplied (6.2.b)."""
    table = table_of(rules)
    table.player("A").hand("Merry Reunion C").landmarks(BASTION).deck("Kappa C", "Kodama C").mana(9)
    table.begin()
    table.act("A", "play Merry Reunion", "Kodama", "yes", "hero")
    assert table.zone("A", "hero_expedition") == ["Kodama"]
    assert table.zone("A", "discard") == ["Kappa"]


@RULES
def test_a_character_among_what_was_put_in_reserve_is_found(table_of, rules):
    table = table_of(rules)
    table.player("A").hand("Wildlife Medic R2").landmarks(BASTION).deck("Sow R1", "Kodama C")
    table.player("A").mana(9)
    table.begin()
    table.act("A", "play Wildlife Medic to hero", "Kodama")
    assert table.find("Kodama").boosts == 1


@RULES
@pytest.mark.parametrize("name", ["Suha, Qorgan Operative R1", "Ouroboros Inkcaster C"])
def test_who_is_discarded_instead_never_goes_to_reserve(table_of, rules, name):
    """The replacement happens instead of the original (6.2.b)."""
    table = table_of(rules)
    table.player("A").hand("Aeolus' Winds R1").mana(2).reserve("Kappa C")
    table.player("A").landmarks(*["Aether Shard C"] * 3)
    table.player("B").hero_expedition(name).reserve("Inari C")
    table.begin()
    table.act("A", "play Aeolus' Winds")
    assert table.zone("B", "discard") == [name.rpartition(" ")[0]]
    assert table.decision == "turn" and table.zone("A", "reserve") == ["Kappa"]


@RULES
@cites("5.0:7.4.4.n")
@pytest.mark.parametrize(
    ("tent", "how"), [("Floral Tent C", {"anchored": True}), ("Floral Tent R2", {"boosts": 2})]
)
def test_a_gigantic_character_that_switches_leaves_no_expedition(table_of, rules, tent, how):
    """Nothing that would be done instead of leaving is done."""
    table = table_of(rules)
    table.player("A").hero_expedition(tent).hero_expedition("Atlas C", **how)
    table.player("A").hand("Hooked C").mana(1)
    table.begin()
    table.act("A", "play Hooked")
    atlas = table.find("Atlas")
    assert atlas.expedition == "companion"
    assert atlas.boosts == how.get("boosts", 0)
    assert ("anchored" in atlas.statuses) == how.get("anchored", False)


@RULES
def test_another_card_is_not_the_first_one(table_of, rules):
    """Also where both targets are picked before the first is done (2024.09)."""
    table = table_of(rules)
    table.player("A").hand("Lotus-Eater R1").mana(3)
    table.dice(6)
    table.player("B").reserve("Kappa C", "Inari C")
    table.begin()
    table.act("A", "play Lotus-Eater to hero", "Kappa")
    assert table.options() == ["B: Inari in Reserve", "done"]


@RULES
@cites("5.0:7.5.10.a", "5.0:7.5.10.c", "5.0:7.4.4.c")
def test_who_switches_joins_an_expedition_that_is_behind(table_of, rules):
    """One that switches joins the Expedition that it switches to; a Gigantic one joins both."""
    line = "when(goes(character, other, ~token, to=all(expedition, you.expeditions, behind))): "
    table = table_of(rules)
    table.card("Watcher", abilities=[f"{line}gain(me, boost=1)"])
    table.card("Wind", type="spell", cost="0/0", abilities=["effect: switch(target(character))"])
    table.card("Giant", abilities=["gigantic"])
    table.player("A").regions(hero=2).hero_expedition("Watcher", "Filler", "Giant")
    table.player("A").hand("Wind", "Wind", "Wind").mana(1)
    table.player("B").regions(hero=1, companion=1)
    table.begin(first="B")
    table.act("B", "pass")
    table.act("A", "play Wind", "Filler")
    assert table.find("Filler").expedition == "companion" and table.find("Watcher").boosts == 1
    table.act("A", "play Wind", "Filler")  # to the one that is ahead
    assert table.find("Filler").expedition == "hero" and table.find("Watcher").boosts == 1
    table.act("A", "play Wind", "Giant")  # it is in both, before and after
    assert table.find("Watcher").boosts == 1


@RULES
def test_a_gigantic_character_joins_the_one_that_is_behind_too(table_of, rules):
    line = "when(goes(character, other, to=all(expedition, you.expeditions, behind))): "
    table = table_of(rules)
    table.card("Watcher", abilities=[f"{line}gain(me, boost=1)"])
    table.card("Giant", abilities=["gigantic"])
    table.player("A").regions(hero=2).hero_expedition("Watcher").hand("Giant", "Filler").mana(2)
    table.player("B").regions(hero=1, companion=1)
    table.begin(first="B")
    table.act("B", "pass")
    table.act("A", "play Giant to hero")
    assert table.find("Watcher").boosts == 1
    table.act("A", "play Filler to hero")
    assert table.find("Watcher").boosts == 1
