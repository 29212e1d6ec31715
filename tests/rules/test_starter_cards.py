"""Cards and their characteristics, by the starter rules (ST-18 to ST-28, ST-86)."""

import pytest

from altered_env import Scenario
from altered_env.cards import catalogue
from tests.citations import cites

both_rulesets = pytest.mark.parametrize("rules", ("2024.09", "5.0"))


def table_with(rules, *, hand=(), reserve=(), **card):
    table = Scenario(rules=rules)
    table.card("Hero of the Day", **card)
    table.card("Bush", type="landmark_permanent", abilities=["T: draw(1)"])
    side = table.player("A").mana(9).landmarks("Bush")
    side.hand(*["Hero of the Day"] * len(hand)).reserve(*["Hero of the Day"] * len(reserve))
    table.begin("afternoon", first="A")
    return table


@cites("5.0:2.2.11.b", "2024.09:ST-19", "2024.09:ST-24")
@both_rulesets
def test_a_card_shows_its_characteristics(rules):
    """Name, type, sub-types, faction, both costs; only a Character has statistics."""
    table = Scenario(rules=rules)
    table.card("Mole", cost="3/2", stats="1/2/4", subtypes=["animal"], faction="muna")
    table.card("Rain", type="spell", cost="2/4", subtypes=["disruption"], faction="lyra")
    table.card("Mill", type="landmark_permanent", cost="1/0", faction="ordis")
    table.player("A").hand("Mole", "Rain", "Mill")
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="B")
    mole, rain, mill = table.game.view("A").players[0].hand
    assert (mole.name, mole.type, mole.subtypes, mole.faction) == (
        ("Mole", "character", {"animal"}, "muna")
    )
    assert (mole.hand_cost, mole.reserve_cost, mole.stats) == (3, 2, "1/2/4")
    assert (rain.type, rain.subtypes, rain.hand_cost, rain.reserve_cost) == (
        ("spell", {"disruption"}, 2, 4)
    )
    assert (rain.stats, mill.stats, mill.type) == ("0/0/0", "0/0/0", "landmark_permanent")


@cites("5.0:2.2.10.a", "2024.09:ST-18", "2024.09:ST-20", "2024.09:ST-86")
def test_the_cards_of_the_pool():
    """Four types (two kinds of Permanent; Mana Convergence is none), six factions, and each
    Hero has one of them and an ability of its own."""
    pool = list(catalogue())
    types = {card.type.rpartition("_")[2] for card in pool if card.type != "mana"}
    assert types == {"hero", "character", "spell", "permanent"}
    heroes = [card for card in pool if card.type == "hero"]
    assert len({hero.faction for hero in heroes}) == 6
    assert {card.faction for card in pool} - {hero.faction for hero in heroes} <= {"neutral"}
    assert all(hero.abilities for hero in heroes)


@both_rulesets
@pytest.mark.parametrize(
    ("symbol", "from_hand", "from_reserve"), [("J", 1, 1), ("H", 1, 0), ("R", 0, 1)]
)
@cites("2024.09:ST-25", "2024.09:ST-26", "2024.09:ST-27", "2024.09:ST-107")
def test_icons_say_from_where_a_card_must_be_played(rules, symbol, from_hand, from_reserve):
    """Arrow: from anywhere; hand; Reserve. `me` is the card that was played."""
    line = f"{symbol}: gain(me, boost=1)"
    table = table_with(rules, hand="x", abilities=[line])
    table.act("A", "play Hero of the Day to hero")
    assert table.find("Hero of the Day").boosts == from_hand
    table = table_with(rules, reserve="x", abilities=[line])
    table.act("A", "play Hero of the Day to hero")
    assert table.find("Hero of the Day").boosts == from_reserve


@both_rulesets
@cites("2024.09:ST-107")
def test_a_card_that_speaks_of_itself_means_no_other_of_its_name(rules):
    table = table_with(rules, hand="xx", abilities=["J: gain(me, boost=1)"])
    table.act("A", "play Hero of the Day to hero")
    table.act("A", "play Hero of the Day to companion")
    assert [seen.boosts for seen in table.all("Hero of the Day")] == [1, 1]


@both_rulesets
@cites("2024.09:ST-28", "2024.09:ST-50")
def test_exhausting_a_card_is_a_quick_action(rules):
    """That of a Permanent, once a day."""
    table = table_with(rules, hand="x")
    table.act("A", "use Bush")
    assert (table.find("Bush").statuses, table.decider) == ({"exhausted"}, "A")
    assert "Filler" in table.zone("A", "hand")
    assert not table.can("A", "use Bush")


@both_rulesets
@cites("2024.09:ST-50", "2024.09:ST-86")
def test_heroes_have_exhaust_abilities_too(rules):
    table = Scenario(rules=rules)
    table.card("Leader", type="hero", abilities=["T: draw(1)"])
    table.player("A").hero("Leader").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "use Leader")
    assert table.find("Leader").statuses == {"exhausted"}
    assert len(table.zone("A", "hand")) == 2
    assert not table.can("A", "use Leader")


@both_rulesets
@cites("2024.09:ST-28")
def test_statuses_are_gained_and_shown(rules):
    line = "J: gain(me, fleeting, anchored, asleep); exhaust(me)"
    table = table_with(rules, hand="x", abilities=[line])
    table.act("A", "play Hero of the Day to hero")
    seen = table.game.view("B").players[0].expeditions[0].objects[0]
    assert seen.statuses == {"fleeting", "anchored", "asleep", "exhausted"}


@both_rulesets
@cites("2024.09:ST-23", "2024.09:ST-51", "2024.09:ST-49")
def test_a_support_ability_is_used_from_reserve_by_discarding_the_card(rules):
    """A quick action: the turn continues."""
    table = table_with(rules, reserve="x", support=["D: draw(1)"])
    table.act("A", "use Hero of the Day")
    assert table.zone("A", "discard") == ["Hero of the Day"]
    assert (table.zone("A", "hand"), table.decider) == (["Filler"], "A")
    assert table.mana("A") == (9, 9)


@both_rulesets
@cites("2024.09:ST-51")
def test_a_support_ability_is_of_no_use_elsewhere(rules):
    table = table_with(rules, hand="xx", support=["D: draw(1)"])
    assert not table.can("A", "use Hero of the Day")
    table.act("A", "play Hero of the Day to hero")
    assert not table.can("A", "use Hero of the Day in hero")


@both_rulesets
@cites("2024.09:ST-52")
def test_discarding_the_card_otherwise_does_not_use_its_support_ability(rules):
    table = Scenario(rules=rules)
    table.card("Guide", support=["D: draw(3)"])
    table.card("Fire", type="spell", abilities=["effect: discard(target(card, reserve))"])
    table.player("A").reserve("Guide").hand("Fire").mana(1)
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Fire")
    assert table.zone("A", "discard") == ["Guide"]
    assert table.zone("A", "hand") == []


@cites("5.0:2.5.1.b", "2024.09:ST-108")
@both_rulesets
def test_a_boost_raises_each_statistic_by_one(rules):
    table = Scenario(rules=rules)
    table.card("Mole", stats="1/2/4")
    table.player("A").hero_expedition("Mole", boosts=3)
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="B")
    assert table.find("Mole").stats == "4/5/7"
    assert table.statistics("A", "hero") == (4, 5, 7)


@both_rulesets
@pytest.mark.parametrize("to", ("hand", "reserve", "discard_pile", "mana", "deck"))
@cites("2024.09:ST-109")
def test_boosts_do_not_leave_the_expeditions(rules, to):
    table = Scenario(rules=rules)
    table.card("Wind", type="spell", abilities=[f"effect: put(target(character), {to})"])
    table.card("Mole")
    table.player("A").hero_expedition("Mole", boosts=2).hand("Wind").mana(1)
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon", first="A")
    table.act("A", "play Wind")
    assert table.find("Mole").zone == to.removesuffix("_pile")
    assert table.find("Mole").boosts == 0


@cites("5.0:1.4.2.a", "2024.09:ST-114")
@both_rulesets
def test_a_card_that_contradicts_the_rules_is_followed(rules):
    """Here the rules of Rest and Clean-up."""
    table = Scenario(rules=rules)
    table.card("Store", type="landmark_permanent", abilities=["have(you, reserve_limit=n + 3)"])
    table.card("Ghost", abilities=["eternal"])
    table.player("A").landmarks("Store").reserve(*["Filler"] * 5).hero_expedition("Ghost")
    table.begin("night")
    assert len(table.zone("A", "reserve")) == 5
    assert table.find("Ghost").expedition == "hero"
