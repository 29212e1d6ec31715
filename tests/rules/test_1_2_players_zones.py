"""Players, zones and abilities (1.2)."""

from __future__ import annotations

import pytest

from altered_env import Game, Scenario
from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


@cites("5.0:1.2.1.b", "2024.09:1.2.1.b")
@pytest.mark.parametrize(("player", "other"), ["AB", "BA"])
def test_each_player_is_the_opponent_of_the_other(sit, player, other):
    table = sit()
    table.card("Bully", abilities=["J: discard(choose(card, they.hand), by=opponent)"])
    table.card("Pet")
    table.player(player).hand("Bully", "Pet").mana(1)
    table.player(other).hand("Pet")
    table.begin(first=player)
    table.act(player, "play Bully to hero")
    assert table.zone(other, "discard") == ["Pet"]
    assert table.zone(player, "discard") == []


PRIVATE = {
    "deck": "deck",
    "discard": "discard_pile",
    "hand": "hand",
    "mana": "mana",
    "reserve": "reserve",
    "landmarks": "landmarks",
}


@cites(
    "5.0:1.2.1.d",
    "5.0:1.2.3.f",
    "5.0:3.1.2.b",
    "2024.09:1.2.1.d",
    "2024.09:1.2.3.d",
    "2024.09:1.2.3.b",
)
@pytest.mark.parametrize(("zone", "area"), PRIVATE.items())
def test_each_player_has_an_own_instance_of_the_private_zones(sit, zone, area):
    table = sit()
    table.card("Own", type="landmark_permanent", cost="2/2")
    table.card("Other", type="landmark_permanent", cost="2/2")
    table.card(
        "Teller",
        abilities=[f"J: gain(me, boost=count(card, you.{area}), arcane=count(card, {area}))"],
    )
    for player, name in (("A", "Own"), ("B", "Other")):
        side = table.player(player)
        if zone == "mana":
            side.mana(1)
        else:
            getattr(side, zone)(name)
    table.player("A").mana(1).hand("Teller")
    table.begin()
    table.act("A", "play Teller to hero")
    mine, theirs = len(table.zone("A", zone)), len(table.zone("B", zone))
    assert theirs == 1
    assert mine == (2 if zone == "mana" else 1)
    if zone == "mana":
        return
    assert (table.zone("A", zone), table.zone("B", zone)) == (["Own"], ["Other"])
    teller = table.find("Teller")
    assert (teller.boosts, teller.counters["arcane"]) == (mine, mine + theirs)


@cites(
    "5.0:1.2.1.d", "5.0:1.2.3.f", "5.0:3.1.2.b", "5.0:3.2.6.a", "2024.09:1.2.1.d", "2024.09:1.2.3.d"
)
def test_each_player_has_an_own_hero_zone(sit):
    table = sit()
    table.begin()
    assert table.zone("A", "hero") == ["Idler"]
    assert table.zone("B", "hero") == ["Idler"]
    table.act("A", "use Idler")
    assert "exhausted" in table.find("A Idler").statuses
    assert "exhausted" not in table.find("B Idler").statuses


@cites("5.0:1.2.3.e", "2024.09:1.2.3.c")
@RULES
def test_the_expedition_zone_is_one_for_both_players(sit, rules):
    table = sit(rules)
    table.card("Mover", abilities=["J: defect(target(character, other))"])
    table.card(
        "Guest",
        stats="3/3/3",
        abilities=["when(goes(me, from_=expeditions)): draw(1, by=all(player))"],
    )
    table.player("A").hand("Mover").mana(1)
    table.player("B").hero_expedition("Guest", boosts=2, anchored=True)
    table.begin()
    before = table.find("Guest").timestamp
    table.act("A", "play Mover to hero")
    guest = table.find("Guest")
    # It changed sides without a change of zone: the same object, and it left nothing.
    assert (guest.controller, guest.expedition) == ("A", "hero")
    assert (guest.timestamp, guest.boosts) == (before, 2)
    assert "anchored" in guest.statuses
    assert table.zone("A", "hand") == table.zone("B", "hand") == []


@cites("5.0:1.2.3.e", "5.0:3.1.2.a", "5.0:3.2.8.a", "2024.09:1.2.3.c")
def test_the_adventure_and_limbo_are_shared(sit):
    table = sit()
    table.card(
        "Flag",
        type="landmark_permanent",
        abilities=["when(goes(card, to=limbo)): gain(me, arcane=1)"],
    )
    table.card("Swamp", type="landmark_permanent", abilities=["have(all(region), only(water))"])
    table.player("A").landmarks("Flag").hand("Filler").mana(1)
    table.player("B").landmarks("Swamp").hand("Filler").mana(1)
    table.begin()
    table.act("A", "play Filler to hero")
    table.act("B", "play Filler to hero")
    assert table.find("Flag").counters == {"arcane": 2}  # both went through the one Limbo
    for player in (0, 1):
        assert table.game.view(player).regions == table.game.view(1 - player).regions
    assert table.region(0) == table.region(7) == {"water"}  # for the opponent as well


@cites("5.0:1.1.7.e", "5.0:1.2.3.g", "5.0:3.1.3.b", "2024.09:1.2.3.e", "2024.09:2.1.a")
def test_objects_in_visible_zones_are_public(sit):
    table = sit()
    table.card("Pile")
    table.card("Shrine", type="landmark_permanent")
    table.player("B").reserve("Pile", boosts=2).discard("Pile").landmarks("Shrine")
    table.player("B").hero_expedition("Pile", fleeting=True)
    table.begin()
    for viewer in "AB":
        seen = table.game.view(viewer).players[1]
        assert [card.name for card in seen.reserve] == ["Pile"]
        assert seen.reserve[0].boosts == 2
        assert [card.name for card in seen.discard] == ["Pile"]
        assert [card.name for card in seen.landmarks] == ["Shrine"]
        assert seen.hero is not None and seen.hero.name == "Idler"
        (lying,) = seen.expeditions[0].objects
        assert (lying.name, lying.stats, "fleeting" in lying.statuses) == ("Pile", "1/1/1", True)


@cites(
    "5.0:1.2.3.h", "5.0:3.1.3.d", "5.0:3.1.3.e", "5.0:3.2.9.a", "2024.09:1.2.3.f", "2024.09:1.2.3.e"
)
def test_of_hidden_zones_only_the_number_of_cards_is_public(sit):
    table = sit()
    table.card("Secret")
    table.player("B").hand("Secret", "Secret").deck("Secret", "Secret", "Secret").mana(
        4, exhausted=1
    )
    table.begin()
    seen = table.game.view("A").players[1]
    assert (seen.hand_count, seen.hand) == (2, ())
    assert (seen.deck_count, seen.deck) == (3, ())
    # The Mana zone is visible, but face-down: ready Orbs are public, their faces are not.
    assert len(seen.mana) == 4
    assert seen.mana_ready == 3
    assert {orb.name for orb in seen.mana} == {None}
    assert [card.name for card in table.game.view("B").players[1].hand] == ["Secret", "Secret"]
    assert table.game.view("B").players[1].deck == ()


@cites("5.0:1.2.4.a", "2024.09:1.2.4.a")
@RULES
def test_each_line_is_an_ability_of_its_own(sit, rules):
    table = sit(rules)
    table.card("Twice", abilities=["J: gain(me, boost=1)", "J: gain(me, boost=2)"])
    table.player("A").hand("Twice").mana(1)
    table.begin()
    table.act("A", "play Twice to hero")
    assert len(table.reactions()) == 2
    table.choose("A", "Twice 2")
    assert table.find("Twice").boosts == 3
    assert table.reactions() == []


@cites("2024.09:1.2.4.b")
@RULES
def test_each_keyword_is_an_ability(sit, rules):
    table = sit(rules)
    table.card("Wall", stats="2/2/2", abilities=["gigantic", "defender", "tough(1)"])
    table.card("Plain", stats="3/3/3")
    table.player("A").hero_expedition("Wall", "Plain").companion_expedition("Plain")
    table.begin()
    wall = table.find("Wall")
    assert wall.keywords == {"gigantic", "defender"}
    assert wall.tough == 1
    assert table.statistics("A", "companion") == (5, 5, 5)  # Gigantic
    table.pass_turns()
    assert table.progress("A", "hero") == table.progress("A", "companion") == 0  # Defender


PLACES = [
    "hero_expedition",
    "companion_expedition",
    "landmarks",
    "reserve",
    "hand",
    "discard",
    "deck",
]


@cites("5.0:1.2.4.d", "5.0:2.2.12.g", "2024.09:1.2.4.d")
@pytest.mark.parametrize("place", PLACES)
@RULES
def test_an_ability_works_in_play_only(sit, rules, place):
    table = sit(rules)
    kind = "landmark_permanent" if place == "landmarks" else "character"
    table.card("Bell", type=kind, abilities=["at(noon): create(brassbug, in_=you.hero_expedition)"])
    getattr(table.player("A"), place)("Bell")
    table.begin("noon")
    works = place.endswith("expedition") or place == "landmarks"
    assert len(table.all("Brassbug")) == int(works)


@cites("5.0:1.2.4.d", "5.0:2.2.12.h", "2024.09:1.2.4.d")
@RULES
def test_the_abilities_of_a_hero_work_in_the_hero_zone(rules):
    table = Scenario(rules=rules)
    lines = ["at(noon): create(brassbug, in_=you.hero_expedition)", "T: draw(1)"]
    table.card("Leader", type="hero", abilities=lines)
    table.player("A").hero("Leader")
    table.begin("noon")
    assert len(table.all("Brassbug")) == 1


@cites(
    "5.0:1.1.6.j",
    "5.0:1.2.4.d",
    "5.0:2.2.12.d",
    "5.0:2.2.12.e",
    "5.0:2.2.12.i",
    "5.0:7.1.5.a",
    "2024.09:1.2.4.d",
)
@RULES
def test_an_ability_may_say_that_it_works_elsewhere(sit, rules):
    table = sit(rules)
    line = "at(noon): create(brassbug, in_=you.hero_expedition)"
    table.card("Bell", support=[f"I, {line}"])
    table.player("A").reserve("Bell")
    table.player("B").hero_expedition("Bell")  # a support ability does not work in play
    table.begin("noon")
    assert [bug.controller for bug in table.all("Brassbug")] == ["A"]


@cites("5.0:1.2.4.d", "5.0:2.2.12.j", "5.0:2.4.6.e", "2024.09:1.2.4.d")
@RULES
def test_an_exhausted_card_in_reserve_has_no_support_ability(sit, rules):
    table = sit(rules)
    table.card("Bell", support=["I, at(noon): create(brassbug, in_=you.hero_expedition)"])
    table.player("A").reserve("Bell", exhausted=True)
    table.begin("noon")
    assert table.all("Brassbug") == []


@cites("5.0:1.1.3.b", "5.0:1.3.1.c", "2024.09:1.1.3.b", "2024.09:1.3.1.c")
@RULES
def test_the_deck_zone_is_not_the_deck_that_was_brought(rules):
    view = Game.start("axiom", "bravos", seed=1, rules=rules).view()
    for player in view.players:
        assert player.hero is not None
        assert player.hero.reference not in {card.reference for card in player.deck}
        assert player.deck_count + player.hand_count == 39
